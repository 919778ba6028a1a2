/* SPDX-License-Identifier: MIT */
/* In debug builds only, defines the default hook, and watches the times at which clips are sampled. */
#include "debug.h"

#ifdef PELT_DEBUG

/* A program's own hook replaces this one; without weak definitions a program must have a hook. */
#if defined(__GNUC__) && defined(__ELF__)
void __attribute__((weak)) pelt_assert_report(const char *file, int line, const char *expression)
{
    (void)file, (void)line, (void)expression;
}
#endif

#define MILLISECOND 1049u /* ticks */
#define TOO_MANY 24u      /* different times in the first millisecond: they are no ticks */

/* Milliseconds passed as ticks go by 1049 times too slowly: a clip then stays in its first millisecond
 * for a second, and is sampled there at many different times. Ticks leave it after a frame. Clips
 * shorter than 16 ms are not judged. */
bool pelt_debug_time_is_ticks(const void *pose, pelt_time time, pelt_time start, pelt_time end)
{
    static const void *watched; /* the one pose that is watched until it leaves that millisecond */
    static uint32_t last, count;
    const uint32_t since = (uint32_t)time - (uint32_t)start;
    if (watched != NULL && watched != pose)
        return true;
    if (since == 0u || since >= MILLISECOND ||
        (uint32_t)end - (uint32_t)start < 16u * MILLISECOND) {
        watched = NULL;
        count = 0;
        return true;
    }
    count += watched == NULL || since != last;
    watched = pose;
    last = since;
    return count < TOO_MANY;
}

#endif
