/* SPDX-License-Identifier: MIT */
/* Which elements of a primitive are drawn together, so that each lot needs few joints. */
#ifndef PELT_TOOLS_BAKE_SHAPE_PARTS_PLAN_H
#define PELT_TOOLS_BAKE_SHAPE_PARTS_PLAN_H

#include "bake/shape/elements.h"

#define PARTS_MOST_JOINTS 12u /* of an element: three vertices of four influences */

typedef struct parts_item {
    bake_element of;
    uint32_t joint_count, joints[PARTS_MOST_JOINTS]; /* numbers below joint_count, ascending */
} parts_item;

typedef struct parts_input {
    const parts_item *items;
    uint32_t item_count, vertex_count, joint_count;
    uint32_t most; /* joints of a part; at least those of any item */
} parts_input;

/*
 * part_of[item_count]; the number of parts. Few parts first, then few vertices that several parts
 * need. Greedy, as to find the least takes too long: a part grows by what adds fewest joints to it.
 * Several beginnings are tried. Time grows with the different sets of joints times the joints.
 */
uint32_t parts_plan(uint32_t *part_of, const parts_input *in);

#endif
