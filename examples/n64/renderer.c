/* SPDX-License-Identifier: MIT */
/* The Nintendo 64's own renderer: sky, turntable, shadow and character are commands of the RDP
 * (pelt/n64.h), which draws while they are written; the text is drawn over them.
 */
#include <string.h>

#include "backdrop.h"
#include "board.h"
#include "machine.h"
#include "pelt/n64.h"
#include "recording.h"
#include "screen.h"
#include "slot.h"
#include "view.h"

#define WIDTH 320
#define HEIGHT 240
#define LIST_WORDS 16384u

#define DPC_START (*(volatile uint32_t *)0xa4100000u)
#define DPC_END (*(volatile uint32_t *)0xa4100004u)
#define DPC_STATUS (*(volatile uint32_t *)0xa410000cu)
#define DPC_FROM_MEMORY 0x15u /* written: neither frozen, nor flushed, nor from the RSP's memory */
#define DPC_READS 0x700u
#define MI_MODE (*(volatile uint32_t *)0xa4300000u)
#define MI_PENDING (*(volatile uint32_t *)0xa4300008u)
#define MI_CLEAR_RDP 0x800u
#define MI_RDP 0x20u

static pelt_n64_list list;
static pelt_n64_body body;
static backdrop behind;
static recording film = {.file = -1};
static uint32_t counted_from;

/* What only the RDP reads and writes; no line of it may be in the data cache. */
static uint16_t depths[HEIGHT * WIDTH] __attribute__((section(".framebuffer"), aligned(64)));
static uint32_t words[LIST_WORDS] __attribute__((section(".framebuffer"), aligned(64)));

/// The RDP //////////////////////////////////////////////////////////////////////////////////////

static uint32_t physical(const void *pointer)
{
    return (uint32_t)(uintptr_t)pointer & N64_PHYSICAL;
}

/* The data cache keeps nothing back of this memory. */
static void write_back(const void *from, size_t bytes)
{
    const uintptr_t end = (uintptr_t)from + bytes;
    for (uintptr_t at = (uintptr_t)from & ~(uintptr_t)(N64_CACHE_LINE - 1u); at < end;
         at += N64_CACHE_LINE)
        __asm__ volatile("cache 0x19, 0(%0)" : : "r"(at) : "memory");
}

static void send(void *own, const uint32_t *from, uint32_t count)
{
    (void)own;
    write_back(from, 4u * count);
    while ((DPC_STATUS & DPC_READS) != 0u) {
    }
    DPC_STATUS = DPC_FROM_MEMORY;
    DPC_START = physical(from);
    DPC_END = physical(from + count);
}

static void wait(void)
{
    while ((MI_PENDING & MI_RDP) == 0u) {
    }
    MI_MODE = MI_CLEAR_RDP;
}

/// Memory ///////////////////////////////////////////////////////////////////////////////////////

size_t renderer_bytes(const renderer *r)
{
    return actor_bytes(&r->actor.model) + 2u * view_vertices_bytes(&r->actor) +
           pelt_n64_body_bytes_get(&r->actor.model);
}

/* Vertices on the screen and their shadows, and the triangles and textures that are prepared. */
SLOT_IMAGE(2u * sizeof(pelt_draw_vertex), 3u * sizeof(uint16_t) + sizeof(pelt_n64_places),
           sizeof(pelt_local_q16), 16384);

bool renderer_open_empty(renderer *r, void *memory, size_t memory_bytes)
{
    (void)memory, (void)memory_bytes;
    body.look.model = NULL;
    view_begin(r);
    return pelt_n64_list_open(&list, words, LIST_WORDS, send, NULL) == PELT_OK;
}

void renderer_open(renderer *r, const void *blob, size_t blob_bytes, void *memory,
                   size_t memory_bytes)
{
    const actor *a = &r->actor;
    pelt_arena arena;
    view_open(r, &arena, blob, blob_bytes, memory, memory_bytes);
    (void)renderer_open_empty(r, memory, memory_bytes);
    actor_place(&r->actor, &arena, &arena);
    const size_t bytes = pelt_n64_body_bytes_get(&a->model);
    void *const prepared = actor_take(&arena, bytes);
    need(pelt_n64_body_open(&body, &a->model, prepared, bytes), "textures");
    write_back(prepared, bytes);
    body.look.vertices = actor_take(&arena, view_vertices_bytes(a));
    body.look.shadows = actor_take(&arena, view_vertices_bytes(a));
    memcpy(body.look.shadow_colour, backdrop_shadow, sizeof backdrop_shadow);
    body.look.shifts = a->shifts;
    body.look.shift_count = ACTOR_SHIFTS;
    body.look.flags = view_flags(a);
    r->used_bytes = arena.used_bytes;
    view_frame(r);
}

