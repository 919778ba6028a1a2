# SPDX-License-Identifier: MIT
# An Xtensa LX106, the core of an ESP8266, in QEMU's simulation machine, without that chip's memory
# map and devices. The emulator refuses instructions that this core lacks.
CORE          := xtensa
BAKE_CORE     := m0
CROSS         := xtensa-lx106-elf-
# Constants stand before their function, as L32R reaches backwards only, and CALL0 half a megabyte.
CPU_FLAGS     := -mtext-section-literals -mlongcalls
# The toolchain's libgcc lacks the routines that are in the chip's ROM.
SOURCES       := xtensa/start.S xtensa/arithmetic.c xtensa/simcall.c common/runtime.c \
                 common/softfloat.c common/fault_trap.c common/semihosting.c
# the machine's ROM, at the address of reset
FLASH_ORIGIN  := 0x50000000
FLASH_BYTES   := 4M
RAM_ORIGIN    := 0x60000000
RAM_BYTES     := 4M
# that of an ESP8266
CLOCK_KHZ     := 80000
# CCOUNT, which the emulator runs at 40 MHz
TICK_PS       := 25000
ICOUNT_SHIFT  := 6
# text goes to the first serial port
QEMU          := qemu-system-xtensa -M sim -cpu lx106 -serial file:/dev/stdout
OVERFLOW_TEXT := address
# there is no OPENOCD, as this machine exists only in the emulator
