/* SPDX-License-Identifier: MIT */
/* Memory, poses and vertices of a character, see actor.h. */
#include "actor.h"

#include <string.h>

#include "pelt/draw.h"

#define SWING_HZ 60u
#define BLINK_SEED 3u /* the first blink is after three seconds */

/// Memory ///////////////////////////////////////////////////////////////////////////////////////

static size_t rounded(size_t bytes)
{
    return (bytes + 7u) & ~(size_t)7u;
}

size_t actor_left(const pelt_arena *arena)
{
    return (arena->size_bytes - arena->used_bytes) & ~(size_t)7u;
}

void *actor_take(pelt_arena *arena, size_t bytes)
{
    void *const memory = arena->memory + arena->used_bytes;
    need(rounded(bytes) > actor_left(arena) ? PELT_E_ARENA : PELT_OK, "memory");
    arena->used_bytes += (uint32_t)rounded(bytes);
    return memory;
}

void actor_open(actor *a, const void *blob, size_t blob_bytes)
{
    pelt_texture_info texture;
    pelt_status status = pelt_model_open(&a->model, blob, blob_bytes, &pelt_exact_volume);
    if (status == PELT_E_FAMILY)
        status = pelt_model_open(&a->model, blob, blob_bytes, &pelt_lean_volume);
    need(status, "character");
    a->has_textures = pelt_texture_get(&texture, &a->model, 0) == PELT_OK;
    a->vertex_count = pelt_vertices_count(&a->model);
    a->triangle_count = pelt_triangles_count(&a->model);
}

size_t actor_pose_bytes(const pelt_model *model)
{
    return 2u * pelt_pose_bytes_get(model) + model->joint_count * sizeof(pelt_joint_matrix_q16);
}

/* Up to the expression that blinks; 0: there is none. */
static size_t face_bytes(const pelt_model *model)
{
    return (pelt_expression_find(model, "blink") + 1u) * sizeof(int32_t);
}

size_t actor_bytes(const pelt_model *model)
{
    return pelt_stages_bytes_get(model) + pelt_pose_bytes_get(model) +
           rounded(pelt_springs_bytes_get(model)) + rounded(face_bytes(model)) +
           rounded(model->skin_count * sizeof(pelt_palette_q16)) +
           rounded(model->mesh_count * sizeof(pelt_morph));
}

void actor_place(actor *a, pelt_arena *poses, pelt_arena *palettes)
{
    const pelt_model *model = &a->model;
    need(pelt_pose_alloc_q16(&a->pose, model, poses), "memory");
    need(pelt_pose_alloc_q16(&a->other, model, poses), "memory");
    need(pelt_joints_alloc_q16(&a->joints, model, poses), "memory");
    need(pelt_springs_alloc_q16(&a->springs, model, SWING_HZ, palettes), "memory");
    a->blink = pelt_expression_find(model, "blink");
    a->face = actor_take(palettes, face_bytes(model));
    need(pelt_blinker_open(&a->blinker, 1000, BLINK_SEED), "memory");
    for (uint32_t i = 0; i < a->blink + 1u; i++)
        a->face[i] = 0;
    a->palettes = actor_take(palettes, model->skin_count * sizeof a->palettes[0]);
    a->morphs = actor_take(palettes, model->mesh_count * sizeof a->morphs[0]);
    for (uint32_t i = 0; i < model->skin_count; i++)
        need(pelt_palette_alloc_q16(&a->palettes[i], model, i, palettes), "memory");
    for (uint32_t i = 0; i < model->mesh_count; i++) {
        a->morphs[i].model = NULL;
        const pelt_status status = pelt_morph_alloc(&a->morphs[i], model, i, palettes);
        need(status == PELT_E_RANGE ? PELT_OK : status, "memory"); /* or it has no targets */
    }
}

/// Stages ///////////////////////////////////////////////////////////////////////////////////////

static void pose_at(pelt_pose_q16 *pose, uint32_t clip, pelt_time time)
{
    need(clip == PELT_NONE ? pelt_pose_set_q16(pose, PELT_REST_POSE)
                           : pelt_pose_sample_q16(pose, clip, time),
         "picture");
}

/* Textures stand where the clip that has more weight has them. */
static void shift_textures(actor *a, const actor_moment *moment)
{
    const bool other = moment->other_weight > 32768;
    if (!a->has_textures)
        return;
    memset(a->shifts, 0, sizeof a->shifts);
    (void)pelt_texture_shifts_get(a->shifts, ACTOR_SHIFTS, &a->model,
                                  other ? moment->other_clip : moment->clip,
                                  other ? moment->other_time : moment->time); /* none: at rest */
}

void actor_sample(actor *a, const actor_moment *moment)
{
    shift_textures(a, moment);
    pose_at(&a->pose, moment->clip, moment->time);
}

void actor_blend(actor *a, const actor_moment *moment)
{
    if (moment->other_weight == 0)
        return;
    pose_at(&a->other, moment->other_clip, moment->other_time);
    need(pelt_pose_blend_q16(&a->pose, &a->other, moment->other_weight, NULL), "picture");
}

