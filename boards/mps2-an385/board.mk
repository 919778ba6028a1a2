# SPDX-License-Identifier: MIT
# Arm MPS2 with AN385: Cortex-M3.
include boards/common/mps.mk
CORE          := m3
CORE_FLAGS    := -mcpu=cortex-m3
CLOCK_KHZ     := 25000
COUNTER_FLAGS := -DBOARD_COUNTER_BASE=0x40028000u
TICK_PS       := 40000
