/* SPDX-License-Identifier: MIT */
/* Reads lists of the Nintendo 64's RDP (pelt/n64.h) as the hardware would, from a memory of its own into which
 * only what is sent and written back is copied: commands and their sizes, alignment, syncs, what
 * fits the texture memory, the order of a triangle's lines. It draws them, and the pictures are
 * near those in strips, and near rays where the camera is in the character. Planted faults are noticed.
 *
 *   test_n64_list FILE...      glTF files */
#define _GNU_SOURCE /* mmap */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "../../src/blob/format.h"
#include "check.h"
#include "cmd/load.h"
#include "pelt/n64.h"
#include "reference_view.h"
#include "stage.h"

enum { WIDTH = 320, HEIGHT = 240, WORDS = 2048, PIECES = 4096, MOMENTS = 3, VERTICES = 20000 };

/* The machine's memory: what the processor sees, at an address that is a physical one, too; what is behind
 * its cache; and where things are. */
#define RAM_AT 0x10000000u
#define RAM_BYTES 0x400000u
#define COLOURS_AT (RAM_AT + 0x10000u)
#define DEPTHS_AT (RAM_AT + 0x40000u)
#define LIST_AT (RAM_AT + 0x80000u)
#define BODY_AT (RAM_AT + 0x100000u)
#define BODY_BYTES 0x200000u
static uint8_t *cached, ram[RAM_BYTES];

/* Pieces as they are sent: with the memory that they leave, so that they can be read again. */
typedef struct piece {
    uint32_t at, count, words[WORDS / 2];
} piece;
static piece pieces[PIECES];
static uint32_t piece_count;

static void send(void *own, const uint32_t *words, uint32_t count)
{
    (void)own;
    if (piece_count == PIECES || count > WORDS / 2)
        abort();
    piece *const p = &pieces[piece_count++];
    p->at = (uint32_t)(uintptr_t)words;
    p->count = count;
    memcpy(p->words, words, 4u * count);
    memset((void *)(uintptr_t)words, 0xee, 4u * count);
}

/// The RDP //////////////////////////////////////////////////////////////////////////////////////

typedef struct tile {
    uint32_t high, low, width, height;
    bool sized;
} tile;

static struct {
    uint32_t colours, depths, modes[2], fill, paint, image_high, image, drawn, problems;
    int line;            /* of this file, where the first one is noticed */
    uint32_t used_tiles; /* bits */
    bool scissor, modes_set, combined, blended, used_pipe, used_load, loaded, done;
    tile tiles[8];
    uint8_t tmem[4096];
    uint16_t table[256];
} rdp;

#define expect(ok) note(ok, __LINE__)
static void note(bool ok, int line)
{
    if (!ok && rdp.problems++ == 0u)
        rdp.line = line;
}

static uint32_t read_ram(uint32_t at, uint32_t bytes) /* texels and tables, big-endian there */
{
    uint32_t value = 0;
    if (at < RAM_AT || at + bytes > RAM_AT + RAM_BYTES) {
        expect(false);
        return 0;
    }
    if (bytes == 2) {
        uint16_t half; /* halves are in the host's order */
        memcpy(&half, ram + (at - RAM_AT), 2);
        return half;
    }
    for (; bytes > 0; bytes--)
        value = value << 8 | ram[at++ - RAM_AT];
    return value;
}

static uint32_t size_of(uint32_t high)
{
    return 4u << (high >> 19 & 3u); /* bits of a texel */
}

static void load_tile(const uint32_t w[2])
{
    const tile *const t = &rdp.tiles[w[1] >> 24 & 7u];
    const uint32_t bits = size_of(t->high), unit = bits / 8u, line = (t->high >> 9 & 511u) * 8u;
    const uint32_t width = (w[1] >> 14 & 1023u) + 1u, height = (w[1] >> 2 & 1023u) + 1u;
    const uint32_t pitch = ((rdp.image_high & 1023u) + 1u) * unit;
    const bool indices = (t->high >> 21 & 7u) == 2u;
    /* the texture memory takes whole words of 8 bytes, in the lower half where there is a table */
    expect(unit != 0u && size_of(rdp.image_high) == bits && rdp.image % 8u == 0u &&
           w[0] == 0x34000000u);
    expect((t->high & 511u) == 0u && line >= width * unit &&
           line * height <= (indices ? 2048u : 4096u));
    expect(pitch >= width * unit);
    for (uint32_t y = 0; y < height && unit != 0u; y++)
        for (uint32_t x = 0; x < width; x++)
            for (uint32_t b = 0, at = y * line + x * unit; b < unit && at + b < sizeof rdp.tmem;
                 b++) {
                const uint32_t from = rdp.image + y * pitch + x * unit;
                rdp.tmem[at + b] =
                    (uint8_t)(unit == 2u ? read_ram(from, 2) >> 8 * (1 - b) : read_ram(from, 1));
            }
}

