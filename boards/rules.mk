# SPDX-License-Identifier: MIT
# What the Makefile and boards/image.mk share: warnings, how much is said, baking.

MAKEFLAGS += --no-builtin-rules
.DELETE_ON_ERROR:
.SECONDARY:
.SECONDEXPANSION:
.PHONY: FORCE
FORCE:

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wundef -Wdouble-promotion \
            -Wcast-align$(if $(findstring clang,$(CC)),,=strict)

# V=1 shows whole commands.
SAY := $(if $(V),@:,@echo)
DO  := $(if $(V),,@)

# For scripts: the value of a variable.
print-%:
	@:$(info $($*))

# BAKED/NAME.c, .h and .pelt from the model GLB.NAME with the options BAKE.NAME (default: those of
# BAKE_FOR, without the map back to glTF); what the tool says goes to NAME.txt. A NAME such as
# hero500_q12 is examples/hero/hero500.glb in q12, unless GLB.NAME says otherwise.
MODEL ?=
export MODEL

name_words = $(subst _, ,$(1))
glb  = $(or $(GLB.$(1)),examples/hero/$(firstword $(call name_words,$(1))).glb)
bake = $(HOST)/pelt bake $(1) -o $(BAKED)/$*.pelt --c $* --endian $(ENDIAN) \
    $(or $(BAKE.$*),--strip $(BAKE_FOR)) \
    $(addprefix --precision ,$(filter q16 q12 f32,$(lastword $(call name_words,$*)))) \
    >$(BAKED)/$*.txt

$(BAKED)/%.c: $$(call glb,$$*) $(HOST)/pelt
	@mkdir -p $(@D)
	$(SAY) '  BAKE    $@'
	$(DO)$(call bake,$<)

# Written with it, and the older of the two.
$(BAKED)/%.h: $(BAKED)/%.c ;
