/* SPDX-License-Identifier: MIT */
/* The Nintendo DS's screens: the geometry engine's picture above, a layer of text over it, and text below. */
#pragma once

#include <stdint.h>

#define ENGINE_WIDTH 256
#define ENGINE_HEIGHT 192

/* Video memory for textures, in halfwords. */
#define ENGINE_TEXELS ((uint16_t *)0x06800000u) /* bank A, 128 KB */
#define ENGINE_TEXEL_HALVES 65536u
#define ENGINE_TABLES ((uint16_t *)0x06880000u) /* bank E, 64 KB */
#define ENGINE_TABLE_HALVES 32768u

/* The layers of text of the upper and the lower screen, [ENGINE_HEIGHT][ENGINE_WIDTH]. */
#define ENGINE_TEXT ((volatile uint16_t *)0x06000000u)
#define ENGINE_BELOW ((volatile uint16_t *)0x06200000u)
/* Copies lines of text, from y on. Where they have the colour ENGINE_CLEAR, the picture shows or black. */
#define ENGINE_CLEAR 0xf81fu
void engine_draw_text(volatile uint16_t *layer, int y, int height, const uint16_t *rgb565);

/* Switches everything on; texture memory is the processor's until engine_take_textures(). */
void engine_start(void);
void engine_take_textures(void);

/* Begins to send a list of commands by DMA, the last of which shows its picture at the next blank. */
void engine_send(const uint32_t *words, uint32_t count);
/* Waits until the list may be written again. */
void engine_wait(void);
