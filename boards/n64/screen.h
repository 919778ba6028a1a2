/* SPDX-License-Identifier: MIT */
/* The Nintendo 64's memory, counter, and pages, for a renderer that has the RDP draw them. */
#pragma once

#include <stdint.h>

#define N64_UNCACHED 0x20000000u /* added to an address, to bypass the data cache */
#define N64_PHYSICAL 0x1fffffffu /* of an address, the bits that the hardware takes */
#define N64_CACHE_LINE 16u

/* Counts at half the processor's clock. */
static inline uint32_t n64_count(void)
{
    uint32_t value;
    __asm__ volatile("mfc0 %0, $9\n\tnop" : "=r"(value));
    return value;
}

/* The page that machine_show() shows next: physical address of [machine_height][machine_width] pixels,
 * RGB 5-5-5 and 1 bit. */
uint32_t n64_page(void);
