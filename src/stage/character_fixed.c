/* SPDX-License-Identifier: MIT */
/* Characters in fixed point. An object file of its own: it costs nothing where unused. */
#include <stdbool.h>

#include "pelt.h"

#include "../base/arena.h"
#include "../base/fixed.h"
#include "../blob/view.h"
#include "../kernel/family.h"

typedef int32_t num;

#define PELT_NAME(name) name##_q16
#define PELT_SCRATCH pelt_scratch_q16

#include "types.inc"

#include "character.inc"
