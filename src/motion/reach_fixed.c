/* SPDX-License-Identifier: MIT */
/* Two-bone limbs in fixed point: pelt/motion.h. */
#include "pelt/motion.h"

#include "../arithmetic/vector_q16.h"

#include "reach.inc"
