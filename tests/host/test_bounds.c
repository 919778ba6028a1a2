/* SPDX-License-Identifier: MIT */
/* Tests that boxes of meshes contain every vertex that the device skins, to the bit: in clips, in
 * random poses, with random weights of morph targets, in every encoding.
 *
 *   test_bounds [--tight RATIO] FILE...
 *
 * --tight: in clips the diagonal of a box is at most RATIO times that of the vertices' own. The last
 * line is "N passed, N failed". */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "contract/contract.h"
#include "gltf/gltf.h"
#include "pelt/motion.h"
#include "play/play.h"
#include "scene/box.h"

#define ERROR 0.002 /* of bakes; a smaller one takes long and gives the same boxes */
#define MOMENTS 29u
#define POSES 40u

typedef struct variant {
    const char *name;
    pelt_encoding encoding;
    bool pack, plain;
    double turn; /* largest of joints in random poses; lean kernels wrap far from the clips */
} variant;

static const variant variants[] = {{"q16", PELT_EXACT, false, false, 1},
                                   {"q16 packed", PELT_EXACT, true, false, 1},
                                   {"q12", PELT_LEAN, false, false, 0.1},
                                   {"q12 plain", PELT_LEAN, false, true, 0.1},
                                   {"f32", PELT_FLOAT, false, false, 1}};

typedef struct findings {
    uint32_t boxes, outside; /* of poses: compared, and left by a vertex or missing */
    uint32_t clip_outside;   /* boxes of whole clips that a vertex leaves, or that are missing */
    uint32_t wrapped;        /* boxes that cannot be judged, see has_wrapped() */
    double ratio, clip_ratio, random_ratio; /* largest diagonals over those of the vertices */
} findings;

static double drawn(double low, double high)
{
    return low + (high - low) * check_draw(1u << 24) / 16777216.0;
}

static void note_ratio(double *ratio, const box3 *box, const box3 *vertices)
{
    const double length = vec3_distance(vertices->high, vertices->low);
    if (length > 0)
        *ratio = fmax(*ratio, vec3_distance(box->high, box->low) / length);
}

static bool holds(const box3 *box, const box3 *vertices)
{
    for (int c = 0; c < 3; c++)
        if (!(box->low[c] <= vertices->low[c] && box->high[c] >= vertices->high[c]))
            return false;
    return true;
}

/* Lean kernels wrap if a pose exceeds their range. That moves a vertex by four units, further than
 * any error. */
static bool has_wrapped(const play *p, const box3 *box, const box3 *vertices)
{
    const double most = ldexp(1, p->model.unit_shift);
    bool wrapped = false;
    for (int c = 0; c < 3; c++)
        wrapped |= box->low[c] - vertices->low[c] > most || vertices->high[c] - box->high[c] > most;
    return wrapped && p->model.encoding == PELT_LEAN;
}

static box3 vertices_of(play *p, uint32_t mesh, diag *d)
{
    pelt_mesh_info info;
    box3 box = box3_empty();
    if (pelt_mesh_get(&info, &p->model, mesh) != PELT_OK)
        return box;
    FREED double(*positions)[3] = diag_calloc(info.vertex_count + 1u, sizeof *positions);
    if (play_mesh(p, mesh, positions, NULL, d))
        for (uint32_t v = 0; v < info.vertex_count; v++)
            box3_add(&box, positions[v]);
    return box;
}

/* The box of the model's arithmetic, in glTF units. */
static box3 box_of(const play *p, const pelt_box_q16 *fixed, const pelt_box_f32 *real)
{
    const bool is_float = p->model.encoding == PELT_FLOAT;
    const double unit = ldexp(1, p->model.unit_shift - 16);
    box3 box;
    for (int c = 0; c < 3; c++) {
        box.low[c] = is_float ? (double)real->min[c] : fixed->min[c] * unit;
        box.high[c] = is_float ? (double)real->max[c] : fixed->max[c] * unit;
    }
    return box;
}

/* The box with PELT_MORPH_SUM_TO_ONE, a flag that play_bounds does not take. */
static bool scaled_box(box3 *box, const play *p, uint32_t mesh)
{
    pelt_mesh_info info;
    pelt_box_q16 fixed;
    pelt_box_f32 real;
    if (pelt_mesh_get(&info, &p->model, mesh) != PELT_OK ||
        (p->model.encoding == PELT_FLOAT
             ? pelt_mesh_box_get_f32(&real, mesh, &p->real.joints,
                                     p->real.pose.weights + info.first_target, info.target_count,
                                     PELT_MORPH_SUM_TO_ONE)
             : pelt_mesh_box_get_q16(&fixed, mesh, &p->fixed.joints,
                                     p->fixed.pose.weights + info.first_target, info.target_count,
                                     PELT_MORPH_SUM_TO_ONE)) != PELT_OK)
        return false;
    *box = box_of(p, &fixed, &real);
    return true;
}

