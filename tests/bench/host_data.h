/* SPDX-License-Identifier: MIT */
/*
 * What the host's benchmark skins: one mesh as plain arrays in float and Q16.16, and as records,
 * all with the same numbers. A fixed seed; joints and weights random per vertex, or in runs of one
 * joint set.
 */
#ifndef BENCH_HOST_DATA_H
#define BENCH_HOST_DATA_H

#include <stdint.h>

#define VERTICES 10000u
#define JOINTS 64u
#define RUNS_MAX VERTICES

/* Arrays as the textbook has them. */
typedef struct plain_mesh {
    float positions_f32[VERTICES * 3u], normals_f32[VERTICES * 3u], weights_f32[VERTICES * 4u];
    int32_t positions_q16[VERTICES * 3u], normals_q16[VERTICES * 3u], weights_q16[VERTICES * 4u];
    uint16_t joints[VERTICES * 4u];
} plain_mesh;

/* Vertex records (format.h), and how many of them follow each other with the same joints. */
typedef struct packed_mesh {
    uint32_t records_f32[VERTICES * 56u / 4u];
    uint32_t records_q16[VERTICES * 28u / 4u];
    uint32_t run_lengths[RUNS_MAX];
    uint32_t run_count;
} packed_mesh;

/* Palettes, as the textbook and as the kernels have them; 16 bytes of padding. */
typedef struct palettes {
    float plain_f32[JOINTS * 12u + 4u];
    int32_t plain_q16[JOINTS * 12u];
    int32_t folded_q16[JOINTS * 12u + 4u];
} palettes;

/* A unit normal's length as the q16 kernels leave it is 2^this. */
#define RAW_NORMAL_BITS 21

void make_palettes(palettes *out);

/* mean_run  0: joints random per vertex; else runs of one joint set of this mean length */
void make_mesh(plain_mesh *plain, packed_mesh *packed, uint32_t influences, uint32_t mean_run);

#endif
