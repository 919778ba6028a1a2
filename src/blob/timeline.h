/* SPDX-License-Identifier: MIT */
#ifndef PELT_TIMELINE_H
#define PELT_TIMELINE_H

#include "pelt.h"

/* Where a time lies among a timeline's keys. */
typedef struct timeline_place {
    uint32_t key;     /* the last key at or before the time; the first key before all */
    uint32_t next;    /* the key after it; `key` itself before the first and from the last on */
    uint32_t elapsed; /* ticks since `key`, less than the segment; 0 where next == key */
} timeline_place;

/* Binary search: at most 1 + log2(count) steps, no division. count >= 1, times increasing. */
static inline timeline_place timeline_find(const int32_t *times, uint32_t count, pelt_time time)
{
    timeline_place place = {0, 0, 0};
    if (time < times[0])
        return place;
    uint32_t low = 0, high = count; /* times[low] <= time < times[high] */
    while (high - low > 1u) {
        const uint32_t middle = low + ((high - low) >> 1);
        if (times[middle] <= time)
            low = middle;
        else
            high = middle;
    }
    place.key = low;
    place.next = low;
    if (high < count) {
        place.next = high;
        place.elapsed = (uint32_t)time - (uint32_t)times[low];
    }
    return place;
}

#endif
