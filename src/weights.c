/* SPDX-License-Identifier: MIT */
/* Weights that sum to one, exactly. */
#include <float.h>

#include "pelt.h"
#include "weights.h"

uint32_t pelt_weights_used(const uint16_t *joints, uint32_t influences)
{
    uint32_t used = 0;
    while (used < influences && joints[used] != PELT_NO_JOINT)
        used++;
    return used;
}

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

static int valid(const void *weights, const uint16_t *joints, uint32_t influences)
{
    return weights != NULL && joints != NULL && influences >= 1u && influences <= 8u;
}

pelt_status pelt_weights_repair_q16(int32_t *weights, const uint16_t *joints,
                                    uint32_t vertex_count, uint32_t influence_count)
{
    if (!valid(weights, joints, influence_count))
        return PELT_E_ARGUMENT;
    for (uint32_t v = 0; v < vertex_count; v++) {
        const uint32_t used = pelt_weights_used(joints, influence_count);
        int64_t sum = 0;
        int clean = 1;
        for (uint32_t k = 0; k < influence_count; k++) {
            if (k >= used)
                weights[k] = 0;
            clean = clean && weights[k] >= 0;
            sum += weights[k];
        }
        if (used > 0u && (!clean || sum != 65536))
            pelt_weights_to_sum(weights, used, 65536);
        joints += influence_count;
        weights += influence_count;
    }
    return PELT_OK;
}

pelt_status pelt_weights_repair_f32(float *weights, const uint16_t *joints,
                                    uint32_t vertex_count, uint32_t influence_count)
{
    if (!valid(weights, joints, influence_count))
        return PELT_E_ARGUMENT;
    for (uint32_t v = 0; v < vertex_count; v++) {
        const uint32_t used = pelt_weights_used(joints, influence_count);
        float sum = 0.0f;
        for (uint32_t k = 0; k < influence_count; k++) {
            if (k >= used || !(weights[k] > 0.0f) || weights[k] > FLT_MAX) /* NaN, infinity too */
                weights[k] = 0.0f;
            sum += weights[k];
        }
        if (sum > FLT_MAX) { /* up to eight of the largest: in sixteenths their sum is finite */
            sum = 0.0f;
            for (uint32_t k = 0; k < used; k++) {
                weights[k] *= 0.0625f;
                sum += weights[k];
            }
        }
        if (used > 0u && !(sum > 0.0f)) {
            weights[0] = 1.0f;
        } else if (used > 0u && sum != 1.0f) {
            /* Division, not a reciprocal: tiny sums have none. */
            float rest = 1.0f;
            uint32_t largest = 0;
            for (uint32_t k = 0; k < used; k++) {
                weights[k] /= sum;
                rest -= weights[k];
                if (weights[k] > weights[largest])
                    largest = k;
            }
            weights[largest] += rest;
        }
        joints += influence_count;
        weights += influence_count;
    }
    return PELT_OK;
}
