# SPDX-License-Identifier: MIT
# build/nds/geometry.nds: the character drawn by the Nintendo DS's geometry engine. Read by the
# top-level Makefile after its own rules.

GEOMETRY_SRCS := $(wildcard examples/nds/*.c) $(addprefix examples/,hero/show.c raster/camera.c)

GEOMETRY_MODEL := $(call baked,nds)/hero_model.c
geometry_objects := $(call board_objects,nds,$(filter examples/nds/%,$(GEOMETRY_SRCS)))

$(geometry_objects): BOARD_FLAGS_EXTRA := \
    -I$(call baked,nds) -Iexamples/nds -Iexamples/hero -Iexamples/raster -Iport/arm9
$(geometry_objects): | $(GEOMETRY_MODEL)
$(eval $(call board_image,nds,geometry,$(GEOMETRY_SRCS) $(GEOMETRY_MODEL),$(BUILD)/nds/libpelt.a))

# The screen after the last frame; geometry.txt has what the image prints.
$(BUILD)/nds/geometry.png: $(BUILD)/nds/geometry.nds $(BUILD)/host/run_libretro
	$(BOARD_DO)$(BUILD)/host/run_libretro -o "desmume_screens_layout=top only" -p $@ \
	    desmume $< geometry >$(@:.png=.txt) && grep -q '^PASS' $(@:.png=.txt)
