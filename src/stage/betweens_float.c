/* SPDX-License-Identifier: MIT */
/* In-betweens in float (format.h). */
#include "../arithmetic/f32.h"
#include "../kernel/family.h"

/* As in betweens_fixed.c: a unit quaternion, w >= 0, from S^T T. Entries are in glTF units, so that the
 * squares of their products are in range for scales of 1e-8 to 1e8; below they count as zero. */
static void rotation_between(num q[4], const num s[12], const num t[12])
{
    num d[9], squares = 0.0f;
    for (unsigned r = 0; r < 3u; r++)
        for (unsigned c = 0; c < 3u; c++) {
            const num a = s[r] * t[c] + s[4u + r] * t[4u + c] + s[8u + r] * t[8u + c];
            d[3u * r + c] = a;
            squares += a * a;
        }
    q[0] = q[1] = q[2] = 0.0f;
    q[3] = 1.0f;
    if (!(squares > 1e-30f))
        return;
    squares *= 1.0f / 3.0f;
    const num k = squares * num_rsqrt(squares), trace = d[0] + d[4] + d[8];
    if (trace > 0.0f) {
        q[0] = d[7] - d[5];
        q[1] = d[2] - d[6];
        q[2] = d[3] - d[1];
        q[3] = k + trace;
    } else {
        const unsigned x = d[0] >= d[4] ? d[0] >= d[8] ? 0u : 2u : d[4] >= d[8] ? 1u : 2u;
        const unsigned y = x == 2u ? 0u : x + 1u, z = 3u - x - y;
        q[x] = k + 2.0f * d[4u * x] - trace;
        q[y] = d[3u * x + y] + d[3u * y + x];
        q[z] = d[3u * x + z] + d[3u * z + x];
        q[3] = d[3u * z + y] - d[3u * y + z];
    }
    num scale = num_rsqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (q[3] < 0.0f)
        scale = -scale;
    for (unsigned i = 0; i < 4u; i++)
        q[i] *= scale;
}

/* The rows of the rotation that is part of a quaternion from the identity. */
static void rotation_part(num out[9], const num q[4], num part)
{
    num x = part * q[0], y = part * q[1], z = part * q[2], w = 1.0f - part + part * q[3];
    const num scale = 1.41421356f * num_rsqrt(x * x + y * y + z * z + w * w);
    x *= scale, y *= scale, z *= scale, w *= scale;
    out[0] = 1.0f - y * y - z * z;
    out[1] = x * y - w * z;
    out[2] = x * z + w * y;
    out[3] = x * y + w * z;
    out[4] = 1.0f - x * x - z * z;
    out[5] = y * z - w * x;
    out[6] = x * z - w * y;
    out[7] = y * z + w * x;
    out[8] = 1.0f - x * x - y * y;
}

void pelt_betweens_float(pelt_entry_f32 *palette, uint32_t entries,
                         const format_between_f32 *between, uint32_t count)
{
    uint32_t source = UINT32_MAX, target = 0;
    num q[4];
    for (pelt_entry_f32 *out = palette + entries; count > 0u; count--, between++, out++) {
        const num *s = palette[between->source].opaque, *t = palette[between->target].opaque;
        const num part = (float)between->part * (1.0f / 32768.0f), *p = between->pivot;
        num turn[9];
        if (between->source != source || between->target != target)
            rotation_between(q, s, t);
        source = between->source;
        target = between->target;
        rotation_part(turn, q, part);
        for (num *row = out->opaque; row < out->opaque + 12; row += 4, s += 4, t += 4) {
            for (unsigned c = 0; c < 3u; c++)
                row[c] = s[0] * turn[c] + s[1] * turn[3u + c] + s[2] * turn[6u + c];
            row[3] = s[3] + part * (t[3] - s[3]);
            for (unsigned i = 0; i < 3u; i++)
                row[3] += p[i] * (s[i] - row[i] + part * (t[i] - s[i]));
        }
    }
}
