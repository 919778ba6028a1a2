/* SPDX-License-Identifier: MIT */
/* Tests model matrices and palette entries of q12: within the ranges of src/kernel/lean_stages.c the result
 * is near the exact product, so no sum that is shifted leaves 32 bits. Linked functions, also those of
 * q16, give the reference's bits, which springs.inc and golden values pin. */
#include "reference.h"
#include "src/base/fixed.h"
#include "src/blob/format.h"
#include "src/kernel/family.h"

#define Q29 (1 << 29)
#define Q30 (1 << 30)
#define MATRIX_NEAR 1.6e-5    /* of 3x3 elements, 2^-16 */
#define TRANSLATION_NEAR 4e-6 /* of the translation's own length, and */
#define TRANSLATION_STEPS 3   /* of Q20 */

/// Cases within the ranges //////////////////////////////////////////////////////////////////////

/* A unit quaternion, now and then of a turn by a right angle or of none. */
static void random_rotation(int32_t q[4])
{
    double v[4];
    const uint32_t kind = test_random() % 8u;
    for (unsigned i = 0; i < 4u; i++) {
        v[i] = (double)test_random_within(1 << 20);
        if (kind == 0u)
            v[i] = i == 3u || test_random() % 3u == 0u ? 1.0 : 0.0;
    }
    ref_unit(v, 4);
    for (unsigned i = 0; i < 4u; i++)
        q[i] = (int32_t)(v[i] * (double)Q30);
}

/* Translations below 2^30, half of them shorter by up to 11 bits; scales of one, or below two along
 * one axis or all. */
static void random_local(pelt_local_q16 *local)
{
    random_rotation(local->rotation);
    const uint32_t down = test_random() % 2u * (test_random() % 12u), scaled = test_random() % 8u;
    for (unsigned i = 0; i < 3u; i++) {
        const bool is_scaled = scaled == 0u || scaled == i + 1u;
        local->translation[i] = test_random_within(Q30 - 1) >> down;
        local->scale[i] = is_scaled ? (int32_t)(test_random() >> 1) : Q30;
    }
}

/* Checks that `out` is near the product, in doubles, of the parent's matrix, if any, and the local one. */
static void check_near(const int32_t *out, const pelt_local_q16 *local, const int32_t *parent)
{
    double q[4], t[3], s[3], above[12], wanted[12], length = 1;
    for (unsigned i = 0; i < 4u; i++)
        q[i] = (double)local->rotation[i] / (double)Q30;
    for (unsigned i = 0; i < 3u; i++) {
        t[i] = (double)local->translation[i];
        s[i] = (double)local->scale[i] / (double)Q30;
        length += ref_abs(t[i]);
    }
    for (unsigned i = 0; i < 12u; i++)
        above[i] =
            parent == NULL ? i % 5u == 0u : (double)parent[i] / (i % 4u == 3u ? 1.0 : (double)Q29);
    ref_local(wanted, q, t, s);
    ref_product(wanted, above, wanted);
    for (unsigned i = 0; i < 12u; i++)
        if (i % 4u == 3u)
            CHECK_NEAR((double)out[i], wanted[i], TRANSLATION_STEPS + TRANSLATION_NEAR * length);
        else
            CHECK_NEAR((double)out[i] / (double)Q29, wanted[i], MATRIX_NEAR);
}

/* Columns shorter than 2^18, of any size below that. */
static void random_entry(format_entry_q16 *entry)
{
    const int32_t most = 150000 >> test_random() % 3u;
    entry->joint = 0;
    entry->shift = (uint16_t)(1u + test_random() % 30u);
    for (unsigned i = 0; i < 12u; i++)
        entry->m[i] = test_random_within(i % 4u == 3u ? 1 << 28 : most);
}

