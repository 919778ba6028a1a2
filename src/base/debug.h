/* SPDX-License-Identifier: MIT */
/*
 * What a debug build (PELT_DEBUG, pelt.h) refuses: what may be meant, but hardly ever is. In other
 * builds PELT_EXPECT is nothing at all.
 */
#ifndef PELT_BASE_DEBUG_H
#define PELT_BASE_DEBUG_H

#include <stdbool.h>

#include "pelt.h"

#ifdef PELT_DEBUG

#ifndef PELT_ASSERT
#define PELT_ASSERT(expression) pelt_assert_report(__FILE__, __LINE__, #expression)
#endif

/* In a public call, before it writes anything. */
#define PELT_EXPECT(expression)                                                                    \
    do {                                                                                           \
        if (!(expression)) {                                                                       \
            PELT_ASSERT(expression);                                                               \
            return PELT_E_ARGUMENT;                                                                \
        }                                                                                          \
    } while (0)

/* Of a moment at which a clip is sampled to a pose; false where those before it were such, too, that
 * they look like milliseconds. */
bool pelt_debug_time_is_ticks(const void *pose, pelt_time time, pelt_time start, pelt_time end);

#else
#define PELT_EXPECT(expression) ((void)0)
#endif

#endif
