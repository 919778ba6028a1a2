/* SPDX-License-Identifier: MIT */
/* Scene -> blob: everything between the glTF loader and the bytes that src/blob/format.h describes. */
#ifndef PELT_TOOLS_BAKE_BAKING_H
#define PELT_TOOLS_BAKE_BAKING_H

#include "bake/model.h"

typedef struct bake_result {
    uint8_t *blob;   /* malloc'ed, 4-byte aligned, in the chosen byte order */
    uint8_t *little; /* where that is big-endian: the same in the other one, from contract_bake */
    size_t bytes;
    bake_stats stats;
} bake_result;

/*
 * Fills `out` and returns true; bake_result_free gives it back. The same scene and options give
 * the same bytes. On failure false, `d` says why, `out` is empty. Warnings go to stderr.
 *
 * This takes the first guess at what tracks may spend: contract_bake measures and keeps to E.
 */
bool bake_scene(bake_result *out, const scene *s, const bake_options *options, diag *d);
void bake_result_free(bake_result *result);

/// In two steps, for who writes one scene several times //////////////////////////////////////////

bake_budget bake_first_budget(const bake_options *options);

/* All that does not depend on the budget's tracks. The scene must outlive it; NULL: `d` says why.
 * bake_close gives it back. */
bake_model *bake_open(const scene *s, const bake_options *options, const bake_budget *budget,
                      diag *d);
void bake_close(bake_model *m);

/* The blob, with what tracks may spend by this budget. clip_boxes: [clip_count][blob mesh count] of
 * the vertices of each clip as it is played, or NULL. */
bool bake_write(bake_result *out, bake_model *m, const bake_budget *budget, const box3 *clip_boxes,
                bool strip, bool big_endian);

#endif
