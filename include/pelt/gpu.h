/* SPDX-License-Identifier: MIT */
/* For hardware that skins: a model's palettes and vertices in the formats of GPUs and consoles.
 *
 *   once         attributes of the vertices (and lists of what each part needs) -> vertex buffer
 *   every frame  built palette -> matrices, as floats or in a console's fixed point -> constants
 *
 * What fits together, in one rule: **a position of the attributes, times the palette's matrices by
 * weight, is where pelt_mesh_skin_* has the vertex; with float matrices in glTF units, with others
 * in the model's units.** In real numbers both agree within 4/65536 of the model's units in fixed
 * point, and within 5e-7 of the model's size in float. Positions of fixed-point models are on the
 * mesh's 16-bit grid, a step is 1/32767, and the matrices hold what that is in lengths; those of
 * float models are as in the glTF file. Normals and tangents go through the 3x3, then to unit
 * length.
 *
 * Attributes are the base shape: morph targets are for pelt_morph_* and pelt_mesh_skin_*.
 *
 * Conventions: pelt.h. What is not called is not linked. */
#ifndef PELT_GPU_H
#define PELT_GPU_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Palettes /////////////////////////////////////////////////////////////////////////////////////
/* How 3x4 matrices are written. */
typedef enum pelt_matrix_layout {
    PELT_ROWS_3X4 = 1,   /* 12 floats, three rows: three constants, result.x = dot(row, p) */
    PELT_COLUMNS_4X4 = 2 /* 16 floats, four columns, the last row 0 0 0 1: a mat4 of OpenGL */
} pelt_matrix_layout;

/* The joint of an entry of a skin's palette; of an in-between, the joint of whose turn it takes a part;
 * PELT_NONE past the last entry (pelt_mesh_info.entry_count). */
uint32_t pelt_palette_joint_get(const pelt_model *model, uint32_t skin, uint32_t entry);

/* Writes matrices of a built palette, which lead to glTF units. Elements are the palette's, rounded to
 * float: within 2^-23 of each.
 * matrices  [count], 12 or 16 floats each
 * entries   [count], which; a part's list, or NULL for the first `count`. PELT_E_RANGE, and nothing
 *           is written, if the palette lacks one of them */
pelt_status pelt_palette_export_q16(float *matrices, pelt_matrix_layout layout,
                                    const pelt_palette_q16 *palette, const uint16_t *entries,
                                    uint32_t count);
pelt_status pelt_palette_export_f32(float *matrices, pelt_matrix_layout layout,
                                    const pelt_palette_f32 *palette, const uint16_t *entries,
                                    uint32_t count);

/* Write the two factors of these, for engines that multiply themselves: model matrices of joints
 * [first, first + count) in glTF units, and inverse binds, which never change, from positions of
 * the attributes to the joint's axes. Their product is the palette's matrix within the palette's
 * own rounding: 2^-20 of its largest element, in lean models 2^-14, in float 2^-22. */
pelt_status pelt_joints_export_q16(float *matrices, pelt_matrix_layout layout,
                                   const pelt_joints_q16 *joints, uint32_t first, uint32_t count);
pelt_status pelt_joints_export_f32(float *matrices, pelt_matrix_layout layout,
                                   const pelt_joints_f32 *joints, uint32_t first, uint32_t count);
pelt_status pelt_binds_export(float *matrices, pelt_matrix_layout layout, const pelt_model *model,
                              uint32_t skin, const uint16_t *entries, uint32_t count);

/* A matrix of the Nintendo 64's RSP (libultra's Mtx, where the machine is big-endian): s15.16, the
 * upper halves of all elements before the lower ones; points are rows, so [12] to [14] translate.
 */
typedef struct pelt_rsp_matrix {
    uint16_t integers[16], fractions[16];
} pelt_rsp_matrix;

/* Writes matrices that take positions in PELT_SNORM16, whole numbers to the RSP, to the model's units
 * times 2^up. Rounding the elements moves a result by at most 0.75. Exact models span 64 units, which
 * up = 8 makes 16384; lean ones span one, for which up = 14 does.
 * up            0 to 17
 * PELT_E_RANGE  also where an element leaves 16 bits before the point */
pelt_status pelt_palette_export_rsp(pelt_rsp_matrix *matrices, uint32_t up,
                                    const pelt_palette_q16 *palette, const uint16_t *entries,
                                    uint32_t count);
/* The DS's 4x3 in 20.12 and the PlayStation's 3x3 in 4.12: pelt/nds.h, pelt/psx.h. */

/// Vertex attributes ////////////////////////////////////////////////////////////////////////////
/* One component of an attribute. Normalised ones hold a number of [0, 1], or [-1, 1] with sign, as
 * that times the type's largest, to nearest; what lies outside is clamped. */
typedef enum pelt_component {
    PELT_OMIT = 0, /* the attribute is not written */
    PELT_FLOAT32,  /* float */
    PELT_SNORM8,   /* int8_t */
    PELT_SNORM16,  /* int16_t */
    PELT_UNORM8,   /* uint8_t */
    PELT_UNORM16,  /* uint16_t */
    PELT_UINT8,    /* uint8_t, whole numbers, of joints */
    PELT_UINT16    /* uint16_t, likewise */
} pelt_component;

/* An attribute's type, and its place from the start of a vertex. */
typedef struct pelt_attribute {
    pelt_component type;
    uint32_t offset_bytes;
} pelt_attribute;

