/* SPDX-License-Identifier: MIT */
/* Interrupts, keys and pictures of the Game Boy Advance, see console.h. */
#include "console.h"

#include "semihosting.h"

#define DISPLAY_STATUS CONSOLE_IO16(0x004)
#define KEYS CONSOLE_IO16(0x130)
#define ENABLED CONSOLE_IO16(0x200)
#define REQUESTED CONSOLE_IO16(0x202)
#define MASTER CONSOLE_IO16(0x208)

/* The handler that the BIOS calls, and the flags that its sleeping calls read. */
#define HANDLER (*(void (*volatile *)(void))0x03007ffcu)
#define BIOS_SERVED (*(volatile uint16_t *)0x03007ff8u)

#define BLANK_SIGNAL 0x0008u
#define BLANK 0x0001u
#define KEYS_MASK 0x03ffu
#define OP_KEEP 0x100 /* not a semihosting call; run_mgba.c knows it */

static volatile uint32_t blanks;
static void (*on_blank)(void);

CONSOLE_HOT static void serve(void)
{
    const uint16_t served = REQUESTED & BLANK;
    REQUESTED = served; /* writing a one clears it */
    BIOS_SERVED = (uint16_t)(BIOS_SERVED | served);
    if (served != 0u) {
        blanks++;
        on_blank();
    }
}

void console_start(void (*hook)(void))
{
    MASTER = 0;
    blanks = 0;
    on_blank = hook;
    HANDLER = serve;
    DISPLAY_STATUS = BLANK_SIGNAL;
    ENABLED = BLANK;
    REQUESTED = BLANK;
    MASTER = 1;
    __asm__ volatile("msr cpsr_c, #0x5f" : : : "memory"); /* system mode, IRQ on */
}

uint32_t console_blanks(void)
{
    return blanks;
}

void console_sleep(void)
{
    /* IntrWait with 0: also for interrupts that came before; 1 is the vertical blank. */
    __asm__ volatile("mov r0, #0\n\t"
                     "mov r1, #1\n\t"
                     "swi 0x040000"
                     :
                     :
                     : "r0", "r1", "r2", "r3", "r12", "lr", "memory");
}

uint32_t console_keys(void)
{
    return ~(uint32_t)KEYS & KEYS_MASK;
}

void console_keep_picture(void)
{
    (void)board_semihost(OP_KEEP, 0);
}