/* Products of the 3x3 are in Q(46 + shift) and lose a few of their last bits. Returns how many are clamped. */
static uint32_t check_entry(const int32_t joint[12])
{
    uint32_t clamps = 0;
    int32_t out[12];
    format_entry_q16 entry;
    random_entry(&entry);
    pelt_reference_entry_q12(out, joint, &entry);
    for (unsigned k = 0; k < 12u; k++) {
        const int32_t *row = joint + k / 4u * 4u;
        double sum = 0;
        for (unsigned c = 0; c < 3u; c++)
            sum += (double)row[c] / Q29 * entry.m[4u * c + k % 4u];
        if (k % 4u == 3u) {
            CHECK_NEAR(out[k], (sum + row[3]) / 256 + 0.5, 1);
            continue;
        }
        sum *= 4096 / ref_power(entry.shift);
        CHECK_NEAR(out[k],
                   sum < -65536  ? -65536
                   : sum > 65535 ? 65535
                                 : sum,
                   0.5 + 256 / ref_power(entry.shift));
        clamps += out[k] == 65535 || out[k] == -65536;
    }
    return clamps;
}

static void check_joints(void)
{
    const uint32_t rounds = TEST_ROUNDS / 4u;
    uint32_t clamps = 0;
    int32_t chain[2][12];
    for (uint32_t i = 0; i < rounds; i++) {
        int32_t *parent = i % 4u == 0u ? NULL : chain[(i + 1u) % 2u], *out = chain[i % 2u];
        pelt_local_q16 local;
        random_local(&local);
        for (unsigned r = 0; r < 3u && parent != NULL; r++) /* a long chain would leave the range */
            parent[4u * r + 3u] = test_random_within(1 << 28);
        for (unsigned k = 0; k < 3u; k++)
            local.translation[k] >>= 1;
        pelt_reference_joint_q12(out, &local, parent);
        check_near(out, &local, parent);
        for (unsigned k = 0; k < 12u; k++) /* parents are no longer than one */
            if (local.scale[0] != Q30 || local.scale[1] != Q30 || local.scale[2] != Q30)
                out[k] = k % 4u == 3u ? out[k] : out[k] / 2;
        clamps += check_entry(out);
    }
    CHECK(clamps > 9u * rounds / 10u && clamps < 9u * rounds / 10u * 9u); /* both happen */
}

/* An element that a scale would take beyond 2 stops there. */
static void check_saturated(void)
{
    static const pelt_local_q16 local = {{0, 0, 0, Q30}, {0, 0, 0}, {3 << 29, 3 << 29, Q30}};
    static const int32_t parent[12] = {3 << 28, 0, 0, 0, 0, -(3 << 28), 0, 0, 0, 0, Q29, 0};
    int32_t out[12];
    pelt_reference_joint_q12(out, &local, parent);
    CHECK_EQ(out[0], Q30 - 4);
    CHECK_EQ(out[5], -Q30);
    CHECK_EQ(out[10], Q29);
}

/// Linked functions, for any pose /////////////////////////////////////////////////////////////////

#define GUARD 4u

static void fill_extreme(int32_t *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        words[i] = test_random_extreme();
}

/* Checks that a linked function's result, between guards, is the reference's. */
#define CHECK_LINKED(stage, ...)                                                                   \
    do {                                                                                           \
        pelt_reference_##stage(wanted, __VA_ARGS__);                                               \
        test_fill(got, sizeof got);                                                                \
        pelt_kernel_##stage(got + GUARD, __VA_ARGS__);                                             \
        CHECK(test_same(got + GUARD, wanted, sizeof wanted));                                      \
        CHECK(test_filled(got, 4u * GUARD) && test_filled(got + GUARD + 12, 4u * GUARD));          \
    } while (0)

/* A local transform at the bounds, below a parent at its own: rotations by no turn, half a turn and a third,
 * translations of 2^30 - 1, scales next to two. */
