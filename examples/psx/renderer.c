/* SPDX-License-Identifier: MIT */
/* The PlayStation's own renderer: sky, turntable, shadow, character and text are packets of one list,
 * which the GPU draws while the next picture is posed, skinned and sorted. */
#include <string.h>

#include "backdrop.h"
#include "board.h"
#include "font.h"
#include "machine.h"
#include "pelt/psx.h"
#include "slot.h"
#include "view.h"

#define GP0_TRIANGLE 0x20000000u
#define GP0_QUAD 0x28000000u
#define GP0_SMOOTH_QUAD 0x38000000u
#define GP0_SPRITE 0x65000000u /* of any size, its texels as they are */
#define GP0_PAGE 0xe1000200u
#define PAGE_LINES 256u
#define SKY_BRIGHTER 0x040404u /* as much as dithering and 5 bits take away on average */

enum { DEPTH_TEXT = 0, DEPTH_DISC = PELT_PSX_BACK + 5u, DEPTH_SKY };

static pelt_psx_list list;
static pelt_psx_body body;
static pelt_psx_space space;
static backdrop behind;
static uint32_t page; /* first line of the page that is drawn next */

/* Packets, which the GPU may still read while the others are written. */
typedef struct scenery {
    uint32_t sky[9];
    uint32_t spokes[BACKDROP_SPOKES][10]; /* a triangle and a part of the rim */
} scenery;
static scenery sceneries[2];

/// Text /////////////////////////////////////////////////////////////////////////////////////////

#define CELL_WIDTH (FONT_WIDTH + 1)
#define CELL_HEIGHT (FONT_HEIGHT + 1)
#define CELL_LINE 9 /* from one line of text to the next */
#define FONT_ACROSS 21u
#define FONT_SIDE 128u
#define FONT_BYTES 2048u /* while it is made */
#define TEXT_MARGIN 4
#define LETTERS_MOST 480u

enum { INK_CLEAR, INK_LIT, INK_SHADE };
static const uint16_t inks[3] = {0, 0xffff, 0x2104};

static pelt_psx_texture font;

/* A page's text, which is written when it has changed. */
typedef struct written {
    uint32_t head[3], letters[LETTERS_MOST][5];
    uint32_t *last;
    uint32_t writes; /* of the overlay */
    bool shown;
} written;
static written texts[2];

/* Glyphs with their shadow, 21 in a row. */
static void open_text(void *memory)
{
    uint8_t(*rows)[FONT_SIDE / 2u] = memory;
    const pelt_texture_info info = {.rows = rows,
                                    .colours = inks,
                                    .width = FONT_SIDE,
                                    .height = FONT_SIDE / 4u,
                                    .row_bytes = sizeof rows[0],
                                    .colour_count = 3,
                                    .clear = INK_CLEAR,
                                    .texels = PELT_TEXELS_I4,
                                    .wrap_across = PELT_WRAP_CLAMP,
                                    .wrap_down = PELT_WRAP_CLAMP};
    memset(memory, 0, sizeof rows[0] * info.height);
    for (uint32_t ink = INK_SHADE; ink >= INK_LIT; ink--)
        for (uint32_t i = 0; i < FONT_COUNT * FONT_HEIGHT * FONT_WIDTH; i++) {
            const uint32_t glyph = i / FONT_WIDTH / FONT_HEIGHT, row = i / FONT_WIDTH % FONT_HEIGHT;
            const uint32_t column = i % FONT_WIDTH, off = ink - INK_LIT;
            const uint32_t x = glyph % FONT_ACROSS * CELL_WIDTH + column + off;
            uint8_t *texels = &rows[glyph / FONT_ACROSS * CELL_HEIGHT + row + off][x / 2u];
            if ((font_glyphs[glyph][row] >> (FONT_WIDTH - 1u - column) & 1) != 0)
                *texels = (uint8_t)((*texels & 0xf0u >> x % 2u * 4u) | ink << x % 2u * 4u);
        }
    need(pelt_psx_texture_store(&font, &space, &info), "font");
    memset(texts, 0, sizeof texts);
}

