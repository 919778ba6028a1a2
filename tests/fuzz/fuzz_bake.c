/* SPDX-License-Identifier: MIT */
/* libFuzzer target: glTF bytes -> scene -> blob -> vertices. Nothing may crash; a blob that is
 * baked must open, play and give finite vertices.
 *
 * The first byte chooses the options of the bake, the rest is the file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bake/baking.h"
#include "blob/source_map.h"
#include "contract/contract.h"
#include "gltf/gltf.h"
#include "play/play.h"
#include "reduce/reduce.h"
#include "scene/eval.h"
#include "target.h"

#define OPTION_ENCODING 3u /* an index of `encodings`; the last one keeps an error bound */
#define OPTION_BIG_ENDIAN 4u
#define OPTION_STRIP 8u
/* A byte has no room for a bit for each option, so options that go together share one. */
#define OPTION_CHOSEN 16u /* some clips and meshes, as by --clips and --meshes */
#define OPTION_BIND 32u
#define OPTION_REDUCE 64u /* two joints, two influences at most, as by --joints and --influences */
#define OPTION_PACK 128u

/* Larger inputs take seconds under the sanitizers and show nothing that a small one does not;
 * tests/malformed tests the tool's own limits. */
#define FUZZ_MAX_VERTICES 20000u
#define FUZZ_MAX_KEYS 20000u
#define FUZZ_MAX_CLIPS 4u

unsigned fuzz_played;

static void demand(bool condition, const char *what, const diag *d)
{
    if (condition)
        return;
    fprintf(stderr, "fuzz_bake: %s: %s\n", what, d->message);
    abort();
}

static bool is_small(const scene *s)
{
    uint64_t vertices = 0, keys = 0;
    for (uint32_t i = 0; i < s->instance_count; i++) {
        const scene_primitive *primitive = scene_instance_primitive(s, &s->instances[i]);
        vertices += primitive->vertex_count * (1u + (uint64_t)primitive->target_count);
        vertices += primitive->index_count / 4u;
    }
    for (uint32_t i = 0; i < s->clip_count; i++)
        for (uint32_t k = 0; k < s->clips[i].channel_count; k++)
            keys += s->clips[i].channels[k].key_count;
    return vertices <= FUZZ_MAX_VERTICES && keys <= FUZZ_MAX_KEYS;
}

static void play_meshes(play *p)
{
    diag d = {0};
    for (uint32_t m = 0; m < p->model.mesh_count; m++) {
        pelt_mesh_info info;
        demand(pelt_mesh_get(&info, &p->model, m) == PELT_OK, "a mesh is missing", &d);
        FREED double(*positions)[3] = diag_calloc(info.vertex_count, sizeof *positions);
        FREED double(*normals)[3] = diag_calloc(info.vertex_count, sizeof *normals);
        demand(play_mesh(p, m, positions, normals, &d), "a mesh does not play", &d);
        for (uint32_t v = 0; v < info.vertex_count; v++)
            for (int c = 0; c < 3; c++)
                demand(isfinite(positions[v][c]) && isfinite(normals[v][c]), "not finite", &d);
    }
}

static void play_blob(const bake_result *baked, bool with_map)
{
    diag d = {0};
    play p;
    source_map map;
    demand(play_open(&p, baked->blob, baked->bytes, &d), "the blob does not open", &d);
    if (with_map) {
        demand(source_map_open(&map, &p.model, &d), "the map does not open", &d);
        source_map_free(&map);
    }
    demand(play_swing(&p, 60, &d), "springs are refused", &d);
    p.steps = true;
    static const double shown[2] = {1, 0.5}, look[3] = {1, 2, 3};
    p.face = shown;
    p.face_count = 2;
    p.look = look;
    for (int clip = p.model.bind != 0 ? PLAY_BIND : PLAY_REST;
         clip < (int)p.model.clip_count && clip < (int)FUZZ_MAX_CLIPS; clip++) {
        pelt_clip_info info = {0};
        if (clip >= 0)
            demand(pelt_clip_get(&info, &p.model, (uint32_t)clip) == PELT_OK, "no clip", &d);
        const pelt_time middle = (pelt_time)(((int64_t)info.start + info.end) / 2);
        demand(play_pose(&p, clip, middle, &d), "a clip does not play", &d);
        play_meshes(&p);
    }
    play_close(&p);
    fuzz_played++;
}

static void evaluate(const scene *s)
{
    eval_pose pose;
    eval_pose_init(&pose, s);
    for (uint32_t clip = 0; clip < s->clip_count && clip < FUZZ_MAX_CLIPS; clip++) {
        const scene_clip *c = &s->clips[clip];
        eval_pose_sample(&pose, s, clip, (c->start_s + c->end_s) / 2, EVAL_UNIT_ROTATIONS);
        for (uint32_t i = 0; i < s->instance_count; i++) {
            const uint32_t count = scene_instance_primitive(s, &s->instances[i])->vertex_count;
            FREED double(*positions)[3] = diag_calloc(count, sizeof *positions);
            eval_instance(positions, NULL, NULL, s, &pose, &s->instances[i], EVAL_UNIT_WEIGHTS);
        }
    }
    eval_pose_free(&pose);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const pelt_encoding encodings[4] = {PELT_EXACT, PELT_FLOAT, PELT_LEAN, PELT_EXACT};
    scene s;
    diag d = {0};
    if (size == 0)
        return 0;
    diag_set_warnings(false);
    const gltf_options load = {.wanted = {
                                   .clips = data[0] & OPTION_CHOSEN ? "0,*e*" : NULL,
                                   .meshes = data[0] & OPTION_CHOSEN ? "0" : NULL,
                               }};
    if (!gltf_load_memory(&s, &d, data + 1, size - 1, &load)) {
        demand(d.exit_code != DIAG_OK && d.message[0] != '\0', "refused without a word", &d);
        return 0;
    }
    if (is_small(&s)) {
        const bool measured = (data[0] & OPTION_ENCODING) == OPTION_ENCODING;
        const bake_options options = {
            .encoding = encodings[data[0] & OPTION_ENCODING],
            .error = measured ? 1.0 / 300 : 0,
            .big_endian = (data[0] & OPTION_BIG_ENDIAN) != 0,
            .strip = (data[0] & OPTION_STRIP) != 0,
            .bind = (data[0] & OPTION_BIND) != 0,
            .order = {.pack = (data[0] & OPTION_PACK) != 0},
            .file = "fuzz",
        };
        const reduce_options reduce = {.joints = data[0] & OPTION_REDUCE ? 2 : 0,
                                       .influences = data[0] & OPTION_REDUCE ? 2 : 0};
        reduce_stats stats;
        bake_result baked;
        evaluate(&s);
        const bool reduced = reduce_scene(&stats, &s, &reduce, &d);
        if (reduced && (measured ? contract_bake : bake_scene)(&baked, &s, &options, &d)) {
            if (!options.big_endian)
                play_blob(&baked, !options.strip);
            bake_result_free(&baked);
        } else {
            demand(d.exit_code != DIAG_OK && d.message[0] != '\0', "refused without a word", &d);
        }
    }
    scene_free(&s);
    return 0;
}