static void load_table(const uint32_t w[2])
{
    const tile *const t = &rdp.tiles[w[1] >> 24 & 7u];
    const uint32_t count = (w[1] >> 14 & 1023u) + 1u;
    expect(size_of(t->high) == 4u && (t->high & 511u) >= 256u && count <= 256u &&
           size_of(rdp.image_high) == 16u && rdp.image % 8u == 0u);
    for (uint32_t i = 0; i < count && i < 256u; i++)
        rdp.table[i] = (uint16_t)read_ram(rdp.image + 2u * i, 2);
}

/* One axis of a texel: clamped, mirrored or begun again, by the tile's bits. */
static uint32_t wrapped(int32_t at, uint32_t bits, uint32_t side)
{
    const uint32_t mask = bits >> 4 & 15u, length = 1u << mask;
    if ((bits >> 9 & 1u) != 0u)
        at = at < 0 ? 0 : at >= (int32_t)side ? (int32_t)side - 1 : at;
    if (mask == 0u)
        return (uint32_t)at;
    if ((bits >> 8 & 1u) != 0u && ((uint32_t)at & length) != 0u)
        at = ~at;
    return (uint32_t)at & (length - 1u);
}

static uint32_t texel(int32_t s, int32_t t)
{
    const tile *const from = &rdp.tiles[0];
    const uint32_t bits = size_of(from->high), line = (from->high >> 9 & 511u) * 8u;
    const uint32_t x = wrapped(s, from->low & 1023u, from->width);
    const uint32_t y = wrapped(t, from->low >> 10 & 1023u, from->height);
    const uint32_t at = y * line + x * bits / 8u;
    if (at + 1u >= sizeof rdp.tmem || !from->sized) {
        expect(false);
        return 0;
    }
    if (bits == 16u)
        return (uint32_t)rdp.tmem[at] << 8 | rdp.tmem[at + 1u];
    return rdp.table[bits == 8u ? rdp.tmem[at] : rdp.tmem[at] >> (x % 2u == 0u ? 4 : 0) & 15u];
}

/* The number i of four in a block, as at + steps: s15.16. */
static double attribute(const uint32_t *block, uint32_t i, double x, double lines)
{
    int32_t values[3]; /* at, across, along the long edge */
    for (uint32_t k = 0; k < 3u; k++) {
        const uint32_t at = (k < 2u ? 2u * k : 8u) + i / 2u, shift = i % 2u == 0u ? 16u : 0u;
        values[k] =
            (int32_t)((block[at] >> shift & 0xffffu) << 16 | (block[at + 4u] >> shift & 0xffffu));
    }
    return (values[0] + x * values[1] + lines * values[2]) / 65536.0;
}

static uint32_t in_byte(double value)
{
    return value < 0 ? 0u : value > 255 ? 255u : (uint32_t)value;
}

/* what: bits of a triangle's command, 1 depth, 2 texture, 4 shade. */
static void put_pixel(uint32_t at, uint32_t what, const uint32_t *shade, const uint32_t *texture,
                      const uint32_t *z, double x, double lines)
{
    uint32_t rgb[3] = {rdp.paint >> 24, rdp.paint >> 16 & 255u, rdp.paint >> 8 & 255u}, pixel = 0;
    uint16_t depth = 0, before;
    for (uint32_t i = 0; i < 3u && (what & 4u) != 0u; i++)
        rgb[i] = in_byte(attribute(shade, i, x, lines));
    if ((what & 2u) != 0u) {
        const double w = attribute(texture, 2, x, lines) / 32768;
        const uint32_t found =
            texel((int32_t)(attribute(texture, 0, x, lines) / w / 32 + 2048) - 2048,
                  (int32_t)(attribute(texture, 1, x, lines) / w / 32 + 2048) - 2048);
        if ((found & 1u) == 0u)
            return;
        for (uint32_t i = 0; i < 3u; i++) {
            const uint32_t five = found >> (11u - 5u * i) & 31u;
            rgb[i] = (five << 3 | five >> 2) * (rgb[i] + 1u) >> 8;
        }
    }
    if ((what & 1u) != 0u) {
        const double now = ((int32_t)z[0] + x * (int32_t)z[1] + lines * (int32_t)z[2]) / 65536.0;
        depth = (uint16_t)(now < 0 ? 0 : now > 32767 ? 32767 : now);
        memcpy(&before, ram + (rdp.depths - RAM_AT) + 2u * at, 2);
        if (depth >= before)
            return;
        memcpy(ram + (rdp.depths - RAM_AT) + 2u * at, &depth, 2);
    }
    for (uint32_t i = 0; i < 3u; i++)
        pixel = pixel << 5 | rgb[i] >> 3;
    const uint16_t half = (uint16_t)(pixel << 1 | 1u);
    memcpy(ram + (rdp.colours - RAM_AT) + 2u * at, &half, 2);
}

