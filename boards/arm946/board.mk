# SPDX-License-Identifier: MIT
# ARM946E-S, the ARM9 of the Nintendo DS, in an Integrator/CP: RAM only, in two halves.
arm946.CORE         := arm9
arm946.ENDIAN       := little
arm946.CROSS        := arm-none-eabi-
arm946.CPU_FLAGS    := -mcpu=arm946e-s -marm
arm946.STARTUP      := arm
arm946.FLASH_ORIGIN := 0x00000000
arm946.FLASH_BYTES  := 4M
arm946.RAM_ORIGIN   := 0x00400000
arm946.RAM_BYTES    := 4M
arm946.STACK_BYTES  := 16K
arm946.HOT_REGION   := FLASH
# timer 0, 40 MHz
arm946.COUNTER      := integrator
arm946.TICK_PS      := 25000
arm946.ICOUNT_SHIFT := 7
arm946.QEMU         := qemu-system-arm -M integratorcp -cpu arm946 -audiodev none,id=none
# below the stack are the image's constants
arm946.UNNOTICED    := overflow
# no OPENOCD: this machine exists in the emulator only
