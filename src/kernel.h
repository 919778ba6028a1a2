/* SPDX-License-Identifier: MIT */
/*
 * The hot loops: one function per flavour and number of influences, linked by name.
 *
 * pelt_reference_* in src/kernel_*.c is the specification, always compiled. The stages call
 * pelt_kernel_*: src/link_*.c, one file per family, passes these on to the reference; a port replaces
 * such a file by its own with the same symbols and the same results (fixed point: to the bit).
 */
#ifndef PELT_KERNEL_H
#define PELT_KERNEL_H

#include <stdint.h>

#include "format.h"
#include "pelt.h"

/* One linker line, *(.pelt.hot .pelt.hot.*), moves all hot code to ITCM, SRAM or IWRAM; what runs
 * per joint rather than per vertex has a section of its own. */
#if defined(__ELF__) && defined(__GNUC__)
#define PELT_HOT __attribute__((section(".pelt.hot")))
#define PELT_HOT_STAGE __attribute__((section(".pelt.hot.stage")))
#else
#define PELT_HOT
#define PELT_HOT_STAGE
#endif

/*
 * Skins `count` vertex records (format.h) of n influences with palette entries (12 words each, row
 * major; up to 16 bytes past the last may be loaded).
 * positions, normals   where the first vertex goes; the next is stride_bytes further. normals may
 *                      be NULL. Normals are raw: not renormalised.
 * Everything was checked by the caller: no checks here. count may be 0.
 *
 * Tuned kernels are made for six consecutive words a vertex: stride_bytes 24, normals = positions
 * + 3. pelt_strided_* is what they pass other layouts on to: it calls pelt_kernel_* like that, for a
 * few vertices at a time, and copies.
 *
 * The _set_ ones take runs whose records all have the offsets of the first (FORMAT_RUN_SAME_JOINTS),
 * so that entries stay in registers; their results are those of the others.
 */
#define PELT_DECLARE_SKIN(prefix, flavour, word)                                                   \
    void prefix##_##flavour(word *positions, word *normals, uint32_t stride_bytes,                \
                            const uint8_t *records, uint32_t count, const word *palette)

#define PELT_DECLARE_SKINS(flavour, word)                                                          \
    PELT_DECLARE_SKIN(pelt_reference_1, flavour, word);                                           \
    PELT_DECLARE_SKIN(pelt_reference_2, flavour, word);                                           \
    PELT_DECLARE_SKIN(pelt_reference_3, flavour, word);                                           \
    PELT_DECLARE_SKIN(pelt_reference_4, flavour, word);                                           \
    PELT_DECLARE_SKIN(pelt_strided_1, flavour, word);                                             \
    PELT_DECLARE_SKIN(pelt_strided_2, flavour, word);                                             \
    PELT_DECLARE_SKIN(pelt_strided_3, flavour, word);                                             \
    PELT_DECLARE_SKIN(pelt_strided_4, flavour, word);                                             \
    PELT_DECLARE_SKIN(pelt_kernel_1, flavour, word);                                              \
    PELT_DECLARE_SKIN(pelt_kernel_2, flavour, word);                                              \
    PELT_DECLARE_SKIN(pelt_kernel_3, flavour, word);                                              \
    PELT_DECLARE_SKIN(pelt_kernel_4, flavour, word);                                              \
    PELT_DECLARE_SKIN(pelt_kernel_set_1, flavour, word);                                          \
    PELT_DECLARE_SKIN(pelt_kernel_set_2, flavour, word);                                          \
    PELT_DECLARE_SKIN(pelt_kernel_set_3, flavour, word);                                          \
    PELT_DECLARE_SKIN(pelt_kernel_set_4, flavour, word)

PELT_DECLARE_SKINS(q16, int32_t);
PELT_DECLARE_SKINS(q12, int32_t);
PELT_DECLARE_SKINS(f32, float);

/*
 * Records of one influence on mixes of entries (FORMAT_RUN_BLENDED): a mix holds the matrix itself,
 * an entry twice of it, and normals are Q15. In q12 and f32 they go through kernels 1.
 */
PELT_DECLARE_SKIN(pelt_reference_blended, q16, int32_t);
PELT_DECLARE_SKIN(pelt_strided_blended, q16, int32_t);
PELT_DECLARE_SKIN(pelt_kernel_blended, q16, int32_t);
PELT_DECLARE_SKIN(pelt_strided_blended, q16, int32_t);

