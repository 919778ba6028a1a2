# SPDX-License-Identifier: MIT
# The MIPS simulator machine, 24Kf core, big-endian: the byte order gate. No flash, RAM
# only; data starts at the bottom of kseg0, below which an access needs a TLB entry and faults.
mipssim.CORE         := mips
mipssim.ENDIAN       := big
mipssim.CROSS        := mips-linux-gnu-
mipssim.CPU_FLAGS    := -EB -march=mips32r2 -mabi=32 -mhard-float -fno-pic -mno-shared -mplt -G0
mipssim.STARTUP      := mips
mipssim.FLASH_ORIGIN := 0x80400000
mipssim.FLASH_BYTES  := 4M
mipssim.RAM_ORIGIN   := 0x80000000
mipssim.RAM_BYTES    := 4M
mipssim.STACK_BYTES  := 16K
mipssim.HOT_REGION   := FLASH
# CP0 Count, at half of 12 MHz, rounded by the emulator to whole nanoseconds
mipssim.COUNTER      := mips
mipssim.TICK_PS      := 166000
mipssim.ICOUNT_SHIFT := 10
mipssim.QEMU         := qemu-system-mips -M mipssim -nic none -vga none
mipssim.OVERFLOW_TEXT := address
# no OPENOCD: this machine exists in the emulator only
