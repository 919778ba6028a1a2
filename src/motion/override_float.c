/* SPDX-License-Identifier: MIT */
/* Overrides in float: pelt/motion.h. */
#include "pelt/motion.h"

#include "../arithmetic/vector_f32.h"

#include "override.inc"
