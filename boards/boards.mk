# SPDX-License-Identifier: MIT
# Building bare-metal images; included by the top-level Makefile (or any other, run from the
# project's root). After the include:
#
#   $(eval $(call board_library,BOARD,NAME,SOURCES))         build/BOARD/NAME.a
#   $(eval $(call board_image,BOARD,NAME,SOURCES,LIBRARIES)) build/BOARD/NAME.elf .bin .hex .map
#                                                            and what BOARD.ROM names, as .gba
#
# SOURCES are .c and .S files from the root, generated ones under build/ included; LIBRARIES are
# archives such as build/BOARD/libpelt.a. Flags for one source: a target-specific variable,
#   build/microbit/obj/tests/test.o: BOARD_FLAGS_EXTRA := -DSMALL

BUILD ?= build

# Those of `make test`; those whose toolchains and emulators only `make test-extra` needs, of which
# consoles have runners of their own.
ARM_BOARDS     := microbit mps2-an385 netduinoplus2 mps2-an386 mps2-an500 mps2-an505 mps3-an547 \
                  arm946 gba
CONSOLE_BOARDS := psx n64 m68k nds
EXTRA_BOARDS   := riscv32-virt mipssim $(CONSOLE_BOARDS)
BOARDS         := $(ARM_BOARDS) $(EXTRA_BOARDS)

BOARD_OPT      ?= -O2
BOARD_WERROR   ?= -Werror
BOARD_INCLUDES ?= -Iinclude -Isrc
# V=1 shows whole commands.
BOARD_SAY := $(if $(V),@:,@echo)
BOARD_DO  := $(if $(V),,@)
BOARD_WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
                  -Wmissing-prototypes

# -ffp-contract=off: float results must not depend on whether a core has a fused multiply-add.
# -fno-tree-loop-distribute-patterns: loops stay loops, in memcpy() and in counted kernels.
BOARD_CFLAGS := -std=c99 -ffreestanding -fno-common -ffunction-sections -fdata-sections -g \
                -ffp-contract=off -fno-tree-loop-distribute-patterns \
                -fno-asynchronous-unwind-tables -fno-stack-protector -fstack-usage

# gcc merges neighbouring small accesses into unaligned words unless told not to; the start-up
# makes those fault (CCR.UNALIGN_TRP).
board_startup_flags.cortex_m := -mno-unaligned-access

include $(BOARDS:%=boards/%/board.mk)

# Board code beside the counter and the start-up named in board.mk.
BOARD_COMMON := start text mem counter
board_sources.cortex_m := start_cortex_m.S fault_cortex_m.c semihosting.c
board_sources.arm      := start_arm.S fault_arm.c semihosting.c
board_sources.gba      := semihosting.c
board_sources.riscv    := start_riscv.S fault_trap.c semihosting.c
board_sources.mips     := start_mips.S fault_trap.c uhi.c
board_sources.n64      := fault_trap.c semihosting.c
board_sources.mailbox  := fault_trap.c semihosting.c mailbox.c
board_sources.mailbox_arm := fault_arm.c semihosting.c mailbox.c
board_sources = $(addprefix boards/common/,$(BOARD_COMMON:%=%.c) \
                  counter_$($(1).COUNTER).c $(board_sources.$($(1).STARTUP))) $($(1).SOURCES)

board_objects = $(addprefix $(BUILD)/$(1)/obj/,$(addsuffix .o,$(basename $(2))))

board_flags = $($(1).CPU_FLAGS) $(board_startup_flags.$($(1).STARTUP)) $(BOARD_CFLAGS) $(BOARD_OPT) -Iboards/common -Iboards/common/libc \
              $(BOARD_INCLUDES) \
              $($(1).COUNTER_FLAGS) -DBOARD_TICK_PS=$($(1).TICK_PS)u \
              -DBOARD_ICOUNT_SHIFT=$($(1).ICOUNT_SHIFT) -DBOARD_NAME='"$(1)"' \
              -DBOARD_HOT_IN_FLASH=$(if $(filter FLASH,$($(1).HOT_REGION)),1,0)

board_link_numbers := FLASH_ORIGIN FLASH_BYTES RAM_ORIGIN RAM_BYTES STACK_BYTES HOT_REGION \
                      ITCM_ORIGIN ITCM_BYTES

define board_rules
$(BUILD)/$(1)/obj/%.o: %.c boards/boards.mk boards/$(1)/board.mk
	@mkdir -p $$(@D)
	$(BOARD_SAY) '  CC      $(1) $$<'
	$(BOARD_DO)$($(1).CROSS)gcc $$(call board_flags,$(1)) $$(BOARD_WARNINGS) $$(BOARD_WERROR) \
	    $$(BOARD_FLAGS_EXTRA) -MMD -MP -c -o $$@ $$<

$(BUILD)/$(1)/obj/%.o: %.S boards/boards.mk boards/$(1)/board.mk
	@mkdir -p $$(@D)
	$(BOARD_SAY) '  AS      $(1) $$<'
	$(BOARD_DO)$($(1).CROSS)gcc $$(call board_flags,$(1)) $$(BOARD_FLAGS_EXTRA) -MMD -MP \
	    -c -o $$@ $$<

