# SPDX-License-Identifier: MIT
# Cortex-M0, M0+: MULS is 32 x 32 -> 32.
port.m0.FLAGS := -DPELT_NO_LONG_MULTIPLY
