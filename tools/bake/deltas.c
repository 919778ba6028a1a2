/* SPDX-License-Identifier: MIT */
#include "bake/deltas.h"

#include <string.h>

#define MOST_SHIFT 15
#define DIRECTION_ONE 16384.0   /* Q14 */
#define DIRECTION_LIMIT 65536.0 /* f32: far beyond what turns a unit vector round */

/* What a target does to one vertex, in stored units. */
typedef struct delta {
    double position[3], normal[3], tangent[3];
} delta;

delta_scale delta_scale_of(const baker *b, const bake_mesh *mesh)
{
    delta_scale scale = {1, 0};
    if (!b->fixed || mesh->target_count == 0 || mesh->vertices_in == 0)
        return scale;
    /* All entries that move the mesh have one grid: any vertex tells. */
    const bake_primitive *primitive = mesh->primitives;
    while (primitive->source->vertex_count == 0)
        primitive++;
    scale.step = b->skins[mesh->blob_skin].entries[primitive->influences[0].entry[0]].step;
    while (scale.shift < MOST_SHIFT &&
           ldexp(mesh->largest_delta / scale.step, scale.shift + 1) <= 32767)
        scale.shift++;
    return scale;
}

static void set_scaled(double out[3], const double (*deltas)[3], uint32_t vertex, double factor,
                       double limit)
{
    for (int c = 0; c < 3; c++) {
        const double x = deltas == NULL ? 0 : deltas[vertex][c] * factor;
        out[c] = fmin(fmax(x, -limit), limit);
    }
}

/* 1 / length, 1 for no length. */
static double unit_factor(const double *v)
{
    const double squares = v == NULL ? 0 : vec_dot(v, v, 3);
    return squares > 0 ? 1 / sqrt(squares) : 1;
}

/* Appends three components; whether any is not zero. */
static bool put_three(byte_buffer *out, bool q16, const double v[3], double one)
{
    bool any = false;
    for (int c = 0; c < 3; c++) {
        if (q16) {
            const int32_t stored = bake_round(v[c] * one, 32767);
            buffer_u16(out, (uint16_t)stored);
            any |= stored != 0;
        } else {
            buffer_u32(out, float_bits(v[c]));
            any |= float_bits(v[c]) != 0;
        }
    }
    return any;
}

static bool put_delta(byte_buffer *out, const baker *b, const bake_mesh *mesh, uint32_t target,
                      const delta *d)
{
    if (b->fixed)
        buffer_u16(out, (uint16_t)target);
    else
        buffer_u32(out, target);
    bool any = put_three(out, b->fixed, d->position, 1);
    if (mesh->delta_flags & FORMAT_DELTA_NORMALS)
        any |= put_three(out, b->fixed, d->normal, DIRECTION_ONE);
    if (mesh->delta_flags & FORMAT_DELTA_TANGENTS)
        any |= put_three(out, b->fixed, d->tangent, DIRECTION_ONE);
    buffer_pad4(out);
    return any;
}

uint32_t deltas_of_vertex(byte_buffer *out, const baker *b, const bake_mesh *mesh,
                          const delta_scale *scale, const scene_primitive *source, uint32_t vertex)
{
    const double of_position = ldexp(1, scale->shift) / scale->step;
    const double of_normal = unit_factor(source->normals == NULL ? NULL : source->normals[vertex]);
    const double of_tangent =
        unit_factor(source->tangents == NULL ? NULL : source->tangents[vertex]);
    uint32_t count = 0;
    for (uint32_t k = 0; k < mesh->target_count; k++) {
        const scene_target *target = &source->targets[k];
        const size_t before = out->count;
        delta d;
        set_scaled(d.position, target->positions, vertex, of_position, INFINITY);
        set_scaled(d.normal, target->normals, vertex, of_normal, DIRECTION_LIMIT);
        set_scaled(d.tangent, target->tangents, vertex, of_tangent, DIRECTION_LIMIT);
        if (put_delta(out, b, mesh, k, &d))
            count++;
        else
            out->count = before;
    }
    return count;
}

void bake_put_weight(byte_buffer *out, const baker *b, double weight)
{
    if (b->fixed)
        buffer_i32(out, bake_round(ldexp(weight, 16), ldexp(BAKE_MAX_WEIGHT_Q16, 16)));
    else
        buffer_f32(out, (float)fmin(fmax(weight, -BAKE_MAX_WEIGHT_F32), BAKE_MAX_WEIGHT_F32));
}

void deltas_write(byte_buffer *morphs, byte_buffer *out, const baker *b, const bake_mesh *mesh,
                  const delta_scale *scale, const uint32_t *ordinals, uint32_t touched_count,
                  const byte_buffer *deltas)
{
    const bool none = mesh->target_count == 0;
    buffer_u32(morphs, mesh->target_count);
    buffer_u32(morphs, none ? 0 : (uint32_t)out->count);
    for (uint32_t k = 0; k < mesh->target_count; k++)
        bake_put_weight(out, b, mesh->weights[k]);
    buffer_u32(morphs, touched_count);
    buffer_u32(morphs, none ? 0 : (uint32_t)out->count);
    for (uint32_t v = 0; v <= touched_count && !none; v++)
        buffer_u32(out, ordinals[v]);
    buffer_u32(morphs, none ? 0 : (uint32_t)out->count);
    buffer_bytes(out, deltas->bytes, deltas->count);
    buffer_u16(morphs, (uint16_t)scale->shift);
    buffer_u16(morphs, (uint16_t)mesh->delta_flags);
}
