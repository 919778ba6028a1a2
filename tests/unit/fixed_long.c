/* SPDX-License-Identifier: MIT */
#include "../../port/select.h"
#undef PELT_PRODUCTS
#undef PELT_SMMUL
#undef PELT_NO_LONG_MULTIPLY
#include "src/base/fixed.h"
#include "fixed_variants.h"

DEFINE_VARIANT(long_multiply)
