/* SPDX-License-Identifier: MIT */
/*
 * Kernels that only AVX2 has: of 64-bit products of signed words, or shifts by lane, which SSE2 has no
 * instruction for. Elsewhere they are the reference.
 */
#include "../../src/arithmetic/timeline.h"
#include "../../src/kernel/plain.h"

#ifdef PELT_PORT_VECTOR

#include "vector.h"

bool pelt_unfused_floats;

#ifdef __SSE2__

KERNEL(pelt_kernel_plain_q16, (const plain_run *run), (run), pelt_reference_plain_q16(run))
KERNEL(pelt_kernel_normalise_q16, (int32_t * normals, uint32_t stride_bytes, uint32_t count),
       (normals, stride_bytes, count), pelt_reference_normalise_q16(normals, stride_bytes, count))
KERNEL(pelt_kernel_joint_q16, (int32_t out[12], const pelt_local_q16 *local, const int32_t *parent),
       (out, local, parent), pelt_reference_joint_q16(out, local, parent))
KERNEL(pelt_kernel_entry_q16,
       (int32_t out[12], const int32_t joint[12], const format_entry_q16 *entry),
       (out, joint, entry), pelt_reference_entry_q16(out, joint, entry))

#endif

#undef USES_AVX2
#ifdef __SSE2__
#define USES_AVX2 (PELT_HAS_AVX2 && !pelt_unfused_floats)
#endif
KERNEL(pelt_kernel_track_f32,
       (pelt_local_f32 * local, uint32_t kind, const void *values, const timeline_place *place),
       (local, kind, values, place), pelt_reference_track_f32(local, kind, values, place))

#endif
