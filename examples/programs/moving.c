/* SPDX-License-Identifier: MIT */
/* Moves a character with three calls. */
#include "fox.h"  /* pelt bake fox.glb -o fox.pelt --c fox */
#include "draw.h" /* void draw(const pelt_vertex_q16 *vertices, int unit_shift): yours */

static uint64_t memory[FOX_ARENA_BYTES / 8];
static pelt_vertex_q16 vertices[FOX_VERTICES]; /* position[3], normal[3] */

int main(void)
{
    pelt_character_q16 fox;
    if (pelt_character_open_q16(&fox, fox_blob, sizeof fox_blob, FOX_FAMILY, memory,
                                sizeof memory) != PELT_OK)
        return 1;
    for (uint32_t ms = 0;; ms += 33) {
        pelt_character_play_q16(&fox, FOX_CLIP_WALK, ms, PELT_LOOP);
        pelt_character_skin_q16(&fox, PELT_ALL_MESHES, vertices, 0, FOX_VERTICES);
        draw(vertices, FOX_UNIT_SHIFT); /* glTF units = vertices * 2^FOX_UNIT_SHIFT / 65536 */
    }
}
