# SPDX-License-Identifier: MIT
# Arm MPS2 with AN386: Cortex-M4 with single-precision FPU.
include boards/common/mps.mk
CORE          := m4
COUNTS_FLAGS  := -DCOUNTS_SAMPLE_MAX=350 -DCOUNTS_UPDATE_MAX=380
CORE_FLAGS    := -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard
CLOCK_KHZ     := 25000
HOT_REGION    := RAM
COUNTER_FLAGS := -DBOARD_COUNTER_BASE=0x40028000u
TICK_PS       := 40000
