/* SPDX-License-Identifier: MIT */
/* A body's packets for the GPU. They are written once; for each picture the places and colours of their
 * corners are set and they are linked into a table by depth: see pelt/psx.h. */
#include "hardware.h"

#include "../../src/base/memory.h"
#include "../../src/draw/body.h"
#include "../../src/draw/camera.h"
#include "../../src/draw/plane.h"
#include "../../src/draw/triangle.h"

#ifdef PELT_PORT_PSX

/// Packets //////////////////////////////////////////////////////////////////////////////////////

/* The triangles of one part of a mesh. */
typedef struct triangles {
    pelt_mesh_info mesh;
    pelt_part_info part;
    pelt_texture_info texture; /* its rows are NULL if there is none */
    uint32_t count, words;     /* of each packet, behind its tag */
    uint32_t first_vertex;
    /* The mesh has textures, over which 128 is white: vertices have half their colours. */
    bool halved;
} triangles;

/* Finds part `index` of all meshes of a model; returns false if there are no more. */
static bool find_part(triangles *t, const pelt_model *model, uint32_t index)
{
    t->first_vertex = 0;
    for (uint32_t mesh = 0; mesh < model->mesh_count; mesh++) {
        if (pelt_mesh_get(&t->mesh, model, mesh) != PELT_OK)
            return false;
        if (index < t->mesh.part_count && pelt_part_get(&t->part, model, mesh, index) == PELT_OK) {
            t->halved = body_look_of(model, mesh, &t->mesh, PELT_DRAW_UNLIT, NULL).textured;
            t->count =
                t->part.corners == 3u && t->part.indices32 == NULL ? t->part.index_count / 3u : 0u;
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

/* Lays a body out from an address on, where nothing is written; returns the bytes. */
static size_t lay_out(pelt_psx_body *body, const pelt_model *model, bool has_shadow, void *memory)
{
    uint32_t words = 0, textures = 0, entries = 0, parts = 0, packets;
    uint8_t *at = memory;
    pelt_texture_info texture;
    pelt_mesh_info mesh;
    triangles t;
    for (; find_part(&t, model, parts); parts++)
        words += t.count * (t.words + 1u);
    while (pelt_texture_get(&texture, model, textures) == PELT_OK)
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
        body->shifted[page] = take(&at, parts * sizeof *body->shifted[0]);
        body->shadows[page] = take(&at, packets * 4u * (SHADOW_WORDS + 1u));
        body->pieces[page] = take(&at, PELT_PSX_PIECES * 4u * (TEXTURED_WORDS + 1u));
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
                           const pelt_psx_texture *texture, pelt_texture_shift shift)
{
    uint32_t corners[3] = {0, 0, 0};
    int32_t u[3], v[3];
    (void)pelt_indices_get(corners, &t->part, 3u * triangle, 3);
    for (uint32_t i = 0; i < 3u; i++) {
        const pelt_texel_place place = body_place(&t->mesh, &t->texture, corners[i]);
        u[i] = place.u + (shift.u * (int32_t)t->texture.width >> 10);
        v[i] = place.v + (shift.v * (int32_t)t->texture.height >> 10);
    }
    fit_axis(u, texture->across, texture->width, t->texture.wrap_across);
    fit_axis(v, texture->down, texture->height, t->texture.wrap_down);
    packet[1] = texture->window;
    packet[4] = texture->table | (uint32_t)(v[0] << 8 | u[0]);
    packet[7] = texture->page | (uint32_t)(v[1] << 8 | u[1]);
    packet[10] = (uint32_t)(v[2] << 8 | u[2]);
}

/* Writes what stays the same. A shadow's last packet may have too many triangles, which are of no size. */
static void write_packets(pelt_psx_body *body, const uint8_t *shadow)
{
    const pelt_texture_shift none = {0, 0};
    uint32_t *packet = body->packets[0];
    triangles t;
    for (uint32_t i = 0; find_part(&t, body->model, i); i++) {
        body->shifted[0][i] = body->shifted[1][i] = none;
        for (uint32_t k = 0; k < t.count; k++, packet += t.words + 1u)
            if (t.texture.rows != NULL)
                write_textured(packet, &t, k, &body->textures[t.part.texture], none);
    }
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

pelt_status pelt_psx_body_open(pelt_psx_body *body, const pelt_model *model, uint32_t flags,
                               const uint8_t *shadow, pelt_psx_space *space, void *memory,
                               size_t memory_bytes)
{
    pelt_texture_info info;
    pelt_status status;
    triangles t;
    if (body == NULL || model == NULL || model->blob == NULL || space == NULL || memory == NULL)
        return PELT_E_ARGUMENT;
    if (((uintptr_t)memory & 3u) != 0u)
        return PELT_E_ALIGNMENT;
    pelt_psx_space used = *space;
    if (lay_out(body, model, shadow != NULL, memory) > memory_bytes)
        return PELT_E_ARENA;
    for (uint32_t i = 0; find_part(&t, model, i); i++)
        if (t.part.corners == 3u && t.part.indices32 != NULL)
            return PELT_E_RANGE;
    body->model = model;
    body->flags = flags;
    body->drawn = body->crossed = 0;
    memset(&body->light, 0xff, sizeof body->light); /* no light is so bright */
    body->shifts = NULL;
    for (uint32_t i = 0; (status = pelt_texture_get(&info, model, i)) != PELT_E_RANGE; i++) {
        if (status == PELT_OK)
            status = pelt_psx_texture_store(&body->textures[i], &used, &info);
        if (status != PELT_OK)
            return status;
    }
    for (uint32_t i = 0; i < DISPLAYED; i++) {
        const uint32_t shown = pelt_display_get((int32_t)i * 4);
        body->display[i] = (uint8_t)shown;
        body->display[DISPLAYED + i] = (uint8_t)((shown + 1u) >> 1);
    }
    write_packets(body, shadow);
    *space = used;
    return PELT_OK;
}

/// Triangles ////////////////////////////////////////////////////////////////////////////////////

/* What all parts of a body have in common. */
typedef struct sorter {
    uint32_t *table;
    uint32_t *shadow;  /* where the next triangle's is, or NULL, */
    uint32_t together; /* and how many are left of its packet */
    uint32_t shift;    /* place in the table: sum of three corners' `away` >> shift, */
    uint32_t base;     /* less this, which may be negative and wrap */
    uint32_t drawn;
    uint32_t *piece, *pieces_end; /* packets of what is cut */
    bool crossed;                 /* a triangle has to be cut */
} sorter;

/* The colour of the first corner, darkened by the slope of the facet. */
static uint32_t facet_colour(const pelt_camera *cam, const pelt_psx_vertex *a,
                             const pelt_psx_vertex *b, const pelt_psx_vertex *c)
{
    const pelt_psx_vertex *const corners[3] = {a, b, c};
    pelt_draw_vertex at[3];
    divisor d;
    for (uint32_t i = 0; i < 3u; i++) {
        const uint32_t away = corners[i]->away & (FAR - 1u);
        at[i].x = (int16_t)((int16_t)corners[i]->xy * 16);
        at[i].y = (int16_t)(((int32_t)corners[i]->xy >> 16) * 16);
        at[i].depth = (uint16_t)(((uint32_t)cam->near_plane << 15) / away);
    }
    find_divisor(&d, &at[0], &at[1], &at[2],
                 (at[1].x - at[0].x) * (at[2].y - at[0].y) -
                     (at[2].x - at[0].x) * (at[1].y - at[0].y));
    const channel depth = find_channel(&d, at[0].depth, at[1].depth, at[2].depth);
    const uint32_t bright = pelt_draw_facet(cam, (int32_t)depth.per_x, (int32_t)depth.per_y),
                   colour = a->colour;
    return ((colour & 0xff00ffu) * bright >> 8 & 0xff00ffu) |
           ((colour & 0xff00u) * bright >> 8 & 0xff00u);
}

/* Whether an edge is longer than the GPU draws. */
static bool is_too_large(const pelt_psx_vertex *a, const pelt_psx_vertex *b,
                         const pelt_psx_vertex *c)
{
    const pelt_psx_vertex *const corners[4] = {a, b, c, a};
    for (uint32_t i = 0; i < 3u; i++) {
        const int32_t from = (int32_t)corners[i]->xy, to = (int32_t)corners[i + 1u]->xy;
        const int32_t across = (int16_t)from - (int16_t)to, down = (from >> 16) - (to >> 16);
        if (across > 1023 || across < -1023 || down > 511 || down < -511)
            return true;
    }
    return false;
}

/* Twice the signed area, as the GTE's NCLIP computes it: negative for a front face. */
static int32_t screen_area(const pelt_psx_vertex *const corners[3])
{
    int32_t x[3], y[3];
    for (uint32_t i = 0; i < 3u; i++) {
        x[i] = (int16_t)corners[i]->xy;
        y[i] = (int32_t)corners[i]->xy >> 16;
    }
    return (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
}

__attribute__((always_inline)) static inline void draw_part(
    sorter *s, const triangles *t, const pelt_psx_vertex *vertices, uint32_t *packet,
    bool two_sided, const pelt_camera *facets, const bool textured, const bool clustered)
{
    const uint32_t words = textured ? TEXTURED_WORDS : SMOOTH_WORDS;
    const uint32_t code = textured ? GP0_TEXTURED : GP0_SMOOTH;
    const uint32_t doubled = t->halved && !textured ? 1u : 0u, shift = s->shift, base = s->base;
    const pelt_clusters clusters = t->part.clusters;
    const uint16_t *corner = t->part.indices16;
    uint32_t *const table = s->table, *shadow = s->shadow, drawn = 0;
    const bool hides =
        t->part.double_sided == 0u; /* back faces lie behind front faces of a closed body */
    for (uint32_t i = 0; i < t->count; i++, packet += words + 1u) {
        uint32_t n[3];
        if (clustered) {
            clusters_triangle(n, &clusters, i);
        } else {
            n[0] = corner[0];
            n[1] = corner[1];
            n[2] = corner[2];
            corner += 3;
        }
        const pelt_psx_vertex *a = vertices + n[0], *b = vertices + n[1], *c = vertices + n[2];
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
        if (away >= FAR) {
            if (away >= PELT_PSX_OUTSIDE || is_too_large(a, b, c)) {
                s->crossed = true;
                continue;
            }
            away &= FAR - 1u;
        }
        if (area > 0 && hides) /* what should be behind a front is as far as its farthest corner */
            away = 3u * (larger(larger(a->away, b->away), c->away) & (FAR - 1u));
        at = smaller((away >> shift) - base, PELT_PSX_BACK - 1u);
        w[0] = a->colour << doubled | code;
        w[textured ? 3 : 2] = b->colour << doubled;
        w[textured ? 6 : 4] = c->colour << doubled;
        if (!textured && facets != NULL) {
            w[2] = w[4] = facet_colour(facets, a, b, c) << doubled;
            w[0] = w[2] | code;
        }
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

/* One piece, in a packet of its own; `of` is the triangle's, with its texture. */
static void draw_piece(sorter *s, const triangles *t, const pelt_psx_vertex *const corners[3],
                       const uint32_t uv[3], const uint32_t *of, const pelt_camera *facets)
{
    const bool textured = t->texture.rows != NULL;
    const uint32_t doubled = t->halved && !textured ? 1u : 0u, step = textured ? 3 : 2;
    const uint32_t flat =
        facets != NULL ? facet_colour(facets, corners[0], corners[1], corners[2]) : 0;
    uint32_t *const packet = s->piece, *const w = packet + (textured ? 2 : 1);
    uint32_t away = 0;
    for (uint32_t i = 0; i < 3u; i++) {
        away += corners[i]->away;
        w[step * i] = (facets != NULL ? flat : corners[i]->colour) << doubled;
        w[step * i + 1u] = corners[i]->xy;
        if (textured)
            w[step * i + 2u] = (of[4u + step * i] & 0xffff0000u) | uv[i];
    }
    packet[textured ? 2 : 1] |= textured ? GP0_TEXTURED : GP0_SMOOTH;
    if (textured)
        packet[1] = of[1];
    const int32_t place =
        (int32_t)((away >> s->shift) - s->base); /* corners may be rounded nearer */
    const int32_t at = clamped(place, PELT_PSX_FRONT, PELT_PSX_BACK - 1u);
    packet[0] = PELT_PSX_TAG(t->words) | s->table[at];
    s->table[at] = address(packet);
    s->piece += TEXTURED_WORDS + 1u;
}

/* Triangles of a part that have to be cut. */
static void draw_crossing(sorter *s, const triangles *t, const pelt_psx_vertex *vertices,
                          const uint32_t *packet, bool two_sided, const pelt_camera *cam,
                          const pelt_camera *facets)
{
    for (uint32_t i = 0; i < t->count; i++, packet += t->words + 1u) {
        pelt_psx_vertex corners[PIECE_CORNERS];
        uint32_t n[3], uv[PIECE_CORNERS] = {0}, drawn = 0;
        (void)pelt_indices_get(n, &t->part, 3u * i, 3);
        const pelt_psx_vertex *const of[3] = {vertices + n[0], vertices + n[1], vertices + n[2]};
        const uint32_t away = of[0]->away + of[1]->away + of[2]->away;
        if (away < FAR || (away < PELT_PSX_OUTSIDE && !is_too_large(of[0], of[1], of[2])))
            continue;
        s->crossed = true;
        for (uint32_t k = 0; k < 3u && t->texture.rows != NULL; k++)
            uv[k] = packet[4u + 3u * k] & 0xffffu;
        const uint32_t count = pelt_psx_cut(corners, uv, of, cam);
        if (facets != NULL)
            corners[0].colour = of[0]->colour;
        for (uint32_t k = 2; k < count && s->piece < s->pieces_end; k++) {
            const pelt_psx_vertex *const some[3] = {corners, corners + k - 1u, corners + k};
            const uint32_t at[3] = {uv[0], uv[k - 1u], uv[k]};
            const int32_t area = screen_area(some);
            if (area > 0 ? two_sided : area < 0) {
                draw_piece(s, t, some, at, packet, facets);
                drawn = 1;
            }
        }
        s->drawn += drawn;
    }
}

/* Writes texture coordinates of a part anew if its texture has moved since its packets were written. */
static void shift_part(pelt_psx_body *body, pelt_texture_shift *shifted, const triangles *t,
                       uint32_t *packet)
{
    pelt_texture_shift to = {0, 0};
    if (body->shifts != NULL && t->part.material < body->shift_count)
        to = body->shifts[t->part.material];
    if (t->texture.rows == NULL || (shifted->u == to.u && shifted->v == to.v))
        return;
    *shifted = to;
    for (uint32_t i = 0; i < t->count; i++, packet += t->words + 1u)
        write_textured(packet, t, i, &body->textures[t->part.texture], to);
}

pelt_status pelt_psx_body_draw(pelt_psx_body *body, pelt_psx_list *list)
{
    sorter s = {.together = TOGETHER};
    triangles t;
    if (body == NULL || list == NULL || body->model == NULL || !pelt_draw_is_framed(&body->cam))
        return PELT_E_ARGUMENT;
    uint32_t *packet = body->packets[list->index], *shadow = body->shadows[list->index];
    s.table = list->tables[list->index];
    s.piece = body->pieces[list->index];
    s.pieces_end = s.piece + PELT_PSX_PIECES * (TEXTURED_WORDS + 1u);
    s.shadow = body->shadow_count != 0u ? shadow + 1 : NULL;
    while (3u * (uint32_t)body->cam.distance >> s.shift > PELT_PSX_BACK - PELT_PSX_FRONT)
        s.shift++;
    s.base = (3u * (uint32_t)body->cam.near_plane >> s.shift) - PELT_PSX_FRONT;
    for (uint32_t i = 0; find_part(&t, body->model, i); i++) {
        const pelt_psx_vertex *vertices = body->vertices + t.first_vertex;
        const bool two_sided =
            t.part.double_sided != 0u || (body->flags & PELT_DRAW_TWO_SIDED) != 0u;
        const bool faceted = t.mesh.has_normals == 0u && t.part.unlit == 0u &&
                             t.texture.rows == NULL && (body->flags & PELT_DRAW_UNLIT) == 0u;
        const pelt_camera *facets = faceted ? &body->cam : NULL;
        shift_part(body, &body->shifted[list->index][i], &t, packet);
        if (t.part.clusters.corners != NULL && t.texture.rows != NULL)
            draw_part(&s, &t, vertices, packet, two_sided, NULL, true, true);
        else if (t.part.clusters.corners != NULL)
            draw_part(&s, &t, vertices, packet, two_sided, facets, false, true);
        else if (t.texture.rows != NULL)
            draw_part(&s, &t, vertices, packet, two_sided, NULL, true, false);
        else
            draw_part(&s, &t, vertices, packet, two_sided, facets, false, false);
        if (body->crossed != 0u || s.crossed)
            draw_crossing(&s, &t, vertices, packet, two_sided, &body->cam, facets);
        packet += t.count * (t.words + 1u);
    }
    body->drawn = s.drawn;
    body->crossed = s.crossed ? 1u : 0u;
    return body->shadow_count == 0u
               ? PELT_OK
               : pelt_psx_list_add(list, shadow,
                                   shadow + (body->shadow_count - 1u) * (SHADOW_WORDS + 1u),
                                   PELT_PSX_SHADOW);
}

#endif
