# SPDX-License-Identifier: MIT
# The demo for the Game Boy Advance: its sources instead of those of examples/hero, the character in
# two sizes and two precisions. Included by the top-level Makefile.

HERO_SRCS.gba    := $(wildcard examples/gba/*.c examples/gba/*.S) examples/raster/camera.c
HERO_FLAGS.gba   := -Iboards/gba
# `make run`: somebody plays; and an animation of it.
HERO_RUN.gba     := RUN_MGBA_SCRIPT='$(CURDIR)/examples/gba/play.txt'
HERO_SHOW.gba    := --gif $(BUILD)/gba/hero.gif
GBA_MODELS       := hero500_q12 hero500_q16 hero250_q12 hero250_q16
HERO_MODELS.gba  := $(GBA_MODELS:%=$(BUILD)/gba/baked/%.c)

# Code of one precision at a time in fast memory, and less stack: boards/gba/link.ld.in.
gba.LINK.hero    := overlay
overlay_names    := $(filter-out STACK_BYTES,$(board_link_numbers))
overlay_numbers  := $(foreach n,$(overlay_names),-D$(n)=$(gba.$(n))) -DSTACK_BYTES=1216
$(BUILD)/gba/overlay.ld: boards/gba/link.ld.in boards/gba/board.mk examples/gba/gba.mk
	@mkdir -p $(@D)
	$(BOARD_DO)$(gba.CROSS)gcc -E -P -undef -x c -DOVERLAY_PRECISIONS \
	    $(overlay_numbers) -o $@ $<

define gba_model
$(BUILD)/gba/baked/$(1).c: examples/hero/$(word 1,$(subst _, ,$(1))).glb $(HOST)/pelt
	@mkdir -p $$(@D)
	$(BOARD_SAY) '  BAKE    gba $(1)'
	$(BOARD_DO)$(HOST)/pelt bake $$< -o $$(@:.c=.pelt) --strip --core arm7 --precision \
	    $(word 2,$(subst _, ,$(1))) --c $(1) >$$(@:.c=.txt)
endef
$(foreach m,$(GBA_MODELS),$(eval $(call gba_model,$(m))))
