/* SPDX-License-Identifier: MIT */
#include "../base/fixed.h"
#include "pelt/gpu.h"

#define PELT_NAME(name) name##_q16
#define NUM_TAKES(encoding) ((encoding) == PELT_EXACT || (encoding) == PELT_LEAN)

typedef int32_t num;
typedef pelt_corner_q16 corner_t;
typedef pelt_vertex_q16 vertex_t;

/* int16 in Q(uv_bits), of 15 bits at most: a whole word in Q16, exactly. */
static void corner_uv(num uv[2], const pelt_mesh_info *mesh, uint32_t vertex)
{
    uv[0] = uv[1] = 0;
    if (mesh->uvs_i16 == NULL)
        return;
    for (uint32_t i = 0; i < 2u; i++)
        uv[i] = fx_shl(mesh->uvs_i16[2u * vertex + i], 16u - mesh->uv_bits);
}

/* b - a, or half of it where that leaves 32 bits or is -2^31: |side| < 2^31. */
static void side_of(num side[3], const num a[3], const num b[3])
{
    uint32_t left = 0;
    for (unsigned i = 0; i < 3u; i++) {
        side[i] = fx_sub(b[i], a[i]);
        left |= (uint32_t)((a[i] ^ b[i]) & (b[i] ^ side[i])) >> 31;
        left |= side[i] == INT32_MIN;
    }
    for (unsigned i = 0; i < 3u && left != 0u; i++)
        side[i] = (b[i] >> 1) - (a[i] >> 1);
}

/* a d - b c: products are below 2^62, their difference below 2^63. */
static int64_t determinant(num a, num b, num c, num d)
{
    const uint64_t ad = (uint64_t)(uint32_t)fx_mulh(a, d) << 32 | (uint32_t)fx_mul(a, d);
    const uint64_t bc = (uint64_t)(uint32_t)fx_mulh(b, c) << 32 | (uint32_t)fx_mul(b, c);
    return (int64_t)(ad - bc);
}

/* The upper word of a shifted up, which drops no bit but the sign's copies; shift below 64. */
static num upper(int64_t a, unsigned shift)
{
    uint32_t high = (uint32_t)((uint64_t)a >> 32), low = (uint32_t)(uint64_t)a;
    if (shift >= 32u) {
        high = low;
        low = 0;
        shift -= 32u;
    }
    return (num)(shift == 0u ? high : high << shift | low >> (32u - shift));
}

/*
 * The cross product is exact. Its largest component is brought to [2^30, 2^31), which rounds by
 * 2^-30 of it; squares are Q-32 of that, their sum in [2^28, 3 * 2^30], off by 3: 2^-27 of it. So
 * 1 / length = rsqrt * 2^(zeros / 2 - 31), and of a product of 2^31 and 2^30, Q16 times
 * 2^(45 - zeros / 2), the upper word is shifted by 13 - zeros / 2. All in all within 0.51 steps.
 */
static void corner_flat(num normal[3], const num a[3], const num b[3], const num c[3])
{
    num u[3], v[3];
    int64_t cross[3];
    uint64_t bits = 0;
    uint32_t squares = 0;
    side_of(u, a, b);
    side_of(v, a, c);
    for (unsigned i = 0; i < 3u; i++) {
        const unsigned y = i == 2u ? 0u : i + 1u, z = i == 0u ? 2u : i - 1u;
        cross[i] = determinant(u[y], u[z], v[y], v[z]);
        bits |= cross[i] < 0 ? 0u - (uint64_t)cross[i] : (uint64_t)cross[i];
    }
    if (bits == 0u)
        return;
    const uint32_t high = (uint32_t)(bits >> 32);
    const unsigned shift = (high != 0u ? fx_clz(high) : 32u + fx_clz((uint32_t)bits)) - 1u;
    for (unsigned i = 0; i < 3u; i++) {
        normal[i] = upper(cross[i], shift);
        squares += (uint32_t)fx_mulh(normal[i], normal[i]);
    }
    const unsigned zeros = squares < 1u << 30 ? 2u : 0u, down = 13u - zeros / 2u;
    const num scale = fx_rsqrt30(squares << zeros);
    for (unsigned i = 0; i < 3u; i++)
        normal[i] = (fx_mulh(normal[i], scale) + (1 << (down - 1u))) >> down;
}

#include "corners.inc"
