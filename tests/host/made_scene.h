/* SPDX-License-Identifier: MIT */
/* Makes small characters for tests from plain arrays instead of a file. */
#pragma once

#include "scene/scene.h"

#define MOST_NODES 12u
#define MOST_CHANNELS 16u
#define RING 4u /* vertices about a bone */

/* Plain arrays and the scene that uses them. Bones are along x and bind where they rest. */
typedef struct character {
    scene s;
    scene_node nodes[MOST_NODES];
    uint32_t order[MOST_NODES];
    uint32_t joints[2][MOST_NODES];
    mat34 binds[2][MOST_NODES];
    scene_skin skins[2];
    scene_mesh meshes[1];
    scene_primitive primitives[1];
    scene_instance instances[2];
    scene_clip clips[1];
    scene_channel channels[MOST_CHANNELS];
    double times[4];
    double values[MOST_CHANNELS][4 * 3 * 4];
    double positions[MOST_NODES * RING * 2][3];
    double normals[MOST_NODES * RING * 2][3];
    uint32_t of_vertex[MOST_NODES * RING * 2][8];
    double weights[MOST_NODES * RING * 2][8];
} character;

uint32_t add_node(character *c, const char *name, uint32_t parent, double x, double y);

/* Adds vertices around the middle of a bone from `at`, all of one joint. */
void add_ring(character *c, uint32_t joint, const double at[3]);

/* Adds a turn about z in four keys: 0, angle, -angle, 0 at 0, 1, 2, 3 s, with tangents if cubic. */
void add_turn(character *c, uint32_t node, double angle, scene_interpolation interpolation);

/* Adds a translation or scale along the y axis that starts and ends at the node's own. */
void add_shift(character *c, uint32_t node, scene_path path, scene_interpolation interpolation);

/* Makes the scene once all nodes, vertices and channels are added; node 0 draws it. */
scene *finish(character *c);

/* Releases the character and the memory of its scene. */
void discard(character *c);
