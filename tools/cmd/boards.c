/* SPDX-License-Identifier: MIT */
/* The boards of `bake --target`. */
#include "cmd/target.h"

#include <stdio.h>
#include <string.h>

#define KB 1024u
#define MB (1024u * 1024u)

/* For boards of this repository flash, RAM and clock are those of their board.mk, which
 * tests/host/test_target.sh compares, and panels those of their showcases. The sources of the others
 * are in docs/CONVERTING.md. One core counts.
 *
 * Costs do not count wait states; of an STM32F4's flash `wait` tells their number behind its cache of 64
 * lines for code and 8 for data, with which its pictures were counted. `percent` corrects cycles. It is
 * 100 if the kernels' few hundred bytes stay in a cache or in fast memory, and data are in memory without
 * wait states. The Game Boy Advance's cycles are measured. MIPS runs portable C, which for the hero's
 * frame takes 1.2 (lean, float) to 1.4 (exact) times as many instructions as RISC-V takes cycles; so does
 * an ESP32. With products by the VR4300 User's Manual (5 cycles) and the IDT R30xx Software Reference
 * Manual (up to 13, and the PlayStation has no data cache) a PlayStation takes 2.5 times that and a
 * Nintendo 64 1.5 times. A 68000 needs about twice the instructions of a Cortex-M0, of about 14 cycles
 * each by the M68000 User's Manual, less the cycles that a Cortex-M0 takes for its own. For the hero's
 * frame an Xtensa LX106 needs 1.1 (lean) to 1.25 (exact) times as many instructions as a Cortex-M0 takes
 * cycles; what they take is not known.
 *
 * Emulated machines have the clock of the FPGA image that they emulate, or 100 MHz; m68k has that
 * of an Amiga 500 (PAL), xtensa that of an ESP8266 (ESP8266EX Datasheet). */
/* clang-format off */
#define ESTIMATE(width, height) {FRAME_STRIPS, width, height}, TARGET_ESTIMATE, 0
#define COUNTED(width, height, wait) {FRAME_STRIPS, width, height}, TARGET_COUNTED, wait
/* Cycles of a whole picture for each triangle of the fox, in the console's emulator, without what waits
 * for the display. */
#define BY_GPU(way, width, height, cycles) {way, width, height}, TARGET_ESTIMATE, cycles

