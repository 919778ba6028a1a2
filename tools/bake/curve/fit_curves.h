/* SPDX-License-Identifier: MIT */
/* Chooses which candidate keys are stored, for as few bytes as the tolerance allows. */
#pragma once

#include "bake/curve/curve.h"

/* Sets `kept` of all curves. Curves that end with equal key times share a timeline in the blob. */
void fit_curves(bake_curve *curves, uint32_t count);
