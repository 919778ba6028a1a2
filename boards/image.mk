# SPDX-License-Identifier: MIT
# Builds images for one board. The Makefile runs it once for each board that it needs, from the
# project's root; by hand: make -f boards/image.mk BOARD=microbit build/microbit/test.elf
#
# build/BOARD/NAME.elf is linked from SOURCES.NAME and MODELS.NAME, the board's code and the
# library; .bin, .hex and the file for a console's loader (SUFFIX) are made from it.
# examples/images.mk and tests/images.mk list the images and the flags of their sources.
OUT = $(BUILD)/$(BOARD)
.PHONY: image runner # runner: files that tests/emulators/run needs for some boards
# A user compiles all of port/; here it takes a sixth of the time to leave out what is empty for the core.
library = $(filter-out port/%,$(pelt_sources:./%=%)) $(shell boards/filled $(CROSS)gcc $(BOARD_FLAGS) $(LIBRARY_FLAGS))
include pelt.mk boards/rules.mk
# Defaults. TICK_PS 0: the machine's emulators do not keep time.
STACK_BYTES  := 16K
HOT_REGION   := FLASH
COUNTER      := core
TICK_PS      := 0
ICOUNT_SHIFT := 0
include boards/$(BOARD)/board.mk

## Compiling ####################################################################################
# -fno-tree-loop-distribute-patterns: loops stay loops, in memcpy() and in counted kernels.
BOARD_FLAGS := $(CPU_FLAGS) -std=c99 -ffreestanding -fno-common -ffunction-sections \
    -fdata-sections -g -fno-tree-loop-distribute-patterns -fno-asynchronous-unwind-tables \
    -fno-stack-protector -fstack-usage $(or $(BOARD_OPT),-O2)

# All sources but the library's.
$(OBJ)/%.o: FLAGS = -I. -Iinclude -Iboards/common -Iboards/common/libc -I$(BAKED) \
    $(COUNTER_FLAGS) -DBOARD_TICK_PS=$(TICK_PS)u -DBOARD_ICOUNT_SHIFT=$(ICOUNT_SHIFT) \
    -DBOARD_NAME='"$(BOARD)"' -DBOARD_HOT_IN_FLASH=$(if $(filter FLASH,$(HOT_REGION)),1,0)
BOARD_MAKE  := $(filter boards/%,$(MAKEFILE_LIST))
COMPILE      = $(CROSS)gcc $(BOARD_FLAGS) $(STRICT)

## Baking #######################################################################################
# The rule is in boards/rules.mk. BAKE_CORE: the nearest core whose costs the tool knows.
BAKE_FOR := --core $(or $(BAKE_CORE),$(CORE))

# Models for which MODEL=FILE stands in. Recipes take its name from the environment, so that it may
# contain any character; NAME.model keeps it, so that the next make sees whether it has changed.
model_files := $(addprefix $(BAKED)/,bench_model.c showcase_model.c)
$(model_files): INPUT = $(if $(value MODEL),"$$MODEL")
$(model_files): $(BAKED)/%.c: $(BAKED)/%.model $(if $(value MODEL),FORCE) $$(call read,$$*)
	$(baking)
$(BAKED)/%.model: FORCE
	@mkdir -p $(@D)
	@printf '%s' "$$MODEL" | cmp -s - $@ || printf '%s' "$$MODEL" >$@

## Linking ######################################################################################
BOARD_SOURCES := $(addprefix boards/,$(addprefix common/,start.c text.c mem.c recording.c counter.c \
                   counter_$(COUNTER).c) $(SOURCES))
include examples/images.mk examples/programs/models.mk tests/images.mk
$(models_first)
LINK_NUMBERS := FLASH_ORIGIN FLASH_BYTES RAM_ORIGIN RAM_BYTES STACK_BYTES HOT_REGION ITCM_ORIGIN \
                ITCM_BYTES EWRAM_BYTES CARD_BYTES FLOATS_IN_FLASH INPUT_ALIGN

# LINK_FLAGS.NAME: for an image with its own linker script, OUT/NAME.ld.
$(OUT)/%.ld: $(or $(LINK),boards/common/link.ld.in) boards/common/link_data.ld.in \
             $(BOARD_MAKE) examples/images.mk
	$(DO)mkdir -p $(@D) && $(CROSS)gcc -E -P -undef -x c $(foreach n,$(LINK_NUMBERS), \
	    $(if $(or $($n),$(filter INPUT_ALIGN,$n)),'-D$n=$($n)')) $(LINK_FLAGS.$*) -o $@ $<
$(OUT)/%.elf: $$(call objects,$(BOARD_SOURCES)) $$(call linked,$$*) $(OUT)/libpelt.a \
              $(OUT)/$$(if $$(LINK_FLAGS.$$*),$$*,link).ld
	$(SAY) '  LINK    $@'
	$(DO)$(CROSS)gcc $(CPU_FLAGS) -nostdlib -nostartfiles -static -Wl,--gc-sections \
	    -Wl,--build-id=none -Wl,-z,max-page-size=0x1000 -Wl,--no-warn-rwx-segments \
	    -Wl,-Map=$(@:.elf=.map) -T $(filter %.ld,$^) -o $@ $(filter %.o %.a,$^) \
	    $(if $(NO_LIBGCC),,-lgcc)
%.bin: %.elf
	$(DO)$(CROSS)objcopy -O binary $< $@

# .hex, and files for consoles' loaders: tools/rom/container.h. SUFFIX elf: the image itself.
$(foreach s,$(sort hex $(filter-out elf bin,$(SUFFIX) $(SHOWCASE_SUFFIX))),$(eval \
    %.$s: %.bin $(HOST)/container ; \
    $$(DO)$(HOST)/container $s $(or $($s_ORIGIN),$(FLASH_ORIGIN)) $$< $$@))
image: $(addprefix $(OUT)/hero.,elf bin hex $(filter-out elf,$(SUFFIX)))
