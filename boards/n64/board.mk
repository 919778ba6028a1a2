# SPDX-License-Identifier: MIT
# Nintendo 64: VR4300 (MIPS III, used with 32-bit registers) with FPU, big-endian, 4 MB of RAM. The
# boot code copies 1 MB of the cartridge into it: code runs and constants lie there.
n64.CORE         := n64
n64.ENDIAN       := big
n64.CROSS        := mips-linux-gnu-
# The toolchain's own libgcc is for MIPS32: runtime.c stands in.
n64.CPU_FLAGS    := -EB -march=vr4300 -mabi=32 -mfp32 -mhard-float -mno-abicalls -fno-pic \
                    -mno-shared -G0 -mno-check-zero-division
n64.NO_LIBGCC    := yes
n64.STARTUP      := n64
n64.SOURCES      := boards/n64/start.S boards/n64/isviewer.c boards/n64/floatdidf.c \
                    boards/common/runtime.c
# from the header of the cartridge, 4 KB in front of what is loaded: the vectors are there then
n64.FLASH_ORIGIN := 0x80000000
n64.FLASH_BYTES  := 1028K
n64.RAM_ORIGIN   := 0x80180000
n64.RAM_BYTES    := 2560K
n64.STACK_BYTES  := 16K
n64.HOT_REGION   := FLASH
# emulators do not keep this machine's time
n64.COUNTER      := none
n64.TICK_PS      := 0
n64.ICOUNT_SHIFT := 0
# the emulator lets both pass
n64.UNNOTICED    := unaligned overflow
# screen.c, for the demo
n64.DISPLAY      := yes
n64.SUFFIX       := z64
n64.PAD_BYTES    := 2M
n64.RUNNER       := $(BUILD)/host/run_mupen

$(BUILD)/host/run_mupen: boards/n64/run_mupen.c boards/host/semihost.c boards/host/semihost.h
	@mkdir -p $(@D)
	$(BOARD_DO)gcc -std=c11 -D_POSIX_C_SOURCE=200809L -O2 $(BOARD_WARNINGS) $(BOARD_WERROR) \
	    -o $@.$$$$ $(filter %.c,$^) -lpng -ldl && mv $@.$$$$ $@
