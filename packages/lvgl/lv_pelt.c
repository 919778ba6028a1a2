/* SPDX-License-Identifier: MIT */
/* The widget, see lv_pelt.h. A timer of each poses and projects it; the event LV_EVENT_DRAW_MAIN adds
 * a draw task, which only the draw unit of this file takes, so that strips are drawn when all that
 * lies behind them has been, whatever other units there are. */
#include "lv_pelt.h"

/* By the manuals of 9.0 to 9.3, whose layer is the unit's, and whose last state is READY. */
#if LVGL_VERSION_MAJOR == 9 && LVGL_VERSION_MINOR < 4
#error lv_pelt needs a later LVGL: before 9.4 draw tasks have no layer of their own
#endif

#include "src/core/lv_obj_class_private.h"
#include "src/core/lv_obj_private.h"
#include "src/draw/lv_draw_private.h"
#include "src/misc/lv_area_private.h"

#define UNIT_ID 80 /* no other unit's */
#define SOME 24    /* vertices that are skinned at a time */
#define PITCH 1900u

typedef struct {
    lv_obj_t obj;
    lv_timer_t *timer;
    void *memory, *strips;
    uint32_t triangles;
    pelt_character_q16 now, before; /* before: a pose, which fades into `now` */
    pelt_player player;
    pelt_picture picture;
    pelt_body body;
    lv_area_t covered; /* by the last picture, from the widget's corner */
    uint32_t played, fade_ms, yaw, pitch;
    bool is_playing, is_over, has_changed;
} lv_pelt_t;

static void construct(const lv_obj_class_t *class, lv_obj_t *obj);
static void destruct(const lv_obj_class_t *class, lv_obj_t *obj);
static void handle(const lv_obj_class_t *class, lv_event_t *e);

const lv_obj_class_t lv_pelt_class = {
    .base_class = &lv_obj_class,
    .constructor_cb = construct,
    .destructor_cb = destruct,
    .event_cb = handle,
    .name = "lv_pelt",
    .width_def = LV_DPI_DEF,
    .height_def = LV_DPI_DEF,
    .instance_size = sizeof(lv_pelt_t),
};

/// Pixels ////////////////////////////////////////////////////////////////////////////////////////

static lv_color32_t load(const uint8_t *p, lv_color_format_t format)
{
    if (format == LV_COLOR_FORMAT_RGB565 || format == LV_COLOR_FORMAT_RGB565_SWAPPED) {
        const uint32_t swapped = format == LV_COLOR_FORMAT_RGB565 ? 0u : 1u;
        const uint32_t v = p[swapped] | (uint32_t)p[1u - swapped] << 8;
        return lv_color32_make((uint8_t)((v >> 11) * 2106u >> 8),
                               (uint8_t)((v >> 5 & 63u) * 1037u >> 8),
                               (uint8_t)((v & 31u) * 2106u >> 8), 255);
    }
    return lv_color32_make(p[2], p[1], p[0], format == LV_COLOR_FORMAT_ARGB8888 ? p[3] : 255);
}

static void store(uint8_t *p, lv_color_format_t format, lv_color32_t c)
{
    if (format == LV_COLOR_FORMAT_RGB565 || format == LV_COLOR_FORMAT_RGB565_SWAPPED) {
        const uint32_t swapped = format == LV_COLOR_FORMAT_RGB565 ? 0u : 1u;
        const uint16_t v = PELT_RGB565(c.red, c.green, c.blue);
        p[swapped] = (uint8_t)v;
        p[1u - swapped] = (uint8_t)(v >> 8);
        return;
    }
    p[0] = c.blue, p[1] = c.green, p[2] = c.red;
    if (format != LV_COLOR_FORMAT_RGB888)
        p[3] = c.alpha;
}

/* Puts those pixels of a line that the character covers, which have depths, over a layer's. */
static void put_line(uint8_t *to, lv_color_format_t format, const uint16_t *colours,
                     const uint16_t *depths, int32_t count, lv_opa_t opa)
{
    const uint32_t size = lv_color_format_get_size(format);
    if (format == LV_COLOR_FORMAT_RGB565 && opa >= LV_OPA_MAX) {
        uint16_t *pixels = (uint16_t *)(void *)to;
        for (int32_t i = 0; i < count;) { /* run by run */
            for (; i < count && depths[i] == 0u; i++)
                ;
            for (; i < count && depths[i] != 0u; i++)
                pixels[i] = colours[i];
        }
        return;
    }
    for (int32_t i = 0; i < count; i++, to += size) {
        if (depths[i] == 0u)
            continue;
        lv_color32_t c = load((const uint8_t *)&colours[i], LV_COLOR_FORMAT_RGB565);
        c.alpha = opa >= LV_OPA_MAX ? 255 : opa;
        store(to, format, c.alpha == 255 ? c : lv_color_over32(c, load(to, format)));
    }
}

