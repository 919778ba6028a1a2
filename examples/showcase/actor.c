/* SPDX-License-Identifier: MIT */
#include "actor.h"

#include "portrait.h"

/// Memory ///////////////////////////////////////////////////////////////////////////////////////

static size_t rounded(size_t bytes)
{
    return (bytes + 7u) & ~(size_t)7u;
}

void *actor_take(pelt_arena *arena, size_t bytes)
{
    void *const memory = arena->memory + arena->used_bytes;

    if (rounded(bytes) > arena->size_bytes - arena->used_bytes)
        return NULL;
    arena->used_bytes += (uint32_t)rounded(bytes);
    return memory;
}

pelt_status actor_open(actor *a, const void *blob, size_t blob_bytes)
{
    pelt_status status = pelt_model_open(&a->model, blob, blob_bytes, &pelt_exact_morphs);

    if (status == PELT_E_FAMILY)
        status = pelt_model_open(&a->model, blob, blob_bytes, &pelt_lean_morphs);
    a->vertex_count = status == PELT_OK ? portrait_vertex_count(&a->model) : 0u;
    a->triangle_count = status == PELT_OK ? portrait_triangle_count(&a->model) : 0u;
    return status;
}

size_t actor_pose_bytes(const pelt_model *model)
{
    return 2u * pelt_pose_bytes_q16(model) + pelt_joints_bytes_q16(model);
}

size_t actor_bytes(const pelt_model *model)
{
    size_t bytes = actor_pose_bytes(model) + rounded(model->skin_count * sizeof(pelt_palette_q16)) +
                   rounded(model->mesh_count * sizeof(pelt_morph_q16));

    for (uint32_t i = 0; i < model->skin_count; i++)
        bytes += pelt_palette_bytes_q16(model, i);
    for (uint32_t i = 0; i < model->mesh_count; i++)
        bytes += pelt_morph_bytes_q16(model, i);
    return bytes;
}

pelt_status actor_place(actor *a, pelt_arena *poses, pelt_arena *palettes)
{
    const pelt_model *model = &a->model;
    pelt_status status = pelt_pose_alloc_q16(&a->pose, model, poses);

    if (status == PELT_OK)
        status = pelt_pose_alloc_q16(&a->other, model, poses);
    if (status == PELT_OK)
        status = pelt_joints_alloc_q16(&a->joints, model, poses);
    if (status == PELT_OK) {
        a->palettes = actor_take(palettes, model->skin_count * sizeof a->palettes[0]);
        a->morphs = actor_take(palettes, model->mesh_count * sizeof a->morphs[0]);
        status = a->palettes == NULL || a->morphs == NULL ? PELT_E_ARENA : PELT_OK;
    }
    for (uint32_t i = 0; status == PELT_OK && i < model->skin_count; i++)
        status = pelt_palette_alloc_q16(&a->palettes[i], model, i, palettes);
    for (uint32_t i = 0; status == PELT_OK && i < model->mesh_count; i++) {
        a->morphs[i].model = NULL;
        if (pelt_morph_bytes_q16(model, i) != 0u)
            status = pelt_morph_alloc_q16(&a->morphs[i], model, i, palettes);
    }
    return status;
}

/// Stages ///////////////////////////////////////////////////////////////////////////////////////

static pelt_status pose_at(pelt_pose_q16 *pose, uint32_t clip, pelt_time time)
{
    return clip == PELT_NONE ? pelt_pose_rest_q16(pose) : pelt_pose_sample_q16(pose, clip, time);
}

pelt_status actor_sample(actor *a, const actor_moment *moment)
{
    return pose_at(&a->pose, moment->clip, moment->time);
}

pelt_status actor_blend(actor *a, const actor_moment *moment)
{
    if (moment->other_weight == 0)
        return PELT_OK;
    const pelt_status status = pose_at(&a->other, moment->other_clip, moment->other_time);
    return status != PELT_OK ? status
                             : pelt_pose_blend_q16(&a->pose, &a->other, moment->other_weight, NULL);
}

pelt_status actor_joints(actor *a)
{
    return pelt_joints_build_q16(&a->joints, &a->pose);
}