static int32_t quarters(uint32_t y)
{
    return (int32_t)(y << 18) >> 18;
}

static void triangle(const uint32_t *w, uint32_t what)
{
    const int32_t yl = quarters(w[0]), ym = quarters(w[1] >> 16), yh = quarters(w[1]);
    const bool on_left = (w[0] >> 23 & 1u) != 0u, textured = (what & 2u) != 0u;
    const uint32_t *const shade = w + 8, *const texture = shade + ((what & 4u) != 0u ? 16 : 0);
    const uint32_t *const z = texture + (textured ? 16 : 0);
    expect(yh <= ym && ym <= yl && yh < yl);
    for (uint32_t i = 2; i < 8u; i += 2) /* where edges begin: 12 bits of pixels */
        expect((int32_t)w[i] < 1 << 27 && (int32_t)w[i] >= -(1 << 27));
    expect(rdp.scissor && rdp.modes_set && rdp.combined && rdp.blended);
    expect(rdp.colours != 0u && (rdp.modes[0] >> 20 & 3u) == 0u);
    expect(((what & 1u) != 0u) == ((rdp.modes[1] & 0x30u) == 0x30u) && (rdp.depths != 0u));
    expect(textured == ((rdp.modes[0] >> 19 & 1u) != 0u) && (!textured || rdp.loaded));
    expect(!textured ||
           ((rdp.modes[0] >> 15 & 1u) != 0u) == ((rdp.tiles[0].high >> 21 & 7u) == 2u));
    rdp.used_pipe = true;
    rdp.used_load = rdp.used_load || textured;
    rdp.used_tiles |= textured ? 1u : 0u;
    rdp.drawn++;
    if (rdp.problems != 0u)
        return;
    for (int32_t y = (yh + 3) >> 2; 4 * y < yl; y++) {
        const double lines = y - (yh >> 2);
        const double major = ((int32_t)w[4] + lines * (int32_t)w[5]) / 65536;
        const double minor = 4 * y < ym ? ((int32_t)w[6] + lines * (int32_t)w[7]) / 65536
                                        : ((int32_t)w[2] + (y - ym / 4.0) * (int32_t)w[3]) / 65536;
        const double from = on_left ? major : minor, to = on_left ? minor : major;
        expect(from < to + 0.5); /* the long edge is on the side that the bit says */
        if (y < 0 || y >= HEIGHT)
            continue;
        for (int32_t x = from < 0 ? 0 : (int32_t)(from + 0.99999); x < WIDTH && x < to; x++)
            put_pixel((uint32_t)(y * WIDTH + x), what, shade, texture, z, x - major, lines);
    }
}

static void fill(const uint32_t w[2])
{
    expect((rdp.modes[0] >> 20 & 3u) == 3u && rdp.scissor && rdp.colours != 0u && w[1] == 0u &&
           w[0] == (0x36000000u | (WIDTH - 1u) << 14 | (HEIGHT - 1u) << 2));
    rdp.used_pipe = true;
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++)
        memcpy(ram + (rdp.colours - RAM_AT) + 2u * i, &rdp.fill, 2);
}

/* Carries a command out; returns its words, or 0 if it is none. The numbers are the hardware's, so that a
 * wrong one in port/n64/rdp.h is noticed. */
