/* SPDX-License-Identifier: MIT */
/* The demo's cast: one model, which walks and then waves. Each clip fades into the other, as the film
 * repeats. */
#include "hero_model.h"
#include "performance.h"

#define STEPS 2u
#define FADE_FRAMES 5u
#define WEIGHT_ONE 65536
#define SWAY (PELT_TURN / 24) /* to either side */

static const struct step {
    const char *clip;
    uint32_t frame_count, cycles; /* cycles: how often the clip is played in these frames */
    bool turns;                   /* the model turns round once; else it sways, facing the camera */
} steps[STEPS] = {{"walk", 32, 2, true}, {"wave", 28, 1, false}};
static uint32_t clips[STEPS];

void cast_open(performance *p)
{
    performance_add(p, hero_model_blob, sizeof hero_model_blob, &pelt_exact);
    for (uint32_t i = 0; i < STEPS; i++) {
        clips[i] = pelt_clip_find(&p->actors[0].model, steps[i].clip);
        p->frame_count += steps[i].frame_count;
    }
}

/* length * k / n for k < n, without a product above 32 bits; n is small. */
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

/* The time of frame k in a step. k may lie past its end, as clips continue. */
static pelt_time time_in(const pelt_model *model, uint32_t step, uint32_t k)
{
    const uint32_t cycle = steps[step].frame_count / steps[step].cycles;
    pelt_clip_info info;
    if (pelt_clip_get(&info, model, clips[step]) != PELT_OK)
        return 0;
    const uint32_t length = (uint32_t)info.end - (uint32_t)info.start;
    return (pelt_time)((uint32_t)info.start + fraction(length, k % cycle, cycle));
}

void cast_shot(shot *s, const performance *p, uint32_t frame)
{
    const pelt_model *model = &p->actors[0].model;
    actor_moment *moment = &s->moment;
    uint32_t step = 0, before = STEPS - 1u, k = frame;
    for (; step + 1u < STEPS && k >= steps[step].frame_count; before = step++)
        k -= steps[step].frame_count;
    const uint32_t n = steps[step].frame_count;
    moment->clip = clips[step];
    moment->time = time_in(model, step, k);
    s->camera = 0;
    s->yaw = steps[step].turns ? eased_turn(k, n)
                               : (uint32_t)(SWAY * pelt_sine_get(k * (PELT_TURN / n)) >> 14);
    moment->other_clip = PELT_NONE;
    moment->other_weight = 0;
    moment->elapsed_ms = frame == 0u ? 0u : PERFORMANCE_FRAME_MS;
    if (k < FADE_FRAMES) {
        moment->other_clip = clips[before];
        moment->other_time = time_in(model, before, steps[before].frame_count + k);
        moment->other_weight =
            WEIGHT_ONE * (int32_t)(FADE_FRAMES - k) / (int32_t)(FADE_FRAMES + 1u);
    }
}

void cast_pose(performance *p, const shot *s)
{
    renderer_pose(p->costs, &p->actors[0], s, NULL);
}
