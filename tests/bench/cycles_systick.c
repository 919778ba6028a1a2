/* SPDX-License-Identifier: MIT */
/* Cortex-M0: SysTick on the core's clock, 24 bits, counting down. */
#include "cycles.h"

#define SYST_CSR (*(volatile uint32_t *)0xE000E010u)
#define SYST_RVR (*(volatile uint32_t *)0xE000E014u)
#define SYST_CVR (*(volatile uint32_t *)0xE000E018u)

#define ENABLE_CORE_CLOCK 5u /* no interrupt */
#define MASK 0x00FFFFFFu

const bool cycles_always = false;

static uint32_t overhead;

bool cycles_start(void)
{
    SYST_RVR = MASK;
    SYST_CVR = 0;
    SYST_CSR = ENABLE_CORE_CLOCK;
    while (SYST_CVR == 0u) /* reloads with the next clock */
        continue;
    const uint32_t start = cycles_now();
    overhead = (start - cycles_now()) & MASK;
    return overhead != 0u;
}

uint32_t cycles_now(void)
{
    return SYST_CVR;
}

uint32_t cycles_between(uint32_t start, uint32_t end)
{
    return ((start - end) & MASK) - overhead;
}
