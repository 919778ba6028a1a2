# SPDX-License-Identifier: MIT
# Builds the tool's libraries for another machine from the sources that tools/sources fetched:
#
#   make -f tools/dist/libraries.mk CC=musl-gcc SOURCES=build/sources OUT=build/linux/libraries
#
# The results are OUT/include and OUT/lib*.a. They contain no paths, so the same bytes come out in
# every folder.
jansson := $(wildcard $(SOURCES)/jansson/src/*.c)
png := $(filter-out %/pngtest.c,$(wildcard $(SOURCES)/libpng1.6/png*.c))
gif := $(patsubst %,$(SOURCES)/giflib/%.c,egif_lib dgif_lib gifalloc gif_err gif_hash \
           openbsd-reallocarray)
z   := $(filter-out %/gz%.c,$(wildcard $(SOURCES)/zlib/*.c))
all: $(patsubst %,$(OUT)/lib%.a,jansson png gif z)
flags = -O2 -w -ffunction-sections -fdata-sections -DNDEBUG -I$(OUT)/include
# PNG_INTEL_SSE_OPT is off: it would only make reading faster, and needs other files.
$(OUT)/jansson/%: flags += -DHAVE_CONFIG_H
$(OUT)/libpng1.6/%: flags += -DPNG_INTEL_SSE_OPT=0

objects = $(patsubst $(SOURCES)/%.c,$(OUT)/%.o,$($(1)))
.SECONDEXPANSION:
$(OUT)/lib%.a: $$(call objects,$$*)
	rm -f $@ && $(if $(findstring mingw,$(CC)),x86_64-w64-mingw32-)ar qcD $@ $^
$(OUT)/%.o: $(SOURCES)/%.c | $(OUT)/include
	@mkdir -p $(@D)
	$(CC) $(flags) -c -o $@ $<
$(OUT)/include:
	mkdir -p $@.new
	cp -r $(SOURCES)/stb $(addprefix $(SOURCES)/,jansson/src/jansson*.h giflib/gif_lib.h \
	    zlib/zlib.h zlib/zconf.h libpng1.6/png*.h) $@.new
	mv $@.new $@
