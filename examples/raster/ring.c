/* SPDX-License-Identifier: MIT */
/* Draws pictures from a ring of vertices, see ring.h. */
#include "ring.h"

#include <stddef.h>

#include "portrait.h"

#define NONE UINT32_MAX

/// Triangles of a mesh, through all its parts ///////////////////////////////////////////////////

typedef struct walk {
    const pelt_model *model;
    pelt_part_info part;
    uint32_t mesh, next_part, part_count;
    uint32_t at, past; /* next triangle of the mesh, and the end of the part */
} walk;

/* Moves to a triangle; returns false if there is none of that number. */
static bool walk_to(walk *w, uint32_t triangle)
{
    while (triangle >= w->past) {
        if (w->next_part == w->part_count)
            return false;
        (void)pelt_part_get(&w->part, w->model, w->mesh, w->next_part++);
        w->at = w->past;
        if (w->part.corners == 3u)
            w->past += w->part.index_count / 3u;
    }
    return true;
}

static void walk_begin(walk *w, const pelt_model *model, uint32_t mesh, const pelt_mesh_info *info)
{
    w->model = model;
    w->mesh = mesh;
    w->next_part = 0;
    w->part_count = info->part_count;
    w->at = w->past = 0;
}

/* The corners of the triangle to which walk_to() moved. */
static void corners_of(uint32_t corners[3], const walk *w, uint32_t triangle)
{
    const uint32_t first = 3u * (triangle - w->at);

    for (uint32_t i = 0; i < 3u; i++)
        corners[i] =
            w->part.indices16 != NULL ? w->part.indices16[first + i] : w->part.indices32[first + i];
}

/// Opening //////////////////////////////////////////////////////////////////////////////////////

/* Finds the groups of a mesh; returns false if a triangle needs a vertex that has left the ring. */
static bool find_groups(ring_group *groups, const pelt_model *model, uint32_t mesh,
                        const pelt_mesh_info *info)
{
    const uint32_t count = RING_GROUPS(info->vertex_count);
    uint32_t newest = 0;
    uint32_t triangle = 0;
    walk w;

    walk_begin(&w, model, mesh, info);
    for (uint32_t i = 0; i < count; i++)
        groups[i].first_triangle = 0;
    for (; walk_to(&w, triangle); triangle++) {
        uint32_t corners[3];

        corners_of(corners, &w, triangle);
        for (uint32_t i = 0; i < 3u; i++)
            for (; newest < corners[i] / RING_GROUP; newest++)
                groups[newest + 1u].first_triangle = triangle;
        for (uint32_t i = 0; i < 3u; i++)
            if (corners[i] / RING_GROUP + 1u < newest)
                return false;
    }
    for (; newest + 1u < count; newest++)
        groups[newest + 1u].first_triangle = triangle;
    return true;
}

bool ring_open(ring *r, pelt_character_q16 *character, ring_group *groups, uint32_t group_count,
               raster_vertex *vertices, uint32_t vertex_count)
{
    const pelt_model *model = character->pose.model;
    uint32_t first = 0;

    r->character = character;
    r->groups = groups;
    r->flags = 0;
    r->skinned_count = 0;
    for (uint32_t mesh = 0; mesh < model->mesh_count; mesh++) {
        pelt_mesh_info info;

        if (pelt_mesh_get(&info, model, mesh) != PELT_OK ||
            RING_GROUPS(info.vertex_count) > group_count - first ||
            !find_groups(groups + first, model, mesh, &info))
            return false;
        first += RING_GROUPS(info.vertex_count);
    }
    r->vertices = vertices;
    r->group_count = first;
    r->place_count = vertex_count / RING_GROUP;
    return r->place_count >= 2u;
}

/// Groups ///////////////////////////////////////////////////////////////////////////////////////

/* One mesh, and the index of its first group among those of all meshes. */
typedef struct skinning {
    ring *r;
    pelt_mesh_info info;
    portrait_look look;
    uint32_t mesh, first_group, group_count;
} skinning;

static bool take_mesh(skinning *s, ring *r, uint32_t mesh, uint32_t first_group)
{
    s->r = r;
    s->mesh = mesh;
    s->first_group = first_group;
    if (pelt_mesh_get(&s->info, r->character->pose.model, mesh) != PELT_OK)
        return false;
    s->look = portrait_look_of(r->character->pose.model, mesh, s->info.part_count);
    s->group_count = RING_GROUPS(s->info.vertex_count);
    return true;
}

/* Skins the vertices of a group to r->skinned; returns how many. */
static uint32_t skin_group(const skinning *s, uint32_t group)
{
    const uint32_t first = group * RING_GROUP;
    const uint32_t left = s->info.vertex_count - first;
    const uint32_t count = left < RING_GROUP ? left : RING_GROUP;

    (void)pelt_character_skin_q16(s->r->character, s->mesh, s->r->skinned, first, count);
    s->r->skinned_count += count;
    return count;
}

