# SPDX-License-Identifier: MIT
# pelt, for GNU make 4.3 and later. `make help` lists the targets. This file builds the library, the tool
# and the tests of the host, and defines the targets; boards/image.mk builds images, once for each board.
BOARD ?= netduinoplus2

# Boards of `make test`; then those whose toolchains and emulators only `make test-extra` needs, of
# which consoles have their own runners. BOARDS="a b": only these.
ARM_BOARDS     := microbit mps2-an385 netduinoplus2 mps2-an386 mps2-an500 mps2-an505 mps3-an547 \
                  arm946 gba
CONSOLE_BOARDS := psx n64 m68k nds
EXTRA_BOARDS   := riscv32-virt riscv32-imc mipssim xtensa $(CONSOLE_BOARDS)
# Boards that are for sale, for which others run the unit tests; some have no emulator.
LINKED_BOARDS  := rp2350 rp2350-hazard3
REAL_BOARDS    := rp2040 stm32f4-discovery $(LINKED_BOARDS)
ALL_BOARDS     := $(ARM_BOARDS) $(EXTRA_BOARDS) $(REAL_BOARDS)
# Boards with a showcase for `pelt rom`.
SHOWCASE_BOARDS  := gba netduinoplus2 microbit psx n64 nds rp2040
# Boards with exact counts, one for each core. The 68000 has them, too, but is measured on request.
BENCH_BOARDS   := $(filter-out mps2-an386,$(ARM_BOARDS)) riscv32-virt mipssim
unknown := $(filter-out $(ALL_BOARDS),$(BOARD) $(filter-out host,$(BOARDS)))
$(if $(unknown),$(error no board $(unknown); boards: $(ALL_BOARDS)))
help: ## list the targets
	@sed -n 's/^\([a-z][a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | \
	    awk -F'\t' '{printf "  make %-12s %s\n", $$1, $$2}'
	@echo "  boards: $(ALL_BOARDS)"

## Host: library and tool #######################################################################
# Another directory, compiler or optimisation: make HOST=build/host-clang CC=clang HOST_OPT=-O0
HOST_OPT ?= -O2
OUT       = $(HOST)
# What is in assembler is for other cores.
library   = $(filter-out %.S,$(pelt_sources:./%=%))
include pelt.mk boards/rules.mk

# tests/layers says which of them a source may include.
$(HOST)/obj/%.o: FLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L $(addprefix -I,. include tools \
    examples/scenery examples/showcase examples/hero boards/common $(BAKED))
# stb_image relies on integers that wrap, copies nothing from NULL, and shifts by values of a
# damaged file.
$(HOST)/obj/tools/image/%.o: FLAGS += -fwrapv -fno-sanitize=nonnull-attribute,shift-exponent
COMPILE = $(CC) -g $(HOST_OPT) $(STRICT) $(HOST_EXTRA) $(SOURCE_FOLDERS)

