# SPDX-License-Identifier: MIT
# Flags of single tests on single boards, beside TEST_FLAGS.

# Float is a function call there, and a console slow.
$(CONSOLE_BOARDS:%=$(BUILD)/%/obj/tests/unit/test_model.o): BOARD_FLAGS_EXTRA += -DFLIP_STEP=443u
# Mupen64Plus ends at an ordered comparison of NaNs, or takes it for true: minus infinity instead.
$(call board_objects,n64,$(filter tests/unit/%,$(TEST_UNIT_SRCS))): \
    BOARD_FLAGS_EXTRA += -DTEST_NAN_BITS=0xFF800000u
# The emulator carries SMLALBB out wrongly, which the compiler uses there.
$(BUILD)/nds/obj/tests/unit/test_pack.o: BOARD_FLAGS_EXTRA += -mcpu=arm920t

# The other part is an image of its own.
$(call board_objects,$(TEST_SPLIT_BOARDS),tests/unit/main.c): BOARD_FLAGS_EXTRA += -DTEST_PART=2
