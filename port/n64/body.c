/* SPDX-License-Identifier: MIT */
/* Bodies as the RDP draws them: textures in its formats, and triangles sorted by the part of a texture
 * that they need, which is as much of it as the texture memory holds: see pelt/n64.h. */
#include "rdp.h"

#include "../../src/base/memory.h"
#include "../../src/draw/body.h"

#ifdef PELT_N64

/* Triangles that one load of the texture memory serves. */
typedef struct pelt_n64_batch {
    const uint16_t *corners;  /* [count][3]: numbers of vertices */
    pelt_n64_places *places;  /* [count], or NULL */
    uint32_t count, flags;    /* of PELT_DRAW_TWO_SIDED, _FACETED */
    const void *texels;       /* of the part that is loaded, 8-byte aligned, or NULL: none */
    const uint16_t *table;    /* [256] or [16] RGBA 5-5-5-1, or NULL */
    uint32_t format;          /* bits of a texel: 4, 8 or 16 */
    uint32_t image_width;     /* of the stored texture */
    uint32_t width, height;   /* of the part */
    uint32_t wrap;            /* bits of SET_TILE */
    uint32_t material;        /* by which its texture moves, or PELT_NONE */
    pelt_texture_shift shift; /* by which its places are moved */
} batch_t;

/// Textures /////////////////////////////////////////////////////////////////////////////////////

/* A texture, and how the texture memory takes it. */
typedef struct form {
    pelt_texture_info info;
    uint32_t bits;               /* of a texel */
    uint32_t width, height;      /* of a part: what fits */
    uint32_t halves_x, halves_y; /* of the sides, until the whole is a part */
} form;

