/* SPDX-License-Identifier: MIT */
/* Draws a picture in strips, see pelt/draw.h. */
#include "../base/fixed.h"
#include "../base/inline.h"
#include "../base/memory.h"
#include "crossing.h"
#include "triangle.h"

pelt_status pelt_picture_open(pelt_picture *picture, int32_t width, int32_t height, int32_t lines,
                              uint32_t buffers, void *memory, size_t memory_bytes)
{
    if (picture == NULL || memory == NULL || width < 1 || width > PELT_PICTURE_MAX || height < 1 ||
        height > PELT_PICTURE_MAX || lines < 1 || lines > height || buffers < 1u || buffers > 2u)
        return PELT_E_ARGUMENT;
    if (((uintptr_t)memory & 3u) != 0u)
        return PELT_E_ALIGNMENT;
    const size_t buffer_bytes =
        PELT_PICTURE_BUFFER_BYTES((size_t)width, (size_t)lines) * (size_t)buffers;
    if (memory_bytes < buffer_bytes)
        return PELT_E_ARENA;
    memset(picture, 0, sizeof *picture);
    picture->pixels = PELT_PIXELS_RGB565;
    picture->width = width;
    picture->height = height;
    picture->lines = lines;
    picture->count = PELT_PICTURE_STRIPS(height, lines);
    picture->buffers = (uint16_t *)memory;
    picture->buffer_count = buffers;
    picture->bins = (uint32_t *)(void *)((uint8_t *)memory + buffer_bytes);
    picture->have_words = (uint32_t)((memory_bytes - buffer_bytes) / 4u);
    return PELT_OK;
}

static bool is_open(const pelt_picture *picture)
{
    return picture != NULL && picture->buffers != NULL && picture->bins != NULL;
}

/// Bins /////////////////////////////////////////////////////////////////////////////////////////

/* Puts triangles into bins. There is one for each kind of indices, as this is all that triangles cost that
 * face away. bases: of the cluster that all of them have; NULL: they are not in clusters. */
PELT_INLINE void fill_bins(const pelt_picture *s, body_part part, const int16_t *bases)
{
    /* line * per_line >> 20 = line / lines, exactly for a line < 2^10 and strips of up to 2^10. */
    const uint32_t per_line = (1u << 20) / (uint32_t)s->lines + 1u;
    const uint32_t words = s->words;
    const int32_t height = s->height;
    uint32_t *bins = s->bins;
    for (uint32_t i = 0; i < part.triangle_count; i++) {
        const uint32_t triangle = part.first_triangle + i;
        const pelt_draw_vertex *corners[3];
        int32_t first, past;
        if (bases != NULL)
            body_clustered(corners, part.vertices, bases, part.clusters.corners + 3u * i);
        else
            body_corners(corners, &part, i);
        if (triangle_lines(&first, &past, corners[0], corners[1], corners[2], height, part.flags)) {
            uint32_t strip = (uint32_t)first * per_line >> 20;
            const uint32_t last = (uint32_t)(past - 1) * per_line >> 20;
            uint32_t *bin = bins + strip * words + (triangle >> 5);
            for (; strip <= last; strip++, bin += words)
                *bin |= 1u << (triangle & 31u);
        }
    }
}

/* Groups that follow each other mostly have the same cluster. */
static void fill_clustered_bins(const pelt_picture *s, body_part part)
{
    const uint8_t *group = part.clusters.groups;
    uint32_t left = part.triangle_count;
    for (; left > 0u; left -= part.triangle_count) {
        const int16_t *bases = part.clusters.bases[*group];
        const uint32_t cluster = *group;
        for (part.triangle_count = 0; part.triangle_count < left && *group == cluster; group++)
            part.triangle_count += 1u << part.clusters.shift;
        if (part.triangle_count > left)
            part.triangle_count = left;
        if (bases != NULL) /* always: so the compiler leaves the other kind out of this copy */
            fill_bins(s, part, bases);
        part.first_triangle += part.triangle_count;
        part.clusters.corners += 3u * part.triangle_count;
    }
}

