# SPDX-License-Identifier: MIT
# The images of the benchmark, on boards and on the host.
# Counts are taken for this many vertices and for half as many. The vertices, their palette and the
# results have to fit into RAM.
BENCH_VERTICES ?= 512
# CYCLES names the cycle counter on hardware; boards without one count instructions there, too.
bench_cycles := tests/bench/cycles_$(or $(CYCLES),none).c
bench_common := tests/bench/bench.c tests/unit/test.c $(bench_cycles)
characters   := $(addprefix tests/bench/character_,q16.c f32.c)

SOURCES.bench := $(bench_common) $(addprefix tests/bench/,main.c kernels_q16.c kernels_q12.c \
    kernels_f32.c corners.c) $(characters) tests/unit/test_tuned.c $(BAKED)/bench_data.c \
    $(addprefix $(BAKED)/bench_hero_,q16.c q12.c f32.c)
# A frame of whole characters: the hero and the one of 500 vertices, the same everywhere; and MODEL.
SOURCES.bench_hero := $(bench_common) tests/bench/heroes.c $(characters) \
    $(addprefix $(BAKED)/,$(foreach m,bench_whole hero500,$m_q16.c $m_q12.c $m_f32.c))
$(foreach p,q16 q12 f32,$(eval BAKE.bench_whole_$p := examples/hero/hero.glb))
SOURCES.bench_model := $(bench_common) tests/bench/model.c tests/bench/character_q16.c \
    $(BAKED)/bench_model.c
# The textbook loops for comparison, an image for each level of optimisation, as both would not fit
# into the Game Boy Advance's fast memory. Their products and sums may be fused; pelt's own C is
# compiled as in the library.
textbook := $(bench_common) tests/bench/loops.c tests/bench/textbook_rows.c $(BAKED)/bench_data.c
SOURCES.textbook_o2 := $(textbook) tests/bench/portable.c tests/bench/textbook_o2.c
SOURCES.textbook_o3 := $(textbook) tests/bench/textbook_o3.c

$(OBJ)/tests/bench/%.o $(OBJ)/$(BAKED)/bench_data.o: FLAGS += -Itests/bench -DBENCH_CORE='"$(CORE)"'
$(OBJ)/tests/bench/textbook_o%.o: FLAGS += -ffp-contract=fast -O$(@:$(OBJ)/tests/bench/textbook_o%.o=%)
$(BAKED)/bench_data.c: tests/bench/generate tests/bench/bench.mk
	$(DO)mkdir -p $(@D) && python3 -B $< $@ $(BENCH_VERTICES)
