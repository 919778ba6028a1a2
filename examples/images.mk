# SPDX-License-Identifier: MIT
# The images of the examples, for boards/image.mk.

# MACHINE: picture, buttons and clock (boards/common/machine.h).
MACHINE ?= common/machine_none.c
# hero is the demo. The board.mk of some boards names another model, or a second one.
MODELS.hero  ?= hero_model
show_sources := $(addprefix examples/showcase/,actor.c checksum.c renderer.c strips.c) \
                $(wildcard examples/scenery/*.c) boards/$(if $(DISPLAY),$(MACHINE),common/machine_none.c)
SOURCES.hero ?= $(wildcard examples/hero/*.c) $(show_sources)
$(OBJ)/examples/%.o: FLAGS += $(addprefix -Iexamples/,scenery showcase hero programs/common) \
    -Iboards/$(BOARD) -DSHOWCASE_BAKE='"$(SHOWCASE_OPTIONS)"' $(HERO_FLAGS)
BAKE.hero_model := $(HERO) $(BAKE_FOR) $(HERO_BAKE)

# story, which `make demo` shows: the generator's performer and its lantern, both in the same units,
# in the frame loop of hero.
MODELS.story    := performer lantern
BAKE.performer  := $(HOST)/performer.glb --strip --textures 128 --texels i4 $(BAKE_FOR) \
    --spring tail*:stiffness=0.6,drag=0.3,gravity=0.2 --spring ear*:stiffness=0.8,drag=0.3 \
    --spring scarf:stiffness=0.4,drag=0.3,gravity=0.3 --volume 0.02
BAKE.lantern    := $(HOST)/lantern.glb --strip --unit-shift -5
SOURCES.story   := examples/story/cast.c $(addprefix examples/hero/,image.c performance.c) \
                   $(show_sources)

# The showcase of `pelt rom` (examples/showcase/slot.h). carried has no character; showcase has
# MODEL or SHOWCASE_HERO, and is byte for byte the image that `pelt rom` makes from carried.
# SHOWCASE_BAKE has a board's options of bake, which carried tells the tool; MODEL_BAKE has more for MODEL
# alone; SHOWCASE_SUFFIX is the ending of the tool's file. The renderer in strips is left out where
# examples/BOARD has one for the console's graphics hardware.
SHOWCASE_SUFFIX   ?= $(SUFFIX)
SHOWCASE_HERO     ?= $(HERO)
SHOWCASE_OPTIONS  := $(strip --strip --endian $(ENDIAN) $(BAKE_FOR) $(SHOWCASE_BAKE))
BAKE.showcase_model := $(SHOWCASE_HERO) $(SHOWCASE_OPTIONS) $(if $(value MODEL),$(MODEL_BAKE))
own_renderer      := $(wildcard examples/$(BOARD)/*.c)
SOURCES.showcase  ?= $(filter-out $(if $(own_renderer),%/image.c %/strips.c %/strips_renderer.c), \
    $(wildcard examples/showcase/*.c)) $(wildcard examples/scenery/*.c) boards/$(MACHINE) $(own_renderer)
SOURCES.carried := $(SOURCES.showcase) examples/showcase/empty.S
LINK_FLAGS.carried := $(LINK_FLAGS.showcase)
SOURCES.showcase  += $(BAKED)/showcase_filled.S
# The linker script aligns the character; here 4 is enough, as the assembler of MIPS pads to that.
$(BAKED)/showcase_filled.S: $(BAKED)/showcase_model.c
	@name=$${MODEL:-$(SHOWCASE_HERO)}; name=$${name##*/}; \
	    printf '%s' "$${name%.*}" | LC_ALL=C tr -c ' -~' '?' | head -c 31 >$(@:.S=.title)
	@printf '.section .model, "a"\n.balign 4\n.incbin "%s"\n.org 32\n.incbin "%s"\n' \
	    $(@:.S=.title) $(BAKED)/showcase_model.pelt >$@
