/* SPDX-License-Identifier: MIT */
/* The PlayStation's GPU and GTE as the sources of this folder use them: registers, commands, words. */
#ifndef PELT_PSX_HARDWARE_H
#define PELT_PSX_HARDWARE_H

#include <stdbool.h>

#include "pelt/psx.h"

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define GP0 REGISTER(0x1f801810u)
#define GP1 REGISTER(0x1f801814u) /* read: status */
#define GPU_IDLE 0x04000000u
#define DMA_CONTROL REGISTER(0x1f8010f0u)
#define DMA_FROM(channel) REGISTER(0x1f801080u + 16u * (channel))
#define DMA_COUNT(channel) REGISTER(0x1f801084u + 16u * (channel))
#define DMA_MODE(channel) REGISTER(0x1f801088u + 16u * (channel))
#define TO_GPU 2u
#define CHAINS 6u               /* makes the words of a table a chain, downwards */
#define DMA_ENABLED 0x08000800u /* both */
#define DMA_BUSY 0x01000000u
#define ADDRESS 0xffffffu

#define GP0_TRIANGLE 0x20000000u
#define GP0_SMOOTH 0x30000000u
#define GP0_TEXTURED 0x34000000u

#define SMOOTH_WORDS 6u
#define TEXTURED_WORDS 10u /* with its window */
#define TOGETHER 4u        /* triangles in a packet of a shadow, */
#define SHADOW_WORDS 16u   /* as many words as the GPU's queue takes */

/* The GPU draws edges up to 1023 x 511: all within this area, in whose middle the screen is. */
#define LEFT_MOST (-351)
#define RIGHT_MOST 672
#define TOP_MOST (-135)
#define BOTTOM_MOST 376
#define FAR 0x40000u /* in `away` of a vertex outside; more than the sum of three */

#define PIECE_CORNERS 8u /* at most, of what is left of a triangle */

#define FIRST_X 320u    /* halfwords of video memory: behind the pages */
#define COLUMNS 11u     /* of 64 halfwords, from there on */
#define SIDE_MAX 256u   /* texels */
#define SIDE_MIN 8u     /* of a window */
#define BRIGHTEST 350u  /* light, Q8 */
#define DISPLAYED 1920u /* linear >> 2: up to 16 * BRIGHTEST, and 4 * 511 of the outline */
#define LAMP_STEPS 257u

static inline uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static inline int32_t clamped(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

static inline uint32_t pair(int32_t low, int32_t high)
{
    return ((uint32_t)low & 0xffffu) | (uint32_t)high << 16;
}

static inline uint32_t address(const uint32_t *packet)
{
    return (uint32_t)(uintptr_t)packet & ADDRESS;
}

/* Cuts a triangle of which a corner is outside, or an edge too long; returns how many corners are left.
 * uv: of its corners, and of what is left */
uint32_t pelt_psx_cut(pelt_psx_vertex to[PIECE_CORNERS], uint32_t uv[PIECE_CORNERS],
                      const pelt_psx_vertex *const of[3], const pelt_camera *cam);

/// GTE ////////////////////////////////////////////////////////////////////////////////////////////

#define TO_VIEW_V0 "0x4a086012"  /* MVMVA, shifted by 12: rotation */
#define ENTRY_V0 "0x4a0a2012"    /* light matrix and background */
#define ENTRY_V1 "0x4a0ae012"    /* light matrix */
#define LIGHT_V1 "0x4a0ce012"    /* colour matrix */
#define WEIGH "0x4b90003d"       /* GPF, not shifted */
#define ADD_WEIGHED "0x4ba8003e" /* GPL, shifted by 12 */
#define TINT "0x4b680029"        /* DCPL: RGBC times IR, while IR0 is 0 */
#define RTPS "0x4a180001"
#define NCLIP "0x4b400006"
#define GTE_TOO_NEAR 0x20000u /* a flag: the division overflowed */

/* Writes and reads of the GTE's registers; the assembler keeps a read apart from the use of its value. A
 * command needs two instructions behind a write: COMMAND has them, THEN stands behind others. */
#define CONTROL(number, value) __asm__ volatile("ctc2 %0, $" #number : : "r"((uint32_t)(value)))
#define SET(number, value) __asm__ volatile("mtc2 %0, $" #number : : "r"((uint32_t)(value)))
#define GET(to, number) __asm__ volatile("mfc2 %0, $" #number : "=r"(to))
#define GET_MAC(a, b, c)                                                                           \
    GET(a, 25);                                                                                    \
    GET(b, 26);                                                                                    \
    GET(c, 27)
#define COMMAND(word) __asm__ volatile("nop\n\tnop\n\t.word " word)
#define THEN(word) __asm__ volatile(".word " word)

#endif
