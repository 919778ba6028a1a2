/* SPDX-License-Identifier: MIT */
#ifndef PELT_VERTEX_WEIGHTS_H
#define PELT_VERTEX_WEIGHTS_H

#include <stdint.h>

/* Makes `count` <= 8 weights sum to one exactly: see pelt_weights_repair_*. `one` <= 2^16. */
void pelt_weights_to_sum(int32_t *weights, uint32_t count, int32_t one);
void pelt_weights_to_one(float *weights, uint32_t count);

#endif
