/* SPDX-License-Identifier: MIT */
/* Memory of the stages, as far as it is the same in fixed point and in float. */
#include "../base/arena.h"
#include "../blob/stored.h"
#include "../kernel/family.h"

FORMAT_STATIC_ASSERT(locals, sizeof(pelt_local_q16) == sizeof(pelt_local_f32));
FORMAT_STATIC_ASSERT(matrices, sizeof(pelt_joint_matrix_q16) == sizeof(pelt_matrix_f32));
FORMAT_STATIC_ASSERT(entries, sizeof(pelt_entry_q16) == sizeof(pelt_entry_f32));

/* Weights lie behind the locals, whose bytes are a multiple of 8. */
size_t pelt_pose_bytes_get(const pelt_model *model)
{
    return model == NULL ? 0u
                         : pelt_arena_bytes(model->target_count, sizeof(int32_t),
                                            model->joint_count * (uint32_t)sizeof(pelt_local_q16));
}

uint32_t pelt_joints_bytes(const pelt_model *model)
{
    return pelt_arena_bytes(model->joint_count, sizeof(pelt_joint_matrix_q16), 0);
}

uint32_t pelt_palette_bytes(const pelt_model *model, uint32_t skin)
{
    return pelt_arena_bytes(stored_skin(model, skin)->entry_count, sizeof(pelt_entry_q16),
                            FORMAT_PALETTE_PAD_BYTES);
}

uint32_t pelt_morph_record_bytes(const pelt_model *model, uint32_t mesh)
{
    const format_mesh *info = stored_mesh(model, mesh);
    uint32_t bytes = 0; /* no more than the blob's own records */
    for (uint32_t i = 0; i < info->run_count; i++) {
        const format_run *run = stored_run(model, info->first_run + i);
        if ((run->flags & FORMAT_RUN_MORPHED) != 0u)
            bytes += run->vertex_count * layout_of(model->family, run).bytes;
    }
    return bytes;
}

/* Records of the touched vertices, then their tangents. */
uint32_t pelt_morph_bytes(const pelt_model *model, uint32_t mesh)
{
    uint32_t tangent_bytes = 0;
    if (stored_mesh(model, mesh)->tangents != FORMAT_NONE)
        tangent_bytes =
            model->encoding == PELT_FLOAT ? FORMAT_TANGENT_BYTES_F32 : FORMAT_TANGENT_BYTES_Q16;
    return pelt_arena_bytes(stored_morph(model, mesh)->vertex_count, tangent_bytes,
                            pelt_morph_record_bytes(model, mesh) + FORMAT_PALETTE_PAD_BYTES);
}

pelt_status pelt_morph_alloc(pelt_morph *morph, const pelt_model *model, uint32_t mesh,
                             pelt_arena *arena)
{
    if (morph == NULL || model == NULL || arena == NULL)
        return PELT_E_ARGUMENT;
    if (mesh >= model->mesh_count || stored_targets(model, mesh) == NULL)
        return PELT_E_RANGE;
    const pelt_family *family = model->family;
    if (family->morphing_q16 == NULL && family->morphing_f32 == NULL)
        return PELT_E_FAMILY;
    uint8_t *records = (uint8_t *)pelt_arena_take(arena, pelt_morph_bytes(model, mesh));
    if (records == NULL)
        return PELT_E_ARENA;
    morph->model = model;
    morph->mesh = mesh;
    morph->records = records;
    morph->record_bytes = pelt_morph_record_bytes(model, mesh);
    const uint32_t count = stored_mesh(model, mesh)->vertex_count; /* the base shape: no weights */
    return family->morphing_q16 != NULL ? family->morphing_q16->build(morph, NULL, 0, 0, 0, count)
                                        : family->morphing_f32->build(morph, NULL, 0, 0, 0, count);
}

size_t pelt_stages_bytes_get(const pelt_model *model)
{
    if (model == NULL || model->blob == NULL)
        return 0;
    size_t bytes = pelt_pose_bytes_get(model) + pelt_joints_bytes(model);
    for (uint32_t s = 0; s < model->skin_count; s++)
        bytes += pelt_palette_bytes(model, s);
    for (uint32_t m = 0; m < model->mesh_count; m++)
        if (stored_targets(model, m) != NULL)
            bytes += pelt_morph_bytes(model, m);
    return bytes;
}

/* Morphs are there only where the family has them: with another one a character is refused. */
size_t pelt_character_bytes_get(const pelt_model *model)
{
    if (model == NULL || model->blob == NULL)
        return 0;
    return PELT_SCRATCH_BYTES(model->skin_count, model->mesh_count) + pelt_stages_bytes_get(model);
}
