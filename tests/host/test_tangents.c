/* SPDX-License-Identifier: MIT */
/* Compares tangents and texture coordinates of every asset that has them, baked and played, with
 * the double-precision evaluator (which test_eval checks): test_tangents SHARED
 *
 * At rest and at three times of every clip, in every encoding, directions are within the limit at
 * the 99th percentile and never flipped, and handedness is exact. Texture coordinates are within
 * half a step. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "gltf/gltf.h"
#include "measure.h"
#include "replay.h"
#include "scene/eval.h"
#include "scene/moments.h"

typedef struct limit {
    const char *name;
    pelt_encoding encoding;
    double degrees;
} limit;

static const limit limits[] = {
    {"q16", PELT_EXACT, 0.5}, {"f32", PELT_FLOAT, 0.1}, {"q12", PELT_LEAN, 5}};

typedef struct tally {
    uint32_t passed, failed;
    double worst[3]; /* of the 99th percentiles */
} tally;

typedef struct angles {
    double *degrees;
    size_t count;
    bool handed; /* whether every handedness was right */
} angles;

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A vector that its matrix nearly annihilates has no direction to compare. */
static void compare(angles *a, double (*got)[4], double (*wanted)[4], const double *lengths,
                    uint32_t count)
{
    double longest = 0;
    for (uint32_t v = 0; v < count; v++)
        longest = fmax(longest, lengths[v]);
    a->degrees = realloc(a->degrees, (a->count + count + 1u) * sizeof *a->degrees);
    if (a->degrees == NULL)
        abort();
    for (uint32_t v = 0; v < count; v++) {
        a->handed = a->handed && got[v][3] == (wanted[v][3] < 0 ? -1 : 1);
        if (lengths[v] > 1e-3 * longest)
            a->degrees[a->count++] = angle_between(got[v], wanted[v]);
    }
}

static bool check_uvs(const replay *r, const scene *s, const scene_instance *instance)
{
    const scene_primitive *primitive = scene_instance_primitive(s, instance);
    const source_primitive *baked;
    pelt_mesh_info info;
    uint32_t mesh;
    if (primitive->uvs == NULL)
        return true;
    if (!replay_find(&mesh, &baked, r, instance) ||
        pelt_mesh_get(&info, &r->play.model, mesh) != PELT_OK ||
        (info.uvs_i16 == NULL) == (info.uvs_f32 == NULL))
        return false;
    for (uint32_t i = 0; i < 2u * primitive->vertex_count; i++) {
        const size_t at = 2u * (size_t)baked->vertices[i / 2u] + i % 2u;
        const double wanted = primitive->uvs[i / 2u][i % 2u];
        const double step =
            info.uvs_f32 != NULL ? fabs(wanted) * 0x1p-23 : ldexp(1, -(int)info.uv_bits);
        const double got = info.uvs_f32 != NULL ? info.uvs_f32[at] : info.uvs_i16[at] * step;
        if (!(fabs(got - wanted) <= step / 2 + 1e-12))
            return false;
    }
    return true;
}

static bool check_instance(angles *a, replay *r, const scene *s, const eval_pose *pose,
                           const scene_instance *instance, diag *d)
{
    const scene_primitive *primitive = scene_instance_primitive(s, instance);
    const source_primitive *baked;
    pelt_mesh_info info;
    uint32_t mesh;
    if (primitive->tangents == NULL)
        return true;
    if (!replay_find(&mesh, &baked, r, instance) ||
        pelt_mesh_get(&info, &r->play.model, mesh) != PELT_OK || !info.has_tangents)
        return diag_fail(d, DIAG_INVALID, "tangents are missing");
    const uint32_t count = primitive->vertex_count;
    double(*all)[4] = diag_calloc(info.vertex_count + 1u, sizeof *all);
    double(*got)[4] = diag_calloc(count + 1u, sizeof *got);
    double(*wanted)[4] = diag_calloc(count + 1u, sizeof *wanted);
    FREED double *lengths = diag_calloc(count + 1u, sizeof *lengths);
    FREED mat34 *matrices = diag_calloc(count + 1u, sizeof *matrices);
    const unsigned flags = EVAL_UNIT_WEIGHTS | EVAL_UNIT_ROTATIONS;
    eval_instance(NULL, NULL, wanted, s, pose, instance, flags);
    eval_instance_matrices(matrices, s, pose, instance, flags);
    const bool ok = play_tangents(&r->play, mesh, all, d);
    for (uint32_t v = 0; v < count && ok; v++) {
        double t[3];
        memcpy(got[v], all[baked->vertices[v]], sizeof *got);
        mat34_direction(t, &matrices[v], primitive->tangents[v]);
        lengths[v] = sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
    }
    if (ok)
        compare(a, got, wanted, lengths, count);
    free(all);
    free(got);
    free(wanted);
    return ok;
}