/* Adds those that cross the nearest plane, which the others leave out. */
static void fill_crossing_bins(const pelt_picture *s, const body_part *part)
{
    for (uint32_t i = 0; i < part->triangle_count; i++) {
        const uint32_t triangle = part->first_triangle + i;
        const pelt_draw_vertex *corners[3];
        int32_t first, past;
        body_corners(corners, part, i);
        if (crosses(corners) && pelt_draw_crossing_lines(&first, &past, part, corners, s->height))
            for (int32_t strip = first / s->lines; strip <= (past - 1) / s->lines; strip++)
                s->bins[(uint32_t)strip * s->words + (triangle >> 5)] |= 1u << (triangle & 31u);
    }
}

pelt_status pelt_picture_begin(pelt_picture *picture, const pelt_body *bodies)
{
    pelt_picture *s = picture;
    uint32_t triangles = 0;
    body_part part;
    if (!is_open(picture) || !pelt_draw_are_valid(bodies))
        return PELT_E_ARGUMENT;
    s->bodies = bodies;
    for (pelt_draw_first(&part, bodies); part.body != NULL; pelt_draw_next(&part))
        triangles = part.first_triangle + part.triangle_count;
    s->may_cross = pelt_draw_may_cross(bodies);
    s->words = (triangles + 31u) / 32u;
    if (s->words > s->have_words / (uint32_t)s->count)
        s->words = 0;
    if (s->words == 0u)
        return PELT_OK;
    memset(s->bins, 0, (size_t)s->words * (uint32_t)s->count * 4u);
    for (pelt_draw_first(&part, bodies); part.body != NULL; pelt_draw_next(&part))
        if (part.clusters.corners != NULL)
            fill_clustered_bins(s, part);
        else if (part.indices16 != NULL)
            fill_bins(s, part, NULL);
        else
            fill_bins(s, part, NULL);
    for (pelt_draw_first(&part, bodies); s->may_cross && part.body != NULL; pelt_draw_next(&part))
        fill_crossing_bins(s, &part);
    return PELT_OK;
}

/// Strips ///////////////////////////////////////////////////////////////////////////////////////

/* The bits of triangles [from, end) of a bin; both lie in the same word, or `end` begins the
 * next. */
static uint32_t bits_of(const uint32_t *bin, uint32_t from, uint32_t end)
{
    const uint32_t past = end - (from & ~31u);
    uint32_t bits = bin[from >> 5];
    if (bits == 0u) /* most are */
        return 0;
    bits = bits >> (from & 31u) << (from & 31u);
    return past >= 32u ? bits : bits & ((1u << past) - 1u);
}

/* Draws the triangles of a part that are in a bin, and so are to be seen. There is one for clusters. */
PELT_INLINE void draw_part(const pelt_band *band, const body_part *part, const uint32_t *bin,
                           bool clustered)
{
    const uint32_t end = part->first_triangle + part->triangle_count, flags = part->flags;
    const bool paints = (flags & PELT_DRAW_PAINT) != 0u, plain = part->texture.rows == NULL;
    const pelt_draw_vertex *const vertices = part->vertices;
    const pelt_clusters clusters = part->clusters;
    for (uint32_t from = part->first_triangle; from < end; from = (from | 31u) + 1u) {
        const uint32_t last = (from | 31u) - part->first_triangle;
        for (uint32_t bits = bits_of(bin, from, end); bits != 0u; bits &= bits - 1u) {
            const uint32_t triangle = last - fx_clz_of(bits & (0u - bits));
            const pelt_draw_vertex *corners[3];
            if (clustered)
                body_clustered(corners, vertices, clusters_bases(&clusters, triangle),
                               clusters.corners + 3u * triangle);
            else
                body_corners(corners, part, triangle);
            const pelt_draw_vertex *const a = corners[0], *const b = corners[1],
                                          *const c = corners[2];
            if (paints)
                pelt_draw_paint(band, a, b, c);
            else if (!plain)
                pelt_draw_part_textured(band, part, a, b, c);
            else if ((flags & PELT_DRAW_FACETED) != 0u || !PELT_DRAWS_SMALL(band, a, b, c))
                pelt_draw_shaded(band, a, b, c, flags);
        }
    }
}

