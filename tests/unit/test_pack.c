/* SPDX-License-Identifier: MIT */
/* Plain arrays that are packed in fixed point: what is stored, to the step; arrays.inc skins such. */
#include "src/blob/format.h"
#include "pelt/arrays.h"
#include "reference.h"

#define ONE 65536
#define VERTICES 24u
#define INFLUENCES 4u
#define PALETTE 5u

typedef struct fixture_q16 {
    int32_t positions[3u * VERTICES], normals[3u * VERTICES], weights[INFLUENCES * VERTICES];
    uint16_t joints[INFLUENCES * VERTICES];
    pelt_matrix_q16 palette[PALETTE];
    pelt_entry_q16 folded[PALETTE];
    uint8_t padding[FORMAT_PALETTE_PAD_BYTES];
    pelt_arrays_q16 arrays;
} fixture_q16;

/* A rotation about an axis by one of the angles whose sine and cosine are 3/5 and 4/5, or 90
 * degrees, and a translation. */
static void random_matrix(pelt_matrix_q16 *m, int32_t reach)
{
    static const int32_t pairs[4][2] = {{39322, 52429}, {-52429, 39322}, {ONE, 0}, {0, -ONE}};
    const unsigned axis = test_random() % 3u, a = (axis + 1u) % 3u, b = (axis + 2u) % 3u;
    const int32_t *pair = pairs[test_random() % 4u];
    for (unsigned i = 0; i < 12u; i++)
        m->m[i] = i % 4u == 3u ? test_random_within(reach) : 0;
    m->m[5u * axis] = ONE;
    m->m[5u * a] = m->m[5u * b] = pair[1];
    m->m[4u * a + b] = -pair[0];
    m->m[4u * b + a] = pair[0];
}

/* Weights of a vertex with this many influences; their sum is one. */
static void random_weights(int32_t *weights, uint16_t *joints, uint32_t influences)
{
    int32_t left = ONE;
    const uint32_t first = test_random();
    for (uint32_t k = 0; k < INFLUENCES; k++) {
        joints[k] = k < influences ? (uint16_t)((first % PALETTE + k) % PALETTE) : UINT16_MAX;
        weights[k] = 0;
        if (k < influences) {
            weights[k] = k + 1u == influences ? left : (int32_t)(test_random() % (uint32_t)left);
            left -= weights[k];
        }
        if (left == 0)
            left = 1; /* the sum may be off by this: packing repairs it */
    }
}

static fixture_q16 *make_q16(int32_t reach)
{
    fixture_q16 *f = test_take(sizeof *f);
    memset(f, 0, sizeof *f);
    for (uint32_t i = 0; i < PALETTE; i++)
        random_matrix(&f->palette[i], reach);
    for (uint32_t v = 0; v < VERTICES; v++) {
        static const int32_t directions[4][3] = {
            {ONE, 0, 0}, {0, -ONE, 0}, {39322, 0, 52429}, {-37837, 37837, 37837}};
        const int32_t *direction = directions[test_random() % 4u];
        for (unsigned c = 0; c < 3u; c++) {
            f->positions[3u * v + c] = test_random_within(reach);
            f->normals[3u * v + c] = direction[c];
        }
        random_weights(f->weights + INFLUENCES * v, f->joints + INFLUENCES * v,
                       1u + test_random() % 4u);
    }
    CHECK_OK(pelt_arrays_init_q16(&f->arrays, f->positions, f->normals, f->joints,
                                  PELT_ARRAYS_JOINTS_U16, f->weights, 0, VERTICES, INFLUENCES));
    return f;
}

static void check_order(const pelt_arrays_packed *packed)
{
    bool seen[VERTICES] = {false};
    uint32_t vertices = 0;
    bool once = true;
    for (uint32_t i = 0; i < VERTICES; i++) {
        once = once && packed->order[i] < VERTICES && !seen[packed->order[i]];
        if (packed->order[i] < VERTICES)
            seen[packed->order[i]] = true;
    }
    CHECK(once);
    for (unsigned n = 0; n < PELT_MAX_INFLUENCES; n++)
        vertices += packed->run_counts[n];
    CHECK_EQ(vertices, VERTICES);
    CHECK_EQ(packed->vertex_count, VERTICES);
}

