/* SPDX-License-Identifier: MIT */
/* Writes animated GIF files with one palette for all frames; each frame stores only its changed
 * rectangle. */
#include "picture/picture.h"

#include <gif_lib.h>
#include <stdlib.h>
#include <string.h>

#include "common/output.h"

/// Colours ///////////////////////////////////////////////////////////////////////////////////////

#define COLOURS 255
#define TRANSPARENT 255 /* the palette index of transparent pixels */

typedef struct gif_palette {
    uint8_t rgb[256][3];
    uint8_t index_of[65536]; /* palette index of every 5-6-5 colour in the strip */
} gif_palette;

/* A used colour: its 8-bit channels, its frequency, and the key by which it is sorted. */
typedef struct colour {
    uint8_t rgb[3];
    uint16_t source;
    uint32_t order;
    uint64_t count;
} colour;

/* A box of median cut: colours [first, first + count) of the list. */
typedef struct box {
    size_t first, count;
    int axis;       /* the widest channel */
    uint64_t worth; /* gain of splitting it: pixels x width^2; 0: cannot be split */
} box;

static const int axis_weight[3] = {2, 3, 1}; /* the eye's sensitivity to each */

static size_t collect(colour *colours, const picture_strip *strip)
{
    const size_t pixel_count = (size_t)strip->width * strip->height * strip->frame_count;
    uint64_t *histogram = diag_calloc(65536, sizeof *histogram);
    size_t count = 0;

    for (size_t i = 0; i < pixel_count; i++)
        histogram[strip->pixels[i]]++;
    for (uint32_t c = 0; c < 65536u; c++) {
        if (histogram[c] != 0u) {
            colours[count] = (colour){.source = (uint16_t)c, .count = histogram[c]};
            picture_rgb(colours[count++].rgb, (uint16_t)c);
        }
    }
    free(histogram);
    return count;
}

static box measure(const colour *colours, size_t first, size_t count)
{
    box b = {first, count, 0, 0};
    uint64_t pixels = 0;
    int widest = 0;

    for (size_t i = first; i < first + count; i++)
        pixels += colours[i].count;
    for (int axis = 0; axis < 3; axis++) {
        int low = 255, high = 0, width;

        for (size_t i = first; i < first + count; i++) {
            const int v = colours[i].rgb[axis];

            low = v < low ? v : low;
            high = v > high ? v : high;
        }
        width = (high - low) * axis_weight[axis];
        if (width > widest) {
            widest = width;
            b.axis = axis;
        }
    }
    b.worth = pixels * (uint64_t)widest * (uint64_t)widest;
    return b;
}

static int ascending(const void *a, const void *b)
{
    const colour *x = a, *y = b;

    return (x->order > y->order) - (x->order < y->order);
}

/* Splits a box so that half of the pixels lie on each side and each has at least one colour. */
static void split(colour *colours, box *low, box *high)
{
    const size_t first = low->first;
    const size_t end = first + low->count;
    uint64_t pixels = 0, below;
    size_t at = first;

    /* Ties are broken by the colour itself, which is unique, so any qsort gives the same order. */
    for (size_t i = first; i < end; i++) {
        colours[i].order = (uint32_t)colours[i].rgb[low->axis] << 16 | colours[i].source;
        pixels += colours[i].count;
    }
    qsort(colours + first, low->count, sizeof *colours, ascending);
    below = colours[at++].count;
    while (at + 1u < end && below + colours[at].count / 2u < pixels / 2u)
        below += colours[at++].count;
    *high = measure(colours, at, end - at);
    *low = measure(colours, first, at - first);
}

static void average(uint8_t rgb[3], const colour *colours, const box *b)
{
    uint64_t sum[3] = {0, 0, 0}, pixels = 0;

    for (size_t i = b->first; i < b->first + b->count; i++) {
        pixels += colours[i].count;
        for (int axis = 0; axis < 3; axis++)
            sum[axis] += colours[i].count * colours[i].rgb[axis];
    }
    for (int axis = 0; axis < 3; axis++)
        rgb[axis] = (uint8_t)((sum[axis] + pixels / 2u) / pixels);
}

static uint8_t nearest(const gif_palette *palette, int count, const uint8_t rgb[3])
{
    int best = 0, best_distance = INT32_MAX;

    for (int i = 0; i < count; i++) {
        int distance = 0;

        for (int axis = 0; axis < 3; axis++) {
            const int d = palette->rgb[i][axis] - rgb[axis];

            distance += axis_weight[axis] * d * d;
        }
        if (distance < best_distance) {
            best_distance = distance;
            best = i;
        }
    }
    return (uint8_t)best;
}

/* Chooses the palette by median cut over all pixels of all frames; it depends on nothing else. */
static void choose_palette(gif_palette *palette, const picture_strip *strip)
{
    colour *colours = diag_calloc(65536, sizeof *colours);
    const size_t colour_count = collect(colours, strip);
    box boxes[COLOURS];
    int box_count = 1;

    memset(palette, 0, sizeof *palette);
    boxes[0] = measure(colours, 0, colour_count);
    while (box_count < COLOURS) {
        int best = 0;

        for (int i = 1; i < box_count; i++)
            best = boxes[i].worth > boxes[best].worth ? i : best;
        if (boxes[best].worth == 0u)
            break;
        split(colours, &boxes[best], &boxes[box_count]);
        box_count++;
    }
    for (int i = 0; i < box_count && colour_count > 0u; i++)
        average(palette->rgb[i], colours, &boxes[i]);
    for (size_t i = 0; i < colour_count; i++)
        palette->index_of[colours[i].source] = nearest(palette, box_count, colours[i].rgb);
    free(colours);
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

static bool put_control(GifFileType *gif, uint32_t delay_ms, int transparent)
{
    GraphicsControlBlock control = {DISPOSE_DO_NOT, false, (int)(delay_ms / 10u), transparent};
    GifByteType bytes[4];

    EGifGCBToExtension(&control, bytes);
    return EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) == GIF_OK;
}

/* before: the previous frame, which is on the screen; NULL for the first frame. */
static bool put_frame(GifFileType *gif, const picture_strip *strip, const gif_palette *palette,
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

            line[x] =
                before != NULL && before[i] == now[i] ? TRANSPARENT : palette->index_of[now[i]];
        }
        ok = EGifPutLine(gif, line, (int)(r.width * scale)) == GIF_OK;
    }
    free(line);
    return ok;
}

static bool put_strip(GifFileType *gif, const picture_strip *strip, const gif_palette *palette,
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

        ok = put_control(gif, delay_ms, k == 0 ? NO_TRANSPARENT_COLOR : TRANSPARENT) &&
             put_frame(gif, strip, palette, before, picture_frame(strip, k), scale);
    }
    return ok;
}

/* The bytes that giflib has written so far. */
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
    gif_palette *palette = diag_calloc(1, sizeof *palette);
    memory_file file = {NULL, 0, 0};
    int error = 0;
    GifFileType *gif = EGifOpen(&file, append, &error);
    bool ok = gif != NULL;

    if (ok) {
        choose_palette(palette, strip);
        ok = put_strip(gif, strip, palette, delay_ms, scale);
        ok = EGifCloseFile(gif, &error) == GIF_OK && ok;
    }
    ok = ok || diag_fail(d, DIAG_INVALID,
                         "the GIF library failed, encoding %s, choose a smaller size", path);
    ok = ok && output_write(&(output_file){path, file.bytes, file.count}, 1, d);
    free(file.bytes);
    free(palette);
    return ok;
}