/* Compares all meshes in the current pose, and adds each one's vertices to `whole`, which may be NULL. */
static void compare(findings *f, double *ratio, play *p, bool scaled, box3 *whole, diag *d)
{
    for (uint32_t m = 0; m < p->model.mesh_count; m++) {
        box3 box;
        const box3 vertices = vertices_of(p, m, d);
        if (whole != NULL)
            box3_extend(&whole[m], vertices.low, vertices.high);
        if (!(scaled ? scaled_box(&box, p, m) : play_bounds(p, m, box.low, box.high, d))) {
            f->outside++;
        } else if (!box3_is_empty(&vertices)) {
            f->boxes++;
            if (has_wrapped(p, &box, &vertices))
                f->wrapped++;
            else
                f->outside += !holds(&box, &vertices);
            note_ratio(ratio, &box, &vertices);
        }
    }
}

/// Clips /////////////////////////////////////////////////////////////////////////////////////////

static bool clip_box(box3 *box, const play *p, uint32_t clip, uint32_t mesh)
{
    pelt_box_q16 fixed;
    pelt_box_f32 real;
    if ((p->model.encoding == PELT_FLOAT
             ? pelt_clip_box_get_f32(&real, &p->model, clip, mesh)
             : pelt_clip_box_get_q16(&fixed, &p->model, clip, mesh)) != PELT_OK)
        return false;
    *box = box_of(p, &fixed, &real);
    return true;
}

static void try_clip(findings *f, play *p, uint32_t clip, diag *d)
{
    pelt_clip_info info;
    if (pelt_clip_get(&info, &p->model, clip) != PELT_OK)
        return;
    FREED box3 *whole = diag_calloc(p->model.mesh_count + 1u, sizeof *whole);
    for (uint32_t m = 0; m < p->model.mesh_count; m++)
        whole[m] = box3_empty();
    for (uint32_t i = 0; i < MOMENTS; i++) {
        const double part = i + 1 < MOMENTS ? drawn(0, 1) : 1;
        const pelt_time time = info.start + (pelt_time)(part * ((double)info.end - info.start));
        if (!play_pose(p, (int)clip, time, d))
            return;
        compare(f, &f->ratio, p, false, whole, d);
    }
    for (uint32_t m = 0; m < p->model.mesh_count; m++) {
        box3 box;
        if (box3_is_empty(&whole[m]))
            continue;
        if (!clip_box(&box, p, clip, m)) {
            f->clip_outside++;
            continue;
        }
        f->clip_outside += !holds(&box, &whole[m]);
        note_ratio(&f->clip_ratio, &box, &whole[m]);
    }
}

/// Random poses //////////////////////////////////////////////////////////////////////////////////

/* Mixes a random rotation into q, of which `turn` is the part. */
static void draw_rotation(double q[4], double turn)
{
    double length = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = q[i] * (1 - turn) + drawn(-1, 1) * turn;
        length += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++)
        q[i] = length > 1e-6 ? q[i] / sqrt(length) : i == 3;
}

/* Turns all joints of the pose and scales a tenth of them, if they turn freely. */
static void disturb(play *p, double turn)
{
    for (uint32_t j = 0; j < p->model.joint_count; j++) {
        double q[4];
        const bool stretched = turn >= 1 && drawn(0, 1) < 0.1;
        pelt_local_q16 *fixed = p->fixed.pose.locals + j;
        pelt_local_f32 *real = p->real.pose.locals + j;
        const bool is_float = p->model.encoding == PELT_FLOAT;
        for (int i = 0; i < 4; i++)
            q[i] = is_float ? (double)real->rotation[i] : fixed->rotation[i] / 1073741824.0;
        draw_rotation(q, turn);
        for (int i = 0; i < 4; i++) {
            if (is_float)
                real->rotation[i] = (float)q[i];
            else
                fixed->rotation[i] = (int32_t)lrint(q[i] * 1073741823.0);
        }
        for (int i = 0; i < 3 && stretched; i++) {
            const double by = drawn(-1, 1);
            if (is_float)
                real->scale[i] *= (float)by;
            else
                fixed->scale[i] = (int32_t)lrint(fixed->scale[i] * by);
        }
    }
}

static double draw_weight(void)
{
    const double kind = drawn(0, 1);
    return kind < 0.4 ? drawn(0, 1) : kind < 0.6 ? drawn(-1, 2) : kind < 0.9 ? drawn(-20, 20) : 64;
}

