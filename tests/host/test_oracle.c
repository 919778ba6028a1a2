/* SPDX-License-Identifier: MIT */
/* Compares the whole pipeline - loader, baker, device library - with the stored double-precision
 * answers of an independent evaluator.
 *
 *   test_oracle SHARED q16|f32|q12|all|eval [ASSET...]
 *
 * Every stored frame of every asset is played, also those with invented morph weights. Positions
 * must agree within the encoding's fraction of the model's size, normals and tangents in direction
 * (with those of the tool's evaluator), texture coordinates within half a step. Triangles must be
 * those of the file, turned where they are mirrored. A table below says how assets with invalid data
 * are treated.
 *
 * eval: the tool's loader and evaluator alone, with the answers' instances, positions, normals and
 * palettes, nearly to the last digit; answers that are "inline" have only positions. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "check.h"
#include "common/compare.h"
#include "common/region.h"
#include "gltf/gltf.h"
#include "replay.h"
#include "scene/between.h"
#include "scene/eval.h"
#include "scene/moments.h"

typedef struct limits {
    const char *name;
    pelt_encoding encoding;
    double position; /* fraction of the model's size */
    double degrees;  /* of normals and of tangents, 99th percentile */
} limits;

enum { EVALUATOR = 3 };
static limits encodings[] = {{"q16", PELT_EXACT, 1.0 / 8192, 0.5},
                             {"f32", PELT_FLOAT, 2e-5, 0.1},
                             {"q12", PELT_LEAN, 1.0 / 4096, 5},
                             [EVALUATOR] = {"eval", PELT_EXACT, 1e-9, 0}};
#define INLINE_TOLERANCE 1e-8 /* of answers of nine digits */
#define NORMAL_TOLERANCE 2e-7 /* the stored normals are float */

/* Assets whose data break the rules of glTF in a way that shows, by what index.json says of them;
 * there may be no others. Their answers are stored twice: for the data as they are, and with
 * weights and rotations normalised.
 *   weights    of some vertices do not sum to one: the baker normalises them, so only the second
 *              answer counts
 *   rotations  (keys) are not of unit length: glTF leaves their meaning open, so the nearer answer
 *              counts */
typedef enum fault { FAULT_NONE, FAULT_WEIGHTS, FAULT_ROTATIONS } fault;

static const struct {
    const char *asset;
    fault fault;
} invalid[] = {
    {"Godot_modified_bone_anim", FAULT_WEIGHTS},       /* sums up to 1.38 */
    {"SimpleSkin", FAULT_ROTATIONS},                   /* off by 2e-4 */
    {"TinyGltf_unassigned_skeleton", FAULT_ROTATIONS}, /* off by 2e-4 */
    {"full_101", FAULT_ROTATIONS}, /* generated with this fault, off by up to 2 % */
    {"full_102", FAULT_ROTATIONS},
    {"full_104", FAULT_ROTATIONS},
    {"full_105", FAULT_ROTATIONS},
    {"full_110", FAULT_ROTATIONS},
    {"nasty_101", FAULT_ROTATIONS},
    {"nasty_102", FAULT_ROTATIONS},
    {"nasty_104", FAULT_ROTATIONS},
    {"nasty_106", FAULT_ROTATIONS},
    {"nasty_107", FAULT_ROTATIONS},
    {"nasty_108", FAULT_ROTATIONS},
    {"nasty_109", FAULT_ROTATIONS},
    {"nasty_110", FAULT_ROTATIONS},
};

typedef struct tally {
    const limits *encoding;
    double error;  /* --error, or 0 */
    uint32_t seen; /* assets */
    double worst;
    char worst_name[128];
    char **only; /* asset names, or NULL: all */
    int only_count;
} tally;

/* Angles of all normals or of all tangents of an asset. */
typedef struct angles {
    const char *what;
    double *degrees;
    uint32_t count;
} angles;

typedef struct asset {
    tally *of;
    const char *name;
    const answers *stored;
    const scene *scene;
    eval_pose pose;
    replay replay;
    angles normal_angles, tangent_angles;
    fault fault;
    double error; /* worst so far, fraction of the size */
    char where[96];
    /* Arrays for the largest instance. */
    region memory;
    double (*positions)[3], (*normals)[3], (*wanted)[3], (*wanted_normals)[3];
    double (*tangents)[4], (*wanted_tangents)[4];
    float (*stored_normals)[3];
    mat34 *matrices;
} asset;

