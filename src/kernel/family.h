/* SPDX-License-Identifier: MIT */
/* Families: tables of the hot loops that a model may use, by the encoding of its blob. Stages call
 * them through model->family, once for a run of vertices or a palette, so that an image holds only
 * the families that it names. */
#ifndef PELT_KERNEL_FAMILY_H
#define PELT_KERNEL_FAMILY_H

#include <stdbool.h>

#include "kernel.h"

struct pelt_tracks;
struct clip_moment;

/* Kernels for positions alone only save time, by other code: at -Os families leave them out, unless the
 * port has PELT_POSITIONS_ALWAYS. */
#if !defined(__OPTIMIZE_SIZE__) || defined(PELT_POSITIONS_ALWAYS)
#ifdef PELT_POSITIONS_Q16
#define FAMILY_POSITIONS_Q16
#endif
#ifdef PELT_POSITIONS_Q12
#define FAMILY_POSITIONS_Q12
#endif
#ifdef PELT_POSITIONS_F32
#define FAMILY_POSITIONS_F32
#endif
#endif

/* The functions are those of kernel.h; arrays are indexed by influences - 1. */
#define PELT_DEFINE_KERNELS(suffix, word, joint_matrix, format_entry_of)                           \
    typedef void joints_kernel_##suffix(joint_matrix *matrices, const pelt_local_##suffix *locals, \
                                        const format_joint *joints, uint32_t first, uint32_t end); \
    typedef void palette_kernel_##suffix(pelt_entry_##suffix *palette,                             \
                                         const joint_matrix *matrices,                             \
                                         const format_entry_of *entries, uint32_t count);          \
    typedef struct pelt_kernels_##suffix {                                                         \
        skin_kernel_##suffix *skin[PELT_MAX_INFLUENCES];                                           \
        skin_kernel_##suffix *set[PELT_MAX_INFLUENCES]; /* runs of one joint set */                \
        skin_kernel_##suffix *packed[PELT_MAX_INFLUENCES];                                         \
        positions_kernel_##suffix *positions; /* alone, of runs in skin and set; or NULL */        \
        joints_kernel_##suffix *joints;                                                            \
        palette_kernel_##suffix *palette;                                                          \
    } pelt_kernels_##suffix;                                                                       \
    /* The weights of a pose, and the morph stage for characters: pelt_morph_*. */                 \
    typedef struct pelt_morphing_##suffix {                                                        \
        pelt_status (*alloc)(pelt_morph * morph, const pelt_model *model, uint32_t mesh,           \
                             pelt_arena *arena);                                                   \
        void (*weights)(word * weights, const pelt_model *model, const struct pelt_tracks *from,   \
                        const struct clip_moment *moment);                                         \
        pelt_status (*build)(pelt_morph * morph, const word *weights, uint32_t weight_count,       \
                             uint32_t flags, uint32_t first, uint32_t count);                      \
        pelt_status (*renew)(pelt_morph * morph, const word *weights, uint32_t *at_base);          \
    } pelt_morphing_##suffix

PELT_DEFINE_KERNELS(q16, int32_t, pelt_joint_matrix_q16, format_entry_q16);
PELT_DEFINE_KERNELS(f32, float, pelt_matrix_f32, format_entry_f32);

/* The check of a packed record when a blob is opened (src/open/validate_mesh.c). Only families with
 * packed kernels name it, so programs with other families do not link it. */
struct content;
typedef bool pelt_check_packed(const struct content *c, uint32_t at, uint32_t influences,
                               uint32_t entry_count);
pelt_check_packed pelt_validate_packed;

/* The check of a skin's in-betweens, of which its entries are then so many fewer; and the entries of
 * in-betweens behind the others of a palette. Families of volume alone have them. */
typedef bool pelt_check_betweens(const struct content *c, uint32_t skin, uint32_t *entries);
pelt_check_betweens pelt_validate_betweens;
typedef void betweens_kernel_q16(pelt_entry_q16 *palette, uint32_t entries,
                                 const format_between_q16 *betweens, uint32_t count);
