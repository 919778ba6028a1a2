/* SPDX-License-Identifier: MIT */
/* Writes the boxes of meshes and clips to BOXS. Steps are powers of two; everything is rounded
 * outward. */
#include <limits.h>

#include "bake/write/sections.h"

#define MOST_STEPS 32766.0 /* the largest number of 16 bits, less one */
#define ROUNDING 1e-12     /* of doubles, relative */
/* The most that the device's shifts lose of a box in fixed point, in steps of Q16.16. */
#define DEVICE_STEPS 3.0
/* Limits of the steps' exponents. Lengths below 2^-20 units do not show in Q16.16. */
#define LEAST_STEP (-20)
#define MOST_STEP (-4)
#define LEAST_STEP_F32 (-100)

/* Writes centre and half extents in steps; returns the sum of their magnitudes. */
static double put_steps(byte_buffer *out, const box3 *box, int exponent)
{
    uint32_t centre[3], half[3];
    double sum = 0;
    for (int c = 0; c < 3; c++) {
        const double margin = ROUNDING * fmax(fabs(box->low[c]), fabs(box->high[c]));
        const double low = ldexp(box->low[c] - margin, -exponent);
        const double high = ldexp(box->high[c] + margin, -exponent);
        const double middle = floor((low + high) / 2);
        const double reach = ceil(fmax(high - middle, middle - low));
        centre[c] = (uint16_t)(int16_t)middle;
        half[c] = (uint32_t)reach;
        sum += fabs(middle) + reach;
    }
    buffer_u32(out, centre[0] | centre[1] << 16, half[0] | half[1] << 16,
               centre[2] | half[2] << 16);
    return sum;
}

/* Returns the slack: what the device leaves out of the box, in steps of Q16.16. It is at most 2^-13 of the
 * sum (src/motion/bounds_fixed.c); in float it has no meaning. */
static double put_box(byte_buffer *out, uint32_t joint, const box3 *box, int exponent)
{
    buffer_u32(out, 3 * joint);
    return ldexp(put_steps(out, box, exponent), exponent + 3);
}

/* Appends the delta boxes to *deltas, which will lie at `offset`. */
static void put_morphed(byte_buffer *out, byte_buffer *deltas, size_t offset,
                        const joint_boxes *boxes, uint32_t target_count, int exponent)
{
    uint32_t count = 0;
    put_box(out, boxes->joint, &boxes->box, exponent);
    put_box(out, boxes->joint, box3_is_empty(&boxes->grid) ? &boxes->box : &boxes->grid, exponent);
    buffer_u32(out, (uint32_t)(offset + deltas->count));
    for (uint32_t t = 0; t < target_count; t++) {
        if (boxes->deltas[t].vertices == 0)
            continue;
        buffer_u32(deltas, t);
        put_steps(deltas, &boxes->deltas[t].box, exponent);
        count++;
    }
    buffer_u32(out, count);
}

/* The smallest e within these limits for which boxes that reach so far have at most MOST_STEPS steps of 2^e
 * on a side; the largest if there is none. */
static int step_exponent(double reach, int least, int most)
{
    const int exponent = reach > 0 ? binary_exponent(reach / MOST_STEPS) : least;
    return exponent < least ? least : exponent > most ? most : exponent;
}

/* The exponent of the step for all boxes of a mesh. */
static int exponent_of(const mesh_boxes *boxes, bool fixed)
{
    double reach = 0;
    for (uint32_t i = 0; i < boxes->count; i++) {
        const joint_boxes *joint = &boxes->joints[i];
        reach = fmax(reach, fmax(box3_reach(&joint->box), box3_reach(&joint->grid)));
        for (uint32_t t = 0; joint->deltas != NULL && t < boxes->target_count; t++)
            reach = fmax(reach, box3_reach(&joint->deltas[t].box));
    }
    return fixed ? step_exponent(reach, LEAST_STEP, MOST_STEP)
                 : step_exponent(reach, LEAST_STEP_F32, INT_MAX);
}

static uint32_t count_boxes(const mesh_boxes *boxes, int morphed, int which)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < boxes->count; i++)
        count += boxes->joints[i].morphed == morphed && boxes->joints[i].which == which;
    return count;
}