static void write_letter(uint32_t *packet, uint32_t glyph, int x, int y)
{
    packet[0] = PELT_PSX_TAG(4) | ((uint32_t)(uintptr_t)(packet + 5) & 0xffffffu);
    packet[1] = GP0_SPRITE;
    packet[2] = (uint32_t)y << 16 | (uint32_t)x;
    packet[3] =
        font.table | glyph / FONT_ACROSS * CELL_HEIGHT << 8 | glyph % FONT_ACROSS * CELL_WIDTH;
    packet[4] = (uint32_t)CELL_HEIGHT << 16 | CELL_WIDTH;
}

static void write_text(written *to, const overlay *o)
{
    uint32_t *packet = to->head;
    to->writes = o->writes;
    to->shown = o->shown;
    packet[0] = PELT_PSX_TAG(2) | ((uint32_t)(uintptr_t)to->letters & 0xffffffu);
    packet[1] = GP0_PAGE | font.page >> 16; /* of sprites */
    packet[2] = font.window;
    for (int line = 0; o->shown && line < o->used; line++) {
        const int y = line < o->bottom
                          ? TEXT_MARGIN + line * CELL_LINE
                          : machine_height - TEXT_MARGIN - (o->used - line) * CELL_LINE;
        for (int i = 0; o->lines[line][i] != '\0'; i++) {
            const uint32_t glyph = font_find(o->lines[line][i]);
            if (glyph == FONT_COUNT || packet == to->letters[LETTERS_MOST - 1u])
                continue;
            packet = packet == to->head ? to->letters[0] : packet + 5;
            write_letter(packet, glyph, TEXT_MARGIN + i * CELL_WIDTH, y);
        }
    }
    to->last = packet;
}

static void add_text(written *to, const overlay *o)
{
    if (o->writes != to->writes || o->shown != to->shown)
        write_text(to, o);
    if (to->last != NULL && to->last != to->head)
        need(pelt_psx_list_add(&list, to->head, to->last, DEPTH_TEXT), "text");
}

/// Memory ///////////////////////////////////////////////////////////////////////////////////////

size_t renderer_bytes(const renderer *r)
{
    return actor_bytes(&r->actor.model) + pelt_psx_body_bytes_get(&r->actor.model, 1);
}

/* Of a textured model with a shadow: a triangle takes a packet of 44 bytes and 17 bytes of one of its
 * shadow, both twice; lamps, colours and the records of textures are the same for all. */
SLOT_IMAGE(sizeof(pelt_psx_vertex), 2u * (44u + 17u),
           sizeof(pelt_local_q16) + sizeof(pelt_psx_entry), 8192 + 2u * 44u * PELT_PSX_PIECES);

static void open_screen(renderer *r, void *memory)
{
    view_begin(r);
    memset(&space, 0, sizeof space);
    need(pelt_psx_list_open(&list), "screen");
    open_text(memory);
}

bool renderer_open_empty(renderer *r, void *memory, size_t memory_bytes)
{
    if (memory_bytes >= FONT_BYTES)
        open_screen(r, memory);
    return memory_bytes >= FONT_BYTES;
}

void renderer_open(renderer *r, const void *blob, size_t blob_bytes, void *memory,
                   size_t memory_bytes)
{
    const actor *a = &r->actor;
    pelt_arena arena;
    view_open(r, &arena, blob, blob_bytes, memory, memory_bytes);
    need(renderer_open_empty(r, memory, memory_bytes) ? PELT_OK : PELT_E_ARENA, "memory");
    actor_place(&r->actor, &arena, &arena);
    const size_t bytes = pelt_psx_body_bytes_get(&a->model, 1);
    void *const packets = actor_take(&arena, bytes);
    need(pelt_psx_body_open(&body, &a->model, view_flags(a), backdrop_shadow, &space, packets,
                            bytes),
         "textures");
    body.shifts = a->shifts;
    body.shift_count = ACTOR_SHIFTS;
    r->used_bytes = arena.used_bytes;
    view_frame(r);
}

/// A picture ////////////////////////////////////////////////////////////////////////////////////

static uint32_t colour_of(const pelt_draw_vertex *at)
{
    return (uint32_t)at->b << 16 | (uint32_t)at->g << 8 | at->r;
}

