/* SPDX-License-Identifier: MIT */
/* Plays a baked character on the host with the same functions of the device library as firmware.
 * Results are converted to double in glTF units. */
#pragma once

#include "common/diag.h"
#include "common/region.h"
#include "pelt.h"
#include "pelt/pages.h"
#include "pelt/face.h"
#include "pelt/springs.h"
#include "scene/decompose.h"

enum { PLAY_REST = -1, PLAY_BIND = -2 };

/* One of the layers of which a pose is made, in order, from the rest pose on. Consecutive layers
 * that have no mask and are not additive are one blend of several poses. */
typedef struct play_layer {
    int clip; /* index, PLAY_REST or PLAY_BIND */
    pelt_time time;
    double weight; /* 0 to 1; additive: -1 to 2 */
    uint8_t *mask; /* pelt/motion.h, or NULL */
    bool additive, has_reference;
    pelt_time reference; /* additive: relative to this moment of the clip, else to the rest pose */
} play_layer;

typedef enum play_edit_kind { PLAY_AIM, PLAY_REACH } play_edit_kind;

/* A change of a pose before model matrices are computed, in glTF units: an aim of a joint, or a
 * limb that reaches a point. */
typedef struct play_edit {
    play_edit_kind kind;
    char *name;     /* its joints, as the command line names them; the caller's */
    uint32_t joint; /* of the blob; PELT_NONE: nothing hangs on it, so nothing happens */
    bool has_joints, has_pole;
    uint32_t upper, middle; /* of a limb with has_joints */
    double axis[3], target[3], pole[3], weight;
    double missed; /* by play_pose: an aim's degrees, a limb's distance; NaN: nothing happened */
} play_edit;

/* The results that follow from one pose, for all skins and meshes. */
#define PLAY_STAGES(suffix)                                                                        \
    typedef struct play_stages_##suffix {                                                          \
        pelt_pose_##suffix pose;                                                                   \
        pelt_joints_##suffix joints;                                                               \
        pelt_palette_##suffix *palettes; /* [model.skin_count] */                                  \
        pelt_morph *morphs;            /* [model.mesh_count]; records are NULL without targets */  \
        pelt_springs_##suffix springs; /* of play_swing */                                         \
    } play_stages_##suffix

PLAY_STAGES(q16);
PLAY_STAGES(f32);

typedef struct play {
    pelt_model model, store;
    pelt_pages pages; /* of the store, if its clips are in pages: */
    const void *file; /* [file_bytes] */
    size_t file_bytes;
    region memory; /* holds what lives as long */
    pelt_arena arena;
    play_stages_q16 fixed; /* of these two, that of the blob's arithmetic */
    play_stages_f32 real;
    double *given; /* [given_count] set by play_set_morph, or NULL */
    uint32_t given_count;
    /* the caller's: layers that every pose shows instead of its clip's moment, or NULL */
    const play_layer *layers; /* [layer_count] */
    uint32_t layer_count;
    /* the caller's: weights of all expressions, or NULL, and a place to look at, or NULL */
    const double *face, *look; /* [face_count], [3] */
    uint32_t face_count;
    pelt_texture_shift *shifts; /* [shift_count] of materials, by play_pose */
    uint32_t shift_count;
    play_edit *edits; /* [edit_count] the caller's: what every pose changes, in this order */
    uint32_t edit_count;
    pelt_lods lods;
    uint32_t level; /* of detail, set by play_take_level: 0 is all of the model */
    void *tails;    /* of play_swing, or NULL */
    bool steps; /* the caller's, after play_swing: a pose is a step of springs; else they stay */
    bool restores_root; /* the caller's: clips as if no root motion had been taken out */
    void *vertices;     /* six words each, for the largest mesh */
} play;

/* Opens a blob of any encoding (native byte order, 4-byte aligned, owned by the caller) and
 * allocates one character. If it returns false nothing needs to be closed. */
