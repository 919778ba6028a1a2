/* SPDX-License-Identifier: MIT */
/* Makes the file that a console's loader, a board's drive or a debugger takes from an image, the
 * bytes that objcopy -O binary or `pelt rom` gives. */
#pragma once

#include "blob/writer.h"
#include "common/diag.h"

/* Appends the file to `out`.
 * kind      gba, z64, exe, nds, uf2, hex or bin, which is the image itself
 * address   of the image's first byte, which uf2 and hex files contain */
bool container_make(byte_buffer *out, const char *kind, uint32_t address, const uint8_t *image,
                    size_t bytes, diag *d);
