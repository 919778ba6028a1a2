/* SPDX-License-Identifier: MIT */
#include "play/play.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool failed(diag *d, pelt_status status)
{
    return status == PELT_OK
               ? false
               : !diag_fail(d, DIAG_INVALID, "%s, playing the blob, bake it again with this version",
                            pelt_status_text(status));
}

size_t play_arena_bytes(const pelt_model *model)
{
    const bool fixed = model->flavour != PELT_F32, lean = model->flavour == PELT_Q12;
    size_t bytes = fixed ? pelt_pose_bytes_q16(model) + pelt_joints_bytes_q16(model)
                       : pelt_pose_bytes_f32(model) + pelt_joints_bytes_f32(model);
    for (uint32_t s = 0; s < model->skin_count; s++)
        bytes += lean    ? pelt_palette_bytes_q12(model, s)
                 : fixed ? pelt_palette_bytes_q16(model, s)
                         : pelt_palette_bytes_f32(model, s);
    for (uint32_t m = 0; m < model->mesh_count; m++)
        bytes += lean    ? pelt_morphed_bytes_q12(model, m)
                 : fixed ? pelt_morphed_bytes_q16(model, m)
                         : pelt_morphed_bytes_f32(model, m);
    return bytes;
}

static pelt_status allocate_q12(play *p)
{
    pelt_status status = pelt_pose_alloc_q16(&p->pose_q16, &p->model, &p->arena);
    if (status == PELT_OK)
        status = pelt_joints_alloc_q16(&p->joints_q16, &p->model, &p->arena);
    for (uint32_t s = 0; s < p->model.skin_count && status == PELT_OK; s++)
        status = pelt_palette_alloc_q12(&p->palettes_q12[s], &p->model, s, &p->arena);
    for (uint32_t m = 0; m < p->model.mesh_count && status == PELT_OK; m++)
        if (pelt_morphed_bytes_q12(&p->model, m) > 0)
            status = pelt_morphed_alloc_q12(&p->morphed_q12[m], &p->model, m, &p->arena);
    return status;
}

static pelt_status allocate_q16(play *p)
{
    pelt_status status = pelt_pose_alloc_q16(&p->pose_q16, &p->model, &p->arena);
    if (status == PELT_OK)
        status = pelt_joints_alloc_q16(&p->joints_q16, &p->model, &p->arena);
    for (uint32_t s = 0; s < p->model.skin_count && status == PELT_OK; s++)
        status = pelt_palette_alloc_q16(&p->palettes_q16[s], &p->model, s, &p->arena);
    for (uint32_t m = 0; m < p->model.mesh_count && status == PELT_OK; m++)
        if (pelt_morphed_bytes_q16(&p->model, m) > 0)
            status = pelt_morphed_alloc_q16(&p->morphed_q16[m], &p->model, m, &p->arena);
    return status;
}

static pelt_status allocate_f32(play *p)
{
    pelt_status status = pelt_pose_alloc_f32(&p->pose_f32, &p->model, &p->arena);
    if (status == PELT_OK)
        status = pelt_joints_alloc_f32(&p->joints_f32, &p->model, &p->arena);
    for (uint32_t s = 0; s < p->model.skin_count && status == PELT_OK; s++)
        status = pelt_palette_alloc_f32(&p->palettes_f32[s], &p->model, s, &p->arena);
    for (uint32_t m = 0; m < p->model.mesh_count && status == PELT_OK; m++)
        if (pelt_morphed_bytes_f32(&p->model, m) > 0)
            status = pelt_morphed_alloc_f32(&p->morphed_f32[m], &p->model, m, &p->arena);
    return status;
}

