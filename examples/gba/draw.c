/* SPDX-License-Identifier: MIT */
/* Sorts triangles by distance and draws them, see draw.h. */
#include "draw.h"

#include <stdbool.h>
#include <string.h>

#include "console.h"
#include "projection.h"

#define BUCKETS 768u /* of the sum of three depths, 0 to 3069, divided by 4 */
#define RECIPROCALS 257
#define LINE_BYTES PROJECTION_WIDTH

int32_t *draw_work;

/* 2^20 / i, for heights and widths in 1/8 pixels. triangles.S uses it, too. */
CONSOLE_FAST int32_t draw_reciprocals[RECIPROCALS];

/* The lists behind the vertices: for each bucket its first triangle + 1, then for each triangle
 * the next one in its bucket + 1. */
typedef uint16_t __attribute__((may_alias)) link;
typedef uint32_t __attribute__((may_alias)) two_links;

/* Arguments of triangles.S and textured.S, which draw the lists of the buckets [bucket, end).
 * Pointers to triangles and links are one element before the first. */
typedef struct draw_job {
    uint8_t *page;
    const draw_triangle *triangles;
    const uint8_t *vertices;
    const link *bucket, *end, *next;
    draw_textures textures;
} draw_job;

static draw_job job;

/* From the linker: both rasterisers share one place. */
extern const uint32_t __load_start_hot_plain[], __load_stop_hot_plain[];
extern const uint32_t __load_start_hot_textured[], __load_stop_hot_textured[];
extern uint32_t hot_drawing[];

void draw_open(const draw_textures *textures)
{
    const bool plain = textures->texels == NULL;
    const uint32_t *from = plain ? __load_start_hot_plain : __load_start_hot_textured;
    const uint32_t *end = plain ? __load_stop_hot_plain : __load_stop_hot_textured;
    memcpy(hot_drawing, from, (size_t)(end - from) * 4u);
    job.textures = *textures;
    draw_reciprocals[0] = 0;
    for (int32_t i = 1; i < RECIPROCALS; i++)
        draw_reciprocals[i] = (1 << 20) / i;
}

uint32_t draw_work_bytes(uint32_t vertex_count, uint32_t triangle_count)
{
    return 8u * vertex_count + (uint32_t)sizeof(link) * (BUCKETS + triangle_count);
}

/// Sorting //////////////////////////////////////////////////////////////////////////////////////

uint64_t draw_faces(const draw_triangle *triangles, const draw_triangle *end, const void *vertices,
                    link *buckets);

CONSOLE_HOT void draw_sort(draw_area *area, const draw_triangle *triangles, uint32_t triangle_count,
                           uint32_t vertex_count)
{
    const uint8_t *vertices = (const uint8_t *)draw_work;
    link *const buckets = (link *)(void *)(draw_work + 2u * vertex_count);
    uint32_t left = UINT32_MAX, right = 0, top = UINT32_MAX, bottom = 0;
    for (uint32_t i = 0; i < BUCKETS; i += 2u) {
        *(two_links *)(void *)(buckets + i) = 0;
    }
    for (uint32_t i = 0; i < vertex_count; i++) {
        const uint32_t place = *(const uint32_t *)(const void *)(vertices + 8u * i);
        const uint32_t x = place & 0xFFFFu;
        left = x < left ? x : left;
        right = x > right ? x : right;
        top = place < top ? place : top;
        bottom = place > bottom ? place : bottom;
    }
    area->first_line = (int32_t)(top >> 16) / PROJECTION_SUBPIXELS;
    area->end_line = (int32_t)(bottom >> 16) / PROJECTION_SUBPIXELS + 1;
    area->first = (int32_t)left / PROJECTION_SUBPIXELS & ~3;
    area->end = ((int32_t)right / PROJECTION_SUBPIXELS + 4) & ~3;
    const uint64_t range = draw_faces(triangles, triangles + triangle_count, vertices, buckets);
    job.triangles = triangles - 1;
    job.vertices = vertices;
    job.bucket = buckets + (uint32_t)range;
    job.end = buckets + (uint32_t)(range >> 32) + 1;
    job.next = buckets + BUCKETS - 1;
}

/// Clearing /////////////////////////////////////////////////////////////////////////////////////

CONSOLE_HOT void draw_clear(uint8_t *page, const draw_area *area)
{
    static CONSOLE_FAST volatile uint32_t zero;
    const uint32_t words = (uint32_t)(area->end - area->first) / 4u;
    uint8_t *to = page + area->first_line * LINE_BYTES + area->first;

    zero = 0;
    if (words == 0u)
        return;
    CONSOLE_IO32(0xD4) = (uint32_t)(uintptr_t)&zero;
    for (int32_t line = area->first_line; line < area->end_line; line++) {
        CONSOLE_IO32(0xD8) = (uint32_t)(uintptr_t)to;
        CONSOLE_IO32(0xDC) = 0x85000000u | words; /* DMA 3: words, from a fixed address, now */
        to += LINE_BYTES;
    }
}

/// Drawing //////////////////////////////////////////////////////////////////////////////////////

void draw_lists(const draw_job *job);
void draw_textured(const draw_job *job);

void draw_kept(uint8_t *page)
{
    job.page = page;
    if (job.textures.texels == NULL)
        draw_lists(&job);
    else
        draw_textured(&job);
}
