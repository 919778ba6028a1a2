/* SPDX-License-Identifier: MIT */
/* Aim in float: pelt/motion.h. */
#include "pelt/motion.h"

#include "../arithmetic/vector_f32.h"

#include "aim.inc"
