/* SPDX-License-Identifier: MIT */
/* Measures the boxes of a mesh's vertices along the axes of their joints. */
#include "bake/write/sections.h"

#include <stdlib.h>

#include "blob/table.h"
#include "common/compare.h"

/* A light box joins the heavy one unless that grows by more than this part of the mesh's longest. */
#define MERGED 0.6
#define SATURATED 128.0 /* grid steps by which positions may saturate while weights are in range */
#define WEIGHT_NOISE 0.002  /* by which keys may miss the weights of the source */
#define MOST_WEIGHT 60.0    /* for a range; the device takes weights of up to 64 */
#define MOST_WEIGHTS 8192.0 /* for the sum of ranges, so that sums of boxes stay below 2^28 steps */
#define MOST_SUM 4194304.0 /* 2^22 delta steps; the device's sums for a vertex hold twice as many */
/* Fixed point, in model units: the limit of a grid below a joint, and of a box. If a vertex is
 * within 2048 units, the grid's origin is within 2048 + 2 * 1000 < 4096, which palette entries
 * hold. */
#define MOST_GRID 1000.0
#define MOST_REACH 2000.0
#define MOST_REACH_F32 1e30
/* f32: the sum of roundings of at most 64 * 2^-24, see docs/MOTION.md. */
#define FLOAT_ERROR 3.9e-6

/* A stored palette entry, as the device reads it. */
struct stored_entry {
    uint32_t joint;
    double m[3][4];
    double error; /* q12: the error of a mixed element, in steps of Q30 */
};

typedef struct maker {
    const bake_model *model;
    const bake_records *records;
    const encoding_traits *p;
    const bake_skin *skin;
    const bake_grid *grid;       /* of the mesh */
    const stored_entry *entries; /* of the skin */
    uint32_t delta_bytes;
    mesh_boxes *out;
    uint32_t joint_count;                      /* of those that move the mesh's vertices */
    uint32_t *place;                           /* [all joints] of such a joint in these: */
    joint_boxes *boxes[2][FORMAT_BOX_CLASSES]; /* [joint_count] plain ones and morphed ones */
    bool *merged; /* [joint_count] whether its light influences are among the heavy ones */
} maker;

/// What is stored ////////////////////////////////////////////////////////////////////////////////

static uint32_t read_u16(const uint8_t *at, bool big_endian)
{
    return big_endian ? (uint32_t)at[0] << 8 | at[1] : (uint32_t)at[1] << 8 | at[0];
}

/* A stored number: in fixed point an integer, else a float. */
static double number_of(const encoding_traits *p, uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return p->fixed ? (double)(int32_t)bits : (double)value;
}

static stored_entry read_entry(const bake_model *model, const bake_entry *entry)
{
    const encoding_traits *p = model->job.traits;
    stored_entry out = {.joint = entry->joint};
    FREED_BY(buffer_free) byte_buffer bytes = {0};
    const mat34 folded = units_fold(model, entry);
    encode_entry(&bytes, p, &folded);
    const int shift = (int)read_u16(bytes.bytes, false);
    const int bits = p->entry_bits + shift;
    const int length_bits = p->lean ? FORMAT_LENGTH_BITS_LEAN : FORMAT_LENGTH_BITS;
    out.error = 1.5 + ldexp(112, -shift);
    for (int i = 0; i < 12; i++)
        out.m[i / 4][i % 4] = ldexp(number_of(p, blob_word(bytes.bytes + 2 + 4 * i, false)),
                                    p->fixed ? -(i % 4 == 3 ? length_bits : bits) : 0);
    return out;
}

stored_entry *boxes_entries(const bake_model *model)
{
    const uint32_t count = model->skins.entry_count;
    stored_entry *entries = job_calloc(&model->job, count, sizeof *entries);
    for (uint32_t i = 0; i < count; i++)
        entries[i] = read_entry(model, &model->skins.entries[i]);
    return entries;
}

