/* SPDX-License-Identifier: MIT */
/*
 * Palette entries and the grids of int16 positions. A blob skin is a glTF skin with one grid; parts
 * that would have a grid at least 16 times finer than all together get a second one. Rigid meshes
 * share a blob skin in which each has an entry, and a grid, of its own.
 */
#ifndef PELT_TOOLS_BAKE_SKELETON_SKINS_H
#define PELT_TOOLS_BAKE_SKELETON_SKINS_H

#include "bake/skeleton/joints.h"
#include "bake/skeleton/morphs.h"

typedef struct bake_entry {
    uint32_t joint;      /* blob joint */
    uint32_t skin_joint; /* of the glTF skin, or BAKE_NONE */
    mat34 inverse_bind;
    bake_grid grid;        /* as fine as it may be: units.h says which one is stored */
    uint32_t vertex_count; /* that it moves */
    box3 box;              /* of those, as stored and as morphed in rest and clips */
} bake_entry;

typedef struct bake_skin {
    uint32_t skin;  /* glTF, or BAKE_NONE: of rigid meshes */
    uint32_t first; /* of its entries among those of all skins */
    uint32_t entry_count;
    const bake_entry *entries;
} bake_skin;

/* Where a mesh finds its entries. */
typedef struct bake_binding {
    uint32_t skin;            /* blob skin */
    const uint32_t *entry_of; /* [joints of the glTF skin]; NULL: rigid */
    uint32_t node_entry;      /* of vertices that move with the mesh's node */
} bake_binding;

typedef struct bake_skins {
    uint32_t count, entry_count; /* entries of all skins */
    const bake_skin *skins;
    const bake_binding *of_mesh; /* [mesh count] */
    const bool *moves;           /* [joint count] the joint, or one below it, moves a vertex */
} bake_skins;

bool skins_make(bake_skins *out, const bake_job *job, const bake_meshes *meshes,
                const bake_morphs *morphs, const bake_joints *joints);

/* The entry of a joint as in bake_influences. */
static inline uint32_t binding_entry(const bake_binding *binding, uint32_t joint)
{
    return joint == BAKE_NONE ? binding->node_entry : binding->entry_of[joint];
}

#endif
