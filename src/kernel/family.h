/* SPDX-License-Identifier: MIT */
/*
 * Families: the hot loops that a model may use, by the encoding of its blob. Stages call them
 * through model->family, once a run of vertices or once a palette, so that an image holds only the
 * families that it names.
 */
#ifndef PELT_KERNEL_FAMILY_H
#define PELT_KERNEL_FAMILY_H

#include <stdbool.h>

#include "kernel.h"

/* Kernels for positions alone only save time, by other code: at -Os families leave them out, unless the
 * port has PELT_POSITIONS_ALWAYS. */
#if !defined(__OPTIMIZE_SIZE__) || defined(PELT_POSITIONS_ALWAYS)
#ifdef PELT_POSITIONS_Q16
#define FAMILY_POSITIONS_Q16
#endif
#ifdef PELT_POSITIONS_F32
#define FAMILY_POSITIONS_F32
#endif
#endif

/* As declared in kernel.h; [influences - 1]. */
#define PELT_DEFINE_KERNELS(suffix, word, format_entry_of)                                         \
    typedef void joints_kernel_##suffix(pelt_joint_matrix_##suffix *matrices,                      \
                                        const pelt_local_##suffix *locals,                         \
                                        const format_joint *joints, uint32_t first, uint32_t end); \
    typedef void palette_kernel_##suffix(pelt_entry_##suffix *palette,                             \
                                         const pelt_joint_matrix_##suffix *matrices,               \
                                         const format_entry_of *entries, uint32_t count);          \
    typedef struct pelt_kernels_##suffix {                                                         \
        skin_kernel_##suffix *skin[PELT_MAX_INFLUENCES];                                           \
        skin_kernel_##suffix *set[PELT_MAX_INFLUENCES]; /* runs of one joint set */                \
        skin_kernel_##suffix *packed[PELT_MAX_INFLUENCES];                                         \
        positions_kernel_##suffix *positions; /* alone, of runs in skin and set; or NULL */        \
        joints_kernel_##suffix *joints;                                                            \
        palette_kernel_##suffix *palette;                                                          \
    } pelt_kernels_##suffix;                                                                       \
    /* Weights in poses, and the morph stage for characters: pelt_morph_*. */                      \
    typedef struct pelt_morphing_##suffix {                                                        \
        pelt_status (*alloc)(pelt_morph_##suffix * morph, const pelt_model *model, uint32_t mesh,  \
                             pelt_arena *arena);                                                   \
        void (*weights)(word * weights, const pelt_model *model, uint32_t clip, pelt_time time);   \
        pelt_status (*build)(pelt_morph_##suffix * morph, const word *weights,                     \
                             uint32_t weight_count, uint32_t flags, uint32_t first,                \
                             uint32_t count);                                                      \
    } pelt_morphing_##suffix

PELT_DEFINE_KERNELS(q16, int32_t, format_entry_q16);
PELT_DEFINE_KERNELS(f32, float, format_entry_f32);

/* Opening's check of a packed record (src/open/validate_mesh.c), which not every family takes: named
 * here, it costs the others nothing. */
struct content;
typedef bool pelt_check_packed(const struct content *c, uint32_t at, uint32_t influences,
                               uint32_t entry_count);
pelt_check_packed pelt_validate_packed;

struct pelt_family {
    uint16_t encoding;                         /* pelt_encoding of the blobs it takes */
    uint8_t record_bytes[PELT_MAX_INFLUENCES]; /* [influences - 1] */
    uint8_t offset_bytes[PELT_MAX_INFLUENCES]; /* of them, in front of a run of one joint set */
    const pelt_kernels_q16 *q16;               /* one of these; the other is NULL */
    const pelt_kernels_f32 *f32;
    const pelt_morphing_q16 *morphing_q16; /* likewise, in families with morphs */
    const pelt_morphing_f32 *morphing_f32;
    pelt_unpack *unpack;             /* in families with kernels of packed runs */
    pelt_check_packed *check_packed; /* where unpack is */
};

/* Whether there are kernels for runs of one joint set. Lean ones have none of one influence. */
static inline bool family_has_sets(const pelt_family *family)
{
    return family->q16 != NULL ? family->q16->set[1] != NULL : family->f32->set[1] != NULL;
}

/* How a run lies in RECORDS: bytes in front, which are the offsets of one joint set, and bytes of
 * each record. */
typedef struct run_layout {
    uint32_t ahead, bytes;
} run_layout;

static inline run_layout layout_of(const pelt_family *family, const format_run *run)
{
    run_layout layout = {0, family->record_bytes[run->influences - 1u]};
    if ((run->flags & FORMAT_RUN_SAME_JOINTS) != 0u) {
        layout.ahead = family->offset_bytes[run->influences - 1u];
        layout.bytes -= layout.ahead;
    } else if ((run->flags & FORMAT_RUN_COPIES) != 0u) {
        layout.bytes = 4;
    } else if ((run->flags & FORMAT_RUN_PACKED) != 0u) {
        layout.bytes = format_packed_bytes(run->influences);
    }
    return layout;
}

/* The record of a vertex; in a run of copies what it equals. */
static inline const uint8_t *record_of(const pelt_model *model, const format_run *run,
                                       uint32_t vertex)
{
    const run_layout layout = layout_of(model->family, run);
    return model->blob + model->records + run->records + layout.ahead +
           (size_t)layout.bytes * (vertex - run->first_vertex);
}

/* Bytes of the records of all vertices of a mesh that its targets touch; their tangents follow. */
uint32_t pelt_morph_record_bytes(const pelt_model *model, uint32_t mesh);

/* Kernels of exact models without a model: of packed arrays. */
extern const pelt_kernels_q16 pelt_exact_plain_kernels;
extern const pelt_kernels_f32 pelt_float_plain_kernels;

/* Weights of the morph targets of all meshes, [model->target_count]: at a moment of a clip, or with
 * PELT_NONE the defaults. */
void pelt_pose_weights_q16(int32_t *weights, const pelt_model *model, uint32_t clip,
                           pelt_time time);
void pelt_pose_weights_f32(float *weights, const pelt_model *model, uint32_t clip, pelt_time time);

/* One joint, one entry in float, as pelt_reference_joint_q16 and pelt_reference_entry_q16. */
void pelt_reference_joint_f32(float out[12], const pelt_local_f32 *local, const float *parent);
void pelt_reference_entry_f32(float out[12], const float joint[12], const format_entry_f32 *entry);

/* The loops over joints and entries that families name. */
joints_kernel_q16 pelt_joints_exact, pelt_joints_lean;
palette_kernel_q16 pelt_palette_exact, pelt_palette_lean;

#endif
