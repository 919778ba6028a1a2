/* SPDX-License-Identifier: MIT */
#include "cmd/boards.h"

#define KB 1024u
#define MB (1024u * 1024u)

/*
 * First the boards of this repository, with the flash, RAM and clock of their board.mk, which
 * tests/host/test_target.sh compares. Then others, by the figures that makers and data sheets are
 * known to state: written from memory, none was at hand.
 *
 * Estimates count no wait states, and `percent` says what comes on top. 100 where the kernels' few
 * hundred bytes stay in a cache or in fast memory, and data in memory without wait states: STM32F4
 * (the ART accelerator holds 64 lines of 16 bytes), RP2040 and RP2350 (16 KB of cache in front of
 * the serial flash), ESP32-C3 and -C6 (16 and 32 KB likewise); nRF51 reads its flash without any.
 * The Game Boy Advance's cycles are measured. MIPS runs portable C, which for the hero's frame takes
 * 1.2 (q12, f32) to 1.4 (q16) times the instructions that RISC-V takes cycles. On top, rough
 * guesses: a PlayStation has no cache for data, and takes 6 to 13 cycles for a product; a VR4300
 * takes 5; a 68000 needs about twice the instructions of a Cortex-M0, of about 14 cycles each. Of a
 * Cortex-M7 with caches in front of external memory a tenth is taken to wait.
 *
 * Machines that exist in an emulator only have the clock of the FPGA image that it stands for, or
 * 100 MHz; m68k that of an Amiga 500 (PAL).
 */
const target_board target_boards[] = {
    {"microbit", "m0", 256 * KB, 16 * KB, 16000, 100, 0},
    {"mps2-an385", "m3", 4 * MB, 4 * MB, 25000, 100, 0},
    {"netduinoplus2", "m4", 1 * MB, 128 * KB, 168000, 100, 0},
    {"mps2-an386", "m4", 4 * MB, 4 * MB, 25000, 100, 0},
    {"mps2-an500", "m7", 3840 * KB, 4 * MB, 25000, 100, 0},
    {"mps2-an505", "m33", 4 * MB, 4 * MB, 20000, 100, 0},
    {"mps3-an547", "m55", 512 * KB, 512 * KB, 32000, 100, 0},
    {"arm946", "arm9", 4 * MB, 4 * MB, 67028, 100, 0},
    {"gba", "arm7", 32 * MB, 0x7f00 + 256 * KB, 16777, 100, 0},
    {"riscv32-virt", "rv32", 4 * MB, 4 * MB, 100000, 100, 0},
    {"riscv32-imc", "rv32", 4 * MB, 4 * MB, 100000, 100, TARGET_NO_FPU},
    {"mipssim", "rv32", 4 * MB, 4 * MB, 12000, 140, TARGET_BIG_ENDIAN},
    {"psx", "rv32", 962 * KB, 1 * MB, 33869, 350, TARGET_NO_FPU},
    {"n64", "rv32", 1028 * KB, 2560 * KB, 93750, 210, TARGET_BIG_ENDIAN},
    {"m68k", "m0", 4 * MB, 4 * MB, 7094, 2600, TARGET_BIG_ENDIAN},
    {"nds", "arm9", 2044 * KB, 0x1f0000, 67028, 100, 0},
    /* Raspberry Pi Pico: two Cortex-M0+, of which this counts one; 133 MHz by the data sheet. */
    {"rp2040", "m0", 2 * MB, 264 * KB, 125000, 100, 0},
    /* Raspberry Pi Pico 2: two Cortex-M33 with FPU and DSP, 150 MHz, 520 KB, 4 MB. Or, instead of
     * these, two Hazard3: RV32IMAC. */
    {"rp2350", "m33", 4 * MB, 520 * KB, 150000, 100, 0},
    {"rp2350-hazard3", "rv32", 4 * MB, 520 * KB, 150000, 100, TARGET_NO_FPU},
    {"stm32f4-discovery", "m4", 1 * MB, 128 * KB, 168000, 100, 0},

    /* RV32IMC, 160 MHz, 400 KB of which the cache takes 16; 4 MB on most modules. */
    {"esp32c3", "rv32", 4 * MB, 384 * KB, 160000, 100, TARGET_NO_FPU},
    /* RV32IMAC, 160 MHz, 512 KB; 4 MB or more on modules. */
    {"esp32c6", "rv32", 4 * MB, 512 * KB, 160000, 100, TARGET_NO_FPU},
    /* STM32F411CE, as on small boards that are sold for little: 100 MHz, 512 KB, 128 KB. Of larger
     * ones netduinoplus2 has an STM32F405. */
    {"stm32f4", "m4", 512 * KB, 128 * KB, 100000, 100, 0},
    /* Playdate: a Cortex-M7 with FPU, 168 MHz in the first ones, 16 MB of external RAM into which
     * programs are loaded, 4 GB of storage. */
    {"playdate", "m7", 4096ull * MB, 16 * MB, 168000, 110, TARGET_LOADS},
};

const size_t target_board_count = sizeof target_boards / sizeof *target_boards;
