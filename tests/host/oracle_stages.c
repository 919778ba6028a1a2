/* SPDX-License-Identifier: MIT */
/*
 * Where the error comes from, for docs/NOTES.md:
 *
 *   oracle_stages SHARED q16|f32|q12 [ASSET...]
 *
 * Stages are replaced by double arithmetic one after the other, from the end:
 *   pose      device joints, then double: what clips, sampling and the joint chain cost
 *   palette   device palette, then double, against that: the product with the inverse binds
 *   skin      device vertices against that: vertex grid, weights, kernels
 * One line per asset, largest error of each as a fraction of the model's size over all stored
 * frames; the last line has the largest over all assets.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "gltf/gltf.h"
#include "replay.h"
#include "scene/eval.h"
#include "scene/moments.h"
#include "src/blob/stored.h"

enum { POSE, PALETTE, SKIN, TOTAL, STAGE_COUNT };

typedef struct split {
    double error[STAGE_COUNT];
} split;

typedef struct job {
    pelt_encoding encoding;
    char **only;
    int only_count;
    split worst;
} job;

typedef double (*points)[3];

/* An entry's matrix on glTF coordinates; see source_map.h. */
static mat34 unfold(const play *p, uint32_t skin, uint32_t entry, const source_entry *source)
{
    mat34 m = play_entry(p, skin, entry);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            m.m[r][c] /= source->step;
            m.m[r][3] -= m.m[r][c] * source->origin[c];
        }
    return m;
}

static uint32_t entry_joint(const play *p, uint32_t skin, uint32_t entry)
{
    const uint8_t *entries = p->model.blob + p->model.entries;
    const size_t index = (size_t)stored_skin(&p->model, skin)->first_entry + entry;
    uint16_t joint;
    memcpy(&joint, entries + index * sizeof(format_entry_q16), sizeof joint);
    return joint;
}

/* Matrices by joint of the glTF skin, and at the end the node's own, from the device's joints and
 * from its palette. */
static void device_matrices(mat34 *by_joints, mat34 *by_palette, const replay *r, uint32_t skin,
                            uint32_t node, const scene_skin *source, uint32_t joint_count)
{
    const source_skin *map = &r->map.skins[skin];
    for (uint32_t e = 0; e < map->entry_count; e++) {
        const int32_t joint = map->entries[e].joint;
        const uint32_t at = joint < 0 ? joint_count : (uint32_t)joint;
        const uint32_t blob_joint = entry_joint(&r->play, skin, e);
        if (at > joint_count || (joint < 0 && r->map.nodes[blob_joint] != (int32_t)node))
            continue; /* rigid meshes share a skin: another one's node */
        by_joints[at] = play_joint(&r->play, blob_joint);
        if (joint >= 0)
            by_joints[at] = mat34_mul(&by_joints[at], &source->inverse_binds[joint]);
        by_palette[at] = unfold(&r->play, skin, e, &map->entries[e]);
    }
}

static void apply(points out, const scene_primitive *primitive, bool skinned, const mat34 *matrices,
                  uint32_t joint_count)
{
    const uint32_t n = primitive->influences_per_vertex;
    for (uint32_t v = 0; v < primitive->vertex_count; v++) {
        mat34 m = {0};
        double sum = 0;
        for (uint32_t k = 0; k < n && skinned; k++)
            sum += primitive->weights[(size_t)v * n + k];
        for (uint32_t k = 0; k < n && sum > 0; k++) {
            const double weight = primitive->weights[(size_t)v * n + k] / sum;
            if (weight > 0)
                mat34_add_scaled(&m, weight, &matrices[primitive->joints[(size_t)v * n + k]]);
        }
        mat34_point(out[v], sum > 0 ? &m : &matrices[joint_count], primitive->positions[v]);
    }
}

static double largest_difference(points a, points b, uint32_t count)
{
    double error = 0;
    for (uint32_t v = 0; v < count; v++)
        for (int c = 0; c < 3; c++)
            error = fmax(error, fabs(a[v][c] - b[v][c]));
    return error;
}

