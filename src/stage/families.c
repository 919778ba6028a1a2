/* SPDX-License-Identifier: MIT */
/* The families. Where a port has no kernel of its own the names here are the reference's
 * (kernel.h). Each table is a section of its own with -fdata-sections: --gc-sections drops what
 * nobody opens a model with, and the kernels that only it refers to. */
#include "../kernel/family.h"

#define SKIN(suffix)                                                                               \
    pelt_kernel_1_##suffix, pelt_kernel_2_##suffix, pelt_kernel_3_##suffix, pelt_kernel_4_##suffix
#define SET(suffix)                                                                                \
    pelt_kernel_set_1_##suffix, pelt_kernel_set_2_##suffix, pelt_kernel_set_3_##suffix,            \
        pelt_kernel_set_4_##suffix
/* Lean models have no sets of one influence. */
#define LEAN_SET NULL, pelt_kernel_set_2_q12, pelt_kernel_set_3_q12, pelt_kernel_set_4_q12
#define PACKED(suffix)                                                                             \
    pelt_packed_1_##suffix, pelt_packed_2_##suffix, pelt_packed_3_##suffix, pelt_packed_4_##suffix

#ifdef FAMILY_POSITIONS_Q16
#define POSITIONS_Q16 pelt_kernel_positions_q16
#else
#define POSITIONS_Q16 NULL
#endif
#ifdef FAMILY_POSITIONS_Q12
#define POSITIONS_Q12 pelt_kernel_positions_q12
#else
#define POSITIONS_Q12 NULL
#endif
#ifdef FAMILY_POSITIONS_F32
#define POSITIONS_F32 pelt_kernel_positions_f32
#else
#define POSITIONS_F32 NULL
#endif
/* Plain families are to be small. */
#ifdef PELT_POSITIONS_ALWAYS
#define PLAIN_POSITIONS(kernel) kernel
#else
#define PLAIN_POSITIONS(kernel) NULL
#endif

#define EXACT_KERNELS(set, packed, positions)                                                      \
    {SKIN(q16)}, {set}, {packed}, positions, pelt_joints_exact, pelt_palette_exact
#define LEAN_KERNELS(set, packed, positions, joints)                                               \
    {SKIN(q12)}, {set}, {packed}, positions, joints, pelt_palette_lean
#define FLOAT_KERNELS(set, positions)                                                              \
    {SKIN(f32)}, {set}, {NULL}, positions, pelt_kernel_joints_f32, pelt_kernel_palette_f32

static const pelt_kernels_q16 exact = {EXACT_KERNELS(SET(q16), NULL, POSITIONS_Q16)};
static const pelt_kernels_q16 exact_packed = {EXACT_KERNELS(SET(q16), PACKED(q16), POSITIONS_Q16)};
const pelt_kernels_q16 pelt_exact_plain_kernels = {
    EXACT_KERNELS(NULL, NULL, PLAIN_POSITIONS(POSITIONS_Q16))};
static const pelt_kernels_q16 lean = {
    LEAN_KERNELS(LEAN_SET, NULL, POSITIONS_Q12, pelt_joints_lean)};
static const pelt_kernels_q16 lean_packed = {
    LEAN_KERNELS(LEAN_SET, PACKED(q12), POSITIONS_Q12, pelt_joints_lean)};
static const pelt_kernels_q16 lean_plain = {LEAN_KERNELS(NULL, NULL, NULL, pelt_joints_lean)};
/* Model matrices as of exact models. */
static const pelt_kernels_q16 lean_wide = {
    LEAN_KERNELS(LEAN_SET, NULL, POSITIONS_Q12, pelt_joints_exact)};
static const pelt_kernels_f32 real = {FLOAT_KERNELS(SET(f32), POSITIONS_F32)};
const pelt_kernels_f32 pelt_float_plain_kernels = {
    FLOAT_KERNELS(NULL, PLAIN_POSITIONS(POSITIONS_F32))};

static const pelt_morphing_q16 fixed_morphs = {pelt_morph_alloc, pelt_pose_weights_q16,
                                               pelt_morph_build_q16, pelt_morph_renew_q16};
static const pelt_morphing_f32 float_morphs = {pelt_morph_alloc, pelt_pose_weights_f32,
                                               pelt_morph_build_f32, pelt_morph_renew_f32};

#define NO_MORPHS NULL, NULL
/* What unpacks records, and opening's check of them. */
#define UNPACKS_NONE NULL, NULL
#define UNPACKS(suffix) pelt_reference_unpack_##suffix, pelt_validate_packed
#define NO_BETWEENS NULL, NULL, NULL
#define BETWEENS(q16, f32) pelt_validate_betweens, q16, f32

#define EXACT(kernels) PELT_EXACT, {16, 20, 28, 28}, {4, 4, 8, 8}, kernels, NULL
/* 0: rigid records do not lose theirs. */
#define LEAN(kernels) PELT_LEAN, {12, 16, 28, 28}, {0, 4, 8, 8}, kernels, NULL
#define FLOAT(kernels) PELT_FLOAT, {28, 40, 48, 56}, {4, 8, 12, 16}, NULL, kernels

const pelt_family pelt_exact_plain = {EXACT(&pelt_exact_plain_kernels), NO_MORPHS, UNPACKS_NONE,
                                      NO_BETWEENS};
const pelt_family pelt_exact = {EXACT(&exact), NO_MORPHS, UNPACKS_NONE, NO_BETWEENS};
const pelt_family pelt_exact_packed = {EXACT(&exact_packed), NO_MORPHS, UNPACKS(q16), NO_BETWEENS};
const pelt_family pelt_exact_morphs = {EXACT(&exact_packed), &fixed_morphs, NULL, UNPACKS(q16),
                                       NO_BETWEENS};
const pelt_family pelt_lean_plain = {LEAN(&lean_plain), NO_MORPHS, UNPACKS_NONE, NO_BETWEENS};
const pelt_family pelt_lean = {LEAN(&lean), NO_MORPHS, UNPACKS_NONE, NO_BETWEENS};
const pelt_family pelt_lean_wide = {LEAN(&lean_wide), NO_MORPHS, UNPACKS_NONE, NO_BETWEENS};
const pelt_family pelt_lean_packed = {LEAN(&lean_packed), NO_MORPHS, UNPACKS(q12), NO_BETWEENS};
const pelt_family pelt_lean_morphs = {LEAN(&lean_packed), &fixed_morphs, NULL, UNPACKS(q12),
                                      NO_BETWEENS};
const pelt_family pelt_float_plain = {FLOAT(&pelt_float_plain_kernels), NO_MORPHS, UNPACKS_NONE,
                                      NO_BETWEENS};
const pelt_family pelt_float = {FLOAT(&real), NO_MORPHS, UNPACKS_NONE, NO_BETWEENS};
const pelt_family pelt_float_morphs = {FLOAT(&real), NULL, &float_morphs, UNPACKS_NONE,
                                       NO_BETWEENS};
const pelt_family pelt_exact_volume = {EXACT(&exact_packed), &fixed_morphs, NULL, UNPACKS(q16),
                                       BETWEENS(pelt_betweens_exact, NULL)};
const pelt_family pelt_lean_volume = {LEAN(&lean_packed), &fixed_morphs, NULL, UNPACKS(q12),
                                      BETWEENS(pelt_betweens_lean, NULL)};
const pelt_family pelt_float_volume = {FLOAT(&real), NULL, &float_morphs, UNPACKS_NONE,
                                       BETWEENS(NULL, pelt_betweens_float)};