$(BUILD)/$(1)/link.ld: $(or $($(1).LINK),boards/common/link.ld.in) boards/$(1)/board.mk
	@mkdir -p $$(@D)
	$(BOARD_DO)$($(1).CROSS)gcc -E -P -undef -x c \
	    $$(foreach n,$$(board_link_numbers),$$(if $$($(1).$$(n)),-D$$(n)=$$($(1).$$(n)))) \
	    '-DINPUT_ALIGN=$$($(1).INPUT_ALIGN)' -o $$@ $$<

$(BUILD)/$(1)/%.bin: $(BUILD)/$(1)/%.elf
	$(BOARD_DO)$($(1).CROSS)objcopy -O binary $$< $$@

$(BUILD)/$(1)/%.gba: $(BUILD)/$(1)/%.elf
	$(BOARD_DO)$($(1).CROSS)objcopy -O binary $$< $$@

$(BUILD)/$(1)/%.hex: $(BUILD)/$(1)/%.elf
	$(BOARD_DO)$($(1).CROSS)objcopy -O ihex $$< $$@
endef
$(foreach b,$(BOARDS),$(eval $(call board_rules,$(b))))

# The file that a console's loader takes: SUFFIX, its length a multiple of PAD_BYTES, completed by
# the program FINISH.
define board_file_rules
$(BUILD)/$(1)/%.$($(1).SUFFIX): $(BUILD)/$(1)/%.elf $($(1).FINISH)
	$(BOARD_DO)$($(1).CROSS)objcopy -O binary $$< $$@ && truncate -s %$($(1).PAD_BYTES) $$@ \
	    $(if $($(1).FINISH),&& $($(1).FINISH) $$@)
endef
$(foreach b,$(BOARDS),$(if $(filter-out elf,$($(b).SUFFIX)),$(eval $(call board_file_rules,$(b)))))

define board_library
$(BUILD)/$(1)/$(2).a: $(call board_objects,$(1),$(3))
	@rm -f $$@
	$(BOARD_SAY) '  AR      $$@'
	$(BOARD_DO)$($(1).CROSS)ar qcsD $$@ $$^ # q: files of several folders have one name

-include $(patsubst %.o,%.d,$(call board_objects,$(1),$(3)))
endef

define board_image
$(BUILD)/$(1)/$(2).elf: $(call board_objects,$(1),$(call board_sources,$(1)) $(3)) $(4) \
                     $(BUILD)/$(1)/$(or $($(1).LINK.$(2)),link).ld
	$(BOARD_SAY) '  LINK    $$@'
	$(BOARD_DO)$($(1).CROSS)gcc $($(1).CPU_FLAGS) -nostdlib -nostartfiles -static \
	    -Wl,--gc-sections -Wl,--build-id=none -Wl,-z,max-page-size=0x1000 \
	    -Wl,--no-warn-rwx-segments -Wl,-Map=$$(@:.elf=.map) -T $(BUILD)/$(1)/$(or $($(1).LINK.$(2)),link).ld \
	    -o $$@ $$(filter %.o %.a,$$^) $(if $($(1).NO_LIBGCC),,-lgcc)

-include $(patsubst %.o,%.d,$(call board_objects,$(1),$(call board_sources,$(1)) $(3)))
endef

# What runs images where QEMU does not, for boards/run. Several may build it at a time.
$(BUILD)/host/run_mgba: boards/gba/run_mgba.c boards/gba/play.c boards/gba/play.h \
                        boards/host/semihost.c boards/host/semihost.h
	@mkdir -p $(@D)
	$(BOARD_DO)gcc -std=c11 -D_POSIX_C_SOURCE=200809L -O2 $(BOARD_WARNINGS) $(BOARD_WERROR) \
	    -o $@.$$$$ $(filter %.c,$^) -lmgba && mv $@.$$$$ $@

$(BUILD)/host/run_libretro: boards/libretro/run_libretro.c boards/host/semihost.c \
                            boards/host/semihost.h boards/common/mailbox.h
	@mkdir -p $(@D)
	$(BOARD_DO)gcc -std=c11 -D_POSIX_C_SOURCE=200809L -O2 $(BOARD_WARNINGS) $(BOARD_WERROR) \
	    -o $@.$$$$ $(filter %.c,$^) -lpng -ldl && mv $@.$$$$ $@

$(BUILD)/host/run_m68k: boards/m68k/run_m68k.c boards/host/semihost.c boards/host/semihost.h \
                        boards/common/mailbox.h
	@mkdir -p $(@D)
	$(BOARD_DO)gcc -std=c11 -D_POSIX_C_SOURCE=200809L -O2 $(BOARD_WARNINGS) $(BOARD_WERROR) \
	    -o $@.$$$$ $(filter %.c,$^) && mv $@.$$$$ $@

# boards/run and boards/flash ask for a board's variables by these.
.PHONY: board-variable
board-variable:
	@:$(info $($(BOARD).$(VARIABLE)))

# And scripts for ARM_BOARDS or another list.
.PHONY: board-list
board-list:
	@:$(info $($(LIST)))
