/* SPDX-License-Identifier: MIT */
/* Vertices as they are stored, merged where equal and sorted into runs. */
#ifndef PELT_TOOLS_BAKE_VERTEX_RECORDS_H
#define PELT_TOOLS_BAKE_VERTEX_RECORDS_H

#include "bake/model.h"
#include "bake/vertex/deltas.h"

/* One stored vertex. Whole words only, so that equal vertices have equal bytes. */
typedef struct bake_record {
    uint32_t influences;
    uint32_t flags;       /* of the runs that it can be in: FORMAT_RUN_* but _SAME_JOINTS */
    uint32_t delta_count; /* of morph targets; 0: not touched */
    uint32_t deltas;      /* offset in bake_records.deltas */
    uint32_t entry[4];    /* ascending, so that equal joint sets are equal words; unused ones 0 */
    uint32_t weight[4];   /* q16: Q1.15; f32: float bits */
    uint32_t position[3], normal[3]; /* q16: int16; f32: float bits */
    uint32_t tangent[4];             /* likewise; w is 1 or -1 */
    uint32_t uv[2];
    uint32_t colour;      /* RGBA, R in the low byte */
    uint32_t part;        /* of the mesh, where each has its own vertices (max_palette); else 0 */
    uint32_t source;      /* number of the vertex in the mesh, over all its primitives */
    uint32_t heaviest[4]; /* entries by weight; a tie between vertices of one joint set */
    uint32_t original;    /* of copies: the stored vertex that it equals; of a window: its place
                             before its group is ordered */
} bake_record;

#define BAKE_RECORD_COMPARED offsetof(bake_record, source)
#define BAKE_RECORD_SHOWN offsetof(bake_record, part)
#define BAKE_RECORD_SKINNED offsetof(bake_record, uv) /* what skinning sees */

/* As format_run. */
typedef struct bake_run {
    uint32_t first, count, influences, flags;
} bake_run;

/* What order and sharing are worth. */
typedef struct bake_worth {
    uint32_t set_vertices, set_runs, copies;
    uint32_t of_parts;  /* that equal another in all but the part */
    double plain, cost; /* see bake_stats */
} bake_worth;

typedef struct bake_records {
    uint32_t count;       /* after merging */
    bake_record *records; /* in stored order */
    uint32_t *stored;     /* [vertices_in] stored vertex of each source vertex, or the first; the
                             job's memory */
    uint32_t distinct;    /* without those that a window stores again */
    uint32_t *corners;    /* with a window: of all elements, three stored vertices each; or NULL */
    uint32_t corner_count;
    uint32_t run_count;
    bake_run *runs;
    bake_worth worth;
    delta_scale scale;  /* of positions and of deltas */
    byte_buffer deltas; /* as stored, equal ones of different vertices once */
} bake_records;

/*
 * Those of a mesh; records_free gives them back. unit_entry[entry]: rigid vertices on it keep unit
 * normals, see FORMAT_RUN_UNIT_NORMALS.
 */
bake_records records_build(const bake_model *model, uint32_t mesh, const bool *unit_entry);
void records_free(bake_records *records);

#endif
