/* SPDX-License-Identifier: MIT */
/*
 * The hot loops: one function per encoding and number of influences. q16 here are those of exact
 * models, q12 those of lean ones; family.h puts them into tables.
 *
 * pelt_reference_* in src/kernel/ is the specification, always compiled. The stages call
 * pelt_kernel_*: a function of the port (port/select.h) with the same results, fixed point to the
 * bit, or where the port has none another name of the reference.
 */
#ifndef PELT_KERNEL_H
#define PELT_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#include "../../port/select.h"
#include "../base/inline.h"
#include "../blob/format.h"
#include "pelt.h"

/* One linker line, *(.pelt.hot .pelt.hot.*), moves all hot code to ITCM, SRAM or IWRAM. Every
 * function has a section of its own, so that --gc-sections drops what no family in use names. */
#if defined(__ELF__) && defined(__GNUC__)
#define PELT_HOT(function) __attribute__((section(".pelt.hot." #function)))
#define PELT_NOINLINE __attribute__((noinline))
#else
#define PELT_HOT(function)
#define PELT_NOINLINE
#endif

/* `bytes` further, a multiple of 4. */
static inline void *advance(void *words, size_t bytes)
{
    return (uint8_t *)words + bytes;
}

/*
 * Skins `count` >= 1 vertex records (format.h) of n influences with palette entries (12 words each,
 * row major; up to 16 bytes past the last may be loaded). Writes six consecutive words a vertex:
 * position, and the normal not renormalised. Everything was checked by the caller.
 *
 * The _set_ ones take runs of one joint set (FORMAT_RUN_SAME_JOINTS), whose records have no offsets:
 * these are `offsets`, of 16 bits or in f32 of 32, and entries stay in registers. Results are those
 * of the others, which do not look at `offsets`.
 */
#define PELT_DECLARE_SKIN(name, word)                                                              \
    void name(word *vertices, const uint8_t *records, uint32_t count, const word *palette,         \
              const void *offsets)

typedef PELT_DECLARE_SKIN(skin_kernel_q16, int32_t);
typedef PELT_DECLARE_SKIN(skin_kernel_f32, float);

/* One by skin(), an inline function; last, constants: number of influences or what else it has, and
 * whether it takes runs of one joint set. */
#define PELT_DEFINE_SKIN(name, word, skin, ...)                                                    \
    PELT_HOT(name)                                                                                 \
    PELT_DECLARE_SKIN(name, word)                                                                  \
    {                                                                                              \
        skin(vertices, records, count, palette, offsets, __VA_ARGS__);                             \
    }

