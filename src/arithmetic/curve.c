/* SPDX-License-Identifier: MIT */
/* The ranges of curves that store none (FORMAT_WHOLE_RANGE). */
#include "curve.h"

const format_range pelt_whole_ranges[4] = {FORMAT_WHOLE, FORMAT_WHOLE, FORMAT_WHOLE, FORMAT_WHOLE};
