/* SPDX-License-Identifier: MIT */
/* The rasteriser of the Game Boy Advance: draws triangles of projection_project()'s vertices into a
 * page of 240 x 160 bytes of video memory, which takes 16 bits at a time. It draws from back to
 * front without a depth buffer, Gouraud-shaded along the triangle's ramp of colours, without a
 * division per triangle, line or pixel. */
#pragma once

#include <stdint.h>

#define DRAW_VERTICES_MAX 8191u /* of all meshes: eight times this number fits a halfword */
#define DRAW_TRIANGLES_MAX 65534u
#define DRAW_CLEAR 1u
#define DRAW_MASKED 0x80000u

/* Low halves first: byte offsets of the corners' screen vertices, 8 bytes each, and 256 times
 * the ramp's first colour; with draw_textures its texture: the number of its first texel divided by 16. */
typedef struct draw_triangle {
    uint32_t a_b, c_ramp;
} draw_triangle;

/* Memory that the stages of a frame use one after the other: for poses and model matrices, then for
 * skinned vertices, then for screen vertices and the rasteriser's lists. */
extern int32_t *draw_work;

/* The part of a page that is not zero: lines [first_line, end_line), bytes [first, end). */
typedef struct draw_area {
    int32_t first_line, end_line;
    int32_t first, end; /* multiples of 4 */
} draw_area;

/* Of a model with textures.
 * places  v << 16 | u of each vertex, 1/2048 of its texture's sides; of vertices without texture unused
 * texels  16 times a ramp; at 16 times a ramp the ramp itself, for triangles without texture, then the
 *         textures, 128 columns of 128 each; DRAW_CLEAR: is not drawn, where numbers of the
 *         texture have DRAW_MASKED / 16, too */
typedef struct draw_textures {
    uint32_t *places;
    uint8_t *texels;
} draw_textures;

/* texels == NULL: ramps have 32 shades, else 16. */
void draw_open(const draw_textures *textures);

/* Bytes of draw_work for screen vertices and the lists behind them. */
uint32_t draw_work_bytes(uint32_t vertex_count, uint32_t triangle_count);

/* Keeps the triangles that face the camera, by distance, in draw_work behind the vertices; finds
 * the area that they cover. */
void draw_sort(draw_area *area, const draw_triangle *triangles, uint32_t triangle_count,
               uint32_t vertex_count);

/* Zeroes an area of a page. */
void draw_clear(uint8_t *page, const draw_area *area);

/* Draws the triangles that draw_sort() kept. */
void draw_kept(uint8_t *page);

/* 2^20 / i, for triangles.S. */
extern int32_t draw_reciprocals[];
