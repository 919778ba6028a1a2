/* SPDX-License-Identifier: MIT */
/* Reads counters that take one instruction or one load: the register BOARD_COUNTER_REGISTER of the machine, if
 * it is defined, else Count of CP0 on MIPS, minstret on RISC-V and CCOUNT on Xtensa. Without such a register
 * every measurement is 0 on boards whose emulators do not keep time (BOARD_TICK_PS 0). */
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
