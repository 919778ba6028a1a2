# SPDX-License-Identifier: MIT
# ARM946E-S, the ARM9 of the Nintendo DS, in an Integrator/CP: RAM only, in two halves.
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
# below the stack are the image's constants
UNNOTICED    := overflow
# no OPENOCD: this machine exists in the emulator only
