/* SPDX-License-Identifier: MIT */
/* Writes EVNT: the events of each clip, ordered by time, within the clip. */
#include <stdlib.h>

#include "bake/write/sections.h"
#include "common/compare.h"
#include "scene/moments.h"

#define CLEARLY_TICKS 1049 /* 1 ms; an event less far outside the clip is put there by rounding */

typedef struct placed_event {
    int32_t time, order;
    const char *name;
} placed_event;

COMPARE_BY(by_time, int32_t, 2)

/* An event outside the clip would never fire, so it is moved to the nearer end. */
static int32_t place_event(const bake_model *model, const scene_clip *clip,
                           const scene_event *event)
{
    const int32_t start = scene_ticks(clip->start_s), end = scene_ticks(clip->end_s);
    const int32_t time = scene_ticks(event->time_s);
    const int32_t placed = time < start ? start : time > end ? end : time;
    if (llabs((long long)time - placed) > CLEARLY_TICKS)
        diag_warn(model->job->options->file,
                  "event \"%.100s\" at %.6g s is outside its clip and moves to %.6g s, "
                  "/animations/%u",
                  event->name, event->time_s, placed / (double)PELT_TICKS_PER_SECOND, clip->index);
    return placed;
}

bool write_events(sections *out, const bake_model *model)
{
    const scene *s = model->job->scene;
    uint64_t all = 0;
    for (uint32_t i = 0; i < s->clip_count; i++)
        all += s->clips[i].event_count;
    if (all > FORMAT_MAX_EVENTS)
        return diag_fail(model->job->d, DIAG_INVALID,
                         "%llu events, the limit is %u, /animations, give fewer",
                         (unsigned long long)all, FORMAT_MAX_EVENTS);
    if (all == 0)
        return true;
    byte_buffer *buffer = section_add_optional(out, FORMAT_EVENTS);
    uint32_t first = 0;
    buffer_u32(buffer, first);
    for (uint32_t i = 0; i < s->clip_count; i++)
        buffer_u32(buffer, first += s->clips[i].event_count);
    FREED placed_event *events = diag_calloc(all, sizeof *events);
    for (uint32_t i = 0; i < s->clip_count; i++) {
        const scene_clip *clip = &s->clips[i];
        for (uint32_t k = 0; k < clip->event_count; k++)
            events[k] = (placed_event){place_event(model, clip, &clip->events[k]), (int32_t)k,
                                       clip->events[k].name};
        qsort(events, clip->event_count, sizeof *events, by_time);
        for (uint32_t k = 0; k < clip->event_count; k++) {
            buffer_u32(buffer, write_name(out, events[k].name));
            buffer_i32(buffer, events[k].time);
        }
    }
    return true;
}
