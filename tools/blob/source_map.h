/* SPDX-License-Identifier: MIT */
/* The SOURCE section of a blob: the map from joints, palette entries, vertices and clips back to
 * those of the glTF file. Only the host tools read it; `bake --strip` leaves it out, and the
 * library never reads it.
 *
 * Layout, in the blob's byte order (uint32, int32 and IEEE double, 4-byte aligned):
 *   uint32 joint_count; int32 node[joint_count]               -1: helper of a sheared matrix
 *   uint32 node_count; int32 parent[node_count]               of all glTF nodes; -1: none
 *   uint32 skin_count; per blob skin
 *     int32 skin                                              glTF skin, -1: of rigid meshes
 *     uint32 entry_count; per entry but in-betweens
 *       int32 joint     index in the glTF skin's joints, -1: bound to its node without one
 *       double step, origin[3]       grid: bind position = step * stored position + origin
 *   uint32 mesh_count; per blob mesh
 *     int32 node; uint32 primitive_count; per primitive
 *       uint32 primitive, vertex_count; uint32 vertex[vertex_count]      blob vertex of each
 *   uint32 clip_count; uint32 animation[clip_count]           ascending
 * If a skin was split, a primitive is in several meshes; SOURCE_NONE stands for vertices that are
 * only in others. */
#pragma once

#include "common/diag.h"
#include "common/region.h"
#include "pelt.h"

#define SOURCE_NONE UINT32_MAX

typedef struct source_entry {
    int32_t joint;
    double step, origin[3];
} source_entry;

typedef struct source_skin {
    int32_t skin;
    uint32_t entry_count;
    source_entry *entries;
} source_skin;

typedef struct source_primitive {
    uint32_t primitive, vertex_count;
    uint32_t *vertices; /* [vertex_count], below the blob mesh's vertex_count or SOURCE_NONE */
} source_primitive;

typedef struct source_mesh {
    int32_t node;
    uint32_t primitive_count;
    source_primitive *primitives;
} source_mesh;

typedef struct source_map {
    uint32_t joint_count, skin_count, mesh_count, clip_count; /* as in the model */
    uint32_t node_count;                                      /* as in the glTF file */
    int32_t *nodes;                                           /* [joint_count] */
    int32_t *parents; /* [node_count], below node_count, without a cycle; -1: none */
    source_skin *skins;
    source_mesh *meshes;
    uint32_t *clips; /* [clip_count] glTF animations */
    region memory;   /* holds all arrays */
} source_map;

/* Reads the map of an open model; source_map_free releases it. Returns false, with DIAG_INVALID and
 * an empty map, if the blob is stripped or the section contradicts the model.
 *
 * A q16 palette entry F (Q33 / Q17) unfolds to G x inverse bind by
 *   M3 = F3 * 2^(unit_shift - 33) / step      t = Ft * 2^(unit_shift - 17) - M3 * origin
 * and an f32 one by the same with unit_shift 0 and no 2^-33, 2^-17 (its step is 1). */
bool source_map_open(source_map *out, const pelt_model *model, diag *d);
bool source_map_exists(const pelt_model *model);
void source_map_free(source_map *map);

/* The place of a glTF vertex in the blob. */
typedef struct source_place {
    uint32_t mesh, vertex;
} source_place;

/* The places of all vertices of a glTF primitive under a node, free() them; NULL if the blob does
 * not have all of it. */
source_place *source_map_find(uint32_t *vertex_count, const source_map *map, uint32_t node,
                              uint32_t primitive);
