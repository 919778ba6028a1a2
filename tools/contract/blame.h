/* SPDX-License-Identifier: MIT */
/* Finds the stage that causes the error of a vertex, for messages. */
#pragma once

#include "bake/model.h"
#include "play/verifier.h"

#define BLAME_BYTES 160

/* Writes to text[BLAME_BYTES] the largest part of the error of the vertex of `worst`: keys, model
 * matrices of joints, their inverse bind matrices, or the stored vertex itself. Poses `p`. */
void blame(char *text, const verify_result *worst, play *p, const source_map *map,
           const bake_model *model, int clip);
