/* SPDX-License-Identifier: MIT */
/* Compares the tool's loader and double-precision evaluator with the stored answers of an
 * independent one. Usage: test_eval SHARED..., folders with assets/manifest.tsv and oracle/dumps/,
 * and if there are more answers random/ and random/dumps/. Answers that are "inline" have only
 * positions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "check.h"
#include "gltf/gltf.h"
#include "scene/between.h"
#include "scene/eval.h"

#define POSITION_TOLERANCE 1e-9 /* fraction of the model's size */
#define INLINE_TOLERANCE 1e-8   /* the same for answers of nine digits */
#define NORMAL_TOLERANCE 2e-7   /* the stored normals are float */

typedef struct frame_buffers {
    double (*positions)[3], (*normals)[3], (*wanted)[3];
    float (*wanted_normals)[3];
} frame_buffers;

static double position_error(const frame_buffers *buffers, uint32_t count)
{
    double error = 0;
    for (uint32_t v = 0; v < count; v++)
        for (int c = 0; c < 3; c++) {
            const double e = fabs(buffers->positions[v][c] - buffers->wanted[v][c]);
            error = e <= error ? error : e; /* keeps NaN */
        }
    return error;
}

static double normal_error(const frame_buffers *buffers, uint32_t count)
{
    double error = 0;
    for (uint32_t v = 0; v < count; v++)
        for (int c = 0; c < 3; c++) {
            const double wanted = (double)buffers->wanted_normals[v][c];
            /* The stored answer for a vanishing normal is NaN; the tool's is zero. */
            const double e = isnan(wanted) ? fabs(buffers->normals[v][c])
                                           : fabs(buffers->normals[v][c] - wanted);
            error = e <= error ? error : e;
        }
    return error;
}

static bool judge(const char *name, size_t frame, uint32_t instance, const char *what, double error,
                  double tolerance)
{
    if (error <= tolerance)
        return true;
    printf("FAIL %s frame %zu instance %u %s: error %.3e > %.1e\n", name, frame, instance, what,
           error, tolerance);
    return false;
}

static bool check_instance(const char *name, const answers *from, const json_t *stored,
                           const scene *s, const eval_pose *pose, uint32_t index, size_t frame,
                           double size, bool normalised, const frame_buffers *buffers)
{
    const scene_instance *instance = &s->instances[index];
    const scene_primitive *primitive = scene_instance_primitive(s, instance);
    const uint32_t count = primitive->vertex_count;
    const json_t *normals = json_object_get(stored, "nrm");
    const char *what = normalised ? "posN" : "pos";
    const bool positions_alone = json_is_true(json_object_get(from->index, "inline"));
    if (!answers_fetch(buffers->wanted, from, json_object_get(stored, what),
                       count * sizeof *buffers->wanted) ||
        (primitive->normals != NULL && !positions_alone) != (normals != NULL))
        return judge(name, frame, index, "stored answer missing", HUGE_VAL, 0);
    eval_instance(buffers->positions, buffers->normals, NULL, s, pose, instance,
                  normalised ? EVAL_UNIT_WEIGHTS | EVAL_UNIT_ROTATIONS : 0);
    const double tolerance = positions_alone ? INLINE_TOLERANCE : POSITION_TOLERANCE;
    bool ok = judge(name, frame, index, what, position_error(buffers, count), tolerance * size);
    if (!normalised && normals != NULL) {
        if (!answers_fetch(buffers->wanted_normals, from, normals,
                           count * sizeof *buffers->wanted_normals))
            return judge(name, frame, index, "stored normals missing", HUGE_VAL, 0);
        ok &= judge(name, frame, index, "normals", normal_error(buffers, count), NORMAL_TOLERANCE);
    }
    return ok;
}

static bool check_palettes(const char *name, const answers *from, const json_t *frame,
                           const scene *s, const eval_pose *pose, size_t frame_index, double size)
{
    const json_t *palettes = json_object_get(frame, "palettes");
    bool ok = true;
    for (void *i = json_object_iter((json_t *)palettes); i != NULL;
         i = json_object_iter_next((json_t *)palettes, i)) {
        const uint32_t skin = (uint32_t)strtoul(json_object_iter_key(i), NULL, 10);
        const uint32_t count = s->skins[skin].joint_count;
        FREED mat34 *palette = diag_calloc(count, sizeof *palette);
        FREED mat34 *wanted = diag_calloc(count, sizeof *wanted);
        double error = HUGE_VAL;
        if (answers_fetch(wanted, from, json_object_iter_value(i), count * sizeof *wanted)) {
            skin_palette(palette, &s->skins[skin], pose->globals);
            error = 0;
            for (uint32_t k = 0; k < count; k++)
                for (int r = 0; r < 3; r++)
                    for (int c = 0; c < 4; c++) {
                        const double scale = fmax(fmax(1.0, size), fabs(wanted[k].m[r][c]));
                        error = fmax(error, fabs(palette[k].m[r][c] - wanted[k].m[r][c]) / scale);
                    }
        }
        ok &= judge(name, frame_index, skin, "palette", error, POSITION_TOLERANCE);
    }
    return ok;
}

