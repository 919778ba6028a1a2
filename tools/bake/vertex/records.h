/* SPDX-License-Identifier: MIT */
/* Vertices as they are stored, merged if equal and sorted into runs. */
#pragma once

#include "bake/model.h"
#include "bake/vertex/deltas.h"

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

/* The gains of order and sharing. */
typedef struct bake_worth {
    uint32_t set_vertices, set_runs, copies;
    uint32_t of_parts;  /* vertices that equal another in all but the part */
    double plain, cost; /* see bake_stats */
} bake_worth;

typedef struct bake_records {
    uint32_t count;       /* after merging */
    bake_record *records; /* in stored order */
    /* [vertices_in] the stored vertex of each source vertex, the first if there are several; in the
     * job's memory. */
    uint32_t *stored;
    uint32_t distinct; /* without those that a window stores again */
    /* with a window, else NULL: corners of all elements, three stored vertices each */
    uint32_t *corners;
    uint32_t corner_count;
    uint32_t run_count;
    bake_run *runs;
    bake_worth worth;
    delta_scale scale;  /* of positions and of deltas */
    byte_buffer deltas; /* as stored; equal ones of different vertices are there once */
} bake_records;

/* Builds the records of a mesh; records_free releases them. unit_entry[entry]: whether rigid
 * vertices on this entry keep unit normals, see FORMAT_RUN_UNIT_NORMALS. */
bake_records records_build(const bake_model *model, uint32_t mesh, const bool *unit_entry);
void records_free(bake_records *records);

/* order.c: sorts merged records and cuts them into runs. */
void records_order(bake_records *out, const bake_job *job, const bake_mesh *mesh);
