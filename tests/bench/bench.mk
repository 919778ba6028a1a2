# SPDX-License-Identifier: MIT
# The benchmark: build/BOARD/bench.elf, build/host/bench, `make bench` and `make bench-image`. Read
# by the top-level Makefile after its own rules.

# Counts are taken of this many vertices and of half as many; they, their palette and the results
# have to fit into RAM.
BENCH_VERTICES := 512
bench_vertices.microbit := 64
bench_vertices.gba      := 64

# Precisions in which the hero's stages are measured.
BENCH_HEROES := q16 q12 f32

# The cycle counter on hardware, by core; others count instructions there too.
bench_cycles.m0   := systick
bench_cycles.m3   := dwt
bench_cycles.m4   := dwt
bench_cycles.m7   := dwt
bench_cycles.m33  := dwt
bench_cycles.m55  := dwt
bench_cycles.arm7 := board

# Where instructions or cycles are exact.
BENCH_BOARDS := $(ARM_BOARDS) riscv32-virt mipssim

BENCH_SRCS := $(addprefix tests/bench/,bench.c main.c kernels_q16.c kernels_q12.c kernels_f32.c \
                character_q16.c character_q12.c character_f32.c textbook_hot.c) \
              tests/unit/test.c tests/unit/test_tuned.c
BENCH_MODEL_SRCS := tests/bench/bench.c tests/bench/model.c tests/bench/character_q16.c \
                    tests/unit/test.c
# What they are compared with, an image a level of optimisation: both would not fit into the Game
# Boy Advance's fast memory. Products and sums may be fused there.
TEXTBOOK_SRCS := $(addprefix tests/bench/,bench.c loops.c textbook_rows.c) tests/unit/test.c
PORTABLE_SRCS := $(addprefix tests/bench/,portable.c portable_q16.c portable_q12.c portable_f32.c)
TEXTBOOK_FLAGS := -ffp-contract=fast
BENCH_OWN_SRCS := $(filter tests/bench/%,$(sort $(BENCH_SRCS) $(BENCH_MODEL_SRCS) $(TEXTBOOK_SRCS)))

bench_folder = $(BUILD)/$(1)/bench
bench_cycles = tests/bench/cycles_$(or $(bench_cycles.$($(1).CORE)),none).c
bench_sources = $(BENCH_SRCS) $(bench_cycles) \
                $(addprefix $(bench_folder)/,bench_data.c $(BENCH_HEROES:%=bench_hero_%.c))
bench_model_sources = $(BENCH_MODEL_SRCS) $(bench_cycles) $(bench_folder)/bench_model.c
textbook_sources = $(TEXTBOOK_SRCS) tests/bench/textbook_$(2).c $(bench_cycles) \
                   $(bench_folder)/bench_data.c
bench_hero_glb.microbit := examples/hero/hero250.glb
bench_hero_glb = $(or $(bench_hero_glb.$(1)),examples/hero/hero.glb)

define bench_rules
$(call bench_folder,$(1))/bench_data.c: $(HOST)/bench_generate tests/bench/bench.mk
	@mkdir -p $$(@D)
	$(BOARD_DO)$$< $$@ $(or $(bench_vertices.$(1)),$(BENCH_VERTICES))

$(call bench_folder,$(1))/bench_hero_%.c: $(call bench_hero_glb,$(1)) $(HOST)/pelt
	@mkdir -p $$(@D)
	$(BOARD_DO)$(HOST)/pelt bake $$< -o $$(@:.c=.pelt) --strip --precision $$* \
	    --endian $($(1).ENDIAN) --core $(call bake_core,$(1)) --c bench_hero_$$* >$$(@:.c=.txt)

$(call bench_folder,$(1))/bench_model.c: $(HOST)/pelt FORCE
	@mkdir -p $$(@D)
	$(BOARD_DO)$(HOST)/pelt bake "$$$$MODEL" -o $$(@:.c=.pelt) --strip --endian $($(1).ENDIAN) \
	    --core $(call bake_core,$(1)) --c bench_model >$$(@:.c=.txt)

$(call board_objects,$(1),$(BENCH_OWN_SRCS) $(bench_cycles) \
    $(call bench_folder,$(1))/bench_data.c): \
    BOARD_FLAGS_EXTRA := -Itests/bench -Itests/unit -DBENCH_CORE='"$($(1).CORE)"'