bool play_open(play *p, const void *blob, size_t bytes, diag *d)
{
    memset(p, 0, sizeof *p);
    pelt_status status = pelt_model_open(&p->model, blob, bytes);
    if (status != PELT_OK)
        return diag_fail(d, DIAG_INVALID, "%s, blob header or content, bake the file again",
                         pelt_status_text(status));
    if (p->model.joint_count == 0)
        return true; /* nothing to draw, so nothing to allocate */
    const size_t arena_bytes = play_arena_bytes(&p->model);
    p->memory = diag_calloc(arena_bytes + 1u, 1);
    p->palettes_q16 = diag_calloc(p->model.skin_count + 1u, sizeof *p->palettes_q16);
    p->palettes_q12 = diag_calloc(p->model.skin_count + 1u, sizeof *p->palettes_q12);
    p->palettes_f32 = diag_calloc(p->model.skin_count + 1u, sizeof *p->palettes_f32);
    p->morphed_q16 = diag_calloc(p->model.mesh_count + 1u, sizeof *p->morphed_q16);
    p->morphed_q12 = diag_calloc(p->model.mesh_count + 1u, sizeof *p->morphed_q12);
    p->morphed_f32 = diag_calloc(p->model.mesh_count + 1u, sizeof *p->morphed_f32);
    uint32_t largest = 0, most_targets = 0;
    for (uint32_t m = 0; m < p->model.mesh_count; m++) {
        pelt_mesh_info info;
        if (pelt_mesh_get(&info, &p->model, m) == PELT_OK && info.vertex_count > largest)
            largest = info.vertex_count;
        if (info.target_count > most_targets)
            most_targets = info.target_count;
    }
    p->weights = diag_calloc(most_targets + 1u, sizeof(int32_t));
    p->vertices = diag_calloc((size_t)largest + 1u, 24);
    status = pelt_arena_init(&p->arena, p->memory, arena_bytes);
    if (status == PELT_OK)
        status = p->model.flavour == PELT_Q12   ? allocate_q12(p)
                 : p->model.flavour == PELT_Q16 ? allocate_q16(p)
                                                : allocate_f32(p);
    if (failed(d, status)) {
        play_close(p);
        return false;
    }
    return true;
}

void play_close(play *p)
{
    free(p->memory);
    free(p->palettes_q16);
    free(p->palettes_q12);
    free(p->palettes_f32);
    free(p->morphed_q16);
    free(p->morphed_q12);
    free(p->morphed_f32);
    free(p->weights);
    free(p->given);
    free(p->vertices);
    memset(p, 0, sizeof *p);
}

void play_set_morph(play *p, const double *weights, uint32_t count)
{
    free(p->given);
    p->given = NULL;
    p->given_count = 0;
    if (weights == NULL)
        return;
    p->given = diag_calloc(count + 1u, sizeof *p->given);
    memcpy(p->given, weights, count * sizeof *weights);
    p->given_count = count;
}

/* Weight k of those that stand instead of the clip's. */
static double given_weight(const play *p, uint32_t k)
{
    return k < p->given_count ? p->given[k] : 0;
}

/* q16 or q12: whichever has morphed records. */
static pelt_status morph_fixed(play *p, uint32_t mesh, int clip, pelt_time time)
{
    const pelt_model *model = &p->model;
    int32_t *weights = p->weights;
    pelt_mesh_info info;
    pelt_status status = pelt_mesh_get(&info, model, mesh);
    const uint32_t count = info.target_count;
    if (status == PELT_OK && clip >= 0)
        status = pelt_sample_weights_q16(weights, count, model, mesh, (uint32_t)clip, time);
    else if (status == PELT_OK)
        status = pelt_weights_rest_q16(weights, count, model, mesh);
    for (uint32_t k = 0; k < count && (p->given != NULL || clip == PLAY_BIND); k++)
        weights[k] = (int32_t)lrint(fmin(fmax(given_weight(p, k), -64), 64) * 65536);
    if (status == PELT_OK && model->flavour == PELT_Q12)
        return pelt_morph_q12(&p->morphed_q12[mesh], model, weights, count, 0, 0,
                              info.vertex_count);
    return status != PELT_OK ? status
                             : pelt_morph_q16(&p->morphed_q16[mesh], model, weights, count, 0, 0,
                                              info.vertex_count);
}

static pelt_status morph_f32(play *p, uint32_t mesh, int clip, pelt_time time)
{
    const pelt_model *model = &p->model;
    float *weights = p->weights;
    pelt_mesh_info info;
    pelt_status status = pelt_mesh_get(&info, model, mesh);
    const uint32_t count = info.target_count;
    if (status == PELT_OK && clip >= 0)
        status = pelt_sample_weights_f32(weights, count, model, mesh, (uint32_t)clip, time);
    else if (status == PELT_OK)
        status = pelt_weights_rest_f32(weights, count, model, mesh);
    for (uint32_t k = 0; k < count && (p->given != NULL || clip == PLAY_BIND); k++)
        weights[k] = (float)fmin(fmax(given_weight(p, k), -1e6), 1e6);
    return status != PELT_OK ? status
                             : pelt_morph_f32(&p->morphed_f32[mesh], model, weights, count, 0, 0,
                                              info.vertex_count);
}

