/* SPDX-License-Identifier: MIT */
/* Bounds in float. A vertex is a sum of at most 20 roundings of 2^-24 of what it is made of, in any
 * order, fused or not, and this here of at most ten: the baker has made boxes larger by 64 * 2^-24 of
 * the coordinates that inverse binds turn them with, and finish() adds as much of those of the box. Both
 * together hold what cancels between joints' places and turned points: docs/MOTION.md. */
#include "../arithmetic/f32.h"
#include "../blob/stored.h"
#include "pelt/motion.h"

typedef pelt_box_f32 box_t;

#define BOX_LEAST (-3.4e38f)
#define BOX_MOST 3.4e38f
#define ERROR 3.9e-6f   /* a little more than 64 * 2^-24 */
#define SMALLEST 1e-30f /* far above what is lost where small numbers become zero */

typedef struct box_scale {
    float step;
} box_scale;

/* 2^(exponent - 127) */
static float step_of(uint32_t exponent)
{
    const uint32_t bits = (exponent & 0xFFu) << 23;
    float step;
    memcpy(&step, &bits, sizeof step);
    return step;
}

static float half_of(uint32_t word)
{
    return (float)(int16_t)(uint16_t)word;
}

static float magnitude(float a)
{
#ifdef __GNUC__
    return __builtin_fabsf(a); /* an instruction, where there is an FPU */
#else
    return a < 0.0f ? -a : a;
#endif
}

static void steps_of(float centre[3], float half[3], const format_joint_box *stored,
                     const box_scale *scale)
{
    const float step = scale->step;
    centre[0] = step * half_of(stored->centre01);
    centre[1] = step * half_of(stored->centre01 >> 16);
    centre[2] = step * half_of(stored->centre2_half2);
    half[0] = step * half_of(stored->half01);
    half[1] = step * half_of(stored->half01 >> 16);
    half[2] = step * half_of(stored->centre2_half2 >> 16);
}

#include "interval.inc"

static box_scale scale_of(const format_mesh_boxes *mesh, const pelt_model *model)
{
    const box_scale scale = {step_of(mesh->shift)};
    (void)model;
    return scale;
}

static void include_steps(interval box[3], const float centre[3], const float half[3],
                          const float matrix[12])
{
    for (unsigned i = 0; i < 3u; i++, matrix += 4) {
        const float place = num_joint_translate(matrix, centre);
        const float reach = magnitude(matrix[0]) * half[0] + magnitude(matrix[1]) * half[1] +
                            magnitude(matrix[2]) * half[2];
        if (place - reach < box[i].min)
            box[i].min = place - reach;
        if (place + reach > box[i].max)
            box[i].max = place + reach;
    }
}

static void include_wide(interval box[3], const format_joint_box *stored, const float matrix[12],
                         const box_scale *scale)
{
    float centre[3], half[3];
    steps_of(centre, half, stored, scale);
    include_steps(box, centre, half, matrix);
}

static bool set_plain(interval box[3], const format_joint_box *boxes, uint32_t count,
                      const joints_t *joints, const box_scale *scale)
{
    const uint32_t limit = row_limit(joints->model);
    const joint_matrix_t *matrices = joints->matrices;
    reset(box);
    for (const format_joint_box *end = boxes + count; boxes != end; boxes++) {
        if (boxes->row >= limit)
            return false;
        include_wide(box, boxes, matrix_at(matrices, boxes->row), scale);
    }
    return true;
}

static float clip_coordinate(int16_t steps, uint32_t exponent)
{
    return (float)steps * step_of(exponent);
}

static void add_delta(interval sum[3], const format_joint_box *delta, float weight,
                      const box_scale *scale)
{
    interval sides[3];
    sides_of(sides, delta, scale);
    for (unsigned i = 0; i < 3u; i++) {
        sum[i].min += weight * (weight < 0.0f ? sides[i].max : sides[i].min);
        sum[i].max += weight * (weight < 0.0f ? sides[i].min : sides[i].max);
    }
}

static void include_sides(interval box[3], const interval sides[3], const float matrix[12],
                          const box_scale *scale)
{
    float centre[3], half[3];
    (void)scale;
    for (unsigned i = 0; i < 3u; i++) {
        centre[i] = 0.5f * (sides[i].min + sides[i].max);
        half[i] = 0.5f * (sides[i].max - sides[i].min) +
                  ERROR * (magnitude(sides[i].min) + magnitude(sides[i].max));
    }
    include_steps(box, centre, half, matrix);
}

#define in_range(weight, range) true /* there is no grid */

static void finish(box_t *box, interval *heavy, const interval *light,
                   const format_mesh_boxes *mesh, const pelt_model *model)
{
    const float weight = (float)(mesh->light_weight & 0x7FFFu) * (1.0f / 32768.0f);
    (void)model;
    for (unsigned i = 0; i < 3u; i++) {
        if (heavy != NULL && heavy[i].min > heavy[i].max) { /* no numbers, or damaged boxes */
            everywhere(box);
            return;
        }
        float min = heavy == NULL ? 0.0f : heavy[i].min, max = heavy == NULL ? 0.0f : heavy[i].max;
        const float most = magnitude(min) > magnitude(max) ? magnitude(min) : magnitude(max);
        float pad = heavy == NULL ? 0.0f : ERROR * most + SMALLEST;
        if (light != NULL) {
            pad += ERROR * (magnitude(light[i].min) + magnitude(light[i].max));
            if (light[i].min < min)
                min += weight * (light[i].min - min);
            if (light[i].max > max)
                max += weight * (light[i].max - max);
        }
        box->min[i] = min - pad;
        box->max[i] = max + pad;
    }
}

#include "bounds.inc"

/* clang-format off */

pelt_status pelt_clip_box_get_f32(box_t *box, const pelt_model *model, uint32_t clip, uint32_t mesh)
{ return clip_box_get(box, model, clip, mesh); }
pelt_status pelt_mesh_box_get_f32(box_t *box, uint32_t mesh, const joints_t *joints,
                                 const num *weights, uint32_t weight_count, uint32_t flags)
{ return mesh_box_get(box, mesh, joints, weights, weight_count, flags); }
