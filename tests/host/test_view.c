/* SPDX-License-Identifier: MIT */
/* Tests that `pelt view` shows models large and whole: at least seven tenths of the picture's
 * height, or nearly all of its width if the model is wide, and inside the picture.
 *
 *   test_view PICTURE.png MODEL...    pictures go to PICTURE.png */
#include <png.h>
#include <stdio.h>

#include "backdrop.h"
#include "cmd/commands.h"
#include "common/diag.h"

#define SIZE 320u
#define LEAST_TALL 70u /* per cent */
#define LEAST_WIDE 88u

/* The ground's colours, as backdrop.c has them. */
static const uint8_t ground[][3] = {
    {138, 178, 112}, {126, 168, 106}, {236, 222, 178}, {94, 132, 92}, {78, 110, 84}};
static uint16_t sky[SIZE * SIZE];

static bool is_backdrop(const uint8_t *pixel, uint16_t behind)
{
    const uint16_t colour = PELT_RGB565(pixel[0], pixel[1], pixel[2]);
    bool found = colour == behind;
    for (size_t i = 0; i < sizeof ground / sizeof ground[0]; i++)
        found |= colour == PELT_RGB565(ground[i][0], ground[i][1], ground[i][2]);
    return found;
}

/* Lines with enough pixels of the model, as single pixels may be dither. */
typedef struct span {
    uint32_t first, last;
} span;

static span find_span(const uint8_t *pixels, bool rows)
{
    span out = {SIZE, 0};
    for (uint32_t line = 0; line < SIZE; line++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < SIZE; i++) {
            const uint32_t x = rows ? i : line, y = rows ? line : i;
            count += !is_backdrop(pixels + 3 * (y * SIZE + x), sky[y * SIZE + x]);
        }
        if (count >= 2) {
            out.first = out.first < line ? out.first : line;
            out.last = line;
        }
    }
    return out;
}

static bool shows(const char *picture, char *model)
{
    command_line line = {.in = model,
                         .out = picture,
                         .load = LOAD_OPTIONS,
                         .width = SIZE,
                         .height = SIZE,
                         .pixel_samples = 1,
                         .light = 1};
    diag d = {0};
    static uint8_t pixels[SIZE * SIZE * 3];
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!cmd_view(&line, &d) || png_image_begin_read_from_file(&image, picture) == 0 ||
        image.width != SIZE || image.height != SIZE) {
        printf("FAIL view %s: no picture\n", model);
        return false;
    }
    image.format = PNG_FORMAT_RGB;
    png_image_finish_read(&image, NULL, pixels, 0, NULL);
    const span rows = find_span(pixels, true), columns = find_span(pixels, false);
    const uint32_t tall = (rows.last - rows.first + 1) * 100 / SIZE;
    const uint32_t wide = (columns.last - columns.first + 1) * 100 / SIZE;
    const bool inside =
        rows.first > 0 && rows.last + 1 < SIZE && columns.first > 0 && columns.last + 1 < SIZE;
    const bool ok = rows.first <= rows.last && inside && (tall >= LEAST_TALL || wide >= LEAST_WIDE);
    printf("%s view %s: %u %% of the height, %u %% of the width%s\n", ok ? "ok  " : "FAIL", model,
           tall, wide, inside ? "" : ", cut");
    return ok;
}

int main(int argc, char **argv)
{
    const pelt_band band = {.colours = sky, .width = SIZE, .line_count = SIZE};
    unsigned failed = 0;
    backdrop_sky(&band, SIZE);
    diag_set_warnings(false);
    if (argc < 3)
        return 2;
    for (int i = 2; i < argc; i++)
        failed += !shows(argv[1], argv[i]);
    printf("%u passed, %u failed\n", (unsigned)argc - 2 - failed, failed);
    return failed > 0;
}
