/* SPDX-License-Identifier: MIT */
#include "show.h"

#include "camera.h"

#define OTHER_FRAMES 48u /* of a model that is not the hero */
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

static bool moves(const pelt_model *model, uint32_t clip)
{
    pelt_clip_info info;

    return pelt_clip_get(&info, model, clip) == PELT_OK && info.end > info.start;
}

void show_plan(show *plan, const pelt_model *model)
{
    const uint32_t walk = pelt_clip_find(model, "walk");
    const uint32_t wave = pelt_clip_find(model, "wave");
    uint32_t moving = 0;
    uint32_t i;

    plan->step_count = 0;
    plan->frame_count = 0;
    plan->is_hero = walk != PELT_NONE && wave != PELT_NONE;
    if (plan->is_hero) {
        add_step(plan, walk, 32, 2, true);
        add_step(plan, wave, 28, 1, false);
        return;
    }
    for (i = 0; i < model->clip_count; i++) {
        moving += moves(model, i) ? 1u : 0u;
    }
    if (moving == 0u) {
        add_step(plan, SHOW_REST, OTHER_FRAMES, 1, true);
        return;
    }
    moving = moving > SHOW_STEPS_MAX ? SHOW_STEPS_MAX : moving;
    for (i = 0; plan->step_count < moving; i++) {
        if (moves(model, i)) {
            add_step(plan, i, OTHER_FRAMES / moving, 1, plan->step_count == 0u);
        }
    }
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
    uint32_t length;

    if (step->clip == SHOW_REST || pelt_clip_get(&info, model, step->clip) != PELT_OK) {
        return 0;
    }
    length = (uint32_t)info.end - (uint32_t)info.start;
    return (pelt_time)((uint32_t)info.start + fraction(length, k % cycle, cycle));
}

/* Only the hero's clips are known to go together. */
static void fade(show_moment *moment, const show *plan, const pelt_model *model, uint32_t index,
                 uint32_t k)
{
    const show_step *before = &plan->steps[index == 0u ? plan->step_count - 1u : index - 1u];

    moment->other_weight = 0;
    if (plan->is_hero && k < FADE_FRAMES) {
        moment->other_clip = before->clip;
        moment->other_time = time_in(before, model, before->frame_count + k);
        moment->other_weight = WEIGHT_ONE * (int32_t)(FADE_FRAMES - k) / (int32_t)(FADE_FRAMES + 1u);
    }
}

void show_at(show_moment *moment, const show *plan, const pelt_model *model, uint32_t frame)
{
    uint32_t index = 0;
    const show_step *step;
    uint32_t k, n;

    while (index + 1u < plan->step_count && frame >= plan->steps[index + 1u].first_frame) {
        index++;
    }
    step = &plan->steps[index];
    k = frame - step->first_frame;
    n = step->frame_count;
    moment->clip = step->clip;
    moment->time = time_in(step, model, k);
    moment->yaw = step->turns ? eased_turn(k, n)
                              : (uint32_t)(SWAY * camera_sine(k * (CAMERA_TURN / n)) >> 14);
    fade(moment, plan, model, index, k);
}
