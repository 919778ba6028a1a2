/* SPDX-License-Identifier: MIT */
/* Clips of a store: "tiny" as a store, beside changed copies of itself. */
#include "paged.h"

enum { BASE, LOW, HIGH, TIP, FLAG, JOINTS };

static uint32_t rest_at(const patient *p, uint32_t joint, uint32_t word)
{
    return p->model.rest + 4u + 4u * (FORMAT_LOCAL_WORDS * joint + word);
}

static uint32_t joint_at(const patient *p, uint32_t joint)
{
    return p->model.joints + joint * (uint32_t)sizeof(format_joint);
}

/* The same clips in pages, instead of the blob's, where it is not NULL. */
static const pelt_model *paged;

static const pelt_model *store_of(const patient *p)
{
    return paged != NULL ? paged : &p->model;
}

/* Opens the changed copy as a model and gives it the clips of the blob. */
static pelt_status give(pelt_model *model, const patient *p, pelt_arena *arena)
{
    REQUIRE(pelt_model_open_without_crc(model, p->copy, p->bytes, family_for(p->blob)) == PELT_OK);
    return pelt_clips_open(model, store_of(p), arena);
}

/* The same, and heals the copy. A model that is refused them stays as it was. */
static pelt_status given(patient *p, void *memory)
{
    pelt_model model, before;
    pelt_arena arena;
    const size_t bytes = pelt_clips_bytes_get(&p->model);
    REQUIRE(pelt_arena_init(&arena, memory, bytes) == PELT_OK);
    const pelt_status status = give(&model, p, &arena);
    (void)pelt_model_open_without_crc(&before, p->copy, p->bytes, p->model.family);
    CHECK(status == PELT_OK ? model.store == &p->model && arena.used_bytes < bytes
                            : memcmp(&model, &before, sizeof model) == 0 && arena.used_bytes == 0u);
    memcpy(p->copy, p->blob, p->bytes);
    return status;
}

static void check_refusals(patient *p, void *memory)
{
    pelt_model model;
    pelt_arena arena;
    const pelt_model *m = &p->model;
    const bool real = m->encoding == PELT_FLOAT;
    const uint32_t turn = rest_at(p, LOW, 3), way = rest_at(p, HIGH, 5), own_way = get32(p, way);
    /* 1024 steps count as equal, in float 4096 */
    const uint32_t few = real ? 4000u : 1000u, much = real ? 5000u : 1100u;
    const uint32_t own_turn = real ? 0x3F800000u : (uint32_t)1 << 30;
    const uint32_t least_turn = own_turn - (real ? 0x1000u : (uint32_t)1 << 18);
    const struct {
        uint32_t bytes, at, value;
        pelt_status status;
    } edits[] = {{0, 0, 0, PELT_OK},
                 {4, way, own_way + few, PELT_OK},
                 {4, way, own_way - few, PELT_OK},
                 {4, way, own_way + much, PELT_E_MISMATCH},
                 {4, way, own_way - much, PELT_E_MISMATCH},
                 {4, turn, least_turn, PELT_OK},
                 {4, turn, least_turn - (real ? 0x1000u : 1u), PELT_E_MISMATCH},
                 {4, turn, real ? 0xBF800000u : 0u - own_turn, PELT_OK}, /* the same rotation */
                 {2, joint_at(p, TIP), LOW, PELT_E_MISMATCH},
                 {2, joint_at(p, HIGH) + 2u, 1, PELT_E_MISMATCH}, /* scale_shift */
                 {4, HEADER_FIELD(unit_shift), (uint32_t)(m->unit_shift + 31), PELT_E_MISMATCH}};
    for (unsigned i = 0; i < sizeof edits / sizeof edits[0]; i++) {
        allow_scales(p);
        if (edits[i].bytes == 4u)
            put32(p, edits[i].at, edits[i].value);
        else if (edits[i].bytes == 2u)
            put16(p, edits[i].at, edits[i].value);
        CHECK_EQ(given(p, memory), edits[i].status);
    }
    put16(p, RUN_FIELD(m, 0, flags), stored_run(m, 0)->flags | FORMAT_RUN_UNIT_NORMALS);
    CHECK_EQ(given(p, memory), PELT_E_MISMATCH);
    allow_scales(p);
    /* The store's joint is below one that the model lacks; the model's is below none. */
    put32(p, joint_at(p, BASE) + 4u, stored_joints(m)[BASE].name + 1u);
    put16(p, joint_at(p, LOW), PELT_NO_JOINT);
    CHECK_EQ(given(p, memory), PELT_E_MISMATCH);
    allow_scales(p);
    CHECK_EQ(give(&model, p, NULL), PELT_E_ARGUMENT); /* weights are left out */
    CHECK_OK(pelt_arena_init(&arena, memory, pelt_clips_bytes_get(m) - 8u));
    CHECK_EQ(give(&model, p, &arena), PELT_E_ARENA);
    CHECK_EQ(arena.used_bytes, 0u);
    pelt_model other;
    open_blob(&other, m->encoding == PELT_EXACT ? blob_tiny_q12 : blob_tiny_q16);
    CHECK_EQ(pelt_clips_open(&other, m, &arena), real ? PELT_E_ARITHMETIC : PELT_E_MISMATCH);
    memcpy(p->copy, p->blob, p->bytes);
}

