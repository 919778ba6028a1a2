/* SPDX-License-Identifier: MIT */
/* Draws on a machine that takes no indices: it receives the corners of whole triangles, some at a
 * time, each triangle with one normal. */
#include "draw.h"
#include "fox.h"
#include "pelt/gpu.h"

#define CORNERS 48u /* in a buffer: 16 triangles */

static uint64_t memory[FOX_ARENA_BYTES / 8];
static pelt_vertex_q16 vertices[FOX_VERTICES];
static pelt_corner_q16 corners[CORNERS];

/* Stands in for the machine: counts the triangles, and those that have an area. */
static void draw_triangles(uint32_t count, uint32_t triangles[2])
{
    for (uint32_t i = 0; i < count; i += 3) {
        const pelt_corner_q16 *at = corners + i;
        bool whole = true, zero = true;
        for (uint32_t c = 0; c < 3; c++) {
            whole =
                whole && at[1].normal[c] == at[0].normal[c] && at[2].normal[c] == at[0].normal[c];
            zero = zero && at[0].normal[c] == 0;
        }
        expect(whole && at[0].colour[3] == 255, "a triangle has three normals, or cannot be seen");
        triangles[0]++;
        triangles[1] += zero ? 0u : 1u;
    }
}

static void draw_part(const pelt_model *model, uint32_t part, uint32_t triangles[2])
{
    pelt_part_info info;
    expect(pelt_part_get(&info, model, FOX_MESH_FOX, part) == PELT_OK && info.corners == 3, "part");
    for (uint32_t first = 0, count; first < info.index_count; first += count) {
        count = info.index_count - first < CORNERS ? info.index_count - first : CORNERS;
        expect(pelt_corners_get_q16(corners, model, FOX_MESH_FOX, part, vertices, first, count,
                                    PELT_FLAT_NORMALS) == PELT_OK,
               "corners");
        draw_triangles(count, triangles);
    }
}

int main(void)
{
    pelt_character_q16 fox;
    pelt_mesh_info mesh;
    expect(pelt_character_open_q16(&fox, fox_blob, sizeof fox_blob, FOX_FAMILY, memory,
                                   sizeof memory) == PELT_OK &&
               pelt_mesh_get(&mesh, fox.pose.model, FOX_MESH_FOX) == PELT_OK,
           "open");
    for (uint32_t ms = 0; ms < 1000; ms += 100) {
        uint32_t triangles[2] = {0, 0}; /* all, and those with an area */
        pelt_character_play_q16(&fox, FOX_CLIP_WALK, ms, PELT_LOOP);
        pelt_character_skin_q16(&fox, FOX_MESH_FOX, vertices, 0, FOX_VERTICES);
        for (uint32_t part = 0; part < mesh.part_count; part++)
            draw_part(fox.pose.model, part, triangles);
        expect(triangles[0] > 1000 && triangles[1] == triangles[0], "triangles are missing");
    }
    return pass("corners");
}
