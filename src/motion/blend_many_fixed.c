/* SPDX-License-Identifier: MIT */
#include "../arithmetic/layers_q16.h"
#include "blend_many.inc"
