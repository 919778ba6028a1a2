/* SPDX-License-Identifier: MIT */
/*
 * Any model in fixed point, exact or lean, packed or not, with or without morph targets: its memory,
 * its poses, its vertices. Nothing here knows of a board.
 */
#ifndef SHOWCASE_ACTOR_H
#define SHOWCASE_ACTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "camera.h"
#include "pelt/motion.h"

#ifndef ACTOR_RANGE
#define ACTOR_RANGE 64u /* vertices that are skinned at a time */
#endif

/* What is played: a clip, and one that still fades out. PELT_NONE: the rest pose. */
typedef struct actor_moment {
    uint32_t clip, other_clip;
    pelt_time time, other_time;
    int32_t other_weight; /* Q16; 0: none */
} actor_moment;

typedef struct actor {
    pelt_model model;
    pelt_pose_q16 pose, other;
    pelt_joints_q16 joints;
    pelt_palette_q16 *palettes;            /* [skin_count] */
    pelt_morph *morphs;                    /* [mesh_count] */
    uint32_t vertex_count, triangle_count; /* of all meshes */
} actor;

/* The program's own: ends the run and says what failed. Nothing below returns where anything fails. */
__attribute__((noreturn)) void failed(pelt_status status, const char *what);

static inline void need(pelt_status status, const char *what)
{
    if (status != PELT_OK)
        failed(status, what);
}

/* Opens a blob of either encoding. */
void actor_open(actor *a, const void *blob, size_t blob_bytes);

/* Takes the actor's memory, all but its vertices, from one arena for poses and model matrices and one
 * for palettes and morph targets, which may be the same; its bytes in all, and of poses alone. */
size_t actor_bytes(const pelt_model *model);
size_t actor_pose_bytes(const pelt_model *model);
void actor_place(actor *a, pelt_arena *poses, pelt_arena *palettes);

/* Stages, in this order. */
void actor_sample(actor *a, const actor_moment *moment);
void actor_blend(actor *a, const actor_moment *moment);
void actor_joints(actor *a);
void actor_palettes(actor *a);                         /* and morphs */
void actor_pose(actor *a, const actor_moment *moment); /* all of these */
void actor_skin(actor *a, uint32_t mesh, pelt_vertex_q16 *vertices, uint32_t first, uint32_t count,
                uint32_t flags);

/* Skins all meshes, a range after the other, and hands each to `take`. */
typedef void actor_receiver(void *own, uint32_t mesh, const pelt_vertex_q16 *some, uint32_t first,
                            uint32_t count);
void actor_skin_all(actor *a, actor_receiver *take, void *own);

/* Rests; the box of its vertices. */
void actor_rest(camera_box *box, actor *a);
actor_receiver actor_add_box; /* own: the box */

/* False where the blob has no boxes. */
bool actor_clip_box(camera_box *box, const actor *a, uint32_t clip); /* all of a clip */
bool actor_pose_box(camera_box *box, const actor *a); /* the present pose, from its joints */

/* Memory from an arena, aligned to 8 bytes; NULL where it has too little left. */
void *actor_take(pelt_arena *arena, size_t bytes);

#endif
