# SPDX-License-Identifier: MIT
# PlayStation: R3000A (MIPS I) without FPU, little-endian, 2 MB of RAM into which a PS-X EXE is
# loaded as a whole; GTE, the geometry coprocessor (port/psx). Start-up code, linker script and BIOS
# are our own.
CORE         := psx
BAKE_CORE    := rv32
# at -O2 the tests do not fit at once
TEST_SPLIT   := yes
# The emulator is slow, and other boards run the rest of the same C: golden value, kernels, stages.
TEST_IMAGES  := short.elf test.elf
CROSS        := mipsel-linux-gnu-
# The toolchain's own libgcc is for MIPS32, so runtime.c and softfloat.c replace it.
CPU_FLAGS    := -DPELT_PORT_PSX -EL -march=r3000 -mabi=32 -mfp32 -msoft-float -mno-abicalls -fno-pic -mno-shared \
                -G0 -mno-check-zero-division
NO_LIBGCC    := yes
SOURCES      := common/fault_trap.c common/semihosting.c common/mailbox.c psx/start.S \
                common/runtime.c common/softfloat.c
# the image begins with the header of the EXE, 2 KB before the loaded part
FLASH_ORIGIN := 0x8000f800
FLASH_BYTES  := 962K
RAM_ORIGIN   := 0x80100000
RAM_BYTES    := 1M
CLOCK_KHZ    := 33869
# there is no COUNTER, as emulators do not keep this machine's time
# an overflowing stack overwrites the console's kernel, which is not used
UNNOTICED    := overflow
# a screen, on which the demo also shows its pictures
DISPLAY      := yes
MACHINE      := psx/machine.c
SUFFIX       := exe
RUNNER       := run_libretro
runner: $(BUILD)/psx/bios/scph5501.bin
RUNNER_FLAGS := -d $(abspath $(BUILD)/psx/bios) mednafen_psx
# The emulator looks for a BIOS of this name; the contents are ours.
$(BUILD)/psx/bios/scph5501.bin: tests/emulators/psx_bios.S boards/psx/board.mk
	@mkdir -p $(@D)
	$(DO)$(CROSS)gcc $(CPU_FLAGS) -nostdlib -static -Wl,-Ttext=0xbfc00000,-e,0xbfc00000 \
	    -o $@.$$$$.elf $< && \
	    $(CROSS)objcopy -O binary -j .text $@.$$$$.elf $@.$$$$ && rm $@.$$$$.elf && \
	    truncate -s 512K $@.$$$$ && mv $@.$$$$ $@
