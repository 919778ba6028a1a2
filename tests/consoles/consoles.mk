# SPDX-License-Identifier: MIT
# build/BOARD/checksums.elf of the consoles, and the same on the host: $(HOST)/checksums. Read by
# the top-level Makefile after its own rules.

CHECKSUM_SRCS  := tests/consoles/checksums.c
CHECKSUM_BLOBS := q16 q12 f32
checksum_blobs = $(CHECKSUM_BLOBS:%=$(1)/hero_%.c)
checksum_sources = $(CHECKSUM_SRCS) $(call checksum_blobs,$(BUILD)/$(1)/checksums)

# FOLDER, byte order: the demo's character as C, in each flavour.
define checksum_blob
$(1)/hero_$(3).c: examples/hero/hero.glb $(HOST)/pelt
	@mkdir -p $$(@D)
	$(BOARD_DO)$(HOST)/pelt bake $$< -o $$(@:.c=.pelt) --c hero_$(3) --strip \
	    --precision $(3) --endian $(2) >/dev/null
endef
checksum_bake = $(foreach f,$(CHECKSUM_BLOBS),$(eval $(call checksum_blob,$(1),$(2),$(f))))

define checksum_image
$(call board_objects,$(1),$(CHECKSUM_SRCS)): BOARD_FLAGS_EXTRA := -I$(BUILD)/$(1)/checksums
$(call board_objects,$(1),$(CHECKSUM_SRCS)): | $(call checksum_blobs,$(BUILD)/$(1)/checksums)
$(call board_image,$(1),checksums,$(call checksum_sources,$(1)),$(BUILD)/$(1)/libpelt.a)
endef
$(foreach b,$(CONSOLE_BOARDS),$(call checksum_bake,$(BUILD)/$(b)/checksums,$($(b).ENDIAN)))
$(foreach b,$(CONSOLE_BOARDS),$(eval $(call checksum_image,$(b))))

CHECKSUM_HOST_SRCS := $(CHECKSUM_SRCS) $(call checksum_blobs,$(HOST)/checksum_blobs) \
                      boards/host/board_host.c boards/common/text.c
$(call checksum_bake,$(HOST)/checksum_blobs,little)
$(call host_objects,$(CHECKSUM_SRCS)): HOST_CFLAGS += -I$(HOST)/checksum_blobs
$(call host_objects,$(CHECKSUM_SRCS)): | $(call checksum_blobs,$(HOST)/checksum_blobs)
$(HOST)/checksums: $(call host_objects,$(CHECKSUM_HOST_SRCS)) $(HOST)/libpelt.a
	$(BOARD_DO)$(CC) $(HOST_EXTRA) -o $@ $^

# build/psx/gte.elf: port/psx/gte.h in the emulated GTE.
GTE_SRCS := tests/consoles/gte.c tests/unit/test.c $(BUILD)/psx/checksums/hero_q16.c
$(call board_objects,psx,tests/consoles/gte.c): BOARD_FLAGS_EXTRA := -I$(BUILD)/psx/checksums
$(call board_objects,psx,tests/consoles/gte.c): | $(call checksum_blobs,$(BUILD)/psx/checksums)
$(eval $(call board_image,psx,gte,$(GTE_SRCS),$(BUILD)/psx/libpelt.a))
