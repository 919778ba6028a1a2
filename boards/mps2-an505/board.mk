# SPDX-License-Identifier: MIT
# Arm MPS2 with AN505: Cortex-M33 with DSP and FPU, in secure state.
mps2-an505.CORE          := m33
mps2-an505.ENDIAN        := little
mps2-an505.CROSS         := arm-none-eabi-
mps2-an505.CPU_FLAGS     := -mcpu=cortex-m33 -mthumb -mfpu=fpv5-sp-d16 -mfloat-abi=hard
mps2-an505.STARTUP       := cortex_m
mps2-an505.FLASH_ORIGIN  := 0x10000000
mps2-an505.FLASH_BYTES   := 4M
mps2-an505.RAM_ORIGIN    := 0x38000000
mps2-an505.RAM_BYTES     := 4M
mps2-an505.STACK_BYTES   := 16K
mps2-an505.HOT_REGION    := FLASH
mps2-an505.COUNTER       := fpgaio
mps2-an505.COUNTER_FLAGS := -DBOARD_COUNTER_BASE=0x50302000u
mps2-an505.TICK_PS       := 50000
mps2-an505.ICOUNT_SHIFT  := 7
mps2-an505.QEMU          := qemu-system-arm -M mps2-an505
# no OPENOCD: an FPGA board, supported in the emulator only
