# SPDX-License-Identifier: MIT
# Arm MPS2 with AN500: Cortex-M7 with single-precision FPU.
mps2-an500.CORE          := m7
mps2-an500.ENDIAN        := little
mps2-an500.CROSS         := arm-none-eabi-
mps2-an500.CPU_FLAGS     := -mcpu=cortex-m7 -mthumb -mfpu=fpv5-sp-d16 -mfloat-abi=hard -DPELT_PORT_M7
mps2-an500.STARTUP       := cortex_m
mps2-an500.FLASH_ORIGIN  := 0x00000000
mps2-an500.FLASH_BYTES   := 3840K
mps2-an500.RAM_ORIGIN    := 0x20000000
mps2-an500.RAM_BYTES     := 4M
mps2-an500.STACK_BYTES   := 16K
# the end of the memory at 0, which has no wait states, stands for a Cortex-M7's ITCM
mps2-an500.ITCM_ORIGIN   := 0x003c0000
mps2-an500.ITCM_BYTES    := 256K
mps2-an500.HOT_REGION    := ITCM
mps2-an500.COUNTER       := fpgaio
mps2-an500.COUNTER_FLAGS := -DBOARD_COUNTER_BASE=0x40028000u
mps2-an500.TICK_PS       := 40000
mps2-an500.ICOUNT_SHIFT  := 7
mps2-an500.QEMU          := qemu-system-arm -M mps2-an500
# no OPENOCD: an FPGA board, supported in the emulator only