__attribute__((format(printf, 2, 3))) static bool complain(const asset *a, const char *format, ...)
{
    va_list values;
    printf("FAIL %s %s: ", a->of->encoding->name, a->name);
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    putchar('\n');
    return false;
}

COMPARE_BY(ascending, double, 1)

/* The largest |component| of the differences; infinite if one is NaN. */
static double largest_difference(double (*a)[3], double (*b)[3], uint32_t count)
{
    double error = 0;
    for (uint32_t v = 0; v < count; v++)
        for (int c = 0; c < 3; c++) {
            const double e = fabs(a[v][c] - b[v][c]);
            if (!(e <= error))
                error = isnan(e) ? HUGE_VAL : e;
        }
    return error;
}

/* The angle in degrees between two directions of any length, exact for small angles; 180 if one
 * is zero. */
static double angle_between(const double a[3], const double b[3])
{
    double cross[3];
    vec3_cross(cross, a, b);
    const double sine = vec_length(cross, 3), cosine = vec_dot(a, b, 3);
    return sine == 0 && cosine == 0 ? 180 : atan2(sine, cosine) * 180 / 3.14159265358979323846;
}

/* Adds the angles between vectors of `stride` numbers. Those that their mixed matrix nearly annihilates have
 * no direction to compare. */
static void compare(angles *to, const mat34 *matrices, const double *source, const double *got,
                    const double *wanted, uint32_t stride, uint32_t count)
{
    FREED double *lengths = diag_calloc(2u * (size_t)count + 1, sizeof *lengths);
    for (uint32_t v = 0; v < count; v++) {
        double n[3];
        mat34_direction(n, &matrices[v], &source[stride * v]);
        lengths[v] = lengths[count + v] = vec_length(n, 3);
    }
    qsort(lengths + count, count, sizeof *lengths, ascending);
    const double least = count > 0 ? 1e-3 * lengths[count + count / 2] : 0;
    for (uint32_t v = 0; v < count; v++) {
        if (!(lengths[v] > 0 && lengths[v] >= least))
            continue;
        to->degrees = diag_grow(to->degrees, to->count, sizeof *to->degrees);
        to->degrees[to->count++] = angle_between(&got[stride * v], &wanted[stride * v]);
    }
}

/* Returns false if the handedness of a tangent is wrong. */
static bool compare_directions(asset *a, const scene_instance *instance, unsigned flags)
{
    const scene_primitive *primitive = scene_instance_primitive(a->scene, instance);
    const uint32_t count = primitive->vertex_count;
    eval_instance(a->wanted, a->wanted_normals, a->wanted_tangents, a->scene, &a->pose, instance,
                  flags);
    eval_instance_matrices(a->matrices, a->scene, &a->pose, instance, flags);
    if (primitive->normals != NULL)
        compare(&a->normal_angles, a->matrices, primitive->normals[0], a->normals[0],
                a->wanted_normals[0], 3, count);
    if (primitive->tangents == NULL)
        return true;
    compare(&a->tangent_angles, a->matrices, primitive->tangents[0], a->tangents[0],
            a->wanted_tangents[0], 4, count);
    bool handed = true;
    for (uint32_t v = 0; v < count; v++)
        handed = handed && a->tangents[v][3] == (a->wanted_tangents[v][3] < 0 ? -1 : 1);
    return handed;
}

