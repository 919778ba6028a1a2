# SPDX-License-Identifier: MIT
# pelt. `make help` lists the targets.

BUILD ?= build
MAKEFLAGS += --no-builtin-rules
BOARD ?= netduinoplus2
CC    ?= gcc
ifeq ($(origin CC),default)
CC := gcc
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SECONDARY:

help: ## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | \
	    awk -F'\t' '{printf "  make %-12s %s\n", $$1, $$2}'
	@echo "  boards: $(BOARDS)"

include boards/boards.mk
include pelt.mk
-include tests/tests.mk

## Host: library and tool #######################################################################

# Another directory, compiler or optimisation: make HOST=build/host-clang CC=clang HOST_OPT=-O0
HOST       ?= $(BUILD)/host
HOST_OPT   ?= -O2
HOST_EXTRA ?=
WARNINGS   := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
              -Wmissing-prototypes -Werror
# Float results are those of the formulas as written, on every compiler: no fused multiply-add.
HOST_CFLAGS := $(HOST_OPT) -g -ffp-contract=off $(WARNINGS) -MMD -MP $(HOST_EXTRA)
HOST_LIBS   := -ljansson -lpng -lgif -lz -lm

# The host's own port, where there is one.
HOST_CORE := $(if $(filter x86_64,$(shell uname -m)),x86,host)

host_objects = $(addprefix $(HOST)/obj/,$(addsuffix .o,$(basename $(1))))

$(HOST)/obj/src/%.o: src/%.c
	@mkdir -p $(@D)
	$(BOARD_SAY) '  CC      $<'
	$(BOARD_DO)$(CC) -std=c99 -ffreestanding $(HOST_CFLAGS) $(call pelt_flags,$(HOST_CORE)) -c -o $@ $<

$(HOST)/obj/port/%.o: port/%.c
	@mkdir -p $(@D)
	$(BOARD_SAY) '  CC      $<'
	$(BOARD_DO)$(CC) -std=c99 $(HOST_CFLAGS) $(call pelt_flags,$(HOST_CORE)) -c -o $@ $<

# The tool sees the library and itself; the command `view` also the renderer, tests and demos more.
HOST_INCLUDES := -Iinclude -Isrc -Itools
$(HOST)/obj/tools/cmd/%.o: HOST_INCLUDES += -Iexamples/raster
$(HOST)/obj/examples/% $(HOST)/obj/boards/% $(HOST)/obj/tests/%: \
    HOST_INCLUDES += -Iexamples/raster -Iexamples/hero -Iboards/common -Itests/unit

$(HOST)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(BOARD_SAY) '  CC      $<'
	$(BOARD_DO)$(CC) -std=c11 -D_POSIX_C_SOURCE=200809L $(HOST_CFLAGS) $(HOST_INCLUDES) -c -o $@ $<

$(HOST)/obj/%.o: %.S
	@mkdir -p $(@D)
	$(BOARD_DO)$(CC) $(HOST_EXTRA) -c -o $@ $<

$(HOST)/libpelt.a: $(call host_objects,$(patsubst ./%,%,$(call pelt_sources,$(HOST_CORE))))
	@rm -f $@
	$(BOARD_DO)ar rcsD $@ $^

RASTER_SRCS := $(wildcard examples/raster/*.c)
TOOL_SRCS   := $(filter-out tools/hero/% tools/cmd/main.c, \
                   $(wildcard tools/*/*.c tools/*/*/*.c)) $(RASTER_SRCS)

# Everything of the tool but main(), for the tool itself and for hosted tests. `ar q`: files of
# different folders may have one name.
$(HOST)/libtool.a: $(call host_objects,$(TOOL_SRCS))
	@rm -f $@
	$(BOARD_DO)ar qcsD $@ $^

$(HOST)/pelt: $(call host_objects,tools/cmd/main.c) $(HOST)/libtool.a $(HOST)/libpelt.a
	$(BOARD_DO)$(CC) $(HOST_EXTRA) -o $@ $^ $(HOST_LIBS)

