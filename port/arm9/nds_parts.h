/* SPDX-License-Identifier: MIT */
/* What nds_open.c and nds_body.c know of a body in a list. */
#ifndef PELT_ARM9_NDS_PARTS_H
#define PELT_ARM9_NDS_PARTS_H

#include "pelt/nds.h"

#include "../../src/base/memory.h"
#include "../../src/draw/body.h"
#include "nds_commands.h"

#define PART_WORDS 5u
#define FACET_WORDS 12u /* a strip of one triangle, without a texture */

static inline uint32_t colour_of(uint32_t r, uint32_t g, uint32_t b)
{
    return r >> 3 | g >> 3 << 5 | b >> 3 << 10;
}

static inline uint32_t vertex_of(const body_part *part, uint32_t corner)
{
    const pelt_clusters *c = &part->clusters;
    return part->indices16 != NULL ? part->indices16[corner]
           : c->corners != NULL
               ? clusters_vertex(clusters_bases(c, corner / 3u), c->corners[corner])
               : part->indices32[corner];
}

static inline bool is_faceted(const body_part *part)
{
    return (part->flags & PELT_DRAW_FACETED) != 0u && part->texture.rows == NULL;
}

/* Begins with the first part of a body, whose vertices are counted from `words`, as there are none. */
static inline void take_parts(body_part *part, pelt_body *look, const pelt_nds_body *body)
{
    memset(look, 0, sizeof *look);
    look->model = body->model;
    look->flags = body->flags;
    look->vertices = (pelt_draw_vertex *)(void *)body->words;
    pelt_draw_first(part, look);
}

#endif
