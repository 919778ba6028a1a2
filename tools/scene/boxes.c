/* SPDX-License-Identifier: MIT */
#include "scene/boxes.h"

#include <stdlib.h>

#include "common/diag.h"
#include "scene/eval.h"
#include "scene/moments.h"

#define MAX_VERTEX_SAMPLES 10000000u /* of the model: then fewer moments */
#define FEWEST_MOMENTS 16u           /* of a clip */
#define USUAL_MOMENTS 500u
#define WIDER 32

static void note_instance(scene_box *box, bool *first, const scene *s, const eval_pose *pose,
                          const scene_instance *instance)
{
    const uint32_t count = scene_instance_primitive(s, instance)->vertex_count;
    double(*positions)[3] = diag_calloc(count, sizeof *positions);
    eval_instance(positions, NULL, NULL, s, pose, instance,
                  EVAL_UNIT_ROTATIONS | EVAL_UNIT_WEIGHTS);
    for (uint32_t v = 0; v < count; v++) {
        for (int c = 0; c < 3; c++) {
            box->low[c] = *first ? positions[v][c] : fmin(box->low[c], positions[v][c]);
            box->high[c] = *first ? positions[v][c] : fmax(box->high[c], positions[v][c]);
        }
        *first = false;
    }
    free(positions);
}

static void note_moment(scene_box *boxes, bool *first, const scene *s, eval_pose *pose,
                        uint32_t clip, double time_s)
{
    eval_pose_sample(pose, s, clip, time_s, EVAL_UNIT_ROTATIONS);
    for (uint32_t i = 0; i < s->instance_count; i++) {
        const uint32_t node = s->instances[i].node;
        note_instance(&boxes[node], &first[node], s, pose, &s->instances[i]);
    }
}

static void widen(scene_box *box)
{
    double longest = 0;
    for (int c = 0; c < 3; c++)
        longest = fmax(longest, box->high[c] - box->low[c]);
    for (int c = 0; c < 3; c++) {
        box->low[c] -= longest / WIDER;
        box->high[c] += longest / WIDER;
    }
}

/* Moments of each clip, or 0 for scene_moments' own choice. */
static uint32_t moments_of(const scene *s)
{
    uint64_t vertices = 1;
    for (uint32_t i = 0; i < s->instance_count; i++) {
        const scene_primitive *p = scene_instance_primitive(s, &s->instances[i]);
        vertices += (uint64_t)p->vertex_count * (1 + p->target_count);
    }
    const uint64_t moments = MAX_VERTEX_SAMPLES / vertices / (s->clip_count + 1u);
    return moments >= USUAL_MOMENTS ? 0 : moments < FEWEST_MOMENTS ? FEWEST_MOMENTS
                                                                   : (uint32_t)moments;
}

void scene_boxes(scene_box *boxes, const scene *s)
{
    const uint32_t moments = moments_of(s);
    bool *first = diag_calloc(s->node_count, sizeof *first);
    eval_pose pose;
    eval_pose_init(&pose, s);
    for (uint32_t node = 0; node < s->node_count; node++) {
        boxes[node] = (scene_box){0};
        first[node] = true;
    }
    note_moment(boxes, first, s, &pose, EVAL_REST, 0);
    for (uint32_t clip = 0; clip < s->clip_count; clip++) {
        uint32_t count;
        double *times = scene_moments(&count, s, clip, moments);
        for (uint32_t i = 0; i < count; i++)
            note_moment(boxes, first, s, &pose, clip, times[i]);
        free(times);
    }
    for (uint32_t node = 0; node < s->node_count; node++)
        widen(&boxes[node]);
    eval_pose_free(&pose);
    free(first);
}
