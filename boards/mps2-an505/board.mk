# SPDX-License-Identifier: MIT
# Arm MPS2 with AN505: Cortex-M33 with DSP and FPU, in secure state.
CORE          := m33
ENDIAN        := little
CROSS         := arm-none-eabi-
# no unaligned words of the compiler's own: the start-up makes them fault
CPU_FLAGS     := -mcpu=cortex-m33 -mthumb -mfpu=fpv5-sp-d16 -mfloat-abi=hard \
                 -mno-unaligned-access
SOURCES       := common/start_cortex_m.S common/fault_cortex_m.c common/semihosting.c
FLASH_ORIGIN  := 0x10000000
FLASH_BYTES   := 4M
RAM_ORIGIN    := 0x38000000
RAM_BYTES     := 4M
STACK_BYTES   := 16K
CLOCK_KHZ     := 20000
HOT_REGION    := FLASH
COUNTER       := fpgaio
CYCLES        := dwt
COUNTER_FLAGS := -DBOARD_COUNTER_BASE=0x50302000u
TICK_PS       := 50000
ICOUNT_SHIFT  := 7
QEMU          := qemu-system-arm -M mps2-an505
# no OPENOCD: an FPGA board, supported in the emulator only
