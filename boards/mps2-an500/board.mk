# SPDX-License-Identifier: MIT
# Arm MPS2 with AN500: Cortex-M7 with single-precision FPU.
CORE          := m7
ENDIAN        := little
CROSS         := arm-none-eabi-
# no unaligned words of the compiler's own: the start-up makes them fault
CPU_FLAGS     := -mcpu=cortex-m7 -mthumb -mfpu=fpv5-sp-d16 -mfloat-abi=hard -mno-unaligned-access \
                 -DPELT_PORT_M7
SOURCES       := common/start_cortex_m.S common/fault_cortex_m.c common/semihosting.c
FLASH_ORIGIN  := 0x00000000
FLASH_BYTES   := 3840K
RAM_ORIGIN    := 0x20000000
RAM_BYTES     := 4M
STACK_BYTES   := 16K
CLOCK_KHZ     := 25000
# the end of the memory at 0, which has no wait states, stands for a Cortex-M7's ITCM
ITCM_ORIGIN   := 0x003c0000
ITCM_BYTES    := 256K
HOT_REGION    := ITCM
COUNTER       := fpgaio
CYCLES        := dwt
COUNTER_FLAGS := -DBOARD_COUNTER_BASE=0x40028000u
TICK_PS       := 40000
ICOUNT_SHIFT  := 7
QEMU          := qemu-system-arm -M mps2-an500
# no OPENOCD: an FPGA board, supported in the emulator only
