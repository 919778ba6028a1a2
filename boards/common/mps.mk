# SPDX-License-Identifier: MIT
# What Arm's FPGA boards have in common. They are supported in the emulator only: no OPENOCD.
include boards/common/cortex_m.mk
FLASH_ORIGIN  := 0x00000000
FLASH_BYTES   := 4M
RAM_ORIGIN    := 0x20000000
RAM_BYTES     := 4M
COUNTER       := fpgaio
ICOUNT_SHIFT  := 7
QEMU          := qemu-system-arm -M $(BOARD)