/* Sets a random pose and weights, then computes model matrices and palettes. */
static pelt_status random_pose(play *p, double turn)
{
    const pelt_model *model = &p->model;
    const bool is_float = model->encoding == PELT_FLOAT;
    disturb(p, turn);
    const bool wild = drawn(0, 1) < 0.5;
    for (uint32_t t = 0; t < model->target_count; t++) {
        const double weight = wild ? draw_weight() : drawn(0, 1);
        if (is_float)
            p->real.pose.weights[t] = (float)weight;
        else
            p->fixed.pose.weights[t] = (int32_t)lrint(weight * 65536);
    }
    pelt_status status = is_float ? pelt_joints_build_f32(&p->real.joints, &p->real.pose)
                                  : pelt_joints_build_q16(&p->fixed.joints, &p->fixed.pose);
    for (uint32_t s = 0; s < model->skin_count && status == PELT_OK; s++)
        status = is_float ? pelt_palette_build_f32(&p->real.palettes[s], &p->real.joints)
                          : pelt_palette_build_q16(&p->fixed.palettes[s], &p->fixed.joints);
    return status;
}

static pelt_status build_morphs(play *p, uint32_t flags)
{
    pelt_status status = PELT_OK;
    for (uint32_t m = 0; m < p->model.mesh_count && status == PELT_OK; m++) {
        pelt_mesh_info info;
        status = pelt_mesh_get(&info, &p->model, m);
        if (status != PELT_OK || info.target_count == 0)
            continue;
        status =
            p->model.encoding == PELT_FLOAT
                ? pelt_morph_build_f32(&p->real.morphs[m], p->real.pose.weights + info.first_target,
                                       info.target_count, flags, 0, info.vertex_count)
                : pelt_morph_build_q16(&p->fixed.morphs[m],
                                       p->fixed.pose.weights + info.first_target, info.target_count,
                                       flags, 0, info.vertex_count);
    }
    return status;
}

static bool try_random(findings *f, play *p, double turn, diag *d)
{
    for (uint32_t i = 0; i < POSES; i++) {
        if (!play_pose(p, p->model.clip_count > 0 && i % 2 ? 0 : PLAY_REST, 0, d) ||
            random_pose(p, i % 4 == 3 ? 0 : turn) != PELT_OK || build_morphs(p, 0) != PELT_OK)
            return false;
        compare(f, &f->random_ratio, p, false, NULL, d);
        if (build_morphs(p, PELT_MORPH_SUM_TO_ONE) != PELT_OK)
            return false;
        if (p->model.target_count > 0)
            compare(f, &f->random_ratio, p, true, NULL, d);
    }
    return true;
}

/// Files /////////////////////////////////////////////////////////////////////////////////////////

static bool try_variant(const scene *s, const char *file, const variant *v, double tight, diag *d)
{
    const bake_options options = {.encoding = v->encoding,
                                  .error = ERROR,
                                  .order = {.pack = v->pack, .plain = v->plain},
                                  .file = file};
    bake_result baked;
    play p;
    findings f = {0};
    if (!contract_bake(&baked, s, &options, d)) {
        printf("FAIL %s %s: %s\n", file, v->name, d->message);
        return false;
    }
    bool ok = play_open(&p, baked.blob, baked.bytes, d);
    if (ok) {
        for (uint32_t c = 0; c < p.model.clip_count; c++)
            try_clip(&f, &p, c, d);
        ok = try_random(&f, &p, v->turn, d) && d->exit_code == DIAG_OK && f.outside == 0 &&
             f.clip_outside == 0 && f.wrapped <= f.boxes / 20 && (tight <= 0 || f.ratio <= tight);
        play_close(&p);
    }
    printf(
        "%s %s %s: %u boxes, %u outside, %u of clips outside, %u wrapped; diagonals at most %.3f, "
        "%.3f for a clip, %.3f in random poses %s\n",
        ok ? "ok  " : "FAIL", file, v->name, f.boxes, f.outside, f.clip_outside, f.wrapped, f.ratio,
        f.clip_ratio, f.random_ratio, d->message);
    bake_result_free(&baked);
    return ok;
}

int main(int argc, char **argv)
{
    double tight = 0;
    diag_set_warnings(false);
    for (int i = 1; i < argc; i++) {
        scene s;
        diag d = {0};
        if (strcmp(argv[i], "--tight") == 0 && i + 1 < argc) {
            tight = atof(argv[++i]);
            continue;
        }
        if (!gltf_load(&s, &d, argv[i], NULL)) {
            check(false, "%s: %s", argv[i], d.message);
            continue;
        }
        for (size_t k = 0; k < sizeof variants / sizeof *variants; k++) {
            d = (diag){0};
            check_count(try_variant(&s, argv[i], &variants[k], tight, &d));
        }
        scene_free(&s);
    }
    return check_end();
}
