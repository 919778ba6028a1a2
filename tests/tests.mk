# SPDX-License-Identifier: MIT
# The programs of the tests on the host, build/host/NAME, for the Makefile, which links them: TESTS,
# and TOOL_TESTS with the tool.

# What the freestanding tests need of a board.
HOST_BOARD := $(call objects,tests/host/board_host.c $(addprefix boards/common/,text.c \
    recording.c))
$(HOST)/test: $(call objects,$(UNIT)) $(HOST_BOARD)
# Random draws; from 10,000 on every bit of the stored blobs is changed.
TEST_ROUNDS ?= 50000
$(HOST)/obj/tests/unit/%.o: FLAGS += -DTEST_ROUNDS=$(TEST_ROUNDS)u -DTEST_TEXTS $(filter -D%,$(pelt_flags))
$(HOST)/obj/tests/host/test_colours.o: FLAGS += -fwrapv # stb_image_write counts on it
TOOL_TESTS := $(patsubst tests/host/%.c,%,$(wildcard tests/host/test_*.c))
$(TOOL_TESTS:%=$(HOST)/%): $(HOST)/%: $(HOST)/obj/tests/host/%.o \
    $(call objects,tests/host/answers.c tests/host/replay.c)
# Textured characters beside their sources: tools/docs.
$(HOST)/characters: $(call objects,tests/pictures/main.c tests/pictures/characters.c)
$(HOST)/obj/tests/pictures/%.o: SEES = examples/raster
$(HOST)/obj/tests/pictures/characters.o: FLAGS += -fwrapv
# The shaders of examples/gpu in Mesa, off screen: test-extra.
$(HOST)/gpu: $(call objects,tests/gpu/main.c tests/gpu/context.c)
$(HOST)/gpu: OWN_LIBS := -lEGL -lGLESv2
$(HOST)/test_strips: $(call objects,tests/host/reference_raster.c)
$(HOST)/test_reduce: $(call objects,tests/host/made_scene.c)
# Plays hostile blobs with the freestanding tests' own code.
$(HOST)/test_blob: $(HOST_BOARD) $(call objects,$(addprefix tests/unit/,test.c \
    in_q16.c in_f32.c blobs.S))
$(HOST)/obj/port/arm9/nds.o: FLAGS += -DPELT_NDS

# What consoles must print.
CHECKSUM_BLOBS := $(addprefix $(BAKED)/,hero_q16.c hero_q12.c hero_f32.c)
$(HOST)/checksums: $(call objects,tests/consoles/checksums.c $(CHECKSUM_BLOBS)) $(HOST_BOARD)
$(call objects,tests/consoles/checksums.c): FLAGS += -I$(BAKED)
$(call objects,tests/consoles/checksums.c): | $(CHECKSUM_BLOBS)
# The showcase of consoles, with pictures of the sizes of theirs.
$(HOST)/showcase: $(call objects,tests/host/showcase_host.c \
    $(addprefix examples/showcase/,actor.c game.c overlay.c showcase.c renderer.c strips_renderer.c \
    framing.c) examples/showcase/checksum.c $(wildcard examples/raster/*.c)) $(HOST_BOARD)
# The benchmark's images as programs, which measure times.
BENCH_VERTICES := 1024
CORE ?= x86
CYCLES := host
include tests/bench/bench.mk
BENCHES := bench textbook_o2 textbook_o3
$(BENCHES:%=$(HOST)/%): $(HOST)/%: $$(call objects,$$(SOURCES.$$*)) $(HOST_BOARD)
$(foreach p,q16 q12 f32,$(eval GLB.bench_hero_$p := examples/hero/hero.glb))
$(HOST)/obj/tests/bench/%.o: FLAGS += -DBENCH_TIMES -DBOARD_NAME='"host"'
$(HOST)/obj/tests/bench/textbook_%.o: FLAGS += $(if $(filter x86,$(CORE)),-march=native)
# The same as if the processor had no AVX2, from blobs of the same tool.
ifneq ($(HOST),$(BUILD)/sse2)
$(BENCHES:%=$(BUILD)/sse2/%): sse2 ;
sse2: $(HOST)/pelt FORCE
	+$(DO)$(MAKE) --no-print-directory HOST=$(BUILD)/sse2 TOOL=$(HOST) CORE=sse2 \
	    HOST_EXTRA=-DPELT_HAS_AVX2=0 $(BENCHES:%=$(BUILD)/sse2/%)
endif

# Programs that users write: examples/programs/models.mk.
include examples/programs/models.mk
$(programs:%=$(HOST)/%): $(HOST)/%: $(HOST)/obj/examples/%.o $(HOST_BOARD) \
    $(call objects,$(program_common))
$(program_objects): FLAGS = -std=c99 -Wundef $(addprefix -I,include examples/programs/common \
    examples/raster boards/common $(BAKED))
TESTS := test showcase checksums $(BENCHES) $(programs)

# Emulators where QEMU alone does not do. Several may build one at a time.
$(BUILD)/host/run_%: tests/emulators/run_%.c \
    $(addprefix tests/emulators/,runner.c semihost.c play.c runner.h semihost.h play.h) \
    boards/common/mailbox.h boards/common/semihosting.h
	@mkdir -p $(@D)
	$(DO)gcc -std=c11 -D_POSIX_C_SOURCE=200809L -O2 $(WARNINGS) -Werror -o $@.$$$$ \
	    $(filter %.c,$^) -lpng -ldl $(if $(filter mgba,$*),-lmgba) \
	    $(if $(filter mupen,$*),-rdynamic) && mv $@.$$$$ $@

# It runs on packages of npm, beside which node looks for them.
$(BUILD)/host/%.mjs: tests/emulators/%.mjs
	$(DO)tests/node_packages $(@D)
	$(DO)cp $< $@.$$$$ && chmod +x $@.$$$$ && mv $@.$$$$ $@

# Estimates cycles in QEMU: tests/bench/estimate.
$(BUILD)/host/cycles.so: tests/bench/cycles/plugin.c
	@mkdir -p $(@D)
	$(DO)gcc -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -fPIC -shared -fvisibility=hidden $(WARNINGS) \
	    -Werror -o $@.$$$$ $< && mv $@.$$$$ $@
