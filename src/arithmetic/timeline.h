/* SPDX-License-Identifier: MIT */
/* Finds the keys of a timeline between which a time lies, for sampling. All in integers, for float
 * models too. */
#ifndef PELT_TIMELINE_H
#define PELT_TIMELINE_H

#include "../base/fixed.h"
#include "../blob/format.h"
#include "pelt.h"

/* A time in a clip, computed once; the search in every timeline of the clip starts from it. */
typedef struct clip_moment {
    uint32_t elapsed;         /* ticks since the clip's start; clamped to the clip */
    uint32_t frame, fraction; /* on the clip's grid; Q32 */
} clip_moment;

/* The place of a time among the keys of a timeline. */
typedef struct timeline_place {
    uint32_t key;  /* the last key at or before the time; before all keys, the first */
    uint32_t next; /* the key after it; equal to `key` before the first key and from the last on */
    int32_t u;     /* fraction of the way from key to next: Q31, [0, 1); 0 where next == key */
} timeline_place;

/* frames = (elapsed + 1/2) * rate. The half tick makes up for rounding of times, so that at its own
 * tick a key is reached and not missed. If the rate contradicts the clip's length the product
 * wraps, which gives other frames but does no harm. */
static inline clip_moment moment_find(const format_clip *clip, pelt_time time)
{
    const pelt_time inside = time < clip->start ? clip->start : time > clip->end ? clip->end : time;
    const unsigned down = clip->rate & FORMAT_RATE_SHIFT;
    clip_moment m = {(uint32_t)inside - (uint32_t)clip->start, 0, 0};
    uint32_t low;
    const uint32_t high = fx_multiply(m.elapsed << 1 | 1u, clip->rate & ~FORMAT_RATE_SHIFT, &low);
    m.frame = high >> down;
    m.fraction = (high << 1) << (31u - down) | low >> down;
    return m;
}

/* (elapsed + fraction / 2^32) / duration in Q31, low by at most 2e-7; elapsed < duration, so it is
 * in [0, 1). x = duration 2^(z - 30) is in [1, 4); y = 1 / sqrt(x) within 1.6e-4; one Newton step
 * from y^2 gives r = 1 / x within 1.1e-7, never above, because 2 is taken from its error for the
 * floors. */
static inline int32_t timeline_fraction(uint32_t elapsed, uint32_t fraction, uint32_t duration)
{
    if (duration == 1u)
        return (int32_t)(fraction >> 1);
    const unsigned z = fx_clz(duration) & ~1u;                         /* <= 30 */
    const uint32_t x = duration << z;                                  /* Q30 */
    const uint32_t part = elapsed << z | (fraction >> 1) >> (31u - z); /* Q30, below x */
    const uint32_t y = fx_rsqrt15(x);                                  /* Q15 */
    const int32_t guess = (int32_t)(y * y);                            /* Q30, <= 2^30 */
    const int32_t product = fx_mulh((int32_t)(x >> 1), guess);         /* Q29 x Q30 -> Q27 */
    const int32_t error = ((int32_t)1 << 27) - 2 - product;            /* Q27, below 2^16 */
    const int32_t r = guess + fx_shl(fx_mulh(guess, error * 16), 1);   /* Q30 x Q31 -> Q29 -> Q30 */
    return fx_shl(fx_mulh((int32_t)(part >> 1), r), 4);                /* Q29 x Q30 -> Q27 -> Q31 */
}

static inline uint32_t timeline_frame(const void *frames, uint32_t form, uint32_t key)
{
    return form == FORMAT_FRAMES_8    ? ((const uint8_t *)frames)[key]
           : form == FORMAT_FRAMES_16 ? ((const uint16_t *)frames)[key]
                                      : ((const uint32_t *)frames)[key];
}

/* Finds the place by binary search, without a division. */
static inline timeline_place timeline_find(const uint8_t *timeline, const clip_moment *moment)
{
    const uint32_t *words = (const uint32_t *)(const void *)timeline;
    const uint32_t count = words[0] >> 2, form = words[0] & 3u;
    timeline_place place = {0, 0, 0};
    uint32_t frame = moment->frame, fraction = moment->fraction, low = 0;
    if (form == FORMAT_FRAMES_ALL) { /* a key at each frame from the first on */
        const uint32_t key = frame - words[1];
        if (frame < words[1])
            return place;
        low = key < count ? key : count - 1u;
        place.key = low;
        place.next = low;
        if (low + 1u < count) {
            place.next = low + 1u;
            place.u = (int32_t)(fraction >> 1);
        }
        return place;
    }
    if (form == FORMAT_TICKS) {
        frame = moment->elapsed;
        fraction = 0;
    }
    const void *frames = words + 1;
    if (frame < timeline_frame(frames, form, 0))
        return place;
    for (uint32_t left = count; left > 1u;) { /* frames[low] <= frame < frames[low + left] */
        const uint32_t half = left >> 1;
        low += timeline_frame(frames, form, low + half) <= frame ? half : 0u;
        left -= half; /* whichever part it is in: as many steps for every time */
    }
    place.key = low;
    place.next = low;
    if (low + 1u < count) {
        const uint32_t at = timeline_frame(frames, form, low);
        place.next = low + 1u;
        place.u =
            timeline_fraction(frame - at, fraction, timeline_frame(frames, form, low + 1u) - at);
    }
    return place;
}

#endif