/*
 * Makes `count` mixes of n = 2 to 4 entries, 12 words each, from heads (format.h), to the bit what
 * kernel n makes on its way. `mixes` and `palette` do not overlap.
 */
#define PELT_DECLARE_BLEND(prefix, flavour, word)                                                  \
    void prefix##_##flavour(word *mixes, const uint8_t *heads, uint32_t count,                     \
                            const word *palette, uint32_t influences)
PELT_DECLARE_BLEND(pelt_reference_blend, q16, int32_t);
PELT_DECLARE_BLEND(pelt_reference_blend, q12, int32_t);
PELT_DECLARE_BLEND(pelt_reference_blend, f32, float);
PELT_DECLARE_BLEND(pelt_kernel_blend, q16, int32_t);
PELT_DECLARE_BLEND(pelt_kernel_blend, q12, int32_t);
PELT_DECLARE_BLEND(pelt_kernel_blend, f32, float);

/*
 * Tangents of the same vertices: the 3x3 of the records' blended entries applied to `stored`
 * (format.h), three raw words each, `stride_bytes` apart.
 */
void pelt_reference_tangents_q16(int32_t *tangents, uint32_t stride_bytes, const uint8_t *records,
                                 const uint8_t *stored, uint32_t count, const int32_t *palette,
                                 uint32_t influences);
void pelt_reference_tangents_q12(int32_t *tangents, uint32_t stride_bytes, const uint8_t *records,
                                 const uint8_t *stored, uint32_t count, const int32_t *palette,
                                 uint32_t influences);
void pelt_reference_tangents_f32(float *tangents, uint32_t stride_bytes, const uint8_t *records,
                                 const uint8_t *stored, uint32_t count, const float *palette,
                                 uint32_t influences);

/* Raw normals, in place, to Q16.16 unit length; zero stays zero. Direction moves by at most 0.005
 * degrees, the length is one within 2e-4. f32: within 1e-6, up to lengths of 2^110. */
void pelt_reference_normalise_q16(int32_t *normals, uint32_t stride_bytes, uint32_t count);
void pelt_reference_normalise_f32(float *normals, uint32_t stride_bytes, uint32_t count);
void pelt_kernel_normalise_q16(int32_t *normals, uint32_t stride_bytes, uint32_t count);
void pelt_kernel_normalise_f32(float *normals, uint32_t stride_bytes, uint32_t count);

/* Raw normals known to be of length 2^raw_bits, in place, to Q16.16. raw_bits in [0, 30]. */
void pelt_reference_rescale_q16(int32_t *normals, uint32_t stride_bytes, uint32_t count,
                                uint32_t raw_bits);

/*
 * One joint's model matrix from its local transform and its parent's, or NULL; one palette entry of
 * q12. Nothing overlaps.
 */
void pelt_reference_joint_q16(int32_t out[12], const pelt_local_q16 *local, const int32_t *parent);
void pelt_kernel_joint_q16(int32_t out[12], const pelt_local_q16 *local, const int32_t *parent);
void pelt_reference_joint_q12(int32_t out[12], const pelt_local_q16 *local, const int32_t *parent);
void pelt_reference_entry_q12(int32_t out[12], const int32_t joint[12],
                              const format_entry_q16 *entry);
void pelt_kernel_joint_q12(int32_t out[12], const pelt_local_q16 *local, const int32_t *parent);
void pelt_kernel_entry_q12(int32_t out[12], const int32_t joint[12], const format_entry_q16 *entry);

/*
 * Whole stages in float. Tracks of one clip (format.h) at a time, to the locals of their joints;
 * model matrices of `count` joints, parents first; the entries of a palette. Nothing overlaps.
 */
#define PELT_DECLARE_STAGES(prefix)                                                                \
    void prefix##_tracks_f32(pelt_local_f32 *locals, const format_track *tracks, uint32_t count,   \
                             const uint8_t *keys, pelt_time time);                                 \
    void prefix##_joints_f32(pelt_matrix_f32 *matrices, const pelt_local_f32 *locals,              \
                             const format_joint *joints, uint32_t count);                          \
    void prefix##_palette_f32(pelt_matrix_f32 *palette, const pelt_matrix_f32 *matrices,           \
                              const format_entry_f32 *entries, uint32_t count)

PELT_DECLARE_STAGES(pelt_reference);
PELT_DECLARE_STAGES(pelt_kernel);

#endif
