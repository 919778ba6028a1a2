/* SPDX-License-Identifier: MIT */
/*
 * The file that a console's loader, a board's drive or a debugger takes, made of an image: the bytes
 * that objcopy -O binary or `pelt rom` gives, from the image's first on.
 */
#ifndef PELT_TOOLS_ROM_CONTAINER_H
#define PELT_TOOLS_ROM_CONTAINER_H

#include "blob/writer.h"
#include "common/diag.h"

/* What kinds there are, each the suffix of its files; NULL behind the last. */
extern const char *const container_kinds[];

/*
 * Appends the file to `out`.
 * kind      gba, z64, exe, nds, uf2, hex or bin, which is the image itself
 * address   of the image's first byte, where the file says it: uf2, hex
 */
bool container_make(byte_buffer *out, const char *kind, uint32_t address, const uint8_t *image,
                    size_t bytes, diag *d);

#endif
