/* SPDX-License-Identifier: MIT */
/* A core's cycle counter; one file cycles_*.c per kind, chosen in bench.mk. */
#ifndef PELT_BENCH_CYCLES_H
#define PELT_BENCH_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

/* The emulator's cycles are the machine's: they are what is wanted even there. */
extern const bool cycles_always;

/* False where there is no such counter, or it stands still, as in QEMU. */
bool cycles_start(void);
uint32_t cycles_now(void);
uint32_t cycles_between(uint32_t start, uint32_t end);

#endif
