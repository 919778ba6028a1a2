/* SPDX-License-Identifier: MIT */
/*
 * Sampling a track in float the components of a key are the lanes of a register's half, the next
 * key's of the other. As curve.h and sample.inc but for rounding. Cubic
 * tracks, wide keys and rotations of four components are left to them.
 */
#include "../../src/arithmetic/curve.h"
#include "../../src/kernel/kernel.h"

#if defined(PELT_STAGES_F32) && PELT_STAGES_F32 == PELT_IN_VECTOR && defined(__SSE2__)

#define FLOATS
#define VECTOR_AVX2
#include "vector.h"

typedef int32_t vi4 __attribute__((vector_size(16)));

/* 64 bits from a bit offset on; `bits` of them are there, and the word behind. */
static inline uint64_t window_of(const uint32_t *packed, uint32_t at, uint32_t bits)
{
    const uint64_t high = curve_window(packed, at);
    return high << 32 | (bits > 32u ? curve_window(packed, at + 32u) : 0u);
}

static inline uint32_t top_of(uint64_t window)
{
    return (uint32_t)(window >> 32);
}

/* Three numbers of both keys, of up to 64 bits together; the fourth lanes hold anything. Of bits
 * and ranges as much is read as they take and up to four bytes behind, which every curve has. */
VECTOR_INLINE vf numbers_of(const curve_view *curve, uint32_t bits, const timeline_place *place)
{
    const unsigned x = curve->bits[0], y = curve->bits[1], z = curve->bits[2];
    const uint64_t from = window_of(curve->packed, place->key * bits, bits);
    const uint64_t to = window_of(curve->packed, place->next * bits, bits);
    const vu window = {top_of(from), top_of(from << x), top_of(from << x << y), 0,
                       top_of(to),   top_of(to << x),   top_of(to << x << y),   0};
    const vu part = window & ~(~(vu){0} >> (vu){x, y, z, 0, x, y, z, 0});
    const vi ranges = (vi)load_rows_at(curve->ranges, curve->ranges);
    const vf low = __builtin_convertvector(ranges << 16 >> 16, vf);
    const vf extent = __builtin_convertvector((vi)((vu)ranges >> 16), vf);
    return MULTIPLY_ADD(__builtin_convertvector((vi)(part >> 8), vf), extent * 0x1p-39f,
                        low * (1.0f / 32768.0f));
}

/* Between the keys along the arc, as num_arc in f32.h. */
VECTOR_INLINE words4 on_arc(words4 a, words4 b, float u)
{
    const words4 way = b - a, squares = way * way;
    const float sum = (squares[0] + squares[1]) + (squares[2] + squares[3]);
    const float c = sum < 2.0f * 0.2929f ? 0.5f * sum : 0.2929f, v = u * (1.0f - u);
    const float k = 0.33323749f + c * (0.1453214f - 0.29719562f * v);
    const float weight = u + v * (1.0f - 2.0f * u) * c * k, x = 2.0f * c * weight * (1.0f - weight);
    const float s = x * (0.49999878f + x * (0.37526114f + x * (0.30386981f + x * 0.36180348f)));
    const words4 chord = a + way * weight;
    return chord + chord * s;
}

/* Lane 3 is the component that is left out; at least 1/2. */
VECTOR_INLINE words4 rotation_of(vf q, uint32_t left_out, float u)
{
    const vf squares = q * q;
    const vf sum = SPLAT(squares, 0) + SPLAT(squares, 1) + SPLAT(squares, 2), rest = 1.0f - sum;
    const vi least = (vi)((vf){0} + 0.25f);
    const vf root = __builtin_ia32_sqrtps256((vf)where(rest > 0.25f, (vi)rest, least));
    const vf whole = SHUFFLE(q, root, 0, 1, 2, 7);
    const words4 arc = on_arc(__builtin_shufflevector(whole, whole, 0, 1, 2, 3),
                              __builtin_shufflevector(whole, whole, 4, 5, 6, 7), u);
    switch (left_out) {
    case 0: return __builtin_shufflevector(arc, arc, 3, 0, 1, 2);
    case 1: return __builtin_shufflevector(arc, arc, 0, 3, 1, 2);
    case 2: return __builtin_shufflevector(arc, arc, 0, 1, 3, 2);
    default: return arc;
    }
}

TARGET static void sample_track(pelt_local_f32 *local, uint32_t kind, const format_curve *curve,
                                uint32_t bits, const timeline_place *place)
{
    const uint32_t path = format_path_of(kind);
    const curve_view view = curve_open(curve, 3, kind);
    const bool step = format_interpolation_of(kind) == FORMAT_STEP;
    const float u = step ? 0.0f : (float)place->u * (1.0f / 2147483648.0f);
    const vf numbers = numbers_of(&view, bits, place);
    if (path == FORMAT_ROTATION) {
        *(words4 *)(void *)local->rotation = rotation_of(numbers, curve->form, u);
        return;
    }
    const uint32_t exponent = ((uint32_t)curve->form + 30u) << 23; /* 2^(form - 97) */
    float scale;
    memcpy(&scale, &exponent, sizeof scale);
    const words4 a = __builtin_shufflevector(numbers, numbers, 0, 1, 2, 3);
    const words4 b = __builtin_shufflevector(numbers, numbers, 4, 5, 6, 7);
    store_three(path == FORMAT_TRANSLATION ? local->translation : local->scale,
                ((b - a) * u + a) * scale);
}

static void track(pelt_local_f32 *local, uint32_t kind, const void *values,
                  const timeline_place *place)
{
    const format_curve *curve = values;
    const uint32_t bits = (uint32_t)curve->bits[0] + curve->bits[1] + curve->bits[2];
    if (format_interpolation_of(kind) < FORMAT_CUBIC && bits <= 64u &&
        (format_path_of(kind) != FORMAT_ROTATION || curve->form <= 3u))
        sample_track(local, kind, curve, bits, place);
    else
        pelt_reference_track_f32(local, kind, values, place);
}

AVX2_KERNEL(pelt_kernel_track_f32, pelt_reference_track_f32,
            (pelt_local_f32 * local, uint32_t kind, const void *values,
             const timeline_place *place),
            (local, kind, values, place), track(local, kind, values, place))

#endif
