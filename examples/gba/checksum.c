/* SPDX-License-Identifier: MIT */
#include "checksum.h"

#include "crc32.h"

/* What a time needs. */
typedef struct stages {
    pelt_pose_q16 pose;
    pelt_joints_q16 joints;
    pelt_palette_q16 palette;
} stages;

static pelt_status place(stages *s, const pelt_model *model, pelt_arena *work, pelt_arena *palette)
{
    pelt_status status = pelt_pose_alloc_q16(&s->pose, model, work);

    if (status == PELT_OK) {
        status = pelt_joints_alloc_q16(&s->joints, model, work);
    }
    if (status == PELT_OK) {
        status = pelt_palette_alloc_q16(&s->palette, model, 0, palette);
    }
    return status;
}

static pelt_status skin_at(stages *s, uint32_t clip, pelt_time time, const pelt_output_q16 *out,
                           uint32_t vertex_count)
{
    pelt_status status = pelt_pose_sample_q16(&s->pose, clip, time);

    if (status == PELT_OK) {
        status = pelt_joints_build_q16(&s->joints, &s->pose);
    }
    if (status == PELT_OK) {
        status = pelt_palette_build_q16(&s->palette, &s->joints);
    }
    if (status == PELT_OK) {
        status = pelt_mesh_skin_q16(out, 0, &s->palette, NULL, 0, vertex_count);
    }
    return status;
}

pelt_status checksum_clip(uint32_t *crc, const pelt_model *model, uint32_t clip, uint32_t flags,
                          void *memory, size_t memory_bytes, void *palette_memory,
                          size_t palette_bytes, int32_t *words)
{
    const pelt_output_q16 out = { words, words + 3, 24, flags };
    pelt_arena work, palette;
    pelt_clip_info info;
    pelt_mesh_info mesh;
    stages s;
    uint32_t k, i;
    pelt_status status = pelt_arena_init(&work, memory, memory_bytes);

    *crc = 0;
    if (status == PELT_OK) {
        status = pelt_arena_init(&palette, palette_memory, palette_bytes);
    }
    if (status == PELT_OK) {
        status = pelt_clip_get(&info, model, clip);
    }
    if (status == PELT_OK) {
        status = pelt_mesh_get(&mesh, model, 0);
    }
    if (status == PELT_OK) {
        status = place(&s, model, &work, &palette);
    }
    for (k = 0; status == PELT_OK && k < CHECKSUM_TIMES; k++) {
        const int64_t length = (int64_t)info.end - info.start;

        status = skin_at(&s, clip, (pelt_time)(info.start + length * k / (int64_t)CHECKSUM_TIMES),
                         &out, mesh.vertex_count);
        for (i = 0; status == PELT_OK && i < mesh.vertex_count * 6u; i++) {
            const uint32_t w = (uint32_t)words[i];
            const uint8_t bytes[4] = { (uint8_t)w, (uint8_t)(w >> 8), (uint8_t)(w >> 16),
                                       (uint8_t)(w >> 24) };

            *crc = crc32_add(*crc, bytes, sizeof bytes);
        }
    }
    return status;
}