/* Writes the boxes of one kind; returns the largest slack. */
static double put_joints(byte_buffer *out, size_t before, const mesh_boxes *boxes, int morphed,
                         int exponent)
{
    double slack = 0;
    FREED_BY(buffer_free) byte_buffer deltas = {.big_endian = out->big_endian};
    const size_t offset = before + out->count +
                          sizeof(format_morphed_box) * (count_boxes(boxes, morphed, FORMAT_HEAVY) +
                                                        count_boxes(boxes, morphed, FORMAT_LIGHT));
    for (uint32_t i = 0; i < boxes->count; i++) {
        const joint_boxes *joint = &boxes->joints[i];
        if (joint->morphed != morphed)
            continue;
        if (morphed)
            put_morphed(out, &deltas, offset, joint, boxes->target_count, exponent);
        else
            slack = fmax(slack, put_box(out, joint->joint, &joint->box, exponent));
    }
    buffer_bytes(out, deltas.bytes, deltas.count);
    return slack;
}

static void put_ranges(byte_buffer *out, const mesh_boxes *boxes)
{
    for (uint32_t t = 0; t < boxes->target_count; t++) {
        buffer_i32(out, (int32_t)ceil(boxes->ranges[t].low * 65536));
        buffer_i32(out, (int32_t)floor(boxes->ranges[t].high * 65536));
    }
}

/* Writes the clips' boxes, given in glTF units; [clip * mesh_count]. Returns clip_shift. */
static uint32_t put_clips(byte_buffer *out, const bake_model *model, const box3 *clips,
                          uint32_t clip_count, bool fixed)
{
    const int unit = fixed ? model->units.unit_shift - 16 : 0; /* of Q16.16 */
    double reach = 0;
    for (uint32_t i = 0; i < clip_count; i++)
        reach = fmax(reach, box3_reach(&clips[(size_t)i * model->meshes.count]));
    const int exponent = fixed ? step_exponent(ldexp(reach, -unit), 0, 16)
                               : step_exponent(reach, LEAST_STEP_F32, INT_MAX);
    for (uint32_t i = 0; i < clip_count; i++) {
        const box3 *box = &clips[(size_t)i * model->meshes.count];
        for (int k = 0; k < 6; k++) { /* low, then high */
            const double x = ldexp(k < 3 ? box->low[k] : box->high[k - 3], -exponent - unit);
            const double steps = box3_is_empty(box) ? 0 : k < 3 ? floor(x) : ceil(x);
            buffer_u16(out, (uint16_t)(int16_t)round_within(steps, 32767));
        }
    }
    return (uint32_t)(fixed ? exponent : exponent + 127);
}

/* Writes one mesh: its record to `records`, the rest to `data`, which begins at `before`. */
static void put_mesh(byte_buffer *records, byte_buffer *data, size_t before,
                     const bake_model *model, const mesh_boxes *boxes, const box3 *clips)
{
    const bool fixed = model->job.traits->fixed;
    const uint32_t clip_count = model->job.scene->clip_count;
    const int exponent = boxes->none ? 0 : exponent_of(boxes, fixed);
    double slack = 0;
    for (int morphed = 0; morphed < 2; morphed++) {
        buffer_u32(records, (uint32_t)(before + data->count));
        for (int i = 0; i < FORMAT_BOX_CLASSES; i++)
            buffer_u16(records, (uint16_t)(boxes->none ? 0 : count_boxes(boxes, morphed, i)));
        if (!boxes->none)
            slack += put_joints(data, before, boxes, morphed, exponent);
    }
    buffer_u32(records, boxes->ranges == NULL ? FORMAT_NONE : (uint32_t)(before + data->count));
    if (boxes->ranges != NULL)
        put_ranges(data, boxes);
    buffer_u32(records, clips == NULL ? FORMAT_NONE : (uint32_t)(before + data->count));
    const uint32_t clip_shift =
        clips == NULL ? 0 : put_clips(data, model, clips, clip_count, fixed);
    buffer_u32(records, fixed ? (uint32_t)ceil(slack + DEVICE_STEPS + boxes->error) : 0);
    buffer_u16(records, (uint16_t)ceil(boxes->light_weight * 32768));
    const int shift = fixed ? -3 - exponent : exponent + 127; /* see format_mesh_boxes */
    buffer_u8(records, clip_shift, (uint8_t)(boxes->none ? 0 : shift));
}

void write_boxes(sections *out, const bake_model *model)
{
    byte_buffer *records = out->boxes;
    FREED_BY(buffer_free) byte_buffer data = {.big_endian = records->big_endian};
    const size_t before = sizeof(format_mesh_boxes) * model->meshes.count;
    const box3 *clips = model->job.clip_boxes;
    for (uint32_t m = 0; m < model->meshes.count; m++)
        put_mesh(records, &data, before, model, &model->boxes[m], clips == NULL ? NULL : clips + m);
    buffer_bytes(records, data.bytes, data.count);
}
