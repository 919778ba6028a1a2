/* SPDX-License-Identifier: MIT */
/* The loops of plain arrays (pelt/arrays.h), as those of kernel.h: a reference, and perhaps a
 * port's. */
#ifndef PELT_KERNEL_PLAIN_H
#define PELT_KERNEL_PLAIN_H

#include "kernel.h"
#include "pelt/arrays.h"

/*
 * A range of plain arrays (pelt/arrays.h), all strides given. Of positions and normals one may be
 * NULL, in the output and what it is made from. Joints are in the palette or end a vertex's
 * influences, all of which was checked by the caller. count >= 1. Normals stay raw.
 *
 * q16: each influence's transform is exact and rounded once to Q16.16, the weighted sum too. f32:
 * the matrices are summed first, and sums may be fused.
 *
 * port/m3/plain.inc has the fields' offsets, tests/unit/test_plain.c compares them.
 */
typedef struct plain_run {
    void *positions, *normals; /* of the output */
    const void *from_positions, *from_normals, *joints, *weights, *palette;
    uint32_t stride_bytes; /* of the output */
    uint32_t position_stride, normal_stride, joint_stride, weight_stride;
    uint32_t joint_type; /* pelt_arrays_joint_type */
    uint32_t palette_count, influence_count, count;
    uint32_t none_ends; /* 1: no joint ends a vertex's influences; 0: one may */
} plain_run;

/* Vertex count - left of a run of positions and normals, whatever joints and weights it has: for
 * kernels that leave some to the reference. */
void pelt_plain_vertex_q16(const plain_run *run, uint32_t left);
void pelt_plain_vertex_f32(const plain_run *run, uint32_t left);

void pelt_reference_plain_q16(const plain_run *run);
void pelt_reference_plain_f32(const plain_run *run);

/* Joint k of a vertex; PELT_NO_JOINT for all that end its influences. */
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