static uint32_t at_most(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static form form_of(const pelt_texture_info *info)
{
    form f = {*info, 4, info->width, info->height, 0, 0};
    if (info->texels != PELT_TEXELS_I4)
        f.bits = info->texels == PELT_TEXELS_I8 ? 8u : 16u;
    const uint32_t texels = PART_BYTES(f.bits) * 8u / f.bits;
    /* Lines are of whole words of 8 bytes. */
    while ((f.width * f.bits < 64u ? 64u / f.bits : f.width) * f.height > texels)
        if (f.width >= 64u && f.width >= f.height) {
            f.width /= 2u;
            f.halves_x++;
        } else {
            f.height /= 2u;
            f.halves_y++;
        }
    return f;
}

static bool is_whole(const form *f)
{
    return (f->halves_x | f->halves_y) == 0u;
}

static uint32_t line_bytes(uint32_t width, uint32_t bits)
{
    return (width * bits / 8u + 7u) & ~7u;
}

static size_t texels_bytes(const form *f)
{
    const size_t whole = (size_t)line_bytes(f->info.width, f->bits) * f->info.height;
    return is_whole(f) ? whole : whole + (size_t)line_bytes(f->width, f->bits) * f->height;
}

static size_t table_bytes(const form *f)
{
    return f->bits == 16u ? 0u : 2u << f->bits;
}

static uint16_t colour_of(uint32_t rgb565, bool opaque)
{
    return (uint16_t)((rgb565 & 0xffc0u) | (rgb565 & 31u) << 1 | (opaque ? 1u : 0u));
}

/* Stores a texture in memory, or its reduced image, with every 2^halves-th row and column. */
static void store(uint8_t *to, const form *f, uint32_t halves_x, uint32_t halves_y)
{
    const pelt_texture_info *t = &f->info;
    const uint32_t width = t->width >> halves_x, bytes = line_bytes(width, f->bits);
    for (uint32_t y = 0; y < t->height >> halves_y; y++, to += bytes) {
        const uint8_t *row = (const uint8_t *)t->rows + (y << halves_y) * t->row_bytes;
        memset(to, 0, bytes);
        for (uint32_t x = 0; x < width; x++) {
            const uint32_t from = x << halves_x;
            if (f->bits == 16u) {
                const uint16_t texel = ((const uint16_t *)(const void *)row)[from];
                ((uint16_t *)(void *)to)[x] = colour_of(texel, texel != t->clear);
            } else if (f->bits == 8u) {
                to[x] = row[from];
            } else {
                to[x / 2u] |=
                    (uint8_t)((row[from / 2u] >> from % 2u * 4u & 15u) << (1u - x % 2u) * 4u);
            }
        }
    }
}

static void store_table(uint16_t *to, const form *f)
{
    for (uint32_t i = 0; i < 1u << f->bits && f->bits < 16u; i++)
        to[i] = i < f->info.colour_count ? colour_of(f->info.colours[i], i != f->info.clear) : 0u;
}

/* Bits of RDP_TILE for an axis: whether it is clamped, mirrored, and log2 of where it begins again. */
static uint32_t wrap_of(uint32_t wrap, uint32_t side)
{
    uint32_t bits = 0;
    while (1u << bits < side)
        bits++;
    return wrap == PELT_WRAP_CLAMP ? 0x200u : (wrap == PELT_WRAP_MIRROR ? 0x100u : 0u) | bits << 4;
}

/// Triangles ////////////////////////////////////////////////////////////////////////////////////

/* A triangle's corners in 1/32 texel, moved by whole textures, or pairs of mirrored ones, to where they
 * are small; `whole` is whether none is in a neighbour. */
typedef struct spot {
    int32_t at[2][3], low[2], high[2];
    bool whole;
} spot;

static spot spot_of(const body_part *part, const form *f, uint32_t triangle)
{
    const pelt_draw_vertex *corners[3];
    const uint32_t wraps[2] = {f->info.wrap_across, f->info.wrap_down};
    const int32_t sides[2] = {(int32_t)f->info.width * 32, (int32_t)f->info.height * 32};
    spot s = {.whole = true};
    body_corners(corners, part, triangle);
    for (int i = 0; i < 3; i++) {
        const pelt_texel_place place =
            body_place(&part->info, &f->info, (uint32_t)(corners[i] - part->vertices));
        s.at[0][i] = place.u * 2;
        s.at[1][i] = place.v * 2;
    }
    for (int axis = 0; axis < 2; axis++) {
        int32_t *at = s.at[axis], mask = sides[axis] - 1;
        const bool mirrors = wraps[axis] == PELT_WRAP_MIRROR;
        mask = mirrors ? 2 * mask + 1 : mask;
        s.low[axis] = at[0] < at[1] ? at[0] : at[1];
        s.low[axis] = at[2] < s.low[axis] ? at[2] : s.low[axis];
        const int32_t moved = wraps[axis] == PELT_WRAP_CLAMP ? 0 : s.low[axis] & ~mask;
        s.low[axis] -= moved;
        s.high[axis] = 0;
        for (int i = 0; i < 3; i++) {
            at[i] -= moved;
            s.high[axis] = at[i] > s.high[axis] ? at[i] : s.high[axis];
        }
        s.whole = s.whole && s.low[axis] >= 0 && s.high[axis] <= sides[axis];
    }
    return s;
}

/* The part of a texture that serves a triangle: its number, or that of the reduced image, the last. Parts
 * overlap by a half. */
static uint32_t part_of(const spot *s, const form *f)
{
    const uint32_t across = (2u << f->halves_x) - 1u, down = (2u << f->halves_y) - 1u;
    const uint32_t x = at_most((uint32_t)s->low[0] / (16u * f->width), across - 1u);
    const uint32_t y = at_most((uint32_t)s->low[1] / (16u * f->height), down - 1u);
    return s->whole && (uint32_t)s->high[0] <= (x + 2u) * 16u * f->width &&
                   (uint32_t)s->high[1] <= (y + 2u) * 16u * f->height
               ? y * across + x
               : across * down;
}

/* Half of what repeats, 1/32 texel: at most 2^14 up to 256 texels a side, more than which the tool does not
 * make. 0: the texture is clamped. wrap: as wrap_of() */
static int32_t half_period(uint32_t side, uint32_t wrap)
{
    return (wrap & 0x200u) != 0u ? 0 : (int32_t)side * ((wrap & 0x100u) != 0u ? 32 : 16);
}

/* How far a shift, up to two textures, moves places: where a texture repeats within half of what does. */
static int32_t moved_by(int32_t shift, uint32_t side, uint32_t wrap)
{
    const int32_t moved = shift * (int32_t)side >> 9, half = half_period(side, wrap);
    return half == 0 ? moved : ((moved + half) & (2 * half - 1)) - half;
}

/* A place, so that it fits 16 bits when it has moved, up to 256 texels a side, and less than 2^15 from other
 * corners, for plane_of(). */
static int16_t narrow(int32_t value, uint32_t side, uint32_t wrap)
{
    const int32_t half = half_period(side, wrap);
    const int32_t most = INT16_MAX - (side > 256u ? 0 : half == 0 ? 1 << 14 : half);
    return (int16_t)(value > most ? most : value < -most ? -most : value);
}

/// Bodies ///////////////////////////////////////////////////////////////////////////////////////

static void *take(uint8_t **from, size_t bytes)
{
    void *const taken = *from;
    *from += (bytes + 7u) & ~(size_t)7u;
    return taken;
}

#define DISPLAYED 1024u

/* What a body is laid out by. */
typedef struct layout {
    uint8_t *at;
    bool writes; /* else it only counts */
} layout;

/* Adds one batch of a part: the triangles that part `number` of its texture serves; ALL of an untextured
 * one. Returns how many there are. */
#define ALL UINT32_MAX
static uint32_t add_batch(pelt_n64_body *body, const layout *l, const body_part *part,
                          const form *f, uint32_t number, const batch_t *batch)
{
    const uint32_t across = f != NULL ? (2u << f->halves_x) - 1u : 1u;
    const bool reduced = f != NULL && !is_whole(f) && number == across * ((2u << f->halves_y) - 1u);
    const int32_t from[2] = {f == NULL || reduced ? 0 : (int32_t)(number % across * 16u * f->width),
                             f == NULL || reduced ? 0
                                                  : (int32_t)(number / across * 16u * f->height)};
    const uint32_t halves[2] = {reduced ? f->halves_x : 0u, reduced ? f->halves_y : 0u};
    uint16_t *const to = l->writes ? body->corners + 3u * body->triangle_count : NULL;
    pelt_n64_places *const places =
        l->writes && f != NULL ? body->places + body->place_count : NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < part->triangle_count; i++) {
        spot s;
        if (f != NULL)
            s = spot_of(part, f, i);
        if (f != NULL && !is_whole(f) && part_of(&s, f) != number)
            continue;
        if (l->writes) {
            const pelt_draw_vertex *corners[3];
            body_corners(corners, part, i);
            for (int k = 0; k < 3; k++) {
                to[3u * count + (uint32_t)k] = (uint16_t)(corners[k] - part->bodies->vertices);
                for (int axis = 0; axis < 2 && f != NULL; axis++)
                    places[count].at[k][axis] =
                        narrow((s.at[axis][k] - from[axis]) >> halves[axis],
                               axis == 0 ? f->width : f->height, batch->wrap >> 10 * axis);
            }
        }
        count++;
    }
    if (count != 0u) {
        if (l->writes) {
            batch_t *const added = &body->batches[body->batch_count];
            *added = *batch;
            added->corners = to;
            added->places = places;
            added->count = count;
        }
        body->batch_count++;
        body->triangle_count += count;
        body->place_count += f != NULL ? count : 0u;
        body->halved += reduced ? count : 0u;
    }
    return count;
}

