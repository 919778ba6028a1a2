/* SPDX-License-Identifier: MIT */
/* The loops that skin plain arrays (pelt/arrays.h): a reference, which a port may replace as it may
 * those of kernel.h. */
#ifndef PELT_KERNEL_PLAIN_H
#define PELT_KERNEL_PLAIN_H

#include "kernel.h"
#include "pelt/arrays.h"

/* A range of plain arrays (pelt/arrays.h) with every stride given. Positions or normals may be
 * NULL, in the output and the input alike. The caller has checked that every joint is in the
 * palette or ends a vertex's influences. count >= 1. Normals are not renormalised.
 *
 * q16: each influence's transform is exact and rounded once to Q16.16, and so is the weighted sum.
 * f32: the matrices are summed first, and sums may be fused.
 *
 * port/m3/plain.inc repeats the fields' offsets, and tests/unit/test_plain.c compares them. */
typedef struct plain_run {
    void *positions, *normals; /* of the output */
    const void *from_positions, *from_normals, *joints, *weights, *palette;
    uint32_t stride_bytes; /* of the output */
    uint32_t position_stride, normal_stride, joint_stride, weight_stride;
    uint32_t joint_type; /* pelt_arrays_joint_type */
    uint32_t palette_count, influence_count, count;
    uint32_t none_ends; /* 1: no joint ends a vertex's influences; 0: one may */
} plain_run;

/* Skins vertex count - left of a run that has positions and normals, for kernels that leave the
 * remaining vertices to the reference. Joints and weights may be of any type. */
void pelt_plain_vertex_q16(const plain_run *run, uint32_t left);
void pelt_plain_vertex_f32(const plain_run *run, uint32_t left);

void pelt_reference_plain_q16(const plain_run *run);
void pelt_reference_plain_f32(const plain_run *run);

/* Joint k of a vertex, or PELT_NO_JOINT for any value that ends its influences. */
static inline uint32_t plain_joint(const void *joints, uint32_t type, uint32_t k)
{
    if (type == PELT_ARRAYS_JOINTS_U16)
        return ((const uint16_t *)joints)[k];
    if (type == PELT_ARRAYS_JOINTS_U8) {
        const uint32_t joint = ((const uint8_t *)joints)[k];
        return joint == UINT8_MAX ? PELT_NO_JOINT : joint;
    }
    const int32_t joint = ((const int32_t *)joints)[k];
    return joint < 0 ? PELT_NO_JOINT : (uint32_t)joint;
}

#ifdef PELT_PLAIN_Q16
void pelt_kernel_plain_q16(const plain_run *run);
#else
#define pelt_kernel_plain_q16 pelt_reference_plain_q16
#endif
#ifdef PELT_PLAIN_F32
void pelt_kernel_plain_f32(const plain_run *run);
#else
#define pelt_kernel_plain_f32 pelt_reference_plain_f32
#endif

#endif
