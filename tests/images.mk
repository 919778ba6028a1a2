# SPDX-License-Identifier: MIT
# The images of the tests, for boards/image.mk.

# test, arithmetic, above, motion, edits, cast: the unit tests; short: few of them. Where flash
# holds all tests only in six images, and small: TEST_SPLIT, TEST_FLAGS.
test_parts  := arithmetic above motion edits cast
$(foreach p,$(test_parts),$(eval \
    SOURCES.$p := $(filter-out tests/unit/main.c,$(SOURCES.test)) tests/boards/$p.c))
TEST_IMAGES ?= test.elf $(if $(TEST_SPLIT),$(test_parts:=.elf))
SOURCES.short := $(addprefix tests/unit/,test.c test_golden.c test_tuned.c test_tuned_stages.c \
    in_q16.c blobs.S) examples/showcase/checksum.c tests/boards/short.c
$(OBJ)/tests/%.o: FLAGS += -Itests/bench -Itests/unit
$(OBJ)/tests/unit/%.o: FLAGS += $(TEST_FLAGS) $(filter -D%,$(pelt_flags))
$(OBJ)/tests/unit/main.o: FLAGS += $(if $(TEST_SPLIT),-DTEST_PART=2)
$(OBJ)/tests/unit/test_pack.o: FLAGS += $(TEST_PACK_FLAGS)

# selftest: the board itself. counts: what docs/ and README promise; a limit that the board's
# COUNTS_FLAGS do not set is 0, none.
SOURCES.selftest := tests/boards/selftest.c
SOURCES.counts := tests/counts/counts.c
MODELS.counts  := hero_model swing
BAKE.swing := examples/hero/hero.glb --strip --spring tail*:stiffness=0.6,drag=0.3 --spring ear*
$(OBJ)/tests/counts/counts.o: FLAGS += $(COUNTS_FLAGS) $(foreach l, \
    SAMPLE UPDATE OPEN CHECK AIM WHOLE_AIM LIMB WHOLE_LIMB CHARACTER SPRING, \
    $(if $(findstring -DCOUNTS_$l_MAX=,$(COUNTS_FLAGS)),,-DCOUNTS_$l_MAX=0))

# bench, bench_hero, bench_model, textbook_o2, textbook_o3. test_hatari checks that the emulator
# Hatari's cycles are those of a 68000: board m68k. bench_nop has a kernel with one instruction more
# per vertex, linked before the library's.
SOURCES.test_hatari := tests/emulators/test_hatari.c $(bench_cycles)
SOURCES.bench_nop := $(SOURCES.bench) $(BAKED)/nop/skin_q16.S
$(OBJ)/$(BAKED)/nop/%.o: FLAGS += -Iport/m4
$(BAKED)/nop/skin_q16.S: port/m4/skin_q16.S
	$(DO)mkdir -p $(@D) && sed '0,/^1:/s/^1:/1:  nop\n   /' $< >$@

# size_NAME: a whole program of each family, tests/size/NAME.c.
$(foreach s,$(patsubst tests/size/%.c,%,$(wildcard tests/size/*.c)), \
    $(eval SOURCES.size_$s := tests/size/$s.c) \
    $(eval MODELS.size_$s := $(foreach m,bench_hero plain,$m_q16 $m_q12 $m_f32)))
# near: pelt/psx.h.
SOURCES.near := tests/consoles/psx_near.c
MODELS.near  := hero_q16
# esp_idf: examples/idf with stand-ins for what it calls of ESP-IDF.
SOURCES.esp_idf := examples/idf/main/main.c tests/boards/idf/idf.c
MODELS.esp_idf  := fox
$(call objects,$(SOURCES.esp_idf)): FLAGS += -Itests/boards/idf
