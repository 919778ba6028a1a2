/* SPDX-License-Identifier: MIT */
/* Products of halves on every core, see fixed_variants.h. */
#include "../../port/select.h"
#undef PELT_PRODUCTS
#undef PELT_SMMUL
#undef PELT_NO_LONG_MULTIPLY
#define PELT_NO_LONG_MULTIPLY
#include "src/base/fixed.h"
#include "fixed_variants.h"

const fixed_variant half_multiply = {fx_mulh, fx_mulw, fx_rsqrt15, fx_rsqrt30};