static void bound_local(pelt_local_q16 *local, int32_t parent[12])
{
    const uint32_t bits = test_random() >> 4, axis = test_random() % 8u;
    for (unsigned k = 0; k < 4u; k++) {
        const int32_t r = axis < 4u ? (axis == k ? Q30 : 0) : Q29;
        local->rotation[k] = bits >> k & 1u ? -r : r;
    }
    for (unsigned k = 0; k < 3u; k++) {
        local->translation[k] = bits >> (4u + k) & 1u ? 1 - Q30 : Q30 - 1;
        local->scale[k] = bits >> 20 & 1u ? Q30 : bits >> (8u + k) & 1u ? INT32_MIN : INT32_MAX;
    }
    for (unsigned k = 0; k < 12u; k++) {
        const int32_t a = k % 4u == 3u ? INT32_MAX : Q30 + 2;
        parent[k] = test_random() % 2u == 0u ? a : -a;
    }
}

/* Poses within the ranges, at their bounds, and of any bits. */
static void check_linked(void)
{
    int32_t wanted[12], got[12 + 2 * GUARD], parent[12], shorter[12];
    for (uint32_t i = 0; i < TEST_ROUNDS; i++) {
        pelt_local_q16 local;
        format_entry_q16 entry;
        const int32_t *above = i % 5u == 0u ? NULL : parent;
        fill_extreme(parent, 12);
        if (i % 4u == 0u) {
            random_local(&local);
        } else if (i % 4u < 3u) {
            bound_local(&local, parent);
        } else {
            fill_extreme(local.rotation, 4);
            fill_extreme(local.translation, 3);
            fill_extreme(local.scale, 3);
            for (unsigned k = 0; k < 3u && i % 8u == 3u; k++)
                local.scale[k] = Q30;
        }
        CHECK_LINKED(joint_q12, &local, above);
        CHECK_LINKED(joint_q16, &local, above);
        if (i % 4u % 3u != 0u) /* of bounds check_bounds() tests entries */
            continue;
        random_entry(&entry);
        for (unsigned k = 0; k < 12u && i % 2u == 0u; k++) /* what the format allows */
            entry.m[k] = test_random_extreme() >> (k % 4u == 3u ? 2 : 14);
        CHECK_LINKED(entry_q12, parent, &entry);
        /* Model matrices are shorter than 2 whatever a pose is; entries are any that opening lets in. */
        for (unsigned k = 0; k < 12u; k++)
            shorter[k] = parent[k] >> (k % 4u == 3u ? 0 : 1);
        entry.shift = (uint16_t)(FORMAT_ENTRY_MIN_SHIFT + test_random() % 24u);
        fill_extreme(entry.m, 12);
        CHECK_LINKED(entry_q16, shorter, &entry);
    }
}

/* Entries at the bounds that opening has for them, with what building model matrices may leave:
 * elements of 3x3 of 2 and two steps, translations of any 32 bits. All signs and shifts at both ends.
 */
static void check_bounds(void)
{
    static const int32_t rows[] = {Q30 + 2, Q30, Q30 - 1, Q29, 65535, 0};
    /* Columns shorter than 2^18: along an axis, between two, between three. */
    static const int32_t columns[][3] = {
        {262143, 0, 0}, {0, 262143, 0}, {185363, 185363, 0}, {151348, 151348, 151348}};
    static const int32_t translations[] = {Q30 - 1, Q30 - 4096, Q30 - 4095, 0};
    int32_t wanted[12], got[12 + 2 * GUARD], joint[12];
    format_entry_q16 entry = {0};
    for (uint32_t i = 0; i < TEST_ROUNDS; i++) {
        const uint32_t signs = test_random() >> 4, choice = test_random() >> 4;
        for (unsigned k = 0; k < 12u; k++) {
            const int32_t a = k % 4u == 3u ? test_random_extreme()
                                           : rows[(choice % 2u ? choice : test_random()) % 6u];
            joint[k] = signs >> k & 1u ? fx_sub(0, a) : a;
            const int32_t b = k % 4u == 3u ? translations[(choice >> 8) % 4u]
                                           : columns[(choice >> 4) % 4u][(k / 4u + k) % 3u];
            entry.m[k] = signs >> (12u + k) & 1u ? -b : b;
        }
        entry.shift = choice >> 12 & 1u ? FORMAT_ENTRY_MIN_SHIFT : FORMAT_ENTRY_MAX_SHIFT_Q12;
        CHECK_LINKED(entry_q12, joint, &entry);
        for (unsigned k = 0; k < 12u; k++) /* of exact entries any number */
            entry.m[k] = choice >> 16 & 1u ? test_random_extreme()
                         : entry.m[k] < 0  ? INT32_MIN
                                           : INT32_MAX;
        entry.shift = choice >> 12 & 1u ? FORMAT_ENTRY_MIN_SHIFT : FORMAT_ENTRY_MAX_SHIFT;
        CHECK_LINKED(entry_q16, joint, &entry);
    }
}