/* A vertex buffer. Bytes of a vertex that belong to no attribute are not touched. Where the mesh
 * lacks an attribute (pelt_mesh_get tells) it is written all the same: white, 0 otherwise, and w of
 * tangents 1.
 *
 *   position   3, FLOAT32; of fixed-point models SNORM16 too, which is as they are stored: exact
 *   normal     3, FLOAT32, SNORM16, SNORM8; of unit length
 *   tangent    4, the same; w is 1 or -1: bitangent = cross(normal, tangent) * w
 *   uv         2, FLOAT32, UNORM16 (0 to 1 only), SNORM16
 *   colour     4, FLOAT32, UNORM8, UNORM16; linear, what pelt_mesh_colour_get gives
 *   joints     4, UINT8, UINT16, FLOAT32 (for GLSL ES 1.00); numbers of entries of the skin's
 *              palette, or their places in a list; 0 where the weight is
 *   weights    4, FLOAT32, UNORM16 (the sum is 65535), UNORM8 (the sum is 255: within 1/255)
 *
 * vertices      any alignment that the machine that reads it asks for
 * stride_bytes  from a vertex to the next; attributes may not reach beyond it
 * entries       [entry_count], the list of places; NULL: joints are the palette's own
 * by_part       not 0: the list is instead that of the part to which each vertex belongs
 *               (pelt_part_joints_get), in blobs of `bake --max-palette` */
typedef struct pelt_attributes {
    void *vertices;
    uint32_t stride_bytes;
    pelt_attribute position, normal, tangent, uv, colour, joints, weights;
    const uint16_t *entries;
    uint32_t entry_count, by_part;
} pelt_attributes;

/* Writes vertices [first, first + count) of a mesh as `to` says, the first of them at to->vertices, in
 * the order that the parts' indices refer to. The model may have any encoding. Call it once, not in
 * every frame.
 * PELT_E_ARGUMENT   a type that the attribute cannot have, or it reaches beyond the stride
 * PELT_E_ARITHMETIC SNORM16 positions of a float model, whose positions have no grid
 * PELT_E_RANGE      no such vertices; a joint is not in its list, or not below 256 with UINT8
 * On an error nothing is written. */
pelt_status pelt_attributes_export(const pelt_attributes *to, const pelt_model *model,
                                   uint32_t mesh, uint32_t first, uint32_t count);

/// Parts and their joints ///////////////////////////////////////////////////////////////////////
/* The palette entries that a part needs, in blobs of `bake --max-palette N`, whose parts need at most N
 * each, and in which every vertex belongs to one part. PELT_E_RANGE: another blob, no such part, or
 * damaged lists. Shader constants hold about 120 matrices, the Nintendo DS's stack 31.
 * entries  *count entries of the skin's palette, ascending, in the blob. Matrix i of a part is that of
 *          entries[i]: pelt_palette_export_* takes the list as it is */
pelt_status pelt_part_joints_get(const uint16_t **entries, uint32_t *count, const pelt_model *model,
                                 uint32_t mesh, uint32_t part);

/* The part to which a vertex belongs, whose list has its joints. A part's vertices need not be consecutive.
 * PELT_NONE if there is no such vertex, or the blob was baked without --max-palette. */
uint32_t pelt_vertex_part_get(const pelt_model *model, uint32_t mesh, uint32_t vertex);

/// Corners //////////////////////////////////////////////////////////////////////////////////////
/* For machines that take no indices, and for exporters: each corner of a part with all
 * that is shown of it. In fixed point positions, normals and uv are Q16.16; uv, which is 0 where the
 * mesh has none, as stored, to the bit. colour: linear R, G, B, A, what pelt_mesh_colour_get gives, white
 * without. metallic, roughness: the part's factors, 255 is 1 (glTF's defaults are 1 and 1). */
typedef struct pelt_corner_q16 {
    int32_t position[3], normal[3], uv[2];
    uint8_t colour[4], metallic, roughness, unused[2]; /* 0 */
} pelt_corner_q16;

/* The same in float. */
typedef struct pelt_corner_f32 {
    float position[3], normal[3], uv[2];
    uint8_t colour[4], metallic, roughness, unused[2]; /* 0 */
} pelt_corner_f32;

/* For pelt_corners_get_*: corners have their triangle's own normal. */
#define PELT_FLAT_NORMALS 16u

/* Corners [first, first + count) of a part, in the order of its indices: a triangle's three follow
 * each other, a line's two. Any partition of the range gives the same bits.
 *
 * Normals are those of the vertices. With PELT_FLAT_NORMALS, and of meshes without normals, they are
 * the triangle's: the cross product of its sides, counter-clockwise in front, of unit length; zero
 * where that is zero, as of triangles without area, and of points and lines.
 *   _q16  that of the positions as they are, of any size and shape, within 1 step of 2^-16 by
 *         component; sides of 32768 units and more are taken in steps of 2^-15
 *   _f32  within 2^-21 / sin(angle between the sides) by component, sides of 1e-30 to 1e30; zero
 *         where that sine is below 2^-21
 *
 * corners   [count]
 * vertices  [vertex_count of the mesh]: all, skinned; normals may be anything in meshes without
 * flags     0 or PELT_FLAT_NORMALS
 * PELT_E_RANGE  no such mesh, part or corners */
pelt_status pelt_corners_get_q16(pelt_corner_q16 *corners, const pelt_model *model, uint32_t mesh,
                                 uint32_t part, const pelt_vertex_q16 *vertices, uint32_t first,
                                 uint32_t count, uint32_t flags);
pelt_status pelt_corners_get_f32(pelt_corner_f32 *corners, const pelt_model *model, uint32_t mesh,
                                 uint32_t part, const pelt_vertex_f32 *vertices, uint32_t first,
                                 uint32_t count, uint32_t flags);

#ifdef __cplusplus
}
#endif

#endif
