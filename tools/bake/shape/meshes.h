/* SPDX-License-Identifier: MIT */
/* What is drawn: blob meshes from the instances of the default scene, each with primitives of one node
 * that have the same attributes and light, and their textures, colours and weights. */
#pragma once

#include "bake/job/job.h"
#include "reduce/samples.h"
#include "scene/elements.h"

/// Textures //////////////////////////////////////////////////////////////////////////////////////

/* Makes the textures that a blob stores: the parts of images that primitives use, in power-of-two
 * sides, averaged in linear light over the texels that triangles cover, with a palette.
 *
 * Materials with the same image, base colour, wrap modes and treatment of alpha share a texture. An axis that no
 * coordinate leaves keeps only its used part, and is clamped. */
typedef struct bake_texture {
    const scene_material *material; /* the first that uses it */
    uint32_t bits[2];               /* sides are 2^this: across, down */
    pelt_texels texels;
    uint32_t wrap[2];        /* pelt_wrap */
    double whole[2];         /* the image's sides in units of the texture */
    uint32_t clear;          /* the texel that is not drawn, or BAKE_NONE */
    uint16_t colours[256];   /* RGB 5-6-5, of palettes */
    const uint16_t *indices; /* [height][width] of the palette; RGB 5-6-5 without one */
} bake_texture;

/* What a primitive takes of them, and its colours. */
typedef struct bake_mapping {
    uint32_t texture;       /* BAKE_NONE: none, and uvs are those of the file */
    const double (*uvs)[2]; /* [vertex_count] in units of the texture, or NULL */
    /* [vertex_count] linear R, G, B, A, 0 to 1; NULL: all white */
    const double (*colours)[4];
} bake_mapping;

typedef struct bake_textures {
    uint32_t count;
    const bake_texture *textures;
    bake_mapping *const *of; /* [mesh][primitive]; NULL: not drawn */
} bake_textures;

/* With the colours of all primitives. Textures are stored only if options->texture_side is a number of
 * texels. */
bake_textures textures_make(const bake_job *job);

/* Bytes of rows and palette. */
size_t texture_bytes(const bake_texture *texture);

/// Colours ///////////////////////////////////////////////////////////////////////////////////////

/* Computes the colours of a primitive's vertices: base colour factor x COLOR_0 x the texture around
 * each.
 *
 * The texture is averaged, in linear light and by area of the surface, over the points of a
 * vertex's triangles that are nearer to it than to their other corners, in barycentric coordinates.
 * Points lie inside the triangles and take the nearest texel, so an area of one colour keeps
 * exactly that colour, and nothing from beyond the triangles' edges is included. At a texture seam
 * on a smooth surface both sides are averaged, unless one side has a single colour. */

/* Sets those of all mappings; with a stored texture they are COLOR_0 alone, as that has the rest. */
void colours_make(const bake_textures *textures, const bake_job *job);

/* The material's own colour, without COLOR_0 and texture. */
void colours_of_material(double out[4], const scene_material *material);

/// Weights ///////////////////////////////////////////////////////////////////////////////////////

/* Reduces the vertex weights of a file to at most four positive ones that sum to one. */
typedef struct bake_influences {
    uint32_t count; /* 1 to 4 */
    /* Joints of the glTF skin, the heaviest first; BAKE_NONE is the mesh's node. */
    uint32_t joint[4];
    double weight[4]; /* each > 0; the sum is 1 */
} bake_influences;

/* Takes the weights of one primitive that has a skin: out[vertex_count]. It drops weights too
 * small to matter within job->budget, and reduces a vertex to four. *samples are the poses by which
 * weights are judged; they are computed at first use and released by samples_free. Adds to *stats.
 */
void weights_take(bake_influences *out, bake_stats *stats, scene_samples *samples,
                  const bake_job *job, const scene_instance *instance);

/* The influences of a vertex that moves with the mesh's node. */
static inline bake_influences influences_of_node(void)
{
    return (bake_influences){1, {BAKE_NONE, 0, 0, 0}, {1, 0, 0, 0}};
}

/// Meshes ////////////////////////////////////////////////////////////////////////////////////////

typedef struct bake_primitive {
    uint32_t index; /* number in the glTF mesh */
    const scene_primitive *source;
    const bake_influences *influences; /* [vertex_count] */
    bake_mapping mapping;              /* the texture, coordinates and colours that are stored */
    const int8_t
        *sides; /* [vertex_count] eval_sides at rest; mirrored triangles are stored turned round */
} bake_primitive;

typedef struct bake_mesh {
    uint32_t node, skin; /* glTF; skin is BAKE_NONE for a rigid mesh */
    bool has_normals, has_tangents, has_uvs, has_colours, unlit;
    double uv_reach; /* largest |u| and |v| */
    bool binds_node; /* skinned, but some vertices have no weights and move with the node */
    uint32_t primitive_count;
    bake_primitive *primitives;
    uint32_t vertices_in;
    uint32_t target_count;
} bake_mesh;

typedef struct bake_meshes {
    uint32_t count;
    bake_mesh *meshes; /* meshes of one node follow each other */
    uint32_t *of_node; /* [node_count] the node's first mesh, or BAKE_NONE */
    bake_stats stats;  /* the statistics known at this stage */
} bake_meshes;

/* Fails if the scene has no mesh, and as meshes_cut. */
bool meshes_make(bake_meshes *out, const bake_job *job, const bake_textures *textures);

/* Fixed point: the most bits, 0 to 15, with which every u and v fits 16 bits. */
uint32_t mesh_uv_bits(const bake_mesh *mesh);

/// Pieces ////////////////////////////////////////////////////////////////////////////////////////

/* split.c: splits meshes moved by more joints than one palette holds, element by element, into
 * several, each with its own vertices. Vertices at the seams are then stored more than once. */
void meshes_split(bake_meshes *meshes, const bake_job *job);

/* parts.c: cuts primitives moved by more joints than options->order.max_palette into several,
 * element by element, each with its own vertices: the parts of a mesh. Returns false if one element
 * needs more joints than that. */
bool meshes_cut(bake_meshes *meshes, const bake_job *job);

/* Cuts a piece out of a primitive: these of its elements, with their own vertices. Splitting a skin
 * and --max-palette use it. */
bake_primitive cutting_piece(const bake_job *job, const bake_primitive *from,
                             const scene_element *elements, uint32_t count);

/* The slot of a joint (see bake_influences) in arrays that have the mesh's node last. */
static inline uint32_t cutting_slot(uint32_t joint, uint32_t node_slot)
{
    return joint == BAKE_NONE ? node_slot : joint;
}
