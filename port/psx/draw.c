/* SPDX-License-Identifier: MIT */
/* Draws characters by the PlayStation's GTE and GPU: pelt/psx.h. */
#include "pelt/psx.h"

#include <stdbool.h>
#include <stddef.h>

#include "../../src/base/memory.h"
#include "../../src/blob/stored.h"
#include "../../src/draw/body.h"
#include "../../src/draw/camera.h"

#ifdef PELT_PORT_PSX

#define REGISTER(address) (*(volatile uint32_t *)(address))
#define GP0 REGISTER(0x1f801810u)
#define GP1 REGISTER(0x1f801814u) /* read: status */
#define GPU_IDLE 0x04000000u
#define DMA_CONTROL REGISTER(0x1f8010f0u)
#define DMA_FROM(channel) REGISTER(0x1f801080u + 16u * (channel))
#define DMA_COUNT(channel) REGISTER(0x1f801084u + 16u * (channel))
#define DMA_MODE(channel) REGISTER(0x1f801088u + 16u * (channel))
#define TO_GPU 2u
#define CHAINS 6u               /* makes the words of a table a chain, downwards */
#define DMA_ENABLED 0x08000800u /* both */
#define DMA_BUSY 0x01000000u
#define ADDRESS 0xffffffu

#define GP0_TRIANGLE 0x20000000u
#define GP0_SMOOTH 0x30000000u
#define GP0_TEXTURED 0x34000000u

#define SMOOTH_WORDS 6u
#define TEXTURED_WORDS 10u /* with its window */
#define TOGETHER 4u        /* triangles in a packet of a shadow, */
#define SHADOW_WORDS 16u   /* as many words as the GPU's queue takes */