/* Adds the batches of a part with a texture, which lies at `texels`. */
static void add_textured(pelt_n64_body *body, const layout *l, const body_part *part, const form *f,
                         const uint8_t *texels, const uint16_t *table)
{
    const uint32_t across = (2u << f->halves_x) - 1u, parts = across * ((2u << f->halves_y) - 1u);
    batch_t batch = {.flags = part->flags,
                     .table = f->bits == 16u ? NULL : table,
                     .format = f->bits,
                     .width = f->width,
                     .height = f->height,
                     .material = PELT_NONE};
    pelt_part_info info;
    const uint32_t whole = (uint32_t)line_bytes(f->info.width, f->bits);
    if (is_whole(f) &&
        pelt_part_get(&info, part->body->model, part->mesh, part->part - 1u) == PELT_OK)
        batch.material = info.material;
    for (uint32_t i = 0; i < (is_whole(f) ? 1u : parts + 1u); i++) {
        const bool is_part = !is_whole(f) && i < parts;
        batch.texels = texels;
        batch.image_width = f->info.width;
        batch.wrap = 0x200u | 0x200u << 10;
        if (is_part) {
            batch.texels = texels + i / across * (f->height / 2u) * whole +
                           i % across * (f->width / 2u) * f->bits / 8u;
        } else {
            batch.wrap = wrap_of(f->info.wrap_across, f->width) |
                         wrap_of(f->info.wrap_down, f->height) << 10;
            if (!is_whole(f)) {
                batch.texels = texels + (size_t)whole * f->info.height;
                batch.image_width = f->width;
            }
        }
        (void)add_batch(body, l, part, f, i, &batch);
    }
}

/* Whether no texture is damaged; opening a model does not check them. */
static bool are_whole(const pelt_model *model)
{
    pelt_texture_info info;
    uint32_t i = 0;
    while (pelt_texture_get(&info, model, i) == PELT_OK)
        i++;
    return pelt_texture_get(&info, model, i) == PELT_E_RANGE;
}

