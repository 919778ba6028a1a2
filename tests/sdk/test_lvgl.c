/* SPDX-License-Identifier: MIT */
/* Tests the widget of packages/lvgl on displays without a window: test_lvgl FOLDER
 *
 * Writes pictures as little-endian RGB565 to FOLDER, which tests/sdk/run compares with pelt/draw.h's
 * own. The upper half of the display has one widget, the lower half another one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fox.h"
#include "lv_pelt.h"
#include "small.h"

#define SIDE 240
#define HEIGHT (2 * SIDE)
#define GROUND PELT_RGB565(32, 40, 64)
#define BUFFER_LINES 24
#define TOLD(NAME) (LV_PELT_MODEL_BYTES(NAME) + LV_PELT_PICTURE_BYTES(NAME, SIDE, SIDE))

static const lv_pelt_model_t fox_model = LV_PELT_MODEL(fox, FOX);
static const lv_pelt_model_t small_model = LV_PELT_MODEL(small, SMALL);
static uint16_t shown[HEIGHT][SIDE];
static uint8_t buffer[SIDE * BUFFER_LINES * 4];
static uint32_t now, sent, passed, ended, left_foot;
static int32_t highest, lowest;
static int failed;

static void expect(int is_so, const char *what)
{
    if (is_so)
        return;
    printf("FAIL %s\n", what);
    failed++;
}

static uint32_t tick(void)
{
    return now;
}

/* The display: keeps what it is sent as RGB565. */
static void flush(lv_display_t *display, const lv_area_t *area, uint8_t *pixels)
{
    const lv_color_format_t format = lv_display_get_color_format(display);
    for (int32_t y = area->y1; y <= area->y2; y++)
        for (int32_t x = area->x1; x <= area->x2; x++, pixels += lv_color_format_get_size(format))
            shown[y][x] = format == LV_COLOR_FORMAT_RGB565 ? *(uint16_t *)(void *)pixels
                          : format == LV_COLOR_FORMAT_RGB565_SWAPPED
                              ? (uint16_t)(pixels[0] << 8 | pixels[1])
                              : PELT_RGB565(pixels[2], pixels[1], pixels[0]);
    sent += lv_area_get_size(area);
    highest = LV_MIN(highest, area->y1);
    lowest = LV_MAX(lowest, area->y2);
    lv_display_flush_ready(display);
}

static void show(uint32_t ms)
{
    now = ms;
    lv_timer_handler();
    lv_refr_now(NULL);
}

static void dump(const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/lvgl_%s.raw", folder, name);
    FILE *file = fopen(path, "wb");
    expect(file != NULL && fwrite(shown, sizeof shown, 1, file) == 1 && fclose(file) == 0, path);
}

static void on_event(lv_event_t *e)
{
    if (lv_event_get_code(e) == LV_EVENT_READY)
        ended++;
    if (lv_event_get_code(e) == LV_EVENT_VALUE_CHANGED) {
        passed++;
        left_foot += strcmp(lv_event_get_param(e), FOX_EVENT_LEFT_FOOT) == 0;
    }
}

static void on_end(lv_event_t *e)
{
    lv_obj_delete(lv_event_get_target(e));
}

static lv_display_t *open_display(lv_color_format_t format)
{
    lv_init();
    lv_tick_set_cb(tick);
    lv_display_t *display = lv_display_create(SIDE, HEIGHT);
    lv_display_set_color_format(display, format);
    lv_display_set_buffers(display, buffer, NULL,
                           (uint32_t)(SIDE * BUFFER_LINES * lv_color_format_get_size(format)),
                           LV_DISPLAY_RENDER_MODE_PARTIAL);
    lv_display_set_flush_cb(display, flush);
    lv_obj_set_style_bg_color(lv_screen_active(), lv_color_make(33, 40, 66), 0); /* GROUND */
    lv_obj_set_style_bg_opa(lv_screen_active(), LV_OPA_COVER, 0);
    now = 0;
    return display;
}

/* Opens a widget with its top at y. Beside `told` bytes it may take 64 of the heap, for LVGL's own headers. */
static lv_obj_t *open_widget(const lv_pelt_model_t *model, int32_t y, size_t told)
{
    lv_mem_monitor_t before, after;
    lv_obj_t *obj = lv_pelt_create(lv_screen_active());
    lv_obj_set_pos(obj, 0, y);
    lv_obj_set_size(obj, SIDE, SIDE);
    lv_obj_update_layout(obj);
    lv_mem_monitor(&before);
    expect(lv_pelt_set_model(obj, model) == PELT_OK, "model");
    lv_mem_monitor(&after);
    const size_t taken = before.free_size - after.free_size;
    printf("told %zu bytes, taken %zu\n", told, taken);
    expect(taken >= told && taken <= told + 64u, "RAM is not what was told");
    return obj;
}

/* Counts the pixels that differ by more than `most` in red or blue, of 32 steps, or by twice that in green, of
 * 64. */
static uint32_t count_other(const uint16_t (*from)[SIDE], int32_t most)
{
    uint32_t count = 0;
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            const int a = shown[y][x], b = from[y][x];
            count += abs((a >> 11) - (b >> 11)) > most || abs((a & 31) - (b & 31)) > most ||
                     abs((a >> 5 & 63) - (b >> 5 & 63)) > 2 * most;
        }
    return count;
}