static double weight_of(const maker *k, const bake_record *r, uint32_t i)
{
    if (r->influences == 1)
        return 1;
    return number_of(k->p, r->weight[i]) / (k->p->fixed ? k->p->weights_sum : 1);
}

static void read_position(double out[3], const maker *k, const bake_record *r)
{
    for (int c = 0; c < 3; c++)
        out[c] = number_of(k->p, r->position[c]);
}

/* Reads the i-th delta of a vertex, in grid steps (f32: as it is). */
static uint32_t read_delta(double out[3], const maker *k, const bake_record *r, uint32_t i)
{
    const bool big = k->records->deltas.big_endian;
    const uint8_t *at = k->records->deltas.bytes + r->deltas + (size_t)i * k->delta_bytes;
    for (int c = 0; c < 3; c++)
        out[c] = k->p->fixed
                     ? ldexp((int16_t)read_u16(at + 2 + 2 * c, big), -k->records->delta_shift)
                     : number_of(k->p, blob_word(at + 4 + 4 * c, big));
    return k->p->fixed ? read_u16(at, big) : blob_word(at, big);
}

/// Points in joints' axes ////////////////////////////////////////////////////////////////////////

/* Applies the 3x3 of b to v, and the same to absolute values. */
static void turn(double out[3], double magnitude[3], const stored_entry *entry, const double v[3])
{
    for (int r = 0; r < 3; r++) {
        out[r] = magnitude[r] = 0;
        for (int c = 0; c < 3; c++) {
            out[r] += entry->m[r][c] * v[c];
            magnitude[r] += fabs(entry->m[r][c] * v[c]);
        }
    }
}

/* Extends a box by a point and `error` around it. */
static void add_point(box3 *box, const double point[3], const double error[3])
{
    double low[3], high[3];
    for (int c = 0; c < 3; c++) {
        low[c] = point[c] - error[c];
        high[c] = point[c] + error[c];
    }
    box3_extend(box, low, high);
}

/* What a ball of a radius about a point reaches: an in-between of the entry takes any of it to any. */
static double swing(const stored_entry *entry, int row, double radius)
{
    return radius > 0 ? radius * vec_length(entry->m[row], 3) : 0;
}

/* Adds a position and the ball around it; returns the sum of the errors. */
static double add_position(box3 *box, maker *k, const stored_entry *entry, const double p[3],
                           double radius, double grid_steps)
{
    static const double ones[3] = {1, 1, 1};
    double point[3], magnitude[3], error[3], step[3];
    turn(error, step, entry, ones);
    turn(point, magnitude, entry, p);
    for (int c = 0; c < 3; c++) {
        point[c] += entry->m[c][3];
        error[c] = k->p->fixed ? grid_steps * step[c]
                               : FLOAT_ERROR * (magnitude[c] + fabs(entry->m[c][3]));
        error[c] += swing(entry, c, radius);
    }
    k->out->none |= k->p->fixed && magnitude[0] + magnitude[1] + magnitude[2] > MOST_GRID;
    add_point(box, point, error);
    return error[0] + error[1] + error[2];
}

static void add_deltas(maker *k, joint_boxes *to, const stored_entry *entry, const bake_record *r,
                       bool swings)
{
    if (to->vertices++ == 0)
        to->deltas = job_calloc(&k->model->job, k->out->target_count, sizeof *to->deltas);
    for (uint32_t i = 0; i < r->delta_count; i++) {
        double delta[3], turned[3], magnitude[3];
        struct target_box *target = &to->deltas[read_delta(delta, k, r, i)];
        turn(turned, magnitude, entry, delta);
        for (int c = 0; c < 3; c++) {
            magnitude[c] *= k->p->fixed ? 0 : FLOAT_ERROR;
            if (!swings)
                continue;
            magnitude[c] += swing(entry, c, vec_length(delta, 3));
            turned[c] = 0;
        }
        if (target->vertices++ == 0)
            target->box = box3_empty();
        add_point(&target->box, turned, magnitude);
    }
}