static uint32_t distance(int64_t a, int64_t b)
{
    return (uint32_t)(a < b ? b - a : a - b);
}

/* The largest errors, read back from the records: positions by the grid, weights joint by joint. */
typedef struct stored_errors {
    uint32_t position, weight;
} stored_errors;

static stored_errors stored_error(const pelt_arrays_packed *packed, const pelt_arrays_q16 *arrays)
{
    stored_errors worst = {0, 0};
    uint32_t i = 0;
    for (uint32_t n = 1; n <= PELT_MAX_INFLUENCES; n++) {
        const uint8_t *at = packed->run_records[n - 1u];
        const uint32_t slots = n == 3u ? 4u : n;
        for (uint32_t k = 0; k < packed->run_counts[n - 1u]; k++, i++) {
            const uint32_t v = packed->order[i];
            const uint16_t *joints = (const uint16_t *)arrays->joints + arrays->influence_count * v;
            const int16_t *record = (const int16_t *)(const void *)at;
            const int16_t *weights = record + slots;
            const int16_t *position = n == 1u ? record + 1 : record + 2u * slots;
            for (unsigned c = 0; c < 3u; c++) {
                const int64_t stored = (int64_t)position[c] * ((int64_t)1 << packed->grid_shift) +
                                       packed->grid_origin[c];
                const uint32_t error = distance(stored, arrays->positions[3u * v + c]);
                worst.position = error > worst.position ? error : worst.position;
            }
            for (uint32_t joint = 0; joint < PALETTE; joint++) {
                int64_t given = 0, stored = 0;
                const uint32_t used = arrays->influence_count;
                for (uint32_t w = 0; w < used && joints[w] != UINT16_MAX; w++)
                    if (joints[w] == joint)
                        given += arrays->weights[used * v + w];
                for (uint32_t w = 0; w < n; w++)
                    if ((uint16_t)record[w] == joint * FORMAT_ENTRY_BYTES)
                        stored += n == 1u ? ONE : 2 * weights[w];
                const uint32_t error = distance(given, stored);
                worst.weight = error > worst.weight ? error : worst.weight;
            }
            at += format_record_bytes_q16(n);
        }
    }
    return worst;
}

static pelt_arrays_packed pack(const pelt_arrays_q16 *arrays)
{
    pelt_arena arena;
    pelt_arrays_packed packed;
    const size_t bytes = PELT_ARRAYS_PACK_BYTES_Q16(arrays->vertex_count);
    CHECK_OK(pelt_arena_init(&arena, test_take(bytes), bytes));
    CHECK_OK(pelt_arrays_pack_q16(&packed, arrays, &arena));
    return packed;
}

/* Q33 of a grid step, exact; translation of the grid's origin in Q17, from halves of products. */
static void check_folded(const fixture_q16 *f, const pelt_arrays_packed *packed)
{
    for (uint32_t i = 0; i < 12u * PALETTE; i += 4u) {
        const int32_t *m = f->palette[i / 12u].m + i % 12u;
        const int32_t *folded = f->folded[i / 12u].opaque + i % 12u;
        int64_t place = (int64_t)m[3] * ONE;
        for (unsigned c = 0; c < 3u; c++) {
            CHECK_EQ(folded[c], (int64_t)m[c] * ((int64_t)2 << packed->grid_shift));
            place += (int64_t)m[c] * packed->grid_origin[c];
        }
        CHECK_NEAR((double)folded[3], (double)place / 32768.0, 0.501);
    }
}

