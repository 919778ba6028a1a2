/* SPDX-License-Identifier: MIT */
/* Quantises the deltas of morph targets. */
#include "bake/vertex/records.h"

#define MOST_SHIFT 15           /* that opening accepts */
#define DIRECTION_ONE 16384.0   /* Q14 */
#define DIRECTION_LIMIT 65536.0 /* f32: far more than is needed to reverse a unit vector */

int deltas_shift(const encoding_traits *p, const bake_morph *morph, double step)
{
    int shift = 0;
    while (p->fixed && shift < MOST_SHIFT && ldexp(morph->extent.delta / step, shift + 1) <= 32767)
        shift++;
    return shift;
}

/* 1 / length; 1 for a zero vector or none. */
static double unit_factor(const double *v)
{
    const double squares = v == NULL ? 0 : vec_dot(v, v, 3);
    return squares > 0 ? 1 / sqrt(squares) : 1;
}

/* Appends a vertex's delta times `factor`, or zeros if `deltas` is NULL; returns whether it is not zero. */
static bool put_three(byte_buffer *out, const encoding_traits *p, const double (*deltas)[3],
                      uint32_t vertex, double factor, double limit, double one)
{
    bool any = false;
    for (int c = 0; c < 3; c++) {
        const double x = deltas == NULL ? 0 : deltas[vertex][c] * factor;
        const uint32_t bits = traits_bits(p, fmax(-limit, fmin(x, limit)), one, 32767);
        traits_put(out, p, bits);
        any |= bits != 0;
    }
    return any;
}

uint32_t deltas_of_vertex(byte_buffer *out, const encoding_traits *p, const bake_morph *morph,
                          double scale, const scene_primitive *source, uint32_t vertex)
{
    const double of_normal = unit_factor(source->normals == NULL ? NULL : source->normals[vertex]);
    const double of_tangent =
        unit_factor(source->tangents == NULL ? NULL : source->tangents[vertex]);
    uint32_t count = 0;
    for (uint32_t k = 0; k < source->target_count; k++) {
        const scene_target *target = &source->targets[k];
        const size_t before = out->count;
        traits_put(out, p, k);
        bool any = put_three(out, p, target->positions, vertex, scale, HUGE_VAL, 1);
        if (morph->delta_flags & FORMAT_DELTA_NORMALS)
            any |= put_three(out, p, target->normals, vertex, of_normal, DIRECTION_LIMIT,
                             DIRECTION_ONE);
        if (morph->delta_flags & FORMAT_DELTA_TANGENTS)
            any |= put_three(out, p, target->tangents, vertex, of_tangent, DIRECTION_LIMIT,
                             DIRECTION_ONE);
        buffer_pad4(out);
        if (any)
            count++;
        else
            out->count = before;
    }
    return count;
}
