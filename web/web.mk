# SPDX-License-Identifier: MIT
# The tool and the library's player as one WebAssembly module: build/wasm/pelt.wasm, for pages and
# node (pelt.mjs). It is built with clang and wasi-libc; jansson from its source.
WASM    := $(BUILD)/wasm
SOURCES ?= $(BUILD)/sources
wasm_tool   := $(filter-out tools/picture/% tools/cmd/view.c tools/cmd/show_window.c,$(TOOL_SRCS)) tools/cmd/main.c \
               $(wildcard web/wasm/*.c)
JSONS := $(patsubst %,$(SOURCES)/jansson/src/%.c,dump error hashtable hashtable_seed load memory \
    pack_unpack strbuffer strconv utf value version)

# Floats are the same as the host's. The JSON parser may nest 2048 levels deep. By default the
# linker puts a stack of 64 KiB above the data, where an overflow is not noticed; here it is below,
# at address 0.
WASM_CFLAGS  := --target=wasm32-wasi -O2 -ffp-contract=off -D_WASI_EMULATED_SIGNAL
WASM_LDFLAGS := --target=wasm32-wasi -mexec-model=reactor -Wl,-z,stack-size=1048576 \
                -Wl,--stack-first -Wl,--gc-sections -Wl,--strip-all -lwasi-emulated-signal

$(WASM)/obj/src/%.o $(WASM)/obj/port/%.o: FLAGS = -std=c99 -ffreestanding $(pelt_flags)
$(WASM)/obj/tools/%.o $(WASM)/obj/web/%.o: FLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L -Iinclude -Itools -I. \
    -Iexamples/scenery -Iexamples/showcase -include web/wasm/posix.h -isystem $(SOURCES)/jansson/src \
    -isystem $(SOURCES)
$(WASM)/obj/tools/image/%.o: FLAGS += -fwrapv
$(WASM)/obj/examples/%.o: FLAGS = -std=c99 -Iinclude -Iexamples/scenery -Iexamples/showcase
# It is compiled without assertions, which contain the name of its folder.
$(WASM)/obj/$(SOURCES)/%.o: FLAGS = -DNDEBUG -DHAVE_CONFIG_H -I$(SOURCES)/jansson/src -w
$(call compile,$(WASM)/obj,clang $$(WASM_CFLAGS) $$(WARNINGS) -Wno-shorten-64-to-32 \
    -Wno-unknown-warning-option -Werror, (WebAssembly),$(SOURCES)/jansson)
$(JSONS): $(SOURCES)/jansson ;
$(SOURCES)/jansson:
	$(DO)tools/sources $(SOURCES) jansson

$(WASM)/obj/tools/rom/carried_files.o: $(WASM)/carried.bin
$(WASM)/pelt.wasm: $(subst $(OBJ)/,$(WASM)/obj/,$(call objects,$(filter %.c, \
    $(patsubst ./%,%,$(pelt_sources))) $(wasm_tool) tools/rom/carried_files.S $(JSONS)))
	$(SAY) '  LINK    $@'
	$(DO)clang -o $@ $^ $(WASM_LDFLAGS)

# The page, with the module, the project's character and all scripts in it.
$(BUILD)/app/index.html: $(WASM)/pelt.wasm examples/hero/fox.glb $(wildcard web/page/* web/wasm/*.mjs)
	$(DO)mkdir -p $(@D) && web/page/join $< examples/hero/fox.glb >$@
