/* SPDX-License-Identifier: MIT */
/* Rotations in fixed point: pelt/motion.h. */
#include "pelt/motion.h"

#include "../arithmetic/vector_q16.h"

#include "rotation.inc"