/* Weights of the frames of kind "setweights", which the author of the answers invented for morph
 * assets without clips. */
static void set_synthetic_weights(eval_pose *pose)
{
    for (uint32_t node = 0; node < pose->node_count; node++) {
        const uint32_t first = pose->weight_first[node];
        for (uint32_t k = 0; first + k < pose->weight_first[node + 1]; k++)
            pose->weights[first + k] = ((37 * k + 11) % 23) / 20.0 - 0.1;
    }
}

static bool check_frame(const char *name, const answers *from, const json_t *frame, const scene *s,
                        eval_pose *pose, size_t frame_index, bool normalised,
                        const frame_buffers *buffers)
{
    const json_int_t clip = json_integer_value(json_object_get(frame, "anim"));
    const char *kind = json_string_value(json_object_get(frame, "kind"));
    const double size = answers_model_size(frame);
    eval_pose_sample(pose, s, clip < 0 ? EVAL_REST : (uint32_t)clip,
                     json_number_value(json_object_get(frame, "time")),
                     normalised ? EVAL_UNIT_ROTATIONS : 0);
    if (strcmp(kind, "setweights") == 0)
        set_synthetic_weights(pose);
    bool ok = normalised || check_palettes(name, from, frame, s, pose, frame_index, size);
    const json_t *stored = json_object_get(frame, "prims");
    for (uint32_t i = 0; i < s->instance_count; i++)
        ok &= check_instance(name, from, json_array_get(stored, i), s, pose, i, frame_index, size,
                             normalised, buffers);
    return ok;
}

static bool check_instances(const char *name, const answers *from, const scene *s)
{
    const json_t *list = json_object_get(from->index, "instances");
    bool ok = json_array_size(list) == s->instance_count;
    for (uint32_t i = 0; ok && i < s->instance_count; i++) {
        const json_t *stored = json_array_get(list, i);
        const scene_instance *instance = &s->instances[i];
        const json_int_t skin = json_is_null(json_object_get(stored, "skin"))
                                    ? -1
                                    : json_integer_value(json_object_get(stored, "skin"));
        ok = json_integer_value(json_object_get(stored, "node")) == instance->node &&
             json_integer_value(json_object_get(stored, "primitive")) == instance->primitive &&
             skin == (instance->skin == SCENE_NONE ? -1 : (json_int_t)instance->skin) &&
             json_integer_value(json_object_get(stored, "vertexCount")) ==
                 scene_instance_primitive(s, instance)->vertex_count;
    }
    if (!ok)
        printf("FAIL %s: instances differ\n", name);
    return ok;
}

static bool check_scene(const char *name, const answers *from, const scene *s)
{
    if (!json_is_true(json_object_get(from->index, "inline")) && !check_instances(name, from, s))
        return false;
    uint32_t largest = 1;
    for (uint32_t i = 0; i < s->instance_count; i++) {
        const uint32_t count = scene_instance_primitive(s, &s->instances[i])->vertex_count;
        largest = count > largest ? count : largest;
    }
    const frame_buffers buffers = {
        diag_calloc(largest, 3 * sizeof(double)), diag_calloc(largest, 3 * sizeof(double)),
        diag_calloc(largest, 3 * sizeof(double)), diag_calloc(largest, 3 * sizeof(float))};
    const bool has_normalised = json_is_true(json_object_get(from->index, "normalizedVariant"));
    const json_t *frames = json_object_get(from->index, "frames");
    bool ok = json_array_size(frames) > 0;
    FREED_BY(eval_pose_free) eval_pose pose;
    eval_pose_init(&pose, s);
    for (size_t i = 0; i < json_array_size(frames); i++)
        for (int normalised = 0; normalised <= (int)has_normalised; normalised++)
            ok &= check_frame(name, from, json_array_get(frames, i), s, &pose, i, normalised != 0,
                              &buffers);
    free(buffers.positions);
    free(buffers.normals);
    free(buffers.wanted);
    free(buffers.wanted_normals);
    return ok;
}

static bool check_asset(void *context, const char *name, const char *file, const char *folder)
{
    answers stored;
    scene s;
    diag d = {0};
    (void)context;
    if (!answers_open(&stored, folder)) {
        check(false, "%s: no stored answers in %s", name, folder);
        return true;
    }
    if (gltf_load(&s, &d, file, NULL)) {
        check(check_scene(name, &stored, &s), "%s", name);
        scene_free(&s);
    } else {
        check(false, "%s: %s", name, d.message);
    }
    answers_close(&stored);
    return true;
}

int main(int argc, char **argv)
{
    diag_set_warnings(false);
    for (int i = 1; i < argc; i++)
        if (!answers_walk(argv[i], check_asset, NULL))
            check(false, "no assets in %s", argv[i]);
    return check_end();
}
