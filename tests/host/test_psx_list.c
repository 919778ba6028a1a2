/* SPDX-License-Identifier: MIT */
/* Reads the PlayStation's lists of packets (pelt/psx.h) in its memory as DMA and the GPU would:
 *
 *   test_psx_list MEMORY... [MODEL.pelt MEMORY]
 *
 * Memories are files of 2 MB each, one behind the other, as run_libretro -m writes them; that of
 * tests/consoles/psx_near.c has pictures of the model, which are compared with rays.
 *
 * A list ends, its packets lie in RAM and fit the GPU's queue, commands are known and whole, vertices and
 * edges are within what the GPU draws, texels and their tables lie in video memory beside the pages. Each
 * memory has two lists, and damage that is planted in the first of each file is noticed. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "common/output.h"
#include "reference_view.h"

enum {
    MEMORY_BYTES = 1 << 21,
    RAM_FROM = 1 << 20, /* boards/psx/board.mk */
    QUEUE_WORDS = 16,
    PACKETS_MOST = 1 << 17,
    SCREEN_WIDTH = 320,
    SCREEN_HEIGHT = 240,
    PAGE_LINES = 256,
    VIDEO_WIDTH = 1024,
    EDGE_WIDTH = 1023,
    EDGE_HEIGHT = 511,
    WORDS_MOST = 64,
    PICTURES = 96 /* tests/consoles/psx_near.c */
};

/* Kinds of commands, of which the last one of each is damaged. */
enum { KIND_SMOOTH, KIND_TEXTURED, KIND_FLAT, KIND_SPRITE, KIND_AREA, KIND_COUNT };

typedef struct reader {
    const uint8_t *memory;
    uint32_t page, window; /* as commands set them */
    uint32_t counts[KIND_COUNT], at[KIND_COUNT], problems;
    uint32_t number;   /* of the picture: the red of its ground, which has four corners */
    const char *first; /* the first problem */
} reader;

static bool draws; /* read_list() also draws smooth triangles */
static uint16_t picture[SCREEN_WIDTH * SCREEN_HEIGHT];

static uint32_t word_at(const uint8_t *memory, uint32_t address)
{
    uint32_t word;
    memcpy(&word, memory + address, sizeof word);
    return word;
}

static void need(reader *r, bool is_good, const char *what)
{
    if (!is_good && r->problems++ == 0)
        r->first = what;
}

/// Commands /////////////////////////////////////////////////////////////////////////////////////

/* 11 bits, and the upper ones repeat the sign. */
static bool is_place(uint32_t word)
{
    const int x = (int16_t)word, y = (int16_t)(word >> 16);
    return x >= -1024 && x < 1024 && y >= -1024 && y < 1024;
}

static bool is_edge(uint32_t a, uint32_t b)
{
    return abs((int16_t)a - (int16_t)b) <= EDGE_WIDTH &&
           abs((int16_t)(a >> 16) - (int16_t)(b >> 16)) <= EDGE_HEIGHT;
}

/* Checks where a texel of the current page and window lies, and its table. */
static void texel(reader *r, uint32_t uv, uint32_t table)
{
    const uint32_t mask = (r->window & 31) * 8, offset = (r->window >> 10 & 31) * 8;
    const uint32_t u = (uv & 255 & ~mask) | (offset & mask), kind = r->page >> 7 & 3;
    const uint32_t x = (r->page & 15) * 64 + (u << kind) / 4;
    const uint32_t entries = kind == 0 ? 16 : kind == 1 ? 256 : 0;
    const uint32_t from = (table & 63) * 16, line = table >> 6 & 511;
    need(r, kind < 3 && x >= SCREEN_WIDTH && x < VIDEO_WIDTH, "a texel outside video memory");
    need(r, entries == 0 || (from + entries <= SCREEN_WIDTH && line % PAGE_LINES >= SCREEN_HEIGHT),
         "a table of colours in a page");
}

