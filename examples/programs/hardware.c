/* SPDX-License-Identifier: MIT */
/* Prepares data for hardware that skins: vertices once, a palette every frame. A function stands in
 * for the hardware. Light needs no skinned normals: it goes to the bind space of each palette entry. */
#include "draw.h"
#include "fox.h"
#include "pelt/gpu.h"

#define BONES 80 /* as in examples/gpu/skin.vert */

typedef struct gpu_vertex {
    int16_t position[4], normal[4]; /* three components each: GPUs prefer multiples of four bytes */
    uint16_t weights[4];
    uint8_t joints[4];
} gpu_vertex;

static uint64_t memory[FOX_ARENA_BYTES / 8];
static pelt_character_q16 fox;
static gpu_vertex buffer[FOX_VERTICES];
static float bones[BONES][12]; /* three vec4 each */
static pelt_bind_light_q16 lights[BONES];
static int32_t shades[FOX_VERTICES];
static const int32_t sun[3] = {PELT_Q16(0.48), PELT_Q16(0.6), PELT_Q16(0.64)}; /* towards it */

static void fill_buffer(void)
{
    static pelt_attributes to; /* what stays 0 is left out */
    to.vertices = buffer;
    to.stride_bytes = sizeof *buffer;
    to.position.type = PELT_SNORM16;
    to.position.offset_bytes = offsetof(gpu_vertex, position);
    to.normal.type = PELT_SNORM16;
    to.normal.offset_bytes = offsetof(gpu_vertex, normal);
    to.weights.type = PELT_UNORM16;
    to.weights.offset_bytes = offsetof(gpu_vertex, weights);
    to.joints.type = PELT_UINT8;
    to.joints.offset_bytes = offsetof(gpu_vertex, joints);
    expect(pelt_attributes_export(&to, fox.pose.model, FOX_MESH_FOX, 0, FOX_VERTICES) == PELT_OK,
           "vertices");
}

/* Does the work of a vertex shader; the result is in glTF units. */
static void shade(float out[3], const gpu_vertex *v)
{
    for (uint32_t r = 0; r < 3; r++) {
        out[r] = 0;
        for (uint32_t k = 0; k < 4; k++) {
            const float *row = &bones[v->joints[k]][4 * r];
            float dot = row[3];
            for (uint32_t c = 0; c < 3; c++)
                dot += row[c] * (float)v->position[c] / 32767.0f;
            out[r] += (float)v->weights[k] / 65535.0f * dot;
        }
    }
}

/* Checks that every vertex is where the library skins it, to a thousandth of a glTF unit, and that its
 * shade is that of its skinned raw normal. */
static void check(const pelt_palette_q16 *palette)
{
    const float unit = 1.0f / (float)(65536u << -FOX_UNIT_SHIFT);
    for (uint32_t i = 0; i < FOX_VERTICES; i++) {
        pelt_vertex_q16 skinned;
        float shaded[3];
        const pelt_output_q16 out = {skinned.position, skinned.normal, sizeof skinned,
                                     PELT_RAW_NORMALS};
        int64_t lit = 0;
        expect(pelt_mesh_skin_q16(&out, FOX_MESH_FOX, palette, NULL, i, 1) == PELT_OK, "skin");
        shade(shaded, &buffer[i]);
        for (uint32_t c = 0; c < 3; c++) {
            const float off = shaded[c] - (float)skinned.position[c] * unit;
            expect(off < 1e-3f && off > -1e-3f, "the GPU's fox is another");
            lit += (int64_t)skinned.normal[c] * sun[c];
        }
        expect(shades[i] - lit / 65536 <= 16 && shades[i] - lit / 65536 >= -16, "lit otherwise");
    }
}

int main(void)
{
    const pelt_palette_q16 *palettes; /* of each skin */
    pelt_mesh_info mesh;
    expect(pelt_character_open_q16(&fox, fox_blob, sizeof fox_blob, FOX_FAMILY, memory,
                                   sizeof memory) == PELT_OK,
           "open");
    expect(pelt_mesh_get(&mesh, fox.pose.model, FOX_MESH_FOX) == PELT_OK &&
               mesh.entry_count <= BONES,
           "too many bones");
    const uint32_t count = mesh.entry_count;
    fill_buffer();
    for (uint32_t ms = 0; ms < 1000; ms += 250) {
        expect(pelt_character_play_q16(&fox, FOX_CLIP_WALK, ms, PELT_LOOP) == PELT_OK &&
                   pelt_character_palettes_get_q16(&palettes, &fox) == PELT_OK &&
                   pelt_palette_export_q16(bones[0], PELT_ROWS_3X4, &palettes[0], NULL, count) ==
                       PELT_OK,
               "palette");
        pelt_palette_light_q16(lights, &palettes[0], sun);
        pelt_mesh_shade_q16(shades, 4, FOX_MESH_FOX, &palettes[0], lights, NULL, 0, FOX_VERTICES);
        check(&palettes[0]);
    }
    return pass("hardware");
}
