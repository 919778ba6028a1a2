/* SPDX-License-Identifier: MIT */
/* Decodes images with stb_image, behind checks of its known defects. */
#include "image/image_decode.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The vector code is left out: it is only faster, and every host must decode alike. */
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_SIMD
#define STBI_NO_THREAD_LOCALS
#define STBI_MAX_DIMENSIONS 65536
/* Version 2.27 reads tables that a damaged JPEG lacks; with calloc they are zeros, the same
 * every time. Its assertions would end the program, but jpeg_valid ensures that they hold. */
#define STBI_MALLOC(size) calloc(1, size)
#define STBI_REALLOC(memory, size) realloc(memory, size)
#define STBI_FREE(memory) free(memory)
#define STBI_ASSERT(condition) ((void)0)
#pragma GCC diagnostic ignored "-Wunused-function" /* it is reported at the file's end */
#include <stb/stb_image.h>

/* The most pixels that a byte can encode: in a JPEG, blocks of one bit give 1024 pixels in 18
 * blocks; in a PNG of one bit a pixel, deflate reaches 1032 to 1. A file of a few bytes that
 * announces a large picture is refused before memory is allocated. */
#define JPEG_PIXELS_PER_BYTE 512u
#define PNG_PIXELS_PER_BYTE (8u * 1032u)

static bool starts(const uint8_t *bytes, size_t size_bytes, size_t at, const char *with,
                   size_t length)
{
    return size_bytes >= at + length && memcmp(bytes + at, with, length) == 0;
}

/* Whether the Huffman tables in a segment have at most 255 codes each, as in any valid file. stb_image
 * 2.27 mistakes the 256th for no code, and writes past its tables if there are more. */
static bool huffman_valid(const uint8_t *bytes, size_t size_bytes, size_t at, size_t end)
{
    while (at < end) {
        uint32_t codes = 0;
        for (size_t i = 1; i <= 16; i++)
            codes += at + i < size_bytes ? bytes[at + i] : 0;
        if (codes > 255)
            return false;
        at += 17 + codes;
    }
    return true;
}

enum { JPEG_TABLES = 0xC4, JPEG_SCAN = 0xDA }; /* markers */

/* Whether all Huffman tables of a JPEG are valid. Behind the first scan they are searched for everywhere,
 * as only the decoder knows where scans end; before it, segments of other kinds, which may hold anything,
 * are skipped. */
static bool jpeg_valid(const uint8_t *bytes, size_t size_bytes)
{
    bool scans = false;
    for (size_t at = 0; at + 4 <= size_bytes;) {
        const uint8_t marker = bytes[at + 1];
        if (bytes[at] != 0xFF || marker == 0xFF || marker == 0 ||
            (marker >= 0xD0 && marker < 0xDA)) {
            at++;
            continue;
        }
        const size_t length = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        if (marker == JPEG_TABLES && !huffman_valid(bytes, size_bytes, at + 4, at + 2 + length))
            return false;
        scans |= marker == JPEG_SCAN;
        at += scans || length < 2 ? 1 : 2 + length;
    }
    return true;
}

static const char *refuse_kind(const uint8_t *bytes, size_t size_bytes)
{
    if (starts(bytes, size_bytes, 0, "RIFF", 4) && starts(bytes, size_bytes, 8, "WEBP", 4))
        return "it is WebP";
    if (starts(bytes, size_bytes, 1, "KTX ", 4))
        return "it is KTX";
    if (starts(bytes, size_bytes, 4, "ftypavif", 8))
        return "it is AVIF";
    if (starts(bytes, size_bytes, 0, "DDS ", 4))
        return "it is DDS";
    return "it is neither PNG nor JPEG";
}

const char *image_decode(image_pixels *out, const uint8_t *bytes, size_t size_bytes)
{
    const bool is_png = starts(bytes, size_bytes, 0, "\x89PNG\r\n\x1a\n", 8);
    const bool is_jpeg = starts(bytes, size_bytes, 0, "\xff\xd8\xff", 3);
    const int size = size_bytes > (1u << 30) ? 1 << 30 : (int)size_bytes;
    int width = 0, height = 0, channels = 0;
    *out = (image_pixels){0};
    if (!is_png && !is_jpeg)
        return refuse_kind(bytes, size_bytes);
    if (is_jpeg && !jpeg_valid(bytes, size_bytes))
        return "its data are damaged";
    if (stbi_info_from_memory(bytes, size, &width, &height, &channels) == 0 || width < 1 ||
        height < 1)
        return "its header is damaged";
    const uint64_t pixels = (uint64_t)width * (uint64_t)height;
    if (pixels > IMAGE_MAX_PIXELS)
        return "it has more than 2^26 pixels";
    if (pixels / (is_png ? PNG_PIXELS_PER_BYTE : JPEG_PIXELS_PER_BYTE) > size_bytes)
        return "it is cut short";
    out->rgba =
        (uint8_t(*)[4])(void *)stbi_load_from_memory(bytes, size, &width, &height, &channels, 4);
    if (out->rgba == NULL)
        return "its data are damaged or cut short";
    out->width = (uint32_t)width;
    out->height = (uint32_t)height;
    return NULL;
}

void image_free(image_pixels *image)
{
    stbi_image_free(image->rgba);
    *image = (image_pixels){0};
}
