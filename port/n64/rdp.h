/* SPDX-License-Identifier: MIT */
/* Commands of the RDP, of two words each unless they are triangles. */
#ifndef PELT_N64_RDP_H
#define PELT_N64_RDP_H

#include <stdbool.h>

#include "pelt/n64.h"

#include "../../src/draw/body.h"

#define RDP_TRIANGLE 0x08u /* and bits of: */
#define RDP_WITH_DEPTH 1u
#define RDP_WITH_TEXTURE 2u
#define RDP_WITH_SHADE 4u
#define RDP_SYNC_LOAD 0x26u
#define RDP_SYNC_PIPE 0x27u
#define RDP_SYNC_TILE 0x28u
#define RDP_SYNC_FULL 0x29u
#define RDP_SCISSOR 0x2du
#define RDP_MODES 0x2fu
#define RDP_LOAD_TABLE 0x30u
#define RDP_TILE_SIZE 0x32u
#define RDP_LOAD_TILE 0x34u
#define RDP_TILE 0x35u
#define RDP_FILL_RECTANGLE 0x36u
#define RDP_FILL_COLOUR 0x37u
#define RDP_BLEND_COLOUR 0x39u
#define RDP_PAINT_COLOUR 0x3au
#define RDP_COMBINE 0x3cu
#define RDP_TEXTURE_IMAGE 0x3du
#define RDP_DEPTH_IMAGE 0x3eu
#define RDP_COLOUR_IMAGE 0x3fu

/* Kinds of texels, and their bits */
#define RDP_RGBA (0u << 21)
#define RDP_INDICES (2u << 21)
#define RDP_4_BITS (0u << 19)
#define RDP_8_BITS (1u << 19)
#define RDP_16_BITS (2u << 19)

#define TABLE_TMEM 256u /* words of 8 bytes: the upper half of the texture memory */
#define PART_BYTES(bits) ((bits) == 16u ? 4096u : 2048u) /* of it that texels take, tables apart */

/* Kinds of triangles: those from MODE_SHADED on have depths, those from MODE_TABLE on textures. */
enum { MODE_NONE, MODE_BEHIND, MODE_PAINT, MODE_SHADED, MODE_FACETED, MODE_TABLE, MODE_COLOURS };

static inline void rdp_put(pelt_n64_list *list, uint32_t command, uint32_t high, uint32_t low)
{
    list->at[0] = command << 24 | high;
    list->at[1] = low;
    list->at += 2;
}

static inline uint32_t rdp_colour(uint32_t red, uint32_t green, uint32_t blue)
{
    return red << 24 | green << 16 | blue << 8 | 255u;
}

static inline bool rdp_is_list(const pelt_n64_list *list)
{
    return list != NULL && list->send != NULL && list->at != NULL && list->end != NULL;
}

static inline bool rdp_is_body(const pelt_n64_body *body)
{
    return body != NULL && body->batches != NULL && body->corners != NULL &&
           body->display != NULL && pelt_draw_are_valid(&body->look);
}

/* The distance from which on triangles are not cut: a camera unit is at most a pixel large there, and depths
 * leave a ninth of their range to the rounding of slopes. */
static inline int32_t rdp_nearest(const pelt_camera *cam)
{
    const int32_t near = cam->near_plane + (cam->near_plane + 7) / 8;
    return near > cam->focal / 16 ? near : cam->focal / 16 + 1;
}

/* Sends a half, and begins the other one. */
void pelt_n64_send_half(pelt_n64_list *list);

/* Makes room for a piece of at most PELT_N64_PIECE_WORDS. */
static inline void rdp_make_room(pelt_n64_list *list)
{
    if (list->end - list->at < (int)PELT_N64_PIECE_WORDS)
        pelt_n64_send_half(list);
}

/* Sets the RDP's modes; there has to be room for a piece. colour: of MODE_PAINT, RGBA */
void pelt_n64_set_mode(pelt_n64_list *list, uint32_t mode, uint32_t colour);

void pelt_n64_write_inverses(uint16_t to[PELT_N64_INVERSES]);

/* Adds triangles in the list's mode; returns how many have a pixel to draw.
 * corners  [count][3]: numbers of vertices */
uint32_t pelt_n64_put(pelt_n64_list *list, const pelt_draw_vertex *vertices,
                      const uint16_t *corners, const pelt_n64_places *places, uint32_t count,
                      bool two_sided);

/* Adds what is seen of those of which a corner is outside; `crossed` is set if there is one, near.c. */
uint32_t pelt_n64_put_crossing(pelt_n64_list *list, const pelt_draw_vertex *vertices,
                               const uint16_t *corners, const pelt_n64_places *places,
                               uint32_t count, bool two_sided, bool *crossed);

#endif
