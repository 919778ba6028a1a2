/* SPDX-License-Identifier: MIT */
/* A debug build (PELT_DEBUG, pelt.h) refuses arguments that are valid but hardly ever intended. In
 * other builds PELT_EXPECT does nothing. */
#ifndef PELT_BASE_DEBUG_H
#define PELT_BASE_DEBUG_H

#include <stdbool.h>

#include "pelt.h"

#ifdef PELT_DEBUG

#ifndef PELT_ASSERT
#define PELT_ASSERT(expression) pelt_assert_report(__FILE__, __LINE__, #expression)
#endif

/* Public functions use this before they write anything. */
#define PELT_EXPECT(expression)                                                                    \
    do {                                                                                           \
        if (!(expression)) {                                                                       \
            PELT_ASSERT(expression);                                                               \
            return PELT_E_ARGUMENT;                                                                \
        }                                                                                          \
    } while (0)

/* Gets each time at which a clip is sampled to a pose; returns false if this one and those before it look
 * like milliseconds instead of ticks. */
bool pelt_debug_time_is_ticks(const void *pose, pelt_time time, pelt_time start, pelt_time end);

#else
#define PELT_EXPECT(expression) ((void)0)
#endif

#endif
