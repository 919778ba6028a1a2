/* SPDX-License-Identifier: MIT */
/* Palettes and model matrices in other layouts, and render vertices by corner, in float. */
#include "../arithmetic/f32.h"
#include "matrix.h"
#include "pelt/gpu.h"

typedef pelt_corner_f32 corner_t;

/// Matrices //////////////////////////////////////////////////////////////////////////////////////

static void entry_floats(float m[12], const float entry[12], const pelt_model *model)
{
    (void)model;
    for (unsigned i = 0; i < 12u; i++)
        m[i] = entry[i];
}

#define joint_floats(m, joint, model, index) entry_floats(m, joint, model)

#include "matrices.inc"

/// Corners ///////////////////////////////////////////////////////////////////////////////////////

static void corner_uv(num uv[2], const pelt_mesh_info *mesh, uint32_t vertex)
{
    uv[0] = uv[1] = 0.0f;
    if (mesh->uvs_f32 == NULL)
        return;
    uv[0] = mesh->uvs_f32[2u * vertex];
    uv[1] = mesh->uvs_f32[2u * vertex + 1u];
}

/* b - a times the power of two that makes its largest component [1, 2): products neither vanish nor
 * overflow. 0 where it is below 2^-100, or no number. */
static int side_of(num side[3], const num a[3], const num b[3])
{
    num largest = 0.0f, scale;
    uint32_t bits;
    for (unsigned i = 0; i < 3u; i++) {
        side[i] = b[i] - a[i];
        const num size = side[i] < 0.0f ? -side[i] : side[i];
        largest = size > largest ? size : largest;
    }
    if (!(largest > 7.9e-31f && largest < 1.7e38f))
        return 0;
    memcpy(&bits, &largest, sizeof bits);
    bits = (254u << 23) - (bits & 0x7F800000u);
    memcpy(&scale, &bits, sizeof scale);
    for (unsigned i = 0; i < 3u; i++)
        side[i] *= scale;
    return 1;
}

static void corner_flat(num normal[3], const num a[3], const num b[3], const num c[3])
{
    num u[3], v[3], cross[3];
    if (!side_of(u, a, b) || !side_of(v, a, c))
        return;
    cross[0] = u[1] * v[2] - u[2] * v[1];
    cross[1] = u[2] * v[0] - u[0] * v[2];
    cross[2] = u[0] * v[1] - u[1] * v[0];
    const num squares = cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2];
    if (!(squares > 2.3e-13f)) /* 2^-42: the rest is rounding, also where products are fused */
        return;
    const num scale = num_rsqrt(squares);
    for (unsigned i = 0; i < 3u; i++)
        normal[i] = cross[i] * scale;
}

#include "corners.inc"

/* clang-format off */

pelt_status pelt_corners_get_f32(corner_t *corners, const pelt_model *model, uint32_t mesh,
                                 uint32_t part, const vertex_t *vertices, uint32_t first,
                                 uint32_t count, uint32_t flags)
{ return corners_get(corners, model, mesh, part, vertices, first, count, flags); }
pelt_status pelt_palette_export_f32(float *matrices, pelt_matrix_layout layout,
                                    const palette_t *palette, const uint16_t *entries,
                                    uint32_t count)
{ return palette_export(matrices, layout, palette, entries, count); }
pelt_status pelt_joints_export_f32(float *matrices, pelt_matrix_layout layout,
                                   const joints_t *joints, uint32_t first, uint32_t count)
{ return joints_export(matrices, layout, joints, first, count); }
