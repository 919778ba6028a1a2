# SPDX-License-Identifier: MIT
# Arm MPS2 with AN386: Cortex-M4 with single-precision FPU.
include boards/mps2-an385/board.mk
CORE          := m4
COUNTS_FLAGS  := -DCOUNTS_SAMPLE_MAX=250 -DCOUNTS_UPDATE_MAX=380
CORE_FLAGS    := -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard
HOT_REGION    := RAM
# netduinoplus2 runs all tests of the same code on the same core
TEST_IMAGES   := short.elf
