/* SPDX-License-Identifier: MIT */
/* Checksums of a character, see checksum.h. */
#include "checksum.h"

#include "crc32.h"

#define VERTEX_WORDS 6u

static pelt_status add_mesh(uint32_t *crc, const pelt_model *model, uint32_t mesh,
                            const pelt_palette_q16 *palette, const pelt_morph *morph,
                            int32_t *words, uint32_t range)
{
    pelt_mesh_info info;
    pelt_status status = pelt_mesh_get(&info, model, mesh);
    const uint32_t each = status == PELT_OK && info.has_normals ? VERTEX_WORDS : 3u;
    const pelt_output_q16 out = {words, each == 3u ? NULL : words + 3, 4u * each, 0};
    uint32_t first = 0;
    while (status == PELT_OK && first < info.vertex_count) {
        const uint32_t left = info.vertex_count - first;
        const uint32_t count = left < range ? left : range;
        status = pelt_mesh_skin_q16(&out, mesh, palette, morph, first, count);
        if (status == PELT_OK)
            *crc = crc32_add_words(*crc, words, count * each);
        first += count;
    }
    return status;
}

pelt_status checksum_clip(uint32_t *crc, const pelt_model *model, uint32_t clip,
                          pelt_pose_q16 *pose, pelt_joints_q16 *joints, pelt_palette_q16 *palettes,
                          int32_t *words, uint32_t range)
{
    pelt_clip_info info;
    pelt_mesh_info mesh;
    pelt_status status = pelt_clip_get(&info, model, clip);
    *crc = 0;
    for (uint32_t k = 0; status == PELT_OK && k < CHECKSUM_TIMES; k++) {
        const int64_t length = (int64_t)info.end - info.start;
        status = pelt_pose_sample_q16(
            pose, clip, (pelt_time)(info.start + length * k / (int64_t)CHECKSUM_TIMES));
        if (status == PELT_OK)
            status = pelt_joints_build_q16(joints, pose);
        for (uint32_t i = 0; status == PELT_OK && i < model->skin_count; i++)
            status = pelt_palette_build_q16(&palettes[i], joints);
        for (uint32_t i = 0; status == PELT_OK && i < model->mesh_count; i++) {
            status = pelt_mesh_get(&mesh, model, i);
            if (status == PELT_OK)
                status = add_mesh(crc, model, i, &palettes[mesh.skin], NULL, words, range);
        }
    }
    return status;
}

/* The palette and targets of one mesh after another use the memory behind the joints. */
static pelt_status add_resting(uint32_t *crc, const pelt_pose_q16 *pose,
                               const pelt_joints_q16 *joints, pelt_arena arena, uint32_t index)
{
    const pelt_model *model = pose->model;
    int32_t words[VERTEX_WORDS];
    pelt_palette_q16 palette;
    pelt_morph morph;
    pelt_mesh_info mesh;
    pelt_status status = pelt_mesh_get(&mesh, model, index);
    if (status == PELT_OK)
        status = pelt_palette_alloc_q16(&palette, model, mesh.skin, &arena);
    if (status == PELT_OK)
        status = pelt_palette_build_q16(&palette, joints);
    const bool has_targets = status == PELT_OK && mesh.target_count > 0u;
    if (has_targets)
        status = pelt_morph_alloc(&morph, model, index, &arena);
    if (status == PELT_OK && has_targets)
        status = pelt_morph_build_q16(&morph, pose->weights + mesh.first_target, mesh.target_count,
                                      0, 0, mesh.vertex_count);
    return status == PELT_OK
               ? add_mesh(crc, model, index, &palette, has_targets ? &morph : NULL, words, 1)
               : status;
}

pelt_status checksum_rest(uint32_t *crc, const pelt_model *model, void *memory, size_t bytes)
{
    pelt_pose_q16 pose;
    pelt_joints_q16 joints;
    pelt_arena arena;
    pelt_status status = pelt_arena_init(&arena, memory, bytes);
    *crc = 0;
    if (status == PELT_OK)
        status = pelt_pose_alloc_q16(&pose, model, &arena);
    if (status == PELT_OK)
        status = pelt_joints_alloc_q16(&joints, model, &arena);
    if (status == PELT_OK)
        status = pelt_pose_set_q16(&pose, PELT_REST_POSE);
    if (status == PELT_OK)
        status = pelt_joints_build_q16(&joints, &pose);
    for (uint32_t mesh = 0; status == PELT_OK && mesh < model->mesh_count; mesh++)
        status = add_resting(crc, &pose, &joints, arena, mesh);
    return status;
}