static bool is_light(const maker *k, const bake_record *r, uint32_t i)
{
    return weight_of(k, r, i) < FORMAT_LIGHT_WEIGHT;
}

/* Adds a vertex as an entry moves it, or the ball about a pivot that is `wider` than their distance. */
static void add_influence(maker *k, int which, const stored_entry *entry, const bake_record *r,
                          const double *pivot, double wider)
{
    static const double origin[3] = {0, 0, 0};
    joint_boxes *to = &k->boxes[r->delta_count > 0][which][k->place[entry->joint]];
    double p[3];
    read_position(p, k, r);
    /* Two grid steps more, as both are rounded. */
    const double radius =
        pivot == NULL
            ? 0
            : wider * (vec3_distance(p, pivot) * (1.001 + FLOAT_ERROR) + (k->p->fixed ? 2 : 0));
    const double *at = pivot == NULL ? p : pivot;
    if (r->delta_count == 0) {
        add_position(&to->box, k, entry, at, radius, 0);
        return;
    }
    /* The error is the rounding to the grid, and that of every target's part to 2^-8 of a
     * step. */
    add_position(&to->box, k, entry, at, radius, SATURATED + 1 + k->out->target_count / 128.0);
    if (k->p->fixed) /* any place on the grid */
        k->out->none |= add_position(&to->grid, k, entry, origin,
                                     pivot == NULL ? 0 : 3 * 32768 * sqrt(3), 32768) > MOST_GRID;
    add_deltas(k, to, entry, r, pivot != NULL);
}

/* A vertex on an in-between is the mean of the places of its pivot by source and target, each with
 * S3x3 R (vertex - pivot) added: within both balls, where clips leave scales alone. Else it is the mean
 * of the target's pivot and of a point of the source up to 1 / (1 - part) as far from its pivot as the
 * vertex. */
static void add_vertex(maker *k, const bake_record *r)
{
    const bool *keeps = k->model->extremes.uniform_chain;
    for (uint32_t i = 0; i < r->influences; i++) {
        const int which = is_light(k, r, i) ? FORMAT_LIGHT : FORMAT_HEAVY;
        uint32_t of[2];
        double pivot[3], wider = 1;
        const uint32_t count = skin_made_of(of, k->skin, r->entry[i]);
        if (count == 1) {
            add_influence(k, which, &k->entries[of[0]], r, NULL, 1);
            continue;
        }
        const bake_between *between = &k->skin->betweens[r->entry[i] - k->skin->entry_count];
        for (int c = 0; c < 3; c++)
            pivot[c] = (between->pivot[c] - k->grid->origin[c]) / k->grid->step;
        if (!keeps[k->entries[of[0]].joint] || !keeps[k->entries[of[1]].joint])
            wider = 1 / (1 - between->part);
        for (uint32_t n = 0; n < count; n++)
            add_influence(k, which, &k->entries[of[n]], r, pivot, wider);
    }
}

/// Classes ///////////////////////////////////////////////////////////////////////////////////////

static double length_of(const box3 *box)
{
    return box3_is_empty(box) ? 0
                              : box->high[0] - box->low[0] + box->high[1] - box->low[1] +
                                    box->high[2] - box->low[2];
}

/* Merges light boxes that would enlarge the heavy ones only a little, so that one box is visited,
 * not two. */
static void merge(maker *k)
{
    joint_boxes *const *plain = k->boxes[0];
    double longest = 0;
    for (uint32_t j = 0; j < k->joint_count; j++)
        longest = fmax(longest, length_of(&plain[FORMAT_HEAVY][j].box));
    for (uint32_t j = 0; j < k->joint_count; j++) {
        box3 *heavy = &plain[FORMAT_HEAVY][j].box, *light = &plain[FORMAT_LIGHT][j].box;
        if (box3_is_empty(heavy) || box3_is_empty(light))
            continue;
        box3 both = *heavy;
        box3_extend(&both, light->low, light->high);
        if (length_of(&both) > length_of(heavy) + MERGED * longest)
            continue;
        *heavy = both;
        *light = box3_empty();
        k->merged[j] = true;
    }
}

