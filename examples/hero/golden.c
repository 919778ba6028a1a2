/* SPDX-License-Identifier: MIT */
#include "golden.h"

#include "crc32.h"

static uint32_t add_word(uint32_t crc, int32_t word)
{
    const uint32_t w = (uint32_t)word;
    const uint8_t bytes[4] = { (uint8_t)w, (uint8_t)(w >> 8), (uint8_t)(w >> 16),
                               (uint8_t)(w >> 24) };

    return crc32_add(crc, bytes, sizeof bytes);
}

static pelt_status add_mesh(uint32_t *crc, const pelt_model *model, uint32_t mesh,
                            const pelt_palette_q16 *palettes, int32_t *words, uint32_t range)
{
    pelt_output_q16 out = { words, words + 3, 24, 0 };
    pelt_mesh_info info;
    pelt_status status = pelt_mesh_get(&info, model, mesh);
    uint32_t first = 0;

    if (status == PELT_OK && !info.has_normals) {
        out.normals = NULL;
    }
    while (status == PELT_OK && first < info.vertex_count) {
        const uint32_t left = info.vertex_count - first;
        const uint32_t count = left < range ? left : range;
        uint32_t i;

        for (i = 0; i < count * 6u; i++) {
            words[i] = 0;
        }
        status = pelt_mesh_skin_q16(&out, mesh, &palettes[info.skin], NULL, first, count);
        for (i = 0; status == PELT_OK && i < count * 6u; i++) {
            *crc = add_word(*crc, words[i]);
        }
        first += count;
    }
    return status;
}

pelt_status golden_q16(uint32_t *crc, const pelt_model *model, uint32_t clip, pelt_pose_q16 *pose,
                       pelt_joints_q16 *joints, pelt_palette_q16 *palettes, int32_t *words,
                       uint32_t range)
{
    pelt_clip_info info;
    pelt_status status = pelt_clip_get(&info, model, clip);
    uint32_t k, i;

    *crc = 0;
    for (k = 0; status == PELT_OK && k < GOLDEN_TIMES; k++) {
        const int64_t length = (int64_t)info.end - info.start;

        status = pelt_pose_sample_q16(
            pose, clip, (pelt_time)(info.start + length * k / (int64_t)GOLDEN_TIMES));
        if (status == PELT_OK) {
            status = pelt_joints_build_q16(joints, pose);
        }
        for (i = 0; status == PELT_OK && i < model->skin_count; i++) {
            status = pelt_palette_build_q16(&palettes[i], joints);
        }
        for (i = 0; status == PELT_OK && i < model->mesh_count; i++) {
            status = add_mesh(crc, model, i, palettes, words, range);
        }
    }
    return status;
}
