/* SPDX-License-Identifier: MIT */
/* Writes animated GIF files with one palette for all frames; each frame stores only its changed
 * rectangle. */
#include "picture/picture.h"

#include <gif_lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/output.h"
#include "scene/palette.h"

/// Colours ///////////////////////////////////////////////////////////////////////////////////////

#define COLOURS 255
#define TRANSPARENT 255 /* the palette index of transparent pixels */

typedef struct gif_palette {
    GifColorType colours[256];
    uint8_t index_of[65536]; /* palette index of every 5-6-5 colour in the strip */
} gif_palette;

/* Chooses the palette over all pixels of all frames; it depends on nothing else. */
static void choose_palette(gif_palette *to, const picture_strip *strip)
{
    const size_t pixel_count = (size_t)strip->width * strip->height * strip->frame_count;
    FREED uint32_t *histogram = diag_calloc(65536, sizeof *histogram);
    uint16_t colours[COLOURS];
    texture_light light;
    palette *p = palette_make();
    for (size_t i = 0; i < pixel_count; i++)
        histogram[strip->pixels[i]]++;
    for (uint32_t c = 0; c < 65536; c++)
        if (histogram[c] != 0)
            palette_add(p, (uint16_t)c, histogram[c]);
    texture_light_make(&light);
    const uint32_t count = palette_choose(colours, p, COLOURS, &light);
    memset(to, 0, sizeof *to);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t rgb[3];
        picture_rgb(rgb, colours[i]);
        to->colours[i] = (GifColorType){rgb[0], rgb[1], rgb[2]};
    }
    for (uint32_t c = 0; c < 65536; c++)
        if (histogram[c] != 0)
            to->index_of[c] = (uint8_t)palette_index(p, (uint16_t)c);
    palette_free(p);
}

/// Frames ////////////////////////////////////////////////////////////////////////////////////////

typedef struct rectangle {
    uint32_t left, top, width, height;
} rectangle;

/* The smallest rectangle outside which both frames are equal; 1 x 1 if nothing changed. */
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
    if (left >= right)
        return (rectangle){0, 0, 1, 1};
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

/* Frames begin at the nearest hundredth of a second, so that the whole takes as long as it should. */
static bool put_control(GifFileType *gif, uint32_t frame, double frame_ms)
{
    const long delay = lrint((frame + 1) * frame_ms / 10) - lrint(frame * frame_ms / 10);
    GraphicsControlBlock control = {DISPOSE_DO_NOT, false, (int)delay,
                                    frame == 0 ? NO_TRANSPARENT_COLOR : TRANSPARENT};
    GifByteType bytes[4];
    EGifGCBToExtension(&control, bytes);
    return EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) == GIF_OK;
}

/* before: the previous frame, which is on the screen; NULL for the first frame. */
static bool put_frame(GifFileType *gif, const picture_strip *strip, const gif_palette *indexed,
                      const uint16_t *before, const uint16_t *now, uint32_t scale)
{
    const rectangle whole = {0, 0, strip->width, strip->height};
    const rectangle r = before == NULL ? whole : changed(strip, before, now);
    FREED GifPixelType *line = diag_calloc(r.width, scale);
    bool ok =
        EGifPutImageDesc(gif, (int)(r.left * scale), (int)(r.top * scale), (int)(r.width * scale),
                         (int)(r.height * scale), false, NULL) == GIF_OK;
    for (uint32_t y = 0; ok && y < r.height * scale; y++) {
        const size_t from = (size_t)(r.top + y / scale) * strip->width + r.left;
        for (uint32_t x = 0; x < r.width * scale; x++) {
            const size_t i = from + x / scale;
            line[x] =
                before != NULL && before[i] == now[i] ? TRANSPARENT : indexed->index_of[now[i]];
        }
        ok = EGifPutLine(gif, line, (int)(r.width * scale)) == GIF_OK;
    }
    return ok;
}

static bool put_strip(GifFileType *gif, const picture_strip *strip, const gif_palette *indexed,
                      double frame_ms, uint32_t scale)
{
    ColorMapObject *map = GifMakeMapObject(256, indexed->colours);
    EGifSetGifVersion(gif, true);
    bool ok = map != NULL &&
              EGifPutScreenDesc(gif, (int)(strip->width * scale), (int)(strip->height * scale), 8,
                                0, map) == GIF_OK &&
              put_loop(gif);
    GifFreeMapObject(map);
    for (uint32_t k = 0; ok && k < strip->frame_count; k++) {
        const uint16_t *before = k == 0 ? NULL : picture_frame(strip, k - 1u);
        ok = put_control(gif, k, frame_ms) &&
             put_frame(gif, strip, indexed, before, picture_frame(strip, k), scale);
    }
    return ok;
}

/* The bytes that giflib has written so far. */
typedef struct memory_file {
    uint8_t *bytes;
    uint32_t count;
} memory_file;

static int append(GifFileType *gif, const GifByteType *bytes, int count)
{
    memory_file *file = gif->UserData;
    for (int i = 0; i < count; i++) {
        file->bytes = diag_grow(file->bytes, file->count, 1);
        file->bytes[file->count++] = bytes[i];
    }
    return count;
}

bool picture_write_gif(const char *path, const picture_strip *strip, double frame_ms,
                       uint32_t scale, diag *d)
{
    FREED gif_palette *indexed = diag_calloc(1, sizeof *indexed);
    memory_file file = {NULL, 0};
    int error = 0;
    GifFileType *gif = EGifOpen(&file, append, &error);
    choose_palette(indexed, strip);
    bool ok = gif != NULL && put_strip(gif, strip, indexed, frame_ms, scale);
    ok = gif != NULL && EGifCloseFile(gif, &error) == GIF_OK && ok;
    ok = ok || diag_fail(d, DIAG_INVALID,
                         "the GIF library failed, encoding %s, choose a smaller size", path);
    ok = ok && output_write(&(output_file){path, file.bytes, file.count}, 1, d);
    free(file.bytes);
    return ok;
}