/* Skins a group into its place in the ring, unless it is still there. */
static const raster_vertex *hold(const skinning *s, uint32_t group)
{
    ring *r = s->r;
    const uint32_t number = s->first_group + group;
    const uint32_t place = number < r->place_count ? number : number % r->place_count;
    raster_vertex *to = r->vertices + place * RING_GROUP;

    if (r->groups[place].held == number)
        return to;
    r->groups[place].held = number;
    const bool is_lit = s->info.has_normals != 0u && !s->look.unlit;
    const uint32_t count = skin_group(s, group);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *colour = pelt_mesh_colour_get(&s->info, group * RING_GROUP + i);
        const pelt_vertex_q16 *v = &r->skinned[i];

        camera_vertex(&to[i], &r->cam, v->position, is_lit ? v->normal : NULL,
                      colour != NULL ? colour : s->look.plain);
    }
    return to;
}

/* The places of the vertices of a group, and of the group before. */
typedef struct held {
    uint32_t group;
    const raster_vertex *here, *before;
} held;

static held hold_two(const skinning *s, uint32_t group)
{
    held h;

    h.group = group;
    h.before = group > 0u ? hold(s, group - 1u) : NULL;
    h.here = hold(s, group);
    return h;
}

static uint32_t end_of(const skinning *s, uint32_t group)
{
    return group + 1u < s->group_count ? s->r->groups[s->first_group + group + 1u].first_triangle
                                       : UINT32_MAX;
}

static void corners_held(const raster_vertex *corners[3], const held *h, const walk *w,
                         uint32_t triangle)
{
    uint32_t indices[3];

    corners_of(indices, w, triangle);
    for (uint32_t i = 0; i < 3u; i++)
        corners[i] =
            (indices[i] / RING_GROUP == h->group ? h->here : h->before) + indices[i] % RING_GROUP;
}

void ring_visit(ring *r, ring_add *add, void *own)
{
    const uint32_t mesh_count = r->character->pose.model->mesh_count;
    skinning s;

    for (uint32_t mesh = 0; mesh < mesh_count && take_mesh(&s, r, mesh, 0); mesh++) {
        for (uint32_t group = 0; group < s.group_count; group++) {
            const uint32_t count = skin_group(&s, group);

            add(own, r->skinned, count);
        }
    }
}

/// Pictures /////////////////////////////////////////////////////////////////////////////////////

/* The bits first ... last, which stand for strips. */
static uint32_t bits_between(int32_t first, int32_t last)
{
    return (2u << last) - (1u << first);
}

static void find_strips(const skinning *s, uint32_t group, walk *w)
{
    ring *r = s->r;
    ring_group *found = &r->groups[s->first_group + group];
    const held h = hold_two(s, group);
    const uint32_t end = end_of(s, group);

    found->strips = 0;
    for (uint32_t triangle = found->first_triangle; triangle < end && walk_to(w, triangle);
         triangle++) {
        const raster_vertex *corners[3];
        int32_t first, past;

        corners_held(corners, &h, w, triangle);
        if (raster_lines(&first, &past, corners[0], corners[1], corners[2], r->height, r->flags))
            found->strips |= bits_between((int32_t)((uint32_t)first * r->per_line >> 20),
                                          (int32_t)((uint32_t)(past - 1) * r->per_line >> 20));
    }
}

void ring_begin(ring *r, int32_t width, int32_t height, int32_t lines)
{
    const uint32_t mesh_count = r->character->pose.model->mesh_count;
    uint32_t first = 0;
    skinning s;

    r->width = width;
    r->height = height;
    /* line * per_line >> 20 = line / lines, exactly for a line < 2^10. */
    r->per_line = (1u << 20) / (uint32_t)lines + 1u;
    for (uint32_t group = 0; group < r->group_count; group++)
        r->groups[group].held = NONE;
    for (uint32_t mesh = 0; mesh < mesh_count && take_mesh(&s, r, mesh, first); mesh++) {
        walk w;

        walk_begin(&w, r->character->pose.model, mesh, &s.info);
        for (uint32_t group = 0; group < s.group_count; group++)
            find_strips(&s, group, &w);
        first += s.group_count;
    }
}

static void draw_group(const skinning *s, uint32_t group, walk *w, const raster_band *strip)
{
    const ring *r = s->r;
    const uint32_t flags = r->flags | (s->info.has_normals || s->look.unlit ? 0u : RASTER_FACETED);
    const held h = hold_two(s, group);
    const uint32_t end = end_of(s, group);
    uint32_t triangle = r->groups[s->first_group + group].first_triangle;

    for (; triangle < end && walk_to(w, triangle); triangle++) {
        const raster_vertex *corners[3];

        corners_held(corners, &h, w, triangle);
        raster_triangle(strip, corners[0], corners[1], corners[2], flags);
    }
}

void ring_draw(ring *r, uint32_t index, const raster_band *strip)
{
    const uint32_t mesh_count = r->character->pose.model->mesh_count;
    uint32_t first = 0;
    skinning s;

    raster_clear_depths(strip);
    for (uint32_t mesh = 0; mesh < mesh_count && take_mesh(&s, r, mesh, first); mesh++) {
        walk w;

        walk_begin(&w, r->character->pose.model, mesh, &s.info);
        for (uint32_t group = 0; group < s.group_count; group++)
            if ((r->groups[first + group].strips >> index & 1u) != 0u)
                draw_group(&s, group, &w, strip);
        first += s.group_count;
    }
}
