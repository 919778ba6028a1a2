/* SPDX-License-Identifier: MIT */
/* Cortex-M3 and up: CYCCNT of the data watchpoint and trace unit, 32 bits. */
#include "cycles.h"

#define DEMCR (*(volatile uint32_t *)0xE000EDFCu)
#define DWT_CTRL (*(volatile uint32_t *)0xE0001000u)
#define DWT_CYCCNT (*(volatile uint32_t *)0xE0001004u)
#define DWT_LAR (*(volatile uint32_t *)0xE0001FB0u)

#define TRCENA (1u << 24)
#define CYCCNTENA 1u
#define LAR_KEY 0xC5ACCE55u /* Cortex-M7 locks the unit; elsewhere this write does nothing */

const bool cycles_always = false;

static uint32_t overhead;

bool cycles_start(void)
{
    DEMCR |= TRCENA;
    DWT_LAR = LAR_KEY;
    DWT_CYCCNT = 0;
    DWT_CTRL |= CYCCNTENA;
    const uint32_t start = cycles_now();
    overhead = cycles_now() - start;
    return overhead != 0u;
}

uint32_t cycles_now(void)
{
    return DWT_CYCCNT;
}

uint32_t cycles_between(uint32_t start, uint32_t end)
{
    return end - start - overhead;
}
