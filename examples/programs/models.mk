# SPDX-License-Identifier: MIT
# The programs in this folder, each NAME.c for the host and for every board, with what is in common/;
# and their models: NAME.h, from GLB.NAME by `pelt bake` with BAKE.NAME.
programs := $(patsubst examples/%.c,%,$(wildcard examples/programs/*.c))
program_common = $(wildcard examples/programs/common/*.c examples/raster/*.c) \
    $(PROGRAM_MODELS:%=$(BAKED)/%.c)
program_objects = $(call objects,$(programs:%=examples/%.c) $(wildcard examples/programs/common/*.c))
PROGRAM_MODELS := fox fox16 fox500 few sword walker
$(program_objects): | $(PROGRAM_MODELS:%=$(BAKED)/%.c)
GLB.fox  := examples/hero/hero.glb
BAKE.fox := --strip --events examples/programs/fox.json
$(BAKED)/fox.c: examples/programs/fox.json
GLB.sword  := examples/programs/sword.gltf
BAKE.sword := --strip
# Its walk leads along a circle; made by $(HOST)/hero.
GLB.walker  := $(HOST)/walker.glb
BAKE.walker := --strip --root-motion hips
GLB.fox16  := examples/hero/hero.glb
BAKE.fox16 := --strip --max-palette 16
GLB.fox500  := examples/hero/hero500.glb
BAKE.fox500 := --strip
# For 16 KB of RAM: examples/raster/ring.h.
GLB.few  := examples/hero/hero.glb
BAKE.few := --strip --window 64
