/* SPDX-License-Identifier: MIT */
/* A core's cycle counter; one file cycles_*.c per kind, chosen in bench.mk. */
#ifndef PELT_BENCH_CYCLES_H
#define PELT_BENCH_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

/* False where there is no such counter. */
bool cycles_start(void);
/* Counts up, in the bits of cycles_mask. Stands still where an emulator does not have it. */
uint32_t cycles_now(void);
extern const uint32_t cycles_mask;

#endif