/// A picture ////////////////////////////////////////////////////////////////////////////////////

static void add(const pelt_draw_vertex *a, const pelt_draw_vertex *b, const pelt_draw_vertex *c,
                const pelt_draw_vertex *colour)
{
    pelt_draw_vertex corners[3] = {*a, *b, *c};
    for (int i = 0; i < 3 && colour != NULL; i++) {
        corners[i].r = colour->r;
        corners[i].g = colour->g;
        corners[i].b = colour->b;
    }
    need(pelt_n64_list_add(&list, corners), "backdrop");
}

/* The sky, then the turntable by its colours: the middle's in eighths, those of the rim in turn. */
static void add_backdrop(const backdrop *b)
{
    pelt_draw_vertex sky[4];
    view_sky(sky, WIDTH, HEIGHT);
    add(&sky[0], &sky[1], &sky[2], NULL);
    add(&sky[0], &sky[2], &sky[3], NULL);
    for (uint32_t n = 0; body.look.model != NULL && n < 4u * BACKDROP_SPOKES; n++) {
        const uint32_t kind = n / BACKDROP_SPOKES, i = n % BACKDROP_SPOKES;
        const uint32_t k = (i + 1u) % BACKDROP_SPOKES;
        const pelt_draw_vertex *inner = &b->inner[i], *next = &b->inner[k];
        if (kind < 2u && (i >> 2 & 1u) == kind)
            add(&b->centre[kind], inner, next, &b->centre[kind]);
        if (kind >= 2u && i % 2u == kind - 2u) {
            add(inner, &b->outer[i], next, inner);
            add(&b->outer[i], next, &b->outer[k], inner);
        }
    }
}

/* Projects vertices that were just skinned to the screen. */
static void take(void *own, uint32_t mesh, const pelt_vertex_q16 *some, uint32_t first,
                 uint32_t count)
{
    renderer *r = own;
    const uint32_t start = renderer_spent(r->costs, COST_SKIN, counted_from);
    pelt_n64_body_project(&body, mesh, some, first, count);
    counted_from = renderer_spent(r->costs, COST_PROJECT, start);
}

/* The page that is drawn, past the data cache. */
static uint16_t *page(void)
{
    return (uint16_t *)(uintptr_t)(n64_page() | 0x80000000u | N64_UNCACHED);
}

/* Keeps the picture that was just drawn. */
static void record(void)
{
    static uint16_t row[WIDTH];
    const volatile uint16_t *from = page();
    for (int y = 0; y < HEIGHT; y++, from += WIDTH) {
        for (int x = 0; x < WIDTH; x++)
            row[x] =
                (uint16_t)((from[x] & 0xffc0u) | (from[x] >> 5 & 0x20u) | (from[x] >> 1 & 31u));
        recording_add_pixels(&film, row, WIDTH);
    }
    recording_end_frame(&film);
}

void renderer_draw(renderer *r, const shot *s)
{
    r->buttons = 0;
    if (s != NULL) {
        body.look.cam = *view_pose(r, s);
        backdrop_place(&behind, &body.look.cam, HEIGHT);
        counted_from = board_counter();
        actor_skin_all(&r->actor, take, r);
    }
    const uint32_t start = board_counter();
    need(pelt_n64_list_begin(&list, n64_page(), physical(depths), WIDTH, HEIGHT), "picture");
    add_backdrop(&behind);
    if (s != NULL) {
        need(pelt_n64_body_draw(&body, &list), "picture");
        r->drawn = list.drawn;
    }
    need(pelt_n64_list_start(&list), "picture");
    (void)renderer_spent(r->costs, COST_DRAW, start);
    wait();
    overlay_draw(&r->text, page(), WIDTH, HEIGHT, 0, HEIGHT);
    if (film.file >= 0)
        record();
    machine_show();
}

bool renderer_record(renderer *r, uint32_t frame_count, uint32_t frame_ms)
{
    (void)r;
    return recording_begin(&film, WIDTH, HEIGHT, frame_count, frame_ms);
}
