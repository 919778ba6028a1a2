/* SPDX-License-Identifier: MIT */
/* Palette entries and the grids of int16 positions. A blob skin is a glTF skin with one grid. Parts
 * whose grid would be at least 16 times finer than that of all together get a second skin. Rigid
 * meshes share a blob skin, in which each has an entry and a grid of its own. */
#pragma once

#include "bake/skeleton/joints.h"
#include "bake/skeleton/morphs.h"

typedef struct bake_entry {
    uint32_t joint;      /* blob joint */
    uint32_t skin_joint; /* of the glTF skin, or BAKE_NONE */
    mat34 inverse_bind;
    bake_grid grid;        /* the finest possible; units.h has the one that is stored */
    uint32_t vertex_count; /* of the vertices that it moves */
    box3 box;              /* around those vertices, as stored, and as morphed in rest and clips */
} bake_entry;

/* An entry whose rotation is a part of a joint's own, see format.h; source and target are entries of the
 * skin. In the palette it follows those, so that its own number is entry_count + its index. */
typedef struct bake_between {
    uint32_t source, target;
    double part;     /* stored in Q15: those of a joint should be multiples of 2^-15 */
    double pivot[3]; /* as positions of the skin's vertices, within their grid */
} bake_between;

typedef struct bake_skin {
    uint32_t skin;  /* glTF; BAKE_NONE: of rigid meshes */
    uint32_t first; /* index of its first entry among those of all skins */
    uint32_t entry_count;
    const bake_entry *entries;
    uint32_t between_count;
    const bake_between *betweens; /* those of the same source and target one after another */
} bake_skin;

static inline uint32_t skin_palette_count(const bake_skin *skin)
{
    return skin->entry_count + skin->between_count;
}

/* The palette entries of a mesh. */
typedef struct bake_binding {
    uint32_t skin;            /* blob skin */
    const uint32_t *entry_of; /* [joints of the glTF skin]; NULL: rigid */
    uint32_t node_entry;      /* for vertices that move with the mesh's node */
} bake_binding;

typedef struct bake_skins {
    uint32_t count, entry_count; /* entry_count: of all skins */
    const bake_skin *skins;
    const bake_binding *of_mesh; /* [mesh count] */
    const bool *moves; /* [joint count] whether the joint, or one below it, moves a vertex */
} bake_skins;

bool skins_make(bake_skins *out, const bake_job *job, const bake_meshes *meshes,
                const bake_morphs *morphs, const bake_joints *joints);

/* The entry of a joint (see bake_influences). */
static inline uint32_t binding_entry(const bake_binding *binding, uint32_t joint)
{
    return joint == BAKE_NONE ? binding->node_entry : binding->entry_of[joint];
}

/* The entries, one or two, of which an entry of the palette is made: itself, or an in-between's. */
static inline uint32_t skin_made_of(uint32_t out[2], const bake_skin *skin, uint32_t entry)
{
    if (entry < skin->entry_count) {
        out[0] = entry;
        return 1;
    }
    out[0] = skin->betweens[entry - skin->entry_count].source;
    out[1] = skin->betweens[entry - skin->entry_count].target;
    return 2;
}

/* Where entries take a box: an in-between takes it to where both of its entries take this one. */
box3 skin_swung(const bake_skin *skin, uint32_t entry, const box3 *box);
