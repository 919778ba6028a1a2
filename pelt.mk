# SPDX-License-Identifier: MIT
# What to compile to use pelt, in this or another project's make: every source, with every compiler,
# which chooses the kernels itself (port/select.h). Set PELT_ROOT to this folder, then compile
# $(pelt_sources) with $(pelt_flags).
#
#   PELT_ROOT := third_party/pelt
#   include $(PELT_ROOT)/pelt.mk
#   SOURCES += $(pelt_sources)

PELT_ROOT ?= .

pelt_sources := $(foreach d,src src/* port/*,$(wildcard $(addprefix $(PELT_ROOT)/$(d)/*.,c S)))
# CHECK_KERNELS=1: the reference runs behind every kernel and must agree (src/check_kernels.inc).
pelt_defines := $(if $(CHECK_KERNELS),-DPELT_CHECK_KERNELS)
pelt_flags   := -I$(PELT_ROOT)/include $(pelt_defines)

# $(eval $(call pelt_bake,FOLDER/NAME,MODEL.glb,OPTIONS)): FOLDER/NAME.pelt, .c and .h from a model,
# by the tool PELT_TOOL. What includes NAME.h needs FOLDER/NAME.c first:
#
#   $(eval $(call pelt_bake,build/fox,art/fox.glb,--precision q12))
#   build/main.o: | build/fox.c
PELT_TOOL ?= $(PELT_ROOT)/build/host/pelt
define pelt_bake
$(1).c: $(2) $(PELT_TOOL)
	$(PELT_TOOL) bake $(2) -o $(1).pelt --c $(notdir $(1)) $(3)
$(1).h $(1).pelt: $(1).c ;
endef
