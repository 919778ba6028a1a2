/* SPDX-License-Identifier: MIT */
/* A character of any model in fixed point, exact or lean, packed or not, with or without morph
 * targets: its memory, poses and vertices. All renderers of the showcase use it; it does not depend
 * on a board. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "pelt/draw.h"
#include "pelt/face.h"
#include "pelt/motion.h"
#include "pelt/springs.h"

#ifndef ACTOR_RANGE
#define ACTOR_RANGE 64u /* vertices that are skinned at a time */
#endif

/* The moment that is shown: of a clip, and of one that is fading out. PELT_NONE is the rest
 * pose. What swings moves on by the time since the picture before, and is at rest after a cut; eyes that
 * have an expression `blink` blink by that time, too. */
typedef struct actor_moment {
    uint32_t clip, other_clip;
    pelt_time time, other_time;
    int32_t other_weight; /* Q16; 0: none */
    uint32_t elapsed_ms;  /* 0: a cut */
} actor_moment;

#define ACTOR_SHIFTS 8u /* materials, from the first on, whose textures clips may move */

typedef struct actor {
    pelt_model model;
    pelt_texture_shift shifts[ACTOR_SHIFTS];
    bool has_textures;
    pelt_pose_q16 pose, other;
    pelt_joints_q16 joints;
    pelt_springs_q16 springs;
    pelt_blinker blinker;
    int32_t *face; /* weights of expressions up to blink, if there is one */
    uint32_t blink;
    pelt_palette_q16 *palettes;            /* [skin_count] */
    pelt_morph *morphs;                    /* [mesh_count] */
    uint32_t vertex_count, triangle_count; /* of all meshes */
} actor;

/* Implemented by the program: ends the run and prints the failure. The functions below return
 * only if nothing fails. */
__attribute__((noreturn)) void failed(pelt_status status, const char *what);

static inline void need(pelt_status status, const char *what)
{
    if (status != PELT_OK)
        failed(status, what);
}

/* Opens a blob of exact or lean encoding. */
void actor_open(actor *a, const void *blob, size_t blob_bytes);

/* Takes all memory of the actor but its vertices: poses and model matrices from one arena,
 * springs, a face, palettes and morph targets from another, which may be the same. actor_bytes: the bytes in all;
 * actor_pose_bytes: those of poses alone. */
size_t actor_bytes(const pelt_model *model);
size_t actor_pose_bytes(const pelt_model *model);
void actor_place(actor *a, pelt_arena *poses, pelt_arena *palettes);

/* The stages, in this order. */
void actor_sample(actor *a, const actor_moment *moment);
void actor_blend(actor *a, const actor_moment *moment);
void actor_joints(actor *a);
void actor_swing(actor *a, const actor_moment *moment);
void actor_palettes(actor *a);                         /* morphs, too */
void actor_pose(actor *a, const actor_moment *moment); /* all */
void actor_skin(actor *a, uint32_t mesh, pelt_vertex_q16 *vertices, uint32_t first, uint32_t count,
                uint32_t flags);

/* Skins all meshes, a range at a time, and passes each to `take`. */
typedef void actor_receiver(void *own, uint32_t mesh, const pelt_vertex_q16 *some, uint32_t first,
                            uint32_t count);
void actor_skin_all(actor *a, actor_receiver *take, void *own);

/* Sets the rest pose and returns the box of its vertices. */
void actor_rest(pelt_box_q16 *box, actor *a);
actor_receiver actor_add_box; /* own: the box */

/* Returns false if the blob has no boxes. */
bool actor_clip_box(pelt_box_q16 *box, const actor *a, uint32_t clip); /* of a whole clip */
bool actor_pose_box(pelt_box_q16 *box, const actor *a); /* of the current pose, from its joints */

/* What is left in an arena, in whole eights; and memory from it, aligned to 8 bytes. */
size_t actor_left(const pelt_arena *arena);
void *actor_take(pelt_arena *arena, size_t bytes);
