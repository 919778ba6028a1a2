# SPDX-License-Identifier: MIT
# Arm MPS3 with AN547: Cortex-M55 with MVE; code in ITCM, data in DTCM (secure alias).
mps3-an547.CORE          := m55
mps3-an547.ENDIAN        := little
mps3-an547.CROSS         := arm-none-eabi-
# gcc 12 reorders MVE stores wrongly, so it may not make any on its own
mps3-an547.CPU_FLAGS     := -mcpu=cortex-m55 -mthumb -mfloat-abi=hard -fno-tree-vectorize
# gcc 12 misplaces the MVE stores that it makes from C
mps3-an547.LIBRARY_FLAGS := -fno-tree-vectorize
mps3-an547.STARTUP       := cortex_m
mps3-an547.FLASH_ORIGIN  := 0x00000000
mps3-an547.FLASH_BYTES   := 512K
mps3-an547.RAM_ORIGIN    := 0x30000000
mps3-an547.RAM_BYTES     := 512K
mps3-an547.STACK_BYTES   := 16K
mps3-an547.HOT_REGION    := FLASH
mps3-an547.COUNTER       := fpgaio
mps3-an547.COUNTER_FLAGS := -DBOARD_COUNTER_BASE=0x59302000u
mps3-an547.TICK_PS       := 50000
mps3-an547.ICOUNT_SHIFT  := 7
mps3-an547.QEMU          := qemu-system-arm -M mps3-an547
# no OPENOCD: an FPGA board, supported in the emulator only
