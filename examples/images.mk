# SPDX-License-Identifier: MIT
# The images of the examples, for boards/image.mk.

# MACHINE: picture, buttons and clock (boards/common/machine.h).
MACHINE ?= common/machine_none.c

# hero, the demo. Some boards have another, or a second one: their board.mk.
HERO_MODELS  ?= hero_model
show_sources := $(addprefix examples/showcase/,actor.c checksum.c renderer.c)
SOURCES.hero ?= $(wildcard examples/hero/*.c examples/raster/*.c) $(show_sources) \
                $(if $(DISPLAY),boards/$(MACHINE))
hero_models := $(HERO_MODELS:%=$(BAKED)/%.c)
$(OBJ)/examples/%.o: FLAGS += -Iexamples/raster -Iexamples/showcase $(HERO_FLAGS) $(if $(DISPLAY),-DHERO_SCREEN)
$(call objects,$(filter-out examples/raster/% boards/%,$(SOURCES.hero) $(SOURCES.geometry))): \
    | $(hero_models)
SOURCES.hero += $(hero_models)
BAKE.hero_model := $(BAKE_FOR) $(HERO_BAKE)

# story, what `make demo` shows: a performer of the generator's and its lantern, which is in the same
# units, in the frame loop of hero.
story_models    := $(BAKED)/performer.c $(BAKED)/lantern.c
GLB.performer   := $(HOST)/performer.glb
GLB.lantern     := $(HOST)/lantern.glb
BAKE.performer   = --strip $(BAKE_FOR)
BAKE.lantern    := --strip --unit-shift -5
SOURCES.story   := examples/story/cast.c $(addprefix examples/hero/,image.c performance.c) $(show_sources) \
                   $(wildcard examples/raster/*.c) $(story_models)
$(OBJ)/examples/story/%.o: FLAGS += -Iexamples/hero
$(OBJ)/examples/story/cast.o: | $(story_models)

# The screen of geometry after the last frame; geometry.txt has what the image prints.
$(OUT)/geometry.png: $(OUT)/geometry.nds $(BUILD)/host/run_libretro
	$(DO)$(BUILD)/host/run_libretro -d $(abspath $(OUT)) -p $@ \
	    -o "desmume_screens_layout=top only" desmume $< geometry >$(@:.png=.txt) && \
	    grep -q '^PASS' $(@:.png=.txt)

# The showcase of `pelt rom` (examples/showcase/slot.h): carried without a character, showcase with MODEL
# or the board's HERO, byte for byte what `pelt rom` makes of carried. SHOWCASE_BAKE are options of bake
# that suit, SHOWCASE_SUFFIX is that of the tool's file.
SHOWCASE_SUFFIX   ?= $(SUFFIX)
SHOWCASE_OPTIONS  := $(strip --strip --endian $(ENDIAN) $(BAKE_FOR) $(SHOWCASE_BAKE))
BAKE.showcase_model := $(SHOWCASE_OPTIONS)
SOURCES.showcase  ?= $(wildcard examples/showcase/*.c examples/raster/*.c) boards/$(MACHINE)
SOURCES.carried := $(SOURCES.showcase) examples/showcase/empty.S
LINK_FLAGS.carried := $(LINK_FLAGS.showcase)
$(call objects,$(SOURCES.showcase)): FLAGS += -DSHOWCASE_BAKE='"$(SHOWCASE_OPTIONS)"' \
    $(SHOWCASE_FLAGS)
SOURCES.showcase  += $(BAKED)/showcase_filled.S
# Aligned as the linker script says; to 4 here, as the assembler of MIPS pads to that.
$(BAKED)/showcase_filled.S: $(BAKED)/showcase_model.c
	@name=$${MODEL:-$(GLB.showcase_model)}; name=$${name##*/}; \
	    printf '%s' "$${name%.*}" | LC_ALL=C tr -c ' -~' '?' | head -c 31 >$(@:.S=.title)
	@printf '.section .model, "a"\n.balign 4\n.incbin "%s"\n.org 32\n.incbin "%s"\n' \
	    $(@:.S=.title) $(BAKED)/showcase_model.pelt >$@
# Another MODEL has the same assembly.
$(call objects,$(BAKED)/showcase_filled.S): $(BAKED)/showcase_model.c

# cores, of the Raspberry Pi Pico.
$(OBJ)/examples/pico/%.o: FLAGS += -Iexamples/hero -Iboards/rp2040
$(OBJ)/examples/pico/cores.o: | $(BAKED)/hero_q16.c

# programs/NAME, what users write: examples/programs/models.mk.
include examples/programs/models.mk
$(program_objects): FLAGS += -Iexamples/programs/common -Iexamples/raster
program_sources = $(if $(filter programs/%,$(1)),examples/$(1).c $(program_common))
