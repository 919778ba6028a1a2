/* SPDX-License-Identifier: MIT */
/* In-betweens in float (format.h), as in betweens_fixed.c. */
#include "../arithmetic/f32.h"
#include "../kernel/family.h"

typedef struct joint_turn {
    num q[4], square;
    num once[12], twice[12], way[3];
} joint_turn;

static void rotation_between(num q[4], const num s[12], const num t[12])
{
    num d[9];
    for (unsigned r = 0; r < 3u; r++)
        for (unsigned c = 0; c < 3u; c++)
            d[3u * r + c] = s[r] * t[c] + s[4u + r] * t[4u + c] + s[8u + r] * t[8u + c];
    unsigned axis = 3;
    if (d[0] + d[4] + d[8] <= 0.0f) {
        axis = d[0] >= d[4] ? d[0] >= d[8] ? 0u : 2u : d[4] >= d[8] ? 1u : 2u;
        for (unsigned i = 0; i < 9u; i++)
            if (i % 3u != axis)
                d[i] = -d[i];
    }
    num x = d[7] - d[5], y = d[2] - d[6], z = d[3] - d[1], w = d[0] + d[4] + d[8];
    const num across = x * x + y * y + z * z, squares = w * w + 0.75f * across;
    q[0] = q[1] = q[2] = 0.0f;
    q[3] = 1.0f;
    if (!(squares > 1e-30f)) /* entries of scales below 1e-7 */
        return;
    w = (w + squares * num_rsqrt(squares)) * (2.0f / 3.0f);
    const num scale = num_rsqrt(across + w * w);
    x *= scale, y *= scale, z *= scale, w *= scale;
    q[0] = x, q[1] = y, q[2] = z, q[3] = w;
    if (axis < 3u) {
        const num turned[3][4] = {{w, z, -y, -x}, {-z, w, x, -y}, {y, -x, w, -z}};
        for (unsigned i = 0; i < 4u; i++)
            q[i] = turned[axis][3] < 0.0f ? -turned[axis][i] : turned[axis][i];
    }
}

/* A row times the cross matrix of the quaternion, and the translation that keeps the pivot. */
static inline void cross(num out[4], const num row[3], const num q[4], const num place[3])
{
    const num x = row[1] * q[2] - row[2] * q[1], y = row[2] * q[0] - row[0] * q[2];
    const num z = row[0] * q[1] - row[1] * q[0];
    out[0] = x;
    out[1] = y;
    out[2] = z;
    out[3] = -(x * place[0] + y * place[1] + z * place[2]);
}

static void turn_open(joint_turn *turn, const num s[12], const num t[12], const num place[3])
{
    const num *q = turn->q;
    rotation_between(turn->q, s, t);
    turn->square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
    for (unsigned r = 0; r < 3u; r++, s += 4, t += 4) {
        cross(turn->once + 4u * r, s, q, place);
        cross(turn->twice + 4u * r, turn->once + 4u * r, q, place);
        turn->way[r] = (t[0] - s[0]) * place[0] + (t[1] - s[1]) * place[1] +
                       (t[2] - s[2]) * place[2] + (t[3] - s[3]);
    }
}

void pelt_betweens_float(pelt_entry_f32 *palette, uint32_t entries,
                         const format_between_f32 *between, uint32_t count)
{
    const format_between_f32 *last = NULL;
    joint_turn turn;
    for (pelt_entry_f32 *out = palette + entries; count > 0u; count--, between++, out++) {
        const num *s = palette[between->source].opaque;
        if (last == NULL || between->source != last->source || between->target != last->target)
            turn_open(&turn, s, palette[between->target].opaque, between->pivot);
        last = between;
        const num part = (float)between->part * (1.0f / 32768.0f);
        const num w = 1.0f - part + part * turn.q[3];
        const num share = 2.0f * part / (part * part * turn.square + w * w);
        const num f = share * w, g = share * part;
        num *to = out->opaque;
        for (unsigned i = 0; i < 12u; i++)
            to[i] = s[i] + f * turn.once[i] + g * turn.twice[i];
        for (unsigned r = 0; r < 3u; r++)
            to[4u * r + 3u] += part * turn.way[r];
    }
}