/* A widget of half opacity is half way to the ground, by its style's opacity and by a layer of its own. */
static void test_opacity(lv_obj_t *obj)
{
    static uint16_t half[HEIGHT][SIDE], full[HEIGHT][SIDE];
    const int ground[3] = {GROUND >> 11, GROUND >> 5 & 63, GROUND & 31};
    memcpy(full, shown, sizeof full);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            const int c[3] = {full[y][x] >> 11, full[y][x] >> 5 & 63, full[y][x] & 31};
            half[y][x] = (uint16_t)((c[0] + ground[0]) / 2 << 11 | (c[1] + ground[1]) / 2 << 5 |
                                    (c[2] + ground[2]) / 2);
        }
    lv_obj_set_style_opa(obj, LV_OPA_50, 0);
    lv_refr_now(NULL);
    expect(count_other(half, 1) == 0 && count_other(full, 1) > 2000, "opacity");
    lv_obj_set_style_opa(obj, LV_OPA_COVER, 0);
    lv_obj_set_style_opa_layered(obj, LV_OPA_50, 0);
    lv_refr_now(NULL);
    expect(count_other(half, 1) == 0 && count_other(full, 1) > 2000, "a layer");
    lv_obj_set_style_opa_layered(obj, LV_OPA_COVER, 0);
    lv_refr_now(NULL);
    expect(count_other(full, 0) == 0, "opaque again");
}

/* Tests fades, events, ends and sizes. */
static void test_motion(const char *folder, lv_obj_t *obj)
{
    static uint16_t first[HEIGHT][SIDE];
    lv_obj_add_event_cb(obj, on_event, LV_EVENT_ALL, NULL);
    memcpy(first, shown, sizeof first);
    expect(lv_pelt_play(obj, FOX_CLIP_WAVE, 0, 200) == PELT_OK, "play");
    show(now); /* nothing of the new clip yet */
    expect(count_other(first, 0) == 0, "a fade begins with a jump");
    const uint32_t start = now;
    show(start + 100);
    expect(count_other(first, 0) > 500, "no fade");
    dump(folder, "faded");
    show(start + 400);
    dump(folder, "wave");
    for (int i = 0; i < 200; i++)
        show(now + 33);
    expect(ended == 1 && passed == 1, "a clip's end and its event");
    memcpy(first, shown, sizeof first);
    show(now + 33);
    expect(count_other(first, 0) == 0, "what has ended moves");
    expect(lv_pelt_play(obj, FOX_CLIP_WALK, PELT_LOOP, 0) == PELT_OK, "walk");
    passed = 0;
    for (int i = 0; i < 100; i++)
        show(now + 20);
    expect(passed == 4 && left_foot == 2, "two steps of each foot");
    expect(lv_pelt_play(obj, 99, 0, 0) != PELT_OK, "no such clip");
    /* Another size, and the first one again. */
    memcpy(first, shown, sizeof first);
    lv_obj_set_size(obj, SIDE / 2, SIDE / 3 * 2 + 3);
    lv_refr_now(NULL);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++)
            expect(shown[y][x] == GROUND || (x < SIDE / 2 && y < SIDE / 3 * 2 + 3), "size");
    expect(count_other(first, 0) > 2000, "a smaller picture");
    lv_obj_set_size(obj, SIDE, SIDE);
    lv_refr_now(NULL);
    expect(count_other(first, 0) == 0, "the first size again");
    /* Whoever is told may delete the widget. */
    lv_obj_add_event_cb(obj, on_end, LV_EVENT_READY, NULL);
    lv_pelt_play(obj, FOX_CLIP_WAVE, 0, 0);
    for (int i = 0; i < 100 && lv_obj_is_valid(obj); i++)
        show(now + 33);
    expect(!lv_obj_is_valid(obj) && ended == 2, "deleted at the end");
}

int main(int argc, char **argv)
{
    static const lv_color_format_t formats[] = {
        LV_COLOR_FORMAT_RGB565, LV_COLOR_FORMAT_RGB565_SWAPPED, LV_COLOR_FORMAT_XRGB8888};
    static const char *const names[] = {"rgb565", "swapped", "xrgb8888"};
    if (argc != 2)
        return 2;
    for (int i = 0; i < 3; i++) {
        open_display(formats[i]);
        lv_obj_t *fox = open_widget(&fox_model, 0, TOLD(FOX));
        lv_obj_t *small = open_widget(&small_model, SIDE, TOLD(SMALL));
        lv_pelt_play(fox, FOX_CLIP_IDLE, PELT_LOOP, 0);
        lv_pelt_play(small, SMALL_CLIP_WALK, PELT_LOOP, 0);
        lv_pelt_set_view(small, 8192, 3000);
        show(500);
        dump(argv[1], names[i]);
        lv_obj_delete(small);
        lv_refr_now(NULL);
        sent = 0, highest = HEIGHT, lowest = 0;
        show(533);
        printf("%s: %u pixels of %u sent, lines %d to %d\n", names[i], sent, SIDE * SIDE, highest,
               lowest);
        expect(sent > 1000 && sent < SIDE * SIDE / 2 && lowest < SIDE, "more is sent than moved");
        test_opacity(fox);
        if (i == 0)
            test_motion(argv[1], fox);
        lv_deinit();
    }
    if (failed == 0)
        printf("PASS lvgl\n");
    return failed != 0;
}
