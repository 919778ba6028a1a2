/* SPDX-License-Identifier: MIT */
/* The cycle counter of a 68000: cycles of an Atari ST in the emulator Hatari, whose debugger writes
 * them to hatari_counter each time it reaches hatari_read (tests/emulators/hatari). In QEMU it
 * stands still. */
#include "cycles.h"

extern volatile uint32_t hatari_counter;
volatile uint32_t hatari_counter;

const uint32_t cycles_mask = UINT32_MAX;

bool cycles_start(void)
{
    return true;
}

/* It contains one label, so it must not be copied. */
__attribute__((noinline)) uint32_t cycles_now(void)
{
    __asm__ volatile(".global hatari_read\nhatari_read: nop" : : : "memory");
    return hatari_counter;
}
