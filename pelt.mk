# SPDX-License-Identifier: MIT
# Sources and flags with which to use pelt in this or another project's make: every source is
# compiled, with any compiler, which chooses the kernels itself (port/select.h). Set PELT_ROOT to
# this folder. Objects keep their folders, as several sources have the same name:
#
#   PELT_ROOT := third_party/pelt
#   include $(PELT_ROOT)/pelt.mk
#   OBJECTS += $(patsubst $(PELT_ROOT)/%,build/pelt/%.o,$(pelt_sources))
#   build/pelt/%.o: $(PELT_ROOT)/%; mkdir -p $(@D) && $(CC) $(CFLAGS) $(pelt_flags) -c -o $@ $<
PELT_ROOT ?= .

pelt_sources := $(foreach d,src src/* port/*,$(wildcard $(addprefix $(PELT_ROOT)/$(d)/*.,c S)))
pelt_flags := -I$(PELT_ROOT)/include

# $(eval $(call pelt_bake,FOLDER/NAME,MODEL.glb,OPTIONS)): bakes FOLDER/NAME.pelt, .c and .h from a
# model, with the tool PELT_TOOL (`make tool` in this folder), and again if the model, a file that
# it refers to or the tool changes; a tool without a folder, `pelt` or `npx pelt`, is found in PATH.
# Neither name may have a space. Sources that include NAME.h need it as a prerequisite:
#
#   $(eval $(call pelt_bake,build/fox,art/fox.glb,--precision lean))
#   build/main.o: build/fox.h
#
# The default goal stays what it was, or the next target.
PELT_TOOL ?= $(PELT_ROOT)/build/host/pelt
pelt_comma := ,
pelt_gap := $(subst .,,. ,)
# OPTIONS of up to 16 commas, at which make cuts: --clips idle,walk.
pelt_options = $(subst $(pelt_gap),$(pelt_comma),$(3)$(foreach i,4 5 6 7 8 9 10 11 12 13 14 15 \
    16 17 18 19,$(if $(value $(i)),$(pelt_comma)$(value $(i))))$(if $(value 20),$(error pelt_bake: too many commas)))
define pelt_bake
$(if $(filter grouped-target,$(.FEATURES)),,$(error pelt_bake takes GNU make 4.3))
$(1).c $(1).h $(1).pelt &: $(2) $(if $(word 2,$(PELT_TOOL)),$(wildcard $(PELT_TOOL)),$(if $(findstring /,$(PELT_TOOL)),$(PELT_TOOL)))
	mkdir -p $(dir $(1)) && $(PELT_TOOL) bake $(2) -o $(1).pelt --c $(notdir $(1)) \
	    --depfile $(1).pelt.d $(pelt_options)
	sed -n 's/ \\$$$$//; s/^  \(.*\)/\1:/p' $(1).pelt.d >$(1).pelt.gone
-include $(1).pelt.d $(1).pelt.gone
.DEFAULT_GOAL := $(value .DEFAULT_GOAL)
endef
