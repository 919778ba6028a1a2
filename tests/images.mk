# SPDX-License-Identifier: MIT
# The images of the tests, for boards/image.mk; some are programs of the host, too.
# Tests compare floats with doubles. -Og: the C of unit tests, which run once, compiles in a third of
# the time. -MMD does not see .incbin.
$(OBJ)/tests/%.o: FLAGS += -Wno-double-promotion -Itests/bench -Itests/unit
$(OBJ)/tests/unit/%.o: FLAGS += $(or $(TEST_OPT),-Og) $(TEST_FLAGS) $(TEST_SPLIT:yes=-DTEST_PART=2)
$(OBJ)/tests/unit/blobs.o: $(wildcard tests/data/*.pelt)

# test: the unit tests. Where flash cannot hold them at once (TEST_SPLIT), there are five more images
# test_PART (tests/unit/test.h), and TEST_FLAGS can make them smaller. short: a few, for slow emulators.
SOURCES.test := $(sort $(wildcard tests/unit/*.c)) examples/showcase/checksum.c tests/unit/blobs.S
part        = tests/part_$1.c
test_parts := 1 3 4 6 7
$(foreach p,$(test_parts),$(eval \
    SOURCES.test_$p := $(filter-out tests/unit/main.c,$(SOURCES.test)) $(call part,$p)))
TEST_IMAGES ?= test.elf $(if $(TEST_SPLIT),$(test_parts:%=test_%.elf))
SOURCES.short := $(addprefix tests/unit/,test.c test_golden.c test_tuned.c test_tuned_stages.c \
    in_q16.c blobs.S) examples/showcase/checksum.c $(call part,5)
$(OBJ)/tests/part_%.o: FLAGS += -DTEST_PART=$*
$(OBJ)/tests/part_%.o: tests/unit/main.c $$(BOARD_MAKE) ; $(compiled)

# selftest: the board itself; checksums: the consoles'; psx_near: pelt/psx.h. counts: what docs/ and
# README promise; a limit that the board's COUNTS_FLAGS do not set is 0, none.
MODELS.checksums := hero_q16 hero_q12 hero_f32
MODELS.psx_near  := hero_q16
MODELS.counts    := hero_model swing
BAKE.swing := examples/hero/hero.glb --strip --spring tail*:stiffness=0.6,drag=0.3 --spring ear*
$(OBJ)/tests/counts/counts.o: FLAGS += $(COUNTS_FLAGS) $(foreach l, \
    SAMPLE UPDATE OPEN CHECK AIM WHOLE_AIM LIMB WHOLE_LIMB CHARACTER SPRING, \
    $(if $(findstring -DCOUNTS_$l_MAX=,$(COUNTS_FLAGS)),,-DCOUNTS_$l_MAX=0))
# size/NAME: a whole program of each family.
$(foreach s,$(patsubst tests/%.c,%,$(wildcard tests/size/*.c)), \
    $(eval MODELS.$s := $(foreach m,bench_hero plain,$m_q16 $m_q12 $m_f32)))
# esp_idf: examples/idf with stand-ins for what it calls of ESP-IDF.
SOURCES.esp_idf := examples/idf/main/main.c tests/boards/idf/idf.c
MODELS.esp_idf  := fox
$(call objects,$(SOURCES.esp_idf)): FLAGS += -Itests/boards/idf

# bench: counts for BENCH_VERTICES and for half as many. The vertices, their palette and the
# results have to fit into RAM. CYCLES names the cycle counter on hardware; boards without one count
# instructions there, too.
bench_cycles  := tests/bench/cycles_$(or $(CYCLES),none).c
bench_common  := tests/bench/bench.c tests/unit/test.c $(bench_cycles)
characters    := $(addprefix tests/bench/character_,q16.c f32.c)
SOURCES.bench := $(bench_common) $(addprefix tests/bench/,main.c kernels_q16.c kernels_q12.c \
    kernels_f32.c corners.c) $(characters) tests/unit/test_tuned.c $(BAKED)/bench_data.c \
    $(addprefix $(BAKED)/bench_hero_,q16.c q12.c f32.c)
# A frame of whole characters: the hero and the one of 500 vertices, the same everywhere; and MODEL.
# A board with a smaller HERO has the whole one besides.
whole := $(if $(filter examples/hero/hero.glb,$(HERO)),bench_hero,bench_whole)
SOURCES.bench_hero := $(bench_common) tests/bench/heroes.c $(characters) \
    $(addprefix $(BAKED)/,$(foreach m,$(whole) hero500,$m_q16.c $m_q12.c $m_f32.c))
$(foreach p,q16 q12 f32,$(eval BAKE.bench_whole_$p := examples/hero/hero.glb))
$(OBJ)/tests/bench/heroes.o: FLAGS += -DWHOLE=$(whole)
SOURCES.bench_model := $(bench_common) tests/bench/model.c tests/bench/character_q16.c \
    $(BAKED)/bench_model.c
# The textbook loops for comparison, an image for each level of optimisation, as both would not fit
# into the Game Boy Advance's fast memory. Their products and sums may be fused; pelt's own C is
# compiled as in the library.
textbook := $(bench_common) tests/bench/loops.c tests/bench/textbook_rows.c $(BAKED)/bench_data.c
$(foreach l,o2 o3,$(eval SOURCES.textbook_$l := \
    $(textbook) $(if $(filter o2,$l),tests/bench/portable.c) tests/bench/textbook_$l.c))
$(OBJ)/tests/bench/%.o $(OBJ)/$(BAKED)/bench_data.o: FLAGS += -Itests/bench -DBENCH_CORE='"$(CORE)"'
$(OBJ)/tests/bench/textbook_o%.o: FLAGS += -ffp-contract=fast -O$* -DLEVEL=o$*
$(OBJ)/tests/bench/textbook_o%.o: tests/bench/textbook.c $$(BOARD_MAKE) ; $(compiled)
$(BAKED)/bench_data.c: tests/bench/generate tests/images.mk
	$(DO)mkdir -p $(@D) && python3 -B $< $@ $(or $(BENCH_VERTICES),512)
# bench_nop has a kernel with one instruction more per vertex, linked before the library's.
# test_hatari checks that the emulator Hatari's cycles are those of a 68000: board m68k.
SOURCES.bench_nop := $(SOURCES.bench) $(BAKED)/nop/skin_q16.S
$(OBJ)/$(BAKED)/nop/%.o: FLAGS += -Iport/m4
$(BAKED)/nop/skin_q16.S: port/m4/skin_q16.S
	$(DO)mkdir -p $(@D) && sed '0,/^1:/s/^1:/1:  nop\n   /' $< >$@
SOURCES.test_hatari := tests/emulators/test_hatari.c $(bench_cycles)
