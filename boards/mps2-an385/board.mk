# SPDX-License-Identifier: MIT
# Arm MPS2 with AN385: Cortex-M3. Arm's other FPGA boards include this file and set another core.
# All are supported only in the emulator, so there is no OPENOCD.
include boards/common/cortex_m.mk
CORE          := m3
CORE_FLAGS    := -mcpu=cortex-m3
FLASH_ORIGIN  := 0x00000000
FLASH_BYTES   := 4M
RAM_ORIGIN    := 0x20000000
RAM_BYTES     := 4M
CLOCK_KHZ     := 25000
# a free-running counter in the I/O block of the FPGA
COUNTER_FLAGS := -DBOARD_COUNTER_REGISTER=0x40028018u -DBOARD_COUNTER_PRESCALE=0x4002801cu
TICK_PS       := 40000
ICOUNT_SHIFT  := 7
QEMU          := qemu-system-arm -M $(BOARD)
