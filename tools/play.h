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

#include "diag.h"
#include "mat.h"
#include "pelt.h"

enum { PLAY_REST = -1, PLAY_BIND = -2 };

typedef struct play {
    pelt_model model;
    void *memory; /* the arena's */
    pelt_arena arena;
    pelt_pose_q16 pose_q16;
    pelt_joints_q16 joints_q16;
    pelt_palette_q16 *palettes_q16; /* [model.skin_count] */
    pelt_pose_f32 pose_f32;
    pelt_joints_f32 joints_f32;
    pelt_palette_f32 *palettes_f32;
    void *vertices; /* six words each, for the largest mesh */
} play;

/*
 * Opens a blob of either flavour (native byte order, 4-byte aligned, kept by the caller) and
 * allocates one character. On false nothing needs closing.
 */
bool play_open(play *p, const void *blob, size_t bytes, diag *d);
void play_close(play *p);

/* Bytes of pose, joints and all palettes: what the baked header calls NAME_ARENA_BYTES. */
size_t play_arena_bytes(const pelt_model *model);

/* glTF seconds to ticks, to nearest, saturated. */
pelt_time play_ticks(double seconds);

/* Samples (clip index, PLAY_REST or PLAY_BIND), then model matrices and all palettes. */
bool play_pose(play *p, int clip, pelt_time time, diag *d);

/* Model matrix of a joint, glTF units. After play_pose. */
mat34 play_joint(const play *p, uint32_t joint);

/* A palette entry as it is applied: grid (or offset) coordinates to glTF units. After play_pose. */
mat34 play_entry(const play *p, uint32_t skin, uint32_t entry);

/*
 * Skins a whole mesh. positions, normals: [vertex_count]; normals may be NULL, and are left alone
 * for meshes without. After play_pose.
 */
bool play_mesh(play *p, uint32_t mesh, double (*positions)[3], double (*normals)[3], diag *d);

#endif
