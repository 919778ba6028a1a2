/* SPDX-License-Identifier: MIT */
/* Characters in float. An object file of its own: it costs nothing where unused. */
#include <stdbool.h>

#include "pelt.h"

#include "../base/arena.h"
#include "../base/fixed.h"
#include "../blob/view.h"
#include "../kernel/family.h"

typedef float num;

#define PELT_NAME(name) name##_f32
#define PELT_SCRATCH pelt_scratch_f32

#include "types.inc"

#include "character.inc"