static pelt_status pose_fixed(play *p, int clip, pelt_time time)
{
    pelt_status status = clip == PLAY_REST   ? pelt_pose_rest_q16(&p->pose_q16, &p->model)
                         : clip == PLAY_BIND ? pelt_pose_bind_q16(&p->pose_q16, &p->model)
                                             : pelt_sample_q16(&p->pose_q16, &p->model,
                                                               (uint32_t)clip, time);
    if (status == PELT_OK)
        status = p->model.flavour == PELT_Q12
                     ? pelt_build_joints_q12(&p->joints_q16, &p->model, &p->pose_q16)
                     : pelt_build_joints_q16(&p->joints_q16, &p->model, &p->pose_q16);
    for (uint32_t s = 0; s < p->model.skin_count && status == PELT_OK; s++)
        status = p->model.flavour == PELT_Q12
                     ? pelt_build_palette_q12(&p->palettes_q12[s], &p->model, &p->joints_q16)
                     : pelt_build_palette_q16(&p->palettes_q16[s], &p->model, &p->joints_q16);
    for (uint32_t m = 0; m < p->model.mesh_count && status == PELT_OK; m++)
        if (p->morphed_q16[m].records != NULL || p->morphed_q12[m].records != NULL)
            status = morph_fixed(p, m, clip, time);
    return status;
}

static pelt_status pose_f32(play *p, int clip, pelt_time time)
{
    pelt_status status = clip == PLAY_REST   ? pelt_pose_rest_f32(&p->pose_f32, &p->model)
                         : clip == PLAY_BIND ? pelt_pose_bind_f32(&p->pose_f32, &p->model)
                                             : pelt_sample_f32(&p->pose_f32, &p->model,
                                                               (uint32_t)clip, time);
    if (status == PELT_OK)
        status = pelt_build_joints_f32(&p->joints_f32, &p->model, &p->pose_f32);
    for (uint32_t s = 0; s < p->model.skin_count && status == PELT_OK; s++)
        status = pelt_build_palette_f32(&p->palettes_f32[s], &p->model, &p->joints_f32);
    for (uint32_t m = 0; m < p->model.mesh_count && status == PELT_OK; m++)
        if (p->morphed_f32[m].records != NULL)
            status = morph_f32(p, m, clip, time);
    return status;
}

bool play_pose(play *p, int clip, pelt_time time, diag *d)
{
    if (p->model.joint_count == 0)
        return true;
    return !failed(d, p->model.flavour != PELT_F32 ? pose_fixed(p, clip, time)
                                                   : pose_f32(p, clip, time));
}

mat34 play_joint(const play *p, uint32_t joint)
{
    mat34 out;
    pelt_joint_info info;
    if (p->model.flavour == PELT_F32 || pelt_joint_get(&info, &p->model, joint) != PELT_OK) {
        for (int i = 0; i < 12; i++)
            out.m[i / 4][i % 4] = (double)p->joints_f32.matrices[joint].m[i];
        return out;
    }
    for (int i = 0; i < 12; i++) {
        const double stored = p->joints_q16.matrices[joint].m[i];
        const int unit = p->model.unit_shift - (p->model.flavour == PELT_Q12 ? 4 : 0);
        out.m[i / 4][i % 4] = i % 4 == 3 ? ldexp(stored, -20 + unit)
                                         : ldexp(stored, -29 + info.scale_shift);
    }
    return out;
}

mat34 play_entry(const play *p, uint32_t skin, uint32_t entry)
{
    mat34 out;
    for (int i = 0; i < 12; i++) {
        if (p->model.flavour == PELT_Q12)
            out.m[i / 4][i % 4] = ldexp(p->palettes_q12[skin].entries[entry].m[i],
                                        (i % 4 == 3 ? -16 : -30) + p->model.unit_shift);
        else if (p->model.flavour == PELT_Q16)
            out.m[i / 4][i % 4] = ldexp(p->palettes_q16[skin].entries[entry].m[i],
                                        (i % 4 == 3 ? -17 : -33) + p->model.unit_shift);
        else
            out.m[i / 4][i % 4] = (double)p->palettes_f32[skin].entries[entry].m[i];
    }
    return out;
}