/* The same where triangles may cross the nearest plane. */
static void draw_crossing_part(const pelt_band *band, const body_part *part, const uint32_t *bin)
{
    for (uint32_t i = 0; i < part->triangle_count; i++) {
        const uint32_t triangle = part->first_triangle + i;
        const pelt_draw_vertex *corners[3];
        if ((bin[triangle >> 5] >> (triangle & 31u) & 1u) == 0u)
            continue;
        body_corners(corners, part, i);
        if (crosses(corners))
            pelt_draw_crossing(band, part, corners);
        else if (part->texture.rows != NULL)
            pelt_draw_part_textured(band, part, corners[0], corners[1], corners[2]);
        else
            pelt_triangle_draw(band, corners[0], corners[1], corners[2], part->flags);
    }
}

static void draw_binned(const pelt_picture *s, pelt_band *band, const uint32_t *bin)
{
    body_part part;
    pelt_draw_ovals(band, s->bodies);
    for (pelt_draw_first(&part, s->bodies); part.body != NULL; pelt_draw_next(&part)) {
        band->camera = &part.body->cam;
        if (s->may_cross)
            draw_crossing_part(band, &part, bin);
        else if (part.clusters.corners != NULL)
            draw_part(band, &part, bin, true);
        else
            draw_part(band, &part, bin, false);
    }
}

pelt_status pelt_picture_draw(pelt_band *strip, const pelt_picture *picture, int32_t index,
                              uint32_t buffer)
{
    const pelt_picture *s = picture;
    if (strip == NULL || !is_open(picture) || index < 0 || index >= s->count ||
        buffer >= s->buffer_count)
        return PELT_E_ARGUMENT;
    const int32_t first_line = index * s->lines;
    const size_t half = PELT_PICTURE_BUFFER_BYTES((size_t)s->width, (size_t)s->lines) / 4u;
    strip->colours = s->buffers + 2u * half * buffer;
    strip->depths = strip->colours + half;
    strip->width = s->width;
    strip->first_line = first_line;
    strip->line_count = s->height - first_line < s->lines ? s->height - first_line : s->lines;
    strip->camera = s->bodies != NULL ? &s->bodies->cam : NULL;
    if (s->background != NULL)
        s->background(strip, s->own);
    else
        memset(strip->colours, 0, half * sizeof *strip->colours);
    (void)pelt_band_clear(strip);
    if (s->bodies != NULL && s->words == 0u)
        (void)pelt_body_draw(s->bodies, strip);
    else if (s->bodies != NULL)
        draw_binned(s, strip, s->bins + (size_t)s->words * (uint32_t)index);
    if (s->overlay != NULL)
        s->overlay(strip, s->own);
    return PELT_OK;
}

/* Draws the next strip into the next buffer. */
static pelt_status draw_next(pelt_band *strip, pelt_picture *s, int32_t index)
{
    const pelt_status drawn = pelt_picture_draw(strip, s, index, s->next_buffer);
    s->next_buffer = s->next_buffer + 1u < s->buffer_count ? s->next_buffer + 1u : 0u;
    return drawn;
}

pelt_status pelt_picture_show(pelt_picture *picture, pelt_panel panel, void *user)
{
    pelt_status status = PELT_OK;
    pelt_band strip;
    if (!is_open(picture) || panel == NULL)
        return PELT_E_ARGUMENT;
    const size_t row_bytes = pelt_draw_row_bytes(picture->pixels, picture->width);
    for (int32_t i = 0; i < picture->count && status == PELT_OK; i++) {
        status = draw_next(&strip, picture, i);
        if (status == PELT_OK && picture->pixels != PELT_PIXELS_RGB565)
            status = pelt_band_pack(strip.colours, row_bytes, &strip, picture->pixels);
        if (status == PELT_OK)
            panel(user, 0, (int)strip.first_line, (int)strip.width, (int)strip.line_count,
                  strip.colours);
    }
    return status;
}

pelt_status pelt_picture_store(pelt_picture *picture, void *framebuffer, size_t row_bytes)
{
    pelt_status status = PELT_OK;
    pelt_band strip;
    if (!is_open(picture) || framebuffer == NULL)
        return PELT_E_ARGUMENT;
    for (int32_t i = 0; i < picture->count && status == PELT_OK; i++) {
        status = draw_next(&strip, picture, i);
        if (status == PELT_OK)
            status = pelt_band_pack((uint8_t *)framebuffer + (size_t)strip.first_line * row_bytes,
                                    row_bytes, &strip, picture->pixels);
    }
    return status;
}
