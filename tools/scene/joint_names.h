/* SPDX-License-Identifier: MIT */
/* Finds the joints of one skeleton in another by their names. */
#pragma once

#include "common/diag.h"
#include "scene/scene.h"

/* Returns for each node of `from` the node of `to` that stands for it, or SCENE_NONE; no node of
 * `to` twice. Free it. `map` has lines `source target`, separated by a tab or else by spaces, with #
 * before a remark; it goes first, then equal names, then the table of naming conventions. NULL: no
 * map. Fails with DIAG_USAGE for a line of another form, naming map_file, and returns NULL. */
uint32_t *joint_names_match(const scene *to, const scene *from, char *map, const char *map_file,
                            diag *d);