# The tool; TOOL_SRCS is everything of it but main(), also for hosted tests.
SOURCES.pelt := tools/cmd/main.c tools/rom/carried_files.S
TOOL_SRCS := $(filter-out %/main.c,$(shell find tools -name '*.c')) \
             $(wildcard examples/scenery/*.c) $(addprefix examples/showcase/,actor.c clips.c framing.c)
include web/web.mk
$(HOST)/libtool.a: $(call objects,$(TOOL_SRCS))

# Files that the tool carries, among them showcases (tools/rom/carried.h). The module does not carry
# the page, as the page contains the module.
CARRIED := $(dir $(HOST))carried
$(HOST)/carried.bin: FORCE
	@mkdir -p $(@D) && tools/rom/carry $(CARRIED) $@ $(if $(filter $(WASM),$(HOST)),.showcase)
$(HOST)/obj/tools/rom/carried_files.o: FLAGS = -DCARRIED='"$(HOST)/carried.bin"'
$(HOST)/obj/tools/rom/carried_files.o: $(HOST)/carried.bin

# Characters for examples and tests, which are not tracked. They are made all at once, as most of
# the work is the same.
HERO_MAKER := examples/hero/generator/hero.py
HEROES     := hero hero500 hero250 fox walker performer adventurer guard sage scout lantern
$(HOST)/heroes: $(HEROES:%=$(HOST)/%.glb) ;
$(HEROES:%=$(HOST)/%.glb) &: $(wildcard $(dir $(HERO_MAKER))*.py)
	$(SAY) '  MAKE    $(@D)/*.glb'
	$(DO)python3 -B $(HERO_MAKER) $(HOST) $(HEROES) >/dev/null

# A program NAME of the host, with the library, and with the tool's objects if it is TOOLED.
SOURCES.container := tools/rom/main.c
include examples/programs/models.mk tests/tests.mk
TOOLED   := pelt container demo gpu $(TOOL_TESTS)
$(models_first)
$(TOOLED:%=$(HOST)/%) $(TESTS:%=$(HOST)/%): $(HOST)/%: $$(call linked,$$*) \
    $$(if $$(filter $(TESTS) $(TOOL_TESTS),$$*),$(HOST)/libtests.a) \
    $$(if $$(filter $(TOOLED),$$*),$(HOST)/libtool.a) $(HOST)/libpelt.a
	$(SAY) '  LINK    $@'
	$(DO)$(CC) $(HOST_EXTRA) -o $@.new $^ $(OWN_LIBS) \
	    $(if $(filter %libtool.a,$^),$(if $(FROM_SOURCE),,-ljansson -lpng -lgif -lz)) -lm
	$(DO)mv $@.new $@ # at once, as another test may run it

## Images #######################################################################################
# build/BOARD/...: one make for each board builds everything that is wanted of it.
$(foreach b,$(ALL_BOARDS),$(eval $(BUILD)/$b/%: images-$b ;))
$(ALL_BOARDS:%=images-%): images-%: $(HOST)/pelt $(HOST)/container $(HOST)/heroes FORCE
	+$(DO)$(MAKE) --no-print-directory -f boards/image.mk BOARD=$* BUILD=$(BUILD) HOST=$(HOST) \
	    $(or $(filter $(BUILD)/$*/%,$(MAKECMDGOALS)),image)

## Targets ######################################################################################
# Each target first makes sure that its packages are installed, needs/GROUP/BOARD (tools/setup),
# then builds with a second make.
AGAIN = +@$(MAKE) -s --no-print-directory $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$(shell nproc))
needs/%: FORCE
	@tools/setup $(call setup_of,$(subst /, ,$*))
# The groups of tools/setup: those of boards, and others as they are. run_of: to run images, too.
setup_of = $(sort $(foreach g,$(1),$(if $(filter riscv32-% mipssim rp2350-hazard3,$g),extra, \
               $(if $(filter $(ARM_BOARDS) rp2040 rp2350 stm32f4-discovery,$g),arm,$g))))
run_of   = $(call setup_of,$(1)) $(if $(filter gba,$(1)),consoles) $(if $(filter rp2040,$(1)),node)
.PHONY: $(shell sed -n 's/^\([a-z][a-z-]*\):.*##.*/\1/p' Makefile)

# $(call show,FOLDER,BOARD,NAME,MODEL,OPTIONS): runs an image and makes FOLDER/hero.png and other
# files with the host's demo, which also reads MODEL's report; the image's text goes to NAME.txt.
shown = $(1)/$(notdir $(3)).txt
screen = $(if $(shell boards/variable $(2) DISPLAY),-p screen.png)
show = mkdir -p $(1) && { tests/emulators/run -C $(1) -t 600 $(screen) $(2) $(BUILD)/$(2)/$(3).elf \
    >$(shown) || { tail -n 5 $(shown); exit 1; }; } && $(HOST)/demo $(1)/frames.bin $(shown) \
    --png $(1)/hero.png $(if $(4),--bake $(BUILD)/$(2)/baked/$(4).txt) $(5)
# The image with MODEL in it, on the first board that it fits.
show_model = BUILD=$(BUILD) HOST=$(HOST) examples/demo/demo_model "$$MODEL" $(1)
demo: needs/host/arm ## the fox on an emulated Cortex-M4F: build/demo/hero.gif; MODEL=FILE: yours; CAST=1: three by one set of clips, build/demo/cast.gif
ifdef CAST
	$(AGAIN) $(HOST)/demo $(BUILD)/netduinoplus2/programs/cast.elf
	@$(call show,$(BUILD)/demo/cast,netduinoplus2,programs/cast,,--gif $(BUILD)/demo/cast.gif)
else ifeq ($(value MODEL),)
	$(AGAIN) $(HOST)/demo $(BUILD)/netduinoplus2/story.elf
	@$(call show,$(BUILD)/demo,netduinoplus2,story,performer,--gif $(BUILD)/demo/hero.gif)
else
	$(AGAIN) MODEL= $(HOST)/pelt $(HOST)/demo
	@$(call show_model,$(BUILD)/demo netduinoplus2 mps2-an386)
