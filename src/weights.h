/* SPDX-License-Identifier: MIT */
#ifndef PELT_WEIGHTS_H
#define PELT_WEIGHTS_H

#include <stdint.h>

/* Influences before PELT_NO_JOINT. */
uint32_t pelt_weights_used(const uint16_t *joints, uint32_t influences);

/*
 * Scales count <= 8 weights in place to sum exactly to `one` (1 to 65536): negative ones become 0,
 * quotients are rounded down, the remainder goes to the largest; all zero: the first gets `one`.
 */
void pelt_weights_to_sum(int32_t *weights, uint32_t count, int32_t one);

#endif