bool play_open(play *p, const void *blob, size_t bytes, diag *d);
void play_close(play *p);

/* Plays the clips of a store instead of the model's own from now on; the caller keeps its bytes. */
bool play_take_clips(play *p, const void *store, size_t bytes, diag *d);

/* Opens a blob of any encoding with the largest family for it. */
pelt_status play_open_model(pelt_model *model, const void *blob, size_t bytes);

/* Skins the vertices of a level of detail from now on. Returns false, with DIAG_USAGE, if the blob has
 * none. */
bool play_take_level(play *p, uint32_t level, diag *d);

/* Writes to `d` why play_open_model did not open a blob. Returns false. */
bool play_refuse(diag *d, const void *blob, pelt_status status);

/* Name of a mask that the blob has, by its index, NULL past the last. */
const char *play_mask_name(const pelt_model *model, uint32_t index);

/* Bytes of pose, joints, all palettes, morphed meshes and springs. */
size_t play_arena_bytes(const pelt_model *model);

/* Sets morph weights for every mesh that replace those of the following calls of play_pose. Extra
 * weights are ignored, missing ones are 0; NULL ends this. They are rounded to the blob's
 * arithmetic. */
void play_set_morph(play *p, const double *weights, uint32_t count);

/* Samples a pose (clip index, PLAY_REST or PLAY_BIND), applies the edits, and computes model
 * matrices, all palettes and morphed vertices. Morph weights are the clip's, at rest the defaults,
 * in the bind pose 0. */
bool play_pose(play *p, int clip, pelt_time time, diag *d);

/* Lets every following play_pose swing the model's springs, from rest in the first one on: steps of
 * 1 / rate_hz s. Again: begins anew. */
bool play_swing(play *p, uint32_t rate_hz, diag *d);

/* The end of a spring joint's bone in glTF units, after play_pose; false past the last. */
bool play_tail(uint32_t *joint, double place[3], const play *p, uint32_t index);

/* A collider of the springs, a sphere or a capsule between two places, in glTF units, after play_pose;
 * false past the last. */
bool play_collider(double from[3], double to[3], double *radius, const play *p, uint32_t index);

/* The pose of a joint, and its model matrix, in glTF units, after play_pose. */
trs play_local(const play *p, uint32_t joint);
mat34 play_joint(const play *p, uint32_t joint);

/* A morph weight, by its place in poses, after play_pose. */
double play_weight(const play *p, uint32_t index);

/* A palette entry as it is applied: from grid (or offset) coordinates to glTF units; after
 * play_pose. */
mat34 play_entry(const play *p, uint32_t skin, uint32_t entry);

/* Skins a whole mesh, at the level of play_take_level, after play_pose. positions, normals:
 * [vertex_count]; normals may be NULL, and are left unchanged for a mesh without normals. */
bool play_mesh(play *p, uint32_t mesh, double (*positions)[3], double (*normals)[3], diag *d);

/* The CRC-32 (as in zlib) of all meshes' vertices, after play_pose: for each vertex the words of
 * its position and, if the mesh has normals, of its unit normal, as skinning writes them,
 * little-endian. */
bool play_checksum(uint32_t *crc, play *p, diag *d);

/* The box of a mesh, low and high, from model matrices and morph weights alone, after play_pose.
 * Returns false, with DIAG_INVALID, if the blob has no boxes. */
bool play_bounds(play *p, uint32_t mesh, double low[3], double high[3], diag *d);

/* The tangents of a mesh that has them: [vertex_count], after play_pose. */
bool play_tangents(play *p, uint32_t mesh, double (*tangents)[4], diag *d);

/* By pelt_texels and pelt_wrap. */
extern const char *const play_texels[4], *const play_wraps[4];

/* R, G, B as sRGB, and alpha, of a texel, counted along the rows. */
void play_texel(uint8_t rgba[4], const pelt_texture_info *texture, uint32_t texel);
