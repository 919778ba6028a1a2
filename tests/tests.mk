# SPDX-License-Identifier: MIT
# What the tests are made of. The top-level Makefile builds from these lists:
#   images    build/BOARD/test.elf from TEST_UNIT_SRCS, and the same sources on the host
#   programs  build/host/NAME from tests/host/NAME.c and TEST_HOST_COMMON

TEST_UNIT_SRCS := $(sort $(wildcard tests/unit/*.c)) examples/hero/golden.c tests/unit/blobs.S
# On the host also the board interface.
TEST_UNIT_HOST_SRCS := $(TEST_UNIT_SRCS) boards/host/board_host.c boards/common/text.c
TEST_UNIT_HOST_FLAGS := -DTEST_ROUNDS=50000u -DTEST_TEXTS

TEST_HOST_PROGRAMS := test_oracle test_tangents test_hero test_blob test_broken test_eval \
                      oracle_stages test_softfloat test_screen test_nds
TEST_HOST_COMMON := tests/host/answers.c tests/host/replay.c
TEST_BLOB_SRCS := tests/unit/test.c tests/unit/character_q16.c tests/unit/character_q12.c \
                  tests/unit/character_f32.c \
                  boards/host/board_host.c boards/common/text.c

# .incbin is not seen by -MMD.
$(BOARDS:%=$(BUILD)/%/obj/tests/unit/blobs.o): $(wildcard tests/data/*.pelt)

# 256 KB of flash hold all tests only in two images, and where these are small (TEST_FLAGS).
TEST_SPLIT_BOARDS := microbit
TEST_ARITHMETIC_SRCS := $(filter-out tests/unit/main.c,$(TEST_UNIT_SRCS)) tests/boards/arithmetic.c
