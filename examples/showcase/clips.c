/* SPDX-License-Identifier: MIT */
/* Looks for the clip to begin with, see clips.h. */
#include "clips.h"

#include <stdbool.h>
#include <stddef.h>

/* Q30, 0.99: the cosine of half of 16 degrees; rotations are only about of length 1. */
#define SAME_TURN 1063004406

static bool is_idle(const char *name)
{
    static const char idle[] = "idle";
    uint32_t i;
    for (; *name != '\0'; name++) {
        for (i = 0; idle[i] != '\0' && (name[i] | 0x20) == idle[i]; i++) {
        }
        if (idle[i] == '\0')
            return true;
    }
    return false;
}

/* Compares rotations alone, as a clip that travels ends elsewhere. */
static bool is_loop(uint32_t clip, const pelt_clip_info *info, pelt_pose_q16 *begin,
                    pelt_pose_q16 *end)
{
    if (begin == NULL || end == NULL || pelt_pose_sample_q16(begin, clip, info->start) != PELT_OK ||
        pelt_pose_sample_q16(end, clip, info->end) != PELT_OK)
        return false;
    for (uint32_t i = 0; i < begin->model->joint_count; i++) {
        int64_t cosine = 0;
        for (int c = 0; c < 4; c++)
            cosine += (int64_t)begin->locals[i].rotation[c] * end->locals[i].rotation[c] >> 30;
        if (cosine < SAME_TURN && cosine > -SAME_TURN)
            return false;
    }
    return true;
}

uint32_t clips_first(const pelt_model *model, pelt_pose_q16 *begin, pelt_pose_q16 *end)
{
    bool best_loops = false;
    uint32_t longest = 0, best = 0;
    pelt_clip_info info;
    for (uint32_t i = 0; i < model->clip_count && pelt_clip_get(&info, model, i) == PELT_OK; i++) {
        const bool loops = is_loop(i, &info, begin, end);
        const uint32_t length = (uint32_t)info.end - (uint32_t)info.start;
        if (is_idle(info.name))
            return i;
        if (length != 0u && (loops > best_loops || (loops == best_loops && length > longest))) {
            best = i;
            best_loops = loops;
            longest = length;
        }
    }
    return best;
}
