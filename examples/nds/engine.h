/* SPDX-License-Identifier: MIT */
/* The Nintendo DS's upper screen: the geometry engine's picture, and a layer of text over it. */
#pragma once

#include <stdint.h>

#define ENGINE_WIDTH 256
#define ENGINE_HEIGHT 192

/* Video memory for textures, in halves. */
#define ENGINE_TEXELS ((uint16_t *)0x06800000u) /* bank A, 128 KB */
#define ENGINE_TEXEL_HALVES 65536u
#define ENGINE_TABLES ((uint16_t *)0x06880000u) /* bank E, 64 KB */
#define ENGINE_TABLE_HALVES 32768u

/* The layer of text: [ENGINE_HEIGHT][ENGINE_WIDTH], red in the lowest five bits; without bit 15 the
 * picture shows. */
#define ENGINE_TEXT ((volatile uint16_t *)0x06000000u)

/* Switches everything on; texture memory is the processor's until engine_take_textures(). */
void engine_start(void);
void engine_take_textures(void);

/* Sends a list of commands by DMA, the last of which shows its picture at the next blank; waits until
 * the list may be written again. */
void engine_send(const uint32_t *words, uint32_t count);
void engine_wait(void);
