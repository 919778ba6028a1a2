/* SPDX-License-Identifier: MIT */
/* The counter of the RP2040: cycles of the core's clock, 125 MHz. SysTick counts them in 24 bits, a
 * seventh of a second; TIMER's microseconds tell how often it has wrapped. The counter first
 * switches the clock to the crystal, as the boot code leaves the chip on its ring oscillator. */
#include "board.h"
#include "image.h"

#define REG(address) (*(volatile uint32_t *)(address))
#define CLEAR 0x3000u /* added to a peripheral's address: clears the bits written */

#define RESETS 0x4000c000u
#define CLOCKS 0x40008000u
#define XOSC 0x40024000u
#define PLL_SYS 0x40028000u
#define TIMER 0x40054000u
#define WATCHDOG 0x40058000u
#define SYST_CSR 0xe000e010u
#define SYST_RVR 0xe000e014u
#define SYST_CVR 0xe000e018u

#define READY (1u << 31)
#define UNITS (1u << 5 | 1u << 8 | 1u << 12 | 1u << 21) /* IO_BANK0, PADS_BANK0, PLL_SYS, TIMER */
#define MASK 0x00ffffffu
#define CYCLES_PER_MICROSECOND 125u

static uint32_t started; /* SysTick's cycles less TIMER's, modulo 2^24 */

static void wait_for(uint32_t address, uint32_t bits)
{
    while ((REG(address) & bits) != bits) {
    }
}

static void set_clocks(void)
{
    REG(XOSC + 0x0cu) = 47u; /* a millisecond to start */
    REG(XOSC) = 0x00fabaa0u; /* on, 1 to 15 MHz */
    wait_for(XOSC + 0x04u, READY);
    REG(CLOCKS + 0x30u) = 2u; /* clk_ref: the crystal, 12 MHz */
    wait_for(CLOCKS + 0x38u, 1u << 2);
    REG(CLOCKS + 0x3cu) = 0; /* clk_sys: from clk_ref, while the PLL changes */
    wait_for(CLOCKS + 0x44u, 1u << 0);
    REG(RESETS + CLEAR) = UNITS;
    wait_for(RESETS + 0x08u, UNITS);
    REG(PLL_SYS) = 1u;
    REG(PLL_SYS + 0x08u) = 125u;                      /* 12 MHz * 125 = 1500 MHz */
    REG(PLL_SYS + CLEAR + 0x04u) = 1u << 0 | 1u << 5; /* PLL and oscillator on */
    wait_for(PLL_SYS, READY);
    REG(PLL_SYS + 0x0cu) = 6u << 16 | 2u << 12; /* / 6 / 2 */
    REG(PLL_SYS + CLEAR + 0x04u) = 1u << 3;     /* dividers on */
    REG(CLOCKS + 0x3cu) = 1u;                   /* clk_sys: the PLL */
    wait_for(CLOCKS + 0x44u, 1u << 1);
    REG(CLOCKS + 0x48u) = 1u << 11;        /* clk_peri: clk_sys */
    REG(WATCHDOG + 0x2cu) = 1u << 9 | 12u; /* a microsecond: 12 of clk_ref */
}

void board_counter_start(void)
{
    set_clocks();
    REG(SYST_RVR) = MASK;
    REG(SYST_CVR) = 0;
    REG(SYST_CSR) = 5u; /* the core's clock, no interrupt */
    started = 0u - REG(SYST_CVR) - REG(TIMER + 0x28u) * CYCLES_PER_MICROSECOND;
}

/* In hot code, so that reading takes the same time everywhere. The products wrap when TIMER
 * does: 2^32 microseconds are a multiple of 2^32 cycles. */
__attribute__((section(".pelt.hot"))) uint32_t board_counter(void)
{
    const uint32_t rough = REG(TIMER + 0x28u) * CYCLES_PER_MICROSECOND;
    const uint32_t ahead = (0u - REG(SYST_CVR) - started - rough) & MASK;
    /* SysTick is ahead or behind by less than about a microsecond. */
    return rough + ahead - (ahead >> 23 << 24);
}
