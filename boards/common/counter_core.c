/* SPDX-License-Identifier: MIT */
/* Counters that one instruction or load reads: CP0 Count of MIPS, CCOUNT of Xtensa, the instructions
 * that RISC-V retires, or a machine's BOARD_COUNTER_REGISTER. Where emulators do not keep time every
 * measurement is 0. */
#include "board.h"
#include "image.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))

void board_counter_start(void)
{
#if defined(BOARD_COUNTER_PRESCALE)
    REGISTER(BOARD_COUNTER_PRESCALE) = 0;
#elif defined(__riscv) && BOARD_TICK_PS != 0u
    __asm__ volatile("csrw 0x320, zero"); /* mcountinhibit: some cores start with it set */
#endif
}

uint32_t board_counter(void)
{
    uint32_t ticks = 0;
#if defined(BOARD_COUNTER_REGISTER)
    ticks = REGISTER(BOARD_COUNTER_REGISTER);
#elif BOARD_TICK_PS == 0u
#elif defined(__mips__)
    __asm__ volatile("mfc0 %0, $9" : "=r"(ticks) : : "memory");
#elif defined(__riscv)
    __asm__ volatile("csrr %0, minstret" : "=r"(ticks) : : "memory");
#else
    __asm__ volatile("rsr.ccount %0" : "=r"(ticks) : : "memory");
#endif
    return ticks;
}
