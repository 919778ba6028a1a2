# SPDX-License-Identifier: MIT
# PlayStation: R3000A (MIPS I) without FPU, little-endian, 2 MB of RAM into which a PS-X EXE is
# loaded as a whole; GTE, the geometry coprocessor (port/psx). Start-up, link script and BIOS are
# our own.
psx.CORE         := psx
psx.ENDIAN       := little
psx.CROSS        := mipsel-linux-gnu-
# The toolchain's own libgcc is for MIPS32: runtime.c and softfloat.c stand in.
psx.CPU_FLAGS    := -DPELT_PORT_PSX -EL -march=r3000 -mabi=32 -mfp32 -msoft-float -mno-abicalls -fno-pic \
                    -mno-shared -G0 -mno-check-zero-division
psx.NO_LIBGCC    := yes
psx.STARTUP      := mailbox
psx.SOURCES      := boards/psx/start.S boards/common/runtime.c boards/common/softfloat.c
# from the header of the EXE, 2 KB in front of what is loaded
psx.FLASH_ORIGIN := 0x8000f800
psx.FLASH_BYTES  := 962K
psx.RAM_ORIGIN   := 0x80100000
psx.RAM_BYTES    := 1M
psx.STACK_BYTES  := 16K
psx.HOT_REGION   := FLASH
# emulators do not keep this machine's time
psx.COUNTER      := none
psx.TICK_PS      := 0
psx.ICOUNT_SHIFT := 0
# a stack that overflows eats the console's kernel, which nobody needs
psx.UNNOTICED    := overflow
# screen.c, for the demo
psx.DISPLAY      := yes
psx.SUFFIX       := exe
psx.PAD_BYTES    := 2048
psx.RUNNER       := $(BUILD)/host/run_libretro
psx.RUNNER_NEEDS := $(BUILD)/psx/bios/scph5501.bin
psx.RUNNER_FLAGS := -d $(abspath $(BUILD)/psx/bios) mednafen_psx

# By the name under which the emulator looks for one; the contents are ours.
$(BUILD)/psx/bios/scph5501.bin: boards/psx/bios.S boards/psx/board.mk
	@mkdir -p $(@D)
	$(BOARD_DO)$(psx.CROSS)gcc $(psx.CPU_FLAGS) -nostdlib -static -Wl,--build-id=none \
	    -Wl,-Ttext=0xbfc00000 -Wl,-e,0xbfc00000 -o $(@D)/bios.elf $< && \
	$(psx.CROSS)objcopy -O binary -j .text $(@D)/bios.elf $@.$$$$ && \
	truncate -s 512K $@.$$$$ && mv $@.$$$$ $@
