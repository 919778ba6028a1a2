# SPDX-License-Identifier: MIT
# Arm MPS2 with AN386: Cortex-M4 with single-precision FPU.
mps2-an386.CORE          := m4
mps2-an386.ENDIAN        := little
mps2-an386.CROSS         := arm-none-eabi-
mps2-an386.CPU_FLAGS     := -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard
mps2-an386.STARTUP       := cortex_m
mps2-an386.FLASH_ORIGIN  := 0x00000000
mps2-an386.FLASH_BYTES   := 4M
mps2-an386.RAM_ORIGIN    := 0x20000000
mps2-an386.RAM_BYTES     := 4M
mps2-an386.STACK_BYTES   := 16K
mps2-an386.HOT_REGION    := RAM
mps2-an386.COUNTER       := fpgaio
mps2-an386.COUNTER_FLAGS := -DBOARD_COUNTER_BASE=0x40028000u
mps2-an386.TICK_PS       := 40000
mps2-an386.ICOUNT_SHIFT  := 7
mps2-an386.QEMU          := qemu-system-arm -M mps2-an386
# no OPENOCD: an FPGA board, supported in the emulator only
