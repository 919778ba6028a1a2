/* SPDX-License-Identifier: MIT */
/* Decodes PNG and JPEG files in memory to pixels, the same on every host. No byte is trusted. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define IMAGE_MAX_PIXELS ((uint64_t)1 << 26) /* 8192 x 8192 */

typedef struct image_pixels {
    uint32_t width, height;
    uint8_t (*rgba)[4]; /* [height][width], as stored; image_free releases it */
} image_pixels;

/* Fills `out` and returns NULL, or returns the error in words and leaves `out` empty. */
const char *image_decode(image_pixels *out, const uint8_t *bytes, size_t size_bytes);
void image_free(image_pixels *image);
