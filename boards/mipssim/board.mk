# SPDX-License-Identifier: MIT
# The MIPS simulator machine with a 24Kf core, big-endian, for the tests of byte order. It has only
# RAM; data starts at the bottom of kseg0, below which an access needs a TLB entry and faults.
CORE          := mips
BAKE_CORE     := rv32
ENDIAN        := big
CROSS         := mips-linux-gnu-
CPU_FLAGS     := -EB -march=mips32r2 -mabi=32 -mhard-float -fno-pic -mno-shared -mplt -G0
SOURCES       := common/start_mips.S common/fault_trap.c common/semihosting.c common/uhi.c
FLASH_ORIGIN  := 0x80400000
FLASH_BYTES   := 4M
RAM_ORIGIN    := 0x80000000
RAM_BYTES     := 4M
CLOCK_KHZ     := 12000
# CP0 Count, at half of 12 MHz, rounded by the emulator to whole nanoseconds
TICK_PS       := 166000
ICOUNT_SHIFT  := 10
QEMU          := qemu-system-mips -M mipssim -nic none -vga none
OVERFLOW_TEXT := address
# there is no OPENOCD, as this machine exists only in the emulator