typedef void betweens_kernel_f32(pelt_entry_f32 *palette, uint32_t entries,
                                 const format_between_f32 *betweens, uint32_t count);
betweens_kernel_q16 pelt_betweens_exact, pelt_betweens_lean;
betweens_kernel_f32 pelt_betweens_float;

struct pelt_family {
    uint16_t encoding;                         /* pelt_encoding of the blobs it takes */
    uint8_t record_bytes[PELT_MAX_INFLUENCES]; /* [influences - 1] */
    uint8_t offset_bytes[PELT_MAX_INFLUENCES]; /* of a record, or ahead of a run of one joint set */
    const pelt_kernels_q16 *q16;               /* of q16 and f32 one is NULL */
    const pelt_kernels_f32 *f32;
    const pelt_morphing_q16 *morphing_q16; /* likewise, in families with morphs */
    const pelt_morphing_f32 *morphing_f32;
    pelt_unpack *unpack;             /* NULL in families without kernels of packed runs */
    pelt_check_packed *check_packed; /* NULL where unpack is */
    pelt_check_betweens *check_betweens;
    betweens_kernel_q16 *betweens_q16; /* as above: NULL, or one of two */
    betweens_kernel_f32 *betweens_f32;
};

/* Whether the family has kernels for runs of one joint set. Lean families have none for one
 * influence. */
static inline bool family_has_sets(const pelt_family *family)
{
    return family->q16 != NULL ? family->q16->set[1] != NULL : family->f32->set[1] != NULL;
}

/* The layout of a run in RECORDS: `ahead` bytes, the offsets of one joint set, then records of
 * `bytes` each. */
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

/* The record of a vertex; in a run of copies, the index of its original. */
static inline const uint8_t *record_of(const pelt_model *model, const format_run *run,
                                       uint32_t vertex)
{
    const run_layout layout = layout_of(model->family, run);
    return model->blob + model->records + run->records + layout.ahead +
           (size_t)layout.bytes * (vertex - run->first_vertex);
}

/* Bytes of an arena: of all joints, of a skin's palette; of a mesh with targets, of the records of all
 * vertices that these touch, and of a morph, which has tangents behind them. */
uint32_t pelt_joints_bytes(const pelt_model *model);
uint32_t pelt_palette_bytes(const pelt_model *model, uint32_t skin);
uint32_t pelt_morph_record_bytes(const pelt_model *model, uint32_t mesh);
uint32_t pelt_morph_bytes(const pelt_model *model, uint32_t mesh);

/* Kernels for packed arrays (pelt/arrays.h), which have no model. */
extern const pelt_kernels_q16 pelt_exact_plain_kernels;
extern const pelt_kernels_f32 pelt_float_plain_kernels;

/* Writes the weights of the morph targets of all meshes, [model->target_count], at a moment of a
 * clip that has these tracks; the default weights if `from` is NULL. */
void pelt_pose_weights_q16(int32_t *weights, const pelt_model *model,
                           const struct pelt_tracks *from, const struct clip_moment *moment);
void pelt_pose_weights_f32(float *weights, const pelt_model *model, const struct pelt_tracks *from,
                           const struct clip_moment *moment);

/* Builds all records by a pose's weights, unless they are the base shape and stay it, as those of a face most
 * of the time. *at_base: 1 while they are. */
pelt_status pelt_morph_renew_q16(pelt_morph *morph, const int32_t *weights, uint32_t *at_base);
pelt_status pelt_morph_renew_f32(pelt_morph *morph, const float *weights, uint32_t *at_base);

/* One joint in float, like pelt_reference_joint_q16. */
void pelt_reference_joint_f32(float out[12], const pelt_local_f32 *local, const float *parent);

/* The loops over joints and over entries that families name; where a port has those of exact models, the
 * reference is compiled, too. */
joints_kernel_q16 pelt_joints_exact, pelt_joints_lean;
palette_kernel_q16 pelt_palette_exact, pelt_palette_lean;
#ifdef PELT_LOOPS_Q16
joints_kernel_q16 pelt_reference_joints_q16;
palette_kernel_q16 pelt_reference_palette_q16;
#endif

#endif
