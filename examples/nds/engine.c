/* SPDX-License-Identifier: MIT */
/* Sets up the geometry engine, see engine.h. */
#include "engine.h"

#define IO8(offset) (*(volatile uint8_t *)(0x04000000u + (offset)))
#define IO16(offset) (*(volatile uint16_t *)(0x04000000u + (offset)))
#define IO32(offset) (*(volatile uint32_t *)(0x04000000u + (offset)))
#define DISPCNT IO32(0x000)
#define LAYER_3D IO16(0x008)
#define LAYER_TEXT(below) IO16((below) + 0x00c)
#define TEXT_SCALE(below, n) IO16((below) + 0x020 + 2 * (n))
#define BELOW 0x1000 /* the other screen's registers */
#define DISP3DCNT IO16(0x060)
#define DMA_FROM IO32(0x0b0)
#define DMA_TO IO32(0x0b4)
#define DMA_CONTROL IO32(0x0b8)
#define VRAMCNT_A IO8(0x240)
#define VRAMCNT_B IO8(0x241)
#define VRAMCNT_C IO8(0x242)
#define VRAMCNT_E IO8(0x244)
#define BACKDROP_BELOW (*(volatile uint16_t *)0x05000400u)
#define POWCNT1 IO16(0x304)
#define CLEAR_COLOR IO32(0x350)
#define CLEAR_DEPTH IO16(0x354)
#define VIEWPORT IO32(0x580)

#define POWER_ALL_MAIN_ABOVE 0x820fu
#define DISPLAY_TEXT 0x00010405u
#define DISPLAY_3D_AND_TEXT 0x0001050du /* layers 0, from the engine, and 2, a bitmap */
#define TEXTURES 0x0001u
#define SMOOTH_EDGES 0x0010u
#define BITMAP_OF_COLOURS 0x4084u /* 256 x 256, before the picture */
#define FOR_PROCESSOR 0x80u
#define FOR_LAYERS 0x81u
#define FOR_TEXTURES 0x83u
#define FOR_LAYERS_BELOW 0x84u
#define DMA_TO_ENGINE 0xbc400000u /* words, when the engine asks for them, to one place */
#define DMA_BUSY 0x80000000u
#define GEOMETRY_FIFO 0x04000400u
#define CACHE_LINE 32u

void engine_start(void)
{
    POWCNT1 = POWER_ALL_MAIN_ABOVE;
    VRAMCNT_A = VRAMCNT_E = FOR_PROCESSOR;
    VRAMCNT_B = FOR_LAYERS;
    VRAMCNT_C = FOR_LAYERS_BELOW;
    for (uint32_t i = 0; i < ENGINE_WIDTH * ENGINE_HEIGHT; i++)
        ENGINE_TEXT[i] = ENGINE_BELOW[i] = 0;
    LAYER_3D = 1;
    BACKDROP_BELOW = 0;
    for (uint32_t below = 0; below <= BELOW; below += BELOW) {
        LAYER_TEXT(below) = BITMAP_OF_COLOURS;
        TEXT_SCALE(below, 0) = TEXT_SCALE(below, 3) = 256;
        TEXT_SCALE(below, 1) = TEXT_SCALE(below, 2) = 0;
    }
    DISP3DCNT = TEXTURES | SMOOTH_EDGES;
    CLEAR_COLOR = 0x3f1f0000u; /* opaque, with its own polygon number */
    CLEAR_DEPTH = 0x7fffu;
    VIEWPORT = (uint32_t)(ENGINE_WIDTH - 1) << 16 | (uint32_t)(ENGINE_HEIGHT - 1) << 24;
    DISPCNT = DISPLAY_3D_AND_TEXT;
    IO32(BELOW) = DISPLAY_TEXT;
}

void engine_draw_text(volatile uint16_t *layer, int y, int height, const uint16_t *rgb565)
{
    layer += y * ENGINE_WIDTH;
    for (int i = 0; i < height * ENGINE_WIDTH; i++) {
        const uint32_t pixel = rgb565[i];
        layer[i] =
            pixel == ENGINE_CLEAR
                ? 0
                : (uint16_t)(0x8000u | pixel >> 11 | (pixel >> 1 & 0x3e0u) | (pixel & 31u) << 10);
    }
}

void engine_take_textures(void)
{
    VRAMCNT_A = VRAMCNT_E = FOR_TEXTURES;
}

/* Writes back what the data cache has of these bytes, as DMA reads memory. */
static void clean(const uint32_t *words, uint32_t count)
{
    const uint32_t end = (uint32_t)(uintptr_t)(words + count);
    for (uint32_t at = (uint32_t)(uintptr_t)words & ~(CACHE_LINE - 1u); at < end; at += CACHE_LINE)
        __asm__ volatile("mcr p15, 0, %0, c7, c10, 1" : : "r"(at) : "memory");
    __asm__ volatile("mcr p15, 0, %0, c7, c10, 4" : : "r"(0) : "memory");
}

void engine_send(const uint32_t *words, uint32_t count)
{
    clean(words, count);
    DMA_FROM = (uint32_t)(uintptr_t)words;
    DMA_TO = GEOMETRY_FIFO;
    DMA_CONTROL = DMA_TO_ENGINE | count;
}

void engine_wait(void)
{
    while ((DMA_CONTROL & DMA_BUSY) != 0u) {
    }
}
