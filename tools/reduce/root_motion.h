/* SPDX-License-Identifier: MIT */
/* Root motion: takes the motion of the whole character out of its clips, so that the program can
 * apply it to the character's place in the world.
 *
 * With p the horizontal place of a node's origin, s the clip's start, and yaw = 2 atan2(y, w) of
 * the rotation that takes the node's at s to its rotation at t, both in model space,
 *   Root(t) = T(p(t)) Ry(yaw(t)) T(-p(s))      with both
 *   Root(t) = T(p(t) - p(s))                   places alone
 *   Root(t) = Ry(yaw(t))                       turns alone: about the model's own axis
 * so that Root(s) is one. The remainder, Root^-1 times the original, keeps the node above its place
 * and facing as at the clip's start. Root is stored as straight lines between keys, and the node's
 * channels are computed from these lines, so errors arise only between the channels' new keys. */
#pragma once

#include "common/diag.h"
#include "scene/scene.h"

typedef struct root_options {
    const char *node; /* an index or a name of node_length bytes; NULL: no root motion is wanted */
    size_t node_length;
    bool moves, turns; /* horizontally; about +Y. At least one is set */
} root_options;

/* Parses NODE, NODE:xz, NODE:yaw or NODE:xz+yaw. Without an ending both are taken. */
root_options root_parse(const char *text);

/* Takes the motion out of all clips and stores it in s->root. error: E, as a fraction of the
 * model's size. On failure returns false with a message in `d`, DIAG_USAGE if there is no such
 * node; the scene may then only be passed to scene_free. Warns of instances that do not hang below
 * the node. */
bool root_take(scene *s, const root_options *options, double error, const char *file, diag *d);