#define FIRST_X 320u
#define COLUMNS 11u     /* of 64, beside the pages */
#define SIDE_MAX 256u   /* texels */
#define SIDE_MIN 8u     /* of a window */
#define BRIGHTEST 350u  /* light, Q8, */
#define DISPLAYED 1920u /* values >> 2 of that and of the outline's, 4 * 511 */
#define LAMP_STEPS 257u

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline int32_t clamped(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

static inline uint32_t pair(int32_t low, int32_t high)
{
    return ((uint32_t)low & 0xffffu) | (uint32_t)high << 16;
}

static uint32_t address(const uint32_t *packet)
{
    return (uint32_t)(uintptr_t)packet & ADDRESS;
}

/// Textures /////////////////////////////////////////////////////////////////////////////////////

/* Texels of a side in video memory; bits: those of a coordinate of the blob below one of them. */
static uint32_t stored_side(uint32_t *bits, uint32_t side, uint32_t wrap)
{
    uint32_t stored = wrap == PELT_WRAP_MIRROR ? 2u * side : side;

    for (*bits = 4; stored > SIDE_MAX; stored >>= 1)
        ++*bits;
    return stored < SIDE_MIN ? SIDE_MIN : stored;
}

/* The texel of the blob at a stored place. */
static uint32_t source(uint32_t at, uint32_t bits, uint32_t side, uint32_t wrap)
{
    const uint32_t texel = at << (bits - 4u);

    if (wrap == PELT_WRAP_CLAMP)
        return smaller(texel, side - 1u);
    return (wrap == PELT_WRAP_MIRROR && (texel & side) != 0u ? ~texel : texel) & (side - 1u);
}

/* Bit 15 makes black a colour; 0 is not drawn. */
static uint32_t colour_of(uint32_t rgb565)
{
    return 0x8000u | rgb565 >> 11 | (rgb565 >> 1 & 0x3e0u) | (rgb565 & 31u) << 10;
}

static void begin_copy(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    pelt_psx_list_wait();
    GP0 = 0x01000000u; /* forget the texture cache */
    GP0 = 0xa0000000u;
    GP0 = y << 16 | x;
    GP0 = height << 16 | width;
}

static uint32_t texel_at(const pelt_texture_info *t, uint32_t x, uint32_t y)
{
    const uint8_t *row = (const uint8_t *)t->rows + y * t->row_bytes;

    if (t->texels == PELT_TEXELS_RGB565) {
        const uint32_t texel = ((const uint16_t *)(const void *)row)[x];
        return texel == t->clear ? 0u : colour_of(texel);
    }
    return t->texels == PELT_TEXELS_I8 ? row[x] : row[x >> 1] >> (x & 1u) * 4u & 15u;
}

static void copy_table(const pelt_texture_info *t, uint32_t line, uint32_t count)
{
    uint32_t word = 0;

    begin_copy(0, line, count, 1);
    for (uint32_t i = 0; i < count; i++) {
        word = word >> 16;
        if (i < t->colour_count && i != t->clear)
            word |= colour_of(t->colours[i]) << 16;
        if (i % 2u != 0u)
            GP0 = word;
    }
}

/* Takes room for a texture so many columns wide, at a multiple of its height, as a window is. */
static bool take_space(pelt_psx_space *space, uint32_t columns, uint32_t height)
{
    uint32_t column = space->column, line = (space->line + height - 1u) & ~(height - 1u);

    if (space->width != columns || line + height > SIDE_MAX) {
        line = 0;
        column += space->width;
        if (column < COLUMNS && column + columns > COLUMNS)
            column = COLUMNS;
        if (column + columns > 2u * COLUMNS)
            return false;
    }
    space->column = (uint16_t)column;
    space->width = (uint16_t)columns;
    space->line = (uint16_t)line;
    return true;
}

pelt_status pelt_psx_texture_store(pelt_psx_texture *stored, pelt_psx_space *space,
                                   const pelt_texture_info *texture)
{
    const pelt_texture_info *t = texture;

    if (stored == NULL || space == NULL || texture == NULL || texture->rows == NULL)
        return PELT_E_ARGUMENT;
    const uint32_t width = stored_side(&stored->across, t->width, t->wrap_across);
    const uint32_t height = stored_side(&stored->down, t->height, t->wrap_down);
    const uint32_t kind = t->texels - (uint32_t)PELT_TEXELS_I4; /* 0, 1, 2: as packets have it */
    const uint32_t each = 4u << kind, halves = width * each / 16u;
    if ((kind < 2u && space->tables == PELT_PSX_TABLES) ||
        !take_space(space, (halves + 63u) / 64u, height))
        return PELT_E_ARENA;
    const uint32_t x = FIRST_X + space->column % COLUMNS * 64u;
    const uint32_t y = space->column / COLUMNS * SIDE_MAX, line = space->line;
    begin_copy(x, y + line, halves, height);
    for (uint32_t at = 0, word = 0; at < width * height; at++) {
        const uint32_t u = source(at % width, stored->across, t->width, t->wrap_across);
        const uint32_t v = source(at / width, stored->down, t->height, t->wrap_down);

        word = word >> each | texel_at(t, u, v) << (32u - each);
        if ((at + 1u) * each % 32u == 0u)
            GP0 = word;
    }
    stored->width = width;
    stored->height = height;
    stored->page = (x / 64u | y / SIDE_MAX << 4 | kind << 7) << 16;
    stored->window =
        0xe2000000u | (SIDE_MAX - width) >> 3 | (SIDE_MAX - height) >> 3 << 5 | line >> 3 << 15;
    stored->table = 0;
    if (kind < 2u) { /* below one of the pages */
        const uint32_t under = 240u + space->tables % 16u + space->tables / 16u * SIDE_MAX;

        copy_table(t, under, kind == 0u ? 16u : 256u);
        stored->table = under << 22;
        space->tables++;
    }
    space->line = (uint16_t)(line + height);
    return PELT_OK;
}

/// Lists ////////////////////////////////////////////////////////////////////////////////////////

pelt_status pelt_psx_list_open(pelt_psx_list *list)
{
    if (list == NULL)
        return PELT_E_ARGUMENT;
    list->index = 0;
    DMA_CONTROL |= DMA_ENABLED;
    GP1 = 0x04000002u; /* it asks for GP0's words */
    return PELT_OK;
}

pelt_status pelt_psx_list_begin(pelt_psx_list *list, uint32_t line, uint32_t width, uint32_t height)
{
    if (list == NULL || width - 1u >= 1024u || line >= 512u || height - 1u >= 512u - line)
        return PELT_E_ARGUMENT;
    list->index ^= 1u;
    uint32_t *area = list->areas[list->index], *last = list->tables[list->index];
    last += PELT_PSX_DEPTHS - 1u;
    area[0] = PELT_PSX_TAG(5) | address(last);
    area[1] = 0xe1000200u; /* colours are dithered */
    area[2] = 0xe2000000u;
    area[3] = 0xe3000000u | line << 10;
    area[4] = 0xe4000000u | (line + height - 1u) << 10 | (width - 1u);
    area[5] = 0xe5000000u | line << 11;
    DMA_FROM(CHAINS) = address(last);
    DMA_COUNT(CHAINS) = PELT_PSX_DEPTHS;
    DMA_MODE(CHAINS) = 0x11000002u;
    while ((DMA_MODE(CHAINS) & DMA_BUSY) != 0u) {
    }
    return PELT_OK;
}

pelt_status pelt_psx_list_add(pelt_psx_list *list, uint32_t *first, uint32_t *last, uint32_t depth)
{
    if (list == NULL || first == NULL || last == NULL)
        return PELT_E_ARGUMENT;
    if (depth >= PELT_PSX_DEPTHS)
        return PELT_E_RANGE;
    uint32_t *place = &list->tables[list->index][depth];
    *last = (*last & ~ADDRESS) | (*place & ADDRESS);
    *place = address(first);
    return PELT_OK;
}

void pelt_psx_list_wait(void)
{
    while ((DMA_MODE(TO_GPU) & DMA_BUSY) != 0u || (GP1 & GPU_IDLE) == 0u) {
    }
}

pelt_status pelt_psx_list_start(pelt_psx_list *list)
{
    if (list == NULL)
        return PELT_E_ARGUMENT;
    DMA_FROM(TO_GPU) = address(list->areas[list->index]);
    DMA_COUNT(TO_GPU) = 0;
    DMA_MODE(TO_GPU) = 0x01000401u; /* a chain */
    return PELT_OK;
}

/// Packets //////////////////////////////////////////////////////////////////////////////////////

/* The triangles of one part of a mesh. */
typedef struct triangles {
    pelt_mesh_info mesh;
    pelt_part_info part;
    pelt_texture_info texture; /* its rows are NULL if there is none */
    uint32_t count, words;     /* of each packet, behind its tag */
    uint32_t first_vertex;
    bool halved; /* the mesh has textures, over which 128 is white */
} triangles;

/* Finds part `index` of all meshes of a model; returns false if there are no more. */
static bool find_part(triangles *t, const pelt_model *model, uint32_t index)
{
    t->first_vertex = 0;
    for (uint32_t mesh = 0; mesh < model->mesh_count; mesh++) {
        if (pelt_mesh_get(&t->mesh, model, mesh) != PELT_OK)
            return false;
        if (index < t->mesh.part_count && pelt_part_get(&t->part, model, mesh, index) == PELT_OK) {
            t->halved = body_look_of(model, mesh, t->mesh.part_count).textured;
            t->count =
                t->part.corners == 3u && t->part.indices16 != NULL ? t->part.index_count / 3u : 0u;
            if (t->part.texture == PELT_NONE ||
                (t->mesh.uvs_i16 == NULL && t->mesh.uvs_f32 == NULL) ||
                pelt_texture_get(&t->texture, model, t->part.texture) != PELT_OK)
                t->texture.rows = NULL;
            t->words = t->texture.rows != NULL ? TEXTURED_WORDS : SMOOTH_WORDS;
            return true;
        }
        index -= t->mesh.part_count;
        t->first_vertex += t->mesh.vertex_count;
    }
    return false;
}

static void *take(uint8_t **from, size_t bytes)
{
    void *const taken = *from;

    *from += bytes;
    return taken;
}

/* Lays a body out from an address on, which may be 0; returns the bytes. */
static size_t lay_out(pelt_psx_body *body, const pelt_model *model, bool has_shadow, void *memory)
{
    uint32_t words = 0, textures = 0, entries = 0, packets;
    uint8_t *at = memory;
    pelt_texture_info texture;
    pelt_mesh_info mesh;
    triangles t;

    for (uint32_t i = 0; find_part(&t, model, i); i++)
        words += t.count * (t.words + 1u);
    while (pelt_texture_get(&texture, model, textures) != PELT_E_RANGE)
        textures++;
    for (uint32_t i = 0; i < model->mesh_count && pelt_mesh_get(&mesh, model, i) == PELT_OK; i++)
        entries = mesh.entry_count > entries ? mesh.entry_count : entries;
    packets = has_shadow ? (pelt_triangles_count(model) + TOGETHER - 1u) / TOGETHER : 0u;
    body->vertices = take(&at, pelt_vertices_count(model) * sizeof *body->vertices);
    body->textures = take(&at, textures * sizeof *body->textures);
    body->entries = take(&at, entries * sizeof *body->entries);
    body->lamps = take(&at, 8u * LAMP_STEPS);
    for (uint32_t page = 0; page < 2u; page++) {
        body->packets[page] = take(&at, 4u * words);
        body->shadows[page] = take(&at, packets * 4u * (SHADOW_WORDS + 1u));
    }
    body->display = take(&at, 2u * DISPLAYED);
    body->words = words;
    body->shadow_count = packets;
    return ((size_t)(at - (uint8_t *)memory) + 7u) & ~(size_t)7u;
}

size_t pelt_psx_body_bytes_get(const pelt_model *model, uint32_t has_shadow)
{
    pelt_psx_body body;

    return model == NULL || model->blob == NULL ? 0u
                                                : lay_out(&body, model, has_shadow != 0u, &body);
}

/* Texture coordinates of three corners on one axis, moved by whole textures so that they fit 8 bits. */
static void fit_axis(int32_t at[3], uint32_t bits, uint32_t side, uint32_t wrap)
{
    const int32_t mask = (int32_t)side - 1, last = wrap == PELT_WRAP_CLAMP ? mask : 255;
    int32_t low = INT32_MAX;

    for (int i = 0; i < 3; i++) {
        at[i] >>= bits;
        low = at[i] < low ? at[i] : low;
    }
    for (int i = 0; i < 3; i++) {
        if (wrap != PELT_WRAP_CLAMP) /* the far edge belongs to the texel before it */
            at[i] -= (low & ~mask) + (at[i] > low && (at[i] & mask) == 0 ? 1 : 0);
        at[i] = clamped(at[i], 0, last);
    }
}

static void write_textured(uint32_t *packet, const triangles *t, uint32_t triangle,
                           const pelt_psx_texture *texture)
{
    int32_t u[3], v[3];

    for (uint32_t i = 0; i < 3u; i++) {
        const uint16_t corner = t->part.indices16[3u * triangle + i];
        const pelt_texel_place place = body_place(&t->mesh, &t->texture, corner);

        u[i] = place.u;
        v[i] = place.v;
    }
    fit_axis(u, texture->across, texture->width, t->texture.wrap_across);
    fit_axis(v, texture->down, texture->height, t->texture.wrap_down);
    packet[1] = texture->window;
    packet[4] = texture->table | (uint32_t)(v[0] << 8 | u[0]);
    packet[7] = texture->page | (uint32_t)(v[1] << 8 | u[1]);
    packet[10] = (uint32_t)(v[2] << 8 | u[2]);
}

/* What stays the same. Triangles that a shadow's last packet has too many are of no size. */
static void write_packets(pelt_psx_body *body, const uint8_t *shadow)
{
    uint32_t *packet = body->packets[0];
    triangles t;

    for (uint32_t i = 0; find_part(&t, body->model, i); i++)
        for (uint32_t k = 0; k < t.count; k++, packet += t.words + 1u)
            if (t.texture.rows != NULL)
                write_textured(packet, &t, k, &body->textures[t.part.texture]);
    memcpy(body->packets[1], body->packets[0], 4u * body->words);
    for (uint32_t i = 0; i < 2u * body->shadow_count; i++) {
        packet = body->shadows[i % 2u] + i / 2u * (SHADOW_WORDS + 1u);
        memset(packet, 0, 4u * (SHADOW_WORDS + 1u));
        packet[0] = PELT_PSX_TAG(SHADOW_WORDS) | address(packet + SHADOW_WORDS + 1u);
        for (uint32_t k = 1; k < SHADOW_WORDS; k += 4u)
            packet[k] =
                GP0_TRIANGLE | (uint32_t)shadow[2] << 16 | (uint32_t)shadow[1] << 8 | shadow[0];
    }
}

/* As camera.c has it; light of more than BRIGHTEST is taken as that. */
static void write_light(pelt_psx_body *body)
{
    const pelt_light *light = body->cam.light;

    for (uint32_t i = 0; i < LAMP_STEPS; i++) {
        uint32_t bright[3];

        for (int c = 0; c < 3; c++)
            bright[c] =
                16u * smaller(light->ambient[c] + (light->lamp[c] * (i * i >> 8) >> 8), BRIGHTEST);
        body->lamps[2u * i] = bright[0] | bright[1] << 16;
        body->lamps[2u * i + 1u] = bright[2];
    }
    body->light = light;
}

pelt_status pelt_psx_body_open(pelt_psx_body *body, const pelt_model *model, uint32_t flags,
                               const uint8_t *shadow, pelt_psx_space *space, void *memory,
                               size_t memory_bytes)
{
    pelt_texture_info info;
    triangles t;

    if (body == NULL || model == NULL || model->blob == NULL || space == NULL || memory == NULL)
        return PELT_E_ARGUMENT;
    if (lay_out(body, model, shadow != NULL, memory) > memory_bytes)
        return PELT_E_ARENA;
    for (uint32_t i = 0; find_part(&t, model, i); i++)
        if (t.part.corners == 3u && t.part.indices16 == NULL && t.part.index_count != 0u)
            return PELT_E_RANGE;
    body->model = model;
    body->flags = flags;
    body->drawn = 0;
    body->light = NULL;
    for (uint32_t i = 0; pelt_texture_get(&info, model, i) == PELT_OK; i++) {
        const pelt_status status = pelt_psx_texture_store(&body->textures[i], space, &info);

        if (status != PELT_OK)
            return status;
    }
    for (uint32_t i = 0; i < DISPLAYED; i++) {
        const uint32_t shown = pelt_display_get((int32_t)i * 4);

        body->display[i] = (uint8_t)shown;
        body->display[DISPLAYED + i] = (uint8_t)((shown + 1u) >> 1);
    }
    write_packets(body, shadow);
    return PELT_OK;
}

/// View space ///////////////////////////////////////////////////////////////////////////////////
/*
 * Vertices are brought to view space first: right, down and away from the model's centre, in quarters
 * of camera units, 16 bits. The rotation matrix holds the view for that, then the way to the screen;
 * the light matrix and the background colour a palette entry; the colour matrix the light.
 */
#define TO_VIEW_V0 "0x4a086012" /* MVMVA, shifted by 12: rotation */
#define TO_VIEW_V1 "0x4a08e012"
#define ENTRY_V0 "0x4a0a2012"    /* light matrix and background */
#define ENTRY_V1 "0x4a0ae012"    /* light matrix */
#define LIGHT_V1 "0x4a0ce012"    /* colour matrix */
#define WEIGH "0x4b90003d"       /* GPF, not shifted */
#define ADD_WEIGHED "0x4ba8003e" /* GPL, shifted by 12 */
#define TINT "0x4b680029"        /* DCPL: RGBC times IR, while IR0 is 0 */
#define RTPS "0x4a180001"
#define NCLIP "0x4b400006"

/* The GTE's registers, of which commands need two instructions before them, and the assembler keeps
 * uses of what was read away from reads; commands; one behind at least two other instructions. */
#define CONTROL(number, value) __asm__ volatile("ctc2 %0, $" #number : : "r"((uint32_t)(value)))
#define SET(number, value) __asm__ volatile("mtc2 %0, $" #number : : "r"((uint32_t)(value)))
#define GET(to, number) __asm__ volatile("mfc2 %0, $" #number : "=r"(to))
#define GET_MAC(a, b, c)                                                                           \
    GET(a, 25);                                                                                    \
    GET(b, 26);                                                                                    \
    GET(c, 27)
#define COMMAND(word) __asm__ volatile("nop\n\tnop\n\t.word " word)
#define THEN(word) __asm__ volatile(".word " word)

#define UNIT_MAX 8191 /* camera units */
#define SOME 64u      /* vertices at a time */
#define SKINNED 32u   /* those that the library skins */

/* A vertex in view space, as V0 and V1 take it. */
typedef struct placed {
    uint32_t xy, z, normal_xy, normal_z;
} placed;

/* Q14 to 4.12; Q28 to 4.12 */
static int32_t q12(int32_t value)
{
    return (value + 2) >> 2;
}

static int32_t product(int32_t a, int32_t b)
{
    return (a * b + 32768) >> 16;
}

/* The rotation matrix's words and the translation. */
static void load(uint32_t a, uint32_t b, uint32_t c, uint32_t d, int32_t e, int32_t right,
                 int32_t down, int32_t away)
{
    CONTROL(0, a);
    CONTROL(1, b);
    CONTROL(2, c);
    CONTROL(3, d);
    CONTROL(4, e);
    CONTROL(5, right);
    CONTROL(6, down);
    CONTROL(7, away);
}

static void load_view(const pelt_camera *cam)
{
    const int32_t ys = cam->yaw_sine, yc = cam->yaw_cosine;
    const int32_t ps = cam->pitch_sine, pc = cam->pitch_cosine;

    load(pair(q12(yc), 0), pair(q12(ys), -product(ys, ps)), pair(-q12(pc), product(yc, ps)),
         pair(product(ys, pc), -q12(ps)), -product(yc, pc), 0, 0, cam->distance);
}

/* From view space to the screen. */
static void load_screen(const pelt_camera *cam)
{
    load(1024, 0, 1024, 0, 1024, 0, 0, cam->distance);
    CONTROL(24, (cam->centre_x << 12) + 32768); /* the nearest column; lines the emulator has so */
    CONTROL(25, cam->centre_y << 12);
    CONTROL(26, (cam->focal + 8) >> 4);
    CONTROL(27, 0); /* RTPS then makes IR0 0 */
    CONTROL(28, 0);
}

/* The same by way of the ground, where the height of a point moves its shadow. */
static void load_shadow(const pelt_camera *cam)
{
    const int32_t ps = cam->pitch_sine / 16, pc = cam->pitch_cosine / 16; /* Q10 */
    const int32_t down = ps + pc / 5, away = ps / 5 - pc, ground = cam->ground;

    load(pair(1024, -pc / 4), pair(-ps / 4, 0), pair((ps * down) >> 10, (ps * away) >> 10),
         pair(0, (-pc * down) >> 10), (-pc * away) >> 10, -ground / 4,
         (ground / 5 * ps - ground * pc) >> 10,
         cam->distance - ((ground / 5 * pc + ground * ps) >> 10));
}

/* Rows: towards the light, towards the eye, up; for normals 2^bits long, to 4.12. */
static void load_light(const pelt_light *light, uint32_t bits)
{
    const int32_t one = bits < 10u ? 16384 : (int32_t)(1u << 24 >> bits);

    CONTROL(16, pair((light->direction[0] * one) >> 14, (-light->direction[1] * one) >> 14));
    CONTROL(17, pair((-light->direction[2] * one) >> 14, 0));
    CONTROL(18, pair(0, -one));
    CONTROL(19, pair(0, -one));
    CONTROL(20, 0);
}

static inline uint32_t to_screen(uint32_t xy, uint32_t z)
{
    uint32_t screen;

    SET(0, xy);
    SET(1, z);
    COMMAND(RTPS);
    GET(screen, 14);
    return screen;
}

pelt_status pelt_psx_ground_project(uint32_t *xy, const pelt_camera *camera, const int16_t *points,
                                    uint32_t count)
{
    if (xy == NULL || points == NULL || !pelt_draw_is_framed(camera))
        return PELT_E_ARGUMENT;
    load_screen(camera);
    load_view(camera);
    for (uint32_t i = 0; i < count; i++, points += 2)
        xy[i] = to_screen(pair(points[0], camera->ground), (uint32_t)points[1]);
    return PELT_OK;
}

/// The screen ///////////////////////////////////////////////////////////////////////////////////

/* A mesh of which vertices come to the screen. */
typedef struct looks {
    pelt_mesh_info mesh;
    pelt_psx_vertex *vertices; /* of the mesh */
    body_look look;
    const uint8_t *display;
    bool is_lit;
} looks;

static pelt_status look_at(looks *l, pelt_psx_body *body, uint32_t mesh)
{
    if (body == NULL || body->model == NULL || !pelt_draw_is_framed(&body->cam))
        return PELT_E_ARGUMENT;
    if (body->light != body->cam.light)
        write_light(body);
    l->vertices = body->vertices;
    for (uint32_t i = 0; i <= mesh; i++) {
        const pelt_status got = pelt_mesh_get(&l->mesh, body->model, i);
        if (got != PELT_OK)
            return got;
        l->vertices += i < mesh ? l->mesh.vertex_count : 0u;
    }
    l->look = body_look_of(body->model, mesh, l->mesh.part_count);
    l->display = body->display + (l->look.textured ? DISPLAYED : 0u);
    l->is_lit =
        l->mesh.has_normals != 0u && !l->look.unlit && (body->flags & PELT_DRAW_UNLIT) == 0u;
    return PELT_OK;
}

/* Light of the outline as camera.c has it, Q8; the numbers are 4.12. */
static inline int32_t rim_of(int32_t towards, int32_t up)
{
    const int32_t edge = clamped((4096 - towards) >> 4, 0, 256);

    return ((edge * edge) >> 8) * clamped((up + 4096) >> 5, 0, 256) >> 8;
}

/* Facing the eye more, it is less than 2 of 255; facing away more, a vertex is not seen. */
#define RIM_FROM (-1024)
#define RIM_TO 3328

/* Projects and shades vertices in view space. */
static void show(const pelt_psx_body *body, const looks *l, uint32_t first, uint32_t count,
                 const placed *at)
{
    const uint8_t *const colours = l->mesh.colours, *index = l->mesh.colour_indices;
    const uint8_t *colour = l->look.plain, *const display = l->display;
    const uint32_t *const lamps = body->lamps, near = (uint32_t)body->cam.near;
    const uint16_t *const rims = body->cam.light->rim;
    const uint32_t rim[3] = {64u * smaller(rims[0], 511), 64u * smaller(rims[1], 511),
                             64u * smaller(rims[2], 511)};
    const bool is_lit = l->is_lit;
    pelt_psx_vertex *to = l->vertices + first, *const end = to + count;

    if (index != NULL)
        index += first;
    else if (colours != NULL)
        colour = colours + 4u * first - 4u;
    load_screen(&body->cam);
    for (; to < end; to++, at++) {
        uint32_t xy, away, flags;
        int32_t lit, towards, up, linear[3];

        SET(2, at->normal_xy);
        SET(3, at->normal_z);
        SET(0, at->xy);
        SET(1, at->z);
        COMMAND(RTPS);
        if (index != NULL)
            colour = colours + 4u * *index++;
        else if (colours != NULL)
            colour += 4;
        GET(xy, 14); /* waits for the command */
        GET(away, 19);
        __asm__ volatile("cfc2 %0, $31" : "=r"(flags));
        THEN(LIGHT_V1);
        to->xy = xy;
        to->away = (int32_t)flags < 0 || away < near ? PELT_PSX_OUTSIDE : away;
        if (is_lit) {
            GET_MAC(lit, towards, up);
            const uint32_t *lamp = lamps + 2 * clamped((lit + 4096) >> 5, 0, 256);
            SET(6, *(const uint32_t *)(const void *)colour);
            SET(9, lamp[0]);
            SET(10, lamp[0] >> 16);
            SET(11, lamp[1]);
            COMMAND(TINT);
            if (towards > RIM_FROM && towards < RIM_TO) {
                SET(8, rim_of(towards, up));
                SET(9, rim[0]);
                SET(10, rim[1]);
                SET(11, rim[2]);
                COMMAND(ADD_WEIGHED);
            }
            GET_MAC(linear[0], linear[1], linear[2]);
        } else {
            for (int k = 0; k < 3; k++)
                linear[k] = 16 * colour[k];
        }
        to->colour = display[linear[0] >> 2] | (uint32_t)display[linear[1] >> 2] << 8 |
                     (uint32_t)display[linear[2] >> 2] << 16;
    }
    if (body->shadow_count == 0u)
        return;
    load_shadow(&body->cam);
    for (to -= count, at -= count; to < end; to++, at++)
        to->shadow = to_screen(at->xy, at->z);
}

static int32_t view_unit(const pelt_camera *cam, int32_t coordinate, int axis)
{
    const uint32_t unit = (uint32_t)(coordinate >> cam->shift) - (uint32_t)cam->centre[axis];

    return 4 * clamped((int32_t)unit, -UNIT_MAX, UNIT_MAX);
}

/* Turns a vector to view space. */
static inline void turn(int32_t to[3], int32_t x, int32_t y, int32_t z)
{
    SET(0, pair(x, y));
    SET(1, z);
    COMMAND(TO_VIEW_V0);
    GET(to[0], 9);
    GET(to[1], 10);
    GET(to[2], 11);
}

/* Vertices that the library has skinned, at most SOME. */
static void project(const pelt_psx_body *body, const looks *l, const pelt_vertex_q16 *from,
                    uint32_t first, uint32_t count)
{
    const pelt_camera *cam = &body->cam;
    placed some[SOME];

    load_view(cam);
    load_light(cam->light, 12);
    for (uint32_t i = 0; i < count; i++, from++) {
        const int32_t *p = from->position, *n = from->normal;
        int32_t v[3];

        turn(v, view_unit(cam, p[0], 0), view_unit(cam, p[1], 1), view_unit(cam, p[2], 2));
        some[i].xy = pair(v[0], v[1]);
        some[i].z = (uint32_t)v[2];
        if (l->is_lit)
            turn(v, n[0] >> 4, n[1] >> 4, n[2] >> 4);
        some[i].normal_xy = pair(v[0], v[1]);
        some[i].normal_z = (uint32_t)v[2];
    }
    show(body, l, first, count, some);
}

pelt_status pelt_psx_body_project(pelt_psx_body *body, uint32_t mesh,
                                  const pelt_vertex_q16 *vertices, uint32_t first, uint32_t count)
{
    looks l;
    const pelt_status got = vertices == NULL ? PELT_E_ARGUMENT : look_at(&l, body, mesh);

    if (got != PELT_OK)
        return got;
    if (first > l.mesh.vertex_count || count > l.mesh.vertex_count - first)
        return PELT_E_RANGE;
    for (uint32_t i = 0; i < count; i += SOME)
        project(body, &l, vertices + i, first + i, smaller(SOME, count - i));
    return PELT_OK;
}

/// From a palette ///////////////////////////////////////////////////////////////////////////////

/* Entries are half as far apart as in the palette. */
#define SCRATCHPAD ((pelt_psx_entry *)0x1f800000u) /* the fastest memory */
#define SCRATCHPAD_ENTRIES (1024u / sizeof(pelt_psx_entry))

/* Turns entries of a palette (gte.c has their format) to view space; the view has to be loaded. A
 * step of the mesh's grid becomes 4.12 in view units. */
static void convert(pelt_psx_entry *to, const pelt_palette_q16 *palette, uint32_t count,
                    const pelt_camera *cam)
{
    for (uint32_t i = 0; i < count; i++, to++) {
        const int32_t *m = palette->entries[i].opaque;
        int32_t column[4][3];

        for (unsigned c = 0; c < 4u; c++) {
            int32_t v[3];

            for (unsigned r = 0; r < 3u; r++)
                v[r] = c < 3u ? clamped(m[4u * r + c] >> (cam->shift + 3u), -32768, 32767)
                              : view_unit(cam, (m[4u * r + 3u] + 1) >> 1, (int)r);
            turn(column[c], v[0], v[1], v[2]);
        }
        to->rotation[0] = pair(column[0][0], column[1][0]);
        to->rotation[1] = pair(column[2][0], column[0][1]);
        to->rotation[2] = pair(column[1][1], column[2][1]);
        to->rotation[3] = pair(column[0][2], column[1][2]);
        to->rotation[4] = pair(column[2][2], column[3][0]);
        to->moved = pair(column[3][1], column[3][2]);
    }
}

/* Records of a run, which begin with their offsets unless these are given. Normals of one influence
 * are stored half as long. */
__attribute__((always_inline)) static inline void move_run(placed *to, const uint8_t *records,
                                                           uint32_t count, const uint32_t *entries,
                                                           const uint16_t *offsets,
                                                           const uint32_t influences)
{
    const uint32_t slots = influences <= 2u ? influences : 4u, bits = influences == 1u ? 11 : 12;
    const uint32_t bytes =
        offsets != NULL ? format_set_bytes_q16(influences) : format_record_bytes_q16(influences);
    const bool whole = influences != 1u || offsets != NULL; /* x begins a word */

    for (; count > 0u; count--, to++, records += bytes) {
        const uint16_t *record = (const uint16_t *)(const void *)records;
        const uint16_t *joints = offsets != NULL ? offsets : record;
        const uint16_t *weights = offsets != NULL ? record : record + slots;
        const uint32_t *w =
            (const uint32_t *)(const void *)(influences != 1u ? weights + slots : record);
        int32_t place[3] = {0, 0, 0}, normal[3] = {0, 0, 0}, left = 4096;

        SET(0, whole ? w[0] : w[0] >> 16 | w[1] << 16);
        SET(1, whole ? w[1] : w[1] >> 16);
        SET(2, whole ? w[1] >> 16 | w[2] << 16 : w[2]);
        SET(3, whole ? w[2] >> 16 : w[3]);
        const uint32_t *entry = entries + joints[0] / 8u;
        uint32_t a = entry[0], b = entry[1], c = entry[2], d = entry[3], e = entry[4], f = entry[5];
        int32_t weight = influences > 1u ? (weights[0] + 4) >> 3 : 4096, x, y, z;
#pragma GCC unroll 4
        for (uint32_t i = 0; i < influences; i++) { /* what is next is loaded while commands run */
            const bool last = i + 1u == influences;

            CONTROL(8, a);
            CONTROL(9, b);
            CONTROL(10, c);
            CONTROL(11, d);
            CONTROL(12, e);
            CONTROL(13, (int32_t)e >> 16);
            CONTROL(14, (int16_t)f);
            CONTROL(15, (int32_t)f >> 16);
            SET(8, weight);
            COMMAND(ENTRY_V0);
            THEN(WEIGH);
            left -= weight;
            weight = last ? 0 : i + 2u == influences ? left : (weights[i + 1u] + 4) >> 3;
            entry = last ? entry : entries + joints[i + 1u] / 8u;
            GET_MAC(x, y, z);
            THEN(ENTRY_V1);
            THEN(WEIGH);
            a = entry[0], b = entry[1], c = entry[2], d = entry[3], e = entry[4], f = entry[5];
            place[0] += x;
            place[1] += y;
            place[2] += z;
            GET_MAC(x, y, z);
            normal[0] += x;
            normal[1] += y;
            normal[2] += z;
        }
        to->xy = pair(place[0] >> 12, place[1] >> 12);
        to->z = (uint32_t)(place[2] >> 12);
        to->normal_xy = pair(normal[0] >> bits, normal[1] >> bits);
        to->normal_z = (uint32_t)(normal[2] >> bits);
    }
}

static void move_some(placed *to, const pelt_model *model, const format_run *run,
                      const uint32_t *entries, uint32_t first, uint32_t count)
{
    const uint32_t n = run->influences;
    const uint16_t *offsets = stored_offsets(model, run);
    const uint8_t *records = model->blob + model->records + run->records;

    records += offsets != NULL ? format_offset_bytes_q16(n) + first * format_set_bytes_q16(n)
                               : first * format_record_bytes_q16(n);
    switch (offsets != NULL ? n : n + 4u) { /* a loop for each kind, unrolled */
    case 1: move_run(to, records, count, entries, offsets, 1); break;
    case 2: move_run(to, records, count, entries, offsets, 2); break;
    case 3: move_run(to, records, count, entries, offsets, 3); break;
    case 4: move_run(to, records, count, entries, offsets, 4); break;
    case 5: move_run(to, records, count, entries, NULL, 1); break;
    case 6: move_run(to, records, count, entries, NULL, 2); break;
    case 7: move_run(to, records, count, entries, NULL, 3); break;
    default: move_run(to, records, count, entries, NULL, 4); break;
    }
}

pelt_status pelt_psx_body_skin(pelt_psx_body *body, uint32_t mesh, const pelt_palette_q16 *palette,
                               const pelt_morph *morph)
{
    placed some[SOME];
    pelt_vertex_q16 skinned[SKINNED];
    pelt_output_q16 out = {skinned[0].position, NULL, sizeof skinned[0], 0};
    uint32_t held = 0, first = 0; /* vertices in `some`, which are the mesh's from there on */
    looks l;
    pelt_status status = palette == NULL ? PELT_E_ARGUMENT : look_at(&l, body, mesh);

    if (status != PELT_OK || palette->model != body->model)
        return status != PELT_OK ? status : PELT_E_ARGUMENT;
    out.normals = l.mesh.has_normals != 0u ? skinned[0].normal : NULL;
    status = pelt_mesh_skin_q16(&out, mesh, palette, morph, 0, 0);
    const pelt_model *model = body->model;
    const format_mesh *m = stored_mesh(model, mesh);
    const uint32_t others =
        FORMAT_RUN_COPIES | FORMAT_RUN_PACKED | (morph != NULL ? FORMAT_RUN_MORPHED : 0u);
    const bool is_exact = model->encoding == PELT_EXACT;
    pelt_psx_entry *const entries =
        l.mesh.entry_count <= SCRATCHPAD_ENTRIES ? SCRATCHPAD : body->entries;
    load_view(&body->cam);
    if (is_exact && status == PELT_OK)
        convert(entries, palette, l.mesh.entry_count, &body->cam);
    for (uint32_t i = 0; i < m->run_count && status == PELT_OK; i++) {
        const format_run *run = stored_run(model, m->first_run + i);
        const bool moves = is_exact && (run->flags & others) == 0u;

        for (uint32_t at = 0, count; at < run->vertex_count; at += count) {
            count = smaller(SOME - held, run->vertex_count - at);
            if (moves && count != 0u) {
                move_some(some + held, model, run, entries->rotation, at, count);
                held += count;
                continue;
            }
            load_light(body->cam.light, l.mesh.raw_normal_bits + 2u - body->cam.shift);
            show(body, &l, first, held, some);
            first += held;
            held = 0;
            if (moves)
                continue;
            if ((run->flags & FORMAT_RUN_COPIES) != 0u && l.mesh.colours == NULL) {
                const void *of = model->blob + model->records + run->records;

                l.vertices[first++] = l.vertices[((const uint32_t *)of)[at]];
                count = 1;
                continue;
            }
            count = smaller(SKINNED, run->vertex_count - at);
            status = pelt_mesh_skin_q16(&out, mesh, palette, morph, first, count);
            project(body, &l, skinned, first, count);
            first += count;
        }
    }
    load_light(body->cam.light, l.mesh.raw_normal_bits + 2u - body->cam.shift);
    show(body, &l, first, held, some);
    return status;
}

/// Triangles ////////////////////////////////////////////////////////////////////////////////////

/* What all parts of a body have in common. */
typedef struct sorter {
    uint32_t *table;
    uint32_t *shadow;     /* where the next triangle's is, or NULL; */
    uint32_t together;    /* those that are left of its packet */
    uint32_t shift, base; /* place in the table: sum of three corners' `away` >> shift, less base */
    uint32_t drawn;
} sorter;

__attribute__((always_inline)) static inline void draw_part(sorter *s, const triangles *t,
                                                            const pelt_psx_vertex *vertices,
                                                            uint32_t *packet, bool two_sided,
                                                            const bool textured)
{
    const uint32_t words = textured ? TEXTURED_WORDS : SMOOTH_WORDS;
    const uint32_t code = textured ? GP0_TEXTURED : GP0_SMOOTH;
    const uint32_t doubled = t->halved && !textured ? 1u : 0u, shift = s->shift, base = s->base;
    const uint16_t *corner = t->part.indices16, *const end = corner + 3u * t->count;
    uint32_t *const table = s->table, *shadow = s->shadow, drawn = 0;

    for (; corner < end; corner += 3, packet += words + 1u) {
        const pelt_psx_vertex *a = vertices + corner[0], *b = vertices + corner[1],
                              *c = vertices + corner[2];
        uint32_t *w = packet + (textured ? 2 : 1), at, away;
        int32_t area;

        __asm__ volatile("lwc2 $12, 0(%0)\n\tlwc2 $13, 0(%1)\n\tlwc2 $14, 0(%2)"
                         :
                         : "r"(a), "r"(b), "r"(c), "m"(*a), "m"(*b), "m"(*c));
        COMMAND(NCLIP);
        if (shadow != NULL) {
            shadow[1] = a->shadow;
            shadow[2] = b->shadow;
            shadow[3] = c->shadow;
            shadow += 4;
            if (--s->together == 0u) {
                s->together = TOGETHER;
                shadow++;
            }
        }
        GET(area, 24);
        if (area >= 0 && (area == 0 || !two_sided))
            continue;
        away = a->away + b->away + c->away;
        if (away >= PELT_PSX_OUTSIDE)
            continue;
        at = smaller((away >> shift) - base, PELT_PSX_BACK - 1u);
        w[0] = a->colour << doubled | code;
        w[textured ? 3 : 2] = b->colour << doubled;
        w[textured ? 6 : 4] = c->colour << doubled;
        if (textured)
            __asm__ volatile("swc2 $12, 4(%0)\n\tswc2 $13, 16(%0)\n\tswc2 $14, 28(%0)"
                             :
                             : "r"(w)
                             : "memory");
        else
            __asm__ volatile("swc2 $12, 4(%0)\n\tswc2 $13, 12(%0)\n\tswc2 $14, 20(%0)"
                             :
                             : "r"(w)
                             : "memory");
        packet[0] = PELT_PSX_TAG(words) | table[at];
        table[at] = address(packet);
        drawn++;
    }
    s->shadow = shadow;
    s->drawn += drawn;
}

pelt_status pelt_psx_body_draw(pelt_psx_body *body, pelt_psx_list *list)
{
    sorter s = {NULL, NULL, TOGETHER, 0, 0, 0};
    triangles t;

    if (body == NULL || list == NULL || body->model == NULL || !pelt_draw_is_framed(&body->cam))
        return PELT_E_ARGUMENT;
    uint32_t *packet = body->packets[list->index], *shadow = body->shadows[list->index];
    s.table = list->tables[list->index];
    s.shadow = body->shadow_count != 0u ? shadow + 1 : NULL;
    while (3u * (uint32_t)body->cam.distance >> s.shift > PELT_PSX_BACK - PELT_PSX_FRONT)
        s.shift++;
    s.base = (3u * (uint32_t)body->cam.near >> s.shift) - PELT_PSX_FRONT;
    for (uint32_t i = 0; find_part(&t, body->model, i); i++) {
        const pelt_psx_vertex *vertices = body->vertices + t.first_vertex;
        const bool two_sided =
            t.part.double_sided != 0u || (body->flags & PELT_DRAW_TWO_SIDED) != 0u;

        if (t.texture.rows != NULL)
            draw_part(&s, &t, vertices, packet, two_sided, true);
        else
            draw_part(&s, &t, vertices, packet, two_sided, false);
        packet += t.count * (t.words + 1u);
    }
    body->drawn = s.drawn;
    return body->shadow_count == 0u
               ? PELT_OK
               : pelt_psx_list_add(list, shadow,
                                   shadow + (body->shadow_count - 1u) * (SHADOW_WORDS + 1u),
                                   PELT_PSX_SHADOW);
}

#endif
