/* SPDX-License-Identifier: MIT */
/* Puts clips of one skeleton onto another.
 *
 * With r the rotation of a joint at rest and R its rotation in model space, of the source (1) and
 * of the target (2), a rotation q becomes
 *   r2 C r1^-1 q C^-1
 * what the clip turns the joint by from its rest, in the joint's rest frame. C = 1 if the joints
 * of both skeletons have their axes along the bones alike, by the directions to their children;
 * otherwise C = R2^-1 R1, so that equal rest poses make equal motion. A translation t becomes
 *   t2 + k P (t - t1)
 * with k = the length of the target's legs / that of the source's, and P from the parent's axes of
 * the source to those of the target: through model space for a joint that hangs below no joint of
 * the match, as its travel is the character's. Scales are multiplied by s2 / s1.
 * All of this is linear in a key's values and leaves arcs arcs: channels keep keys and kinds. */
#pragma once

#include "common/diag.h"
#include "scene/scene.h"

/* Appends the clips of `from` to those of `to`, with indices from `first` on. match: for each node
 * of `from` one of `to` or SCENE_NONE, see joint_names_match. Warns of channels that find no joint,
 * and fails if none does. file, from_file: for messages. */
bool retarget_clips(scene *to, const scene *from, const uint32_t *match, uint32_t first,
                    const char *file, const char *from_file, diag *d);

/* Lines `source target` of a file, the names of a joint in both skeletons, separated by a tab or else by
 * spaces, with # before a remark. */
typedef struct joint_map_line {
    const char *source, *target;
    uint32_t number;
    bool has_source, has_target, is_used; /* in the skeletons that were matched */
} joint_map_line;

typedef struct joint_map {
    char *text; /* has the names; free() it and lines */
    joint_map_line *lines;
    uint32_t count;
} joint_map;

/* joint_names.c: cuts map->text into lines. Fails with DIAG_USAGE for a line of another form. */
bool joint_map_parse(joint_map *map, const char *map_file, diag *d);

/* Returns for each node of `from` the node of `to` that stands for it, or SCENE_NONE; no node of `to`
 * twice. Free it. The map goes first, then equal names, then the table of naming conventions. */
uint32_t *joint_names_match(const scene *to, const scene *from, joint_map *map);

/* Warns of lines that no skeleton had a use for. file, from_files: for messages. */
void joint_map_tell(const joint_map *map, const char *map_file, const char *from_files,
                    const char *file);
