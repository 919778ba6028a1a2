/* SPDX-License-Identifier: MIT */
/* All loops of textbook.h for one level of optimisation, LEVEL (tests/images.mk): o2 or o3. */
#include "textbook.h"

#if TEXTBOOK_INTRINSICS
#include <arm_acle.h>

/* A textbook_vertex_16 as pairs of its numbers, with the first in the lower half. */
typedef struct __attribute__((may_alias)) textbook_pairs {
    int32_t xy, z_nx, ny_nz, weights[2];
    uint8_t joints[4];
} textbook_pairs;
#endif

#define JOIN_(a, b, c, d) a##_##b##_##c##_##d
#define JOIN(a, b, c, d) JOIN_(a, b, c, d)
#define LOOP(form)                                                                                 \
    static __attribute__((section(".pelt.hot"))) void JOIN(form, INFLUENCES, ARITHMETIC, LEVEL)(   \
        void *restrict out, const void *restrict vertices, uint32_t count,                         \
        const void *restrict palette)

#define PRODUCT(a, b) ((WIDE)(a) * (b))

#define ARITHMETIC q16
#define WORD int32_t
#define WIDE int64_t
#define VERTEX textbook_vertex_q16
#define NARROW(sum) ((int32_t)((sum) >> 16))
#include "textbook_counts.inc"

#define ARITHMETIC q12
#define WORD int32_t
#define WIDE int32_t
#define VERTEX textbook_vertex_16
#define NARROW(sum) ((sum) >> 14)
#include "textbook_counts.inc"

#if TEXTBOOK_FLOAT
#define ARITHMETIC f32
#define WORD float
#define WIDE float
#define VERTEX textbook_vertex_f32
#define NARROW(sum) (sum)
#include "textbook_counts.inc"
#endif

#if TEXTBOOK_SPLIT
#undef PRODUCT
#define PRODUCT(a, b) (((a) >> 16) * (b) + (((int32_t)((uint32_t)(a)&0xFFFFu) * (b)) >> 16))
#define ARITHMETIC halves
#define WORD int32_t
#define WIDE int32_t
#define VERTEX textbook_vertex_16
#define NARROW(sum) (sum)
#include "textbook_counts.inc"
#endif

#if TEXTBOOK_INTRINSICS
#define ARITHMETIC halves
#define INTRINSICS
#include "textbook_counts.inc"
#undef INTRINSICS
#endif

#define FORM(form, arithmetic)                                                                     \
    {                                                                                              \
        JOIN(blend, 1, arithmetic, LEVEL), JOIN(form, 2, arithmetic, LEVEL),                       \
            JOIN(form, 3, arithmetic, LEVEL), JOIN(form, 4, arithmetic, LEVEL)                     \
    }
#if TEXTBOOK_VECTORS
#define VECTORS(arithmetic) FORM(vectors, arithmetic)
#else
#define VECTORS(arithmetic)                                                                        \
    {                                                                                              \
        0                                                                                          \
    }
#endif
#define FORMS(arithmetic)                                                                          \
    {                                                                                              \
        FORM(rows, arithmetic), FORM(blend, arithmetic), VECTORS(arithmetic)                       \
    }

#define TABLE_(level) textbook_##level
#define TABLE(level) TABLE_(level)
textbook_loops TABLE(LEVEL) = {
    FORMS(q16),
    FORMS(q12),
#if TEXTBOOK_FLOAT
    FORMS(f32),
#else
    {{0}},
#endif
#if TEXTBOOK_SPLIT
    FORMS(halves),
#elif TEXTBOOK_INTRINSICS
    {{JOIN(intrinsics, 1, halves, LEVEL), JOIN(intrinsics, 2, halves, LEVEL),
      JOIN(intrinsics, 3, halves, LEVEL), JOIN(intrinsics, 4, halves, LEVEL)}},
#endif
};
