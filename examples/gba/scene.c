/* SPDX-License-Identifier: MIT */
/* Sky and turntable by the Game Boy Advance's hardware, see scene.h. */
#include "scene.h"

#include "pelt/draw.h"
#include "console.h"
#include "projection.h"

#define DISPLAY CONSOLE_IO16(0x000)
#define DISPLAY_MODE 0x1444u /* mode 4, background 2, objects with tiles in a row */
#define DISPLAY_PAGE 0x0010u
#define PAGE_BYTES 0xA000u

/* DMA 0 writes a halfword to the same address at every horizontal blank. */
#define SKY_FROM CONSOLE_IO32(0xB0)
#define SKY_TO CONSOLE_IO32(0xB4)
#define SKY_CONTROL CONSOLE_IO32(0xB8)
#define SKY_ON 0xA2400001u

/* The turntable consists of objects of 64 x 64 pixels with 256 colours, one beside the other. */
#define TILE_512 0x14000 /* the first tile that mode 4 does not use */
#define TABLE_ACROSS 3
#define TABLE_WIDTH (TABLE_ACROSS * 64)
#define TABLE_TOP 96 /* at most: the ground of a wide, low model is nearer to the middle */
#define TABLE_MATRIX ((int32_t)SCENE_TEXT_OBJECTS / 4) /* between the attributes of its objects */
#define TABLE_RADIUS 1040                              /* camera units */
#define RIM_RADIUS 1150
#define SHADOW_RADIUS 330

/* Colours of objects, by direction from the middle in STEPS of a turn: disc, its shadow, rim. The
 * pattern repeats 8 times, so turning it needs PATTERN colours more of each. */
#define STEPS 64u
#define PATTERN 8u
#define DISC_COLOURS 8u
#define SHADOW_COLOURS (DISC_COLOURS + STEPS)
#define RIM_COLOURS (SHADOW_COLOURS + STEPS)

static uint16_t sky[PROJECTION_HEIGHT];
static volatile bool finished;              /* the hidden page is to be shown */
static volatile uint32_t shown;             /* the page that is shown */
static uint16_t turned[STEPS + PATTERN][3]; /* colours of the pattern, over a turn and more */
static uint32_t table_step, next_table_step;
static uint32_t table_zoom, next_table_zoom; /* 1/PROJECTION_ZOOM */
static int32_t table_top;
static int32_t sines[STEPS + STEPS / 4u]; /* Q14 */

/// Colours //////////////////////////////////////////////////////////////////////////////////////

/* The colours of the scene in examples/scenery/backdrop.c. */
static const uint8_t sky_top[3] = {44, 58, 104};
static const uint8_t sky_bottom[3] = {206, 190, 196};
static const uint8_t table_colours[6][3] = {
    {138, 178, 112}, {126, 168, 106}, /* disc, light and dark */
    {84, 118, 86},   {76, 108, 82},   /* in the shadow */
    {236, 222, 178}, {94, 132, 92},   /* rim */
};

static uint16_t colour(int32_t r, int32_t g, int32_t b)
{
    return (uint16_t)(r >> 3 | (g >> 3) << 5 | (b >> 3) << 10);
}

static void open_sky(void)
{
    static const uint8_t thresholds[4] = {0, 4, 2, 6}; /* lines increase in this order */
    for (int32_t y = 0; y < PROJECTION_HEIGHT; y++) {
        int32_t rgb[3];
        for (int i = 0; i < 3; i++)
            rgb[i] = sky_top[i] + (sky_bottom[i] - sky_top[i]) * y / PROJECTION_HEIGHT +
                     thresholds[y & 3];
        sky[y] = colour(rgb[0], rgb[1], rgb[2]);
    }
}

/* Four light steps, then four dark ones; the disc's sectors are twice as wide as the rim's. */
static void open_table_colours(void)
{
    for (uint32_t step = 0; step < STEPS + PATTERN; step++) {
        for (uint32_t part = 0; part < 3u; part++) {
            const uint32_t half = part == 2u ? step >> 1 & 1u : step >> 2 & 1u;
            const uint8_t *rgb = table_colours[2u * part + half];
            turned[step][part] = colour(rgb[0], rgb[1], rgb[2]);
        }
    }
}

static void turn_table(uint32_t by)
{
    volatile uint16_t *to = CONSOLE_PALETTE + 256 + DISC_COLOURS;
    const uint16_t(*from)[3] = (const uint16_t(*)[3])turned + by % PATTERN;
    for (uint32_t step = 0; step < STEPS; step++) {
        to[step] = from[step][0];
        to[step + STEPS] = from[step][1];
        to[step + 2u * STEPS] = from[step][2];
    }
}

/// The turntable's pixels ///////////////////////////////////////////////////////////////////////

/* Direction of (x, z) in STEPS of a turn from +z over +x, by bisection: the last step not beyond
 * it. */
static uint32_t direction(int32_t x, int32_t z)
{
    uint32_t low = 0, size = STEPS;
    while (size > 1u) {
        const uint32_t angle = low + size / 2u;
        /* Whether the direction is less than half a turn further. */
        bool before = z * sines[angle] - x * sines[angle + STEPS / 4u] > 0;
        if (size == STEPS) { /* starts with one of two halves: right of the middle, left of it */
            before = x > 0 || (x == 0 && z > 0);
        }
        size /= 2u;
        low += before ? 0u : size;
    }
    return low;
}

static uint32_t table_colour(int32_t x, int32_t z)
{
    const int32_t squared = x * x + z * z;
    if (squared >= RIM_RADIUS * RIM_RADIUS)
        return 0;
    const uint32_t step = direction(x, z);
    if (squared >= TABLE_RADIUS * TABLE_RADIUS)
        return RIM_COLOURS + step;
    x -= SHADOW_RADIUS / 5; /* away from the light */
    z += SHADOW_RADIUS / 8;
    return (x * x + z * z < SHADOW_RADIUS * SHADOW_RADIUS ? SHADOW_COLOURS : DISC_COLOURS) + step;
}

