# SPDX-License-Identifier: MIT
# Builds the tool's libraries for another machine from the sources that tools/sources fetched:
#
#   make -f tools/dist/libraries.mk CC=musl-gcc SOURCES=build/sources OUT=build/linux/libraries
#
# The results are OUT/include and OUT/lib*.a. They contain no paths, so the same bytes come out in
# every folder.
CC  ?= gcc
AR  := $(if $(findstring mingw,$(CC)),x86_64-w64-mingw32-)ar
flags = -O2 -w -ffunction-sections -fdata-sections -DNDEBUG -I$(OUT)/include

jansson := $(wildcard $(SOURCES)/jansson/src/*.c)
png := $(filter-out %/pngtest.c,$(wildcard $(SOURCES)/libpng1.6/png*.c))
gif := $(addprefix $(SOURCES)/giflib/,egif_lib.c dgif_lib.c gifalloc.c gif_err.c gif_hash.c \
           openbsd-reallocarray.c)
z   := $(filter-out %/gz%.c,$(wildcard $(SOURCES)/zlib/*.c))

# PNG_INTEL_SSE_OPT is off: it would only make reading faster, and needs other files.
$(OUT)/jansson/%: flags += -DHAVE_CONFIG_H
$(OUT)/libpng1.6/%: flags += -DPNG_INTEL_SSE_OPT=0

all: $(addprefix $(OUT)/,libjansson.a libpng.a libgif.a libz.a)
objects = $(patsubst $(SOURCES)/%.c,$(OUT)/%.o,$($(1)))
.SECONDEXPANSION:
$(OUT)/lib%.a: $$(call objects,$$*)
	rm -f $@ && $(AR) qcD $@ $^
$(OUT)/%.o: $(SOURCES)/%.c | $(OUT)/include
	@mkdir -p $(@D)
	$(CC) $(flags) -c -o $@ $<

$(OUT)/include:
	mkdir -p $@.new
	cp -r $(SOURCES)/stb $(addprefix $(SOURCES)/,jansson/src/jansson*.h giflib/gif_lib.h \
	    zlib/zlib.h zlib/zconf.h) $(SOURCES)/libpng1.6/png*.h $@.new
	mv $@.new $@
