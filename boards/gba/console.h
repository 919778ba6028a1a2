/* SPDX-License-Identifier: MIT */
/* Hardware of the Game Boy Advance that images use in addition to board.h: registers, interrupts,
 * keys, pictures. */
#pragma once

#include <stdint.h>

#define CONSOLE_IO16(offset) (*(volatile uint16_t *)(0x04000000u + (offset)))
#define CONSOLE_IO32(offset) (*(volatile uint32_t *)(0x04000000u + (offset)))

/* BGR 5-5-5: 256 colours of pictures, then 256 of objects. */
#define CONSOLE_PALETTE ((volatile uint16_t *)0x05000000u)
#define CONSOLE_VIDEO ((uint8_t *)0x06000000u)
#define CONSOLE_OBJECTS ((volatile uint16_t *)0x07000000u)

/* ARM code in fast memory, and variables there, which are not cleared at the start. */
#define CONSOLE_HOT __attribute__((section(".pelt.hot"), noinline))
#define CONSOLE_FAST __attribute__((section(".iwram")))

/* 16,777,216 cycles a second; a picture is 228 lines of 1,232. */
#define CONSOLE_PICTURE_CYCLES 280896u

/// Interrupts ///

/* Starts counting pictures and calls `hook` at the start of each vertical blank, in interrupt mode
 * on a stack of 100 bytes. */
void console_start(void (*hook)(void));

/* The number of vertical blanks since console_start(). */
uint32_t console_blanks(void);

/* Sleeps until the next vertical blank, or returns at once if one came since the last call. */
void console_sleep(void);

/// Keys ///

#define CONSOLE_A 0x001u
#define CONSOLE_B 0x002u
#define CONSOLE_SELECT 0x004u
#define CONSOLE_START 0x008u
#define CONSOLE_RIGHT 0x010u
#define CONSOLE_LEFT 0x020u
#define CONSOLE_UP 0x040u
#define CONSOLE_DOWN 0x080u
#define CONSOLE_R 0x100u
#define CONSOLE_L 0x200u

/* The keys that are held. */
uint32_t console_keys(void);

/// Pictures ///

/* Makes the emulator's runner keep the next whole picture (run_mgba.c); does nothing elsewhere. */
void console_keep_picture(void);
