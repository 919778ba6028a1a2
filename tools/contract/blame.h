/* SPDX-License-Identifier: MIT */
/* Which stage puts a vertex where it is not. */
#ifndef PELT_TOOLS_CONTRACT_BLAME_H
#define PELT_TOOLS_CONTRACT_BLAME_H

#include "bake/model.h"
#include "play/verifier.h"

#define BLAME_BYTES 160

/*
 * Into text[BLAME_BYTES] what moves the vertex of `worst` most: keys, model matrices of joints, their
 * inverse bind matrices, or how the vertex itself is stored. Poses `p`.
 */
bool blame(char *text, const verify_result *worst, play *p, const source_map *map,
           const bake_model *model, int clip);

#endif