static uint32_t carry_out(const uint32_t *w)
{
    const uint32_t command = w[0] >> 24 & 63u;
    tile *const t = &rdp.tiles[w[1] >> 24 & 7u];
    if (command >= 8u && command < 16u)
        return 8u + (command & 4u) * 4u + (command & 2u) * 8u + (command & 1u) * 4u;
    if (command == 0x2fu || command == 0x36u || command >= 0x37u)
        expect(command == 0x36u || command == 0x3du || !rdp.used_pipe);
    switch (command) {
    case 0x26: rdp.used_load = false; break; /* sync load */
    case 0x27: rdp.used_pipe = false; break; /* sync pipe */
    case 0x28: rdp.used_tiles = 0; break;    /* sync tile */
    case 0x29: rdp.done = true; break;       /* sync full */
    case 0x2d:                               /* scissor */
        rdp.scissor = true;
        expect(w[0] == 0x2d000000u && w[1] == ((uint32_t)WIDTH << 14 | HEIGHT << 2));
        break;
    case 0x2f: /* modes */
        memcpy(rdp.modes, w, 8);
        rdp.modes_set = true;
        expect((rdp.modes[0] >> 20 & 3u) == 3u || (rdp.modes[0] >> 10 & 3u) == 3u);
        break;
    case 0x30: /* load a table */
    case 0x34: /* load a tile */
        expect(!rdp.used_load);
        rdp.loaded = rdp.used_load = true;
        rdp.used_tiles |= 1u << (t - rdp.tiles);
        (command == 0x30u ? load_table : load_tile)(w);
        break;
    case 0x32: /* size of a tile */
        t->width = (w[1] >> 14 & 1023u) + 1u;
        t->height = (w[1] >> 2 & 1023u) + 1u;
        t->sized = true;
        break;
    case 0x35: /* tile */
        expect((rdp.used_tiles >> (t - rdp.tiles) & 1u) == 0u);
        t->high = w[0];
        t->low = w[1];
        break;
    case 0x36: fill(w); break;
    case 0x37: rdp.fill = w[1]; break;             /* colour of fills */
    case 0x39: rdp.blended = w[1] == 0x80u; break; /* colour of the blender */
    case 0x3a: rdp.paint = w[1]; break;            /* colour of paint */
    case 0x3c: rdp.combined = true; break;         /* the triangle's bits say what it does */
    case 0x3d:                                     /* image of texels */
        rdp.image_high = w[0];
        rdp.image = w[1];
        break;
    case 0x3e: rdp.depths = w[1]; break; /* image of depths */
    case 0x3f:                           /* image of colours */
        rdp.colours = w[1];
        expect((w[0] & 0xffffffu) == (2u << 19 | (WIDTH - 1u)));
        break;
    default: return 0;
    }
    expect(
        (command != 0x3eu && command != 0x3fu) ||
        (w[1] % 64u == 0u && w[1] >= RAM_AT && w[1] + 2u * WIDTH * HEIGHT <= RAM_AT + RAM_BYTES));
    return 2;
}

/* Reads all pieces; returns the problems. */
static uint32_t read_pieces(void)
{
    memset(&rdp, 0, sizeof rdp);
    for (uint32_t i = 0; i < piece_count; i++) {
        const piece *const p = &pieces[i];
        expect(p->at % 8u == 0u && p->count % 2u == 0u && p->count != 0u && !rdp.done);
        for (uint32_t at = 0, words; at < p->count && rdp.problems == 0u; at += words) {
            words = carry_out(p->words + at);
            if (words == 0u || words > p->count - at)
                expect(false);
            else if (words > 2u)
                triangle(p->words + at, p->words[at] >> 24 & 7u);
        }
    }
    expect(rdp.done);
    return rdp.problems;
}

/// Pictures /////////////////////////////////////////////////////////////////////////////////////

static pelt_n64_body body;
static pelt_body other;
static uint32_t far; /* vertices that are elsewhere, or look different */
static pelt_vertex_q16 skinned[VERTICES];
static uint32_t skinned_count;

static void take(void *own, uint32_t mesh, const pelt_vertex_q16 *some, uint32_t first,
                 uint32_t count)
{
    (void)own;
    pelt_n64_body_project(&body, mesh, some, first, count);
    pelt_body_project(&other, mesh, some, first, count);
    memcpy(&skinned[skinned_count], some, count * sizeof *some);
    skinned_count += count;
}

static uint32_t differ(const pelt_draw_vertex *a, const pelt_draw_vertex *b, bool shadow)
{
    if ((a->outside | b->outside) != 0)
        return a->outside != b->outside;
    return abs(a->x - b->x) > 2 || abs(a->y - b->y) > 3 ||
           (!shadow && (abs(a->depth - b->depth) > 1 || abs(a->r - b->r) > 4 ||
                        abs(a->g - b->g) > 4 || abs(a->b - b->b) > 4));
}

/* The ends of what is not background in each line of a picture with 5 bits a channel. */
static void find_ends(int32_t ends[HEIGHT][2], const uint16_t *picture, uint16_t behind)
{
    for (uint32_t y = 0; y < HEIGHT; y++) {
        ends[y][0] = WIDTH;
        ends[y][1] = -1;
        for (int32_t x = 0; x < WIDTH; x++)
            if (picture[y * WIDTH + (uint32_t)x] != behind) {
                ends[y][0] = x < ends[y][0] ? x : ends[y][0];
                ends[y][1] = x;
            }
    }
}