/* Writes the joints in another order, in which the flag comes before high and tip. */
static const uint8_t order[JOINTS] = {BASE, LOW, FLAG, HIGH, TIP};

static void reorder(patient *p)
{
    static const uint16_t parents[JOINTS] = {PELT_NO_JOINT, BASE, LOW, LOW, 3};
    for (uint32_t i = 0; i < JOINTS; i++) {
        const uint32_t from = joint_at(p, order[i]);
        const uint32_t to = joint_at(p, i);
        memcpy(p->copy + to, (const uint8_t *)p->blob + from, sizeof(format_joint));
        put16(p, to, parents[i]);
        memcpy(p->copy + rest_at(p, i, 0), (const uint8_t *)p->blob + rest_at(p, order[i], 0),
               4u * FORMAT_LOCAL_WORDS);
    }
    for (uint32_t i = 0; i < get32(p, p->model.rest); i++) {
        const uint32_t at = rest_at(p, JOINTS, FORMAT_SCALE_WORDS * i);
        for (uint32_t k = 0; k < JOINTS; k++)
            if (order[k] == get32(p, at))
                put32(p, at, k);
    }
}

/* Samples both clips of the store on the copy as a model and on the store itself: the same but for the
 * order of joints, and for lengths, which the copy's unit makes 2^shift as large. */
static void check_samples(patient *p, bool reordered, int32_t shift)
{
    static const pelt_time times[] = {INT32_MIN, 300001, PELT_SECONDS(0.71), INT32_MAX};
    pelt_model *model = test_take(sizeof *model);
    pelt_arena arena;
    pelt_pose_q16 own, pose;
    open_arena(&arena, 2u * pelt_pose_bytes_get(&p->model) + pelt_clips_bytes_get(store_of(p)));
    CHECK_OK(give(model, p, &arena));
    REQUIRE(pelt_pose_alloc_q16(&own, &p->model, &arena) == PELT_OK);
    REQUIRE(pelt_pose_alloc_q16(&pose, model, &arena) == PELT_OK);
    for (uint32_t clip = 0; clip < 2u; clip++)
        for (uint32_t t = 0; t < 4u; t++) {
            CHECK_OK(pelt_pose_sample_q16(&own, clip, times[t]));
            CHECK_OK(pelt_pose_sample_q16(&pose, clip, times[t]));
            for (uint32_t i = 0; i < JOINTS; i++) {
                pelt_local_q16 wanted = own.locals[reordered ? order[i] : i];
                for (unsigned k = 0; k < 3u; k++)
                    wanted.translation[k] = shift > 0   ? wanted.translation[k] * 2
                                            : shift < 0 ? (wanted.translation[k] + 1) >> 1
                                                        : wanted.translation[k];
                CHECK(memcmp(&wanted, &pose.locals[i], sizeof wanted) == 0);
            }
            CHECK_OK(pelt_pose_set_q16(&own, PELT_REST_POSE));
            CHECK(memcmp(own.weights, pose.weights, 4u * model->target_count) == 0);
        }
    CHECK_EQ(pelt_clip_find(model, "sway"), 1u);
    memcpy(p->copy, p->blob, p->bytes);
}

static void check_plays(patient *p)
{
    allow_scales(p);
    check_samples(p, false, 0);
    allow_scales(p);
    reorder(p);
    check_samples(p, true, 0);
    for (int32_t shift = -1; shift < 2; shift += 2) {
        allow_scales(p);
        put32(p, HEADER_FIELD(unit_shift), (uint32_t)(p->model.unit_shift - shift));
        for (uint32_t i = 0; i < JOINTS; i++)
            for (uint32_t k = 4; k < 7u; k++) {
                const int32_t length = (int32_t)get32(p, rest_at(p, i, k));
                put32(p, rest_at(p, i, k), (uint32_t)(shift > 0 ? 2 * length : (length + 1) >> 1));
            }
        check_samples(p, false, shift);
    }
}

