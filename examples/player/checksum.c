/* SPDX-License-Identifier: MIT */
#include "checksum.h"

#include <stdbool.h>

#include "../hero/crc32.h"

#define VERTEX_WORDS 6u

typedef struct stages {
    pelt_pose_q16 pose;
    pelt_joints_q16 joints;
    pelt_arena arena; /* what is left */
} stages;

static uint32_t add_words(uint32_t crc, const int32_t *words, uint32_t count)
{
    for (; count > 0u; count--, words++) {
        const uint32_t w = (uint32_t)*words;
        const uint8_t bytes[4] = { (uint8_t)w, (uint8_t)(w >> 8), (uint8_t)(w >> 16),
                                   (uint8_t)(w >> 24) };

        crc = crc32_add(crc, bytes, sizeof bytes);
    }
    return crc;
}

/* A mesh's palette and targets have the memory behind the joints, one mesh after the other. */
static pelt_status add_mesh(uint32_t *crc, const stages *s, const pelt_model *model, uint32_t index)
{
    pelt_arena arena = s->arena;
    pelt_palette_q16 palette;
    pelt_morph_q16 morph;
    pelt_mesh_info mesh;
    const bool has_targets = pelt_morph_bytes_q16(model, index) != 0u;
    pelt_status status = pelt_mesh_get(&mesh, model, index);
    uint32_t v;

    if (status == PELT_OK) {
        status = pelt_palette_alloc_q16(&palette, model, mesh.skin, &arena);
    }
    if (status == PELT_OK) {
        status = pelt_palette_build_q16(&palette, &s->joints);
    }
    if (status == PELT_OK && has_targets) {
        status = pelt_morph_alloc_q16(&morph, model, index, &arena);
    }
    if (status == PELT_OK && has_targets) {
        status = pelt_morph_build_q16(&morph, s->pose.weights + mesh.first_target,
                                      mesh.target_count, 0, 0, mesh.vertex_count);
    }
    for (v = 0; status == PELT_OK && v < mesh.vertex_count; v++) {
        int32_t words[VERTEX_WORDS];
        const pelt_output_q16 out = { words, mesh.has_normals ? words + 3 : NULL,
                                      sizeof words, 0 };

        status = pelt_mesh_skin_q16(&out, index, &palette, has_targets ? &morph : NULL, v, 1);
        *crc = add_words(*crc, words, mesh.has_normals ? VERTEX_WORDS : 3u);
    }
    return status;
}

pelt_status player_checksum(uint32_t *crc, const pelt_model *model, void *memory, size_t bytes)
{
    stages s;
    uint32_t mesh;
    pelt_status status = pelt_arena_init(&s.arena, memory, bytes);

    *crc = 0;
    if (status == PELT_OK) {
        status = pelt_pose_alloc_q16(&s.pose, model, &s.arena);
    }
    if (status == PELT_OK) {
        status = pelt_joints_alloc_q16(&s.joints, model, &s.arena);
    }
    if (status == PELT_OK) {
        status = pelt_pose_rest_q16(&s.pose);
    }
    if (status == PELT_OK) {
        status = pelt_joints_build_q16(&s.joints, &s.pose);
    }
    for (mesh = 0; status == PELT_OK && mesh < model->mesh_count; mesh++) {
        status = add_mesh(crc, &s, model, mesh);
    }
    return status;
}