static bool check_moment(angles *a, replay *r, const scene *s, eval_pose *pose, int clip,
                         double time_s, diag *d)
{
    eval_pose_sample(pose, s, clip < 0 ? EVAL_REST : (uint32_t)clip, time_s, EVAL_UNIT_ROTATIONS);
    bool ok = play_pose(&r->play, clip, scene_ticks(time_s), d);
    for (uint32_t i = 0; i < s->instance_count && ok; i++)
        ok = check_instance(a, r, s, pose, &s->instances[i], d);
    return ok;
}

static bool judge(tally *t, angles *a, unsigned l, const char *name)
{
    if (a->count == 0)
        return true;
    qsort(a->degrees, a->count, sizeof *a->degrees, ascending);
    const double most = a->degrees[a->count - 1], p99 = a->degrees[(a->count - 1) * 99 / 100];
    t->worst[l] = fmax(t->worst[l], p99);
    if (p99 <= limits[l].degrees && most < 90 && a->handed)
        return true;
    printf("FAIL %s %s: tangents off by %.4f degrees (99 %%), %.2f at most%s\n", limits[l].name,
           name, p99, most, a->handed ? "" : "; handedness is wrong");
    return false;
}

static bool check_flavour(tally *t, const scene *s, unsigned l, const char *name, const char *file)
{
    diag d = {0};
    replay r;
    eval_pose pose;
    angles a = {NULL, 0, true};
    if (!replay_open(&r, s, limits[l].encoding, 0, file, &d)) {
        printf("FAIL %s %s: %s\n", limits[l].name, name, d.message);
        return false;
    }
    eval_pose_init(&pose, s);
    for (uint32_t i = 0; i < s->instance_count; i++)
        if (!check_uvs(&r, s, &s->instances[i])) {
            printf("FAIL %s %s: texture coordinates\n", limits[l].name, name);
            t->failed++;
        }
    bool ok = check_moment(&a, &r, s, &pose, PLAY_REST, 0, &d);
    for (uint32_t i = 0; i < s->clip_count && ok; i++) {
        const scene_clip *clip = &s->clips[i];
        for (int k = 0; k < 3 && ok; k++) {
            const double time_s = clip->start_s + (0.17 + 0.31 * k) * (clip->end_s - clip->start_s);
            ok = check_moment(&a, &r, s, &pose, (int)i, time_s, &d);
        }
    }
    if (!ok)
        printf("FAIL %s %s: %s\n", limits[l].name, name, d.message);
    ok = ok && judge(t, &a, l, name);
    free(a.degrees);
    eval_pose_free(&pose);
    replay_close(&r);
    return ok;
}

static bool check_asset(void *context, const char *name, const char *file, const char *folder)
{
    tally *t = context;
    scene s;
    diag d = {0};
    (void)folder;
    if (!gltf_load(&s, &d, file, NULL)) {
        printf("FAIL %s: %s\n", name, d.message);
        t->failed++;
        return true;
    }
    bool any = false;
    for (uint32_t i = 0; i < s.instance_count; i++)
        any = any || scene_instance_primitive(&s, &s.instances[i])->tangents != NULL ||
              scene_instance_primitive(&s, &s.instances[i])->uvs != NULL;
    for (unsigned l = 0; l < 3 && any; l++) {
        const bool ok = check_flavour(t, &s, l, name, file);
        t->passed += ok;
        t->failed += !ok;
    }
    scene_free(&s);
    return true;
}

int main(int argc, char **argv)
{
    tally t = {0};
    if (argc != 2) {
        fprintf(stderr, "usage: test_tangents SHARED\n");
        return 2;
    }
    diag_set_warnings(false);
    if (!answers_walk(argv[1], check_asset, &t)) {
        fprintf(stderr, "test_tangents: no assets in %s\n", argv[1]);
        return 3;
    }
    for (unsigned l = 0; l < 3; l++)
        printf("%s: 99 %% within %.4f degrees\n", limits[l].name, t.worst[l]);
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed == 0 && t.passed > 0 ? 0 : 1;
}
