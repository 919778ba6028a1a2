/* SPDX-License-Identifier: MIT */
/* Bounds in fixed point. Nothing of a vertex may be outside, so that every rounding goes outward or is
 * in the mesh's `pad`; docs/MOTION.md has the sum.
 *
 * A box has centre c and half extents h in int16 steps, the model matrix m in Q29 with |m| <= 2^30 + 2.
 * Its upper halves are M = floor(m / 2^16), |M| <= 2^14 + 1: sums of three products with steps are below
 * 2^31, in 2^-13 steps, which are 2^-shift steps of Q16.16. Half extents are turned by
 * A = M, or ~M where M is negative: |m| / 2^16 <= A + 1. So what is left out, in 2^-13 steps, is
 *   of the centre between 0 and c0 + c1 + c2 (of either sign), of the half extents h0 + h1 + h2 at most
 * which the baker has added up. Matrices edited to leave that range wrap. */
#include "../arithmetic/q16.h"
#include "../base/fixed.h"
#include "../base/inline.h"
#include "../blob/stored.h"
#include "pelt/motion.h"

typedef pelt_box_q16 box_t;

#define BOX_LEAST INT32_MIN
#define BOX_MOST INT32_MAX
#define MOST_REACH                                                                                 \
    ((int32_t)1 << 27)              /* 2048 units: near 4096, entries of palettes may be clamped */
#define MOST_REACH_LEAN (124 << 16) /* units: translations of entries wrap at 128 */

/* How far to shift sums of products, and lengths of model matrices, to Q16.16. */
typedef struct box_scale {
    unsigned steps, lengths;
} box_scale;

static inline int32_t low_half(uint32_t word)
{
    return (int16_t)(uint16_t)word;
}

static inline int32_t high_half(int32_t word)
{
    return word >> 16;
}

static inline int32_t without_sign(int32_t a)
{
    return a ^ (a >> 31);
}

static void steps_of(int32_t centre[3], int32_t half[3], const format_joint_box *stored,
                     const box_scale *scale)
{
    (void)scale;
    centre[0] = low_half(stored->centre01);
    centre[1] = high_half((int32_t)stored->centre01);
    centre[2] = low_half(stored->centre2_half2);
    half[0] = low_half(stored->half01);
    half[1] = high_half((int32_t)stored->half01);
    half[2] = high_half((int32_t)stored->centre2_half2);
}

#include "interval.inc"

/* Steps in the form that registers have: three words of halves. */
typedef struct box_words {
    uint32_t centre01, half01, both2;
} box_words;

/* Compilers that know such words from row to row would take them apart, and have no register left;
 * told nothing they multiply halves of words where the core can (SMLATB). */
#ifdef __GNUC__
#define FORGET(word) __asm__("" : "+r"(word))
#define IN_MEMORY(array) __asm__("" : "+m"(array))
#else
#define FORGET(word)
#define IN_MEMORY(array)
#endif

PELT_INLINE void include_row(interval *to, const int32_t row[4], box_words *box, unsigned shift,
                             unsigned length_down)
{
    const int32_t x = row[0], y = row[1], z = row[2], t = row[3];
    const int32_t a = without_sign(x), b = without_sign(y), c = without_sign(z);
    FORGET(box->centre01);
    FORGET(box->half01);
    FORGET(box->both2);
    int32_t centre = high_half(x) * low_half(box->centre01);
    centre = fx_add(centre, high_half(y) * high_half((int32_t)box->centre01));
    centre = fx_add(centre, high_half(z) * low_half(box->both2));
    int32_t reach = high_half(a) * low_half(box->half01);
    reach = fx_add(reach, high_half(b) * high_half((int32_t)box->half01));
    reach = fx_add(reach, high_half(c) * high_half((int32_t)box->both2)) >> shift;
    const int32_t place = fx_add(centre >> shift, t >> length_down);
    const int32_t low = fx_sub(place, reach), high = fx_add(place, reach);
    if (low < to->min)
        to->min = low;
    if (high > to->max)
        to->max = high;
}

static box_scale scale_of(const format_mesh_boxes *mesh, const pelt_model *model)
{
    const box_scale scale = {mesh->shift & 31u, model->length_bits - 16u};
    return scale;
}

