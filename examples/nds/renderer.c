/* SPDX-License-Identifier: MIT */
/* The showcase's renderer on the Nintendo DS: the geometry engine draws lists of pelt/nds.h. */

#include "backdrop.h"
#include "board.h"
#include "engine.h"
#include "machine.h"
#include "pelt/nds.h"
#include "slot.h"
#include "view.h"

#define TEXTURES_MAX 64u
#define SWAP_BUFFERS 0x50u
#define TRIANGLE_WORDS 24u /* of the list, with what is needed while it is opened */
#define OTHER_WORDS 4096u  /* of the backdrop, and of parts */
#define ENGINE_TRIANGLES 2048u

static pelt_nds_body body
    __attribute__((section(".pelt.hot.body"))); /* as its tables are read often */
static backdrop behind;
static pelt_nds_list list;
static pelt_nds_texture textures[TEXTURES_MAX];
static uint32_t texture_count;
static uint32_t shown_text; /* the writes and visibility that the layer has; it begins empty */

static size_t list_bytes(const actor *a)
{
    return 4u * ((size_t)TRIANGLE_WORDS * a->triangle_count + 2u * a->vertex_count + OTHER_WORDS);
}

size_t renderer_bytes(const renderer *r)
{
    return actor_bytes(&r->actor.model) + list_bytes(&r->actor);
}

SLOT_IMAGE(8, 4 * TRIANGLE_WORDS, sizeof(pelt_local_q16), 4 * OTHER_WORDS + 64);

bool renderer_open_empty(renderer *r, void *memory, size_t memory_bytes)
{
    engine_start();
    engine_take_textures();
    body.model = NULL;
    view_begin(r);
    list = (pelt_nds_list){.words = memory, .word_most = (uint32_t)(memory_bytes / 4u)};
    return list.word_most >= OTHER_WORDS;
}

static void open_textures(const pelt_model *model)
{
    pelt_nds_space space = {
        ENGINE_TEXELS, ENGINE_TABLES, ENGINE_TEXEL_HALVES, ENGINE_TABLE_HALVES, 0, 0};
    pelt_texture_info info;
    engine_start();
    for (texture_count = 0;
         texture_count < TEXTURES_MAX && pelt_texture_get(&info, model, texture_count) == PELT_OK;
         texture_count++)
        need(pelt_nds_texture_export(&textures[texture_count], &space, &info), "textures");
    engine_take_textures();
}

/* There is a shadow if the engine keeps its triangles, too, of which half face away, and if there is
 * memory: they take as much of the list again. */
static void place(renderer *r, pelt_arena *arena)
{
    const size_t bytes = list_bytes(&r->actor);
    actor_place(&r->actor, arena, arena);
    const bool shadow = actor_left(arena) >= 2u * bytes &&
                        r->actor.triangle_count + 3u * BACKDROP_SPOKES <= ENGINE_TRIANGLES;
    list = (pelt_nds_list){.words = actor_take(arena, shadow ? 2u * bytes : bytes),
                           .word_most = (uint32_t)((shadow ? 2u * bytes : bytes) / 4u) - 2u};
    need(pelt_nds_body_open(&body, &list, &r->actor.model, view_flags(&r->actor),
                            shadow ? backdrop_shadow : NULL, textures, texture_count),
         "memory");
    body.shifts = r->actor.shifts;
    body.shift_count = ACTOR_SHIFTS;
    r->used_bytes = arena->used_bytes;
}

static void below_panel(int y, int height, const uint16_t *rgb565)
{
    engine_draw_text(ENGINE_BELOW, y, height, rgb565);
}

static uint32_t faces(void)
{
    uint32_t count;
    need(pelt_nds_faces_count(&count, &body), "faces");
    return count;
}

void renderer_open(renderer *r, const void *blob, size_t blob_bytes, void *memory,
                   size_t memory_bytes)
{
    pelt_arena arena;
    view_open(r, &arena, blob, blob_bytes, memory, memory_bytes);
    open_textures(&r->actor.model);
    place(r, &arena);
    view_begin(r);
    view_frame(r);
    renderer_below = below_panel;
    renderer_count = faces;
}

/// A picture ////////////////////////////////////////////////////////////////////////////////////

static void add(const pelt_draw_vertex *a, const pelt_draw_vertex *b, const pelt_draw_vertex *c,
                const uint8_t *colour, uint32_t layer)
{
    const pelt_draw_vertex *const corners[3] = {a, b, c};
    need(pelt_nds_list_add(&list, corners, colour, layer), "list");
}

/* The sky, and the turntable of one colour each. */
static void add_backdrop(const backdrop *b)
{
    pelt_draw_vertex sky[4];
    view_sky(sky, ENGINE_WIDTH, ENGINE_HEIGHT);
    add(&sky[0], &sky[1], &sky[2], NULL, 0);
    add(&sky[0], &sky[2], &sky[3], NULL, 0);
    for (uint32_t i = 0; body.model != NULL && i < BACKDROP_SPOKES; i++) {
        const uint32_t k = i + 1u < BACKDROP_SPOKES ? i + 1u : 0u;
        const pelt_draw_vertex *inner = &b->inner[i], *centre = &b->centre[i >> 2 & 1u];
        const uint8_t rim[3] = {inner->r, inner->g, inner->b};
        const uint8_t disc[3] = {centre->r, centre->g, centre->b};
        add(inner, &b->outer[i], &b->inner[k], rim, 1);
        add(&b->outer[i], &b->inner[k], &b->outer[k], rim, 1);
        add(centre, inner, &b->inner[k], disc, 1);
    }
}

static void text_panel(int y, int height, const uint16_t *rgb565)
{
    engine_draw_text(ENGINE_TEXT, y, height, rgb565);
}

static void draw_text(const overlay *o)
{
    const uint32_t now = o->writes * 2u + o->shown;
    if (o->shown ? now != shown_text : (shown_text & 1u) != 0u) /* else it is as it was */
        overlay_send(o, ENGINE_WIDTH, ENGINE_HEIGHT, ENGINE_CLEAR, text_panel);
    shown_text = now;
}

/* Writes vertices that were just skinned. */
static void take(void *own, uint32_t mesh, const pelt_vertex_q16 *some, uint32_t first,
                 uint32_t count)
{
    (void)own;
    pelt_nds_body_shade(&body, mesh, some, first, count);
}

void renderer_draw(renderer *r, const shot *s)
{
    r->buttons = 0;
    if (s != NULL) {
        body.cam = *view_pose(r, s);
        backdrop_place(&behind, &body.cam, ENGINE_HEIGHT);
    }
    engine_wait(); /* the list is that of the picture before */
    need(pelt_nds_list_begin(&list, ENGINE_WIDTH, ENGINE_HEIGHT), "list");
    add_backdrop(&behind);
    if (s != NULL) {
        actor_skin_all(&r->actor, take, r);
        need(pelt_nds_body_draw(&body, &list), "list");
    }
    draw_text(&r->text);
    list.words[list.word_count++] = SWAP_BUFFERS;
    list.words[list.word_count++] = 0;
    engine_send(list.words, list.word_count);
}

bool renderer_record(renderer *r, uint32_t frame_count, uint32_t frame_ms)
{
    (void)r, (void)frame_ms;
    return frame_count == 0u;
}
