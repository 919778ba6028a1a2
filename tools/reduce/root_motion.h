/* SPDX-License-Identifier: MIT */
/*
 * Root motion: what moves a character as a whole is taken out of its clips, for the program to put
 * into the character's place in the world.
 *
 * With p the horizontal place of a node's origin, s the clip's start, and yaw = 2 atan2(y, w) of the
 * rotation that takes the node's at s to its rotation at t, both in model space,
 *   Root(t) = T(p(t)) Ry(yaw(t)) T(-p(s))      with both
 *   Root(t) = T(p(t) - p(s))                   places alone
 *   Root(t) = Ry(yaw(t))                       turns alone: about the model's own axis
 * so that Root(s) is one. What remains, Root^-1 times what was, keeps the node above its place and
 * facing of the clip's start. Root is stored as straight lines between keys, and the node's channels
 * are made for that: what is off is only between their new keys.
 */
#ifndef PELT_TOOLS_REDUCE_ROOT_MOTION_H
#define PELT_TOOLS_REDUCE_ROOT_MOTION_H

#include "common/diag.h"
#include "scene/scene.h"

typedef struct root_options {
    const char *node; /* an index or a name, root_length bytes; NULL: nothing is taken out */
    size_t node_length;
    bool moves, turns; /* horizontally, about +Y: one at least */
} root_options;

/* NODE, NODE:xz, NODE:yaw or NODE:xz+yaw. Without an ending: both. */
root_options root_parse(const char *text);

/*
 * Takes it out of all clips and leaves it in s->root. error: E, a part of the model's size. On
 * failure false, `d` says why, DIAG_USAGE where there is no such node, and the scene is good for
 * scene_free only. Warns of what is drawn and does not hang below the node.
 */
bool root_take(scene *s, const root_options *options, double error, const char *file, diag *d);

#endif