/* Pixels without a depth are not looked at, so that they need no background. */
static void nothing(const pelt_band *strip, void *own)
{
    LV_UNUSED(strip);
    LV_UNUSED(own);
}

/* Draws the strips that a task's part of the layer shows. */
static void paint(lv_pelt_t *p, const lv_draw_task_t *t)
{
    lv_layer_t *layer = t->target_layer;
    const lv_color_format_t format = (lv_color_format_t)layer->draw_buf->header.cf;
    lv_area_t clip;
    pelt_band strip;
    if (!lv_area_intersect(&clip, &t->area, &t->clip_area))
        return;
    const int32_t left = clip.x1 - t->area.x1, top = clip.y1 - t->area.y1;
    const int32_t end = clip.y2 + 1 - t->area.y1;
    for (int32_t i = top / p->picture.lines; i * p->picture.lines < end; i++) {
        if (pelt_picture_draw(&strip, &p->picture, i, 0) != PELT_OK)
            return;
        for (int32_t line = 0; line < strip.line_count; line++) {
            const int32_t y = strip.first_line + line, from = line * strip.width + left;
            if (y >= top && y < end)
                put_line(lv_draw_layer_go_to_xy(layer, clip.x1 - layer->buf_area.x1,
                                                t->area.y1 + y - layer->buf_area.y1),
                         format, strip.colours + from, strip.depths + from,
                         lv_area_get_width(&clip), t->opa);
        }
    }
}

/// The draw unit /////////////////////////////////////////////////////////////////////////////////

static bool unit_exists;

/* A task of this file is one that fills, and has this address in its descriptor. */
static bool is_own(const lv_draw_task_t *t)
{
    return t->type == LV_DRAW_TASK_TYPE_FILL &&
           ((const lv_draw_fill_dsc_t *)t->draw_dsc)->base.user_data == &unit_exists;
}

static int32_t evaluate(lv_draw_unit_t *unit, lv_draw_task_t *t)
{
    LV_UNUSED(unit);
    if (is_own(t)) {
        t->preferred_draw_unit_id = UNIT_ID;
        t->preference_score = 0;
    }
    return 0;
}

static int32_t dispatch(lv_draw_unit_t *unit, lv_layer_t *layer)
{
    LV_UNUSED(unit);
    lv_draw_task_t *t = lv_draw_get_next_available_task(layer, NULL, UNIT_ID);
    if (t == NULL || !is_own(t) || lv_draw_layer_alloc_buf(layer) == NULL)
        return LV_DRAW_UNIT_IDLE;
    paint((lv_pelt_t *)(void *)((lv_draw_fill_dsc_t *)t->draw_dsc)->base.obj, t);
    t->state = LV_DRAW_TASK_STATE_FINISHED;
    lv_draw_dispatch_request();
    return 1;
}

static int32_t forget(lv_draw_unit_t *unit)
{
    LV_UNUSED(unit);
    unit_exists = false;
    return 0;
}

static void make_unit(void)
{
    lv_draw_unit_t *unit = unit_exists ? NULL : lv_draw_create_unit(sizeof *unit);
    if (unit == NULL)
        return;
    unit_exists = true;
    unit->name = "PELT";
    unit->evaluate_cb = evaluate;
    unit->dispatch_cb = dispatch;
    unit->delete_cb = forget;
}

/// The widget ////////////////////////////////////////////////////////////////////////////////////

/* Of the picture; whole strips, so that no buffer of LVGL's ends within one. */
static void invalidate(lv_pelt_t *p, const lv_area_t *part)
{
    lv_area_t area = *part;
    if (part->x1 > part->x2)
        return;
    area.y1 -= area.y1 % LV_PELT_LINES;
    area.y2 += LV_PELT_LINES - 1 - area.y2 % LV_PELT_LINES;
    lv_area_move(&area, p->obj.coords.x1, p->obj.coords.y1);
    lv_obj_invalidate_area(&p->obj, &area);
}

