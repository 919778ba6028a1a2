/* SPDX-License-Identifier: MIT */
/* Decides which elements of a primitive are drawn together, so that each group needs few joints. */
#pragma once

#include "scene/elements.h"

#define PARTS_MOST_JOINTS 12u /* of an element: three vertices of four influences */

typedef struct parts_item {
    bake_element of;
    uint32_t joint_count, joints[PARTS_MOST_JOINTS]; /* numbers below joint_count, ascending */
} parts_item;

typedef struct parts_input {
    const parts_item *items;
    uint32_t item_count, joint_count;
    uint32_t most; /* most joints of a part; at least those of any item */
} parts_input;

/* Writes part_of[item_count] and returns the number of parts. It is greedy, as the least number would take
 * too long to find: a part begins with the first item that is left, takes those whose joints it has, and
 * grows by the one that adds fewest. The time is that of the items times the joints of all parts. */
uint32_t parts_plan(uint32_t *part_of, const parts_input *in);
