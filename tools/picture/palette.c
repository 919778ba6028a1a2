/* SPDX-License-Identifier: MIT */
#include "picture/palette.h"

#include <stdlib.h>
#include <string.h>

/* A used colour: 8-bit channels, how often, and what it is sorted by. */
typedef struct colour {
    uint8_t rgb[3];
    uint16_t source;
    uint32_t order;
    uint64_t count;
} colour;

/* colours [first, first + count) of the list */
typedef struct box {
    size_t first, count;
    int axis;       /* widest channel */
    uint64_t worth; /* what splitting it gains: pixels x width^2; 0 cannot be split */
} box;

static const int axis_weight[3] = {2, 3, 1}; /* how well the eye tells them apart */

static size_t collect(colour *colours, const picture_strip *strip)
{
    const size_t pixel_count = (size_t)strip->width * strip->height * strip->frame_count;
    uint64_t *histogram = diag_calloc(65536, sizeof *histogram);
    size_t count = 0;

    for (size_t i = 0; i < pixel_count; i++) {
        histogram[strip->pixels[i]]++;
    }
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

    for (size_t i = first; i < first + count; i++) {
        pixels += colours[i].count;
    }
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

/* Splits where half of the pixels lie on each side, leaving at least one colour in both. */
static void split(colour *colours, box *low, box *high)
{
    const size_t first = low->first;
    const size_t end = first + low->count;
    uint64_t pixels = 0, below;
    size_t at = first;

    /* Ties by the colour itself, which is unique: any qsort gives the same order. */
    for (size_t i = first; i < end; i++) {
        colours[i].order = (uint32_t)colours[i].rgb[low->axis] << 16 | colours[i].source;
        pixels += colours[i].count;
    }
    qsort(colours + first, low->count, sizeof *colours, ascending);
    below = colours[at++].count;
    while (at + 1u < end && below + colours[at].count / 2u < pixels / 2u) {
        below += colours[at++].count;
    }
    *high = measure(colours, at, end - at);
    *low = measure(colours, first, at - first);
}

static void average(uint8_t rgb[3], const colour *colours, const box *b)
{
    uint64_t sum[3] = {0, 0, 0}, pixels = 0;

    for (size_t i = b->first; i < b->first + b->count; i++) {
        pixels += colours[i].count;
        for (int axis = 0; axis < 3; axis++) {
            sum[axis] += colours[i].count * colours[i].rgb[axis];
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        rgb[axis] = (uint8_t)((sum[axis] + pixels / 2u) / pixels);
    }
}

static uint8_t nearest(const picture_palette *palette, int count, const uint8_t rgb[3])
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

void picture_palette_choose(picture_palette *palette, const picture_strip *strip)
{
    colour *colours = diag_calloc(65536, sizeof *colours);
    const size_t colour_count = collect(colours, strip);
    box boxes[PICTURE_COLOURS];
    int box_count = 1;

    memset(palette, 0, sizeof *palette);
    boxes[0] = measure(colours, 0, colour_count);
    while (box_count < PICTURE_COLOURS) {
        int best = 0;

        for (int i = 1; i < box_count; i++) {
            best = boxes[i].worth > boxes[best].worth ? i : best;
        }
        if (boxes[best].worth == 0u) {
            break;
        }
        split(colours, &boxes[best], &boxes[box_count]);
        box_count++;
    }
    for (int i = 0; i < box_count && colour_count > 0u; i++) {
        average(palette->rgb[i], colours, &boxes[i]);
    }
    for (size_t i = 0; i < colour_count; i++) {
        palette->index_of[colours[i].source] = nearest(palette, box_count, colours[i].rgb);
    }
    free(colours);
}