/* Whether the boxes of an entry are all in the heavy class. */
static bool is_merged(const maker *k, uint32_t entry)
{
    uint32_t of[2];
    bool all = true;
    for (uint32_t n = skin_made_of(of, k->skin, entry); n-- > 0;)
        all &= k->merged[k->place[k->entries[of[n]].joint]];
    return all;
}

/* The most that a vertex takes of light boxes, including the error of packed weights. */
static double light_weight(const maker *k)
{
    double most = 0;
    for (uint32_t v = 0; v < k->records->count; v++) {
        const bake_record *r = &k->records->records[v];
        double sum = 0;
        for (uint32_t i = 0; i < r->influences; i++)
            if (is_light(k, r, i) && (r->delta_count > 0 || !is_merged(k, r->entry[i])))
                sum += weight_of(k, r, i);
        most = fmax(most, sum);
    }
    return most == 0 ? 0 : most + (k->model->job.options->order.pack ? 0.005 : 1e-5);
}

/* Scales the ranges until no position saturates by more than it may. */
static void fit_ranges(weight_interval *ranges, const maker *k)
{
    const double room = ldexp(MOST_SUM, -k->records->delta_shift);
    double scale = 1e9, sum = 0, most = 0;
    for (uint32_t v = 0; v < k->records->count; v++) {
        const bake_record *r = &k->records->records[v];
        double p[3], low[3] = {0}, high[3] = {0};
        read_position(p, k, r);
        for (uint32_t i = 0; i < r->delta_count; i++) {
            double delta[3];
            const weight_interval *range = &ranges[read_delta(delta, k, r, i)];
            for (int c = 0; c < 3; c++) {
                low[c] += fmin(range->low * delta[c], range->high * delta[c]);
                high[c] += fmax(range->low * delta[c], range->high * delta[c]);
            }
        }
        for (int c = 0; c < 3; c++) {
            if (high[c] > 0)
                scale = fmin(scale, fmin(room, GRID_LIMIT + SATURATED - p[c]) / high[c]);
            if (low[c] < 0)
                scale = fmin(scale, fmin(room, GRID_LIMIT + SATURATED + p[c]) / -low[c]);
        }
    }
    for (uint32_t t = 0; t < k->out->target_count; t++) {
        const double widest = fmax(-ranges[t].low, ranges[t].high);
        sum += widest;
        most = fmax(most, widest);
    }
    scale = fmin(scale, fmin(MOST_WEIGHTS / sum, MOST_WEIGHT / most));
    for (uint32_t t = 0; t < k->out->target_count; t++) {
        ranges[t].low *= scale;
        ranges[t].high *= scale;
    }
}

static weight_interval *make_ranges(const maker *k, const bake_morph *morph)
{
    weight_interval *ranges = job_calloc(&k->model->job, k->out->target_count, sizeof *ranges);
    for (uint32_t t = 0; t < k->out->target_count; t++)
        ranges[t] = (weight_interval){fmin(morph->weight_range[t][0], 0) - WEIGHT_NOISE,
                                      fmax(morph->weight_range[t][1], 1) + WEIGHT_NOISE};
    fit_ranges(ranges, k);
    return ranges;
}

/// The result ////////////////////////////////////////////////////////////////////////////////////

/* Ends the boxes of a joint. A target that touches only some of its vertices adds nothing to the
 * others, so its box contains zero. */
static void end_boxes(maker *k, joint_boxes *of)
{
    static const double nothing[3] = {0, 0, 0};
    const double most = k->p->fixed ? MOST_REACH : MOST_REACH_F32;
    k->out->none |= !(box3_reach(&of->box) <= most && box3_reach(&of->grid) <= most);
    for (uint32_t t = 0; t < k->out->target_count && of->deltas != NULL; t++) {
        struct target_box *target = &of->deltas[t];
        if (target->vertices > 0 && target->vertices < of->vertices)
            box3_add(&target->box, nothing);
        k->out->none |= !(box3_reach(&target->box) <= most);
    }
}

