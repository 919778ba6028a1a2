/* SPDX-License-Identifier: MIT */
/* The showcase's renderer on the Nintendo DS: the geometry engine draws lists of pelt/nds.h above,
 * under a layer of text; below is text alone. */
#include "backdrop.h"
#include "pelt/nds.h"
#include "slot.h"
#include "view.h"

/// The geometry engine //////////////////////////////////////////////////////////////////////////

#define ENGINE_WIDTH 256
#define ENGINE_HEIGHT 192

/* Video memory for textures, in halfwords. */
#define ENGINE_TEXELS ((uint16_t *)0x06800000u) /* bank A, 128 KB */
#define ENGINE_TEXEL_HALVES 65536u
#define ENGINE_TABLES ((uint16_t *)0x06880000u) /* bank E, 64 KB */
#define ENGINE_TABLE_HALVES 32768u

/* The layers of text of the upper and the lower screen, [ENGINE_HEIGHT][ENGINE_WIDTH]. */
#define ENGINE_TEXT ((volatile uint16_t *)0x06000000u)
#define ENGINE_BELOW ((volatile uint16_t *)0x06200000u)
#define ENGINE_CLEAR 0xf81fu

#define IO8(offset) (*(volatile uint8_t *)(0x04000000u + (offset)))
#define IO16(offset) (*(volatile uint16_t *)(0x04000000u + (offset)))
#define IO32(offset) (*(volatile uint32_t *)(0x04000000u + (offset)))
#define DISPCNT IO32(0x000)
#define LAYER_3D IO16(0x008)
#define LAYER_TEXT(below) IO16((below) + 0x00c)
#define TEXT_SCALE(below, n) IO16((below) + 0x020 + 2 * (n))
#define BELOW 0x1000 /* the other screen's registers */
#define DISP3DCNT IO16(0x060)
#define DMA_FROM IO32(0x0b0)
#define DMA_TO IO32(0x0b4)
#define DMA_CONTROL IO32(0x0b8)
#define VRAMCNT_A IO8(0x240)
#define VRAMCNT_B IO8(0x241)
#define VRAMCNT_C IO8(0x242)
#define VRAMCNT_E IO8(0x244)
#define BACKDROP_BELOW (*(volatile uint16_t *)0x05000400u)
#define POWCNT1 IO16(0x304)
#define CLEAR_COLOR IO32(0x350)
#define CLEAR_DEPTH IO16(0x354)
#define VIEWPORT IO32(0x580)

#define POWER_ALL_MAIN_ABOVE 0x820fu
#define DISPLAY_TEXT 0x00010405u
#define DISPLAY_3D_AND_TEXT 0x0001050du /* layers 0, from the engine, and 2, a bitmap */
#define TEXTURES 0x0001u
#define SMOOTH_EDGES 0x0010u
#define BITMAP_OF_COLOURS 0x4084u /* 256 x 256, before the picture */
#define FOR_PROCESSOR 0x80u
#define FOR_LAYERS 0x81u
#define FOR_TEXTURES 0x83u
#define FOR_LAYERS_BELOW 0x84u
#define DMA_TO_ENGINE 0xbc400000u /* words, when the engine asks for them, to one place */
#define DMA_BUSY 0x80000000u
#define GEOMETRY_FIFO 0x04000400u
#define CACHE_LINE 32u

/* Switches everything on; texture memory is the processor's until engine_take_textures(). */
static void engine_start(void)
{
    POWCNT1 = POWER_ALL_MAIN_ABOVE;
    VRAMCNT_A = VRAMCNT_E = FOR_PROCESSOR;
    VRAMCNT_B = FOR_LAYERS;
    VRAMCNT_C = FOR_LAYERS_BELOW;
    for (uint32_t i = 0; i < ENGINE_WIDTH * ENGINE_HEIGHT; i++)
        ENGINE_TEXT[i] = ENGINE_BELOW[i] = 0;
    LAYER_3D = 1;
    BACKDROP_BELOW = 0;
    for (uint32_t below = 0; below <= BELOW; below += BELOW) {
        LAYER_TEXT(below) = BITMAP_OF_COLOURS;
        TEXT_SCALE(below, 0) = TEXT_SCALE(below, 3) = 256;
        TEXT_SCALE(below, 1) = TEXT_SCALE(below, 2) = 0;
    }
    DISP3DCNT = TEXTURES | SMOOTH_EDGES;
    CLEAR_COLOR = 0x3f1f0000u; /* opaque, with its own polygon number */
    CLEAR_DEPTH = 0x7fffu;
    VIEWPORT = (uint32_t)(ENGINE_WIDTH - 1) << 16 | (uint32_t)(ENGINE_HEIGHT - 1) << 24;
    DISPCNT = DISPLAY_3D_AND_TEXT;
    IO32(BELOW) = DISPLAY_TEXT;
}

/* Copies lines of text, from y on. Where they have the colour ENGINE_CLEAR, the picture shows above and
 * black below. */
static void engine_draw_text(volatile uint16_t *layer, int y, int height, const uint16_t *rgb565)
{
    layer += y * ENGINE_WIDTH;
    for (int i = 0; i < height * ENGINE_WIDTH; i++) {
        const uint32_t pixel = rgb565[i];
        layer[i] =
            pixel == ENGINE_CLEAR
                ? 0
                : (uint16_t)(0x8000u | pixel >> 11 | (pixel >> 1 & 0x3e0u) | (pixel & 31u) << 10);
    }
}

static void engine_take_textures(void)
{
    VRAMCNT_A = VRAMCNT_E = FOR_TEXTURES;
}

/* Writes back what the data cache has of these bytes, as DMA reads memory. */
static void clean(const uint32_t *words, uint32_t count)
{
    const uint32_t end = (uint32_t)(uintptr_t)(words + count);
    for (uint32_t at = (uint32_t)(uintptr_t)words & ~(CACHE_LINE - 1u); at < end; at += CACHE_LINE)
        __asm__ volatile("mcr p15, 0, %0, c7, c10, 1" : : "r"(at) : "memory");
    __asm__ volatile("mcr p15, 0, %0, c7, c10, 4" : : "r"(0) : "memory");
}

/* Begins to send a list of commands by DMA, the last of which shows its picture at the next blank. */
static void engine_send(const uint32_t *words, uint32_t count)
{
    clean(words, count);
    DMA_FROM = (uint32_t)(uintptr_t)words;
    DMA_TO = GEOMETRY_FIFO;
    DMA_CONTROL = DMA_TO_ENGINE | count;
}

/* Waits until the list may be written again. */
static void engine_wait(void)
{
    while ((DMA_CONTROL & DMA_BUSY) != 0u) {
    }
}

/// The character ////////////////////////////////////////////////////////////////////////////////

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