/* Compares the RDP's picture with that in strips: colours, and outlines within a pixel. */
static void compare(const char *path, const uint16_t *strips)
{
    static uint16_t pictures[2][WIDTH * HEIGHT];
    static int32_t ends[2][HEIGHT][2];
    const uint16_t behind = (64 >> 3) << 10 | (96 >> 3) << 5 | 160 >> 3;
    uint32_t sums[3] = {0, 0, 0}, off = 0;
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        memcpy(&pictures[0][i], ram + (COLOURS_AT - RAM_AT) + 2u * i, 2);
        pictures[0][i] >>= 1;
        pictures[1][i] = (uint16_t)((strips[i] & 0xffc0u) >> 1 | (strips[i] & 31u));
        for (int c = 0; c < 3; c++)
            sums[c] +=
                (uint32_t)abs((pictures[0][i] >> 5 * c & 31) - (pictures[1][i] >> 5 * c & 31));
    }
    for (int c = 0; c < 3; c++)
        check(sums[c] * 100u <= 3u * 31u * WIDTH * HEIGHT, "%s: channel %d is %.4f off", path, c,
              sums[c] / 31.0 / WIDTH / HEIGHT);
    find_ends(ends[0], pictures[0], behind);
    find_ends(ends[1], pictures[1], behind);
    for (uint32_t y = 1; y + 1u < HEIGHT; y++) {
        bool within = true;
        for (int side = 0; side < 2; side++) {
            int32_t low = WIDTH, high = -1; /* of the line and its neighbours */
            for (uint32_t i = y - 1u; i <= y + 1u; i++) {
                low = ends[1][i][side] < low ? ends[1][i][side] : low;
                high = ends[1][i][side] > high ? ends[1][i][side] : high;
            }
            within = within && ends[0][y][side] >= low - 1 && ends[0][y][side] <= high + 1;
        }
        off += !within;
    }
    check(off * 100u <= HEIGHT, "%s: %u lines have another outline", path, off);
}

static pelt_n64_list list;

static void draw(actor *a, pelt_time time, uint32_t clip)
{
    static const pelt_draw_vertex sky[2][3] = {
        {{0, 0, 1, 64, 96, 160, 0}, {0, 3840, 1, 64, 96, 160, 0}, {5120, 3840, 1, 64, 96, 160, 0}},
        {{0, 0, 1, 64, 96, 160, 0}, {5120, 3840, 1, 64, 96, 160, 0}, {5120, 0, 1, 64, 96, 160, 0}}};
    const actor_moment moment = {clip, PELT_NONE, time, 0, 0, 0};
    skinned_count = 0;
    actor_pose(a, &moment);
    actor_skin_all(a, take, NULL);
    piece_count = 0;
    pelt_n64_list_begin(&list, COLOURS_AT, DEPTHS_AT, WIDTH, HEIGHT);
    pelt_n64_list_add(&list, sky[0]);
    pelt_n64_list_add(&list, sky[1]);
    pelt_n64_body_draw(&body, &list);
    pelt_n64_list_start(&list);
}

/// Near /////////////////////////////////////////////////////////////////////////////////////////

/* Edges that cross the screen in a line or two begin and end within 12 bits of pixels. */
static void add_thin(void)
{
    piece_count = 0;
    pelt_n64_list_begin(&list, COLOURS_AT, DEPTHS_AT, WIDTH, HEIGHT);
    for (int16_t i = 0; i < 400; i++) {
        const int16_t from = i % 2 != 0 ? -16000 : 16000, y = 160 + i / 2 % 16;
        const pelt_draw_vertex corners[3] = {
            {from, y, 1, 64, 96, 160, 0},
            {from, 3840, 1, 64, 96, 160, 0},
            {(int16_t)-from, (int16_t)(y + 8 + i / 8), 1, 64, 96, 160, 0}};
        pelt_n64_list_add(&list, corners);
    }
    pelt_n64_list_start(&list);
    read_pieces();
    check(rdp.problems == 0u, "thin: %u problems, the first one in line %d", rdp.problems,
          rdp.line);
}

