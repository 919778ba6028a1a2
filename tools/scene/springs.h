/* SPDX-License-Identifier: MIT */
/* Springs of a scene: those of the file, and what --spring adds. */
#pragma once

#include "scene/select.h"

/* Adds a spring, or puts it in place of the node's: room is for one of each node. */
void springs_add(scene *s, const scene_spring *spring);

/* Applies --spring NODES:NAME=VALUE,... in order, and makes all nodes that springs need joints. Of a
 * chain of named nodes the last is only the end of a bone, as in VRMC_springBone, but for `leaf`. */
bool springs_take(scene *s, const scene_selection *wanted, diag *d);
