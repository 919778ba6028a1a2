/* SPDX-License-Identifier: MIT */
/* Plain arrays in fixed point: pelt/arrays.h. */
#include "pelt/arrays.h"

#include "../arithmetic/q16.h"
#include "../base/arena.h"
#include "../base/memory.h"
#include "../kernel/plain.h"
#include "../kernel/family.h"

typedef pelt_arrays_q16 arrays_t;
typedef pelt_arrays_bind_q16 inverse_bind_t;
typedef skin_kernel_q16 skin_kernel_t;
typedef positions_kernel_q16 positions_kernel_t;

#ifdef FAMILY_POSITIONS_Q16
#define NUM_POSITIONS(kernels) ((kernels)->positions)
#else
#define NUM_POSITIONS(kernels) ((void)(kernels), (positions_kernel_t *)NULL)
#endif
#define num_normalise pelt_kernel_normalise_q16
#define JOINT_KERNEL pelt_kernel_joint_q16
#define PLAIN_KERNEL pelt_kernel_plain_q16
#define NUM_RECORD_BYTES(influences) format_record_bytes_q16(influences)
#define NUM_MAX_ENTRIES FORMAT_MAX_ENTRIES_Q16
#define NUM_PACKED_ENCODING PELT_EXACT
#define PACKED_KERNELS pelt_exact_plain_kernels

#include "run.inc"

/// Skeleton //////////////////////////////////////////////////////////////////////////////////////

/* Row of Q29 times column of Q29 as Q56: all elements below 4, the sum below 48. */
static int64_t dot56(const int32_t row[4], int32_t a, int32_t b, int32_t c)
{
    return ((int64_t)row[0] * a >> 2) + ((int64_t)row[1] * b >> 2) + ((int64_t)row[2] * c >> 2);
}

/* To nearest; down >= 1 */
static int64_t round_down(int64_t a, unsigned down)
{
    return (a + ((int64_t)1 << (down - 1u))) >> down;
}

/* Columns c_i of a rotation times scale are orthogonal: the inverse's rows are c_i / |c_i|^2. The
 * reciprocal comes from the square root table: (1 / |c|)^2. */
static bool invert(int32_t out[12], const int32_t m[12])
{
    for (unsigned i = 0; i < 3u; i++) {
        int64_t squares = 0; /* Q56, below 48 */
        for (unsigned r = 0; r < 3u; r++)
            squares += (int64_t)m[4u * r + i] * m[4u * r + i] >> 2;
        const int64_t length2 = round_down(squares, 28); /* Q28 */
        /* A scale below 2^-5: its inverse leaves Q29. Above 4: more than a model matrix holds. */
        if (length2 < 1 << 18 || length2 > UINT32_MAX)
            return false;
        const unsigned zeros = fx_clz((uint32_t)length2) & ~1u; /* <= 12 */
        /* |c|^2 = x 2^(2 - zeros) with x in [1, 4): its inverse is (rsqrt x)^2 2^(zeros - 2) */
        const int32_t y = fx_rsqrt30((uint32_t)length2 << zeros);
        const int32_t reciprocal = fx_mulh(y, y); /* Q28 */
        for (unsigned r = 0; r < 3u; r++) {
            /* Q29 * Q28 = Q57, times 2^(zeros - 2): back to Q29 */
            const int64_t element = round_down((int64_t)m[4u * r + i] * reciprocal, 30u - zeros);
            if (element > INT32_MAX || element < -INT32_MAX)
                return false;
            out[4u * i + r] = (int32_t)element;
        }
    }
    /* Orthogonal? The inverse of a sheared matrix is not this: inverse * m must be one. */
    for (unsigned r = 0; r < 3u; r++) {
        for (unsigned c = 0; c < 3u; c++) {
            const int64_t one = r == c ? (int64_t)1 << 56 : 0;
            const int64_t off = dot56(out + 4u * r, m[c], m[4u + c], m[8u + c]) - one;
            if (off > (int64_t)1 << 41 || off < -((int64_t)1 << 41)) /* 2^-15 */
                return false;
        }
    }
    for (unsigned r = 0; r < 3u; r++) {
        /* -(3x3 * t): Q29 * Q20 in Q47, to Q16 */
        int64_t sum = 0;
        for (unsigned c = 0; c < 3u; c++)
            sum -= (int64_t)out[4u * r + c] * m[4u * c + 3u] >> 2;
        sum = (sum + ((int64_t)1 << 30)) >> 31;
        if (sum > INT32_MAX || sum < INT32_MIN)
            return false;
        out[4u * r + 3u] = (int32_t)sum;
    }
    return true;
}

/* Rows of Q29 times columns of Q29, and Q29 times Q16 plus Q20, to Q16.16 modulo 2^32. */
static void build_plain(int32_t out[12], const int32_t m[12], const int32_t b[12])
{
    for (unsigned r = 0; r < 12u; r += 4u, m += 4) {
        for (unsigned c = 0; c < 3u; c++) /* below 48 */
            out[r + c] = (int32_t)round_down(dot56(m, b[c], b[4u + c], b[8u + c]), 40);
        int64_t sum = (int64_t)m[3] * (1 << 23); /* Q43 */
        for (unsigned c = 0; c < 3u; c++)
            sum += (int64_t)m[c] * b[4u * c + 3u] >> 2;
        out[r + 3u] = (int32_t)(uint32_t)(uint64_t)round_down(sum, 27);
    }
}

