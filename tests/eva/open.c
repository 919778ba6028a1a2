/* SPDX-License-Identifier: MIT */
/* Lets Frama-C's EVA show that opening up to 4096 bytes of any content has no run-time error.
 * tests/eva/run runs it. */
#include "__fc_builtin.h"
#include "src/kernel/family.h"

#define BYTES 4096

static uint32_t blob[BYTES / 4];

/* Opening reads only these fields of a family: the encoding; the sizes of records and of the offsets that
 * stand before a run of one joint set; whether set[1], a kernel for such runs, is there; and the functions
 * that unpack a packed record, check one, and check in-betweens, each of which may be NULL. */
static const pelt_kernels_q16 plain = {0};
static const pelt_kernels_q16 with_sets = {.set = {0, pelt_reference_set_2_q16}};
static const pelt_kernels_f32 floats_with_sets = {.set = {0, pelt_reference_set_2_f32}};
static const pelt_family exact = {.encoding = PELT_EXACT,
                                  .record_bytes = {16, 20, 28, 28},
                                  .offset_bytes = {4, 4, 8, 8},
                                  .q16 = &with_sets,
                                  .unpack = pelt_reference_unpack_q16,
                                  .check_packed = pelt_validate_packed,
                                  .check_betweens = pelt_validate_betweens};
static const pelt_family exact_plain = {.encoding = PELT_EXACT,
                                        .record_bytes = {16, 20, 28, 28},
                                        .offset_bytes = {4, 4, 8, 8},
                                        .q16 = &plain};
static const pelt_family lean = {.encoding = PELT_LEAN,
                                 .record_bytes = {12, 16, 28, 28},
                                 .offset_bytes = {0, 4, 8, 8},
                                 .q16 = &with_sets,
                                 .unpack = pelt_reference_unpack_q12,
                                 .check_packed = pelt_validate_packed,
                                 .check_betweens = pelt_validate_betweens};
static const pelt_family floats = {.encoding = PELT_FLOAT,
                                   .record_bytes = {28, 40, 48, 56},
                                   .offset_bytes = {4, 8, 12, 16},
                                   .f32 = &floats_with_sets,
                                   .check_betweens = pelt_validate_betweens};

#define FAMILIES 4
static const pelt_family *const families[FAMILIES] = {&exact, &exact_plain, &lean, &floats};

int eva_main(void)
{
    pelt_model model;
    Frama_C_make_unknown((char *)blob, BYTES);
    const size_t bytes = (size_t)Frama_C_interval(0, BYTES);
    const pelt_family *family = families[Frama_C_interval(0, FAMILIES - 1)];
    return Frama_C_nondet(0, 1) ? (int)pelt_model_open(&model, blob, bytes, family)
                                : (int)pelt_model_open_without_crc(&model, blob, bytes, family);
}
