/* SPDX-License-Identifier: MIT */
/* Vertex weights that sum to one, exactly. */
#include "vertex_weights.h"

#define LARGEST 3.402823466e38f /* of all floats; <float.h> is not for all targets */

void pelt_weights_to_sum(int32_t *weights, uint32_t count, int32_t one)
{
    /* Down to 16 bits each, so that weight * one (at most 2^16) and sums of up to 8 stay below
     * 2^32 and 2^19: 32-bit divisions only. */
    uint32_t largest_value = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (weights[k] < 0)
            weights[k] = 0;
        if ((uint32_t)weights[k] > largest_value)
            largest_value = (uint32_t)weights[k];
    }
    unsigned down = 0;
    while (largest_value >> down > 0xFFFFu)
        down++;
    uint32_t sum = 0;
    for (uint32_t k = 0; k < count; k++) {
        weights[k] = (int32_t)((uint32_t)weights[k] >> down);
        sum += (uint32_t)weights[k];
    }
    if (sum == 0u) {
        if (count > 0u)
            weights[0] = one;
        return;
    }
    int32_t rest = one;
    uint32_t largest = 0;
    for (uint32_t k = 0; k < count; k++) {
        weights[k] = (int32_t)((uint32_t)weights[k] * (uint32_t)one / sum);
        rest -= weights[k];
        if (weights[k] > weights[largest])
            largest = k;
    }
    weights[largest] += rest; /* 0 <= rest < count: every quotient was rounded down */
}

/* NaN and infinity count as zero. */
void pelt_weights_to_one(float *weights, uint32_t count)
{
    float sum = 0.0f;
    for (uint32_t k = 0; k < count; k++) {
        if (!(weights[k] > 0.0f) || weights[k] > LARGEST)
            weights[k] = 0.0f;
        sum += weights[k];
    }
    if (sum > LARGEST) { /* up to eight of the largest: in sixteenths their sum is finite */
        sum = 0.0f;
        for (uint32_t k = 0; k < count; k++) {
            weights[k] *= 0.0625f;
            sum += weights[k];
        }
    }
    if (count == 0u || sum == 1.0f)
        return;
    if (!(sum > 0.0f)) {
        weights[0] = 1.0f;
        return;
    }
    float rest = 1.0f;
    uint32_t largest = 0;
    for (uint32_t k = 0; k < count; k++) {
        weights[k] /= sum; /* division, not a reciprocal: tiny sums have none */
        rest -= weights[k];
        if (weights[k] > weights[largest])
            largest = k;
    }
    weights[largest] += rest;
}