/* Makes `count` <= 8 weights sum to one exactly: see pelt_arrays_weights_repair_*. `one` <= 2^16. */
PELT_NOINLINE
static void weights_to_sum(num *weights, uint32_t count, int32_t one)
{
    /* Down to 16 bits each, so that weight * one (at most 2^16) and sums of up to 8 stay below
     * 2^32 and 2^19: 32-bit divisions only. */
    uint32_t largest_value = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (weights[k] < 0)
            weights[k] = 0;
        if ((uint32_t)weights[k] > largest_value)
            largest_value = (uint32_t)weights[k];
    }
    unsigned down = 0;
    while (largest_value >> down > 0xFFFFu)
        down++;
    uint32_t sum = 0;
    for (uint32_t k = 0; k < count; k++) {
        weights[k] = (int32_t)((uint32_t)weights[k] >> down);
        sum += (uint32_t)weights[k];
    }
    if (sum == 0u) {
        if (count > 0u)
            weights[0] = one;
        return;
    }
    int32_t rest = one;
    uint32_t largest = 0;
    for (uint32_t k = 0; k < count; k++) {
        weights[k] = (int32_t)((uint32_t)weights[k] * (uint32_t)one / sum);
        rest -= weights[k];
        if (weights[k] > weights[largest])
            largest = k;
    }
    weights[largest] += rest; /* 0 <= rest < count: every quotient was rounded down */
}

/* Those that sum to one already stay as they are. */
static void repair_weights(num *weights, uint32_t count)
{
    int64_t sum = 0;
    bool clean = true;
    for (uint32_t k = 0; k < count; k++) {
        clean = clean && weights[k] >= 0;
        sum += weights[k];
    }
    if (!clean || sum != NUM_WEIGHT_ONE)
        weights_to_sum(weights, count, NUM_WEIGHT_ONE);
}

#include "arrays.inc"

/// Packing ///////////////////////////////////////////////////////////////////////////////////////

static void pack_weights(num *weights, uint32_t count)
{
    weights_to_sum(weights, count, 32768);
}

/* Grid: the middle of the bounding box, and the finest power of two that reaches its corners with
 * 32767 steps. */
static void pack_grid(pelt_arrays_packed *packed, const arrays_t *arrays)
{
    uint32_t reach = 0;
    for (unsigned axis = 0; axis < 3u; axis++) {
        int32_t low = 0, high = 0;
        for (uint32_t v = 0; v < arrays->vertex_count; v++) {
            const int32_t x = attribute_at(arrays->positions, arrays->position_stride, 3, v)[axis];
            low = v == 0u || x < low ? x : low;
            high = v == 0u || x > high ? x : high;
        }
        const uint32_t extent = (uint32_t)high - (uint32_t)low;
        const uint32_t half =
            extent / 2u + extent % 2u; /* <= 2^31, so far only downwards: int32_t holds it */
        packed->grid_origin[axis] = (int32_t)((uint32_t)low + half);
        if (half > reach)
            reach = half;
    }
    while (reach >> packed->grid_shift > 32767u)
        packed->grid_shift++;
    /* Rounding to nearest may reach one step further. */
    if (packed->grid_shift > 0 &&
        (reach + (1u << (packed->grid_shift - 1))) >> packed->grid_shift > 32767u)
        packed->grid_shift++;
}

static uint32_t distance(int32_t a, int32_t b)
{
    return a < b ? (uint32_t)b - (uint32_t)a : (uint32_t)a - (uint32_t)b;
}

static void pack_record(uint8_t *record, pelt_arrays_packed *packed, const arrays_t *arrays,
                        uint32_t vertex, const packed_influences *in)
{
    int16_t *at = (int16_t *)(void *)record;
    const uint32_t count = in->count;
    const unsigned slots = count == 1u ? 1u : count == 2u ? 2u : 4u;
    for (unsigned k = 0; k < slots; k++)
        *at++ = (int16_t)(uint16_t)(in->joints[k < count ? k : 0u] * FORMAT_ENTRY_BYTES);
    if (count > 1u)
        for (unsigned k = 0; k < slots; k++)
            *at++ = (int16_t)(k < count ? in->weights[k] : 0);

    const int32_t *position = attribute_at(arrays->positions, arrays->position_stride, 3, vertex);
    const unsigned shift = (unsigned)packed->grid_shift;
    for (unsigned axis = 0; axis < 3u; axis++) {
        const int32_t x = fx_sub(position[axis], packed->grid_origin[axis]);
        const int32_t step = shift == 0u ? x : ((x >> (shift - 1u)) + 1) >> 1;
        const uint32_t error = distance(fx_sub(x, fx_shl(step, shift)), 0);
        if (error > packed->position_error)
            packed->position_error = error;
        *at++ = (int16_t)step;
    }
    for (unsigned axis = 0; axis < 3u && arrays->normals != NULL; axis++) {
        int32_t n = attribute_at(arrays->normals, arrays->normal_stride, 3, vertex)[axis];
        n = n > 65534 ? 65534 : n < -65534 ? -65534 : n; /* Q16.16 to Q15, or Q14 if rigid */
        *at++ = (int16_t)(count == 1u ? (n + 2) >> 2 : (n + 1) >> 1);
    }
    /* Stored weights against the given ones, in 2^-16. */
    const int32_t *given = weights_at(arrays, vertex);
    uint32_t kept = 0;
    for (uint32_t k = 0; k < in->given; k++) {
        const bool stored = kept < count && in->sources[kept] == k;
        const uint32_t error = distance(stored ? 2 * in->weights[kept] : 0, given[k]);
        if (error > packed->weight_error)
            packed->weight_error = error;
        kept += stored ? 1u : 0u;
    }
}

