/* SPDX-License-Identifier: MIT */
/* Instances of the default scene -> blob meshes: the primitives of one node that fit together. */
#ifndef PELT_TOOLS_BAKE_SHAPE_MESHES_H
#define PELT_TOOLS_BAKE_SHAPE_MESHES_H

#include "bake/shape/colours.h"
#include "bake/shape/weights.h"

typedef struct bake_primitive {
    uint32_t index;       /* in the glTF mesh */
    uint32_t whole_count; /* vertices of the glTF primitive */
    const scene_primitive *source;
    const uint32_t *origin; /* [vertex_count] of a part's vertices in the glTF primitive, or NULL */
    const bake_influences *influences; /* [vertex_count] */
    bake_colour colours;               /* [vertex_count], NULL: white */
} bake_primitive;

typedef struct bake_mesh {
    uint32_t node, skin; /* glTF; skin BAKE_NONE: rigid */
    bool has_normals, has_tangents, has_uvs, has_colours;
    double uv_reach; /* largest |u| and |v| */
    bool binds_node; /* skinned, but some vertices have no weights */
    uint32_t primitive_count;
    const bake_primitive *primitives;
    uint32_t vertices_in;
    uint32_t target_count;
} bake_mesh;

typedef struct bake_meshes {
    uint32_t count;
    const bake_mesh *meshes; /* those of one node follow each other */
    const uint32_t *of_node; /* [node_count], the first, or BAKE_NONE */
    bake_stats stats;        /* as far as they are known then */
} bake_meshes;

bake_meshes meshes_gather(const bake_job *job, const bake_colours *colours);

/* Of fixed point: the most with which no u or v leaves 16 bits, 0 to 15. */
uint32_t mesh_uv_bits(const bake_mesh *mesh);

#endif