static void draw(const uint32_t *w)
{
    int x[3], y[3];
    for (int i = 0; i < 3; i++) {
        x[i] = (int16_t)w[2 * i + 1];
        y[i] = (int16_t)(w[2 * i + 1] >> 16);
    }
    int low = SCREEN_HEIGHT, high = -1;
    for (int i = 0; i < 3; i++) {
        low = y[i] < low ? y[i] : low;
        high = y[i] > high ? y[i] : high;
    }
    const int area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    for (int i = low < 0 ? 0 : low * SCREEN_WIDTH;
         i < SCREEN_WIDTH * SCREEN_HEIGHT && i / SCREEN_WIDTH <= high && area != 0; i++) {
        const int at[2] = {i % SCREEN_WIDTH, i / SCREEN_WIDTH};
        int parts[3], rgb[3] = {0, 0, 0};
        for (int k = 0; k < 3; k++) {
            const int a = (k + 1) % 3, b = (k + 2) % 3;
            parts[k] = (x[a] - at[0]) * (y[b] - at[1]) - (x[b] - at[0]) * (y[a] - at[1]);
            for (int c = 0; c < 3; c++)
                rgb[c] += (int)((w[2 * k] >> 8 * c & 255) * (double)parts[k] / area);
        }
        if (area > 0 ? (parts[0] | parts[1] | parts[2]) >= 0
                     : parts[0] <= 0 && parts[1] <= 0 && parts[2] <= 0)
            picture[i] = PELT_RGB565((uint32_t)rgb[0], (uint32_t)rgb[1], (uint32_t)rgb[2]);
    }
}

static uint32_t polygon(reader *r, const uint32_t *w, uint32_t address)
{
    const bool smooth = (w[0] >> 28 & 1) != 0, textured = (w[0] >> 26 & 1) != 0;
    const uint32_t corners = 3 + (w[0] >> 27 & 1),
                   each = 1u + (textured ? 1u : 0u) + (smooth ? 1u : 0u);
    const uint32_t *const xy = w + 1;
    const int kind = textured ? KIND_TEXTURED : smooth ? KIND_SMOOTH : KIND_FLAT;
    for (uint32_t i = 0; i < corners; i++)
        need(r, is_place(xy[i * each]), "a vertex of more than 11 bits");
    for (uint32_t i = 0; i + 3 <= corners; i++)
        need(r,
             is_edge(xy[i * each], xy[(i + 1) * each]) &&
                 is_edge(xy[(i + 1) * each], xy[(i + 2) * each]) &&
                 is_edge(xy[i * each], xy[(i + 2) * each]),
             "an edge longer than 1023 x 511");
    if (textured)
        r->page = (r->page & ~0x1ffu) | (xy[each + 1] >> 16 & 0x1ff);
    for (uint32_t i = 0; textured && i < corners; i++)
        texel(r, xy[i * each + 1], xy[1] >> 16);
    if (kind == KIND_SMOOTH && draws)
        draw(w);
    if (corners == 4)
        r->number = w[0] & 255;
    r->counts[kind] += corners - 2;
    r->at[kind] = address;
    return corners * each + (smooth ? 0u : 1u);
}

/* Executes a command; returns its words, 0 if it is not one of those that the port sends. */
static uint32_t execute(reader *r, const uint32_t *w, uint32_t address)
{
    const uint32_t code = w[0] >> 24, x = w[0] & 1023, y = w[0] >> 10 & 511;
    switch (code) {
    case 0xe1: r->page = w[0]; return 1;
    case 0xe2: r->window = w[0]; return 1;
    case 0xe3: need(r, x == 0 && y % PAGE_LINES == 0, "it draws outside the pages"); return 1;
    case 0xe4:
        need(r, x < SCREEN_WIDTH && y % PAGE_LINES < SCREEN_HEIGHT, "it draws outside the pages");
        r->at[KIND_AREA] = address;
        r->counts[KIND_AREA]++;
        return 1;
    case 0xe5: return 1;
    case 0x65:
        need(r, is_place(w[1]), "a sprite of more than 11 bits");
        texel(r, w[2], w[2] >> 16);
        r->at[KIND_SPRITE] = address;
        r->counts[KIND_SPRITE]++;
        return 4;
    default: return code >= 0x20 && code < 0x40 ? polygon(r, w, address) : 0;
    }
}

static void read_list(reader *r, uint32_t from)
{
    uint32_t packets = 0, next = from;
    for (; (next & 0x800000) == 0 && r->problems == 0; packets++) {
        uint32_t words[WORDS_MOST] = {0}, used = 0;
        const uint32_t at = next,
                       tag = (at & 3) == 0 && at + 4 <= MEMORY_BYTES ? word_at(r->memory, at) : 0;
        const uint32_t count = tag >> 24;
        need(r, (at & 3) == 0 && at >= RAM_FROM && at + 4 + 4 * count <= MEMORY_BYTES,
             "a packet outside RAM");
        need(r, count <= QUEUE_WORDS, "a packet longer than the queue");
        need(r, packets < PACKETS_MOST, "a list without an end");
        if (r->problems != 0)
            return;
        memcpy(words, r->memory + at + 4, 4 * count);
        while (used < count) {
            const uint32_t taken = execute(r, words + used, at + 4 + 4 * used);
            need(r, taken != 0, "an unknown command");
            used += taken != 0 ? taken : count;
        }
        need(r, used == count || r->problems != 0, "a command that is not whole");
        next = tag & 0xffffff;
    }
}

