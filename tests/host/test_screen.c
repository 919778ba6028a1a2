/* SPDX-License-Identifier: MIT */
/* Tests that a console's screen shows a frame of the demo, to the pixel:
 *
 *   test_screen SCREEN.png FRAMES [any|near [EXPECTED.png]]
 *
 * The frame is the last one, or with `any` any of them. `near`, of machines that draw by themselves: no
 * channel is more than 3 % off in the mean, and 3 % of the pixels differ by more than an eighth, as
 * they do along outlines that are a pixel off. With EXPECTED.png, in 99 % of the lines what is not sky
 * begins and ends within a pixel of the frame's outline, and that file becomes the frame, where the
 * screen shows it. Screens have five bits a channel and may
 * have a border. If a picture is as wide as the screen its last column may be cut: an emulated
 * PlayStation begins one column late. */
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording.h"

static png_image screen = {.version = PNG_IMAGE_VERSION};
static uint8_t *colours; /* of the screen */

static uint32_t u16_at(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8;
}

/* A pixel of the screen with five bits a channel. */
static uint32_t screen_pixel(uint32_t x, uint32_t y)
{
    const uint8_t *c = colours + 3u * ((size_t)y * screen.width + x);
    return (uint32_t)c[0] >> 3 << 10 | (uint32_t)c[1] >> 3 << 5 | (uint32_t)c[2] >> 3;
}

static uint32_t frame_pixel(const uint8_t *bytes)
{
    const uint32_t pixel = u16_at(bytes);
    return (pixel >> 11) << 10 | (pixel >> 6 & 31u) << 5 | (pixel & 31u);
}

static bool near_only; /* pixels need not be equal */
static const char *expected;

static bool is_near(uint32_t x0, uint32_t y0, const uint8_t *frame, uint32_t width, uint32_t height)
{
    uint32_t sums[3] = {0, 0, 0}, far = 0, count = 0;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width && x0 + x < screen.width; x++, count++) {
            const uint32_t a = screen_pixel(x0 + x, y0 + y),
                           b = frame_pixel(frame + 2u * (y * width + x));
            uint32_t most = 0;
            for (int c = 0; c < 3; c++) {
                const int off = (int)(a >> 5 * c & 31u) - (int)(b >> 5 * c & 31u);
                sums[c] += (uint32_t)abs(off);
                most = (uint32_t)abs(off) > most ? (uint32_t)abs(off) : most;
            }
            far += most > 4u;
        }
    const uint32_t worst = sums[0] > sums[1] ? sums[0] : sums[1];
    const double mean = (worst > sums[2] ? worst : sums[2]) / 31.0 / count,
                 part = (double)far / count;
    printf("at %u, %u: %.4f off in the mean, %.4f of the pixels are far off\n", x0, y0, mean, part);
    return mean <= 0.03 && part <= 0.03;
}

/* Where a line's first pixel is that differs by more than `most` from the sky at its right end; step -1: its
 * last one. */
static long edge(const uint32_t *line, long width, long step, int most)
{
    long x = step > 0 ? 0 : width - 1;
    for (; x >= 0 && x < width; x += step)
        for (int c = 0; c < 15; c += 5)
            if (abs((int)(line[x] >> c & 31u) - (int)(line[width - 1] >> c & 31u)) > most)
                return x;
    return x;
}

#define SIDE_MAX 1024
/* Left, right; of the screen, and of the frame by less and by more than that, where it is nearly as the sky. */
static const int far[3] = {3, 2, 5};
static long edges[3][2][SIDE_MAX];

/* Whether an edge of the screen is within a pixel of those of the frame's line and its neighbours. */
static bool is_outline(int side, uint32_t y, uint32_t height)
{
    const long x = edges[0][side][y];
    long low = x + 2, high = x - 2;
    for (uint32_t i = y == 0u ? 0u : y - 1u; i < height && i <= y + 1u; i++)
        for (int k = 1; k < 3; k++) {
            low = edges[k][side][i] < low ? edges[k][side][i] : low;
            high = edges[k][side][i] > high ? edges[k][side][i] : high;
        }
    return x >= low - 1 && x <= high + 1;
}

