/* SPDX-License-Identifier: MIT */
/* Declares the hot loops: one function for each encoding and number of influences. Here q16 names
 * those of exact models and q12 those of lean ones; family.h puts them into tables.
 *
 * The pelt_reference_* functions of src/kernel/ are the specification and always compiled. The
 * stages call pelt_kernel_*, which is the port's function (port/select.h), with the same results,
 * fixed point to the bit; where the port has none it is another name of the reference. */
#ifndef PELT_KERNEL_H
#define PELT_KERNEL_H

#include "../../port/select.h"
#include "../base/inline.h"
#include "../blob/format.h"
#include "pelt.h"

/* Returns `words` advanced by `bytes`, a multiple of 4. */
static inline void *advance(void *words, size_t bytes)
{
    return (uint8_t *)words + bytes;
}

/* Skins `count` >= 1 vertex records (format.h) of n influences with palette entries (12 words each,
 * row major; up to 16 bytes past the last may be loaded). Writes six consecutive words for each
 * vertex: position (in fixed point Q16.16), and the normal not renormalised. The caller has checked
 * everything.
 *
 * The _set_ functions take runs of one joint set (FORMAT_RUN_SAME_JOINTS), whose records have no
 * offsets: `offsets` points to them, in units of 16 bits or in f32 of 32, and the entries stay in
 * registers. Results are those of the other functions, which ignore `offsets`. */
#define PELT_DECLARE_SKIN(name, word)                                                              \
    void name(word *vertices, const uint8_t *records, uint32_t count, const word *palette,         \
              const void *offsets)

typedef PELT_DECLARE_SKIN(skin_kernel_q16, int32_t);
typedef PELT_DECLARE_SKIN(skin_kernel_f32, float);

/* Defines a kernel that calls skin(), an inline function. The last arguments are constants: the
 * number of influences, what else skin() takes, and whether the kernel is for runs of one joint
 * set. */
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

/* q12 has no kernel for sets of one influence. */
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

/* Unpacks `count` >= 1 packed vertices (format.h) to records. Where normals lie apart, the first
 * vertex's is the one in front of `normals`, the next vertex's the one in front of that. Weights
 * sum to exactly one; normals are not of unit length. n is the number of influences. */
#define PELT_DECLARE_UNPACK(name)                                                                  \
    void name(uint8_t *records, const uint8_t *packed, uint32_t count, const uint16_t *normals,    \
              uint32_t n)

typedef PELT_DECLARE_UNPACK(pelt_unpack);
PELT_DECLARE_UNPACK(pelt_reference_unpack_q16);
PELT_DECLARE_UNPACK(pelt_reference_unpack_q12);

/* Kernels of packed runs unpack records to the stack and call the other kernels. Instead of offsets
 * they take the end of the run's packed records. */