/// A memory /////////////////////////////////////////////////////////////////////////////////////

/* Finds a list from `from` on, by its first packet, which sets the drawing area (port/psx/gpu.c); 0: none. */
static uint32_t find_list(const uint8_t *memory, uint32_t from)
{
    for (; from + 24 <= MEMORY_BYTES; from += 4)
        if (word_at(memory, from) >> 24 == 5 && word_at(memory, from + 4) == 0xe1000200 &&
            word_at(memory, from + 8) == 0xe2000000 && word_at(memory, from + 12) >> 24 == 0xe3 &&
            word_at(memory, from + 16) >> 24 == 0xe4 && word_at(memory, from + 20) >> 24 == 0xe5)
            return from;
    return 0;
}

static reader read_memory(const uint8_t *memory, uint32_t list)
{
    reader r = {.memory = memory};
    memset(picture, 0, sizeof picture);
    read_list(&r, list);
    return r;
}

typedef struct damage {
    const char *name;
    int kind;
    int word;             /* from the command on; the packet's tag is -1, of KIND_AREA -4 */
    uint32_t value, kept; /* what is ORed to the word's bits, and those that stay */
} damage;

static void plant(uint8_t *memory, uint32_t list)
{
    const damage planted[] = {
        {"a list without an end", KIND_AREA, -4, list, 0xff000000},
        {"an address that is not aligned", KIND_AREA, -4, 2, 0xffffffff},
        {"an address behind RAM", KIND_SMOOTH, -1, 0x1ffffc, 0xff000000},
        {"an address in the program", KIND_SMOOTH, -1, 0x010000, 0xff000000},
        {"a longer packet", KIND_SMOOTH, -1, 0x01000000, 0xffffffff},
        {"a shorter packet", KIND_SMOOTH, -1, 0x05000000, 0xffffff},
        {"a line", KIND_SMOOTH, 0, 0x40000000, 0xffffff},
        {"a copy", KIND_SPRITE, 0, 0xa0000000, 0xffffff},
        {"a far vertex", KIND_SMOOTH, 1, 0x0400, 0xffff0000},
        {"a wide edge", KIND_SMOOTH, 1, 0xfc00, 0xffff0000},
        {"a tall edge", KIND_FLAT, 1, 0xfe000000, 0xffff},
        {"a texture in a page", KIND_TEXTURED, 5, 0, 0xffff},
        {"a texture of no kind", KIND_TEXTURED, 5, 0x01800000, 0xffffffff},
        {"a table in a page", KIND_TEXTURED, 2, 0, 0xffff},
        {"letters in a page", KIND_SPRITE, 2, 0, 0xffff},
        {"a page that is too tall", KIND_AREA, 0, 0xf0 << 10, 0xffffffff},
    };
    const reader good = read_memory(memory, list);
    for (size_t i = 0; i < sizeof planted / sizeof planted[0]; i++) {
        const damage *d = &planted[i];
        const uint32_t at = good.at[d->kind] + (uint32_t)(4 * d->word);
        if (!check(good.counts[d->kind] != 0, "nothing to damage: %s", d->name))
            continue;
        const uint32_t was = word_at(memory, at), now = (was & d->kept) | d->value;
        memcpy(memory + at, &now, 4);
        check(read_memory(memory, list).problems != 0, "%s is not noticed", d->name);
        memcpy(memory + at, &was, 4);
    }
    check(read_memory(memory, list).problems == 0, "the damage stays");
}

/// Pictures /////////////////////////////////////////////////////////////////////////////////////

enum { MODEL_BYTES = 1 << 20, VERTICES = 1024 };
static uint64_t blob[MODEL_BYTES / 8], memory_of_model[1 << 13];

