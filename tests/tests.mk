# SPDX-License-Identifier: MIT
# What the tests are made of. The top-level Makefile builds from these lists:
#   images    build/BOARD/test.elf from TEST_UNIT_SRCS, and the same sources on the host
#   programs  build/host/NAME from tests/host/NAME.c and TEST_HOST_COMMON

TEST_UNIT_SRCS := $(sort $(wildcard tests/unit/*.c)) examples/hero/golden.c tests/unit/blobs.S
# On the host also the board interface.
TEST_UNIT_HOST_SRCS := $(TEST_UNIT_SRCS) boards/host/board_host.c boards/common/text.c
TEST_UNIT_HOST_FLAGS := -DTEST_ROUNDS=50000u -DTEST_TEXTS

TEST_HOST_PROGRAMS := test_oracle test_tangents test_hero test_blob test_broken test_eval \
                      oracle_stages test_softfloat test_nds
TEST_HOST_COMMON := tests/host/answers.c tests/host/replay.c
TEST_BLOB_SRCS := tests/unit/test.c tests/unit/character_q16.c tests/unit/character_q12.c \
                  tests/unit/character_f32.c \
                  boards/host/board_host.c boards/common/text.c

# 256 KB hold all of them in their small form only; the library is built as elsewhere.
$(call board_objects,microbit,$(TEST_UNIT_SRCS)): BOARD_FLAGS_EXTRA := -Os
# Float is a function call there, and a console slow.
$(CONSOLE_BOARDS:%=$(BUILD)/%/obj/tests/unit/test_model.o): BOARD_FLAGS_EXTRA := -DFLIP_STEP=443u
# Mupen64Plus ends at an ordered comparison of NaNs, or takes it for true: minus infinity instead.
$(BUILD)/n64/obj/tests/unit/test_%.o: BOARD_FLAGS_EXTRA := -DTEST_NAN_BITS=0xFF800000u
# The emulator carries SMLALBB out wrongly, which the compiler uses there.
$(BUILD)/nds/obj/tests/unit/test_pack.o: BOARD_FLAGS_EXTRA := -mcpu=arm920t

# Its fx_* are those of the library.
$(BUILD)/m68k/obj/tests/unit/test_fixed.o: BOARD_FLAGS_EXTRA := $(call pelt_defines,m68k)

# .incbin is not seen by -MMD.
$(BOARDS:%=$(BUILD)/%/obj/tests/unit/blobs.o): $(wildcard tests/data/*.pelt)

# 256 KB of flash hold all tests only in two images, and where these are small.
TEST_SPLIT_BOARDS := microbit
TEST_ARITHMETIC_SRCS := $(filter-out tests/unit/main.c,$(TEST_UNIT_SRCS)) tests/boards/arithmetic.c
$(foreach b,$(TEST_SPLIT_BOARDS),$(call board_objects,$(b),$(TEST_UNIT_SRCS) \
    $(TEST_ARITHMETIC_SRCS))): BOARD_OPT := -Os
$(foreach b,$(TEST_SPLIT_BOARDS),$(call board_objects,$(b),tests/unit/main.c)): \
    BOARD_FLAGS_EXTRA := -DTEST_PART=2
