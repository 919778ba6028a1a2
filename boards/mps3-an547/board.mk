# SPDX-License-Identifier: MIT
# Arm MPS3 with AN547: Cortex-M55 with MVE; code in ITCM, data in DTCM (secure alias).
include boards/mps2-an385/board.mk
CORE          := m55
# gcc 12 misplaces and reorders the MVE stores that it makes from C, so it must not make any
CORE_FLAGS    := -mcpu=cortex-m55 -mfloat-abi=hard -fno-tree-vectorize
FLASH_BYTES   := 512K
RAM_ORIGIN    := 0x30000000
RAM_BYTES     := 512K
CLOCK_KHZ     := 32000
# a free-running counter in the I/O block of the FPGA
COUNTER_FLAGS := -DBOARD_COUNTER_REGISTER=0x59302018u -DBOARD_COUNTER_PRESCALE=0x5930201cu
TICK_PS       := 50000
TEST_SPLIT    := yes