static void add_sky(scenery *to)
{
    const uint32_t width = (uint32_t)machine_width, height = (uint32_t)machine_height;
    to->sky[0] = PELT_PSX_TAG(8);
    for (uint32_t i = 0; i < 4u; i++) {
        const uint8_t *colour = backdrop_colours[i / 2u];
        to->sky[1u + 2u * i] = ((i == 0u ? GP0_SMOOTH_QUAD : 0u) | (uint32_t)colour[2] << 16 |
                                (uint32_t)colour[1] << 8 | colour[0]) +
                               SKY_BRIGHTER;
        to->sky[2u + 2u * i] = (i / 2u * height) << 16 | i % 2u * width;
    }
    need(pelt_psx_list_add(&list, to->sky, to->sky, DEPTH_SKY), "sky");
}

/* The disc's points: its centre, and of each spoke the inner and the outer end. */
static int16_t ground[1u + 2u * BACKDROP_SPOKES][2];

static void place_disc(const pelt_camera *cam)
{
    backdrop_place(&behind, cam, machine_height); /* for its colours */
    for (uint32_t i = 0; i < 2u * BACKDROP_SPOKES; i++) {
        const int32_t inner = cam->radius * 9 / 8,
                      radius = i % 2u == 0u ? inner : inner + inner / 10;
        const uint32_t angle = i / 2u * (PELT_TURN / BACKDROP_SPOKES);
        ground[1u + i][0] = (int16_t)((radius * pelt_sine_get(angle)) >> 14);
        ground[1u + i][1] = (int16_t)((radius * pelt_sine_get(angle + PELT_TURN / 4u)) >> 14);
    }
}

static void add_disc(scenery *to)
{
    static uint32_t xy[1u + 2u * BACKDROP_SPOKES];
    static int32_t radius; /* that the points are for */
    if (body.cam.radius != radius)
        place_disc(&body.cam);
    radius = body.cam.radius;
    need(pelt_psx_ground_project(xy, &body.cam, ground[0], 1u + 2u * BACKDROP_SPOKES), "disc");
    for (uint32_t i = 0; i < BACKDROP_SPOKES; i++) {
        const uint32_t *from = &xy[1u + 2u * i],
                       *next = &xy[1u + 2u * ((i + 1u) % BACKDROP_SPOKES)];
        uint32_t *w = to->spokes[i];
        w[0] = PELT_PSX_TAG(9);
        w[1] = GP0_TRIANGLE | colour_of(&behind.centre[i >> 2 & 1u]);
        w[2] = xy[0];
        w[3] = w[7] = from[0];
        w[4] = w[9] = next[0];
        w[5] = GP0_QUAD | colour_of(&behind.inner[i]);
        w[6] = from[1];
        w[8] = next[1];
        need(pelt_psx_list_add(&list, w, w, DEPTH_DISC), "disc");
    }
}

static void skin(const actor *a)
{
    pelt_mesh_info mesh;
    for (uint32_t i = 0; i < a->model.mesh_count; i++) {
        need(pelt_mesh_get(&mesh, &a->model, i), "picture");
        need(pelt_psx_body_skin(&body, i, &a->palettes[mesh.skin],
                                a->morphs[i].model != NULL ? &a->morphs[i] : NULL),
             "picture");
    }
}

void renderer_draw(renderer *r, const shot *s)
{
    scenery *const with = &sceneries[page / PAGE_LINES];
    uint32_t start;
    r->buttons = 0;
    if (s != NULL) {
        body.cam = *view_pose(r, s);
        start = board_counter();
        skin(&r->actor);
        (void)renderer_spent(r->costs, COST_SKIN, start);
    }
    need(pelt_psx_list_begin(&list, page, (uint32_t)machine_width, (uint32_t)machine_height),
         "picture");
    start = board_counter();
    add_sky(with);
    if (s != NULL) {
        add_disc(with);
        need(pelt_psx_body_draw(&body, &list), "picture");
        r->drawn = body.drawn;
    }
    add_text(&texts[page / PAGE_LINES], &r->text);
    (void)renderer_spent(r->costs, COST_DRAW, start);
    pelt_psx_list_wait();
    machine_show();
    need(pelt_psx_list_start(&list), "picture");
    page = PAGE_LINES - page;
}

bool renderer_record(renderer *r, uint32_t frame_count, uint32_t frame_ms)
{
    (void)r, (void)frame_ms; /* the emulator keeps the screen instead */
    return frame_count == 0u;
}
