# SPDX-License-Identifier: MIT
# What to compile to use pelt in another project's make. Set PELT_ROOT to this folder and, if
# port/ has one for it, PELT_CORE; then compile $(PELT_SOURCES) with $(PELT_FLAGS).
#
#   PELT_ROOT := third_party/pelt
#   PELT_CORE := m4
#   include $(PELT_ROOT)/pelt.mk

PELT_ROOT ?= .
PELT_PORT_FLAGS    :=
PELT_PORT_SOURCES  :=
PELT_PORT_REPLACES :=
-include $(PELT_ROOT)/port/$(PELT_CORE)/port.mk

PELT_SOURCES := $(filter-out $(PELT_PORT_REPLACES:%=$(PELT_ROOT)/src/%), \
                  $(wildcard $(PELT_ROOT)/src/*.c)) \
                $(PELT_PORT_SOURCES:%=$(PELT_ROOT)/port/$(PELT_CORE)/%)
PELT_FLAGS   := -I$(PELT_ROOT)/include -I$(PELT_ROOT)/src $(PELT_PORT_FLAGS)
