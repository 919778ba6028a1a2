# SPDX-License-Identifier: MIT
# Nintendo DS: ARM946E-S; hot code in ITCM, all else in the 4 MB of main memory, into which an .nds
# file is loaded as a whole. The second core, an ARM7TDMI, sleeps.
nds.CORE         := arm9
nds.ENDIAN       := little
nds.CROSS        := arm-none-eabi-
nds.CPU_FLAGS    := -mcpu=arm946e-s -marm -DPELT_NDS
nds.STARTUP      := mailbox_arm
nds.SOURCES      := boards/nds/start.S boards/nds/header.S
nds.LINK         := boards/nds/link.ld.in
nds.FLASH_ORIGIN := 0x02000000
# less 4 KB in front of the stack that fault
nds.FLASH_BYTES  := 2044K
# less 64 KB at the end, where loaders keep what they read from the card
nds.RAM_ORIGIN   := 0x02200000
nds.RAM_BYTES    := 0x1f0000
nds.STACK_BYTES  := 16K
nds.HOT_REGION   := ITCM
# emulators do not keep this machine's time
nds.COUNTER      := none
nds.TICK_PS      := 0
nds.ICOUNT_SHIFT := 0
# the emulator knows neither unaligned accesses nor the protection unit
nds.UNNOTICED    := unaligned overflow
nds.SUFFIX       := nds
nds.PAD_BYTES    := 512
# sizes and check sums that a linker cannot know
nds.FINISH       := $(BUILD)/host/nds_header
nds.RUNNER       := $(BUILD)/host/run_libretro
nds.RUNNER_NEEDS := $(nds.FINISH)
nds.RUNNER_FLAGS := desmume
# examples/nds: drawn by the geometry engine
nds.MORE         := $(BUILD)/nds/geometry.nds
nds.SCREEN       := $(BUILD)/nds/geometry.png
# no OPENOCD: cards are written by other means

$(BUILD)/host/nds_header: boards/nds/nds_header.c
	@mkdir -p $(@D)
	$(BOARD_DO)gcc -std=c11 -O2 $(BOARD_WARNINGS) $(BOARD_WERROR) -o $@.$$$$ $< && mv $@.$$$$ $@
