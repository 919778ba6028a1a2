/* SPDX-License-Identifier: MIT */
#include "curve.h"

const format_range pelt_whole_ranges[4] = {FORMAT_WHOLE, FORMAT_WHOLE, FORMAT_WHOLE, FORMAT_WHOLE};
