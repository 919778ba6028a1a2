/* SPDX-License-Identifier: MIT */
/* A widget for LVGL 9 that shows a character which `pelt bake` made: on whatever lies behind it, with
 * styles' opacity, in layers of RGB565, RGB565_SWAPPED, RGB888, XRGB8888 and ARGB8888. Any number of
 * them may be in one screen. It draws strip by strip into LVGL's own buffers, and invalidates only
 * what the character covers now and covered before.
 *
 *   static const lv_pelt_model_t model = LV_PELT_MODEL(fox, FOX);      of fox.h, in exact or lean
 *   lv_obj_t *fox = lv_pelt_create(lv_screen_active());
 *   lv_obj_set_size(fox, 240, 240);
 *   lv_pelt_set_model(fox, &model);
 *   lv_pelt_play(fox, FOX_CLIP_WALK, PELT_LOOP, 0);
 *
 * Events: LV_EVENT_READY where a clip that does not loop has ended; LV_EVENT_VALUE_CHANGED with the
 * name of an event of the clip that was passed, a const char *, as its parameter. */
#ifndef LV_PELT_H
#define LV_PELT_H

#include "lvgl.h"
#include "pelt/draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lines of a strip. LVGL's buffers should have a multiple of them. */
#ifndef LV_PELT_LINES
#define LV_PELT_LINES 8
#endif

/* A baked model with its sizes. It must stay in place as long as a widget shows it. */
typedef struct {
    const void *blob;
    uint32_t blob_bytes;
    const pelt_family *family;
    uint32_t arena_bytes, actor_bytes, vertices, triangles;
} lv_pelt_model_t;

/* name, NAME: as in the baked header. */
#define LV_PELT_MODEL(name, NAME)                                                                  \
    {                                                                                              \
        name##_blob, NAME##_BLOB_BYTES, NAME##_FAMILY, NAME##_ARENA_BYTES, NAME##_ACTOR_BYTES,     \
            NAME##_VERTICES, NAME##_TRIANGLES                                                      \
    }

/* A widget takes two blocks of LVGL's heap, besides itself: for its model and for its picture. */
#define LV_PELT_MODEL_BYTES(NAME)                                                                  \
    (8u + NAME##_ARENA_BYTES + NAME##_ACTOR_BYTES + NAME##_VERTICES * sizeof(pelt_draw_vertex))
#define LV_PELT_PICTURE_BYTES(NAME, width, height)                                                 \
    PELT_PICTURE_BYTES(width, height, LV_PELT_LINES, 1, NAME##_TRIANGLES)

extern const lv_obj_class_t lv_pelt_class;

/* Creates a widget without a model, which shows nothing. */
lv_obj_t *lv_pelt_create(lv_obj_t *parent);

/* Shows a model in its rest pose, from the front, and so large that all its clips have room. Shows
 * nothing on failure: PELT_E_ARENA if LVGL's heap is too small, or pelt_character_open_q16's status. */
pelt_status lv_pelt_set_model(lv_obj_t *obj, const lv_pelt_model_t *model);

/* Plays a clip from its start, by LVGL's ticks.
 * flags    PELT_LOOP, PELT_PING_PONG or 0
 * fade_ms  how long the pose of this moment fades into the clip */
pelt_status lv_pelt_play(lv_obj_t *obj, uint32_t clip, uint32_t flags, uint32_t fade_ms);

/* Turns the camera, 1/65536 turns: yaw round the character, pitch > 0 looks down. */
void lv_pelt_set_view(lv_obj_t *obj, uint32_t yaw, uint32_t pitch);

#ifdef __cplusplus
}
#endif

#endif