static bool check_uvs(const asset *a, const scene_instance *instance)
{
    const scene_primitive *primitive = scene_instance_primitive(a->scene, instance);
    const source_primitive *baked;
    pelt_mesh_info info;
    uint32_t mesh;
    if (primitive->uvs == NULL)
        return true;
    if (!replay_find(&mesh, &baked, &a->replay, instance) ||
        pelt_mesh_get(&info, &a->replay.play.model, mesh) != PELT_OK ||
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

/* A number made of the corners of a triangle that turns its sign with it. */
static double turn_of(uint32_t a, uint32_t b, uint32_t c)
{
    return sin((double)a - b) + sin((double)b - c) + sin((double)c - a);
}

/* An instance has its triangles, which run the other way round if most corners are mirrored at rest. */
static bool check_triangles(const asset *a, const scene_instance *instance)
{
    const scene_primitive *p = scene_instance_primitive(a->scene, instance);
    const source_primitive *baked;
    pelt_part_info part;
    uint32_t mesh;
    double sum = 0, wanted = 0;
    if (!replay_find(&mesh, &baked, &a->replay, instance) ||
        pelt_part_get(&part, &a->replay.play.model, mesh,
                      (uint32_t)(baked - a->replay.map.meshes[mesh].primitives)) != PELT_OK)
        return false;
    eval_instance_matrices(a->matrices, a->scene, &a->pose, instance, EVAL_UNIT_WEIGHTS);
    for (uint32_t t = 0; part.corners == 3 && t < element_count(p); t++) {
        uint32_t at[3], from[3];
        int mirrored = 0;
        pelt_indices_get(at, &part, 3 * t, 3);
        for (uint32_t c = 0; c < 3; c++) {
            const uint32_t v = element_vertex(p, t, c);
            from[c] = baked->vertices[v];
            mirrored += mat34_determinant(&a->matrices[v]) < 0;
        }
        sum += turn_of(at[0], at[1], at[2]);
        wanted += (mirrored > 1 ? -1 : 1) * turn_of(from[0], from[1], from[2]);
    }
    return fabs(sum - wanted) <= 1e-9 * element_count(p);
}

static fault known_fault(const char *name)
{
    for (size_t i = 0; i < sizeof invalid / sizeof invalid[0]; i++)
        if (strcmp(invalid[i].asset, name) == 0)
            return invalid[i].fault;
    return FAULT_NONE;
}

/* The fault of the data that index.json names. */
static fault stored_fault(const answers *stored)
{
    const json_t *reasons = json_object_get(stored->index, "normalizedVariantReason");
    fault found = FAULT_NONE;
    for (size_t i = 0; i < json_array_size(reasons) && found != FAULT_WEIGHTS; i++)
        found = strstr(json_string_value(json_array_get(reasons, i)), "weights") != NULL
                    ? FAULT_WEIGHTS
                    : FAULT_ROTATIONS;
    return found;
}

/* Frames of kind "setweights" have weights that the author of the answers invented. They are stored
 * with each primitive that has targets; all lists begin like the longest one. */
static const json_t *made_up_weights(const json_t *frame)
{
    const json_t *prims = json_object_get(frame, "prims"), *longest = NULL;
    if (strcmp(json_string_value(json_object_get(frame, "kind")), "setweights") != 0)
        return NULL;
    for (size_t i = 0; i < json_array_size(prims); i++) {
        const json_t *list = json_object_get(json_array_get(prims, i), "morphWeights");
        if (json_array_size(list) > json_array_size(longest))
            longest = list;
    }
    return longest;
}

/* Samples the frame's pose in the reference, with weights that were made up. The player, if there is one,
 * uses these, or the clip's own again, from its next play_pose on. */
static void sample_frame(asset *a, play *player, const json_t *frame, unsigned flags)
{
    const json_int_t clip = json_integer_value(json_object_get(frame, "anim"));
    const json_t *list = made_up_weights(frame);
    const size_t count = json_array_size(list);
    FREED double *weights = diag_calloc(count + 1, sizeof *weights);
    for (size_t i = 0; i < count; i++)
        weights[i] = json_number_value(json_array_get(list, i));
    eval_pose_sample(&a->pose, a->scene, clip < 0 ? EVAL_REST : (uint32_t)clip,
                     json_number_value(json_object_get(frame, "time")), flags);
    if (player != NULL)
        play_set_morph(player, list == NULL ? NULL : weights, (uint32_t)count);
    if (list != NULL)
        eval_pose_set_morph(&a->pose, weights, (uint32_t)count);
}

static bool check_frame(asset *a, const json_t *frame, size_t frame_index)
{
    diag d = {0};
    const json_int_t clip = json_integer_value(json_object_get(frame, "anim"));
    const double time_s = json_number_value(json_object_get(frame, "time"));
    const double size = answers_model_size(frame);
    double errors[2] = {0, 0}; /* against the answers for the data as they are, and normalised */
    const bool counts[2] = {a->fault != FAULT_WEIGHTS, a->fault != FAULT_NONE};
    const unsigned flags = a->fault != FAULT_NONE ? EVAL_UNIT_WEIGHTS | EVAL_UNIT_ROTATIONS : 0;
    sample_frame(a, &a->replay.play, frame, flags);
    if (!play_pose(&a->replay.play, clip < 0 ? PLAY_REST : (int)clip, scene_ticks(time_s), &d))
        return complain(a, "%s", d.message);
    const json_t *prims = json_object_get(frame, "prims");
    for (uint32_t i = 0; i < a->scene->instance_count; i++) {
        const scene_instance *instance = &a->scene->instances[i];
        const scene_primitive *primitive = scene_instance_primitive(a->scene, instance);
        pelt_mesh_info info;
        if (!replay_instance(a->positions, a->normals, a->tangents, &info, &a->replay, instance,
                             &d))
            return complain(a, "%s", d.message);
        if ((primitive->normals != NULL && !info.has_normals) ||
            (primitive->tangents != NULL && !info.has_tangents))
            return complain(a, "normals or tangents are missing");
        for (int variant = 0; variant < 2; variant++) {
            const json_t *offset =
                json_object_get(json_array_get(prims, i), variant == 0 ? "pos" : "posN");
            if (!counts[variant])
                continue;
            if (!answers_fetch(a->wanted, a->stored, offset,
                               primitive->vertex_count * sizeof *a->wanted))
                return complain(a, "a stored answer is missing");
            errors[variant] = fmax(errors[variant], largest_difference(a->positions, a->wanted,
                                                                       primitive->vertex_count));
        }
        if (!compare_directions(a, instance, flags))
            return complain(a, "the handedness of a tangent is wrong");
    }
    double error = HUGE_VAL;
    for (int variant = 0; variant < 2; variant++)
        if (counts[variant])
            error = fmin(error, errors[variant] / size);
    if (error > a->error || a->where[0] == '\0') {
        a->error = fmax(error, a->error);
        snprintf(a->where, sizeof a->where, "frame %zu, clip %d at %g s", frame_index, (int)clip,
                 time_s);
    }
    return true;
}

/// The evaluator ////////////////////////////////////////////////////////////////////////////////

static bool check_instances(const asset *a)
{
    const json_t *list = json_object_get(a->stored->index, "instances");
    bool ok = json_array_size(list) == a->scene->instance_count;
    for (uint32_t i = 0; ok && i < a->scene->instance_count; i++) {
        const json_t *stored = json_array_get(list, i), *skin = json_object_get(stored, "skin");
        const scene_instance *instance = &a->scene->instances[i];
        ok = json_integer_value(json_object_get(stored, "node")) == instance->node &&
             json_integer_value(json_object_get(stored, "primitive")) == instance->primitive &&
             (json_is_null(skin) ? SCENE_NONE : json_integer_value(skin)) == instance->skin &&
             json_integer_value(json_object_get(stored, "vertexCount")) ==
                 scene_instance_primitive(a->scene, instance)->vertex_count;
    }
    return ok || complain(a, "instances differ");
}

static bool within(const asset *a, const char *what, size_t frame, uint32_t index, double error,
                   double tolerance)
{
    return error <= tolerance ||
           complain(a, "frame %zu, %s %u: error %.3e > %.1e", frame, what, index, error, tolerance);
}

static bool check_palettes(const asset *a, const json_t *frame, size_t frame_index)
{
    const double size = answers_model_size(frame);
    json_t *palettes = json_object_get(frame, "palettes"), *offset;
    const char *key;
    bool ok = true;
    json_object_foreach(palettes, key, offset)
    {
        const uint32_t skin = (uint32_t)strtoul(key, NULL, 10);
        const uint32_t count = a->scene->skins[skin].joint_count;
        FREED mat34 *palette = diag_calloc(count, sizeof *palette);
        FREED mat34 *wanted = diag_calloc(count, sizeof *wanted);
        double error = HUGE_VAL;
        if (answers_fetch(wanted, a->stored, offset, count * sizeof *wanted)) {
            skin_palette(palette, &a->scene->skins[skin], a->pose.globals);
            const double *is = (const double *)palette, *should = (const double *)wanted;
            error = 0;
            for (uint32_t i = 0; i < 12u * count; i++)
                error = fmax(error, fabs(is[i] - should[i]) / fmax(fmax(1, size), fabs(should[i])));
        }
        ok &= within(a, "palette of skin", frame_index, skin, error, a->of->encoding->position);
    }
    return ok;
}

/* The stored answer for a vanishing normal is NaN; the tool's is zero. */
static double normal_error(const double *is, const float *should, uint32_t count)
{
    double error = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double e = fabs(isnan(should[i]) ? is[i] : is[i] - (double)should[i]);
        error = e <= error ? error : e; /* keeps NaN */
    }
    return error;
}

/* Compares an instance of the sampled pose with the answer for the data as they are, or with that for weights
 * and rotations that were normalised. */
static bool check_instance(asset *a, const json_t *frame, size_t frame_index, uint32_t index,
                           bool normalised)
{
    const scene_instance *instance = &a->scene->instances[index];
    const scene_primitive *primitive = scene_instance_primitive(a->scene, instance);
    const uint32_t count = primitive->vertex_count;
    const json_t *stored = json_array_get(json_object_get(frame, "prims"), index);
    const json_t *normals = json_object_get(stored, "nrm");
    const char *what = normalised ? "posN" : "pos";
    const bool alone = json_is_true(json_object_get(a->stored->index, "inline"));
    if (!answers_fetch(a->wanted, a->stored, json_object_get(stored, what),
                       count * sizeof *a->wanted) ||
        (primitive->normals != NULL && !alone) != (normals != NULL) ||
        (normals != NULL &&
         !answers_fetch(a->stored_normals, a->stored, normals, count * sizeof *a->stored_normals)))
        return complain(a, "a stored answer is missing");
    eval_instance(a->positions, a->normals, NULL, a->scene, &a->pose, instance,
                  normalised ? EVAL_UNIT_WEIGHTS | EVAL_UNIT_ROTATIONS : 0);
    const bool ok =
        within(a, what, frame_index, index, largest_difference(a->positions, a->wanted, count),
               (alone ? INLINE_TOLERANCE : a->of->encoding->position) * answers_model_size(frame));
    return (normalised || normals == NULL ||
            within(a, "normals", frame_index, index,
                   normal_error(*a->normals, *a->stored_normals, 3u * count), NORMAL_TOLERANCE)) &&
           ok;
}

static bool check_evaluator(asset *a)
{
    const json_t *index = a->stored->index, *frames = json_object_get(index, "frames");
    const int variants = json_is_true(json_object_get(index, "normalizedVariant")) ? 2 : 1;
    bool ok = json_array_size(frames) > 0 &&
              (json_is_true(json_object_get(index, "inline")) || check_instances(a));
    for (size_t k = 0; k < json_array_size(frames) && ok; k++)
        for (int normalised = 0; normalised < variants; normalised++) {
            const json_t *frame = json_array_get(frames, k);
            sample_frame(a, NULL, frame, normalised ? EVAL_UNIT_ROTATIONS : 0);
            ok &= normalised || check_palettes(a, frame, k);
            for (uint32_t i = 0; i < a->scene->instance_count; i++)
                ok &= check_instance(a, frame, k, i, normalised);
        }
    return ok;
}

/// Assets ///////////////////////////////////////////////////////////////////////////////////////

static bool judge_angles(const asset *a, const angles *all)
{
    if (all->count == 0)
        return true;
    qsort(all->degrees, all->count, sizeof *all->degrees, ascending);
    const double most = all->degrees[all->count - 1];
    const double p99 = all->degrees[(all->count - 1) * 99 / 100];
    return (p99 <= a->of->encoding->degrees && most < 90) ||
           complain(a, "%s off by %.4f degrees (99 %%), %.2f at most", all->what, p99, most);
}

static bool judge(const asset *a)
{
    tally *const t = a->of;
    if (a->error > t->worst) {
        t->worst = a->error;
        snprintf(t->worst_name, sizeof t->worst_name, "%s", a->name);
    }
    bool ok = a->error <= t->encoding->position ||
              complain(a, "position error %.3e of the size, above %.3e, in %s", a->error,
                       t->encoding->position, a->where);
    ok = judge_angles(a, &a->normal_angles) && ok;
    return judge_angles(a, &a->tangent_angles) && ok;
}

static bool check_frames(asset *a)
{
    const json_t *frames = json_object_get(a->stored->index, "frames");
    bool ok = json_array_size(frames) > 0;
    for (uint32_t i = 0; i < a->scene->instance_count && ok; i++)
        ok = (check_uvs(a, &a->scene->instances[i]) || complain(a, "texture coordinates")) &&
             (check_triangles(a, &a->scene->instances[i]) || complain(a, "triangles"));
    for (size_t i = 0; i < json_array_size(frames) && ok; i++)
        ok = check_frame(a, json_array_get(frames, i), i);
    return ok && judge(a);
}

static bool check_scene(asset *a, const char *file)
{
    const bool plays = a->of->encoding != &encodings[EVALUATOR];
    diag d = {0};
    if (plays &&
        !replay_open(&a->replay, a->scene, a->of->encoding->encoding, a->of->error, file, &d))
        return complain(a, "%s", d.message);
    uint32_t largest = 1;
    for (uint32_t i = 0; i < a->scene->instance_count; i++) {
        const uint32_t count =
            scene_instance_primitive(a->scene, &a->scene->instances[i])->vertex_count;
        largest = count > largest ? count : largest;
    }
    a->positions = region_calloc(&a->memory, largest, sizeof *a->positions);
    a->normals = region_calloc(&a->memory, largest, sizeof *a->normals);
    a->wanted = region_calloc(&a->memory, largest, sizeof *a->wanted);
    a->wanted_normals = region_calloc(&a->memory, largest, sizeof *a->wanted_normals);
    a->tangents = region_calloc(&a->memory, largest, sizeof *a->tangents);
    a->wanted_tangents = region_calloc(&a->memory, largest, sizeof *a->wanted_tangents);
    a->stored_normals = region_calloc(&a->memory, largest, sizeof *a->stored_normals);
    a->matrices = region_calloc(&a->memory, largest, sizeof *a->matrices);
    eval_pose_init(&a->pose, a->scene);
    const bool ok = plays ? check_frames(a) : check_evaluator(a);
    eval_pose_free(&a->pose);
    free(a->normal_angles.degrees);
    free(a->tangent_angles.degrees);
    region_free(&a->memory);
    if (plays)
        replay_close(&a->replay);
    return ok;
}

static bool wanted_asset(const tally *t, const char *name)
{
    for (int i = 0; i < t->only_count; i++)
        if (strcmp(t->only[i], name) == 0)
            return true;
    return t->only_count == 0;
}

static void check_asset(void *context, const char *name, const char *file, const char *folder)
{
    tally *t = context;
    FREED_BY(scene_free) scene s = {0};
    FREED_BY(answers_close) answers stored = {0};
    diag d = {0};
    asset a = {.of = t,
               .name = name,
               .stored = &stored,
               .scene = &s,
               .normal_angles.what = "normals",
               .tangent_angles.what = "tangents"};
    if (!wanted_asset(t, name))
        return;
    bool ok = false;
    if (!gltf_load(&s, &d, file, NULL)) {
        complain(&a, "%s", d.message);
    } else if (!answers_open(&stored, folder)) {
        complain(&a, "no stored answers");
    } else {
        a.fault = known_fault(name);
        ok = stored_fault(&stored) == a.fault
                 ? check_scene(&a, file)
                 : complain(&a, "its data are other than the table of invalid ones says");
    }
    t->seen++;
    check_count(ok);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: test_oracle SHARED q16|f32|q12|all|eval [ASSET...]\n"
                        "       test_oracle SHARED q16|f32|q12 --error E\n");
        return 2;
    }
    const double error = argc == 5 && strcmp(argv[3], "--error") == 0 ? atof(argv[4]) : 0;
    if (error > 0)
        argc = 3;
    diag_set_warnings(false);
    for (unsigned f = 0; f < sizeof encodings / sizeof encodings[0]; f++) {
        const bool of_all = strcmp(argv[2], "all") == 0 && f != EVALUATOR;
        if (!of_all && strcmp(argv[2], encodings[f].name) != 0)
            continue;
        /* Frames lie at any time, so the bound is a tenth larger. Normals have a contract, too. */
        if (error > 0) {
            encodings[f].position = 1.1 * error;
            encodings[f].degrees = 1;
        }
        tally t = {
            .encoding = &encodings[f], .error = error, .only = argv + 3, .only_count = argc - 3};
        if (!answers_walk(argv[1], check_asset, &t)) {
            fprintf(stderr, "test_oracle: no assets in %s\n", argv[1]);
            return 3;
        }
        if (f != EVALUATOR)
            printf("%s: worst %.3e of the size (limit %.3e), %s\n", t.encoding->name, t.worst,
                   t.encoding->position, t.worst_name);
        if (t.only_count > 0)
            check(t.seen == (uint32_t)t.only_count,
                  "%s: some of the assets asked for are not there", t.encoding->name);
    }
    return check_end();
}
