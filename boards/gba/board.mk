# SPDX-License-Identifier: MIT
# Game Boy Advance: ARM7TDMI. Code and constants are in the cartridge, hot code and stack in the
# chip's fast RAM (IWRAM), variables in the slow one (EWRAM): boards/gba/link.ld.in.
CORE            := arm7
CROSS           := arm-none-eabi-
CPU_FLAGS       := -mcpu=arm7tdmi -marm
# for lack of registers, gcc keeps values on the stack that it moves out of loops
LIBRARY_FLAGS   := -fno-schedule-insns -fno-tree-pre
SOURCES         := common/semihosting.c gba/start.S common/message.c gba/message.c gba/console.c
LINK            := boards/gba/link.ld.in
FLASH_ORIGIN    := 0x08000000
FLASH_BYTES     := 32M
# less 256 bytes at the end, which the BIOS uses
RAM_ORIGIN      := 0x03000000
RAM_BYTES       := 0x7f00
EWRAM_BYTES     := 256K
STACK_BYTES     := 3K
CLOCK_KHZ       := 16777
HOT_REGION      := RAM
# timers 0 and 1; from fast memory a taken branch takes 3 cycles
COUNTER         := gba
COUNTER_FLAGS   := -DBOARD_COUNTS_CYCLES=4
TICK_PS         := 1000
# an unaligned load is rotated; an overflowing stack runs into EWRAM's images
UNNOTICED       := unaligned
OVERFLOW_TEXT   := Bad memory
SUFFIX          := gba
# a program that uses the library of the emulator mGBA
RUNNER          := run_mgba
# The board has its own renderer, with code of one encoding at a time in fast memory, and a smaller
# stack; its demo is the showcase.
SHOWCASE_HERO     := examples/hero/hero500.glb
MODELS.hero       :=
SOURCES.hero       = $(SOURCES.showcase)
LINK_FLAGS.hero    = $(LINK_FLAGS.showcase)
SOURCES.showcase    := $(wildcard examples/gba/*.[cS]) examples/showcase/checksum.c boards/gba/machine.c \
                     $(addprefix examples/showcase/,actor.c clips.c game.c main.c overlay.c renderer.c \
                     showcase.c words.c) \
                     $(addprefix examples/scenery/,font.c)
SHOWCASE_BAKE       := --precision lean
LINK_FLAGS.showcase := -DOVERLAY_PRECISIONS -USTACK_BYTES -DSTACK_BYTES=1536
LINK_FLAGS.textbook_o2 := -DHOT_REFERENCES
# as many as fit into IWRAM
BENCH_VERTICES  := 64
# there is no OPENOCD, as cartridges are written by other means
