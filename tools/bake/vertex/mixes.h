/* SPDX-License-Identifier: MIT */
/*
 * Which mixes of palette entries pay. What vertices with the same joints and weights have in common
 * is mixed once for every pose, and they are skinned as if by one joint. A mix is worth it where
 * that saves more than it costs. It takes 48 bytes of RAM, so it has to save more than two rigid
 * vertices cost.
 */
#ifndef PELT_TOOLS_BAKE_VERTEX_MIXES_H
#define PELT_TOOLS_BAKE_VERTEX_MIXES_H

#include "bake/skeleton/mix.h"
#include "bake/vertex/records.h"

/* in->mixes is not looked at. */
bake_mixes mixes_make(const records_input *in);

#endif
