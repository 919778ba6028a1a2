/* SPDX-License-Identifier: MIT */
/* Aim in fixed point: pelt/motion.h. */
#include "pelt/motion.h"

#include "../arithmetic/vector_q16.h"

#include "aim.inc"