#define LOOP_JOINTS 5u

/* Checks joints [first, end) of any poses, whose parents may be outside this range, and palette
 * entries [0, end). */
static void check_linked_loops(uint32_t first, uint32_t end)
{
    const size_t bytes = 48u * LOOP_JOINTS; /* of matrices; not on the stack, which is small */
    pelt_joint_matrix_q16 *wanted = test_take(bytes), *got = test_take(bytes);
    pelt_entry_q16 *palette = test_take(bytes), *wanted_palette = test_take(bytes);
    pelt_local_q16 *locals = test_take(LOOP_JOINTS * sizeof *locals);
    format_joint *joints = test_take(LOOP_JOINTS * sizeof *joints);
    format_entry_q16 *entries = test_take(LOOP_JOINTS * sizeof *entries);
    for (uint32_t i = 0; i < LOOP_JOINTS; i++) {
        fill_extreme(wanted[i].m, 12);
        for (unsigned k = 0; k < 12u; k++) /* shorter than 2 */
            got[i].m[k] = wanted[i].m[k] >>= k % 4u == 3u ? 0 : 1;
        fill_extreme(&locals[i].rotation[0], 4);
        fill_extreme(&locals[i].translation[0], 3);
        for (unsigned k = 0; k < 3u; k++)
            locals[i].scale[k] = test_random() % 8u == 0u ? test_random_extreme() : Q30;
        joints[i].parent =
            (uint16_t)(i == 0u || test_random() % 4u == 0u ? PELT_NO_JOINT : test_random() % i);
        entries[i].joint = (uint16_t)(test_random() % LOOP_JOINTS);
        entries[i].shift = (uint16_t)(FORMAT_ENTRY_MIN_SHIFT + test_random() % 24u);
        fill_extreme(entries[i].m, 12);
    }
    test_fill(palette, bytes);
    test_fill(wanted_palette, bytes);
    for (uint32_t i = 0; i < end; i++)
        pelt_reference_entry_q16(wanted_palette[i].opaque, wanted[entries[i].joint].m, &entries[i]);
    pelt_palette_exact(palette, got, entries, end);
    CHECK(test_same(palette, wanted_palette, bytes));
    for (uint32_t i = first; i < end; i++)
        pelt_reference_joint_q16(wanted[i].m, &locals[i],
                                 joints[i].parent == PELT_NO_JOINT ? NULL
                                                                   : wanted[joints[i].parent].m);
    pelt_joints_exact(got, locals, joints, first, end);
    CHECK(test_same(got, wanted, bytes));
    test_release();
}

void test_stages_q12(void)
{
    check_joints();
    check_saturated();
    check_linked();
    check_bounds();
    for (uint32_t i = 0; i < TEST_ROUNDS / 8u; i++) {
        const uint32_t end = test_random() % (LOOP_JOINTS + 1u);
        check_linked_loops(test_random() % (end + 1u), end);
    }
}
