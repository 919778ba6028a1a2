/* SPDX-License-Identifier: MIT */
/* The cycle counter of a Cortex-M0: SysTick on the core's clock, 24 bits, counting down. */
#include "cycles.h"

#define SYST_CSR (*(volatile uint32_t *)0xE000E010u)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014u)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018u)

#define ENABLE_CORE_CLOCK 5u /* no interrupt */

const uint32_t cycles_mask = 0x00FFFFFFu;

bool cycles_start(void)
{
    SYST_RVR = cycles_mask;
    SYST_CVR = 0;
    SYST_CSR = ENABLE_CORE_CLOCK;
    while (SYST_CVR == 0u) /* reloads with the next clock */
        continue;
    return true;
}

uint32_t cycles_now(void)
{
    return 0u - SYST_CVR;
}
