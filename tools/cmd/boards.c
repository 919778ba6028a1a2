/* SPDX-License-Identifier: MIT */
/* The boards of `bake --target`. */
#include "cmd/target.h"

#define KB 1024u
#define MB (1024u * 1024u)

/*
 * For boards of this repository flash, RAM and clock are those of their board.mk;
 * tests/host/test_target.sh compares them. Data of the others come from these data sheets:
 *   rp2350     Raspberry Pi RP2350 Datasheet: two Cortex-M33 with FPU and DSP, or instead two
 *              Hazard3, RV32IMAC; 150 MHz, 520 KB. Pico 2 Datasheet: 4 MB of flash. One core
 *              counts.
 *   esp32c3    ESP32-C3 Series Datasheet: RV32IMC, 160 MHz, 400 KB, 16 of which are the cache's;
 *              ESP32-C3-WROOM-02 Datasheet: 4 MB
 *   esp32c6    ESP32-C6 Series Datasheet: RV32IMAC, 160 MHz, 512 KB; ESP32-C6-WROOM-1 Datasheet: 4
 *   MB
 *   stm32f4    STM32F411xC/xE data sheet (DS10314): 100 MHz, 512 KB, 128 KB
 *   playdate   play.date, hardware: Cortex-M7, 168 MHz, 16 MB of RAM into which programs are loaded
 *              from 4 GB of storage; the RAM counts as flash, as everything has to fit there
 *
 * Estimates do not count wait states; `percent` corrects for them. It is 100 if the kernels' few
 * hundred bytes stay in a cache or in fast memory, and data are in memory without wait states. The
 * Game Boy Advance's cycles are measured. MIPS runs portable C, which for the hero's frame takes
 * 1.2 (lean, float) to 1.4 (exact) times as many instructions as RISC-V takes cycles. With products
 * by the VR4300 User's Manual (5 cycles) and the IDT R30xx Software Reference Manual (up to 13, and
 * the PlayStation has no data cache) a PlayStation takes 2.5 times that and a Nintendo 64 1.5
 * times. A 68000 needs about twice the instructions of a Cortex-M0, of about 14 cycles each by the
 * M68000 User's Manual, less the cycles that a Cortex-M0 takes for its own. For the
 * hero's frame an Xtensa LX106 needs 1.1 (lean) to 1.25 (exact) times as many instructions as a
 * Cortex-M0 takes cycles; what they take is not known.
 *
 * Emulated machines have the clock of the FPGA image that they emulate, or 100 MHz; m68k has that
 * of an Amiga 500 (PAL), xtensa that of an ESP8266 (ESP8266EX Datasheet).
 */
const target_board target_boards[] = {
    {"microbit", "m0", 256 * KB, 16 * KB, 16000, 100, 0},
    {"rp2040", "m0", 2 * MB, 264 * KB, 125000, 100, 0},
    {"rp2350", "m33", 4 * MB, 520 * KB, 150000, 100, 0},
    {"rp2350-hazard3", "rv32", 4 * MB, 520 * KB, 150000, 100, TARGET_NO_FPU},
    {"netduinoplus2", "m4", 1 * MB, 128 * KB, 168000, 100, 0},
    {"stm32f4-discovery", "m4", 1 * MB, 128 * KB, 168000, 100, 0},
    {"stm32f4", "m4", 512 * KB, 128 * KB, 100000, 100, 0},
    {"esp32c3", "rv32", 4 * MB, 384 * KB, 160000, 100, TARGET_NO_FPU},
    {"esp32c6", "rv32", 4 * MB, 512 * KB, 160000, 100, TARGET_NO_FPU},
    {"gba", "arm7", 32 * MB, 0x7f00 + 256 * KB, 16777, 100, 0},
    {"nds", "arm9", 2044 * KB, 0x1f0000, 67028, 100, 0},
    {"psx", "rv32", 962 * KB, 1 * MB, 33869, 350, TARGET_NO_FPU},
    {"n64", "rv32", 1028 * KB, 2560 * KB, 93750, 210, TARGET_BIG_ENDIAN},
    {"playdate", "m7", 16 * MB, 16 * MB, 168000, 100, TARGET_LOADS},

    {"mps2-an385", "m3", 4 * MB, 4 * MB, 25000, 100, TARGET_EMULATED},
    {"mps2-an386", "m4", 4 * MB, 4 * MB, 25000, 100, TARGET_EMULATED},
    {"mps2-an500", "m7", 3840 * KB, 4 * MB, 25000, 100, TARGET_EMULATED},
    {"mps2-an505", "m33", 4 * MB, 4 * MB, 20000, 100, TARGET_EMULATED},
    {"mps3-an547", "m55", 512 * KB, 512 * KB, 32000, 100, TARGET_EMULATED},
    {"arm946", "arm9", 4 * MB, 4 * MB, 67028, 100, TARGET_EMULATED},
    {"riscv32-virt", "rv32", 4 * MB, 4 * MB, 100000, 100, TARGET_EMULATED},
    {"riscv32-imc", "rv32", 4 * MB, 4 * MB, 100000, 100, TARGET_EMULATED | TARGET_NO_FPU},
    {"mipssim", "rv32", 4 * MB, 4 * MB, 12000, 140, TARGET_EMULATED | TARGET_BIG_ENDIAN},
    {"m68k", "m0", 4 * MB, 4 * MB, 7094, 2600, TARGET_EMULATED | TARGET_BIG_ENDIAN},
    {"xtensa", "m0", 4 * MB, 4 * MB, 80000, 125, TARGET_EMULATED},
};

const size_t target_board_count = sizeof target_boards / sizeof *target_boards;
