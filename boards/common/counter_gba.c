/* SPDX-License-Identifier: MIT */
/* The counter of the Game Boy Advance: timer 0 counts cycles, timer 1 its overflows. It is in hot
 * code, so that reading takes the same time everywhere. board_instructions() returns cycles. */
#include "board.h"
#include "image.h"

#define TIMER0_COUNT (*(volatile uint16_t *)0x04000100u)
#define TIMER0_CONTROL (*(volatile uint16_t *)0x04000102u)
#define TIMER1_COUNT (*(volatile uint16_t *)0x04000104u)
#define TIMER1_CONTROL (*(volatile uint16_t *)0x04000106u)

#define CONTROL_CASCADE 0x04u
#define CONTROL_ENABLE 0x80u

void board_counter_start(void)
{
    TIMER0_CONTROL = 0;
    TIMER1_CONTROL = 0;
    TIMER0_COUNT = 0; /* the start values of the timers */
    TIMER1_COUNT = 0;
    TIMER1_CONTROL = CONTROL_ENABLE | CONTROL_CASCADE;
    TIMER0_CONTROL = CONTROL_ENABLE;
}

__attribute__((section(".pelt.hot"))) uint32_t board_counter(void)
{
    const uint32_t before = TIMER1_COUNT;
    const uint32_t low = TIMER0_COUNT;
    const uint32_t after = TIMER1_COUNT;
    /* If timer 0 overflowed between the reads, its small value was read after the overflow. This
     * needs no branch. */
    return (after - ((low >> 15) & (after - before))) << 16 | low;
}