static bool split_instance(split *worst, replay *r, const eval_pose *pose,
                           const scene_instance *instance, double size, diag *d)
{
    const scene *s = r->scene;
    const scene_primitive *primitive = scene_instance_primitive(s, instance);
    const scene_skin *skin = instance->skin == SCENE_NONE ? NULL : &s->skins[instance->skin];
    const uint32_t joint_count = skin == NULL ? 0 : skin->joint_count;
    const uint32_t count = primitive->vertex_count;
    uint32_t mesh;
    const source_primitive *source;
    pelt_mesh_info info;
    if (!replay_find(&mesh, &source, r, instance) ||
        pelt_mesh_get(&info, &r->play.model, mesh) != PELT_OK)
        return diag_fail(d, DIAG_INVALID, "an instance is missing from the blob");
    mat34 *by_joints = diag_calloc(joint_count + 1u, sizeof *by_joints);
    mat34 *by_palette = diag_calloc(joint_count + 1u, sizeof *by_palette);
    points step[4], normals = diag_calloc(count + 1u, sizeof *normals);
    for (int i = 0; i < 4; i++)
        step[i] = diag_calloc(count + 1u, sizeof **step);
    device_matrices(by_joints, by_palette, r, info.skin, instance->node, skin, joint_count);
    eval_instance(step[0], NULL, NULL, s, pose, instance, EVAL_UNIT_WEIGHTS | EVAL_UNIT_ROTATIONS);
    apply(step[1], primitive, skin != NULL, by_joints, joint_count);
    apply(step[2], primitive, skin != NULL, by_palette, joint_count);
    bool has_normals;
    const bool ok = replay_instance(step[3], normals, &has_normals, r, instance, d);
    for (int i = 0; i < 3 && ok; i++)
        worst->error[i] =
            fmax(worst->error[i], largest_difference(step[i], step[i + 1], count) / size);
    if (ok)
        worst->error[TOTAL] =
            fmax(worst->error[TOTAL], largest_difference(step[0], step[3], count) / size);
    for (int i = 0; i < 4; i++)
        free(step[i]);
    free(normals);
    free(by_joints);
    free(by_palette);
    return ok;
}

static bool split_frames(split *worst, replay *r, const answers *stored, diag *d)
{
    const json_t *frames = json_object_get(stored->index, "frames");
    eval_pose pose;
    bool ok = true;
    eval_pose_init(&pose, r->scene);
    for (size_t f = 0; f < json_array_size(frames) && ok; f++) {
        const json_t *frame = json_array_get(frames, f);
        const json_int_t clip = json_integer_value(json_object_get(frame, "anim"));
        const double time_s = json_number_value(json_object_get(frame, "time"));
        eval_pose_sample(&pose, r->scene, clip < 0 ? EVAL_REST : (uint32_t)clip, time_s,
                         EVAL_UNIT_WEIGHTS | EVAL_UNIT_ROTATIONS);
        ok = play_pose(&r->play, clip < 0 ? PLAY_REST : (int)clip, scene_ticks(time_s), d);
        for (uint32_t i = 0; i < r->scene->instance_count && ok; i++)
            ok = split_instance(worst, r, &pose, &r->scene->instances[i], answers_model_size(frame),
                                d);
    }
    eval_pose_free(&pose);
    return ok;
}

static bool morphs(const scene *s)
{
    for (uint32_t i = 0; i < s->instance_count; i++)
        if (scene_instance_primitive(s, &s->instances[i])->target_count > 0)
            return true;
    return false;
}

static void print_split(const char *name, const split *e)
{
    printf("%-34s pose %.1e palette %.1e skin %.1e total %.1e\n", name, e->error[POSE],
           e->error[PALETTE], e->error[SKIN], e->error[TOTAL]);
}

static bool split_asset(void *context, const char *name, const char *file, const char *folder)
{
    job *j = context;
    scene s;
    answers stored;
    replay r;
    diag d = {0};
    split worst = {{0}};
    bool wanted = j->only_count == 0;
    for (int i = 0; i < j->only_count; i++)
        wanted = wanted || strcmp(j->only[i], name) == 0;
    if (!wanted || !gltf_load(&s, &d, file, NULL))
        return true;
    if (!morphs(&s) && answers_open(&stored, folder)) {
        if (replay_open(&r, &s, j->encoding, 0, file, &d)) {
            if (split_frames(&worst, &r, &stored, &d))
                print_split(name, &worst);
            replay_close(&r);
        }
        answers_close(&stored);
    }
    for (int i = 0; i < STAGE_COUNT; i++)
        j->worst.error[i] = fmax(j->worst.error[i], worst.error[i]);
    scene_free(&s);
    return true;
}

int main(int argc, char **argv)
{
    job j = {.encoding = PELT_EXACT};
    static const char *const encodings[] = {"q16", "f32", "q12"}; /* PELT_EXACT and so on */
    unsigned encoding = 0;
    while (argc >= 3 && encoding < 3u && strcmp(argv[2], encodings[encoding]) != 0)
        encoding++;
    if (argc < 3 || encoding == 3u) {
        fprintf(stderr, "usage: oracle_stages SHARED q16|f32|q12 [ASSET...]\n");
        return 2;
    }
    j.encoding = (pelt_encoding)(PELT_EXACT + encoding);
    j.only = argv + 3;
    j.only_count = argc - 3;
    diag_set_warnings(false);
    if (!answers_walk(argv[1], split_asset, &j))
        return 3;
    print_split("largest", &j.worst);
    return 0;
}
