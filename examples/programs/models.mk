# SPDX-License-Identifier: MIT
# The example programs, each NAME.c for the host and for every board, with the files in common/; and
# their models, which they include as NAME.h.
programs := $(patsubst examples/%.c,%,$(wildcard examples/programs/*.c))
program_common := $(wildcard examples/programs/common/*.c examples/scenery/*.c)
program_models := fox fox3 fox16 fox500 few sword walker hero guard sage scout moves face
$(foreach p,$(programs),$(eval SOURCES.$p := examples/$p.c $(program_common)) \
    $(eval MODELS.$p := $(program_models)))
BAKE.fox := examples/hero/hero.glb --strip --events examples/programs/fox.json
BAKE.sword  := examples/programs/sword.gltf --strip
BAKE.face   := $(HOST)/performer.glb --strip --expression smile=smile
# Its walk leads along a circle.
BAKE.walker := $(HOST)/walker.glb --strip --root-motion hips
# It walks and runs straight ahead.
BAKE.hero := $(HOST)/adventurer.glb --strip --root-motion hips --mask upper=spine
BAKE.fox3   := examples/hero/hero.glb --strip --lods 3
BAKE.fox16  := examples/hero/hero.glb --strip --max-palette 16
BAKE.fox500 := examples/hero/hero500.glb --strip
# It fits 16 KB of RAM: pelt_ring.
BAKE.few    := examples/hero/hero.glb --strip --window 64
# Three bodies and one set of clips, which is fine enough for all of them.
BAKE.moves  := $(HOST)/guard.glb --strip --as-clips --error 1/16384
BAKE.guard  := $(HOST)/guard.glb --strip --without-clips
BAKE.sage   := $(HOST)/sage.glb --strip --without-clips --clips-from $(HOST)/guard.glb
BAKE.scout  := $(HOST)/scout.glb --strip --without-clips --clips-from $(HOST)/guard.glb
