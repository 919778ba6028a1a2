/* SPDX-License-Identifier: MIT */
/* Overrides in fixed point: pelt/motion.h. */
#include "pelt/motion.h"

#include "../arithmetic/vector_q16.h"

#include "override.inc"