#define PELT_DECLARE_PACKED(family)                                                                \
    PELT_DECLARE_SKIN(pelt_packed_1_##family, int32_t);                                            \
    PELT_DECLARE_SKIN(pelt_packed_2_##family, int32_t);                                            \
    PELT_DECLARE_SKIN(pelt_packed_3_##family, int32_t);                                            \
    PELT_DECLARE_SKIN(pelt_packed_4_##family, int32_t)

PELT_DECLARE_PACKED(q16);
PELT_DECLARE_PACKED(q12);

/* Computes tangents of the same vertices: applies the 3x3 of the records' blended entries to `stored`
 * (format.h) and writes three raw words each, `stride_bytes` apart. `offsets` is NULL except for a
 * run of one joint set. */
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

/* Computes shades of the same vertices: a word each, `stride_bytes` apart, the dot product of the record's
 * normal and its blended lights, of which each palette entry has three words (pelt_palette_light). */
#define PELT_DECLARE_SHADES(name, word)                                                            \
    void name(word *shades, uint32_t stride_bytes, const uint8_t *records, uint32_t count,         \
              const word *lights, const void *offsets, uint32_t influences)

/* Defines a kernel that calls shade(), an inline function, with a constant number of influences. */
#define PELT_DEFINE_SHADES(name, word)                                                             \
    PELT_HOT(name)                                                                                 \
    PELT_DECLARE_SHADES(name, word)                                                                \
    {                                                                                              \
        switch (influences) {                                                                      \
        case 1: shade(shades, stride_bytes, records, count, lights, offsets, 1); break;            \
        case 2: shade(shades, stride_bytes, records, count, lights, offsets, 2); break;            \
        case 3: shade(shades, stride_bytes, records, count, lights, offsets, 3); break;            \
        default: shade(shades, stride_bytes, records, count, lights, offsets, 4); break;           \
        }                                                                                          \
    }

PELT_DECLARE_SHADES(pelt_reference_shades_q16, int32_t);
PELT_DECLARE_SHADES(pelt_reference_shades_q12, int32_t);
PELT_DECLARE_SHADES(pelt_reference_shades_f32, float);

/* Computes positions alone of the same vertices: three words each, `stride_bytes` apart, the bits of the
 * skin kernels. Ports without it, and the reference, take them from six words a vertex (run.inc). */
#define PELT_DECLARE_POSITIONS(name, word)                                                         \
    void name(word *positions, uint32_t stride_bytes, const uint8_t *records, uint32_t count,      \
              const word *palette, const void *offsets, uint32_t influences)

typedef PELT_DECLARE_POSITIONS(positions_kernel_q16, int32_t);
typedef PELT_DECLARE_POSITIONS(positions_kernel_f32, float);

#ifdef PELT_POSITIONS_Q16
PELT_DECLARE_POSITIONS(pelt_kernel_positions_q16, int32_t);
#endif
#ifdef PELT_POSITIONS_Q12
PELT_DECLARE_POSITIONS(pelt_kernel_positions_q12, int32_t);
#endif
#ifdef PELT_POSITIONS_F32
PELT_DECLARE_POSITIONS(pelt_kernel_positions_f32, float);
#endif

/* Scales raw normals in place to unit length in Q16.16; zero stays zero. The direction moves by at
 * most 0.005 degrees, and the length is one within 2e-4. f32: within 1e-6, up to lengths of 2^110.
 */
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

/* Scales raw normals of known length 2^raw_bits in place to Q16.16. raw_bits in [0, 30]. */
void pelt_reference_rescale_q16(int32_t *normals, uint32_t stride_bytes, uint32_t count,
                                uint32_t raw_bits);

/* Narrows `count` >= 1 vertices of six words to six int16 each, `stride_bytes` apart: positions /
 * 2^shift, to nearest, halves up, saturated; normals / 2^4 likewise, modulo 2^16. shift is in [0,
 * 16]; a port's function takes [2, 16]. `to` may be `vertices` if stride_bytes is at most 24. */
#define PELT_DECLARE_NARROW(name)                                                                  \
    void name(int16_t *to, uint32_t stride_bytes, const int32_t *vertices, uint32_t count,         \
              uint32_t shift)

PELT_DECLARE_NARROW(pelt_reference_narrow_q16);
#ifdef PELT_NARROW_Q16
PELT_DECLARE_NARROW(pelt_kernel_narrow_q16);
#else
#define pelt_kernel_narrow_q16 pelt_reference_narrow_q16
#endif

/* Computes one joint's model matrix from its local transform and its parent's matrix, or NULL; and
 * one palette entry from a model matrix. Arguments must not overlap. */
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

/* Samples the tracks of a clip, except those of morph weights, at a moment of the clip (timeline.h)
 * into the locals of their joints. `keys` is the section that tracks refer to. A port may leave a single
 * track to pelt_reference_track_*, and finding its place in the timeline to pelt_timeline_find. */
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

/* The stages in float: computes the model matrices of joints [first, end), parents first; computes
 * the entries of a palette. Arguments must not overlap. */
#define PELT_DECLARE_STAGES(prefix)                                                                \
    void prefix##_joints_f32(pelt_matrix_f32 *matrices, const pelt_local_f32 *locals,              \
                             const format_joint *joints, uint32_t first, uint32_t end)             \
        PELT_NOINLINE;                                                                             \
    void prefix##_palette_f32(pelt_entry_f32 *palette, const pelt_matrix_f32 *matrices,            \
                              const format_entry_f32 *entries, uint32_t count) PELT_NOINLINE

/* Calls of the reference are not inlined: with its code in the caller too few registers would
 * remain. */
PELT_DECLARE_STAGES(pelt_reference);
#ifdef PELT_STAGES_F32
PELT_DECLARE_STAGES(pelt_kernel);
#else
#define pelt_kernel_joints_f32 pelt_reference_joints_f32
#define pelt_kernel_palette_f32 pelt_reference_palette_f32
#endif

/* Blends the locals of `count` joints towards the others by `weight` (Q16 or float) above 0, and below
 * one if `mask`, which is as in pelt_pose_blend, is NULL. */
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
