# SPDX-License-Identifier: MIT
# A Motorola 68000, as in the Amiga 500, Atari ST and Mega Drive, in QEMU's "virt" machine; no
# flash, two halves of its first 8 MB of RAM. The emulator refuses instructions of later members of
# the family.
m68k.CORE         := m68k
m68k.ENDIAN       := big
m68k.CROSS        := m68k-linux-gnu-
# no jump tables: code without data among it, for tests/isa_check
m68k.CPU_FLAGS    := -m68000 -fno-pic -fno-jump-tables -DMAILBOX_PATIENCE=0xffffffffu
# the toolchain's own libgcc is for the 68020
m68k.NO_LIBGCC    := yes
m68k.STARTUP      := mailbox
m68k.SOURCES      := boards/m68k/start.S boards/m68k/arithmetic.c boards/common/runtime.c \
                     boards/common/softfloat.c
m68k.FLASH_ORIGIN := 0x00000000
m68k.FLASH_BYTES  := 4M
m68k.RAM_ORIGIN   := 0x00400000
m68k.RAM_BYTES    := 4M
m68k.STACK_BYTES  := 16K
m68k.HOT_REGION   := FLASH
# the compiler aligns everything to two bytes only; blobs and arenas need more
m68k.INPUT_ALIGN  := SUBALIGN(8)
# the Goldfish clock: nanoseconds of virtual time
m68k.COUNTER      := goldfish
m68k.TICK_PS      := 1000
m68k.ICOUNT_SHIFT := 0
# the emulator carries out accesses to odd addresses; below the stack are the image's constants
m68k.UNNOTICED    := unaligned overflow
# QEMU, its RAM shared with the program that starts it; it waits for nobody
m68k.SUFFIX       := elf
m68k.RUNNER       := $(BUILD)/host/run_m68k
# no OPENOCD: this machine exists in the emulator only
