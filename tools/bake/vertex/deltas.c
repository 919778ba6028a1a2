/* SPDX-License-Identifier: MIT */
/* Quantises the deltas of morph targets. */
#include "bake/vertex/records.h"

#define MOST_SHIFT 15
#define DIRECTION_ONE 16384.0   /* Q14 */
#define DIRECTION_LIMIT 65536.0 /* f32: far more than is needed to reverse a unit vector */

/* The change of one vertex by a target, in stored units. */
typedef struct delta {
    double position[3], normal[3], tangent[3];
} delta;

int deltas_shift(const encoding_traits *p, const bake_morph *morph, double step)
{
    int shift = 0;
    while (p->fixed && shift < MOST_SHIFT && ldexp(morph->largest_delta / step, shift + 1) <= 32767)
        shift++;
    return shift;
}

static void set_scaled(double out[3], const double (*deltas)[3], uint32_t vertex, double factor,
                       double limit)
{
    for (int c = 0; c < 3; c++) {
        const double x = deltas == NULL ? 0 : deltas[vertex][c] * factor;
        out[c] = x < -limit ? -limit : x > limit ? limit : x;
    }
}

/* 1 / length; 1 for a zero vector. */
static double unit_factor(const double *v)
{
    const double squares = v == NULL ? 0 : vec_dot(v, v, 3);
    return squares > 0 ? 1 / sqrt(squares) : 1;
}

/* Appends three components; returns whether any is not zero. */
static bool put_three(byte_buffer *out, const encoding_traits *p, const double v[3], double one)
{
    bool any = false;
    for (int c = 0; c < 3; c++) {
        const uint32_t bits = traits_bits(p, v[c], one, 32767);
        traits_put(out, p, bits);
        any |= bits != 0;
    }
    return any;
}

static bool put_delta(byte_buffer *out, const encoding_traits *p, uint32_t flags, uint32_t target,
                      const delta *d)
{
    traits_put(out, p, target);
    bool any = put_three(out, p, d->position, 1);
    if (flags & FORMAT_DELTA_NORMALS)
        any |= put_three(out, p, d->normal, DIRECTION_ONE);
    if (flags & FORMAT_DELTA_TANGENTS)
        any |= put_three(out, p, d->tangent, DIRECTION_ONE);
    buffer_pad4(out);
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
        delta d;
        set_scaled(d.position, target->positions, vertex, scale, HUGE_VAL);
        set_scaled(d.normal, target->normals, vertex, of_normal, DIRECTION_LIMIT);
        set_scaled(d.tangent, target->tangents, vertex, of_tangent, DIRECTION_LIMIT);
        if (put_delta(out, p, morph->delta_flags, k, &d))
            count++;
        else
            out->count = before;
    }
    return count;
}
