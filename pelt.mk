# SPDX-License-Identifier: MIT
# What to compile to use pelt, in this or another project's make. Set PELT_ROOT to this folder, then
# compile $(call pelt_sources,CORE) with $(call pelt_flags,CORE), CORE as in boards/*/board.mk; a
# core without a folder in port/ gets the portable reference.
#
#   PELT_ROOT := third_party/pelt
#   include $(PELT_ROOT)/pelt.mk
#   SOURCES += $(call pelt_sources,m4)

PELT_ROOT ?= .
include $(wildcard $(PELT_ROOT)/port/*/port.mk)

pelt_sources = $(filter-out $(addprefix $(PELT_ROOT)/src/,$(port.$(1).REPLACES)), \
                 $(wildcard $(PELT_ROOT)/src/*.c)) \
               $(addprefix $(PELT_ROOT)/port/,$(port.$(1).SOURCES))
# CHECK_KERNELS=1: the reference runs behind every kernel and must agree (src/check_kernels.inc).
pelt_defines = $(port.$(1).FLAGS) $(if $(CHECK_KERNELS),-DPELT_CHECK_KERNELS)
pelt_flags   = -I$(PELT_ROOT)/include -I$(PELT_ROOT)/src $(pelt_defines)
