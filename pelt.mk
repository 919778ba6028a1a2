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
