/* SPDX-License-Identifier: MIT */
/* Animated GIF files: one palette for all frames, only the changed rectangle of each. */
#include "picture/picture.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

#include "common/output.h"
#include "picture/palette.h"

typedef struct rectangle {
    uint32_t left, top, width, height;
} rectangle;

/* The smallest rectangle outside of which both frames are equal; 1 x 1 where nothing changed. */
static rectangle changed(const picture_strip *strip, const uint16_t *before, const uint16_t *now)
{
    uint32_t left = strip->width, right = 0, top = strip->height, bottom = 0;

    for (uint32_t y = 0; y < strip->height; y++) {
        for (uint32_t x = 0; x < strip->width; x++) {
            const size_t i = (size_t)y * strip->width + x;

            if (before[i] != now[i]) {
                left = x < left ? x : left;
                right = x + 1u > right ? x + 1u : right;
                top = y < top ? y : top;
                bottom = y + 1u > bottom ? y + 1u : bottom;
            }
        }
    }
    if (left >= right) {
        return (rectangle){0, 0, 1, 1};
    }
    return (rectangle){left, top, right - left, bottom - top};
}

static bool put_loop(GifFileType *gif)
{
    static const unsigned char forever[3] = {1, 0, 0};

    return EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(gif, 3, forever) == GIF_OK &&
           EGifPutExtensionTrailer(gif) == GIF_OK;
}

static bool put_control(GifFileType *gif, uint32_t delay_ms, int transparent)
{
    GraphicsControlBlock control = {DISPOSE_DO_NOT, false, (int)(delay_ms / 10u), transparent};
    GifByteType bytes[4];

    EGifGCBToExtension(&control, bytes);
    return EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) == GIF_OK;
}

/* before: NULL for the first frame, else what it leaves on the screen. */
static bool put_frame(GifFileType *gif, const picture_strip *strip, const picture_palette *palette,
                      const uint16_t *before, const uint16_t *now, uint32_t scale)
{
    const rectangle whole = {0, 0, strip->width, strip->height};
    const rectangle r = before == NULL ? whole : changed(strip, before, now);
    GifPixelType *line = diag_calloc(r.width, scale);
    bool ok =
        EGifPutImageDesc(gif, (int)(r.left * scale), (int)(r.top * scale), (int)(r.width * scale),
                         (int)(r.height * scale), false, NULL) == GIF_OK;

    for (uint32_t y = 0; ok && y < r.height * scale; y++) {
        const size_t from = (size_t)(r.top + y / scale) * strip->width + r.left;

        for (uint32_t x = 0; x < r.width * scale; x++) {
            const size_t i = from + x / scale;

            line[x] = before != NULL && before[i] == now[i] ? PICTURE_TRANSPARENT
                                                            : palette->index_of[now[i]];
        }
        ok = EGifPutLine(gif, line, (int)(r.width * scale)) == GIF_OK;
    }
    free(line);
    return ok;
}

static bool put_strip(GifFileType *gif, const picture_strip *strip, const picture_palette *palette,
                      uint32_t delay_ms, uint32_t scale)
{
    ColorMapObject *map = GifMakeMapObject(256, NULL);
    bool ok = map != NULL;

    EGifSetGifVersion(gif, true);
    if (ok) {
        for (int i = 0; i < 256; i++) {
            map->Colors[i] =
                (GifColorType){palette->rgb[i][0], palette->rgb[i][1], palette->rgb[i][2]};
        }
        ok = EGifPutScreenDesc(gif, (int)(strip->width * scale), (int)(strip->height * scale), 8, 0,
                               map) == GIF_OK &&
             put_loop(gif);
        GifFreeMapObject(map);
    }
    for (uint32_t k = 0; ok && k < strip->frame_count; k++) {
        const uint16_t *before = k == 0 ? NULL : picture_frame(strip, k - 1u);

        ok = put_control(gif, delay_ms, k == 0 ? NO_TRANSPARENT_COLOR : PICTURE_TRANSPARENT) &&
             put_frame(gif, strip, palette, before, picture_frame(strip, k), scale);
    }
    return ok;
}

/* What giflib has written so far. */
typedef struct memory_file {
    uint8_t *bytes;
    uint32_t count, capacity;
} memory_file;

static int append(GifFileType *gif, const GifByteType *bytes, int count)
{
    memory_file *file = gif->UserData;

    for (int i = 0; i < count; i++) {
        file->bytes = diag_grow(file->bytes, file->count, &file->capacity, 1);
        file->bytes[file->count++] = bytes[i];
    }
    return count;
}

bool picture_write_gif(const char *path, const picture_strip *strip, uint32_t delay_ms,
                       uint32_t scale, diag *d)
{
    picture_palette *palette = diag_calloc(1, sizeof *palette);
    memory_file file = {NULL, 0, 0};
    int error = 0;
    GifFileType *gif = EGifOpen(&file, append, &error);
    bool ok = gif != NULL;

    if (ok) {
        picture_palette_choose(palette, strip);
        ok = put_strip(gif, strip, palette, delay_ms, scale);
        ok = EGifCloseFile(gif, &error) == GIF_OK && ok;
    }
    ok = ok || diag_fail(d, DIAG_INVALID,
                         "the GIF library failed, encoding %s, choose a smaller "
                         "size",
                         path);
    ok = ok && output_write(&(output_file){path, file.bytes, file.count}, 1, d);
    free(file.bytes);
    free(palette);
    return ok;
}
