/* SPDX-License-Identifier: MIT */
/* A character in LVGL 9, here on a PC: LVGL opens a window with SDL2 (LV_USE_SDL in lv_conf.h). On a
 * board the display is the board's, and the rest stays as it is. It waves once, then walks.
 *
 *   main [MS]     the picture at this millisecond, without motion */
#include <stdio.h>
#include <stdlib.h>

#include "fox.h" /* pelt bake fox.glb -o fox.pelt --c fox --strip */
#include "lv_pelt.h"

#define SIDE 240

static const lv_pelt_model_t model = LV_PELT_MODEL(fox, FOX);
static uint32_t still;

static uint32_t still_tick(void)
{
    return still;
}

static void on_end(lv_event_t *e)
{
    lv_pelt_play(lv_event_get_target(e), FOX_CLIP_WALK, PELT_LOOP, 300);
}

static void on_event(lv_event_t *e)
{
    printf("%s\n", (const char *)lv_event_get_param(e)); /* such as "left foot" */
}

int main(int argc, char **argv)
{
    lv_init();
    lv_sdl_window_create(SIDE, SIDE);
    if (argc > 1)
        lv_tick_set_cb(still_tick);
    lv_obj_set_style_bg_color(lv_screen_active(), lv_color_hex(0x202840), 0);
    lv_obj_set_style_bg_opa(lv_screen_active(), LV_OPA_COVER, 0);

    lv_obj_t *fox = lv_pelt_create(lv_screen_active());
    lv_obj_set_size(fox, SIDE, SIDE);
    if (lv_pelt_set_model(fox, &model) != PELT_OK)
        return 1;
    lv_obj_add_event_cb(fox, on_end, LV_EVENT_READY, NULL);
    lv_obj_add_event_cb(fox, on_event, LV_EVENT_VALUE_CHANGED, NULL);
    lv_pelt_play(fox, FOX_CLIP_WAVE, 0, 0);

    still = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0u;
    for (;;) {
        lv_timer_handler();
        lv_delay_ms(5);
    }
}
