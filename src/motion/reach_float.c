/* SPDX-License-Identifier: MIT */
/* Two-bone limbs in float: pelt/motion.h. */
#include "pelt/motion.h"

#include "../arithmetic/vector_f32.h"

#include "reach.inc"