/* Places all vertices, and marks what they cover and have covered. */
static pelt_status project(lv_pelt_t *p)
{
    pelt_status status = pelt_camera_turn(&p->body.cam, p->yaw, p->pitch);
    pelt_vertex_q16 some[SOME];
    pelt_mesh_info info;
    pelt_extent seen;
    uint32_t all = 0;
    for (uint32_t mesh = 0; mesh < p->body.model->mesh_count && status == PELT_OK; mesh++) {
        status = pelt_mesh_get(&info, p->body.model, mesh);
        for (uint32_t i = 0; i < info.vertex_count && status == PELT_OK; i += SOME) {
            const uint32_t count = LV_MIN(SOME, info.vertex_count - i);
            status = pelt_character_skin_q16(&p->now, mesh, some, i, count);
            if (status == PELT_OK)
                status = pelt_body_project(&p->body, mesh, some, i, count);
        }
        all += info.vertex_count;
    }
    seen = pelt_extent_nothing;
    for (uint32_t i = 0; i < all && status == PELT_OK; i++) {
        const pelt_draw_vertex *v = &p->body.vertices[i];
        seen.min[0] = LV_MIN(seen.min[0], v->x), seen.max[0] = LV_MAX(seen.max[0], v->x);
        seen.min[1] = LV_MIN(seen.min[1], v->y), seen.max[1] = LV_MAX(seen.max[1], v->y);
    }
    invalidate(p, &p->covered);
    p->covered = (lv_area_t){LV_MAX(seen.min[0] >> 4, 0), LV_MAX(seen.min[1] >> 4, 0),
                             LV_MIN(seen.max[0] >> 4, p->picture.width - 1),
                             LV_MIN(seen.max[1] >> 4, p->picture.height - 1)};
    invalidate(p, &p->covered);
    return status == PELT_OK ? pelt_picture_begin(&p->picture, &p->body) : status;
}

static pelt_status pose(lv_pelt_t *p)
{
    const uint32_t faded = lv_tick_get() - p->played;
    pelt_status status = pelt_character_follow_q16(&p->now, &p->player);
    if (status == PELT_OK && faded < p->fade_ms)
        status =
            pelt_pose_blend_q16(&p->now.pose, &p->before.pose,
                                65536 - (int32_t)((uint64_t)faded * 65536u / p->fade_ms), NULL);
    return status;
}

/* Tells what the clip has passed; false where the widget was deleted meanwhile. */
static bool tell(lv_pelt_t *p)
{
    const char *name;
    const pelt_player passed = p->player; /* who is told may play another clip */
    for (uint32_t i = 0; (name = pelt_player_event_get(&passed, i)) != NULL; i++)
        if (lv_obj_send_event(&p->obj, LV_EVENT_VALUE_CHANGED, (void *)name) == LV_RESULT_INVALID)
            return false;
    if (passed.finished == 0u || p->is_over)
        return true;
    p->is_over = true;
    return lv_obj_send_event(&p->obj, LV_EVENT_READY, NULL) != LV_RESULT_INVALID;
}

static void step(lv_timer_t *timer)
{
    lv_pelt_t *p = lv_timer_get_user_data(timer);
    if (p->body.model == NULL || p->strips == NULL)
        return;
    if (p->is_playing) {
        (void)pelt_player_update(&p->player, lv_tick_get());
        if (!tell(p))
            return;
        p->has_changed = pose(p) == PELT_OK || p->has_changed;
        p->is_playing = !p->is_over || lv_tick_get() - p->played < p->fade_ms;
    }
    if (p->has_changed && lv_obj_is_visible(&p->obj))
        p->has_changed = project(p) != PELT_OK;
}

/* The camera and the strips for a size. */
static pelt_status frame(lv_pelt_t *p)
{
    const int32_t width = lv_obj_get_width(&p->obj), height = lv_obj_get_height(&p->obj);
    const int32_t lines = LV_MIN(LV_PELT_LINES, height);
    pelt_box_q16 all, one;
    lv_free(p->strips);
    p->strips = NULL;
    if (p->body.model == NULL || width < 1 || height < 1)
        return PELT_OK;
    const size_t bytes =
        PELT_PICTURE_BYTES((size_t)width, (size_t)height, (size_t)lines, 1, p->triangles);
    p->strips = lv_malloc(bytes);
    pelt_status status = p->strips == NULL ? PELT_E_ARENA
                                           : pelt_picture_open(&p->picture, width, height, lines, 1,
                                                               p->strips, bytes);
    if (status != PELT_OK)
        return status;
    p->picture.background = nothing;
    all = pelt_box_nothing;
    for (uint32_t clip = 0; clip < p->body.model->clip_count; clip++)
        if (pelt_clip_box_get_q16(&one, p->body.model, clip, PELT_ALL_MESHES) == PELT_OK) {
            pelt_box_add_q16(&all, one.min);
            pelt_box_add_q16(&all, one.max);
        }
    status = pelt_camera_frame(&p->body.cam, &all, width, height);
    return status == PELT_OK ? project(p) : status;
}

