# SPDX-License-Identifier: MIT
# Cortex-M0, M0+: MULS is 32 x 32 -> 32.
PELT_PORT_FLAGS := -DPELT_NO_LONG_MULTIPLY
