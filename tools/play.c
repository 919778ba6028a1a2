/* SPDX-License-Identifier: MIT */
#include "play.h"

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
    const bool q16 = model->flavour == PELT_Q16;
    size_t bytes = q16 ? pelt_pose_bytes_q16(model) + pelt_joints_bytes_q16(model)
                       : pelt_pose_bytes_f32(model) + pelt_joints_bytes_f32(model);
    for (uint32_t s = 0; s < model->skin_count; s++)
        bytes += q16 ? pelt_palette_bytes_q16(model, s) : pelt_palette_bytes_f32(model, s);
    return bytes;
}

static pelt_status allocate_q16(play *p)
{
    pelt_status status = pelt_pose_alloc_q16(&p->pose_q16, &p->model, &p->arena);
    if (status == PELT_OK)
        status = pelt_joints_alloc_q16(&p->joints_q16, &p->model, &p->arena);
    for (uint32_t s = 0; s < p->model.skin_count && status == PELT_OK; s++)
        status = pelt_palette_alloc_q16(&p->palettes_q16[s], &p->model, s, &p->arena);
    return status;
}

static pelt_status allocate_f32(play *p)
{
    pelt_status status = pelt_pose_alloc_f32(&p->pose_f32, &p->model, &p->arena);
    if (status == PELT_OK)
        status = pelt_joints_alloc_f32(&p->joints_f32, &p->model, &p->arena);
    for (uint32_t s = 0; s < p->model.skin_count && status == PELT_OK; s++)
        status = pelt_palette_alloc_f32(&p->palettes_f32[s], &p->model, s, &p->arena);
    return status;
}

bool play_open(play *p, const void *blob, size_t bytes, diag *d)
{
    memset(p, 0, sizeof *p);
    pelt_status status = pelt_model_open(&p->model, blob, bytes);
    if (status != PELT_OK)
        return diag_fail(d, DIAG_INVALID, "%s, blob header or content, bake the file again",
                         pelt_status_text(status));
    const size_t arena_bytes = play_arena_bytes(&p->model);
    p->memory = diag_calloc(arena_bytes + 1u, 1);
    p->palettes_q16 = diag_calloc(p->model.skin_count + 1u, sizeof *p->palettes_q16);
    p->palettes_f32 = diag_calloc(p->model.skin_count + 1u, sizeof *p->palettes_f32);
    uint32_t largest = 0;
    for (uint32_t m = 0; m < p->model.mesh_count; m++) {
        pelt_mesh_info info;
        if (pelt_mesh_get(&info, &p->model, m) == PELT_OK && info.vertex_count > largest)
            largest = info.vertex_count;
    }
    p->vertices = diag_calloc((size_t)largest + 1u, 24);
    status = pelt_arena_init(&p->arena, p->memory, arena_bytes);
    if (status == PELT_OK)
        status = p->model.flavour == PELT_Q16 ? allocate_q16(p) : allocate_f32(p);
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
    free(p->palettes_f32);
    free(p->vertices);
    memset(p, 0, sizeof *p);
}

pelt_time play_ticks(double seconds)
{
    const double ticks = floor(seconds * PELT_TICKS_PER_SECOND + 0.5);
    return ticks >= INT32_MAX ? INT32_MAX : ticks <= INT32_MIN ? INT32_MIN : (pelt_time)ticks;
}

static pelt_status pose_q16(play *p, int clip, pelt_time time)
{
    pelt_status status = clip == PLAY_REST   ? pelt_pose_rest_q16(&p->pose_q16, &p->model)
                         : clip == PLAY_BIND ? pelt_pose_bind_q16(&p->pose_q16, &p->model)
                                             : pelt_sample_q16(&p->pose_q16, &p->model,
                                                               (uint32_t)clip, time);
    if (status == PELT_OK)
        status = pelt_build_joints_q16(&p->joints_q16, &p->model, &p->pose_q16);
    for (uint32_t s = 0; s < p->model.skin_count && status == PELT_OK; s++)
        status = pelt_build_palette_q16(&p->palettes_q16[s], &p->model, &p->joints_q16);
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
    return status;
}

bool play_pose(play *p, int clip, pelt_time time, diag *d)
{
    return !failed(d, p->model.flavour == PELT_Q16 ? pose_q16(p, clip, time)
                                                   : pose_f32(p, clip, time));
}

mat34 play_joint(const play *p, uint32_t joint)
{
    mat34 out;
    pelt_joint_info info;
    if (p->model.flavour != PELT_Q16 || pelt_joint_get(&info, &p->model, joint) != PELT_OK) {
        for (int i = 0; i < 12; i++)
            out.m[i / 4][i % 4] = (double)p->joints_f32.matrices[joint].m[i];
        return out;
    }
    for (int i = 0; i < 12; i++) {
        const double stored = p->joints_q16.matrices[joint].m[i];
        out.m[i / 4][i % 4] = i % 4 == 3 ? ldexp(stored, -20 + p->model.unit_shift)
                                         : ldexp(stored, -29 + info.scale_shift);
    }
    return out;
}

mat34 play_entry(const play *p, uint32_t skin, uint32_t entry)
{
    mat34 out;
    for (int i = 0; i < 12; i++) {
        if (p->model.flavour == PELT_Q16)
            out.m[i / 4][i % 4] = ldexp(p->palettes_q16[skin].entries[entry].m[i],
                                        (i % 4 == 3 ? -17 : -33) + p->model.unit_shift);
        else
            out.m[i / 4][i % 4] = (double)p->palettes_f32[skin].entries[entry].m[i];
    }
    return out;
}

bool play_mesh(play *p, uint32_t mesh, double (*positions)[3], double (*normals)[3], diag *d)
{
    pelt_mesh_info info;
    pelt_status status = pelt_mesh_get(&info, &p->model, mesh);
    if (failed(d, status))
        return false;
    const bool with_normals = normals != NULL && info.has_normals;
    if (p->model.flavour == PELT_Q16) {
        int32_t *v = p->vertices;
        const pelt_output_q16 out = {v, with_normals ? v + 3 : NULL, 24, 0};
        status = pelt_skin_q16(&out, &p->model, mesh, &p->palettes_q16[info.skin], 0,
                               info.vertex_count);
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
        status = pelt_skin_f32(&out, &p->model, mesh, &p->palettes_f32[info.skin], 0,
                               info.vertex_count);
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