$(HOST)/demo: $(call host_objects,$(wildcard examples/demo/*.c)) $(HOST)/libtool.a $(HOST)/libpelt.a
	$(BOARD_DO)$(CC) $(HOST_EXTRA) -o $@ $^ $(HOST_LIBS)

$(HOST)/hero: $(call host_objects,$(wildcard tools/hero/*.c))
	$(BOARD_DO)$(CC) $(HOST_EXTRA) -o $@ $^ -lm

-include $(shell find $(HOST)/obj -name '*.d' 2>/dev/null)

## Images #######################################################################################

# The model that the hero image shows: MODEL=FILE, or the project's own in the size that fits.
# Recipes take its name from the environment, so that any character may be in it.
MODEL ?=
export MODEL
hero_glb.microbit := examples/hero/hero250.glb
hero_glb = $(or $(MODEL),$(hero_glb.$(1)),examples/hero/hero.glb)
baked    = $(BUILD)/$(1)/baked
# Whose costs decide on the order of vertices: those of a board's core, or of the nearest in
# tools/bake/cost.c.
bake_core.mips := rv32
bake_core.psx  := rv32
bake_core.n64  := rv32
bake_core.m68k := m0
bake_core = $(or $(bake_core.$($(1).CORE)),$($(1).CORE))
# No RAM for mixes of palette entries beside the pictures.
bake_flags.microbit := --mixes 0

HERO_SRCS := $(wildcard examples/hero/*.c) $(RASTER_SRCS)
HERO_FLAGS.microbit := -DHERO_MONO
# Consoles that show it: DISPLAY in their board.mk.
$(foreach b,$(BOARDS),$(if $($(b).DISPLAY), \
    $(eval HERO_SRCS.$(b) := $(HERO_SRCS) boards/$(b)/screen.c) $(eval HERO_FLAGS.$(b) := -DHERO_SCREEN)))
include examples/gba/gba.mk
# Consoles have demos of their own.
hero_sources = $(or $(HERO_SRCS.$(1)),$(HERO_SRCS))
hero_models  = $(or $(HERO_MODELS.$(1)),$(call baked,$(1))/hero_model.c)

# What docs/ and README promise, asserted by the `counts` image.
COUNTS_SRCS := tests/counts/counts.c
counts_flags.m4 := -DCOUNTS_SAMPLE_MAX=250
counts_flags.m0 := -DCOUNTS_SAMPLE_MAX=700 -DCOUNTS_OPEN_MAX=40

board_pelt = $(patsubst ./%,%,$(call pelt_sources,$($(1).CORE)))

define board_targets
$(call baked,$(1))/hero_model.c: $(if $(MODEL),FORCE,$(call hero_glb,$(1))) $(HOST)/pelt
	@mkdir -p $$(@D)
	$(BOARD_SAY) '  BAKE    $(1) $(if $(MODEL),MODEL,$(call hero_glb,$(1)))'
	$(BOARD_DO)$(HOST)/pelt bake $(if $(MODEL),"$$$$MODEL",$(call hero_glb,$(1))) -o $$(@D)/hero_model.pelt \
	    --endian $($(1).ENDIAN) --core $(call bake_core,$(1)) $(bake_flags.$(1)) --c hero_model >$$(@D)/bake.txt

$(call board_objects,$(1),$(call hero_sources,$(1))): BOARD_FLAGS_EXTRA := -I$(call baked,$(1)) \
    -Iexamples/raster $(HERO_FLAGS.$(1))
$(call board_objects,$(1),$(call hero_sources,$(1))): | $(call hero_models,$(1))
$(call board_objects,$(1),$(call board_pelt,$(1))): BOARD_FLAGS_EXTRA := $(call pelt_defines,$($(1).CORE))

$(call board_objects,$(1),$(COUNTS_SRCS)): BOARD_FLAGS_EXTRA := -I$(call baked,$(1)) \
    $(counts_flags.$($(1).CORE))
$(call board_objects,$(1),$(COUNTS_SRCS)): | $(call baked,$(1))/hero_model.c

$(call board_objects,$(1),$(filter tests/unit/%,$(TEST_UNIT_SRCS))): \
    BOARD_FLAGS_EXTRA += $($(1).TEST_FLAGS)

$(call board_library,$(1),libpelt,$(call board_pelt,$(1)))
$(call board_image,$(1),hero,$(call hero_sources,$(1)) $(call hero_models,$(1)),$(BUILD)/$(1)/libpelt.a)
$(call board_image,$(1),test,$(TEST_UNIT_SRCS),$(BUILD)/$(1)/libpelt.a)
$(if $(filter $(1),$(TEST_SPLIT_BOARDS)),$(call board_image,$(1),arithmetic,$(TEST_ARITHMETIC_SRCS),$(BUILD)/$(1)/libpelt.a))
$(call board_image,$(1),counts,$(COUNTS_SRCS) $(call baked,$(1))/hero_model.c,$(BUILD)/$(1)/libpelt.a)
$(call board_image,$(1),selftest,tests/boards/selftest.c,)
endef
$(foreach b,$(BOARDS),$(eval $(call board_targets,$(b))))

include tests/flags.mk
include tests/bench/bench.mk
include tests/consoles/consoles.mk
include examples/nds/nds.mk

## Targets ######################################################################################

# Each target makes sure that its tools are there (tools/setup), then builds with a second make.
AGAIN := +@$(MAKE) -s --no-print-directory -j$(shell nproc)
TOOLCHAIN := $(if $(filter $(ARM_BOARDS),$(BOARD)),arm,$(or $(filter $(CONSOLE_BOARDS),$(BOARD)),extra))
EMULATOR  := $(if $(filter gba,$(BOARD)),consoles)

.PHONY: help demo tool image run flash test test-extra check-long size docs hero clean FORCE
FORCE:

demo: ## the character on a Cortex-M4F in the emulator: build/demo/hero.gif; MODEL=FILE for yours
	@tools/setup host arm
ifeq ($(MODEL),)
	$(AGAIN) $(HOST)/demo $(BUILD)/netduinoplus2/hero.elf
	@$(call show_hero,netduinoplus2,--gif $(BUILD)/demo/hero.gif --png $(BUILD)/demo/hero.png)
else
	$(AGAIN) MODEL= $(HOST)/pelt $(HOST)/demo
	@examples/demo/demo_model "$$MODEL" $(BUILD)/demo
endif

tool: ## the host tool: build/host/pelt
	@tools/setup host
	$(AGAIN) $(HOST)/pelt $(HOST)/libpelt.a

image: ## .elf, .bin and .hex of the demo for BOARD, for consoles also their own kind
	@tools/setup host $(TOOLCHAIN)
	$(AGAIN) $(HOST)/demo $(addprefix $(BUILD)/$(BOARD)/hero.,elf bin hex \
	    $(sort $($(BOARD).ROM) $(filter-out elf,$($(BOARD).SUFFIX)))) $($(BOARD).MORE)

# The image's own output goes to build/BOARD/hero.txt; the table is made from it.
show_hero = mkdir -p $(BUILD)/demo && \
    { $(HERO_RUN.$(1)) boards/run -C $(BUILD)/$(1) $(if $($(1).DISPLAY),-p screen.png) \
          -t 600 $(1) $(BUILD)/$(1)/hero.elf >$(BUILD)/$(1)/hero.txt || \
      { tail -n 5 $(BUILD)/$(1)/hero.txt; exit 1; }; } && \
    $(HOST)/demo $(BUILD)/$(1)/frames.bin $(BUILD)/$(1)/hero.txt $(if $(HERO_MODELS.$(1)),, \
        --blob $(call baked,$(1))/hero_model.pelt --bake $(call baked,$(1))/bake.txt) $(2)

run: image ## runs the demo for BOARD in the emulator, leaves build/BOARD/hero.png
	@tools/setup $(EMULATOR)
	@$(call show_hero,$(BOARD),--png $(BUILD)/$(BOARD)/hero.png $(HERO_SHOW.$(BOARD)))
	$(if $($(BOARD).SCREEN),$(AGAIN) $($(BOARD).SCREEN))

flash: image ## writes the demo to a real BOARD; DRY_RUN=1 prints the command
	@boards/flash $(if $(DRY_RUN),-n) $(BOARD) $(BUILD)/$(BOARD)/hero.elf

test: ## everything but the boards of test-extra; installs what it needs
	@tools/setup host test arm consoles
	@tests/run

test-extra: ## the boards that need other toolchains or emulators: RISC-V, MIPS, consoles
	@tools/setup host test extra $(CONSOLE_BOARDS)
	@tests/run_extra

check-long: ## what takes longer: Frama-C on opening a blob, a minute of fuzzing each
	@tools/setup host test proof
	@tests/run_long

size: ## code, data and stack bytes of the library by core: build/size.tsv
	@tools/setup host arm
	$(AGAIN) $(ARM_BOARDS:%=$(BUILD)/%/libpelt.a)
	@tools/size $(BUILD)/size.tsv $(ARM_BOARDS)

docs: demo bench ## the pictures and the tables of README.md anew (tracked files)
	@$(MAKE) -s --no-print-directory run BOARD=gba >/dev/null
	@tools/docs

hero: ## generates examples/hero/*.glb anew (a tracked file)
	@tools/setup host
	$(AGAIN) $(HOST)/hero
	$(HOST)/hero full examples/hero/hero.glb
	$(HOST)/hero 500 examples/hero/hero500.glb
	$(HOST)/hero 250 examples/hero/hero250.glb

clean: ## removes build/
	rm -rf build
