# SPDX-License-Identifier: MIT
# The programs of the tests on the host, build/host/NAME. The Makefile links them: TESTS, and
# TOOL_TESTS with the tool.
# The sources that they share, with a board of the host.
$(HOST)/libtests.a: $(call objects,$(filter-out %/showcase_host.c tests/host/test_%, \
    $(wildcard tests/host/*.c)) $(addprefix boards/common/,text.c recording.c))
# The number of random draws; above 10,000 every third bit of the stored blobs is changed, else every 61st.
$(HOST)/obj/tests/unit/%.o: FLAGS += -DTEST_ROUNDS=$(or $(TEST_ROUNDS),50000)u -DTEST_TEXTS
$(call objects,$(wildcard port/arm9/nds*.c)): FLAGS += -DPELT_NDS
$(call objects,$(wildcard port/n64/*.c)): FLAGS += -DPELT_N64
# What programs with sanitizers run rarely or briefly, or not at all where a processor has AVX2. Not optimised,
# it compiles in a fraction of the time.
rare := $(addprefix tools/,blob c cmd gltf image reduce rom $(addprefix bake/,job shape skeleton write)) \
    $(addprefix port/,arm9 n64 psx)
$(rare:%=$(HOST)/obj/%/%.o): FLAGS += $(RARE_OPT)
$(call objects,$(wildcard $(addprefix src/motion/,joint_turns_*.c springs_*.c)) \
    $(filter-out %_avx2.c,$(wildcard port/vector/*.c))): FLAGS += $(RARE_OPT)
TOOL_TESTS := $(patsubst tests/host/%.c,%,$(wildcard tests/host/test_*.c))
# Targets of libFuzzer judge their damaged files.
SOURCES.test_blob   := tests/host/test_blob.c tests/fuzz/fuzz_blob.c
SOURCES.test_broken := tests/host/test_broken.c tests/fuzz/fuzz_bake.c
# stb_image_write relies on integers that wrap.
$(call objects,tests/host/test_colours.c): FLAGS += -fwrapv
# The shaders of examples/gpu in Mesa, off screen, for test-extra.
SOURCES.gpu := $(wildcard tests/gpu/*.c)
$(HOST)/gpu: OWN_LIBS := -lEGL -lGLESv2
# The showcase of consoles, with pictures of their sizes.
SOURCES.showcase := tests/host/showcase_host.c $(wildcard examples/scenery/*.c) \
    $(filter-out %/image.c %/main.c,$(wildcard examples/showcase/*.c))
# The benchmark's images as programs, which measure times.
BENCH_VERTICES := 1024
CORE ?= x86
CYCLES := host
include tests/images.mk
BENCHES := bench textbook_o2 textbook_o3
$(HOST)/obj/tests/bench/%.o: FLAGS += -DBENCH_TIMES -DBOARD_NAME='"host"'
$(HOST)/obj/tests/bench/textbook_%.o: FLAGS += $(if $(filter x86,$(CORE)),-march=native)
# The same as if the processor had no AVX2, with blobs of the same tool.
$(filter-out $(HOST)/%,$(BENCHES:%=$(BUILD)/sse2/%)): sse2 ;
sse2: $(HOST)/pelt $(HOST)/obj/tests/bench/sse2.o FORCE
	+$(DO)$(MAKE) --no-print-directory HOST=$(BUILD)/sse2 TOOL=$(HOST) CORE=sse2 \
	    HOST_EXTRA=-Wl,$(HOST)/obj/tests/bench/sse2.o $(BENCHES:%=$(BUILD)/sse2/%)

# Programs as users write them (examples/programs/models.mk).
$(HOST)/obj/examples/programs/%.o: FLAGS = -std=c99 -Wundef $(addprefix -I,include \
    examples/programs/common examples/scenery boards/common $(BAKED))
TESTS := test showcase checksums $(BENCHES) $(programs)

# Emulators besides QEMU. Several makes may build one at the same time.
test_gcc = $(DO)mkdir -p $(@D) && gcc -std=c11 -D_POSIX_C_SOURCE=200809L -O2 $(STRICT) \
    $(1) -o $@.$$$$ $(filter %.c,$^) $(2) && mv $@.$$$$ $@
$(BUILD)/host/run_%: $(addprefix tests/emulators/,run_%.c runner.c semihost.c play.c) \
    $(wildcard tests/emulators/*.h boards/common/*.h)
	$(call test_gcc,,-lpng -ldl $(if $(filter mgba,$*),-lmgba) \
	    $(if $(filter mupen,$*),-rdynamic -l:libmupen64plus.so.2))
# They use npm packages, which node looks for beside them.
$(BUILD)/host/%.mjs: tests/emulators/%.mjs
	$(DO)tests/node_packages $(@D) && cp $< $@.$$$$ && chmod +x $@.$$$$ && mv $@.$$$$ $@
# It estimates cycles in QEMU: tests/bench/estimate.
$(BUILD)/host/cycles.so: tests/bench/cycles/plugin.c
	$(call test_gcc,-fPIC -shared -fvisibility=hidden)
