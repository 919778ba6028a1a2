/* SPDX-License-Identifier: MIT */
/* Measures boxes over rest pose and clips. */
#include "scene/scene_boxes.h"

#include "common/diag.h"
#include "scene/eval.h"
#include "scene/moments.h"

#define MAX_VERTEX_SAMPLES 10000000u /* of the model; beyond this fewer moments are measured */
#define FEWEST_MOMENTS 16u           /* of a clip */
#define USUAL_MOMENTS 500u
#define WIDER 32

static void note_moment(box3 *boxes, const scene *s, eval_pose *pose, uint32_t clip, double time_s)
{
    eval_pose_sample(pose, s, clip, time_s, EVAL_UNIT_ROTATIONS);
    for (uint32_t i = 0; i < s->instance_count; i++)
        eval_extend_box(&boxes[s->instances[i].node], s, pose, &s->instances[i],
                        EVAL_UNIT_ROTATIONS | EVAL_UNIT_WEIGHTS);
}

static void widen(box3 *box)
{
    const double more = box3_side(box) / WIDER;
    for (int c = 0; c < 3; c++) {
        box->low[c] -= more;
        box->high[c] += more;
    }
    if (box3_is_empty(box))
        *box = (box3){{0}, {0}};
}

/* The moments of each clip, or 0 for scene_moments' own choice. */
static uint32_t moments_of(const scene *s)
{
    const uint64_t moments = MAX_VERTEX_SAMPLES / scene_moment_cost(s) / (s->clip_count + 1u);
    return moments >= USUAL_MOMENTS   ? 0
           : moments < FEWEST_MOMENTS ? FEWEST_MOMENTS
                                      : (uint32_t)moments;
}

void scene_boxes(box3 *boxes, const scene *s)
{
    const uint32_t moments = moments_of(s);
    FREED_BY(eval_pose_free) eval_pose pose;
    eval_pose_init(&pose, s);
    for (uint32_t node = 0; node < s->node_count; node++)
        boxes[node] = box3_empty();
    note_moment(boxes, s, &pose, EVAL_REST, 0);
    for (uint32_t clip = 0; clip < s->clip_count; clip++) {
        uint32_t count;
        FREED double *times = scene_moments(&count, s, clip, moments);
        for (uint32_t i = 0; i < count; i++)
            note_moment(boxes, s, &pose, clip, times[i]);
    }
    for (uint32_t node = 0; node < s->node_count; node++)
        widen(&boxes[node]);
}