/* A joint that the store lacks stays at rest. */
static void check_left_out(patient *p)
{
    pelt_model *model = test_take(sizeof *model);
    pelt_arena arena;
    pelt_pose_q16 pose;
    open_arena(&arena, pelt_pose_bytes_get(&p->model) + pelt_clips_bytes_get(store_of(p)));
    put32(p, joint_at(p, TIP) + 4u,
          stored_joints(&p->model)[TIP].name + 1u); /* "ip"; the only track of scale is of "tip" */
    CHECK_OK(give(model, p, &arena));
    REQUIRE(pelt_pose_alloc_q16(&pose, model, &arena) == PELT_OK);
    const pelt_local_q16 rest = pose.locals[TIP];
    CHECK_OK(pelt_pose_sample_q16(&pose, 0, 300001));
    CHECK(memcmp(&rest, &pose.locals[TIP], sizeof rest) == 0);
    CHECK(pose.locals[LOW].rotation[3] != (int32_t)1 << 30);
    memcpy(p->copy, p->blob, p->bytes);
}

/* Makes the bind pose another section, of so many bytes. */
static void replace_bind(patient *p, uint32_t tag, uint32_t bytes)
{
    const uint32_t bind = table_entry(p, p->model.bind);
    put32(p, bind, tag);
    put16(p, bind + 6u, 0);
    put32(p, bind + 12u, bytes);
}

/* The model's clip boxes are of the clips that COVR names, here both in the other order. */
static void check_boxes(patient *p)
{
    const pelt_model *m = &p->model;
    pelt_model model;
    pelt_arena arena;
    pelt_box_q16 box, own;
    void *memory = test_take(pelt_clips_bytes_get(m));
    for (uint32_t late = 0; late < 2u; late++) {
        allow_scales(p);
        replace_bind(p, FORMAT_COVERED, 2u * (uint32_t)sizeof(format_covered));
        for (uint32_t i = 0; i < 2u; i++) {
            put32(p, m->bind + 12u * i, stored_clip(m, 1u - i)->name);
            put32(p, m->bind + 12u * i + 4u, (uint32_t)stored_clip(m, 1u - i)->start);
            put32(p, m->bind + 12u * i + 8u, (uint32_t)stored_clip(m, 1u - i)->end + late);
        }
        CHECK_OK(pelt_arena_init(&arena, memory, pelt_clips_bytes_get(m)));
        CHECK_OK(give(&model, p, &arena));
        for (uint32_t i = 0; i < 2u; i++) {
            CHECK_OK(pelt_clip_box_get_q16(&own, m, 1u - i, 0));
            CHECK_EQ(pelt_clip_box_get_q16(&box, &model, i, 0), late ? PELT_E_RANGE : PELT_OK);
            CHECK(late || memcmp(&box, &own, sizeof box) == 0);
        }
        memcpy(p->copy, p->blob, p->bytes);
    }
}

/* The weights of a store's only target go to the model's where it has the same name, which takes no memory,
 * and nowhere where it has another. */
static void check_target_names(patient *p)
{
    pelt_model store, model;
    const pelt_model *m = &p->model;
    const uint32_t names = (uint32_t)((const uint8_t *)stored_name(m, 0) - m->blob);
    uint8_t *stored = copy_blob(p->blob);
    put16(p, m->tracks, 0); /* of the first target, at the keys' first word */
    put16(p, m->tracks + 2u, 4u * FORMAT_WEIGHTS + FORMAT_CONSTANT + FORMAT_ONE_TARGET);
    put32(p, m->tracks + 4u, 0);
    p->copy[names + 1u] = 'a'; /* "a", and "" before and behind it */
    replace_bind(p, FORMAT_TARGETS, 4);
    put32(p, m->bind, 1);
    memcpy(stored, p->copy, p->bytes);
    REQUIRE(pelt_model_open_without_crc(&store, stored, p->bytes, m->family) == PELT_OK);
    for (uint32_t name = 0; name < 3u; name++) {
        put32(p, m->bind, name);
        REQUIRE(pelt_model_open_without_crc(&model, p->copy, p->bytes, m->family) == PELT_OK);
        CHECK_EQ(pelt_clips_open(&model, &store, NULL), name == 1u ? PELT_OK : PELT_E_ARGUMENT);
    }
}

void test_clips(void)
{
    for (unsigned i = 0; i < 3u; i++) {
        patient p = admit(shared_blobs[i]);
        check_target_names(&p);
        test_release();
    }
    for (unsigned i = 0; i < 3u; i++) {
        patient p = admit(tiny_blobs[i]);
        REQUIRE(p.model.joint_count == JOINTS && p.model.clip_count == 2u);
        check_refusals(&p, test_take(pelt_clips_bytes_get(&p.model)));
        if (p.model.encoding != PELT_FLOAT) {
            check_plays(&p);
            check_left_out(&p);
            check_boxes(&p);
        }
        test_release();
    }
    for (unsigned i = 0; i < 2u; i++) {
        pelt_model store;
        pelt_pages pages;
        patient p = admit(tiny_blobs[i]);
        open_pages(&pages, &store, pages_blobs[i], 1);
        paged = &store;
        check_plays(&p);
        check_left_out(&p);
        paged = NULL;
        test_release();
    }
}