void actor_joints(actor *a)
{
    need(pelt_joints_build_q16(&a->joints, &a->pose), "picture");
}

void actor_swing(actor *a, const actor_moment *moment)
{
    if (moment->elapsed_ms == 0u)
        a->springs.placed = 0;
    if (a->springs.count != 0u)
        need(pelt_springs_update_q16(&a->springs, &a->pose, &a->joints, moment->elapsed_ms, 1000),
             "picture");
    if (a->blink == PELT_NONE)
        return;
    if (moment->elapsed_ms == 0u)
        need(pelt_blinker_open(&a->blinker, 1000, BLINK_SEED), "picture");
    a->face[a->blink] = pelt_blinker_step(&a->blinker, moment->elapsed_ms);
    need(pelt_face_set_q16(&a->pose, a->face, a->blink + 1u), "picture");
}

static void get_mesh(pelt_mesh_info *info, const actor *a, uint32_t mesh)
{
    need(pelt_mesh_get(info, &a->model, mesh), "picture");
}

void actor_palettes(actor *a)
{
    pelt_mesh_info info;
    for (uint32_t i = 0; i < a->model.skin_count; i++)
        need(pelt_palette_build_q16(&a->palettes[i], &a->joints), "picture");
    for (uint32_t i = 0; i < a->model.mesh_count; i++) {
        if (a->morphs[i].model == NULL)
            continue;
        get_mesh(&info, a, i);
        need(pelt_morph_build_q16(&a->morphs[i], a->pose.weights + info.first_target,
                                  info.target_count, 0, 0, info.vertex_count),
             "picture");
    }
}

void actor_pose(actor *a, const actor_moment *moment)
{
    actor_sample(a, moment);
    actor_blend(a, moment);
    actor_joints(a);
    actor_swing(a, moment);
    actor_palettes(a);
}

void actor_skin(actor *a, uint32_t mesh, pelt_vertex_q16 *vertices, uint32_t first, uint32_t count,
                uint32_t flags)
{
    pelt_output_q16 out = {vertices->position, NULL, sizeof *vertices, flags};
    const pelt_morph *morph = a->morphs[mesh].model != NULL ? &a->morphs[mesh] : NULL;
    pelt_mesh_info info;
    get_mesh(&info, a, mesh);
    out.normals = info.has_normals != 0u ? vertices->normal : NULL;
    need(pelt_mesh_skin_q16(&out, mesh, &a->palettes[info.skin], morph, first, count), "picture");
}

void actor_skin_all(actor *a, actor_receiver *take, void *own)
{
    static pelt_vertex_q16 some[ACTOR_RANGE];
    pelt_mesh_info info;
    for (uint32_t mesh = 0; mesh < a->model.mesh_count; mesh++) {
        get_mesh(&info, a, mesh);
        for (uint32_t first = 0; first < info.vertex_count; first += ACTOR_RANGE) {
            const uint32_t left = info.vertex_count - first;
            const uint32_t count = left < ACTOR_RANGE ? left : ACTOR_RANGE;
            actor_skin(a, mesh, some, first, count, 0);
            take(own, mesh, some, first, count);
        }
    }
}

/// Boxes ////////////////////////////////////////////////////////////////////////////////////////

void actor_add_box(void *box, uint32_t mesh, const pelt_vertex_q16 *some, uint32_t first,
                   uint32_t count)
{
    (void)mesh, (void)first;
    for (uint32_t i = 0; i < count; i++)
        pelt_box_add_q16(box, some[i].position);
}

void actor_rest(pelt_box_q16 *box, actor *a)
{
    const actor_moment rest = {PELT_NONE, PELT_NONE, 0, 0, 0, 0};
    *box = pelt_box_nothing;
    actor_pose(a, &rest);
    actor_skin_all(a, actor_add_box, box);
}

static bool add_box(pelt_box_q16 *box, const pelt_box_q16 *more)
{
    pelt_box_add_q16(box, more->min);
    pelt_box_add_q16(box, more->max);
    return more->min[0] != INT32_MIN; /* else the vertices can be anywhere */
}

bool actor_clip_box(pelt_box_q16 *box, const actor *a, uint32_t clip)
{
    bool known = a->model.mesh_count != 0u;
    pelt_box_q16 one;
    *box = pelt_box_nothing;
    for (uint32_t mesh = 0; known && mesh < a->model.mesh_count; mesh++)
        known = pelt_clip_box_get_q16(&one, &a->model, clip, mesh) == PELT_OK && add_box(box, &one);
    return known;
}

bool actor_pose_box(pelt_box_q16 *box, const actor *a)
{
    bool known = a->model.mesh_count != 0u;
    pelt_mesh_info info;
    pelt_box_q16 one;
    *box = pelt_box_nothing;
    for (uint32_t mesh = 0; known && mesh < a->model.mesh_count; mesh++)
        known = pelt_mesh_get(&info, &a->model, mesh) == PELT_OK &&
                pelt_mesh_box_get_q16(&one, mesh, &a->joints,
                                      info.target_count != 0u ? a->pose.weights + info.first_target
                                                              : NULL,
                                      info.target_count, 0) == PELT_OK &&
                add_box(box, &one);
    return known;
}