/* Compares outlines. */
static bool has_outline(uint32_t x0, uint32_t y0, const uint8_t *frame, uint32_t width,
                        uint32_t height)
{
    const uint32_t shown = screen.width - x0 < width ? screen.width - x0 : width;
    uint32_t off = 0, line[2][SIDE_MAX];
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < shown; x++) {
            line[0][x] = screen_pixel(x0 + x, y0 + y);
            line[1][x] = frame_pixel(frame + 2u * (y * width + x));
        }
        for (int i = 0; i < 6; i++)
            edges[i / 2][i % 2][y] =
                edge(line[i < 2 ? 0 : 1], (long)shown, i % 2 == 0 ? 1 : -1, far[i / 2]);
    }
    for (uint32_t y = 0; y < height; y++)
        off += !is_outline(0, y, height) || !is_outline(1, y, height);
    printf("%u of %u lines have another outline\n", off, height);
    return off * 100u <= height;
}

/* Makes the screen the frame, where it was found, and writes it. */
static bool write_expected(uint32_t x0, uint32_t y0, const uint8_t *frame, uint32_t width,
                           uint32_t height)
{
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width && x0 + x < screen.width; x++)
            for (int c = 0; c < 3; c++)
                colours[3u * ((y0 + y) * screen.width + x0 + x) + (uint32_t)c] =
                    (uint8_t)((frame_pixel(frame + 2u * (y * width + x)) >> (10 - 5 * c) & 31u) *
                              255u / 31u);
    return png_image_write_to_file(&screen, expected, 0, colours, 0, NULL) != 0;
}

static bool is_at(uint32_t x0, uint32_t y0, const uint8_t *frame, uint32_t width, uint32_t height)
{
    if (near_only)
        return is_near(x0, y0, frame, width, height) &&
               (expected == NULL || (has_outline(x0, y0, frame, width, height) &&
                                     write_expected(x0, y0, frame, width, height)));
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width && x0 + x < screen.width; x++)
            if (screen_pixel(x0 + x, y0 + y) != frame_pixel(frame + 2u * (y * width + x)))
                return false;
    return true;
}

static bool is_shown(const uint8_t *frame, uint32_t width, uint32_t height)
{
    for (uint32_t y = 0; y + height <= screen.height; y++)
        for (uint32_t x = 0; x + width <= screen.width + 1u; x++)
            if (is_at(x, y, frame, width, height))
                return true;
    return false;
}

static bool read_screen(const char *path)
{
    if (!png_image_begin_read_from_file(&screen, path))
        return false;
    screen.format = PNG_FORMAT_RGB;
    colours = malloc(PNG_IMAGE_SIZE(screen));
    return colours != NULL && png_image_finish_read(&screen, NULL, colours, 0, NULL);
}

static uint8_t *read_frames(const char *path)
{
    FILE *const file = fopen(path, "rb");
    uint8_t header[FRAMES_HEADER_BYTES], *frames = NULL;
    if (file != NULL && fread(header, 1, sizeof header, file) == sizeof header) {
        const size_t bytes =
            (size_t)u16_at(header + 4) * u16_at(header + 6) * u16_at(header + 8) * 2u;
        frames = malloc(sizeof header + bytes);
        if (frames != NULL) {
            memcpy(frames, header, sizeof header);
            if (fread(frames + sizeof header, 1, bytes, file) != bytes) {
                free(frames);
                frames = NULL;
            }
        }
    }
    if (file != NULL)
        fclose(file);
    return frames;
}

int main(int argc, char **argv)
{
    uint8_t *frames = NULL;
    bool found = false;
    near_only = argc > 3 && strcmp(argv[3], "near") == 0;
    expected = argc > 4 ? argv[4] : NULL;
    if (argc >= 3 && read_screen(argv[1]) && (frames = read_frames(argv[2])) != NULL) {
        const uint32_t width = u16_at(frames + 4), height = u16_at(frames + 6);
        const uint32_t count = u16_at(frames + 8);
        for (uint32_t i = argc > 3 && !near_only ? 0u : count - 1u; i < count && !found; i++)
            found = is_shown(frames + FRAMES_HEADER_BYTES + (size_t)i * width * height * 2u, width,
                             height);
    }
    free(frames);
    free(colours);
    puts(found ? "1 passed, 0 failed" : "FAIL the screen shows no such frame\n0 passed, 1 failed");
    return found ? 0 : 1;
}
