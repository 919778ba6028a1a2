/* SPDX-License-Identifier: MIT */
/*
 * The project's character against stored double-precision vertices, which every machine has:
 *
 *   test_hero examples/hero/hero.glb tests/data/hero_frames.txt [--write]
 *
 * A line holds clip, seconds, vertex, position and normal in glTF units. --write makes the file
 * anew by the tool's double evaluator, which test_eval holds to an independent one.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gltf/gltf.h"
#include "measure.h"
#include "replay.h"
#include "scene/eval.h"
#include "scene/moments.h"

#define VERTEX_STEP 37u
#define TIMES_PER_CLIP 5u

typedef struct limits {
    const char *name;
    pelt_encoding encoding;
    double position; /* fraction of the size */
    double normal;   /* degrees */
} limits;

static const limits encodings[2] = {{"q16", PELT_EXACT, 1.0 / 8192, 0.5},
                                    {"f32", PELT_FLOAT, 2e-5, 0.1}};

typedef struct buffers {
    double (*positions)[3], (*normals)[3];
} buffers;

static buffers allocate(const scene *s)
{
    const uint32_t count = scene_instance_primitive(s, &s->instances[0])->vertex_count;
    return (buffers){diag_calloc(count, 3 * sizeof(double)),
                     diag_calloc(count, 3 * sizeof(double))};
}

static int write_frames(const scene *s, const char *path)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return 3;
    const buffers b = allocate(s);
    eval_pose pose;
    eval_pose_init(&pose, s);
    for (uint32_t clip = 0; clip < s->clip_count; clip++) {
        for (uint32_t k = 0; k < TIMES_PER_CLIP; k++) {
            /* Not on keys: at fifths of the length and a bit. */
            const double time_s =
                floor((s->clips[clip].end_s * k / TIMES_PER_CLIP + 0.037) * 1e6) / 1e6;
            eval_pose_sample(&pose, s, clip, time_s, 0);
            eval_instance(b.positions, b.normals, NULL, s, &pose, &s->instances[0], 0);
            const uint32_t count = scene_instance_primitive(s, &s->instances[0])->vertex_count;
            for (uint32_t v = 0; v < count; v += VERTEX_STEP)
                fprintf(file, "%u %.6f %u %.9f %.9f %.9f %.7f %.7f %.7f\n", clip, time_s, v,
                        b.positions[v][0], b.positions[v][1], b.positions[v][2], b.normals[v][0],
                        b.normals[v][1], b.normals[v][2]);
        }
    }
    eval_pose_free(&pose);
    free(b.positions);
    free(b.normals);
    return fclose(file) == 0 ? 0 : 3;
}

/* Smallest size of any rest-pose frame is near enough here: the character does not grow. */
static double rest_size(const scene *s, const buffers *b)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    eval_pose pose;
    eval_pose_init(&pose, s);
    eval_instance(b->positions, b->normals, NULL, s, &pose, &s->instances[0], 0);
    eval_pose_free(&pose);
    double squares = 0;
    for (uint32_t v = 0; v < scene_instance_primitive(s, &s->instances[0])->vertex_count; v++)
        for (int c = 0; c < 3; c++) {
            low[c] = fmin(low[c], b->positions[v][c]);
            high[c] = fmax(high[c], b->positions[v][c]);
        }
    for (int c = 0; c < 3; c++)
        squares += (high[c] - low[c]) * (high[c] - low[c]);
    return sqrt(squares);
}

static bool compare(const scene *s, const char *glb, FILE *file, const limits *limit)
{
    diag d = {0};
    replay r;
    bool has_normals, ok = true;
    double position = 0, normal = 0, last_s = -1;
    int last_clip = -1;
    uint32_t lines = 0, clip, v;
    double time_s, p[3], n[3];
    if (!replay_open(&r, s, limit->encoding, 0, glb, &d)) {
        printf("FAIL %s: %s\n", limit->name, d.message);
        return false;
    }
    const buffers b = allocate(s);
    const double size = rest_size(s, &b);
    const uint32_t count = scene_instance_primitive(s, &s->instances[0])->vertex_count;
    rewind(file);
    while (ok && fscanf(file, "%u %lf %u %lf %lf %lf %lf %lf %lf", &clip, &time_s, &v, &p[0], &p[1],
                        &p[2], &n[0], &n[1], &n[2]) == 9) {
        if ((int)clip != last_clip || time_s < last_s || time_s > last_s)
            ok = play_pose(&r.play, (int)clip, scene_ticks(time_s), &d) &&
                 replay_instance(b.positions, b.normals, &has_normals, &r, &s->instances[0], &d);
        last_clip = (int)clip;
        last_s = time_s;
        if (!ok || v >= count)
            break;
        for (int c = 0; c < 3; c++) {
            const double e = fabs(b.positions[v][c] - p[c]) / size;
            position = e <= position ? position : e;
        }
        const double angle = angle_between(b.normals[v], n);
        normal = angle <= normal ? normal : angle;
        lines++;
    }
    ok = ok && feof(file) && lines > 200 && position <= limit->position && normal <= limit->normal;
    printf("%s %s: %u vertices, position within %.2e of the size (limit %.2e), normals within "
           "%.3f degrees\n",
           ok ? "ok  " : "FAIL", limit->name, lines, position, limit->position, normal);
    free(b.positions);
    free(b.normals);
    replay_close(&r);
    return ok;
}

int main(int argc, char **argv)
{
    scene s;
    diag d = {0};
    uint32_t passed = 0;
    if (argc < 3) {
        fprintf(stderr, "usage: test_hero HERO.glb FRAMES.txt [--write]\n");
        return 2;
    }
    diag_set_warnings(false);
    if (!gltf_load(&s, &d, argv[1], NULL)) {
        diag_print(&d, argv[1]);
        return d.exit_code;
    }
    if (argc > 3 && strcmp(argv[3], "--write") == 0)
        return write_frames(&s, argv[2]);
    FILE *file = fopen(argv[2], "r");
    if (file == NULL)
        return 3;
    for (unsigned f = 0; f < 2; f++)
        passed += compare(&s, argv[1], file, &encodings[f]);
    fclose(file);
    scene_free(&s);
    printf("%u passed, %u failed\n", passed, 2 - passed);
    return passed == 2 ? 0 : 1;
}
