# SPDX-License-Identifier: MIT
# Arm MPS2 with AN385: Cortex-M3.
mps2-an385.CORE          := m3
mps2-an385.ENDIAN        := little
mps2-an385.CROSS         := arm-none-eabi-
mps2-an385.CPU_FLAGS     := -mcpu=cortex-m3 -mthumb
mps2-an385.STARTUP       := cortex_m
mps2-an385.FLASH_ORIGIN  := 0x00000000
mps2-an385.FLASH_BYTES   := 4M
mps2-an385.RAM_ORIGIN    := 0x20000000
mps2-an385.RAM_BYTES     := 4M
mps2-an385.STACK_BYTES   := 16K
mps2-an385.HOT_REGION    := FLASH
mps2-an385.COUNTER       := fpgaio
mps2-an385.COUNTER_FLAGS := -DBOARD_COUNTER_BASE=0x40028000u
mps2-an385.TICK_PS       := 40000
mps2-an385.ICOUNT_SHIFT  := 7
mps2-an385.QEMU          := qemu-system-arm -M mps2-an385
# no OPENOCD: an FPGA board, supported in the emulator only