/* Pictures of a camera that comes into the character, so that triangles cross the nearest plane. */
static void come_near(const char *path, actor *a, const pelt_clip_info *clip,
                      const pelt_box_q16 *rest, uint16_t *picture)
{
    for (int32_t i = 2; i < 5; i++) {
        pelt_camera *const cam = &body.look.cam;
        pelt_camera_frame(cam, rest, WIDTH, HEIGHT);
        pelt_camera_turn(cam, 9000u * (uint32_t)i, 1900u + 2500u * (uint32_t)i);
        cam->distance = cam->distance * (5 - i) / 20;
        cam->near_plane /= 8;
        body.look.flags = i % 2 != 0 ? PELT_DRAW_TWO_SIDED : 0;
        other.cam = *cam;
        other.flags = body.look.flags;
        draw(a, clip->start, a->model.clip_count != 0u ? 0 : PELT_NONE);
        for (uint32_t k = 0; k < WIDTH * HEIGHT; k++)
            picture[k] = PELT_RGB565(64, 96, 160);
        reference_view(picture, WIDTH, HEIGHT, &other, skinned, cam->near_plane * 9 / 8);
        read_pieces();
        check(rdp.problems == 0u, "%s, near: %u problems, the first one in line %d", path,
              rdp.problems, rdp.line);
        check(body.crossed != 0u, "%s: nothing crosses the nearest plane", path);
        compare(path, picture);
    }
}

/* A vertex is outside if it is nearer than 9/8 of `near_plane`, however small that is. */
static void find_nearest(const pelt_box_q16 *rest)
{
    pelt_camera *const cam = &body.look.cam;
    pelt_camera_frame(cam, rest, WIDTH, HEIGHT);
    const pelt_vertex_q16 middle = {.position = {cam->centre[0] * (1 << cam->shift),
                                                 cam->centre[1] * (1 << cam->shift),
                                                 cam->centre[2] * (1 << cam->shift)}};
    cam->focal = 15; /* a camera unit is less than a pixel */
    for (cam->near_plane = 1; cam->near_plane < 40; cam->near_plane++)
        for (cam->distance = cam->near_plane; cam->distance < 2 * cam->near_plane;
             cam->distance++) {
            const bool done = pelt_n64_body_project(&body, 0, &middle, 0, 1) == PELT_OK;
            const bool outside = body.look.vertices->outside != 0;
            check(done && outside == (8 * cam->distance < 9 * cam->near_plane),
                  "a vertex %d away is%s outside, `near_plane` is %d", cam->distance,
                  outside ? "" : " not", cam->near_plane);
        }
}

/// Faults ///////////////////////////////////////////////////////////////////////////////////////

/* Finds a command: the number `which` of those with these bits. */
static uint32_t *command_of(uint32_t which, uint32_t mask, uint32_t bits)
{
    for (uint32_t i = 0; i < piece_count; i++)
        for (uint32_t at = 0, words; at < pieces[i].count; at += words) {
            if ((pieces[i].words[at] & mask) == bits && which-- == 0u)
                return pieces[i].words + at;
            words = carry_out(pieces[i].words + at);
            if (words == 0u)
                return NULL;
        }
    return NULL;
}

#define PLANTS 18u
static uint32_t plant_count,
    planted; /* of a file; bits: those for which some file had the command */

static void plant(const char *what, uint32_t which, uint32_t mask, uint32_t bits, uint32_t word,
                  uint32_t flip)
{
    uint32_t *const at = command_of(which, mask, bits);
    const uint32_t bit = 1u << plant_count++;
    if (at == NULL)
        return;
    planted |= bit;
    at[word] ^= flip;
    check(read_pieces() != 0u, "planted, and not noticed: %s", what);
    at[word] ^= flip;
}

