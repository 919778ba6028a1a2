/* SPDX-License-Identifier: MIT */
/*
 * A baked character played by the device library on the host: the same objects as in firmware,
 * results converted to double in glTF units.
 */
#ifndef PELT_TOOLS_PLAY_H
#define PELT_TOOLS_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/diag.h"
#include "pelt.h"
#include "scene/decompose.h"

enum { PLAY_REST = -1, PLAY_BIND = -2 };

/* One of the moments that a pose is made of, one upon the other, from the rest pose on. Consecutive
 * ones without mask that are not additive are one blend of several poses. */
typedef struct play_layer {
    int clip; /* index, PLAY_REST or PLAY_BIND */
    pelt_time time;
    double weight; /* 0 to 1; additive -1 to 2 */
    uint8_t *mask; /* pelt/motion.h, or NULL */
    bool additive, has_reference;
    pelt_time reference; /* additive: against this moment of the clip, else the rest pose */
} play_layer;

typedef enum play_edit_kind { PLAY_AIM, PLAY_REACH } play_edit_kind;

/* What is changed of a pose before all else follows from it, in glTF units: a joint that is aimed, a
 * limb that reaches. */
typedef struct play_edit {
    play_edit_kind kind;
    uint32_t joint; /* of the blob; PELT_NONE: nothing hangs on it, so nothing happens */
    bool has_pole;
    double axis[3], target[3], pole[3];
} play_edit;

/* What follows from one pose, all skins and meshes. */
#define PLAY_STAGES(suffix)                                                                        \
    typedef struct play_stages_##suffix {                                                          \
        pelt_pose_##suffix pose;                                                                   \
        pelt_joints_##suffix joints;                                                               \
        pelt_palette_##suffix *palettes; /* [model.skin_count] */                                  \
        pelt_morph_##suffix *morphs;     /* [model.mesh_count]; records NULL without targets */    \
    } play_stages_##suffix

PLAY_STAGES(q16);
PLAY_STAGES(f32);

typedef struct play {
    pelt_model model;
    void *memory; /* the arena's */
    pelt_arena arena;
    play_stages_q16 fixed; /* of the arithmetic that the blob is for */
    play_stages_f32 real;
    double *given; /* [given_count] set by play_set_morph, or NULL */
    uint32_t given_count;
    const play_layer *layers; /* [layer_count] set by play_set_layers, or NULL */
    uint32_t layer_count;
    const play_edit *edits; /* [edit_count] set by play_set_edits */
    uint32_t edit_count;
    void *vertices; /* six words each, for the largest mesh */
} play;

/*
 * Opens a blob of any encoding (native byte order, 4-byte aligned, kept by the caller) and
 * allocates one character. On false nothing needs closing.
 */
bool play_open(play *p, const void *blob, size_t bytes, diag *d);
void play_close(play *p);

/* Opens a blob of any encoding with all that its family has. */
pelt_status play_open_model(pelt_model *model, const void *blob, size_t bytes);

/* Says in `d` why play_open_model did not open it; false. */
bool play_refuse(diag *d, const void *blob, pelt_status status);

/* Name of a mask that the blob has, by its index, NULL past the last. */
const char *play_mask_name(const pelt_model *model, uint32_t index);

/* Bytes of pose, joints, all palettes and morphed meshes. */
size_t play_arena_bytes(const pelt_model *model);

/*
 * Morph weights of every mesh instead of those that the following play_pose would find: extra ones
 * are ignored, missing ones 0. NULL: no longer. They are rounded to the blob's arithmetic.
 */
void play_set_morph(play *p, const double *weights, uint32_t count);

/* What every following play_pose shows instead of its clip's moment, kept by the caller; NULL: no
 * longer. */
void play_set_layers(play *p, const play_layer *layers, uint32_t count);
/* What every following play_pose changes of its pose, in this order; kept by the caller. */
void play_set_edits(play *p, const play_edit *edits, uint32_t count);

/*
 * Samples (clip index, PLAY_REST or PLAY_BIND), edits, then model matrices, all palettes and morphed
 * vertices. Morph weights: the clip's, the defaults at rest, 0 in the bind pose.
 */
bool play_pose(play *p, int clip, pelt_time time, diag *d);

/* The pose of a joint, and its model matrix, in glTF units. After play_pose. */
trs play_local(const play *p, uint32_t joint);
mat34 play_joint(const play *p, uint32_t joint);

/* A palette entry as it is applied: grid (or offset) coordinates to glTF units. After play_pose. */
mat34 play_entry(const play *p, uint32_t skin, uint32_t entry);

/*
 * Skins a whole mesh. positions, normals: [vertex_count]; normals may be NULL, and are left alone
 * for meshes without. After play_pose.
 */
bool play_mesh(play *p, uint32_t mesh, double (*positions)[3], double (*normals)[3], diag *d);

/*
 * The CRC-32 (zlib's) of all meshes' vertices: of each the words of its position and, where the mesh
 * has normals, of its unit normal, as skinning writes them, little-endian. After play_pose.
 */
bool play_checksum(uint32_t *crc, play *p, diag *d);

/* The box of a mesh, low and high, from model matrices and morph weights alone. False, with
 * DIAG_INVALID, where the blob has none. After play_pose. */
bool play_bounds(play *p, uint32_t mesh, double low[3], double high[3], diag *d);

/* The tangents of a mesh that has them: [vertex_count]. After play_pose. */
bool play_tangents(play *p, uint32_t mesh, double (*tangents)[4], diag *d);

#endif