#define PELT_DECLARE_SKINS(prefix, family, word)                                                   \
    PELT_DECLARE_SKIN(prefix##_1_##family, word);                                                  \
    PELT_DECLARE_SKIN(prefix##_2_##family, word);                                                  \
    PELT_DECLARE_SKIN(prefix##_3_##family, word);                                                  \
    PELT_DECLARE_SKIN(prefix##_4_##family, word);                                                  \
    PELT_DECLARE_SKIN(prefix##_set_1_##family, word);                                              \
    PELT_DECLARE_SKIN(prefix##_set_2_##family, word);                                              \
    PELT_DECLARE_SKIN(prefix##_set_3_##family, word);                                              \
    PELT_DECLARE_SKIN(prefix##_set_4_##family, word)

/* q12 has no sets of one influence. */
PELT_DECLARE_SKINS(pelt_reference, q16, int32_t);
PELT_DECLARE_SKINS(pelt_reference, q12, int32_t);
PELT_DECLARE_SKINS(pelt_reference, f32, float);

#ifdef PELT_SKIN_Q16
PELT_DECLARE_SKINS(pelt_kernel, q16, int32_t);
#else
#define pelt_kernel_1_q16 pelt_reference_1_q16
#define pelt_kernel_2_q16 pelt_reference_2_q16
#define pelt_kernel_3_q16 pelt_reference_3_q16
#define pelt_kernel_4_q16 pelt_reference_4_q16
#define pelt_kernel_set_1_q16 pelt_reference_set_1_q16
#define pelt_kernel_set_2_q16 pelt_reference_set_2_q16
#define pelt_kernel_set_3_q16 pelt_reference_set_3_q16
#define pelt_kernel_set_4_q16 pelt_reference_set_4_q16
#endif

#ifdef PELT_SKIN_Q12
PELT_DECLARE_SKINS(pelt_kernel, q12, int32_t);
#else
#define pelt_kernel_1_q12 pelt_reference_1_q12
#define pelt_kernel_2_q12 pelt_reference_2_q12
#define pelt_kernel_3_q12 pelt_reference_3_q12
#define pelt_kernel_4_q12 pelt_reference_4_q12
#define pelt_kernel_set_2_q12 pelt_reference_set_2_q12
#define pelt_kernel_set_3_q12 pelt_reference_set_3_q12
#define pelt_kernel_set_4_q12 pelt_reference_set_4_q12
#endif

#ifdef PELT_SKIN_F32
PELT_DECLARE_SKINS(pelt_kernel, f32, float);
#else
#define pelt_kernel_1_f32 pelt_reference_1_f32
#define pelt_kernel_2_f32 pelt_reference_2_f32
#define pelt_kernel_3_f32 pelt_reference_3_f32
#define pelt_kernel_4_f32 pelt_reference_4_f32
#define pelt_kernel_set_1_f32 pelt_reference_set_1_f32
#define pelt_kernel_set_2_f32 pelt_reference_set_2_f32
#define pelt_kernel_set_3_f32 pelt_reference_set_3_f32
#define pelt_kernel_set_4_f32 pelt_reference_set_4_f32
#endif

/*
 * Records of `count` >= 1 packed vertices (format.h). Where they have normals apart, the first has the
 * one in front of `normals`, the next the one in front of that. Weights sum to exactly one; normals
 * are not of unit length. n is the number of influences.
 */
#define PELT_DECLARE_UNPACK(name)                                                                  \
    void name(uint8_t *records, const uint8_t *packed, uint32_t count, const uint16_t *normals,    \
              uint32_t n)

typedef PELT_DECLARE_UNPACK(pelt_unpack);
PELT_DECLARE_UNPACK(pelt_reference_unpack_q16);
PELT_DECLARE_UNPACK(pelt_reference_unpack_q12);

/* Kernels of packed runs: those of the others, on records that are unpacked to the stack. Instead of
 * offsets they take where the packed records of the run end. */
#define PELT_DECLARE_PACKED(family)                                                                \
    PELT_DECLARE_SKIN(pelt_packed_1_##family, int32_t);                                            \
    PELT_DECLARE_SKIN(pelt_packed_2_##family, int32_t);                                            \
    PELT_DECLARE_SKIN(pelt_packed_3_##family, int32_t);                                            \
    PELT_DECLARE_SKIN(pelt_packed_4_##family, int32_t)

PELT_DECLARE_PACKED(q16);
PELT_DECLARE_PACKED(q12);

/*
 * Tangents of the same vertices: the 3x3 of the records' mixed entries applied to `stored`
 * (format.h), three raw words each, `stride_bytes` apart. `offsets`: of a run of one joint set, else
 * NULL.
 */
#define PELT_DECLARE_TANGENTS(name, word)                                                          \
    void name(word *tangents, uint32_t stride_bytes, const uint8_t *records,                       \
              const uint8_t *stored, uint32_t count, const word *palette, const void *offsets,     \
              uint32_t influences)

PELT_DECLARE_TANGENTS(pelt_reference_tangents_q16, int32_t);
PELT_DECLARE_TANGENTS(pelt_reference_tangents_q12, int32_t);
PELT_DECLARE_TANGENTS(pelt_reference_tangents_f32, float);

#ifdef PELT_TANGENTS_Q16
PELT_DECLARE_TANGENTS(pelt_kernel_tangents_q16, int32_t);
#else
#define pelt_kernel_tangents_q16 pelt_reference_tangents_q16
#endif
#define pelt_kernel_tangents_q12 pelt_reference_tangents_q12
#ifdef PELT_TANGENTS_F32
PELT_DECLARE_TANGENTS(pelt_kernel_tangents_f32, float);
#else
#define pelt_kernel_tangents_f32 pelt_reference_tangents_f32
#endif

/*
 * Positions alone of the same records, likewise: three words each, `stride_bytes` apart, the bits of
 * the skin kernels. The reference has none; without one they come from six words a vertex (run.inc).
 */
#define PELT_DECLARE_POSITIONS(name, word)                                                         \
    void name(word *positions, uint32_t stride_bytes, const uint8_t *records, uint32_t count,      \
              const word *palette, const void *offsets, uint32_t influences)

#ifdef PELT_POSITIONS_Q16
PELT_DECLARE_POSITIONS(pelt_kernel_positions_q16, int32_t);
#endif
#ifdef PELT_POSITIONS_F32
PELT_DECLARE_POSITIONS(pelt_kernel_positions_f32, float);
#endif

/* Raw normals, in place, to Q16.16 unit length; zero stays zero. Direction moves by at most 0.005
 * degrees, the length is one within 2e-4. f32: within 1e-6, up to lengths of 2^110. */
void pelt_reference_normalise_q16(int32_t *normals, uint32_t stride_bytes, uint32_t count);
void pelt_reference_normalise_f32(float *normals, uint32_t stride_bytes, uint32_t count);

#ifdef PELT_NORMALISE_Q16
void pelt_kernel_normalise_q16(int32_t *normals, uint32_t stride_bytes, uint32_t count);
#else
#define pelt_kernel_normalise_q16 pelt_reference_normalise_q16
#endif
#ifdef PELT_NORMALISE_F32
void pelt_kernel_normalise_f32(float *normals, uint32_t stride_bytes, uint32_t count);
#else
#define pelt_kernel_normalise_f32 pelt_reference_normalise_f32
#endif

/* Raw normals known to be of length 2^raw_bits, in place, to Q16.16. raw_bits in [0, 30]. */
void pelt_reference_rescale_q16(int32_t *normals, uint32_t stride_bytes, uint32_t count,
                                uint32_t raw_bits);

/*
 * `count` >= 1 vertices of six words to six int16 each, `stride_bytes` apart: positions / 2^shift,
 * to nearest, halves up, saturated; normals / 2^4 likewise, modulo 2^16. shift in [0, 16], in a
 * port's in [2, 16]. `to` may be `vertices`, stride_bytes then up to 24.
 */
#define PELT_DECLARE_NARROW(name)                                                                  \
    void name(int16_t *to, uint32_t stride_bytes, const int32_t *vertices, uint32_t count,         \
              uint32_t shift)

PELT_DECLARE_NARROW(pelt_reference_narrow_q16);
#ifdef PELT_NARROW_Q16
PELT_DECLARE_NARROW(pelt_kernel_narrow_q16);
#else
#define pelt_kernel_narrow_q16 pelt_reference_narrow_q16
#endif

/*
 * One joint's model matrix from its local transform and its parent's, or NULL; one palette entry from
 * a model matrix. Nothing overlaps.
 */
#define PELT_DECLARE_JOINT(name)                                                                   \
    void name(int32_t out[12], const pelt_local_q16 *local, const int32_t *parent)
#define PELT_DECLARE_ENTRY(name)                                                                   \
    void name(int32_t out[12], const int32_t joint[12], const format_entry_q16 *entry)

PELT_DECLARE_JOINT(pelt_reference_joint_q16);
PELT_DECLARE_JOINT(pelt_reference_joint_q12);
PELT_DECLARE_ENTRY(pelt_reference_entry_q16);
PELT_DECLARE_ENTRY(pelt_reference_entry_q12);

#ifdef PELT_STAGES_Q16
PELT_DECLARE_JOINT(pelt_kernel_joint_q16);
PELT_DECLARE_ENTRY(pelt_kernel_entry_q16);
#else
#define pelt_kernel_joint_q16 pelt_reference_joint_q16
#define pelt_kernel_entry_q16 pelt_reference_entry_q16
#endif
#ifdef PELT_STAGES_Q12
PELT_DECLARE_JOINT(pelt_kernel_joint_q12);
PELT_DECLARE_ENTRY(pelt_kernel_entry_q12);
#else
#define pelt_kernel_joint_q12 pelt_reference_joint_q12
#define pelt_kernel_entry_q12 pelt_reference_entry_q12
#endif

/*
 * Sampling: the tracks of a clip, but for those of morph weights, to the locals of their joints at a
 * moment of the clip (timeline.h). Keys: the section that tracks refer to. A port may leave a track to
 * the reference, at a place of its timeline, and finding that place too.
 */
struct clip_moment;
struct timeline_place;

#define PELT_DECLARE_TRACKS(name, local)                                                           \
    void name(local *locals, const format_track *tracks, uint32_t count, const uint8_t *keys,      \
              const struct clip_moment *moment)

PELT_DECLARE_TRACKS(pelt_reference_tracks_q16, pelt_local_q16);
PELT_DECLARE_TRACKS(pelt_reference_tracks_f32, pelt_local_f32);
void pelt_reference_track_q16(pelt_local_q16 *local, uint32_t kind, const void *values,
                              const struct timeline_place *place);
void pelt_reference_track_f32(pelt_local_f32 *local, uint32_t kind, const void *values,
                              const struct timeline_place *place) PELT_NOINLINE;
struct timeline_place pelt_timeline_find(const uint8_t *timeline, const struct clip_moment *moment);

#ifdef PELT_TRACKS_Q16
PELT_DECLARE_TRACKS(pelt_kernel_tracks_q16, pelt_local_q16);
#else
#define pelt_kernel_tracks_q16 pelt_reference_tracks_q16
#endif
#ifdef PELT_TRACKS_F32
PELT_DECLARE_TRACKS(pelt_kernel_tracks_f32, pelt_local_f32);
#else
#define pelt_kernel_tracks_f32 pelt_reference_tracks_f32
#endif

/*
 * Stages in float: model matrices of joints [first, end), parents first; the entries of a palette.
 * Nothing overlaps.
 */
#define PELT_DECLARE_STAGES(prefix)                                                                \
    void prefix##_joints_f32(pelt_joint_matrix_f32 *matrices, const pelt_local_f32 *locals,        \
                             const format_joint *joints, uint32_t first, uint32_t end)             \
        PELT_NOINLINE;                                                                             \
    void prefix##_palette_f32(pelt_entry_f32 *palette, const pelt_joint_matrix_f32 *matrices,      \
                              const format_entry_f32 *entries, uint32_t count) PELT_NOINLINE

/* Inlined where the reference is chosen, they would take more: registers are short. */
PELT_DECLARE_STAGES(pelt_reference);
#ifdef PELT_STAGES_F32
PELT_DECLARE_STAGES(pelt_kernel);
#else
#define pelt_kernel_joints_f32 pelt_reference_joints_f32
#define pelt_kernel_palette_f32 pelt_reference_palette_f32
#endif

/*
 * Between two poses of `count` joints: locals by so much to the others, mask as in pelt_pose_blend
 * or NULL. 0 < weight, and below one where there is no mask.
 */
#define PELT_DECLARE_BLEND(name, local, word)                                                      \
    void name(local *locals, const local *others, uint32_t count, word weight, const uint8_t *mask)

#ifdef PELT_BLEND_Q16
PELT_DECLARE_BLEND(pelt_reference_blend_q16, pelt_local_q16, int32_t);
PELT_DECLARE_BLEND(pelt_kernel_blend_q16, pelt_local_q16, int32_t);
#endif
#ifdef PELT_BLEND_F32
PELT_DECLARE_BLEND(pelt_reference_blend_f32, pelt_local_f32, float);
PELT_DECLARE_BLEND(pelt_kernel_blend_f32, pelt_local_f32, float);
#endif

#endif
