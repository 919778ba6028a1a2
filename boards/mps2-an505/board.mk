# SPDX-License-Identifier: MIT
# Arm MPS2 with AN505: Cortex-M33 with DSP and FPU, in secure state.
include boards/mps2-an385/board.mk
CORE          := m33
CORE_FLAGS    := -mcpu=cortex-m33 -mfpu=fpv5-sp-d16 -mfloat-abi=hard
FLASH_ORIGIN  := 0x10000000
RAM_ORIGIN    := 0x38000000
CLOCK_KHZ     := 20000
# a free-running counter in the I/O block of the FPGA
COUNTER_FLAGS := -DBOARD_COUNTER_REGISTER=0x50302018u -DBOARD_COUNTER_PRESCALE=0x5030201cu
TICK_PS       := 50000