static void add_parts(pelt_n64_body *body, layout *l, const pelt_body *of)
{
    body_part part;
    pelt_texture_info info;
    body->batch_count = body->triangle_count = body->place_count = 0;
    body->shared = body->halved = 0;
    uint8_t *const textures = l->at;
    for (uint32_t i = 0; pelt_texture_get(&info, of->model, i) == PELT_OK; i++) {
        const form f = form_of(&info);
        uint8_t *const texels = take(&l->at, texels_bytes(&f));
        uint16_t *const table = take(&l->at, table_bytes(&f));
        body->shared += is_whole(&f) ? 0u : 1u;
        if (!l->writes)
            continue;
        store(texels, &f, 0, 0);
        if (!is_whole(&f))
            store(texels + texels_bytes(&f) - line_bytes(f.width, f.bits) * f.height, &f,
                  f.halves_x, f.halves_y);
        store_table(table, &f);
    }
    for (pelt_draw_first(&part, of); part.body != NULL; pelt_draw_next(&part)) {
        uint8_t *at = textures, *texels = textures;
        uint16_t *table = NULL;
        form f;
        if (part.texture.rows == NULL) {
            const batch_t plain = {.flags = part.flags, .material = PELT_NONE};
            (void)add_batch(body, l, &part, NULL, ALL, &plain);
            continue;
        }
        for (uint32_t i = 0; i <= part.texture_index; i++) {
            (void)pelt_texture_get(&info, of->model, i);
            f = form_of(&info);
            texels = take(&at, texels_bytes(&f));
            table = take(&at, table_bytes(&f));
        }
        add_textured(body, l, &part, &f, texels, table);
    }
}

/* Lays a body out from an address on, which only has a value if it is written; returns the bytes. */
static size_t lay_out(pelt_n64_body *body, const pelt_model *model, void *memory, bool writes)
{
    pelt_draw_vertex none[1]; /* from which vertices are counted */
    pelt_n64_body counted;
    layout l = {memory, false};
    pelt_body of = {.model = model, .vertices = none};
    add_parts(&counted, &l, &of);
    l.at = memory;
    counted.corners = take(&l.at, counted.triangle_count * 3u * sizeof(uint16_t));
    counted.places = take(&l.at, counted.place_count * sizeof(pelt_n64_places));
    counted.batches = take(&l.at, counted.batch_count * sizeof(batch_t));
    counted.display = take(&l.at, DISPLAYED);
    if (writes) {
        counted.look = body->look;
        *body = counted;
        for (uint32_t i = 0; i < DISPLAYED; i++)
            body->display[i] = pelt_display_get((int32_t)i * 4);
        l.writes = true;
        add_parts(body, &l, &of);
    } else {
        add_parts(&counted, &l, &of);
    }
    return (size_t)(l.at - (uint8_t *)memory);
}

size_t pelt_n64_body_bytes_get(const pelt_model *model)
{
    uint64_t here;
    return model == NULL || model->blob == NULL || !are_whole(model)
               ? 0u
               : lay_out(NULL, model, &here, false);
}

pelt_status pelt_n64_body_open(pelt_n64_body *body, const pelt_model *model, void *memory,
                               size_t memory_bytes)
{
    const pelt_body look = {.model = model};
    if (body == NULL || model == NULL || model->blob == NULL || memory == NULL)
        return PELT_E_ARGUMENT;
    if (((uintptr_t)memory & 7u) != 0u)
        return PELT_E_ALIGNMENT;
    if (pelt_vertices_count(model) > 65536u)
        return PELT_E_RANGE;
    if (!are_whole(model))
        return PELT_E_CORRUPT;
    if (pelt_n64_body_bytes_get(model) > memory_bytes)
        return PELT_E_ARENA;
    body->look = look;
    (void)lay_out(body, model, memory, true);
    return PELT_OK;
}

/// Pictures /////////////////////////////////////////////////////////////////////////////////////

static uint32_t address_of(const void *pointer)
{
    return (uint32_t)(uintptr_t)pointer & 0x1fffffffu;
}

