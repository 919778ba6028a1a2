/* SPDX-License-Identifier: MIT */
/* Frama-C EVA: opening memory of any content and size has no run-time error; docs/NOTES.md has the
 * command. */
#include <stddef.h>
#include <stdint.h>

#include "__fc_builtin.h"
#include "src/kernel/family.h"

#define BYTES 4096

static uint32_t blob[BYTES / 4];

/* What opening looks at: the encoding, whether there are kernels for sets, bytes of records, and how
 * packed ones are unpacked. */
static const pelt_kernels_q16 plain = {{0}, {0}, {0}, 0, 0};
static const pelt_kernels_q16 with_sets = {{0}, {0, pelt_reference_set_2_q16}, {0}, 0, 0};
static const pelt_kernels_f32 real_with_sets = {{0}, {0, pelt_reference_set_2_f32}, {0}, 0, 0};
static const pelt_family exact = {
    PELT_EXACT, {16, 20, 28, 28},          {4, 4, 8, 8},        &with_sets, 0, 0,
    0,          pelt_reference_unpack_q16, pelt_validate_packed};
static const pelt_family exact_plain = {
    PELT_EXACT, {16, 20, 28, 28}, {4, 4, 8, 8}, &plain, 0, 0, 0, 0, 0};
static const pelt_family lean = {
    PELT_LEAN, {12, 16, 28, 28},          {0, 4, 8, 8},        &with_sets, 0, 0,
    0,         pelt_reference_unpack_q12, pelt_validate_packed};
static const pelt_family real = {
    PELT_FLOAT, {28, 40, 48, 56}, {4, 8, 12, 16}, 0, &real_with_sets, 0, 0, 0, 0};

#define FAMILIES 4
static const pelt_family *const families[FAMILIES] = {&exact, &exact_plain, &lean, &real};

int eva_main(void)
{
    pelt_model model;
    Frama_C_make_unknown((char *)blob, BYTES);
    const size_t bytes = (size_t)Frama_C_interval(0, BYTES);
    const pelt_family *family = families[Frama_C_interval(0, FAMILIES - 1)];
    return Frama_C_nondet(0, 1) ? (int)pelt_model_open(&model, blob, bytes, family)
                                : (int)pelt_model_open_without_crc(&model, blob, bytes, family);
}
