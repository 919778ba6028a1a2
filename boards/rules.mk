# SPDX-License-Identifier: MIT
# Rules that the Makefile and boards/image.mk share: folders, compiling, baking.
BUILD ?= build
HOST  ?= $(BUILD)/host
OBJ   := $(OUT)/obj
BAKED := $(OUT)/baked
MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.SECONDARY:
.SECONDEXPANSION:
.PHONY: FORCE
CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
# -ffp-contract=off: float results must not depend on whether a core has a fused multiply-add.
STRICT := -ffp-contract=off -Werror -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
          -Wmissing-prototypes -Wundef -Wdouble-promotion -Wdate-time \
          -Wcast-align$(if $(findstring clang,$(CC)),,=strict)
$(OBJ)/src/%.o $(OBJ)/port/%.o: FLAGS = -std=c99 -ffreestanding $(pelt_flags) $(LIBRARY_FLAGS)

# SAY makes the target's folder and says what is made of it; V=1 shows whole commands instead.
SAY = @mkdir -p $(@D)$(if $(V), \#,; echo)
DO := $(if $(V),,@)

# Objects keep the folders of their sources. COMPILE is the Makefile's or boards/image.mk's.
define compiled
$(SAY) '  CC      $<$(if $(BOARD_MAKE), ($(BOARD)))'
$(DO)$(COMPILE) $(FLAGS) -MMD -MP -c -o $@ $<
endef
$(OBJ)/%.o: %.c $$(BOARD_MAKE) ; $(compiled)
$(OBJ)/%.o: %.S $$(BOARD_MAKE) ; $(compiled)
-include $(shell find $(OBJ) -name '*.d' 2>/dev/null)
objects = $(addprefix $(OBJ)/,$(addsuffix .o,$(basename $(1))))

# q appends each member: r would replace one of the same name from another folder.
$(OUT)/libpelt.a: $$(call objects,$$(library))
$(OUT)/lib%.a:
	$(SAY) '  AR      $@'
	$(DO)rm -f $@ && $(CROSS)ar qcsD $@ $^

# A program or image NAME is SOURCES.NAME, or else NAME.c in tests, tests/* or examples/*, and the
# models MODELS.NAME, as C in BAKED: made before sources beside the first one, which include NAME.h.
sources = $(or $(SOURCES.$(1)),$(wildcard $(addsuffix /$(1).c,tests tests/* examples/*)))
linked = $(call objects,$(call sources,$(1)) $(MODELS.$(1):%=$(BAKED)/%.c))
beside = $(filter $(dir $(firstword $(call sources,$(1))))%,$(call sources,$(1)))
models_first = $(foreach i,$(patsubst MODELS.%,%,$(filter MODELS.%,$(.VARIABLES))), \
    $(eval $(call objects,$(call beside,$i)): | $(MODELS.$i:%=$(BAKED)/%.c)))

print-%: # the value of a variable, for scripts
	@:$(info $($*))

# The tool, perhaps of another HOST, without the files that it carries: a new showcase does not
# cause everything to be baked anew.
TOOL ?= $(HOST)
BAKER = $(TOOL)/libtool.a $(TOOL)/libpelt.a | $(TOOL)/pelt

# BAKED/NAME.c, .h and .pelt are baked from the model with the options BAKE.NAME; the tool's report
# goes to NAME.txt. Unless BAKE.NAME says otherwise, hero500_q12 is examples/hero/hero500.glb in
# q12, ordered for the board's core, without the map back to glTF; hero_q12 has one order for all
# cores, and plain_q12 is baked for plain kernels. A NAME without a model file is the board's HERO.
HERO ?= examples/hero/hero.glb
export MODEL ?=
ENDIAN ?= little
glb = $(or $(firstword $(filter %.glb %.gltf,$(BAKE.$(1)))), \
    $(wildcard examples/hero/$(firstword $(subst _, ,$(1))).glb),$(HERO))
read = $(call glb,$(1)) $(filter-out -%,$(filter %.glb %.json,$(BAKE.$(1)))) $(BAKER)
define baking
	$(SAY) '  BAKE    $@'
	$(DO)$(TOOL)/pelt bake $(or $(INPUT),$(call glb,$*)) -o $(BAKED)/$*.pelt --c $* --endian $(ENDIAN) \
	    --verbose $(or $(filter-out $(call glb,$*),$(BAKE.$*)),--strip $(if $(filter plain_%,$*),--plain) \
	        $(if $(filter hero_% plain_%,$*),,$(BAKE_FOR))) \
	    $(addprefix --precision ,$(filter q16 q12 f32,$(lastword $(subst _, ,$*)))) >$(BAKED)/$*.txt
endef
$(BAKED)/%.c: $$(call read,$$*)
	$(baking)
$(BAKED)/%.h $(BAKED)/%.pelt: $(BAKED)/%.c ;
