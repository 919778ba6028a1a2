# SPDX-License-Identifier: MIT
# A Motorola 68000, as in the Amiga 500, Atari ST and Mega Drive, in QEMU's "virt" machine. It has
# no flash; the first 8 MB of its RAM are split into two halves. The emulator refuses instructions
# of later members of the family.
CORE         := m68k
BAKE_CORE    := m0
ENDIAN       := big
CROSS        := m68k-linux-gnu-
# no jump tables, so that code has no data among it, for tests/isa_check; patience, as QEMU does not
# wait for the runner
CPU_FLAGS    := -m68000 -fno-pic -fno-jump-tables -DMAILBOX_PATIENCE=0xffffffffu
# the toolchain's own libgcc is for the 68020
NO_LIBGCC    := yes
SOURCES      := common/fault_trap.c common/semihosting.c common/mailbox.c m68k/start.S \
                m68k/arithmetic.c common/runtime.c common/shifts.c common/softfloat.c
FLASH_ORIGIN := 0x00000000
FLASH_BYTES  := 4M
RAM_ORIGIN   := 0x00400000
RAM_BYTES    := 4M
CLOCK_KHZ    := 7094
# the compiler aligns everything to two bytes only; blobs and arenas need more
INPUT_ALIGN  := SUBALIGN(8)
# the Goldfish clock: nanoseconds of virtual time
COUNTER_FLAGS := -DBOARD_COUNTER_REGISTER=0xff006000u
TICK_PS      := 1000
# the emulator accepts accesses to odd addresses; the image's constants lie below the stack
UNNOTICED    := unaligned overflow
# cycles come from the emulator Hatari, an Atari ST: tests/emulators/hatari
CYCLES       := hatari
# the runner shares the RAM of QEMU
SUFFIX       := elf
RUNNER       := run_m68k
# there is no OPENOCD, as this machine exists only in the emulator
