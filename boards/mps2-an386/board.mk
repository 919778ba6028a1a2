# SPDX-License-Identifier: MIT
# Arm MPS2 with AN386: Cortex-M4 with single-precision FPU.
CORE          := m4
COUNTS_FLAGS  := -DCOUNTS_SAMPLE_MAX=350 -DCOUNTS_UPDATE_MAX=380
ENDIAN        := little
CROSS         := arm-none-eabi-
# no unaligned words of the compiler's own: the start-up makes them fault
CPU_FLAGS     := -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard -mno-unaligned-access
SOURCES       := common/start_cortex_m.S common/fault_cortex_m.c common/semihosting.c
FLASH_ORIGIN  := 0x00000000
FLASH_BYTES   := 4M
RAM_ORIGIN    := 0x20000000
RAM_BYTES     := 4M
STACK_BYTES   := 16K
CLOCK_KHZ     := 25000
HOT_REGION    := RAM
COUNTER       := fpgaio
CYCLES        := dwt
COUNTER_FLAGS := -DBOARD_COUNTER_BASE=0x40028000u
TICK_PS       := 40000
ICOUNT_SHIFT  := 7
QEMU          := qemu-system-arm -M mps2-an386
# no OPENOCD: an FPGA board, supported in the emulator only