/* A halfword of a tile: a pixel and the next one. */
static uint16_t table_pixels(const projection_line *line, int32_t x)
{
    int32_t at = line->x + line->x_step * x;
    if (at < -256 * RIM_RADIUS - line->x_step || at > 256 * RIM_RADIUS)
        return 0;
    const uint32_t first = table_colour(at >> 8, line->z);
    at += line->x_step;
    const uint32_t second = table_colour(at >> 8, line->z);
    return (uint16_t)(first | second << 8);
}

/* Tiles have 8 x 8 bytes; those of an object follow each other row by row. */
static void open_table(void)
{
    volatile uint16_t *tiles = (volatile uint16_t *)(void *)(CONSOLE_VIDEO + TILE_512);
    const int32_t left = (PROJECTION_WIDTH - TABLE_WIDTH) / 2;
    table_top = TABLE_TOP;
    while (projection_under(table_top - 1).z > -RIM_RADIUS)
        table_top--;
    for (int32_t object = 0; object < TABLE_ACROSS; object++) {
        for (int32_t row = 0; row < 64; row++) {
            const projection_line line = projection_under(table_top + row);
            const bool is_table = line.z > -RIM_RADIUS && line.z < RIM_RADIUS;
            for (int32_t column = 0; column < 64; column += 2) {
                /* A tile has 64 bytes, and 8 stand in a row. */
                tiles[((row / 8 * 8 + column / 8) * 64 + row % 8 * 8 + column % 8) / 2] =
                    is_table ? table_pixels(&line, left + object * 64 + column) : 0;
            }
        }
        tiles += 64 * 64 / 2;
    }
}

/* Places the objects, which the video hardware scales unless they are shown as they are. It samples
 * them from their middles, so these are a whole number of pixels apart; larger ones need twice the
 * room, of 128 x 128 pixels. */
static void place_table(uint32_t zoom)
{
    const int32_t scale = (int32_t)zoom, one = (int32_t)PROJECTION_ZOOM;
    const int32_t half = scale > one ? 64 : 32;
    const uint32_t kind = scale == one ? 0u : scale < one ? 0x0100u : 0x0300u;
    const int32_t y =
        PROJECTION_CENTRE_Y + (table_top + 32 - PROJECTION_CENTRE_Y) * scale / one - half;
    volatile uint16_t *attributes = CONSOLE_OBJECTS + SCENE_TEXT_OBJECTS * 4u;
    for (int32_t object = 0; object < TABLE_ACROSS; object++) {
        const int32_t x = PROJECTION_CENTRE_X + (object - 1) * 64 * scale / one - half;
        attributes[4 * object] = (uint16_t)((uint32_t)y | kind | 0x2000u); /* 256 colours */
        attributes[4 * object + 1] =
            (uint16_t)((x & 511) | (kind != 0u ? TABLE_MATRIX << 9 : 0) | 0xC000); /* 64 x 64 */
        attributes[4 * object + 2] =
            (uint16_t)((512 + object * 128) | 0x0C00); /* behind the picture */
    }
    for (int i = 0; i < 4; i++) /* the matrix from the screen to the object, Q8 */
        attributes[4 * i + 3] = (uint16_t)(i % 3 == 0 ? 256 * one / scale : 0);
    table_zoom = zoom;
}

/// Pages ////////////////////////////////////////////////////////////////////////////////////////

void scene_open(bool has_table)
{
    DISPLAY = 0x0080; /* blank */
    for (uint32_t i = 0; i < 2u * PAGE_BYTES; i += 4u) {
        *(volatile uint32_t *)(void *)(CONSOLE_VIDEO + i) = 0;
    }
    for (uint32_t i = 0; i < 128u; i++)
        CONSOLE_OBJECTS[4u * i] = 0x0200; /* not shown */
    open_sky();
    for (uint32_t i = 0; i < STEPS + STEPS / 4u; i++)
        sines[i] = pelt_sine_get(i * (PELT_TURN / STEPS));
    open_table_colours();
    next_table_zoom = table_zoom = PROJECTION_ZOOM;
    if (has_table) {
        open_table();
        place_table(PROJECTION_ZOOM);
    }
    turn_table(0);
    shown = 0;
    finished = false;
    DISPLAY = DISPLAY_MODE;
}

CONSOLE_HOT void scene_blank(void)
{
    SKY_CONTROL = 0;
    CONSOLE_PALETTE[0] = sky[0];
    SKY_FROM = (uint32_t)(uintptr_t)(sky + 1);
    SKY_TO = (uint32_t)(uintptr_t)CONSOLE_PALETTE;
    SKY_CONTROL = SKY_ON;
    if (finished) {
        shown ^= 1u;
        DISPLAY = (uint16_t)(DISPLAY_MODE | (shown != 0u ? DISPLAY_PAGE : 0u));
        if (table_zoom != next_table_zoom)
            place_table(next_table_zoom);
        finished = false;
    }
}

void scene_wait(void)
{
    while (finished)
        console_sleep();
    if (table_step != next_table_step) {
        table_step = next_table_step;
        turn_table(table_step);
    }
}

uint8_t *scene_page(uint32_t *index)
{
    scene_wait();
    *index = shown ^ 1u;
    return CONSOLE_VIDEO + *index * PAGE_BYTES;
}

void scene_show(uint32_t yaw, uint32_t zoom)
{
    next_table_zoom = zoom;
    next_table_step = STEPS - 1u - (yaw / (PELT_TURN / STEPS) & (STEPS - 1u));
    finished = true;
}