static void handle(const lv_obj_class_t *class, lv_event_t *e)
{
    lv_pelt_t *p = lv_event_get_current_target(e);
    LV_UNUSED(class);
    if (lv_obj_event_base(&lv_pelt_class, e) != LV_RESULT_OK)
        return;
    if (lv_event_get_code(e) == LV_EVENT_SIZE_CHANGED && frame(p) != PELT_OK)
        LV_LOG_WARN("no room for strips of this size");
    if (lv_event_get_code(e) != LV_EVENT_DRAW_MAIN || p->strips == NULL)
        return;
    lv_layer_t *layer = lv_event_get_layer(e);
    lv_draw_task_t *t = lv_draw_add_task(layer, &p->obj.coords, LV_DRAW_TASK_TYPE_FILL);
    lv_draw_fill_dsc_t *dsc = t->draw_dsc;
    lv_draw_fill_dsc_init(dsc);
    dsc->base.obj = &p->obj;
    dsc->base.user_data = &unit_exists;
    lv_draw_finalize_task_creation(layer, t);
}

static void construct(const lv_obj_class_t *class, lv_obj_t *obj)
{
    lv_pelt_t *p = (lv_pelt_t *)(void *)obj;
    LV_UNUSED(class);
    make_unit();
    p->pitch = PITCH;
    p->covered = (lv_area_t){0, 0, -1, -1};
    p->timer = lv_timer_create(step, LV_DEF_REFR_PERIOD, p);
}

static void destruct(const lv_obj_class_t *class, lv_obj_t *obj)
{
    lv_pelt_t *p = (lv_pelt_t *)(void *)obj;
    LV_UNUSED(class);
    lv_timer_delete(p->timer);
    lv_free(p->strips);
    lv_free(p->memory);
}

static lv_pelt_t *widget(lv_obj_t *obj)
{
    return lv_obj_has_class(obj, &lv_pelt_class) ? (lv_pelt_t *)(void *)obj : NULL;
}

lv_obj_t *lv_pelt_create(lv_obj_t *parent)
{
    lv_obj_t *obj = lv_obj_class_create_obj(&lv_pelt_class, parent);
    lv_obj_class_init_obj(obj);
    return obj;
}

pelt_status lv_pelt_set_model(lv_obj_t *obj, const lv_pelt_model_t *model)
{
    lv_pelt_t *p = widget(obj);
    if (p == NULL || model == NULL)
        return PELT_E_ARGUMENT;
    lv_obj_update_layout(obj);
    lv_free(p->memory);
    lv_free(p->strips);
    p->strips = NULL;
    p->body.model = NULL;
    p->is_playing = p->is_over = false;
    p->triangles = model->triangles;
    p->memory = lv_malloc(8u + model->arena_bytes + model->actor_bytes +
                          model->vertices * sizeof(pelt_draw_vertex));
    if (p->memory == NULL)
        return PELT_E_ARENA;
    uint8_t *at = (uint8_t *)(((uintptr_t)p->memory + 7u) & ~(uintptr_t)7u);
    pelt_status status = pelt_character_open_q16(&p->now, model->blob, model->blob_bytes,
                                                 model->family, at, model->arena_bytes);
    if (status == PELT_OK)
        status = pelt_character_share_q16(&p->before, &p->now, at + model->arena_bytes,
                                          model->actor_bytes);
    if (status != PELT_OK)
        return status;
    p->body.model = p->now.pose.model;
    p->body.vertices = (pelt_draw_vertex *)(void *)(at + model->arena_bytes + model->actor_bytes);
    lv_obj_invalidate(obj);
    return frame(p);
}

pelt_status lv_pelt_play(lv_obj_t *obj, uint32_t clip, uint32_t flags, uint32_t fade_ms)
{
    lv_pelt_t *p = widget(obj);
    pelt_status status =
        p == NULL ? PELT_E_ARGUMENT
                  : pelt_player_start(&p->player, p->body.model, clip, 1000, lv_tick_get(), flags);
    if (status == PELT_OK)
        status = pelt_pose_blend_q16(&p->before.pose, &p->now.pose, PELT_Q16(1), NULL);
    if (status != PELT_OK)
        return status;
    p->played = lv_tick_get();
    p->fade_ms = fade_ms;
    p->is_playing = true;
    p->is_over = false;
    return PELT_OK;
}

void lv_pelt_set_view(lv_obj_t *obj, uint32_t yaw, uint32_t pitch)
{
    lv_pelt_t *p = widget(obj);
    if (p == NULL)
        return;
    p->yaw = yaw;
    p->pitch = pitch;
    p->has_changed = true;
}