PELT_INLINE void include(interval box[3], const format_joint_box *stored, const int32_t matrix[12],
                         unsigned steps, unsigned lengths)
{
    box_words words = {stored->centre01, stored->half01, stored->centre2_half2};
    include_row(&box[0], matrix, &words, steps, lengths);
    include_row(&box[1], matrix + 4, &words, steps, lengths);
    include_row(&box[2], matrix + 8, &words, steps, lengths);
}

/* The boxes of some joints; false where one does not exist. Its own box needs no register that
 * points to it: there is none to spare. */
PELT_INLINE bool set_some(interval box[3], const format_joint_box *boxes,
                          const format_joint_box *end, const joints_t *joints, unsigned steps,
                          const unsigned lengths)
{
    const uint32_t limit = row_limit(joints->model);
    const joint_matrix_t *matrices = joints->matrices;
    interval own[3];
    reset(own);
    for (; boxes != end; boxes++) {
        if (boxes->row >= limit)
            return false;
        const int32_t *matrix = matrix_at(matrices, boxes->row);
        FORGET(matrix);
        IN_MEMORY(own);
        include(own, boxes, matrix, steps, lengths);
    }
    for (unsigned i = 0; i < 3u; i++)
        box[i] = own[i];
    return true;
}

/* A loop for either format of lengths: the constant is part of an addition. */
static bool set_plain(interval box[3], const format_joint_box *boxes, uint32_t count,
                      const joints_t *joints, const box_scale *scale)
{
    return scale->lengths == FORMAT_LENGTH_BITS - 16u
               ? set_some(box, boxes, boxes + count, joints, scale->steps, FORMAT_LENGTH_BITS - 16u)
               : set_some(box, boxes, boxes + count, joints, scale->steps,
                          FORMAT_LENGTH_BITS_LEAN - 16u);
}

static int32_t clip_coordinate(int16_t steps, uint32_t shift)
{
    return fx_shl(steps, shift < 16u ? shift : 16u);
}

/* A box that the baker has not added up, with what is left out of it, and one for two shifts down. */
static void include_wide(interval box[3], const format_joint_box *stored, const int32_t matrix[12],
                         const box_scale *scale)
{
    int32_t centre[3], half[3], slack = 0; /* at most 6 * 2^15 */
    interval turned[3];
    steps_of(centre, half, stored, scale);
    for (unsigned i = 0; i < 3u; i++)
        slack += without_sign(centre[i]) + 1 + without_sign(half[i]);
    slack = (slack >> scale->steps) + 1;
    reset(turned);
    include(turned, stored, matrix, scale->steps, scale->lengths);
    for (unsigned i = 0; i < 3u; i++) {
        turned[i].min = fx_sub(turned[i].min, slack);
        turned[i].max = fx_add(turned[i].max, slack);
        box[i].min = turned[i].min < box[i].min ? turned[i].min : box[i].min;
        box[i].max = turned[i].max > box[i].max ? turned[i].max : box[i].max;
    }
}

/* Weight (Q16) times a box in steps, |weight| <= 64: below 2^21 each, floors made good by a step. The
 * baker's ranges let no sum of weights exceed 8192, nor one of boxes 2^28; others wrap. */
static void add_delta(interval sum[3], const format_joint_box *delta, int32_t weight,
                      const box_scale *scale)
{
    interval sides[3];
    sides_of(sides, delta, scale);
    for (unsigned i = 0; i < 3u; i++) {
        const int32_t half = (sides[i].max - sides[i].min) / 2;
        const int32_t centre = fx_mulw(weight, (int16_t)(sides[i].max - half));
        const int32_t reach = fx_mulw(weight < 0 ? fx_sub(0, weight) : weight, (int16_t)half);
        sum[i].min = fx_add(sum[i].min, fx_sub(centre, fx_add(reach, 1)));
        sum[i].max = fx_add(sum[i].max, fx_add(centre, fx_add(reach, 2)));
    }
}