/* Sees the model as tests/consoles/psx_near.c does in a picture. */
static void look(uint16_t *seen, pelt_character_q16 *model, uint32_t number)
{
    static pelt_vertex_q16 vertices[VERTICES];
    static pelt_draw_vertex shaded[VERTICES];
    pelt_body body = {.model = model->pose.model, .vertices = shaded, .flags = PELT_DRAW_TWO_SIDED};
    pelt_camera *const cam = &body.cam;
    pelt_box_q16 box;
    const uint32_t count = pelt_vertices_count(body.model);
    check(pelt_pose_sample_q16(&model->pose, 0, 0) == PELT_OK && count <= VERTICES &&
              pelt_character_skin_q16(model, 0, vertices, 0, count) == PELT_OK &&
              pelt_clip_box_get_q16(&box, body.model, 0, 0) == PELT_OK,
          "the model is posed");
    pelt_camera_frame(cam, &box, SCREEN_WIDTH, SCREEN_HEIGHT);
    pelt_camera_turn(cam, number * (PELT_TURN / 32u), 1900);
    cam->distance = cam->distance * (int32_t)(PICTURES - number) / PICTURES / 5;
    cam->near_plane = 4;
    pelt_body_project(&body, 0, vertices, 0, count);
    memset(seen, 0, sizeof picture);
    reference_view(seen, SCREEN_WIDTH, SCREEN_HEIGHT, &body, vertices,
                   cam->near_plane > cam->focal / 32 ? cam->near_plane : cam->focal / 32 + 1);
}

static void compare(pelt_character_q16 *model, uint32_t number)
{
    static uint16_t seen[SCREEN_WIDTH * SCREEN_HEIGHT];
    static const int shifts[3] = {11, 6, 0};
    int sums[3] = {0, 0, 0};
    look(seen, model, number);
    for (int i = 0; i < SCREEN_WIDTH * SCREEN_HEIGHT; i++)
        for (int c = 0; c < 3; c++)
            sums[c] += abs((seen[i] >> shifts[c] & 31) - (picture[i] >> shifts[c] & 31));
    for (int c = 0; c < 3; c++)
        check(sums[c] * 100 <= 3 * 31 * SCREEN_WIDTH * SCREEN_HEIGHT,
              "picture %u: channel %d is %.4f off", number, c,
              sums[c] / 31.0 / SCREEN_WIDTH / SCREEN_HEIGHT);
}

static void read_memories(const char *path, pelt_character_q16 *model)
{
    diag d = {0};
    FREED void *all = NULL;
    size_t bytes;
    uint32_t counts[KIND_COUNT] = {0};
    if (!check(read_file(&all, &bytes, path, &d) && bytes >= MEMORY_BYTES, "%s", path))
        return;
    for (size_t i = 0; i + MEMORY_BYTES <= bytes; i += MEMORY_BYTES) {
        uint8_t *const memory = (uint8_t *)all + i;
        uint32_t lists = 0, number = UINT32_MAX, whole = 0;
        for (uint32_t at = RAM_FROM; (at = find_list(memory, at)) != 0; at += 24, lists++) {
            const reader r = read_memory(memory, at);
            check(r.problems == 0, "%s, memory %zu: %s", path, i / MEMORY_BYTES,
                  r.first != NULL ? r.first : "");
            for (int k = 0; k < KIND_COUNT; k++)
                counts[k] += r.counts[k];
            if (r.number < number) { /* the older list: the newer one may be half written */
                number = r.number;
                whole = at;
            }
            if (i == 0 && model == NULL)
                plant(memory, at);
        }
        draws = model != NULL && i / MEMORY_BYTES % 5 == 0;
        if (draws && read_memory(memory, whole).problems == 0)
            compare(model, number);
        draws = false;
        check(lists == 2, "%s, memory %zu: %u lists", path, i / MEMORY_BYTES, lists);
    }
    printf("%s: %u smooth, %u textured and %u flat triangles, %u letters\n", path,
           counts[KIND_SMOOTH], counts[KIND_TEXTURED], counts[KIND_FLAT], counts[KIND_SPRITE]);
    check(counts[KIND_FLAT] != 0 && counts[KIND_SMOOTH] + counts[KIND_TEXTURED] != 0,
          "%s: no triangles", path);
}

static bool open_model(pelt_character_q16 *model, const char *path)
{
    diag d = {0};
    FREED void *all = NULL;
    size_t bytes;
    const bool is_read = read_file(&all, &bytes, path, &d) && bytes <= sizeof blob;
    if (is_read)
        memcpy(blob, all, bytes);
    return is_read && pelt_character_open_q16(model, blob, bytes, &pelt_exact, memory_of_model,
                                              sizeof memory_of_model) == PELT_OK;
}

int main(int argc, char **argv)
{
    pelt_character_q16 model, *of = NULL;
    for (int i = 1; i < argc; i++) {
        const size_t length = strlen(argv[i]);
        if (length < 5 || strcmp(argv[i] + length - 5, ".pelt") != 0)
            read_memories(argv[i], of);
        else if (check(open_model(&model, argv[i]), "%s", argv[i]))
            of = &model;
    }
    return check_end();
}
