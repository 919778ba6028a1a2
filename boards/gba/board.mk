# SPDX-License-Identifier: MIT
# Game Boy Advance: ARM7TDMI; code and constants in the cartridge, hot code and stack in the fast
# RAM of the chip (IWRAM), variables in the slow one (EWRAM): boards/gba/link.ld.in.
gba.CORE         := arm7
gba.ENDIAN       := little
gba.CROSS        := arm-none-eabi-
gba.CPU_FLAGS    := -mcpu=arm7tdmi -marm
# what gcc moves out of loops it then keeps on the stack, for want of registers
gba.LIBRARY_FLAGS := -fno-schedule-insns -fno-tree-pre
gba.STARTUP      := gba
gba.SOURCES      := boards/gba/start.S boards/gba/mailbox.c boards/gba/console.c
gba.LINK         := boards/gba/link.ld.in
gba.FLASH_ORIGIN := 0x08000000
gba.FLASH_BYTES  := 32M
# less 256 bytes at the end that the BIOS uses
gba.RAM_ORIGIN   := 0x03000000
gba.RAM_BYTES    := 0x7f00
gba.STACK_BYTES  := 3K
gba.HOT_REGION   := RAM
# timers 0 and 1
gba.COUNTER       := gba
gba.COUNTER_FLAGS := -DBOARD_COUNTS_CYCLES
gba.TICK_PS      := 1000
gba.ICOUNT_SHIFT := 0
# an unaligned load is rotated; the stack runs down through EWRAM's images
gba.UNNOTICED     := unaligned
gba.OVERFLOW_TEXT := Bad memory
gba.ROM          := gba
# a program on the library of the emulator mGBA
gba.RUNNER       := $(BUILD)/host/run_mgba
# no OPENOCD: cartridges are written by other means
