/* SPDX-License-Identifier: MIT */
/* Makes blob meshes from the instances of the default scene: each holds primitives of one node that
 * have the same attributes. */
#pragma once

#include "bake/shape/colours.h"
#include "bake/shape/weights.h"

typedef struct bake_primitive {
    uint32_t index;       /* number in the glTF mesh */
    uint32_t whole_count; /* number of vertices of the glTF primitive */
    const scene_primitive *source;
    /* [vertex_count] indices of a part's vertices in the glTF primitive, or NULL */
    const uint32_t *origin;
    const bake_influences *influences; /* [vertex_count] */
    bake_colour colours;               /* [vertex_count], NULL: white */
    bake_mapping mapping;              /* its texture, and the coordinates that are stored */
} bake_primitive;

typedef struct bake_mesh {
    uint32_t node, skin; /* glTF; skin is BAKE_NONE for a rigid mesh */
    bool has_normals, has_tangents, has_uvs, has_colours;
    double uv_reach; /* largest |u| and |v| */
    bool binds_node; /* skinned, but some vertices have no weights and move with the node */
    uint32_t primitive_count;
    const bake_primitive *primitives;
    uint32_t vertices_in;
    uint32_t target_count;
} bake_mesh;

typedef struct bake_meshes {
    uint32_t count;
    const bake_mesh *meshes; /* meshes of one node follow each other */
    const uint32_t *of_node; /* [node_count] the node's first mesh, or BAKE_NONE */
    bake_stats stats;        /* the statistics known at this stage */
} bake_meshes;

bake_meshes meshes_gather(const bake_job *job, const bake_textures *textures,
                          const bake_colours *colours);

/* split.c: splits meshes moved by more joints than one palette holds, element by element, into
 * several, each with its own vertices. Vertices at the seams are then stored more than once. */
bake_meshes meshes_split(const bake_job *job, const bake_meshes *whole);

/* parts.c: cuts primitives moved by more joints than options->order.max_palette into several,
 * element by element, each with its own vertices: the parts of a mesh. Returns false if one element
 * needs more joints than that. */
bool meshes_cut(bake_meshes *meshes, const bake_job *job);

/* Fixed point: the most bits, 0 to 15, with which every u and v fits 16 bits. */
uint32_t mesh_uv_bits(const bake_mesh *mesh);
