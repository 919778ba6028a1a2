/* SPDX-License-Identifier: MIT */
/* Draws on hardware with room for 16 matrices: a fox of `bake --max-palette 16` is drawn part by
 * part. */
#include "draw.h"
#include "fox16.h"
#include "pelt/gpu.h"

#define MATRICES 16

typedef struct gpu_vertex {
    int16_t position[4]; /* three components */
    uint16_t weights[4];
    uint8_t joints[4]; /* indices in its part's list */
} gpu_vertex;

static uint64_t memory[FOX16_ARENA_BYTES / 8];
static pelt_character_q16 fox;
static const pelt_palette_q16 *palettes; /* of each skin */
static gpu_vertex buffer[FOX16_VERTICES];
static float matrices[MATRICES][12];
static uint32_t loaded; /* number of matrices that the current part has loaded */

static void open_fox(void)
{
    static pelt_attributes to; /* what stays 0 is left out */
    expect(pelt_character_open_q16(&fox, fox16_blob, sizeof fox16_blob, FOX16_FAMILY, memory,
                                   sizeof memory) == PELT_OK,
           "open");
    to.vertices = buffer;
    to.stride_bytes = sizeof *buffer;
    to.position.type = PELT_SNORM16;
    to.position.offset_bytes = offsetof(gpu_vertex, position);
    to.weights.type = PELT_UNORM16;
    to.weights.offset_bytes = offsetof(gpu_vertex, weights);
    to.joints.type = PELT_UINT8;
    to.joints.offset_bytes = offsetof(gpu_vertex, joints);
    to.by_part = 1;
    expect(pelt_attributes_export(&to, fox.pose.model, FOX16_MESH_FOX, 0, FOX16_VERTICES) ==
               PELT_OK,
           "vertices");
}

/* Does the work of a vertex shader; the result is in glTF units. */
static void shade(float out[3], const gpu_vertex *v)
{
    out[0] = out[1] = out[2] = 0;
    for (uint32_t k = 0; k < 4; k++) {
        expect(v->joints[k] < loaded, "a matrix that is not loaded");
        for (uint32_t r = 0; r < 3; r++) {
            const float *row = &matrices[v->joints[k]][4 * r];
            float dot = row[3];
            for (uint32_t c = 0; c < 3; c++)
                dot += row[c] * (float)v->position[c] / 32767.0f;
            out[r] += (float)v->weights[k] / 65535.0f * dot;
        }
    }
}

/* Stands in for the hardware: checks that each vertex is where the library skins it. */
static void draw_vertex(uint32_t vertex)
{
    const float unit = 1.0f / (float)(65536u << -FOX16_UNIT_SHIFT);
    pelt_vertex_q16 skinned;
    float shaded[3];
    expect(pelt_character_skin_q16(&fox, FOX16_MESH_FOX, &skinned, vertex, 1) == PELT_OK, "skin");
    shade(shaded, &buffer[vertex]);
    for (uint32_t c = 0; c < 3; c++) {
        const float off = shaded[c] - (float)skinned.position[c] * unit;
        expect(off < 1e-3f && off > -1e-3f, "the hardware's fox is another");
    }
}

/* Loads the palette entries that a part needs, then draws its triangles; returns their number. */
static uint32_t draw_part(uint32_t part)
{
    pelt_part_info info;
    const uint16_t *entries;
    const pelt_model *model = fox.pose.model;
    expect(pelt_part_get(&info, model, FOX16_MESH_FOX, part) == PELT_OK &&
               pelt_part_joints_get(&entries, &loaded, model, FOX16_MESH_FOX, part) == PELT_OK &&
               loaded <= MATRICES &&
               pelt_palette_export_q16(matrices[0], PELT_ROWS_3X4, &palettes[0], entries, loaded) ==
                   PELT_OK,
           "a part");
    for (uint32_t i = 0; i < info.index_count; i++)
        draw_vertex(info.indices16[i]);
    return info.index_count / 3;
}

int main(void)
{
    pelt_mesh_info mesh;
    uint32_t triangles = 0;
    open_fox();
    expect(pelt_mesh_get(&mesh, fox.pose.model, FOX16_MESH_FOX) == PELT_OK && mesh.part_count > 1,
           "parts");
    expect(pelt_pose_sample_q16(&fox.pose, FOX16_CLIP_WALK, PELT_MS(333)) == PELT_OK &&
               pelt_character_palettes_get_q16(&palettes, &fox) == PELT_OK,
           "palette");
    for (uint32_t part = 0; part < mesh.part_count; part++)
        triangles += draw_part(part);
    expect(triangles > 1000, "triangles are missing");
    return pass("parts");
}
