/* SPDX-License-Identifier: MIT */
/* Stands in for a game's renderer: characters at places of a world, in a small picture. */
#ifndef PROGRAM_SCENE_H
#define PROGRAM_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "pelt.h"
#include "pelt/motion.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SCENE_VERTICES 640 /* of a character, at most */

/* The height of the ground at a place, in the units of the positions. */
typedef int32_t scene_ground(int32_t x, int32_t z);

/* Begins a picture that shows the ground round a place. `size` is as much as a character is high, in
 * the same units; yaw is the camera's, 2^32 is one turn. */
void scene_begin(const pelt_matrix_q16 *place, int32_t size, uint32_t yaw, scene_ground *ground);

/* Whether any of a box may be seen, which a matrix takes to the world. */
bool scene_sees(const pelt_box_q16 *box, const pelt_matrix_q16 *place);

/* Draws all meshes of a model, skinned one after another, at a place. The vertices go there. A unit of
 * the world is 2^shift of theirs. */
void scene_draw(const pelt_model *model, pelt_vertex_q16 *vertices, uint32_t count,
                const pelt_matrix_q16 *place, int32_t shift);

/* Ends the picture: prints its CRC, and adds it to frames.bin where a host takes that file. */
void scene_end(uint32_t picture_count);

#ifdef __cplusplus
}
#endif

#endif