/* To +-limit, a bound of palettes (q16.h). */
static int32_t fold_clamp(int64_t x, int32_t limit)
{
    return (int32_t)(x > limit ? limit : x < -limit ? -limit : x);
}

/* Q16.16 3x3 and translation to the folded format: a grid step is 2^shift * 2^-16, so Q33 of the
 * step is m * 2^(shift + 1); translation is 3x3 * origin + t, from Q31 to Q17. */
static void fold_entry(num folded[12], const pelt_arrays_packed *packed, const num plain[12])
{
    for (unsigned r = 0; r < 3u; r++) {
        const num *m = plain + 4u * r;
        num *out = folded + 4u * r;
        for (unsigned c = 0; c < 3u; c++)
            out[c] = fold_clamp((int64_t)m[c] * ((int64_t)2 << packed->grid_shift), (1 << 30) - 1);
        /* Halves, so that three products and the translation stay in 64 bits. */
        int64_t sum = (int64_t)m[3] * 32768;
        for (unsigned c = 0; c < 3u; c++)
            sum += (int64_t)m[c] * packed->grid_origin[c] / 2;
        out[3] = fold_clamp((sum + (1 << 13)) >> 14, (1 << 29) - 1);
    }
}

#include "pack.inc"

/* clang-format off */

pelt_status pelt_arrays_init_q16(arrays_t *arrays, const num *positions, const num *normals,
                                 const void *joints, pelt_arrays_joint_type joint_type,
                                 const num *weights, uint32_t stride_bytes, uint32_t vertex_count,
                                 uint32_t influence_count)
{
    return arrays_init(arrays, positions, normals, joints, joint_type, weights, stride_bytes,
                       vertex_count, influence_count);
}
pelt_status pelt_arrays_skin_q16(const output_t *out, const arrays_t *arrays,
                                 const matrix_t *palette, uint32_t palette_count, uint32_t first,
                                 uint32_t count)
{ return arrays_skin(out, arrays, palette, palette_count, first, count); }
pelt_status pelt_arrays_skin_tangents_q16(num *tangents, uint32_t stride_bytes,
                                          const arrays_t *arrays, const matrix_t *palette,
                                          uint32_t palette_count, uint32_t first, uint32_t count)
{
    return arrays_skin_tangents(tangents, stride_bytes, arrays, palette, palette_count, first,
                                count);
}
pelt_status pelt_arrays_morph_q16(num *out, const num *base, const num *const *shapes,
                                  const num *weights, uint32_t shape_count, uint32_t flags,
                                  uint32_t first, uint32_t count)
{ return arrays_morph(out, base, shapes, weights, shape_count, flags, first, count); }
pelt_status pelt_arrays_joints_build_q16(joint_matrix_t *matrices, const local_t *locals,
                                    const uint16_t *parents, uint32_t count)
{ return skeleton_build(matrices, locals, parents, count); }
pelt_status pelt_arrays_binds_build_q16(inverse_bind_t *inverse_binds, const joint_matrix_t *bind,
                                         uint32_t count)
{ return inverse_binds_build(inverse_binds, bind, count); }
pelt_status pelt_arrays_palette_build_q16(matrix_t *palette, const joint_matrix_t *matrices,
                                    const inverse_bind_t *inverse_binds, uint32_t count)
{ return matrices_build(palette, matrices, inverse_binds, count); }
pelt_status pelt_arrays_weights_repair_q16(num *weights, const arrays_t *arrays)
{ return weights_repair(weights, arrays); }
pelt_status pelt_arrays_pack_q16(pelt_arrays_packed *packed, const arrays_t *arrays,
                                 pelt_arena *arena)
{ return arrays_pack(packed, arrays, arena); }
pelt_status pelt_arrays_packed_fold_q16(entry_t *entries, const pelt_arrays_packed *packed, const matrix_t *plain,
                                 uint32_t count)
{ return packed_fold(entries, packed, plain, count); }
pelt_status pelt_arrays_packed_skin_q16(const output_t *out, const pelt_arrays_packed *packed,
                                 const entry_t *entries, uint32_t first, uint32_t count)
{ return packed_skin(out, packed, entries, first, count); }