static void plant_all(void)
{
    const bool textured = command_of(0, 0x3f000000u, 0x34000000u) != NULL;
    piece *const last = &pieces[piece_count - 1u];
    plant_count = 0;
    plant("no sync before modes", 3, 0xff000000u, 0x27000000u, 0, 0x0f000000u);
    plant("no full sync", 0, 0xff000000u, 0x29000000u, 0, 0x01000000u);
    plant("a colour image at a wrong address", 1, 0x3f000000u, 0x3f000000u, 1, 4u);
    plant("an image outside of memory", 0, 0x3f000000u, 0x3e000000u, 1, 0x20000000u);
    plant("an unknown command", 0, 0x3f000000u, 0x3c000000u, 0, 0x0f000000u);
    plant("lines in a wrong order", 3, 0x38000000u, 0x08000000u, 1, 0x1000u);
    plant("a side that is the other one", 0, 0x38000000u, 0x08000000u, 0, 1u << 23);
    plant("an edge that begins beyond 12 bits", 0, 0x38000000u, 0x08000000u, 4, 1u << 27);
    plant("depths that no mode compares", 0, 0x3f000000u, 0x08000000u, 0, 1u << 24);
    plant("no picture's size", 0, 0x3f000000u, 0x2d000000u, 1, 1u << 14);
    if (textured) {
        plant("no sync before a load", 1, 0xff000000u, 0x26000000u, 0, 0x0e000000u);
        plant("no sync before a tile", 1, 0xff000000u, 0x28000000u, 0, 0x0e000000u);
        plant("a load of 4 bits", 0, 0xff000000u, 0x34000000u, 0, 0x04000000u);
        plant("lines that are too long", 1, 0x3f000000u, 0x35000000u, 0, 256u << 9);
        plant("too many lines", 0, 0x3f000000u, 0x34000000u, 1, 512u << 2);
        plant("a table in the lower half", 0, 0x3f000000u, 0x35000000u, 0, 256u);
        plant("a table as 16 bits", 0, 0x3f000000u, 0x35000000u, 0, 2u << 19);
        plant("texels at a wrong address", 1, 0x3f000000u, 0x3d000000u, 1, 2u);
    }
    last->at += 4u;
    check(read_pieces() != 0u, "planted, and not noticed: a list at a wrong address");
    last->at -= 4u;
    last->count--;
    check(read_pieces() != 0u, "planted, and not noticed: half a command");
    last->count++;
    uint32_t kept[4]; /* what a line of the cache that was not written back leaves */
    memcpy(kept, pieces[0].words + 16, sizeof kept);
    memset(pieces[0].words + 16, 0xee, sizeof kept);
    check(read_pieces() != 0u, "planted, and not noticed: a line in the cache");
    memcpy(pieces[0].words + 16, kept, sizeof kept);
}

/* Corners of a triangle move together, however often its texture repeats, or how far beside it they are. */
static void move_far(const pelt_model *m, uint8_t *blob)
{
    static const pelt_texture_shift ends[2][2] = {{{-32768, 32767}, {32767, -32768}},
                                                  {{32767, -32768}, {-32768, 32767}}};
    static pelt_n64_places was[VERTICES];
    format_mesh *const mesh = (format_mesh *)(void *)(blob + m->meshes);
    const pelt_body look = body.look;
    for (mesh->uv_bits = 0; mesh->uv_bits < 15u; mesh->uv_bits++) {
        check(pelt_n64_body_open(&body, m, cached + (BODY_AT - RAM_AT), BODY_BYTES) == PELT_OK,
              "opened again");
        body.look = look;
        memcpy(was, body.places, body.place_count * sizeof *was);
        body.look.shift_count = 2;
        for (uint32_t i = 0; i < 3u; i++) {
            body.look.shifts = i < 2u ? ends[i] : NULL;
            piece_count = 0;
            check(pelt_n64_body_draw(&body, &list) == PELT_OK, "drawn");
            bool together = true;
            for (uint32_t k = 0; k < 4u * body.place_count; k++) {
                const pelt_n64_places *const now = &body.places[k / 4u], *const old = &was[k / 4u];
                const uint32_t axis = k % 2u, corner = 1u + k / 2u % 2u;
                const int32_t apart = now->at[corner][axis] - now->at[0][axis];
                together &= apart == old->at[corner][axis] - old->at[0][axis] && abs(apart) < 32767;
            }
            check(together, "texels of corners move apart, uv_bits %u", mesh->uv_bits);
        }
        check(memcmp(was, body.places, body.place_count * sizeof *was) == 0, "texels move back");
    }
}

/// Files ////////////////////////////////////////////////////////////////////////////////////////

/* A body whose first texture is damaged is refused, if it has one. */
static void damage_texture(const pelt_model *m, const char *path)
{
    uint32_t bytes = 0;
    uint8_t *const section = (uint8_t *)(uintptr_t)pelt_section_find(&bytes, m, FORMAT_TEXTURES);
    if (section == NULL)
        return;
    uint8_t *const bits = section + 4 + offsetof(format_texture, width_bits), was = *bits;
    *bits = 0;
    check(pelt_n64_body_bytes_get(m) == 0u &&
              pelt_n64_body_open(&body, m, cached + (BODY_AT - RAM_AT), BODY_BYTES) ==
                  PELT_E_CORRUPT,
          "%s: a damaged texture is taken", path);
    *bits = was;
}

