# SPDX-License-Identifier: MIT
# An ARM946E-S, the ARM9 of the Nintendo DS, in an Integrator/CP. It has only RAM, which is split
# into two halves.
CORE         := arm9
CROSS        := arm-none-eabi-
CPU_FLAGS    := -mcpu=arm946e-s -marm
SOURCES      := common/start_arm.S common/fault_arm.c common/semihosting.c
FLASH_ORIGIN := 0x00000000
FLASH_BYTES  := 4M
RAM_ORIGIN   := 0x00400000
RAM_BYTES    := 4M
CLOCK_KHZ    := 67028
# timer 0, 40 MHz
COUNTER      := integrator
TICK_PS      := 25000
ICOUNT_SHIFT := 7
QEMU         := qemu-system-arm -M integratorcp -cpu arm946 -audiodev none,id=none
# an overflow goes unnoticed: the image's constants lie below the stack
UNNOTICED    := overflow
# there is no OPENOCD, as this machine exists only in the emulator