endif
oldest_showcase = $(firstword $(shell ls -tr $(CARRIED)/*.showcase 2>/dev/null))
tool: needs/host ## the host tool: build/host/pelt
	$(AGAIN) $(HOST)/pelt $(HOST)/libpelt.a
	@[ -z "$(oldest_showcase)" ] || [ -z "$$(find include src port boards \
	    $(addprefix examples/,showcase gba microbit) -type f -newer $(oldest_showcase))" ] || \
	    echo "the showcases that the tool carries are older than their sources: make showcases" >&2
window: needs/host/window ## what `pelt view --window` opens, by SDL2: build/host/pelt-window
	$(AGAIN) $(HOST)/pelt-window
$(HOST)/pelt-window: $(wildcard examples/sdl2/*.c examples/sdl2/window/*) $(HOST)/libpelt.a
	$(SAY) '  LINK    $@'
	$(DO)$(CC) -std=c11 $(HOST_OPT) -Wall -Wextra -Werror -Iinclude -Iexamples/sdl2/window \
	    $(filter %/main.c %.a,$^) $$(sdl2-config --cflags --libs) -lm -o $@
showcases: override BOARDS := $(filter $(SHOWCASE_BOARDS),$(or $(BOARDS),$(SHOWCASE_BOARDS)))
showcases: ## the showcases of `pelt rom`, which the tool then carries; BOARDS="a b": only these
	@[ -n "$(BOARDS)" ] || { echo "no showcase for these; showcases: $(SHOWCASE_BOARDS)" >&2; exit 2; }
	@tools/setup host $(call setup_of,$(BOARDS))
	$(AGAIN) MODEL= $(BOARDS:%=$(BUILD)/%/carried.bin)
	@mkdir -p $(CARRIED) && for b in $(BOARDS); do \
	    cp $(BUILD)/$$b/carried.bin $(CARRIED)/$$b.showcase || exit 1; done
	$(AGAIN) MODEL= $(HOST)/pelt
image: needs/host/$(BOARD) ## .elf, .bin and .hex of the demo for BOARD, and a console's own kind
	$(AGAIN) $(HOST)/demo images-$(BOARD)
run: $(if $(value MODEL)$(filter gba,$(BOARD)),,image) ## runs the demo for BOARD in the emulator, leaves build/BOARD/hero.png; MODEL=FILE shows yours
	@tools/setup host $(call run_of,$(BOARD))
ifeq ($(value MODEL)$(filter gba,$(BOARD)),)
	@$(call show,$(BUILD)/$(BOARD),$(BOARD),hero,hero_model)
else
	$(AGAIN) MODEL= $(addprefix $(HOST)/,pelt demo $(if $(filter psx nds n64,$(BOARD)),showcase))
	@export MODEL="$${MODEL:-examples/hero/hero500.glb}"; $(call show_model,$(BUILD)/$(BOARD) $(BOARD))
endif
flash: $(if $(DRY_RUN),,image) ## writes the demo to a real BOARD; DRY_RUN=1 prints the command
	@boards/flash $(if $(DRY_RUN),-n) $(BOARD) $(BUILD)/$(BOARD)/hero.elf
# The environment names the boards for the test scripts.
chosen = $(or $(filter-out host,$(BOARDS)),$(1))
test: export TEST_BOARDS := $(call chosen,$(ARM_BOARDS))
test: ## everything but the boards of test-extra; BOARDS="a b": on these; installs what it needs
	@tools/setup host test arm $(call run_of,$(TEST_BOARDS))
	@tests/run
test-extra: export TEST_BOARDS := $(call chosen,$(EXTRA_BOARDS) $(REAL_BOARDS))
test-extra: ## boards of other toolchains and emulators; tests of the tests, users' builds
	@tools/setup host test sources wasm node browser blender dist wine doxygen man arm extra sdk \
	    $(call setup_of,$(TEST_BOARDS))
	@tests/run_extra
check-long: needs/host/test/proof ## what takes long: Frama-C, a minute of fuzzing for each format
	@tests/run_long
bench: ## counts of every kernel on every core, sizes of blobs: build/bench/; MODEL=FILE adds a character
	@tools/setup host $(call run_of,$(call chosen,$(BENCH_BOARDS)))
	@tests/bench/run
bench-check: bench ## what was counted is what tests/bench/figures.tsv and the documents say
	@tests/bench/check
bench-figures: bench ## stores what was counted there; REASON="..." where something takes more
	@tests/bench/figures write "$$REASON"
bench-image: needs/host/$(BOARD) ## a real BOARD's benchmark: exactness, cycles; docs/PORTING.md
	$(AGAIN) $(addprefix $(BUILD)/$(BOARD)/,bench.bin bench.hex textbook_o2.elf textbook_o3.elf)
	@echo "$(BUILD)/$(BOARD)/bench.elf; to run it: boards/flash $(BOARD) $(BUILD)/$(BOARD)/bench.elf"
mutants: needs/test tool ## 300 small bugs in src/, one by one, and who notices: build/mutants.tsv
	@tests/mutants/run $(BUILD) all
examples: ## builds and runs the programs of examples/ on the host and on BOARD
	@tools/setup host test $(call run_of,microbit $(BOARD))
	@tests/examples $(BOARD)
size: needs/host/arm/consoles ## code, data and stack of each family's program: build/size.tsv
	@tests/size/run $(call chosen,$(ARM_BOARDS))
docs: needs/node/browser ## the pictures, and the tables of README.md and docs/ anew (tracked files)
	@export MODEL_BAKE='--volume 0.02 --spring scarf --spring tail*'; \
	for t in demo 'demo CAST=1' showcases page 'image BOARD=rp2040' \
	    'run BOARD=gba MODEL=examples/hero/fox.glb MODEL_BAKE="--triangles 980"' \
	    $(foreach b,psx nds n64,'run BOARD=$b MODEL=examples/hero/fox.glb') \
	    'run BOARD=mps2-an500 BUILD=$(BUILD)/playdate HOST=$(HOST) \
	        HERO_FLAGS="-DHERO_MONO -DPERFORMANCE_WIDTH=400 -DPERFORMANCE_HEIGHT=240"'; do \
	    eval "$(MAKE) -s --no-print-directory $$t" >/dev/null || exit 1; done
	$(AGAIN) MODEL= $(BUILD)/microbit/showcase.elf
	@mkdir -p $(BUILD)/characters $(BUILD)/microbit/showcase && tools/docs
hero: needs/python ## generates examples/hero/*.glb anew (a tracked file)
	python3 -B $(HERO_MAKER) examples/hero hero hero500 hero250 fox
install: needs/cmake tool ## tool, manual page, library and CMake package to PREFIX (/usr/local)
	tools/man $(HOST)/pelt >$(BUILD)/pelt.1
	cmake -S . -B $(BUILD)/cmake -DPELT_TOOL='$(abspath $(HOST)/pelt)' \
	    -DPELT_MAN='$(abspath $(BUILD)/pelt.1)' -DCMAKE_INSTALL_PREFIX='$(or $(PREFIX),/usr/local)'
	cmake --build $(BUILD)/cmake && cmake --install $(BUILD)/cmake
wasm: needs/sources/wasm ## the tool as a WebAssembly module: build/wasm/pelt.wasm
	$(AGAIN) $(WASM)/pelt.wasm
amalgamation: needs/python ## the library as one pair of files: build/amalgamation/pelt.h and pelt.c
	@tools/amalgamation $(BUILD)/amalgamation && wc -c $(addprefix $(BUILD)/amalgamation/pelt.,h c)
dist: showcases page needs/host/sources/wasm/node/dist
dist: ## static Linux tool, Windows tool and npm's package, with all showcases and the page: build/dist/
	@tools/dist/build $(BUILD)
release: dist ## all that is published of VERSION=... at URL=...: build/release/
	@tools/dist/release $(BUILD) '$(VERSION)' '$(URL)'
packages: tool ## one folder for Arduino, PlatformIO, ESP-IDF and Zephyr: build/packages/pelt; URL=...: the project's
	@tools/packages $(HOST)/pelt $(BUILD)/packages '$(URL)' && echo $(BUILD)/packages/pelt
page: needs/host/sources/wasm | $(if $(filter showcases dist release,$(MAKECMDGOALS)),showcases) # carried
page: ## the page that bakes and plays in a browser: build/app/index.html; the tool then writes reports
	$(AGAIN) $(BUILD)/app/index.html
	@mkdir -p $(CARRIED) && cp $(BUILD)/app/index.html $(CARRIED)/page.html
	$(AGAIN) $(HOST)/pelt
api: needs/doxygen ## the library's reference: build/api/html/; fails where a header says nothing
	@tools/api/build $(BUILD)
clean: ## removes build/
	rm -rf build
