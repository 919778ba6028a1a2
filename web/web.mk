# SPDX-License-Identifier: MIT
# The tool for machines that have no packages of its libraries: FROM_SOURCE names those that are
# compiled with it, from what tools/sources fetched (tools/dist/build). And the tool and the library's
# player as one WebAssembly module, build/wasm/pelt.wasm, for pages and node (pelt.mjs): a host of its
# own, built with clang and wasi-libc.
SOURCES ?= $(BUILD)/sources
FILES.jansson   := src/*
FILES.libpng1.6 := png png[egmprsw]* pngtrans
FILES.giflib    := [de]gif_lib gifalloc gif_err gif_hash openbsd-reallocarray
FILES.zlib      := [!g]*
TOOL_SRCS += $(foreach l,$(FROM_SOURCE),$(wildcard $(patsubst %,$(SOURCES)/$l/%.c,$(FILES.$l))))
SOURCE_FOLDERS := $(if $(FROM_SOURCE),$(patsubst %,-isystem $(SOURCES)/%,. jansson/src $(FROM_SOURCE)))
# Assertions contain the name of the folder. PNG_INTEL_SSE_OPT would only make reading faster, and
# needs other files.
$(HOST)/obj/$(SOURCES)/%.o: FLAGS = -w -DNDEBUG -DPNG_INTEL_SSE_OPT=0
$(HOST)/obj/$(SOURCES)/jansson/%.o: FLAGS += -DHAVE_CONFIG_H
# On Windows libpng includes windows.h, uses nothing of it, and compiles in a tenth of the time without.
$(HOST)/obj/$(SOURCES)/libpng1.6/%.o: FLAGS += -D_INC_WINDOWS

WASM := $(BUILD)/wasm
ifneq ($(HOST),$(WASM))
$(WASM)/pelt.wasm: FORCE
	$(DO)tools/sources $(SOURCES) jansson
	+$(DO)$(MAKE) --no-print-directory HOST=$(WASM) CC='clang --target=wasm32-wasi' FROM_SOURCE=jansson \
	    HOST_OPT='-O2 -g0' HOST_EXTRA='-D_WASI_EMULATED_SIGNAL -Wno-shorten-64-to-32' $@
else
$(HOST)/obj/tools/%.o $(HOST)/obj/web/%.o: FLAGS += -include web/wasm/posix.h
# The JSON parser may nest 2048 levels deep. By default the linker puts a stack of 64 KiB above the
# data, where an overflow is not noticed; here it is below, at address 0.
$(HOST)/pelt.wasm: $(call objects,$(library) $(SOURCES.pelt) $(wildcard \
    web/wasm/*.c) $(filter-out tools/picture/% tools/cmd/view.c tools/cmd/show_window.c,$(TOOL_SRCS)))
	$(SAY) '  LINK    $@'
	$(DO)$(CC) -o $@ $^ -mexec-model=reactor -Wl,-z,stack-size=1048576 -Wl,--stack-first \
	    -Wl,--gc-sections -Wl,--strip-all -lwasi-emulated-signal
endif

# The page, with the module, the project's character and all scripts in it.
$(BUILD)/app/index.html: $(WASM)/pelt.wasm examples/hero/fox.glb $(wildcard web/page/* web/wasm/*.mjs)
	$(DO)mkdir -p $(@D) && web/page/join $< examples/hero/fox.glb >$@
