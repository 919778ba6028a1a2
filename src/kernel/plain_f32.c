/* SPDX-License-Identifier: MIT */
/* Skins plain arrays in float: the influences' matrices are summed by weight, and the sum
 * transforms. */
#include <stdbool.h>

#include "plain.h"

typedef float num;

#define PLAIN_REFERENCE pelt_reference_plain_f32
#define WEIGHT_ONE 1.0f

typedef struct plain_state {
    float m[12];
} plain_state;

static inline void plain_begin(plain_state *state)
{
    for (unsigned e = 0; e < 12u; e++)
        state->m[e] = 0.0f;
}

/* Uses only the position's state: one sum of matrices serves both. */
PELT_EACH void plain_add(plain_state *sum, plain_state *same, const float *m, const float *p,
                         const float *n, bool moves, float weight)
{
    (void)same, (void)p, (void)n, (void)moves;
    for (unsigned e = 0; e < 12u; e += 4u) {
        sum->m[e] += m[e] * weight;
        sum->m[e + 1u] += m[e + 1u] * weight;
        sum->m[e + 2u] += m[e + 2u] * weight;
        sum->m[e + 3u] += m[e + 3u] * weight;
    }
}

static inline void end_one(float v[3], const float m[12], bool moves)
{
    const float x = v[0], y = v[1], z = v[2];
    for (unsigned r = 0; r < 3u; r++, m += 4)
        v[r] = m[0] * x + m[1] * y + m[2] * z + (moves ? m[3] : 0.0f);
}

static inline void plain_end(const plain_state *sum, const plain_state *same, float *p, float *n,
                             bool moves)
{
    (void)same;
    end_one(p, sum->m, moves);
    if (n != NULL)
        end_one(n, sum->m, false);
}

#include "plain.inc"

/* clang-format off */

void pelt_reference_plain_f32(const plain_run *run)
{ plain_reference(run); }
void pelt_plain_vertex_f32(const plain_run *run, uint32_t left)
{ plain_vertex(run, left); }
