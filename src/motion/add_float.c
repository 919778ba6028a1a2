/* SPDX-License-Identifier: MIT */
#include "../arithmetic/layers_f32.h"
#include "add.inc"
