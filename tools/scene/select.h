/* SPDX-License-Identifier: MIT */
/* Removes the clips and meshes that are not chosen from a scene, as if the file did not have them.
 */
#pragma once

#include "common/diag.h"
#include "scene/scene.h"

#define SCENE_SPRINGS_MAX 32u
#define SCENE_EXPRESSIONS_MAX 64u

/* Lists in the form of common/choice.h; NULL: all. */
typedef struct scene_selection {
    const char *clips;  /* by name, or by index of the animation */
    const char *meshes; /* by name of a node that draws the mesh, or by name or index of the mesh */
    const char *sockets;                    /* nodes to mark, by name or index; NULL: none */
    const char *springs[SCENE_SPRINGS_MAX]; /* [spring_options] of --spring, see gltf/spring.c */
    uint32_t spring_options;
    const char *expressions[SCENE_EXPRESSIONS_MAX]; /* [expression_options] of --expression */
    uint32_t expression_options;
} scene_selection;

/* Marks the nodes of the default scene that a list names in chosen[node_count]; fails as below. */
bool scene_mark_nodes(bool *chosen, const scene *s, const char *list, const char *option, diag *d);

/* Marks the sockets, which are nodes of the default scene, and keeps only the chosen clips and
 * instances, in their order; everything else, also nodes, keeps its place and index. Fails with
 * DIAG_USAGE if an item names nothing; the message lists the available names. */
bool scene_select(scene *s, const scene_selection *wanted, diag *d);

/* The index of the expression of a name, or SCENE_NONE. */
uint32_t scene_find_expression(const scene *s, const char *name);

/* Finds the node that an option gives by index or name; if several have the name it takes the first
 * and warns. Fails with DIAG_USAGE if there is none. what: its role, for the message. */
bool scene_find_node(uint32_t *node, const scene *s, const char *text, const char *what,
                     const char *option, const char *file, diag *d);
