/* SPDX-License-Identifier: MIT */
/* Which candidate keys are stored: as few bytes as the tolerance allows. */
#ifndef PELT_TOOLS_BAKE_CURVE_FIT_H
#define PELT_TOOLS_BAKE_CURVE_FIT_H

#include "bake/curve/curve.h"

/* Bytes of one key of a curve's track. */
uint32_t key_bytes(const bake_curve *curve, bool fixed);

/* Sets `kept` of all curves. Curves that end with equal key times share a timeline in the blob. */
void fit_curves(bake_curve *curves, uint32_t count, bool fixed);

#endif