static void check_q16(int32_t reach)
{
    fixture_q16 *f = make_q16(reach);
    const uint32_t most = PELT_ARRAYS_PACK_BYTES_Q16(VERTICES);
    uint8_t *memory = test_take(most);
    pelt_arrays_packed packed;
    pelt_arena arena;
    CHECK_OK(pelt_arena_init(&arena, memory, most));
    CHECK_OK(pelt_arrays_pack_q16(&packed, &f->arrays, &arena));
    const uint32_t bytes = arena.used_bytes;
    test_fill(&packed, sizeof packed);
    test_fill(memory, bytes);
    CHECK_OK(pelt_arena_init(&arena, memory, bytes - 1u));
    CHECK_EQ(pelt_arrays_pack_q16(&packed, &f->arrays, &arena), PELT_E_ARENA);
    CHECK(test_filled(&packed, sizeof packed));
    CHECK(test_filled(memory, bytes) && arena.used_bytes == 0u);
    CHECK_OK(pelt_arena_init(&arena, memory, bytes));
    CHECK_OK(pelt_arrays_pack_q16(&packed, &f->arrays, &arena));
    CHECK_EQ(arena.used_bytes, bytes);
    check_order(&packed);

    const stored_errors stored = stored_error(&packed, &f->arrays);
    CHECK_EQ(packed.position_error, stored.position);
    CHECK_EQ(packed.weight_error, stored.weight);
    CHECK(stored.position <= (packed.grid_shift == 0 ? 0u : 1u << (packed.grid_shift - 1)));
    CHECK(stored.weight <= 8u);

    CHECK_OK(pelt_arrays_packed_fold_q16(f->folded, &packed, f->palette, PALETTE));
    check_folded(f, &packed);
    int32_t *got = test_take(VERTICES * 24u);
    const pelt_output_q16 output = {got, got + 3, 24, 0};
    test_fill(got, VERTICES * 24u);
    CHECK_EQ(pelt_arrays_packed_skin_q16(&output, &packed, f->folded, 1, VERTICES), PELT_E_RANGE);
    CHECK_EQ(pelt_arrays_packed_skin_q16(&output, &packed, f->folded, VERTICES + 1u, 0),
             PELT_E_RANGE);
    CHECK_EQ(pelt_arrays_packed_skin_q16(&output, &packed, f->folded, 1, UINT32_MAX), PELT_E_RANGE);
    packed.encoding = PELT_FLOAT;
    CHECK_EQ(pelt_arrays_packed_skin_q16(&output, &packed, f->folded, 0, 1), PELT_E_ARITHMETIC);
    CHECK_EQ(pelt_arrays_packed_fold_q16(f->folded, &packed, f->palette, PALETTE),
             PELT_E_ARITHMETIC);
    CHECK(test_filled(got, VERTICES * 24u));
    test_release();
}

/* Awkward vertices: what is dropped, repaired or merged must show in the reported error. */
static void check_awkward(void)
{
    static const int32_t weights[][INFLUENCES] = {
        {0, 0, 0, 0},         /* no weight at all: the first gets one */
        {1, 65535, 0, 0},     /* vanishes in Q1.15 */
        {ONE, ONE, ONE, ONE}, /* four times too much */
        {-5, ONE, 0, 0},      {3, 0, 0, 0}, {32767, 32767, 1, 1}, {0, 0, 0, ONE},
    };
    static const uint16_t joints[][INFLUENCES] = {
        {0, 1, 2, 3}, {1, 1, 1, 1}, {4, 4, 0, UINT16_MAX}, {2, UINT16_MAX, 0, 0}};
    for (unsigned w = 0; w < sizeof weights / sizeof weights[0]; w++) {
        for (unsigned j = 0; j < 4u; j++) {
            fixture_q16 *f = make_q16(ONE);
            for (unsigned k = 0; k < INFLUENCES; k++) {
                f->weights[k] = weights[w][k];
                f->joints[k] = joints[j][k];
            }
            const pelt_arrays_packed packed = pack(&f->arrays);
            const stored_errors stored = stored_error(&packed, &f->arrays);
            CHECK_EQ(packed.position_error, stored.position);
            /* A joint named more than once: the errors may add up. */
            CHECK(stored.weight <= INFLUENCES * packed.weight_error);
            CHECK(j == 1u || j == 2u || packed.weight_error == stored.weight);
            test_release();
        }
    }
    /* A joint beyond what records can refer to. */
    fixture_q16 *f = make_q16(ONE);
    pelt_arena arena;
    pelt_arrays_packed packed;
    CHECK_OK(pelt_arena_init(&arena, test_take(2048), 2048));
    f->joints[0] = (uint16_t)FORMAT_MAX_ENTRIES_Q16;
    f->weights[0] = ONE;
    CHECK_EQ(pelt_arrays_pack_q16(&packed, &f->arrays, &arena), PELT_E_RANGE);
    CHECK_EQ(arena.used_bytes, 0);
    test_release();
}

