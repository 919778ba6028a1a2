/* SPDX-License-Identifier: MIT */
#include "../arithmetic/f32.h"
#include "pelt/gpu.h"

typedef pelt_corner_f32 corner_t;
typedef pelt_vertex_f32 vertex_t;

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
    if (!(squares > 2.3e-13f)) /* 2^-42: beyond that it is rounding, also where products are fused */
        return;
    const num scale = num_rsqrt(squares);
    for (unsigned i = 0; i < 3u; i++)
        normal[i] = cross[i] * scale;
}

#include "corners.inc"
