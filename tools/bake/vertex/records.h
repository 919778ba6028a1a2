/* SPDX-License-Identifier: MIT */
/* Vertices as they are stored, merged if equal and sorted into runs, and the order of triangles. */
#pragma once

#include "bake/model.h"
#include "src/blob/format.h"

/// The deltas of morph targets ///////////////////////////////////////////////////////////////////

/* The power of two by which the steps of deltas are finer than those of the mesh's grid. */
int deltas_shift(const encoding_traits *p, const bake_morph *morph, double step);

/* Appends the deltas of one vertex in order of targets, without those that round to nothing, and
 * returns their number. Positions are scaled by `scale`. Normals and tangents are scaled like those
 * of the vertex, which are stored with unit length. */
uint32_t deltas_of_vertex(byte_buffer *out, const encoding_traits *p, const bake_morph *morph,
                          double scale, const scene_primitive *source, uint32_t vertex);

/// Records and runs //////////////////////////////////////////////////////////////////////////////

/* One stored vertex. All fields are words, so that equal vertices have equal bytes. */
typedef struct bake_record {
    uint32_t influences;
    uint32_t flags;       /* of the runs to which it can belong: FORMAT_RUN_* but _SAME_JOINTS */
    uint32_t delta_count; /* deltas of morph targets; 0: no target touches it */
    uint32_t deltas;      /* offset in bake_records.deltas */
    uint32_t entry[4];    /* ascending, so that equal joint sets are equal words; unused ones 0 */
    uint32_t weight[4];   /* q16: Q1.15; f32: float bits */
    uint32_t position[3], normal[3]; /* q16: int16; f32: float bits */
    uint32_t tangent[4];             /* likewise; w is 1 or -1 */
    uint32_t uv[2];
    uint32_t colour; /* RGBA, R in the low byte */
    /* with max_palette, where each part has its own vertices, the part of the mesh; else 0 */
    uint32_t part;
    uint32_t source;      /* index of the vertex in the mesh, over all its primitives */
    uint32_t level;       /* the coarsest level of detail that has it */
    uint32_t group;       /* of vertices that are ordered among themselves, see order.c */
    uint32_t heaviest[4]; /* entries by weight; orders vertices of one joint set */
    /* Of a copy: the stored vertex that it equals. With a window: its place before its group is
     * ordered. */
    uint32_t original;
} bake_record;

#define BAKE_RECORD_COMPARED offsetof(bake_record, source)
#define BAKE_RECORD_SHOWN offsetof(bake_record, part)
#define BAKE_RECORD_SKINNED offsetof(bake_record, uv) /* the fields that skinning reads */

/* The fields of a format_run. */
typedef struct bake_run {
    uint32_t first, count, influences, flags;
} bake_run;

typedef struct bake_records {
    uint32_t raw_bits;    /* see normals_raw_bits */
    uint32_t count;       /* after merging */
    bake_record *records; /* in stored order */
    /* [vertices_in] the stored vertex of each source vertex, the first if there are several; in the
     * job's memory. */
    uint32_t *stored;
    /* with a window, else NULL: corners of all elements, three stored vertices each */
    uint32_t *corners;
    uint32_t corner_count;
    uint32_t run_count;
    bake_run *runs;
    int delta_shift;    /* see deltas_shift */
    byte_buffer deltas; /* as stored; equal ones of different vertices are there once */
} bake_records;

/* Builds the records of a mesh, and adds to *stats; records_free releases them. */
bake_records records_build(bake_stats *stats, const bake_model *model, uint32_t mesh);
void records_free(bake_records *records);

/* normals.c: returns the power of two that fits the raw normals of a mesh's most used entry.
 * unit[entries of its skin], zeroed, marks the entries that it fits exactly: rigid vertices on them keep unit
 * normals, see FORMAT_RUN_UNIT_NORMALS. */
uint32_t normals_raw_bits(bool *unit, const bake_model *model, uint32_t mesh);

/* order.c: sorts merged records and cuts them into runs. */
void records_order(bake_records *out, bake_stats *stats, const bake_job *job,
                   const bake_mesh *mesh);

/// Packed records: src/blob/format.h, FORMAT_RUN_PACKED //////////////////////////////////////////

/* Whether a record can be packed: its entries fit one byte each, and no target moves it. */
bool packed_fits(const bake_record *record);

/* The code that decodes nearest to a direction, or to zero, in exact or lean models. */
uint32_t packed_normal(const double direction[3], bool lean);

/* Writes the records of a run; their first normal component is such a code. lean: weights are
 * Q14. */
void packed_put(byte_buffer *out, const bake_record *records, const bake_run *run, bool lean);

/// Triangles /////////////////////////////////////////////////////////////////////////////////////

/* Reorders whole triangles so that those that share vertices follow each other. Each triangle keeps
 * its corners and their order. indices: [3 * triangle_count]. If the given order is as good, it
 * stays. The time is that of sorting the indices; all arithmetic is in integers. */
void triangles_order(uint32_t *indices, uint32_t triangle_count);

/* The number of vertices that a first-in, first-out cache of `size` vertices must fetch. Indices
 * are below vertex_count. */
uint32_t triangles_misses(const uint32_t *indices, uint32_t triangle_count, uint32_t vertex_count,
                          uint32_t cache);

/// Windows ///////////////////////////////////////////////////////////////////////////////////////

/* Orders vertices and triangles for programs that keep only a few skinned vertices.
 *
 * Vertices are skinned in groups of half a window. The vertices of each triangle are in the group
 * of its newest one or in the group before, so a ring of the window's size holds them all. A vertex
 * that is needed again later is skinned again: it has several places. Returns the vertex at each
 * place, [*count], every one at least once; free() it.
 *
 * corners    vertices of elements, three each, below vertex_count: points and lines repeat their
 *            last. Elements of a part change places with each other and then have places for
 *            vertices
 * part_ends  [part_count] elements up to the end of each part
 * window     even, WINDOW_LEAST to WINDOW_MOST
 * The time is that of triangles_order, whatever the window; integers only. */
uint32_t *window_make(uint32_t *count, uint32_t *corners, const uint32_t *part_ends,
                      uint32_t part_count, uint32_t vertex_count, uint32_t window);