/* Arrays of five influences pack where no vertex has more than four with a weight. */
static void check_many_influences(void)
{
    static const int32_t positions[6] = {0, 0, 0, ONE, ONE, ONE};
    static const uint16_t joints[10] = {0, 1, 2, 3, 4, 4, 3, 2, 1, 0};
    int32_t weights[10] = {0};
    pelt_arrays_q16 arrays;
    CHECK_OK(pelt_arrays_init_q16(&arrays, positions, NULL, joints, PELT_ARRAYS_JOINTS_U16, weights,
                                  0, 2, 5));
    for (unsigned many = 0; many < 3u; many++) { /* the vertex that has too many, or none */
        pelt_arena arena;
        pelt_arrays_packed packed;
        for (unsigned i = 0; i < 10u; i++)
            weights[i] = i % 5u == 2u && i / 5u != many ? 0 : ONE / 4;
        CHECK_OK(pelt_arena_init(&arena, test_take(256), 256));
        CHECK_EQ(pelt_arrays_pack_q16(&packed, &arrays, &arena),
                 many == 2u ? PELT_OK : PELT_E_RANGE);
        CHECK((arena.used_bytes > 0u) == (many == 2u));
        test_release();
    }
}

/* The grid holds any box, the whole of int32 too. */
static void check_extreme_box(void)
{
    static const int32_t corners[][2] = {{INT32_MIN, INT32_MAX},
                                         {INT32_MIN, INT32_MIN},
                                         {INT32_MAX, INT32_MAX},
                                         {0, 1},
                                         {-32768, 32767},
                                         {-32768, 32768},
                                         {0, INT32_MAX},
                                         {INT32_MIN, 0},
                                         {-(1 << 30), 1 << 30},
                                         {5, 65540},
                                         {5, 65541},
                                         {-65535, 65535}, /* a step more by rounding */
                                         {-131071, 131071}};
    for (unsigned i = 0; i < sizeof corners / sizeof corners[0]; i++) {
        const int32_t low = corners[i][0], high = corners[i][1];
        const int32_t positions[] = {low, low, low, high, high, high, low, high, low};
        static const uint16_t joints[] = {0, 0, 0};
        static const int32_t weights[] = {ONE, ONE, ONE};
        pelt_arrays_q16 arrays;
        CHECK_OK(pelt_arrays_init_q16(&arrays, positions, NULL, joints, PELT_ARRAYS_JOINTS_U16,
                                      weights, 0, 3, 1));
        const pelt_arrays_packed packed = pack(&arrays);
        const stored_errors stored = stored_error(&packed, &arrays);
        CHECK_EQ(packed.position_error, stored.position);
        CHECK(stored.position <= 1u << 16);
        test_release();
    }
}

/* Matrices beyond the folded format are clamped, not wrapped. */
static void check_fold_range(void)
{
    fixture_q16 *f = make_q16(ONE);
    const pelt_arrays_packed packed = pack(&f->arrays);
    for (unsigned i = 0; i < 12u; i++)
        f->palette[0].m[i] = i / 4u == 0u ? INT32_MAX : i / 4u == 1u ? INT32_MIN : 0;
    test_fill(f->padding, sizeof f->padding);
    CHECK_EQ(pelt_arrays_packed_fold_q16(f->folded, &packed, f->palette, packed.joint_count - 1u),
             PELT_E_RANGE);
    CHECK_OK(pelt_arrays_packed_fold_q16(f->folded, &packed, f->palette, PALETTE));
    for (unsigned i = 0; i < 12u; i++) {
        const int32_t limit = i % 4u == 3u ? (1 << 29) - 1 : (1 << 30) - 1;
        CHECK_EQ(f->folded[0].opaque[i], i / 4u == 0u ? limit : i / 4u == 1u ? -limit : 0);
    }
    CHECK(test_filled(f->padding, sizeof f->padding));
    test_release();
}

void test_pack(void)
{
    check_awkward();
    check_many_influences();
    check_extreme_box();
    check_fold_range();
    for (uint32_t i = 0; i <= TEST_ROUNDS / 500u; i++) {
        check_q16(ONE << (i % 6u));
    }
}