/* Halves a box in steps until it has 16 bits: floors of centre and half extents cost a step each. */
static void include_sides(interval box[3], const interval sides[3], const int32_t matrix[12],
                          const box_scale *scale)
{
    int32_t centre[3], half[3];
    uint32_t width = 0, down = 0;
    for (unsigned i = 0; i < 3u; i++) {
        centre[i] = fx_add(sides[i].min, sides[i].max) >> 1;
        half[i] = fx_sub(sides[i].max, centre[i]);
        width |= (uint32_t)without_sign(centre[i]) | (uint32_t)without_sign(half[i]);
    }
    while (width >> down > 32764u)
        down++;
    if (scale->steps <= down) { /* beyond all that is meant to be */
        for (unsigned i = 0; i < 3u; i++) {
            box[i].min = BOX_LEAST;
            box[i].max = BOX_MOST;
        }
        return;
    }
    for (unsigned i = 0; i < 3u; i++) {
        centre[i] = centre[i] >> down;
        half[i] = (half[i] >> down) + 2;
    }
    const format_joint_box words = {0, ((uint32_t)centre[0] & 0xFFFFu) | (uint32_t)centre[1] << 16,
                                    ((uint32_t)half[0] & 0xFFFFu) | (uint32_t)half[1] << 16,
                                    ((uint32_t)centre[2] & 0xFFFFu) | (uint32_t)half[2] << 16};
    const box_scale coarser = {scale->steps - down, scale->lengths};
    include_wide(box, &words, matrix, &coarser);
}

static bool in_range(int32_t weight, const format_weight_range *range)
{
    return weight >= range->low && weight <= range->high;
}

/* Or inside out, as damaged boxes may be. */
static bool too_far(const interval *way, int32_t most)
{
    return way->min < -most || way->max > most || way->min > way->max;
}

/* A vertex is (1 - w) H + w L, H in the heavy box, L in the light one, 0 <= w <= weight: at most
 * H + weight (L - H), where that is more. Both within 2^27, so that differences doubled for Q15
 * stay below 2^29. */
static void widen(interval heavy[3], const interval light[3], int16_t weight)
{
    for (unsigned i = 0; i < 3u; i++) {
        const int32_t low = light[i].min - heavy[i].min, high = light[i].max - heavy[i].max;
        if (low < 0)
            heavy[i].min += fx_mulw(2 * low, weight);
        if (high > 0)
            heavy[i].max += fx_mulw(2 * high, weight) + 1;
    }
}

/* Without loops, whose counting costs a third of a joint each. */
static inline bool any_too_far(const interval box[3], int32_t most)
{
    return too_far(&box[0], most) || too_far(&box[1], most) || too_far(&box[2], most);
}

static void finish(box_t *box, interval *heavy, const interval *light,
                   const format_mesh_boxes *mesh, const pelt_model *model)
{
    const int32_t most = model->encoding == PELT_LEAN ? MOST_REACH_LEAN : MOST_REACH;
    const int32_t pad = mesh->pad < (uint32_t)MOST_REACH ? (int32_t)mesh->pad : MOST_REACH;
    if (heavy == NULL) { /* no vertices */
        for (unsigned i = 0; i < 3u; i++)
            box->min[i] = box->max[i] = 0;
        return;
    }
    if (any_too_far(heavy, most) || (light != NULL && any_too_far(light, most))) {
        everywhere(box);
        return;
    }
    if (light != NULL)
        widen(heavy, light, (int16_t)(mesh->light_weight & 0x7FFFu));
    box->min[0] = heavy[0].min - pad;
    box->min[1] = heavy[1].min - pad;
    box->min[2] = heavy[2].min - pad;
    box->max[0] = heavy[0].max + pad;
    box->max[1] = heavy[1].max + pad;
    box->max[2] = heavy[2].max + pad;
}

#include "bounds.inc"

/* clang-format off */

pelt_status pelt_clip_box_get_q16(box_t *box, const pelt_model *model, uint32_t clip, uint32_t mesh)
{ return clip_box_get(box, model, clip, mesh); }
pelt_status pelt_mesh_box_get_q16(box_t *box, uint32_t mesh, const joints_t *joints,
                                 const num *weights, uint32_t weight_count, uint32_t flags)
{ return mesh_box_get(box, mesh, joints, weights, weight_count, flags); }