/* Loads a batch's texels, indices as bytes, and its table; tiles 6 and 7 load, tile 0 draws. */
static void load(pelt_n64_list *list, const batch_t *b)
{
    const uint32_t line = line_bytes(b->width, b->format) / 8u;
    const uint32_t kind = b->format == 16u ? RDP_RGBA : RDP_INDICES;
    const uint32_t size = b->format == 16u  ? RDP_16_BITS
                          : b->format == 8u ? RDP_8_BITS
                                            : RDP_4_BITS;
    const uint32_t unit = b->format == 16u ? 2u : 1u, loaded = kind | unit << 19;
    const uint32_t image = line_bytes(b->image_width, b->format) / unit;
    if (b->table != NULL) {
        rdp_put(list, RDP_TEXTURE_IMAGE, RDP_RGBA | RDP_16_BITS, address_of(b->table));
        rdp_put(list, RDP_TILE, RDP_RGBA | RDP_4_BITS | TABLE_TMEM, 6u << 24);
        rdp_put(list, RDP_SYNC_LOAD, 0, 0);
        rdp_put(list, RDP_LOAD_TABLE, 0, 6u << 24 | ((1u << b->format) - 1u) << 14);
    }
    rdp_put(list, RDP_TEXTURE_IMAGE, loaded | (image - 1u), address_of(b->texels));
    rdp_put(list, RDP_TILE, loaded | line << 9, 7u << 24);
    rdp_put(list, RDP_SYNC_LOAD, 0, 0);
    rdp_put(list, RDP_LOAD_TILE, 0,
            7u << 24 | (line * 8u / unit - 1u) << 14 | (b->height - 1u) << 2);
    rdp_put(list, RDP_SYNC_TILE, 0, 0);
    rdp_put(list, RDP_TILE, kind | size | line << 9, b->wrap);
    rdp_put(list, RDP_TILE_SIZE, 0, (b->width - 1u) << 14 | (b->height - 1u) << 2);
}

/* Moves a batch's places to where its texture is now, once for each move. */
static void shift_places(batch_t *b, const pelt_body *look)
{
    const pelt_texture_shift from = b->shift;
    pelt_texture_shift to = {0, 0};
    if (look->shifts != NULL && b->material < look->shift_count)
        to = look->shifts[b->material];
    const int32_t u = moved_by(to.u, b->width, b->wrap) - moved_by(from.u, b->width, b->wrap);
    const int32_t v =
        moved_by(to.v, b->height, b->wrap >> 10) - moved_by(from.v, b->height, b->wrap >> 10);
    for (uint32_t i = 0; i < 3u * b->count && (u | v) != 0; i++) {
        int16_t *const at = b->places[i / 3u].at[i % 3u];
        at[0] = (int16_t)(at[0] + u);
        at[1] = (int16_t)(at[1] + v);
    }
    b->shift = to;
}

static uint32_t draw_batch(pelt_n64_list *list, const pelt_n64_body *body, const batch_t *b,
                           const pelt_draw_vertex *vertices, bool *crossed)
{
    const bool two_sided = ((body->look.flags | b->flags) & PELT_DRAW_TWO_SIDED) != 0u;
    const uint32_t whole = pelt_n64_put(list, vertices, b->corners, b->places, b->count, two_sided);
    return body->crossed == 0u
               ? whole
               : whole + pelt_n64_put_crossing(list, vertices, b->corners, b->places, b->count,
                                               two_sided, crossed);
}

pelt_status pelt_n64_body_draw(pelt_n64_body *body, pelt_n64_list *list)
{
    if (!rdp_is_body(body) || !rdp_is_list(list))
        return PELT_E_ARGUMENT;
    const uint8_t *const paint = body->look.shadow_colour;
    batch_t *const batches = body->batches;
    const bool plain = (body->look.flags & PELT_DRAW_PLAIN) != 0u;
    bool crossed = false;
    list->cam = &body->look.cam;
    if (body->look.shadows != NULL) {
        rdp_make_room(list);
        pelt_n64_set_mode(list, MODE_PAINT, rdp_colour(paint[0], paint[1], paint[2]));
        for (uint32_t i = 0; i < body->batch_count; i++)
            (void)draw_batch(list, body, &batches[i], body->look.shadows, &crossed);
    }
    for (uint32_t i = 0; i < body->batch_count; i++) {
        const uint32_t mode = batches[i].texels != NULL && !plain
                                  ? (batches[i].table != NULL ? MODE_TABLE : MODE_COLOURS)
                              : (batches[i].flags & PELT_DRAW_FACETED) != 0u &&
                                      (body->look.flags & PELT_DRAW_UNLIT) == 0u
                                  ? MODE_FACETED
                                  : MODE_SHADED;
        rdp_make_room(list);
        if (mode >= MODE_TABLE) {
            shift_places(&batches[i], &body->look);
            load(list, &batches[i]);
        }
        pelt_n64_set_mode(list, mode, 0);
        list->drawn += draw_batch(list, body, &batches[i], body->look.vertices, &crossed);
    }
    body->crossed = crossed ? 1u : 0u;
    return PELT_OK;
}

#endif
