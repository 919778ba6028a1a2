/* SPDX-License-Identifier: MIT */
/* Model matrices of one model moved onto a joint of another, in fixed point. */
#include "pelt/motion.h"

#include "../arithmetic/q16.h"
#include "../blob/stored.h"

#include "../arithmetic/checks.inc"

/* The largest element of a 3x3, Q29: 2; in lean models 2 / sqrt(3), so that rows are shorter than 2,
 * as their kernels need. */
#define MOST ((int32_t)1 << 30)
#define MOST_LEAN 619925131
#define CLAMPED (((int32_t)1 << 30) + 2) /* the largest element that building a matrix leaves */

/* a / 2^down to nearest, halves up, or a * 2^-down; false where that leaves +-2^31. |a| < 2^63. */
static bool scale(int64_t *out, int64_t a, int32_t down)
{
    const int64_t limit = (int64_t)1 << 31;
    if (down > 0) {
        a = ((a >> ((down > 64 ? 64 : down) - 1)) + 1) >> 1;
    } else if (a != 0 && down < 0) {
        if (down < -31 || a > limit >> -down || a < -(limit >> -down))
            return false;
        a *= (int64_t)1 << -down;
    }
    *out = a;
    return a <= limit && a >= -limit;
}

/* Row of Q29 times a column: |row| <= CLAMPED, |column| <= 2^31, so that the sum is below 2^63. */
static int64_t dot(const int32_t row[3], int32_t x, int32_t y, int32_t z)
{
    return (int64_t)row[0] * x + (int64_t)row[1] * y + (int64_t)row[2] * z;
}

/* What a joint to hang on is to the other model. */
typedef struct holder {
    const int32_t *m;
    int32_t down;     /* a product with its 3x3 / 2^this has the format of the other factor */
    int32_t place[3]; /* its translation in the other model's format */
    int32_t most;
} holder;

static bool hold(holder *out, const pelt_model *model, const pelt_joints_q16 *with, uint32_t index)
{
    const int32_t finer = (int32_t)with->model->length_bits - (int32_t)model->length_bits;
    const int32_t down = finer + model->unit_shift - with->model->unit_shift;
    out->m = with->matrices[index].m;
    out->down = 29 - stored_joints(with->model)[index].scale_shift;
    out->most = model->encoding == PELT_LEAN ? MOST_LEAN : MOST;
    for (unsigned i = 0; i < 12u; i++) /* edited by hand? */
        if (i % 4u != 3u && (out->m[i] > CLAMPED || out->m[i] < -CLAMPED))
            return false;
    for (unsigned r = 0; r < 3u; r++) {
        int64_t place;
        if (!scale(&place, out->m[4u * r + 3u], down) || place != (int32_t)place)
            return false;
        out->place[r] = (int32_t)place;
    }
    return true;
}

static bool multiply(int32_t out[12], const holder *by, const int32_t m[12])
{
    for (unsigned i = 0; i < 12u; i++) {
        const unsigned c = i % 4u;
        int64_t a;
        if (!scale(&a, dot(by->m + (i - c), m[c], m[4u + c], m[8u + c]), by->down))
            return false;
        if (c == 3u) {
            a += by->place[i / 4u];
            if (a != (int32_t)a)
                return false;
        } else if (a > by->most || a < -by->most) {
            return false;
        }
        out[i] = (int32_t)a;
    }
    return true;
}

pelt_status pelt_joints_hang_q16(pelt_joints_q16 *joints, const pelt_joints_q16 *with,
                                 uint32_t joint)
{
    pelt_joint_matrix_q16 hung;
    holder by;
    pelt_status status = check_joints(joints);
    if (status == PELT_OK)
        status = check_joints(with);
    if (status == PELT_OK && joint >= with->model->joint_count)
        status = PELT_E_RANGE;
    if (status == PELT_OK && joints->matrices == with->matrices)
        status = PELT_E_ARGUMENT;
    if (status != PELT_OK)
        return status;
    if (!hold(&by, joints->model, with, joint))
        return PELT_E_RANGE;
    const uint32_t count = joints->model->joint_count;
    for (uint32_t i = 0; i < count; i++) /* all fit before any changes */
        if (!multiply(hung.m, &by, joints->matrices[i].m))
            return PELT_E_RANGE;
    for (uint32_t i = count; i-- > 0u;) { /* the last is there already: of most props all */
        joints->matrices[i] = hung;
        if (i > 0u)
            (void)multiply(hung.m, &by, joints->matrices[i - 1u].m);
    }
    return PELT_OK;
}
