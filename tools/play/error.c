/* SPDX-License-Identifier: MIT */
#include "play/error.h"

#include <stdlib.h>

#include "common/progress.h"
#include "scene/eval.h"
#include "scene/moments.h"

typedef double (*vectors)[3];

/* The device's vertices of every blob mesh. */
static bool play_all(vectors *out, play *p, const source_map *map, diag *d)
{
    bool ok = true;
    for (uint32_t m = 0; ok && m < map->mesh_count; m++) {
        pelt_mesh_info info = {0};
        ok = pelt_mesh_get(&info, &p->model, m) == PELT_OK;
        out[m] = diag_calloc(info.vertex_count, sizeof **out);
        ok = ok && play_mesh(p, m, out[m], NULL, d);
    }
    return ok;
}

static void compare_instance(play_error *here, box3 *bounds, const vectors *played,
                             const source_map *map, const scene *s, const eval_pose *pose,
                             const scene_instance *instance)
{
    uint32_t placed;
    source_place *places = source_map_find(&placed, map, instance->node, instance->primitive);
    const uint32_t count = scene_instance_primitive(s, instance)->vertex_count;
    vectors exact = diag_calloc(count, sizeof *exact);
    eval_instance(exact, NULL, NULL, s, pose, instance, EVAL_UNIT_ROTATIONS | EVAL_UNIT_WEIGHTS);
    for (uint32_t v = 0; v < count && v < placed; v++) {
        box3_add(bounds, exact[v]);
        for (int c = 0; c < 3; c++) {
            const double error = fabs(played[places[v].mesh][places[v].vertex][c] - exact[v][c]);
            if (error <= here->units)
                continue;
            here->units = error;
            here->node = instance->node;
            here->primitive = instance->primitive;
            here->vertex = v;
        }
    }
    free(exact);
    free(places);
}

/* Keeps the larger of *worst and the error at one moment. */
static bool error_at(play_error *worst, play *p, const source_map *map, const scene *s, int clip,
                   double time_s, diag *d)
{
    eval_pose pose;
    eval_pose_init(&pose, s);
    eval_pose_sample(&pose, s, clip < 0 ? EVAL_REST : (uint32_t)clip, time_s, EVAL_UNIT_ROTATIONS);
    vectors *played = diag_calloc(map->mesh_count, sizeof *played);
    const bool ok = play_pose(p, clip, scene_ticks(time_s), d) && play_all(played, p, map, d);
    play_error here = {.time_s = time_s};
    box3 bounds = box3_empty();
    for (uint32_t i = 0; ok && i < s->instance_count; i++)
        compare_instance(&here, &bounds, played, map, s, &pose, &s->instances[i]);
    const double size = box3_size(&bounds);
    here.relative = size > 0 ? here.units / size : here.units > 0 ? HUGE_VAL : 0;
    if (here.relative > worst->relative)
        *worst = here;
    for (uint32_t m = 0; m < map->mesh_count; m++)
        free(played[m]);
    free(played);
    eval_pose_free(&pose);
    return ok;
}

bool play_error_clip(play_error *worst, play *p, const source_map *map, const scene *s, int clip,
                     uint32_t moments, diag *d)
{
    *worst = (play_error){0};
    if (clip < 0)
        return error_at(worst, p, map, s, clip, 0, d);
    const double start = s->clips[clip].start_s, end = s->clips[clip].end_s;
    for (uint32_t i = 0; i < moments; i++) {
        progress_within(i, moments);
        const double u = moments > 1 ? (double)i / (moments - 1) : 0;
        if (!error_at(worst, p, map, s, clip, start + (end - start) * u, d))
            return false;
    }
    return true;
}
