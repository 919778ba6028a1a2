/* SPDX-License-Identifier: MIT */
/* The cycle counter of Cortex-M3 and up: CYCCNT of the data watchpoint and trace unit, 32 bits. */
#include "cycles.h"

#define DEMCR (*(volatile uint32_t *)0xE000EDFCu)
#define DWT_CTRL (*(volatile uint32_t *)0xE0001000u)
#define DWT_CYCCNT (*(volatile uint32_t *)0xE0001004u)
#define DWT_LAR (*(volatile uint32_t *)0xE0001FB0u)

#define TRCENA (1u << 24)
#define CYCCNTENA 1u
#define LAR_KEY 0xC5ACCE55u /* the Cortex-M7 locks the unit; elsewhere this write does nothing */

const uint32_t cycles_mask = UINT32_MAX;

bool cycles_start(void)
{
    DEMCR |= TRCENA;
    DWT_LAR = LAR_KEY;
    DWT_CYCCNT = 0;
    DWT_CTRL |= CYCCNTENA;
    return true;
}

uint32_t cycles_now(void)
{
    return DWT_CYCCNT;
}
