/* SPDX-License-Identifier: MIT */
/* The rows `portable`: measures the reference kernels, pelt's own C, on records as they are baked.
 */
#include <string.h>

#include "loops.h"
#include "src/kernel/kernel.h"

/* Wraps a reference kernel as a loop. */
#define PORTABLE(influences, arithmetic)                                                           \
    static void portable_##influences##_##arithmetic(void *restrict out,                           \
                                                     const void *restrict records, uint32_t count, \
                                                     const void *restrict palette)                 \
    {                                                                                              \
        pelt_reference_##influences##_##arithmetic(out, records, count, palette, NULL);            \
    }
#define PORTABLES(arithmetic)                                                                      \
    PORTABLE(1, arithmetic)                                                                        \
    PORTABLE(2, arithmetic)                                                                        \
    PORTABLE(3, arithmetic)                                                                        \
    PORTABLE(4, arithmetic)                                                                        \
    static void bench_portable_##arithmetic(const loop_place *p)                                   \
    {                                                                                              \
        static textbook_loop *const runs[] = {portable_1_##arithmetic, portable_2_##arithmetic,    \
                                              portable_3_##arithmetic, portable_4_##arithmetic};   \
        static const void *const records[] = {bench_##arithmetic##_1, bench_##arithmetic##_2,      \
                                              bench_##arithmetic##_3, bench_##arithmetic##_4};     \
        memcpy(p->palette, bench_##arithmetic##_palette, LOOP_PALETTE_BYTES);                      \
        for (uint32_t n = 1; n <= 4u; n++) {                                                       \
            const bench_subject subject = {"portable", #arithmetic, n, "pn", NULL};                \
            memcpy(p->inputs, records[n - 1u], format_record_bytes_##arithmetic(n) * p->vertices); \
            measure_loop(&subject, runs[n - 1u], p);                                               \
        }                                                                                          \
    }

PORTABLES(q16)
PORTABLES(q12)
#if TEXTBOOK_FLOAT
PORTABLES(f32)
#endif

void bench_portable(const loop_place *p)
{
    bench_portable_q16(p);
    bench_portable_q12(p);
#if TEXTBOOK_FLOAT
    bench_portable_f32(p);
#endif
}