pelt_status actor_palettes(actor *a)
{
    pelt_status status = PELT_OK;

    for (uint32_t i = 0; status == PELT_OK && i < a->model.skin_count; i++)
        status = pelt_palette_build_q16(&a->palettes[i], &a->joints);
    for (uint32_t i = 0; status == PELT_OK && i < a->model.mesh_count; i++) {
        pelt_mesh_info info;

        if (a->morphs[i].model == NULL)
            continue;
        status = pelt_mesh_get(&info, &a->model, i);
        if (status == PELT_OK)
            status = pelt_morph_build_q16(&a->morphs[i], a->pose.weights + info.first_target,
                                          info.target_count, 0, 0, info.vertex_count);
    }
    return status;
}

pelt_status actor_pose(actor *a, const actor_moment *moment)
{
    pelt_status status = actor_sample(a, moment);

    if (status == PELT_OK)
        status = actor_blend(a, moment);
    if (status == PELT_OK)
        status = actor_joints(a);
    return status == PELT_OK ? actor_palettes(a) : status;
}

pelt_status actor_skin(actor *a, uint32_t mesh, pelt_vertex_q16 *vertices, uint32_t first,
                       uint32_t count, uint32_t flags)
{
    pelt_output_q16 out = {vertices->position, NULL, sizeof *vertices, flags};
    const pelt_morph_q16 *morph = a->morphs[mesh].model != NULL ? &a->morphs[mesh] : NULL;
    pelt_mesh_info info;
    const pelt_status status = pelt_mesh_get(&info, &a->model, mesh);

    if (status != PELT_OK)
        return status;
    out.normals = info.has_normals != 0u ? vertices->normal : NULL;
    return pelt_mesh_skin_q16(&out, mesh, &a->palettes[info.skin], morph, first, count);
}

pelt_status actor_skin_all(actor *a, actor_receiver *take, void *own)
{
    static pelt_vertex_q16 some[ACTOR_RANGE];
    pelt_status status = PELT_OK;

    for (uint32_t mesh = 0; status == PELT_OK && mesh < a->model.mesh_count; mesh++) {
        pelt_mesh_info info;

        status = pelt_mesh_get(&info, &a->model, mesh);
        for (uint32_t first = 0; status == PELT_OK && first < info.vertex_count;
             first += ACTOR_RANGE) {
            const uint32_t left = info.vertex_count - first;
            const uint32_t count = left < ACTOR_RANGE ? left : ACTOR_RANGE;

            status = actor_skin(a, mesh, some, first, count, 0);
            if (status == PELT_OK)
                take(own, mesh, some, first, count);
        }
    }
    return status;
}

/// Boxes ////////////////////////////////////////////////////////////////////////////////////////

void actor_add_box(void *box, uint32_t mesh, const pelt_vertex_q16 *some, uint32_t first,
                   uint32_t count)
{
    (void)mesh, (void)first;
    for (uint32_t i = 0; i < count; i++)
        camera_box_add(box, some[i].position);
}

pelt_status actor_rest(camera_box *box, actor *a)
{
    const actor_moment rest = {PELT_NONE, PELT_NONE, 0, 0, 0};
    const pelt_status status = actor_pose(a, &rest);

    camera_box_empty(box);
    return status == PELT_OK ? actor_skin_all(a, actor_add_box, box) : status;
}

static bool add_box(camera_box *box, const pelt_box_q16 *more)
{
    camera_box_add(box, more->min);
    camera_box_add(box, more->max);
    return more->min[0] != INT32_MIN; /* anywhere */
}

bool actor_clip_box(camera_box *box, const actor *a, uint32_t clip)
{
    bool known = a->model.mesh_count != 0u;
    pelt_box_q16 one;

    camera_box_empty(box);
    for (uint32_t mesh = 0; known && mesh < a->model.mesh_count; mesh++)
        known = pelt_clip_box_get_q16(&one, &a->model, clip, mesh) == PELT_OK && add_box(box, &one);
    return known;
}

bool actor_pose_box(camera_box *box, const actor *a)
{
    bool known = a->model.mesh_count != 0u;
    pelt_mesh_info info;
    pelt_box_q16 one;

    camera_box_empty(box);
    for (uint32_t mesh = 0; known && mesh < a->model.mesh_count; mesh++)
        known = pelt_mesh_get(&info, &a->model, mesh) == PELT_OK &&
                pelt_mesh_bounds_q16(&one, mesh, &a->joints,
                                     info.target_count != 0u ? a->pose.weights + info.first_target
                                                             : NULL,
                                     info.target_count, 0) == PELT_OK &&
                add_box(box, &one);
    return known;
}
