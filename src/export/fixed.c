/* SPDX-License-Identifier: MIT */
/* Palettes and model matrices out as floats, and render vertices by corner, in fixed point. An
 * integer below 2^31 becomes a float within 2^-24 of itself; powers of two are exact, EXPORT_GRID
 * is one rounding more: 2^-23 in all. */
#include "../arithmetic/q16.h"
#include "matrix.h"
#include "pelt/gpu.h"

typedef pelt_corner_q16 corner_t;

/// Matrices //////////////////////////////////////////////////////////////////////////////////////

/* 3x3 in Q33 of units per grid step, in lean models Q30; translation Q17, Q16. */
static void entry_floats(float m[12], const int32_t entry[12], const pelt_model *model)
{
    const bool lean = model->encoding == PELT_LEAN;
    export_scale(m, entry, export_power(model->unit_shift - (lean ? 30 : 33)) * EXPORT_GRID,
                 export_power(model->unit_shift - (lean ? 16 : 17)));
}

/* 3x3 in Q29 of the joint's power of two; translation in the model's units. */
static void joint_floats(float m[12], const int32_t joint[12], const pelt_model *model,
                         uint32_t index)
{
    export_scale(m, joint, export_power(stored_joints(model)[index].scale_shift - 29),
                 export_power(model->unit_shift - (int32_t)model->length_bits));
}

#include "matrices.inc"

/// In the format of the Nintendo 64's RSP /////////////////////////////////////////////////////////

/* a / 2^down to nearest, or times 2^-down, |down| <= 17; false where that leaves 32 bits. */
static bool shifted(int32_t *out, int32_t a, int32_t down)
{
    if (down > 0) {
        *out = (a >> down) + (a >> (down - 1) & 1);
        return true;
    }
    const int32_t limit = INT32_MAX >> -down;
    if (a > limit || a < -limit)
        return false;
    *out = a * (1 << -down);
    return true;
}

static bool convert(int32_t m[12], const int32_t entry[12], bool lean, uint32_t up)
{
    for (unsigned i = 0; i < 12u; i++) {
        const int32_t bits = i % 4u == 3u ? (lean ? 16 : 17) : lean ? 30 : 33;
        if (!shifted(&m[i], entry[i], bits - 16 - (int32_t)up))
            return false;
    }
    return true;
}

static void split(pelt_rsp_matrix *matrix, const int32_t m[12])
{
    for (unsigned column = 0; column < 4u; column++)
        for (unsigned row = 0; row < 4u; row++) {
            const uint32_t element = row < 3u       ? (uint32_t)m[4u * row + column]
                                     : column == 3u ? 65536u
                                                    : 0u;
            matrix->integers[4u * column + row] = (uint16_t)(element >> 16);
            matrix->fractions[4u * column + row] = (uint16_t)element;
        }
}

pelt_status pelt_palette_export_rsp(pelt_rsp_matrix *matrices, uint32_t up,
                                    const pelt_palette_q16 *palette, const uint16_t *entries,
                                    uint32_t count)
{
    if (matrices == NULL || up > 17u)
        return PELT_E_ARGUMENT;
    const pelt_status status = check_entries(palette, entries, count);
    if (status != PELT_OK)
        return status;
    const bool lean = palette->model->encoding == PELT_LEAN;
    int32_t m[12];
    for (uint32_t i = 0; i < count; i++)
        if (!convert(m, palette->entries[export_entry(entries, i)].opaque, lean, up))
            return PELT_E_RANGE;
    for (uint32_t i = 0; i < count; i++) {
        (void)convert(m, palette->entries[export_entry(entries, i)].opaque, lean, up);
        split(&matrices[i], m);
    }
    return PELT_OK;
}

/// Corners ///////////////////////////////////////////////////////////////////////////////////////

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

/* The cross product is exact. Its largest component is brought to [2^30, 2^31), which rounds by
 * 2^-30 of it; squares are Q-32 of that, their sum in [2^28, 3 * 2^30], off by 3: 2^-27 of it. So
 * 1 / length = rsqrt * 2^(zeros / 2 - 31), and of a product of 2^31 and 2^30, Q16 times
 * 2^(45 - zeros / 2), the upper word is shifted by 13 - zeros / 2. All in all within 0.51 steps. */
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

/* clang-format off */

pelt_status pelt_corners_get_q16(corner_t *corners, const pelt_model *model, uint32_t mesh,
                                 uint32_t part, const vertex_t *vertices, uint32_t first,
                                 uint32_t count, uint32_t flags)
{ return corners_get(corners, model, mesh, part, vertices, first, count, flags); }
pelt_status pelt_palette_export_q16(float *matrices, pelt_matrix_layout layout,
                                    const palette_t *palette, const uint16_t *entries,
                                    uint32_t count)
{ return palette_export(matrices, layout, palette, entries, count); }
pelt_status pelt_joints_export_q16(float *matrices, pelt_matrix_layout layout,
                                   const joints_t *joints, uint32_t first, uint32_t count)
{ return joints_export(matrices, layout, joints, first, count); }
