/* SPDX-License-Identifier: MIT */
/* The counter of Integrator/CP: timer 0, 32 bits at 40 MHz, counting down. */
#include "board.h"
#include "image.h"

#define TIMER0_LOAD (*(volatile uint32_t *)0x13000000u)
#define TIMER0_VALUE (*(volatile uint32_t *)0x13000004u)
#define TIMER0_CONTROL (*(volatile uint32_t *)0x13000008u)

#define CONTROL_32_BITS 0x02u
#define CONTROL_ENABLE 0x80u

void board_counter_start(void)
{
    TIMER0_LOAD = UINT32_MAX;
    TIMER0_CONTROL = CONTROL_ENABLE | CONTROL_32_BITS;
}

uint32_t board_counter(void)
{
    return ~TIMER0_VALUE;
}