/* The rounding errors of kernels and palettes, in steps of the output: docs/MOTION.md. q12: three
 * elements times coordinates of up to 2^15, shifted down by 14; translations, five shifts. */
static double kernel_error(const maker *k)
{
    double error = 0;
    if (!k->p->lean)
        return 9;
    for (uint32_t i = 0; i < k->skin->entry_count; i++)
        error = fmax(error, k->entries[i].error);
    return 6 * error + 6;
}

COMPARE_BY(compare_joints, uint32_t, 1)

/* Lists the joints that move vertices of the mesh, ascending, and notes their places. Others take
 * hardly any time, as files may have thousands of joints and of meshes. */
static const uint32_t *list_joints(maker *k, region *memory)
{
    uint32_t *joints = region_calloc(memory, k->model->joints.count, sizeof *joints);
    k->place = region_calloc(memory, k->model->joints.count, sizeof *k->place);
    for (uint32_t v = 0; v < k->records->count; v++) {
        const bake_record *r = &k->records->records[v];
        for (uint32_t i = 0; i < r->influences; i++) {
            uint32_t of[2];
            for (uint32_t n = skin_made_of(of, k->skin, r->entry[i]); n-- > 0;) {
                const uint32_t joint = k->entries[of[n]].joint;
                if (k->place[joint] == 0)
                    joints[k->joint_count++] = joint;
                k->place[joint] = 1;
            }
        }
    }
    qsort(joints, k->joint_count, sizeof *joints, compare_joints);
    for (uint32_t i = 0; i < k->joint_count; i++)
        k->place[joints[i]] = i;
    return joints;
}

mesh_boxes boxes_make(const bake_model *model, uint32_t mesh, const bake_records *records)
{
    const bake_morph *morph = &model->morphs[mesh];
    const bake_skin *skin = &model->skins.skins[model->skins.of_mesh[mesh].skin];
    mesh_boxes out = {.target_count = model->meshes.meshes[mesh].target_count};
    FREED_BY(region_free) region memory = {0};
    maker k = {.model = model,
               .records = records,
               .p = model->job.traits,
               .skin = skin,
               .entries = model->stored_entries + skin->first,
               .grid = mesh_grid(model, mesh),
               .delta_bytes = traits_delta_bytes(model->job.traits, morph->delta_flags),
               .out = &out};
    bool any_morphed = false;
    const uint32_t *joints = list_joints(&k, &memory);
    k.merged = region_calloc(&memory, k.joint_count, sizeof *k.merged);
    joint_boxes *const all =
        region_calloc(&memory, 2 * FORMAT_BOX_CLASSES * (size_t)k.joint_count, sizeof *all);
    joint_boxes *end = all;
    for (int morphed = 0; morphed < 2; morphed++)
        for (int which = 0; which < FORMAT_BOX_CLASSES; which++) {
            k.boxes[morphed][which] = end;
            for (uint32_t j = 0; j < k.joint_count; j++)
                *end++ = (joint_boxes){.box = box3_empty(),
                                       .grid = box3_empty(),
                                       .joint = joints[j],
                                       .morphed = morphed,
                                       .which = which};
        }
    for (uint32_t v = 0; v < records->count; v++) {
        add_vertex(&k, &records->records[v]);
        any_morphed |= records->records[v].delta_count > 0;
    }
    merge(&k);
    for (const joint_boxes *of = all; of < end; of++)
        out.count += !box3_is_empty(&of->box);
    joint_boxes *to = out.joints = job_calloc(&model->job, out.count, sizeof *out.joints);
    for (joint_boxes *of = all; of < end; of++) {
        if (box3_is_empty(&of->box))
            continue;
        end_boxes(&k, of);
        *to++ = *of;
    }
    out.light_weight = light_weight(&k);
    out.error = kernel_error(&k);
    if (any_morphed && k.p->fixed)
        out.ranges = make_ranges(&k, morph);
    return out;
}
