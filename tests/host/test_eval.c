/* SPDX-License-Identifier: MIT */
/*
 * The tool's loader and double evaluator against the stored answers of an independent one.
 * Usage: test_eval SHARED_DIR, which holds assets/manifest.tsv, oracle/dumps/, random/ and
 * random/dumps/.
 */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gltf/gltf.h"
#include "scene/eval.h"

#define POSITION_TOLERANCE 1e-9 /* fraction of the model's size */
#define NORMAL_TOLERANCE 2e-7   /* the stored normals are float */

static unsigned passed_count, failed_count;

typedef struct dump {
    json_t *index;
    uint8_t *data;
    size_t size_bytes;
} dump;

typedef struct frame_buffers {
    double (*positions)[3], (*normals)[3], (*wanted)[3];
    float (*wanted_normals)[3];
} frame_buffers;

static uint8_t *read_bytes(const char *path, size_t *size_bytes)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    fseek(file, 0, SEEK_END);
    const long end = ftell(file);
    rewind(file);
    uint8_t *bytes = diag_calloc((size_t)end + 1, 1);
    *size_bytes = fread(bytes, 1, (size_t)end, file);
    fclose(file);
    return bytes;
}

static bool fetch(void *out, const dump *answers, const json_t *offset, size_t size_bytes)
{
    const size_t at = (size_t)json_integer_value(offset);
    if (!json_is_integer(offset) || at > answers->size_bytes ||
        size_bytes > answers->size_bytes - at)
        return false;
    memcpy(out, answers->data + at, size_bytes);
    return true;
}

/* The size of a frame as the acceptance check defines it. */
static double model_size(const json_t *frame)
{
    const json_t *bounds = json_object_get(frame, "bbox");
    double squares = 0, largest = 0;
    for (size_t c = 0; c < 3; c++) {
        const double low = json_number_value(json_array_get(json_array_get(bounds, 0), c));
        const double high = json_number_value(json_array_get(json_array_get(bounds, 1), c));
        squares += (high - low) * (high - low);
        largest = fmax(largest, fmax(fabs(low), fabs(high)));
    }
    const double size = fmax(sqrt(squares), largest / 16);
    return size > 0 ? size : 1.0;
}

static double position_error(const frame_buffers *buffers, uint32_t count)
{
    double error = 0;
    for (uint32_t v = 0; v < count; v++)
        for (int c = 0; c < 3; c++) {
            const double e = fabs(buffers->positions[v][c] - buffers->wanted[v][c]);
            error = e <= error ? error : e; /* a NaN stays */
        }
    return error;
}

