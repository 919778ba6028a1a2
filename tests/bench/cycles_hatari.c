/* SPDX-License-Identifier: MIT */
/*
 * 68000: cycles of an Atari ST in the emulator Hatari, whose debugger writes them to hatari_counter
 * each time it comes to hatari_read (tests/emulators/hatari). In QEMU it stands still.
 */
#include "cycles.h"

extern volatile uint32_t hatari_counter;
volatile uint32_t hatari_counter;

const bool cycles_always = false;

static uint32_t overhead;

bool cycles_start(void)
{
    const uint32_t start = cycles_now();
    overhead = cycles_now() - start;
    return overhead != 0u;
}

/* One label, so only once. */
__attribute__((noinline)) uint32_t cycles_now(void)
{
    __asm__ volatile(".global hatari_read\nhatari_read: nop" : : : "memory");
    return hatari_counter;
}

uint32_t cycles_between(uint32_t start, uint32_t end)
{
    return end - start - overhead;
}
