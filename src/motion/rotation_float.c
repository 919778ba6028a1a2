/* SPDX-License-Identifier: MIT */
/* Rotations in float: pelt/motion.h. */
#include "pelt/motion.h"

#include "../arithmetic/vector_f32.h"

#include "rotation.inc"