static double normal_error(const frame_buffers *buffers, uint32_t count)
{
    double error = 0;
    for (uint32_t v = 0; v < count; v++)
        for (int c = 0; c < 3; c++) {
            const double wanted = (double)buffers->wanted_normals[v][c];
            /* The stored answer for a vanishing normal is NaN, ours is zero. */
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

static bool check_instance(const char *name, const dump *answers, const json_t *stored,
                           const scene *s, const eval_pose *pose, uint32_t index, size_t frame,
                           double size, bool normalised, const frame_buffers *buffers)
{
    const scene_instance *instance = &s->instances[index];
    const scene_primitive *primitive = scene_instance_primitive(s, instance);
    const uint32_t count = primitive->vertex_count;
    const json_t *normals = json_object_get(stored, "nrm");
    const char *what = normalised ? "posN" : "pos";
    if (!fetch(buffers->wanted, answers, json_object_get(stored, what),
               count * sizeof *buffers->wanted) ||
        (primitive->normals != NULL) != (normals != NULL))
        return judge(name, frame, index, "stored answer missing", HUGE_VAL, 0);
    eval_instance(buffers->positions, buffers->normals, NULL, s, pose, instance,
                  normalised ? EVAL_UNIT_WEIGHTS | EVAL_UNIT_ROTATIONS : 0);
    bool ok =
        judge(name, frame, index, what, position_error(buffers, count), POSITION_TOLERANCE * size);
    if (!normalised && normals != NULL) {
        if (!fetch(buffers->wanted_normals, answers, normals,
                   count * sizeof *buffers->wanted_normals))
            return judge(name, frame, index, "stored normals missing", HUGE_VAL, 0);
        ok &= judge(name, frame, index, "normals", normal_error(buffers, count), NORMAL_TOLERANCE);
    }
    return ok;
}

static bool check_palettes(const char *name, const dump *answers, const json_t *frame,
                           const scene *s, const eval_pose *pose, size_t frame_index, double size)
{
    const json_t *palettes = json_object_get(frame, "palettes");
    bool ok = true;
    for (void *i = json_object_iter((json_t *)palettes); i != NULL;
         i = json_object_iter_next((json_t *)palettes, i)) {
        const uint32_t skin = (uint32_t)strtoul(json_object_iter_key(i), NULL, 10);
        const uint32_t count = s->skins[skin].joint_count;
        mat34 *palette = diag_calloc(count, sizeof *palette);
        mat34 *wanted = diag_calloc(count, sizeof *wanted);
        double error = HUGE_VAL;
        if (fetch(wanted, answers, json_object_iter_value(i), count * sizeof *wanted)) {
            eval_skin_palette(palette, s, pose, skin);
            error = 0;
            for (uint32_t k = 0; k < count; k++)
                for (int r = 0; r < 3; r++)
                    for (int c = 0; c < 4; c++) {
                        const double scale = fmax(fmax(1.0, size), fabs(wanted[k].m[r][c]));
                        error = fmax(error, fabs(palette[k].m[r][c] - wanted[k].m[r][c]) / scale);
                    }
        }
        ok &= judge(name, frame_index, skin, "palette", error, POSITION_TOLERANCE);
        free(palette);
        free(wanted);
    }
    return ok;
}

/* Weights of the frames of kind "setweights", made up by the dumps' author for still morph assets.
 */
static void set_synthetic_weights(eval_pose *pose)
{
    for (uint32_t node = 0; node < pose->node_count; node++) {
        const uint32_t first = pose->weight_first[node];
        for (uint32_t k = 0; first + k < pose->weight_first[node + 1]; k++)
            pose->weights[first + k] = ((37 * k + 11) % 23) / 20.0 - 0.1;
    }
}

static bool check_frame(const char *name, const dump *answers, const json_t *frame, const scene *s,
                        eval_pose *pose, size_t frame_index, bool normalised,
                        const frame_buffers *buffers)
{
    const json_int_t clip = json_integer_value(json_object_get(frame, "anim"));
    const char *kind = json_string_value(json_object_get(frame, "kind"));
    const double size = model_size(frame);
    eval_pose_sample(pose, s, clip < 0 ? EVAL_REST : (uint32_t)clip,
                     json_number_value(json_object_get(frame, "time")),
                     normalised ? EVAL_UNIT_ROTATIONS : 0);
    if (strcmp(kind, "setweights") == 0)
        set_synthetic_weights(pose);
    bool ok = normalised || check_palettes(name, answers, frame, s, pose, frame_index, size);
    const json_t *stored = json_object_get(frame, "prims");
    for (uint32_t i = 0; i < s->instance_count; i++)
        ok &= check_instance(name, answers, json_array_get(stored, i), s, pose, i, frame_index,
                             size, normalised, buffers);
    return ok;
}

static bool check_instances(const char *name, const dump *answers, const scene *s)
{
    const json_t *list = json_object_get(answers->index, "instances");
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

static bool check_scene(const char *name, const dump *answers, const scene *s)
{
    if (!check_instances(name, answers, s))
        return false;
    uint32_t largest = 1;
    for (uint32_t i = 0; i < s->instance_count; i++) {
        const uint32_t count = scene_instance_primitive(s, &s->instances[i])->vertex_count;
        largest = count > largest ? count : largest;
    }
    const frame_buffers buffers = {
        diag_calloc(largest, 3 * sizeof(double)), diag_calloc(largest, 3 * sizeof(double)),
        diag_calloc(largest, 3 * sizeof(double)), diag_calloc(largest, 3 * sizeof(float))};
    const bool has_normalised = json_is_true(json_object_get(answers->index, "normalizedVariant"));
    const json_t *frames = json_object_get(answers->index, "frames");
    bool ok = json_array_size(frames) > 0;
    eval_pose pose;
    eval_pose_init(&pose, s);
    for (size_t i = 0; i < json_array_size(frames); i++)
        for (int normalised = 0; normalised <= (int)has_normalised; normalised++)
            ok &= check_frame(name, answers, json_array_get(frames, i), s, &pose, i,
                              normalised != 0, &buffers);
    eval_pose_free(&pose);
    free(buffers.positions);
    free(buffers.normals);
    free(buffers.wanted);
    free(buffers.wanted_normals);
    return ok;
}

static bool check_file(const char *name, const char *path, const char *dump_folder)
{
    char file[1024];
    dump answers = {0};
    scene s;
    diag d = {0};
    bool ok = false;
    snprintf(file, sizeof file, "%s/index.json", dump_folder);
    answers.index = json_load_file(file, JSON_ALLOW_NUL, NULL);
    snprintf(file, sizeof file, "%s/data.bin", dump_folder);
    answers.data = read_bytes(file, &answers.size_bytes);
    if (answers.index == NULL || answers.data == NULL)
        printf("FAIL %s: no stored answers in %s\n", name, dump_folder);
    else if (!gltf_load(&s, &d, path, NULL))
        printf("FAIL %s: %s\n", name, d.message);
    else {
        ok = check_scene(name, &answers, &s);
        scene_free(&s);
    }
    json_decref(answers.index);
    free(answers.data);
    return ok;
}

static void count(bool ok)
{
    passed_count += ok;
    failed_count += !ok;
}

/* assets/manifest.tsv: name, file, ... */
static bool run_assets(const char *shared)
{
    char path[1024], folder[1024], line[4096], name[128], file[512];
    snprintf(path, sizeof path, "%s/assets/manifest.tsv", shared);
    FILE *manifest = fopen(path, "r");
    if (manifest == NULL)
        return false;
    for (bool header = true; fgets(line, sizeof line, manifest) != NULL; header = false) {
        if (header || sscanf(line, "%127[^\t]\t%511[^\t]", name, file) != 2)
            continue;
        snprintf(path, sizeof path, "%s/assets/%s", shared, file);
        snprintf(folder, sizeof folder, "%s/oracle/dumps/%s", shared, name);
        count(check_file(name, path, folder));
    }
    fclose(manifest);
    return true;
}

static bool run_random(const char *shared)
{
    char path[1024], folder[1024];
    snprintf(path, sizeof path, "%s/random", shared);
    struct dirent **entries = NULL;
    const int entry_count = scandir(path, &entries, NULL, alphasort);
    for (int i = 0; i < entry_count; i++) {
        const char *name = entries[i]->d_name, *dot = strrchr(name, '.');
        if (dot != NULL && (strcmp(dot, ".glb") == 0 || strcmp(dot, ".gltf") == 0)) {
            snprintf(path, sizeof path, "%s/random/%s", shared, name);
            snprintf(folder, sizeof folder, "%s/random/dumps/%.*s", shared, (int)(dot - name),
                     name);
            count(check_file(name, path, folder));
        }
        free(entries[i]);
    }
    free(entries);
    return entry_count >= 0;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: test_eval SHARED_DIR\n");
        return 2;
    }
    diag_set_warnings(false);
    if (!run_assets(argv[1]) || !run_random(argv[1])) {
        fprintf(stderr, "test_eval: no assets in %s\n", argv[1]);
        return 3;
    }
    printf("%u passed, %u failed\n", passed_count, failed_count);
    return failed_count == 0 ? 0 : 1;
}
