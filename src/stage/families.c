/* SPDX-License-Identifier: MIT */
/*
 * The families. Where a port has no kernel of its own the names here are the reference's
 * (kernel.h). Each table is a section of its own with -fdata-sections: --gc-sections drops what
 * nobody opens a model with, and the kernels that only it refers to.
 */
#include "../kernel/family.h"

#define SKIN(suffix)                                                                               \
    {                                                                                              \
        pelt_kernel_1_##suffix, pelt_kernel_2_##suffix, pelt_kernel_3_##suffix,                    \
            pelt_kernel_4_##suffix                                                                 \
    }
#define SET(suffix)                                                                                \
    {                                                                                              \
        pelt_kernel_set_1_##suffix, pelt_kernel_set_2_##suffix, pelt_kernel_set_3_##suffix,        \
            pelt_kernel_set_4_##suffix                                                             \
    }

static const pelt_kernels_q16 exact = {
    SKIN(q16),           SET(q16),          pelt_kernel_mixed_q16,
    pelt_kernel_mix_q16, pelt_reference_unpack_q16, pelt_joints_exact, pelt_palette_exact,
};
const pelt_kernels_q16 pelt_exact_plain_kernels = {
    SKIN(q16), SKIN(q16), NULL, NULL, NULL, pelt_joints_exact, pelt_palette_exact,
};
static const pelt_kernels_q16 lean = {
    SKIN(q12),           SET(q12),         pelt_kernel_1_q12,
    pelt_kernel_mix_q12, pelt_reference_unpack_q12, pelt_joints_lean, pelt_palette_lean,
};
static const pelt_kernels_q16 lean_plain = {
    SKIN(q12), SKIN(q12), NULL, NULL, NULL, pelt_joints_lean, pelt_palette_lean,
};
/* Model matrices as of exact models. */
static const pelt_kernels_q16 lean_wide = {
    SKIN(q12),           SET(q12),          pelt_kernel_1_q12,
    pelt_kernel_mix_q12, pelt_reference_unpack_q12, pelt_joints_exact, pelt_palette_lean,
};
static const pelt_kernels_f32 real = {
    SKIN(f32),           SET(f32),               pelt_kernel_1_f32,
    pelt_kernel_mix_f32, NULL, pelt_kernel_joints_f32, pelt_kernel_palette_f32,
};
const pelt_kernels_f32 pelt_float_plain_kernels = {
    SKIN(f32), SKIN(f32), NULL, NULL, NULL, pelt_kernel_joints_f32, pelt_kernel_palette_f32,
};

static const pelt_morphing_q16 fixed_morphs = {
    pelt_morph_bytes_q16,          pelt_morph_alloc_q16, pelt_morph_weights_rest_q16,
    pelt_morph_weights_sample_q16, pelt_morph_build_q16,
};
static const pelt_morphing_f32 float_morphs = {
    pelt_morph_bytes_f32,          pelt_morph_alloc_f32, pelt_morph_weights_rest_f32,
    pelt_morph_weights_sample_f32, pelt_morph_build_f32,
};

#define EXACT(has_mixes, kernels) PELT_EXACT, has_mixes, {16, 20, 28, 28}, kernels, NULL
#define LEAN(has_mixes, kernels) PELT_LEAN, has_mixes, {12, 16, 28, 28}, kernels, NULL
#define FLOAT(has_mixes, kernels) PELT_FLOAT, has_mixes, {28, 40, 48, 56}, NULL, kernels

const pelt_family pelt_exact_plain = {EXACT(0, &pelt_exact_plain_kernels), NULL, NULL};
const pelt_family pelt_exact = {EXACT(1, &exact), NULL, NULL};
const pelt_family pelt_exact_morphs = {EXACT(1, &exact), &fixed_morphs, NULL};
const pelt_family pelt_lean_plain = {LEAN(0, &lean_plain), NULL, NULL};
const pelt_family pelt_lean = {LEAN(1, &lean), NULL, NULL};
const pelt_family pelt_lean_wide = {LEAN(1, &lean_wide), NULL, NULL};
const pelt_family pelt_lean_morphs = {LEAN(1, &lean), &fixed_morphs, NULL};
const pelt_family pelt_float_plain = {FLOAT(0, &pelt_float_plain_kernels), NULL, NULL};
const pelt_family pelt_float = {FLOAT(1, &real), NULL, NULL};
const pelt_family pelt_float_morphs = {FLOAT(1, &real), NULL, &float_morphs};
