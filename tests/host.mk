# SPDX-License-Identifier: MIT
# Rules for the tests that run on the host. Read after the top-level Makefile, as tests/run does:
#   make -f Makefile -f tests/host.mk $(HOST)/test

$(HOST)/obj/tests/unit/%.o: HOST_CFLAGS += $(TEST_UNIT_HOST_FLAGS)
$(HOST)/obj/tests/unit/blobs.o: $(wildcard tests/data/*.pelt)

$(HOST)/test: $(call host_objects,$(filter %.c,$(TEST_UNIT_HOST_SRCS))) \
              $(HOST)/obj/tests/unit/blobs.o $(HOST)/libpelt.a
	$(BOARD_DO)$(CC) $(HOST_EXTRA) -o $@ $^

$(TEST_HOST_PROGRAMS:%=$(HOST)/%): $(HOST)/%: $(HOST)/obj/tests/host/%.o \
    $(call host_objects,$(TEST_HOST_COMMON)) $(HOST)/libtool.a $(HOST)/libpelt.a
	$(BOARD_DO)$(CC) $(HOST_EXTRA) -o $@ $^ $(HOST_LIBS)

# What the console must print.
$(HOST)/gba_checksum: $(call host_objects,tests/host/gba_checksum.c examples/gba/checksum.c) \
    $(HOST)/libpelt.a
	$(BOARD_DO)$(CC) $(HOST_EXTRA) -o $@ $^

# Plays hostile blobs with the freestanding tests' own code.
$(HOST)/test_blob: $(call host_objects,$(TEST_BLOB_SRCS))

$(HOST)/obj/port/arm9/nds.o: HOST_CFLAGS += -DPELT_NDS
$(HOST)/test_nds: $(HOST)/obj/port/arm9/nds.o
