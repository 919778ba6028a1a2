/* SPDX-License-Identifier: MIT */
/* A scene without the clips and meshes that nobody wants, as if the file did not have them. */
#ifndef PELT_TOOLS_SCENE_SELECT_H
#define PELT_TOOLS_SCENE_SELECT_H

#include "common/diag.h"
#include "scene/scene.h"

/* Lists as in common/choice.h; NULL: all. */
typedef struct scene_selection {
    const char *clips;   /* by name, or index of the animation */
    const char *meshes;  /* by name of a node that draws a mesh, or name or index of the mesh */
    const char *sockets; /* nodes to mark, by name or index; NULL: none */
} scene_selection;

/*
 * Marks the sockets, nodes of the default scene, and leaves the chosen clips and instances in the scene, in their order; all else, nodes too, keeps its
 * place and index. DIAG_USAGE where an item chooses nothing, with what there is.
 */
bool scene_select(scene *s, const scene_selection *wanted, diag *d);

/* The node that an option names by index or name, of several the first, with a warning. DIAG_USAGE
 * where there is none. what: the word for it in the message. */
bool scene_find_node(uint32_t *node, const scene *s, const char *text, const char *what,
                     const char *option, const char *file, diag *d);

#endif
