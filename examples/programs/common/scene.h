/* SPDX-License-Identifier: MIT */
/* Stands in for a game: a pad that is pressed in the same way in each run, a slope, a bird, and a renderer
 * that draws characters at places of the world into small pictures. Places and heights are Q16.16 of the
 * unit of the character that scene_begin() is told. */
#pragma once

#include <stdbool.h>

#include "pelt.h"
#include "pelt/motion.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SCENE_MS 4000u /* duration */
#define SCENE_FRAME_MS 40u
#define SCENE_VERTICES 560 /* of a character, at most */

/* The state of the pad. */
typedef struct scene_pad {
    int32_t speed; /* 0 stands, 1 walks, 2 runs: Q16.16 */
    bool looks, stays, jumps, waves;
} scene_pad;
scene_pad scene_read(uint32_t ms);

/* Returns the place where a character begins; the distances of characters are multiples of `length`. */
pelt_root_q16 scene_start(uint32_t index, int32_t length);

/* Returns the height of the ground at a place. */
int32_t scene_ground(const pelt_root_q16 *place);

/* Returns how much higher the ground is below a joint of a character than below its place. `to` gets the
 * joint's position raised by that, in the character's space. */
int32_t scene_rise(int32_t to[3], const pelt_matrix_q16 *joint, const pelt_root_q16 *place);

/* Computes the position of the bird in the space of a character. */
void scene_bird(int32_t bird[3], const pelt_root_q16 *place);

/* Prints the name of an event. */
void scene_hear(const char *name);

/* Begins a picture that shows the world around a place; returns false at times without a picture. */
bool scene_begin(uint32_t ms, const pelt_root_q16 *place, int32_t unit_shift);

/* Returns whether any part of a box may be visible. */
bool scene_sees(const pelt_box_q16 *box, const pelt_root_q16 *place);

/* Draws all meshes of a model at a place. `vertices` holds their skinned vertices, one mesh after
 * another, and the call moves these to the place. */
void scene_draw(const pelt_model *model, pelt_vertex_q16 *vertices, uint32_t count,
                const pelt_root_q16 *place);

/* Ends the picture: prints the number of drawn models and the CRCs of their vertices and of the pixels.
 * The pixels go to frames.bin if the system can write files. */
void scene_end(void);

#ifdef __cplusplus
}
#endif
