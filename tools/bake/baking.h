/* SPDX-License-Identifier: MIT */
/* Turns a scene into a blob: everything between the glTF loader and the bytes that
 * src/blob/format.h describes. contract/ calls it. */
#pragma once

#include "bake/model.h"

typedef struct bake_result {
    uint8_t *blob; /* malloc'ed, 4-byte aligned, in the chosen byte order */
    /* if that is big-endian, the same blob in little-endian order; from contract_bake */
    uint8_t *little;
    size_t bytes;
    bake_stats stats;
} bake_result;

/* Bakes a scene with the first guess at the tracks' part of the error; contract_bake measures the
 * error and keeps it within the bound. Fills `out`, which bake_result_free releases, and returns
 * true. The same scene and options give the same bytes. On failure returns false with a message in
 * `d`, and `out` is empty. Warnings go to stderr. */
bool bake_scene(bake_result *out, const scene *s, const bake_options *options, diag *d);
void bake_result_free(bake_result *result);

/* The blob in the byte order of hosts, little-endian. */
static inline const uint8_t *bake_result_native(const bake_result *result)
{
    return result->little != NULL ? result->little : result->blob;
}

/// In two steps, for callers that write one scene several times ///////////////////////////////////

/* The first guess, from the error that the options allow. */
bake_budget bake_first_budget(const bake_options *options);

/* Computes everything that does not depend on the budget of the tracks. The scene must outlive the
 * model. Returns NULL with a message in `d`. bake_close releases it. */
bake_model *bake_open(const scene *s, const bake_options *options, const bake_budget *budget,
                      diag *d);
void bake_close(bake_model *m);

/* Writes the blob, or a part of it, with the tracks' tolerances from this budget. clip_boxes:
 * [clip_count][blob mesh count] of the vertices of each clip as it is played, or NULL. The other
 * arguments replace the fields of bake_options. */
bool bake_write(bake_result *out, bake_model *m, const bake_budget *budget, const box3 *clip_boxes,
                bake_part part, bool strip, bool big_endian);
