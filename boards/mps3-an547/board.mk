# SPDX-License-Identifier: MIT
# Arm MPS3 with AN547: Cortex-M55 with MVE; code in ITCM, data in DTCM (secure alias).
CORE          := m55
ENDIAN        := little
CROSS         := arm-none-eabi-
# gcc 12 reorders MVE stores wrongly, so it may not make any on its own
# no unaligned words of the compiler's own: the start-up makes them fault
CPU_FLAGS     := -mcpu=cortex-m55 -mthumb -mfloat-abi=hard -fno-tree-vectorize \
                 -mno-unaligned-access
SOURCES       := common/start_cortex_m.S common/fault_cortex_m.c common/semihosting.c
# gcc 12 misplaces the MVE stores that it makes from C
LIBRARY_FLAGS := -fno-tree-vectorize
FLASH_ORIGIN  := 0x00000000
FLASH_BYTES   := 512K
RAM_ORIGIN    := 0x30000000
RAM_BYTES     := 512K
STACK_BYTES   := 16K
CLOCK_KHZ     := 32000
HOT_REGION    := FLASH
COUNTER       := fpgaio
CYCLES        := dwt
COUNTER_FLAGS := -DBOARD_COUNTER_BASE=0x59302000u
TICK_PS       := 50000
ICOUNT_SHIFT  := 7
QEMU          := qemu-system-arm -M mps3-an547
# no OPENOCD: an FPGA board, supported in the emulator only
