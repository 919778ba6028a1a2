/* SPDX-License-Identifier: MIT */
/* Timelines in every form that docs/FORMAT.md has. */
#pragma once

#include "src/blob/format.h"
#include "test.h"

/* Keys at increasing frames, at most `step` apart, one as often as not; the last of them. */
static inline uint32_t make_timeline(uint32_t *words, uint32_t *frames, uint32_t count,
                                     uint32_t form, uint32_t step)
{
    uint8_t *to = (uint8_t *)(words + 1);
    frames[0] = test_random() % step + (form == FORMAT_FRAMES_ALL ? test_random() % 3u : 0u);
    for (uint32_t i = 1; i < count; i++)
        frames[i] = frames[i - 1u] + (test_random() % 4u == 0u ? 1u : 1u + test_random() % step);
    words[0] = count << 2 | form;
    words[1] = frames[0];
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t half = (uint16_t)frames[i];
        if (form == FORMAT_FRAMES_8)
            to[i] = (uint8_t)frames[i];
        else if (form == FORMAT_FRAMES_16)
            memcpy(to + 2u * i, &half, sizeof half);
        else if (form == FORMAT_TICKS)
            words[1u + i] = frames[i];
    }
    return frames[count - 1u];
}