static void model(const char *path, uint32_t side, uint32_t texels)
{
    static const pelt_texture_shift half[ACTOR_SHIFTS] = {{8192, 8192}, {8192, 8192}};
    static pelt_draw_vertex seen[4][VERTICES];
    static uint16_t strips[WIDTH * HEIGHT], depths[WIDTH * HEIGHT];
    const uint16_t behind = PELT_RGB565(64, 96, 160);
    load_options options = LOAD_OPTIONS;
    FREED_BY(loaded_blob_free) loaded_blob blob = {0};
    pelt_clip_info clip = {0};
    pelt_box_q16 rest;
    diag d = {0};
    actor a;
    options.bake.texture_side = side;
    options.bake.texels = texels;
    options.bake.order.clusters = texels == PELT_TEXELS_RGB565;
    if (!check(load_blob(&blob, path, &options, &d), "%s", path))
        return;
    stage_open(&a, blob.bytes, blob.size_bytes);
    actor_rest(&rest, &a);
    uint8_t *const at = cached + (BODY_AT - RAM_AT);
    uint32_t *const words = (uint32_t *)(void *)(cached + (LIST_AT - RAM_AT));
    damage_texture(&a.model, path);
    check(pelt_n64_body_open(&body, &a.model, at, BODY_BYTES) == PELT_OK &&
              pelt_n64_body_open(&body, &a.model, at + 4, BODY_BYTES) == PELT_E_ALIGNMENT &&
              pelt_n64_body_open(&body, &a.model, at, pelt_n64_body_bytes_get(&a.model) - 8u) ==
                  PELT_E_ARENA &&
              pelt_n64_list_open(&list, words, WORDS, send, NULL) == PELT_OK &&
              pelt_n64_list_open(&list, words + 2, WORDS, send, NULL) == PELT_E_ALIGNMENT,
          "%s: is opened", path);
    memcpy(ram + (BODY_AT - RAM_AT), cached + (BODY_AT - RAM_AT), BODY_BYTES);
    body.look.vertices = seen[0];
    body.look.shadows = seen[1];
    memcpy(body.look.shadow_colour, (uint8_t[4]){20, 30, 40, 0}, 4);
    body.look.flags = 0;
    body.look.shift_count = ACTOR_SHIFTS;
    pelt_camera_frame(&body.look.cam, &rest, WIDTH, HEIGHT);
    if (a.model.clip_count != 0u)
        (void)pelt_clip_get(&clip, &a.model, 0);
    for (uint32_t i = 0; i < MOMENTS; i++) {
        pelt_camera_turn(&body.look.cam, 5000u + 9000u * i, 1900);
        body.look.shifts = i == 2u ? NULL : i == 1u && body.shared == 0u ? half : a.shifts;
        other = body.look;
        other.vertices = seen[2];
        other.shadows = seen[3];
        draw(&a, clip.start + (clip.end - clip.start) / MOMENTS * (pelt_time)i,
             a.model.clip_count != 0u ? 0 : PELT_NONE);
        for (uint32_t k = far = 0; k < a.vertex_count; k++)
            far += differ(&seen[0][k], &seen[2][k], false) + differ(&seen[1][k], &seen[3][k], true);
        check(far == 0u, "%s: %u vertices are elsewhere", path, far);
        const pelt_band band = {strips, depths, WIDTH, 0, HEIGHT, &other.cam};
        for (uint32_t k = 0; k < WIDTH * HEIGHT; k++)
            strips[k] = behind;
        pelt_band_clear(&band);
        pelt_body_draw(&other, &band);
        read_pieces();
        check(rdp.problems == 0u, "%s: %u problems, the first one in line %d", path, rdp.problems,
              rdp.line);
        check(rdp.drawn >= list.drawn, "%s: %u triangles", path, list.drawn);
        compare(path, strips);
    }
    plant_all();
    if (texels == PELT_TEXELS_RGB565)
        come_near(path, &a, &clip, &rest, strips), find_nearest(&rest), add_thin();
    printf("%s: %u of %u triangles, %u textures by parts, %u triangles with a smaller one\n", path,
           list.drawn, a.triangle_count, body.shared, body.halved);
    move_far(&a.model, blob.bytes);
}

int main(int argc, char **argv)
{
    cached = mmap((void *)(uintptr_t)RAM_AT, RAM_BYTES, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (cached != (void *)(uintptr_t)RAM_AT)
        return 2;
    diag_set_warnings(false);
    for (int i = 1; i < argc; i++) {
        model(argv[i], BAKE_AUTO, 0);
        model(argv[i], 256, PELT_TEXELS_I4);
        model(argv[i], 128, PELT_TEXELS_I8);
        model(argv[i], 64, PELT_TEXELS_RGB565);
    }
    check(planted == (1u << PLANTS) - 1u, "no file has what is planted into: bits %x", planted);
    return check_end();
}
