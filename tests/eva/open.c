/* SPDX-License-Identifier: MIT */
/* Frama-C EVA: opening memory of any content and size has no run-time error; docs/DESIGN.md has the
 * command. */
#include <stddef.h>
#include <stdint.h>

#include "__fc_builtin.h"
#include "pelt.h"

#define BYTES 4096

static uint32_t blob[BYTES / 4];

int eva_main(void)
{
    pelt_model model;
    Frama_C_make_unknown((char *)blob, BYTES);
    const size_t bytes = (size_t)Frama_C_interval(0, BYTES);
    return Frama_C_nondet(0, 1) ? (int)pelt_model_open(&model, blob, bytes)
                                : (int)pelt_model_open_unchecked_crc(&model, blob, bytes);
}
