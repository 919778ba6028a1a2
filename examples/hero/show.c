/* SPDX-License-Identifier: MIT */
#include "show.h"

#include "camera.h"

#define FADE_FRAMES 5u
#define WEIGHT_ONE 65536
#define SWAY (CAMERA_TURN / 24)

static void add_step(show *plan, uint32_t clip, uint32_t frame_count, uint32_t cycles, bool turns)
{
    show_step *step = &plan->steps[plan->step_count++];

    step->clip = clip;
    step->first_frame = plan->frame_count;
    step->frame_count = frame_count;
    step->cycles = cycles;
    step->turns = turns;
    plan->frame_count += frame_count;
}

void show_plan(show *plan, const pelt_model *model)
{
    plan->step_count = 0;
    plan->frame_count = 0;
    add_step(plan, pelt_clip_find(model, "walk"), 32, 2, true);
    add_step(plan, pelt_clip_find(model, "wave"), 28, 1, false);
}

/* length * k / n for k < n, without a product above 32 bits: n is small. */
static uint32_t fraction(uint32_t length, uint32_t k, uint32_t n)
{
    return length / n * k + length % n * k / n;
}

/* A whole turn that starts and ends slowly: 3 t^2 - 2 t^3. */
static uint32_t eased_turn(uint32_t k, uint32_t n)
{
    const uint32_t t = k * 1024u / n;

    return (3u * 1024u - 2u * t) * t / 64u * t / 256u;
}

/* Frame k of a step, which may lie past its end: clips go on. */
static pelt_time time_in(const show_step *step, const pelt_model *model, uint32_t k)
{
    const uint32_t cycle = step->frame_count / step->cycles;
    pelt_clip_info info;

    if (pelt_clip_get(&info, model, step->clip) != PELT_OK)
        return 0;
    const uint32_t length = (uint32_t)info.end - (uint32_t)info.start;
    return (pelt_time)((uint32_t)info.start + fraction(length, k % cycle, cycle));
}

static void fade(actor_moment *moment, const show *plan, const pelt_model *model, uint32_t index,
                 uint32_t k)
{
    const show_step *before = &plan->steps[index == 0u ? plan->step_count - 1u : index - 1u];

    moment->other_clip = PELT_NONE;
    moment->other_weight = 0;
    if (k < FADE_FRAMES) {
        moment->other_clip = before->clip;
        moment->other_time = time_in(before, model, before->frame_count + k);
        moment->other_weight =
            WEIGHT_ONE * (int32_t)(FADE_FRAMES - k) / (int32_t)(FADE_FRAMES + 1u);
    }
}

void show_at(shot *s, const show *plan, const pelt_model *model, uint32_t frame)
{
    uint32_t index = 0;
    const show_step *step;

    while (index + 1u < plan->step_count && frame >= plan->steps[index + 1u].first_frame)
        index++;
    step = &plan->steps[index];
    const uint32_t k = frame - step->first_frame;
    const uint32_t n = step->frame_count;
    s->moment.clip = step->clip;
    s->moment.time = time_in(step, model, k);
    s->camera = 0;
    s->yaw = step->turns ? eased_turn(k, n)
                         : (uint32_t)(SWAY * camera_sine(k * (CAMERA_TURN / n)) >> 14);
    fade(&s->moment, plan, model, index, k);
}