$(call board_objects,$(1),tests/bench/textbook_o2.c): BOARD_FLAGS_EXTRA := $(TEXTBOOK_FLAGS) -O2
$(call board_objects,$(1),tests/bench/textbook_o3.c): BOARD_FLAGS_EXTRA := $(TEXTBOOK_FLAGS) -O3
# As in the library.
$(call board_objects,$(1),$(PORTABLE_SRCS)): \
    BOARD_FLAGS_EXTRA := $(call pelt_defines,$($(1).CORE)) -Itests/bench

$(call board_image,$(1),textbook_o2,$(call textbook_sources,$(1),o2) \
    $(PORTABLE_SRCS),$(BUILD)/$(1)/libpelt.a)
$(call board_image,$(1),textbook_o3,$(call textbook_sources,$(1),o3),$(BUILD)/$(1)/libpelt.a)
$(call board_image,$(1),bench,$(call bench_sources,$(1)),$(BUILD)/$(1)/libpelt.a)
$(call board_image,$(1),bench_model,$(call bench_model_sources,$(1)),$(BUILD)/$(1)/libpelt.a)
endef
# The 68000 too, whose instructions are exact, but only where it is asked for.
$(foreach b,$(BENCH_BOARDS) m68k,$(eval $(call bench_rules,$(b))))

# The same with a kernel that has one instruction more per vertex, for tests/bench/check_nop: linked
# as an object, before the library's.
BENCH_NOP_BOARD := netduinoplus2
$(BUILD)/bench/nop/skin_q16.S: port/m4/skin_q16.S
	@mkdir -p $(@D)
	$(BOARD_DO)sed '0,/^1:/s/^1:/1:  nop\n   /' $< >$@

$(call board_objects,$(BENCH_NOP_BOARD),$(BUILD)/bench/nop/skin_q16.S): \
    BOARD_FLAGS_EXTRA := -Iport/m4
$(eval $(call board_image,$(BENCH_NOP_BOARD),bench_nop,$(call bench_sources,$(BENCH_NOP_BOARD)) \
    $(BUILD)/bench/nop/skin_q16.S,$(BUILD)/$(BENCH_NOP_BOARD)/libpelt.a))

$(HOST)/bench_generate: $(call host_objects,tests/bench/generate.c)
	$(BOARD_DO)$(CC) $(HOST_EXTRA) -o $@ $^ -lm

BENCH_HOST_SRCS := $(addprefix tests/bench/,host.c host_data.c textbook.c textbook_o2.c \
                    textbook_o3.c)
$(HOST)/obj/tests/bench/textbook_o2.o: HOST_CFLAGS += $(TEXTBOOK_FLAGS) -O2 -march=native
$(HOST)/obj/tests/bench/textbook_o3.o: HOST_CFLAGS += $(TEXTBOOK_FLAGS) -O3 -march=native
$(HOST)/bench: $(call host_objects,$(BENCH_HOST_SRCS)) $(HOST)/libpelt.a
	$(BOARD_DO)$(CC) $(HOST_EXTRA) -o $@ $^ -lm

# The hero for the host's stages.
$(BUILD)/bench/hero_%.pelt: examples/hero/hero.glb $(HOST)/pelt
	@mkdir -p $(@D)
	$(BOARD_DO)$(HOST)/pelt bake $< -o $@ --precision $* >/dev/null

.PHONY: bench bench-image bench-boards
bench: ## counts of every kernel on every core: build/bench/bench.tsv; MODEL=FILE adds a character
	@tools/setup host arm extra consoles
	@tests/bench/run

bench-image: ## the benchmark for a real BOARD: exactness first, then cycles; docs/PORTING.md
	@tools/setup host $(TOOLCHAIN)
	$(AGAIN) $(addprefix $(BUILD)/$(BOARD)/bench.,elf bin hex) \
	    $(BUILD)/$(BOARD)/textbook_o2.elf $(BUILD)/$(BOARD)/textbook_o3.elf
	@echo "$(BUILD)/$(BOARD)/bench.elf; to run it: boards/flash $(BOARD) $(BUILD)/$(BOARD)/bench.elf"

bench-boards: # the boards that tests/bench/run asks for
	@echo $(BENCH_BOARDS)
