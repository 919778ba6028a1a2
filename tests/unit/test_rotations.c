/* SPDX-License-Identifier: MIT */
/* Rotations against double precision; in fixed point the same bits on every core. */
#include "../../boards/common/crc32.h"

#include "pelt/motion.h"
#include "test.h"
#include "turns.h"

/* Of what 64 rounds of everything give. */
#define ROTATIONS_CRC 0xbc64c78fu

#define num int32_t
#define turn_angle int32_t
#define NAME(name) name##_q16
#define ONE 1073741824.0
#define UNIT_LIMIT (1.0 / 8388608)
#define PRODUCT_LIMIT (1.0 / 16777216)
#define APPLY_LIMIT (1.0 / 8388608)
#define ABOUT_LIMIT (1.0 / 16777216)
#define BETWEEN_LIMIT (1.0 / 2097152)
#define STEP 1.0
#define STEP_OF_ONE (4.0 / 1073741824)
#define QUARTER (1 << 30)
#define HALF_TURN PELT_HALF_TURN_Q16
#define RANDOM_ANGLE ((int32_t)test_random())
#define RANDOM_LIMIT ((int32_t)(test_random() >> (1u + test_random() % 16u)))
#include "rotations.inc"
#undef num
#undef turn_angle
#undef NAME
#undef ONE
#undef UNIT_LIMIT
#undef PRODUCT_LIMIT
#undef APPLY_LIMIT
#undef ABOUT_LIMIT
#undef BETWEEN_LIMIT
#undef STEP
#undef STEP_OF_ONE
#undef QUARTER
#undef HALF_TURN
#undef RANDOM_ANGLE
#undef RANDOM_LIMIT

#define num float
#define turn_angle float
#define NAME(name) name##_f32
#define ONE 1.0
#define UNIT_LIMIT 1e-6
#define PRODUCT_LIMIT 4e-7
#define APPLY_LIMIT 1e-6
#define ABOUT_LIMIT 4e-7
#define BETWEEN_LIMIT 1e-6
#define STEP 0.0
#define STEP_OF_ONE 1.2e-7
#define QUARTER 0.25f
#define HALF_TURN PELT_HALF_TURN_F32
#define RANDOM_ANGLE (0.5f * test_random_unit())
#define RANDOM_LIMIT (0.25f * test_random_unit() + 0.25f)
#include "rotations.inc"

static uint32_t crc_of_rotations(void)
{
    uint32_t crc = 0;
    for (unsigned i = 0; i < 64u; i++) {
        int32_t a[4], b[4], q[4], r[4], v[3], w[3];
        random_turn_q16(a);
        random_turn_q16(b);
        random_vector_q16(v);
        random_vector_q16(w);
        pelt_rotation_multiply_q16(q, a, b);
        crc = crc32_add_words(crc, q, 4);
        pelt_rotation_about_q16(q, v, (int32_t)test_random());
        crc = crc32_add_words(crc, q, 4);
        pelt_rotation_between_q16(q, v, w);
        crc = crc32_add_words(crc, q, 4);
        pelt_rotation_split_q16(q, r, a, v);
        crc = crc32_add_words(crc32_add_words(crc, q, 4), r, 4);
        pelt_rotation_limit_q16(q, a, (int32_t)(test_random() >> 1));
        crc = crc32_add_words(crc, q, 4);
        pelt_rotation_apply_q16(v, a, w);
        crc = crc32_add_words(crc, v, 3);
    }
    return crc;
}

void test_rotations(void)
{
    CHECK_EQ(crc_of_rotations(), ROTATIONS_CRC);
    check_rotations_q16();
    check_rotations_f32();
}
