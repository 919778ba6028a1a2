/* SPDX-License-Identifier: MIT */
/* Overrides, aims and limbs against double precision; in fixed point the same on every core. */
#include <string.h>

#include "../../boards/common/crc32.h"

#include "blobs.h"
#include "character.h"
#include "pelt/motion.h"
#include "src/blob/format.h"
#include "turns.h"

/* Of the rotations that 24 aims and limbs leave. */
#define LIMBS_CRC 0xafbf7a17u

/* Stacks are small: nothing of one check stays below another. */
#define NOINLINE __attribute__((noinline))

#define num int32_t
#define NAME(name) name##_q16
#define ONE 1073741824.0
#define UNIT (64.0 * 1048576) /* so that nothing of a chain leaves Q20 or Q24 */
#define TARGET_UNIT (UNIT / (1u << (r->model.length_bits - 16u)))
#define SOFTNESS 65536
#define HALF_TURN PELT_HALF_TURN_Q16
#define TURN 4294967296.0
#include "limbs.inc"
#undef num
#undef NAME
#undef ONE
#undef UNIT
#undef TARGET_UNIT
#undef SOFTNESS
#undef HALF_TURN
#undef TURN

#define ROOT ROOT_f32
#define UPPER UPPER_f32
#define MIDDLE MIDDLE_f32
#define END END_f32
#define TIP TIP_f32
#define OTHER OTHER_f32
#define JOINT_COUNT JOINT_COUNT_f32
#define num float
#define NAME(name) name##_f32
#define ONE 1.0
#define UNIT 1.0
#define TARGET_UNIT 1.0
#define SOFTNESS 1
#define HALF_TURN PELT_HALF_TURN_F32
#define TURN 1.0
#include "limbs.inc"

/* Whatever the bits of a pose and its matrices are, and where no range is proved for them, all is
 * defined: for sanitizers. The CRC of it is that of every core. */
static NOINLINE uint32_t crc_of_garbage(void)
{
    rig_q16 *r = test_take(sizeof *r);
    uint32_t crc = 0;
    make_rig_q16(r, test_tiny_q16, BLOB_BYTES(tiny_q16));
    for (unsigned round = 0; round < 24u; round++) {
        const bool plain = round % 2u == 0u;
        pelt_aim_q16 aim = {END, round % 4u, {0, 0, 0}, (int32_t)(test_random() >> 1)};
        pelt_limb_q16 limb = {END, round / 2u % 2u, {0, 0, 0}, (int32_t)(test_random() >> 16)};
        int32_t target[3];
        random_rig_q16(r, round % 3u != 0u);
        for (uint32_t i = 0; i < JOINT_COUNT && !plain; i++) {
            int32_t *words = r->locals[i].rotation;
            for (unsigned k = 0; k < 4u; k++)
                words[k] = test_random_extreme();
            for (unsigned k = 0; k < 12u; k++)
                r->matrices[i].m[k] = test_random_extreme();
        }
        for (unsigned i = 0; i < 3u; i++) {
            aim.axis[i] = test_random_extreme();
            limb.pole[i] = plain ? test_random_within(1 << 18) : test_random_extreme();
            target[i] = plain ? test_random_within(1 << 19) : test_random_extreme();
        }
        CHECK_OK(pelt_pose_aim_q16(&r->pose, &r->joints, &aim, target));
        CHECK_OK(pelt_pose_reach_q16(&r->pose, &r->joints, &limb, target));
        for (uint32_t i = 0; i < JOINT_COUNT; i++)
            crc = crc32_add_words(crc, r->locals[i].rotation, 4);
    }
    test_release();
    return crc;
}

void test_limbs(void)
{
    CHECK_EQ(crc_of_garbage(), LIMBS_CRC);
    limbs_q16(test_tiny_q16, BLOB_BYTES(tiny_q16), 2e-6);
    limbs_q16(test_tiny_q12, BLOB_BYTES(tiny_q12), 2e-5);
    limbs_f32(test_tiny_f32, BLOB_BYTES(tiny_f32), 4e-6);
}