const target_board target_boards[] = {
    {"microbit", "m0", 256 * KB, 16 * KB, 16000, 100, 0, {FRAME_RING, 128, 64}, TARGET_COUNTED, 0},
    {"rp2040", "m0", 2 * MB, 264 * KB, 125000, 100, 0, COUNTED(240, 240, 0)},
    {"rp2350", "m33", 4 * MB, 520 * KB, 150000, 100, 0, ESTIMATE(240, 240)},
    {"rp2350-hazard3", "rv32", 4 * MB, 520 * KB, 150000, 100, TARGET_NO_FPU, ESTIMATE(240, 240)},
    {"esp32", "rv32", 4 * MB, 320 * KB, 240000, 140, 0, ESTIMATE(320, 240)},
    {"esp32s3", "rv32", 8 * MB, 464 * KB, 240000, 140, 0, ESTIMATE(320, 240)},
    {"esp32c3", "rv32", 4 * MB, 384 * KB, 160000, 100, TARGET_NO_FPU, ESTIMATE(240, 240)},
    {"esp32c6", "rv32", 4 * MB, 512 * KB, 160000, 100, TARGET_NO_FPU, ESTIMATE(172, 320)},
    {"stm32f405", "m4", 1 * MB, 128 * KB, 168000, 100, 0, COUNTED(240, 240, 5)},
    {"netduinoplus2", "m4", 1 * MB, 128 * KB, 168000, 100, 0, COUNTED(240, 240, 5)},
    {"stm32f4-discovery", "m4", 1 * MB, 128 * KB, 168000, 100, 0, COUNTED(240, 240, 5)},
    {"stm32f411", "m4", 512 * KB, 128 * KB, 100000, 100, 0, COUNTED(240, 240, 3)},
    {"stm32h743", "m7", 2 * MB, 512 * KB, 480000, 100, 0, ESTIMATE(320, 240)},
    {"nrf52840", "m4", 1 * MB, 256 * KB, 64000, 100, 0, ESTIMATE(240, 240)},
    {"samd51", "m4", 512 * KB, 192 * KB, 120000, 100, 0, ESTIMATE(160, 128)},
    {"teensy41", "m7", 7936 * KB, 1 * MB, 600000, 100, 0, ESTIMATE(320, 240)},
    {"gba", "arm7", 32 * MB, 0x7f00 + 256 * KB, 16777, 100, 0, {FRAME_GBA, 240, 160}, TARGET_MEASURED, 0},
    {"nds", "arm9", 2044 * KB, 0x1f0000, 67028, 100, 0, BY_GPU(FRAME_ENGINE, 256, 192, 640)},
    {"psx", "rv32", 962 * KB, 1 * MB, 33869, 350, TARGET_NO_FPU, BY_GPU(FRAME_GPU, 320, 240, 461)},
    {"n64", "rv32", 1028 * KB, 2560 * KB, 93750, 210, TARGET_BIG_ENDIAN, BY_GPU(FRAME_ENGINE, 320, 240, 1905)},
    {"playdate", "m7", 16 * MB, 16 * MB, 168000, 100, TARGET_LOADS, ESTIMATE(400, 240)},

    {"mps2-an385", "m3", 4 * MB, 4 * MB, 25000, 100, TARGET_EMULATED, ESTIMATE(240, 240)},
    {"mps2-an386", "m4", 4 * MB, 4 * MB, 25000, 100, TARGET_EMULATED, ESTIMATE(240, 240)},
    {"mps2-an500", "m7", 3840 * KB, 4 * MB, 25000, 100, TARGET_EMULATED, ESTIMATE(240, 240)},
    {"mps2-an505", "m33", 4 * MB, 4 * MB, 20000, 100, TARGET_EMULATED, ESTIMATE(240, 240)},
    {"mps3-an547", "m55", 512 * KB, 512 * KB, 32000, 100, TARGET_EMULATED, ESTIMATE(240, 240)},
    {"arm946", "arm9", 4 * MB, 4 * MB, 67028, 100, TARGET_EMULATED, ESTIMATE(240, 240)},
    {"riscv32-virt", "rv32", 4 * MB, 4 * MB, 100000, 100, TARGET_EMULATED, ESTIMATE(240, 240)},
    {"riscv32-imc", "rv32", 4 * MB, 4 * MB, 100000, 100, TARGET_EMULATED | TARGET_NO_FPU, ESTIMATE(240, 240)},
    {"mipssim", "rv32", 4 * MB, 4 * MB, 12000, 140, TARGET_EMULATED | TARGET_BIG_ENDIAN, ESTIMATE(240, 240)},
    {"m68k", "m0", 4 * MB, 4 * MB, 7094, 2600, TARGET_EMULATED | TARGET_BIG_ENDIAN, ESTIMATE(240, 240)},
    {"xtensa", "m0", 4 * MB, 4 * MB, 80000, 125, TARGET_EMULATED, ESTIMATE(240, 240)},
};
/* clang-format on */

const size_t target_board_count = sizeof target_boards / sizeof *target_boards;

size_t target_sold_count(void)
{
    size_t count = 0;
    while (count < target_board_count && (target_boards[count].flags & TARGET_EMULATED) == 0)
        count++;
    return count;
}

/* Lists the names of all boards. */
static char *name_boards(char *out, size_t size, const char *first, const char *between)
{
    snprintf(out, size, "%s", first);
    for (size_t i = 0; i < target_board_count; i++)
        diag_append(out, size, "%s%s", *out == '\0' ? "" : between, target_boards[i].name);
    return out;
}

const target_board *target_find(const char *name, diag *d)
{
    char names[512];
    for (size_t i = 0; i < target_board_count; i++)
        if (strcmp(target_boards[i].name, name) == 0)
            return &target_boards[i];
    diag_fail(d, DIAG_USAGE, "no board %.100s, command line, choose one of: %s", name,
              name_boards(names, sizeof names, "", ", "));
    return NULL;
}

const char *target_names(void)
{
    static char names[512];
    return name_boards(names, sizeof names, "all", " ");
}

const char *target_board_names(void)
{
    return target_names() + sizeof "all";
}