static const pelt_morphed_q16 *morphed_or_null_q16(const play *p, uint32_t mesh)
{
    return p->morphed_q16[mesh].records == NULL ? NULL : &p->morphed_q16[mesh];
}

static const pelt_morphed_q12 *morphed_or_null_q12(const play *p, uint32_t mesh)
{
    return p->morphed_q12[mesh].records == NULL ? NULL : &p->morphed_q12[mesh];
}

static const pelt_morphed_f32 *morphed_or_null_f32(const play *p, uint32_t mesh)
{
    return p->morphed_f32[mesh].records == NULL ? NULL : &p->morphed_f32[mesh];
}

bool play_mesh(play *p, uint32_t mesh, double (*positions)[3], double (*normals)[3], diag *d)
{
    pelt_mesh_info info;
    pelt_status status = pelt_mesh_get(&info, &p->model, mesh);
    if (failed(d, status))
        return false;
    const bool with_normals = normals != NULL && info.has_normals;
    if (p->model.flavour != PELT_F32) {
        int32_t *v = p->vertices;
        const pelt_output_q16 out = {v, with_normals ? v + 3 : NULL, 24, 0};
        if (p->model.flavour == PELT_Q12)
            status = pelt_skin_morphed_q12(&out, &p->model, mesh, morphed_or_null_q12(p, mesh),
                                           &p->palettes_q12[info.skin], 0, info.vertex_count);
        else
            status = pelt_skin_morphed_q16(&out, &p->model, mesh, morphed_or_null_q16(p, mesh),
                                           &p->palettes_q16[info.skin], 0, info.vertex_count);
        for (uint32_t i = 0; i < info.vertex_count && status == PELT_OK; i++, v += 6) {
            for (int k = 0; k < 3; k++) {
                positions[i][k] = ldexp(v[k], -16 + p->model.unit_shift);
                if (with_normals)
                    normals[i][k] = ldexp(v[3 + k], -16);
            }
        }
    } else {
        float *v = p->vertices;
        const pelt_output_f32 out = {v, with_normals ? v + 3 : NULL, 24, 0};
        status = pelt_skin_morphed_f32(&out, &p->model, mesh, morphed_or_null_f32(p, mesh),
                                       &p->palettes_f32[info.skin], 0, info.vertex_count);
        for (uint32_t i = 0; i < info.vertex_count && status == PELT_OK; i++, v += 6) {
            for (int k = 0; k < 3; k++) {
                positions[i][k] = (double)v[k];
                if (with_normals)
                    normals[i][k] = (double)v[3 + k];
            }
        }
    }
    return !failed(d, status);
}

bool play_tangents(play *p, uint32_t mesh, double (*tangents)[4], diag *d)
{
    pelt_mesh_info info;
    pelt_status status = pelt_mesh_get(&info, &p->model, mesh);
    if (failed(d, status))
        return false;
    if (p->model.flavour != PELT_F32) {
        const int32_t *v = p->vertices;
        if (p->model.flavour == PELT_Q12)
            status = pelt_skin_tangents_q12(p->vertices, 16, &p->model, mesh,
                                            morphed_or_null_q12(p, mesh),
                                            &p->palettes_q12[info.skin], 0, info.vertex_count);
        else
            status = pelt_skin_tangents_q16(p->vertices, 16, &p->model, mesh,
                                            morphed_or_null_q16(p, mesh),
                                            &p->palettes_q16[info.skin], 0, info.vertex_count);
        for (uint32_t i = 0; i < 4u * info.vertex_count && status == PELT_OK; i++)
            tangents[i / 4u][i % 4u] = ldexp(v[i], -16);
    } else {
        const float *v = p->vertices;
        status = pelt_skin_tangents_f32(p->vertices, 16, &p->model, mesh,
                                        morphed_or_null_f32(p, mesh), &p->palettes_f32[info.skin],
                                        0, info.vertex_count);
        for (uint32_t i = 0; i < 4u * info.vertex_count && status == PELT_OK; i++)
            tangents[i / 4u][i % 4u] = (double)v[i];
    }
    return !failed(d, status);
}
