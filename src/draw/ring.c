/* SPDX-License-Identifier: MIT */
/* Draws pictures from a ring of vertices, see pelt/draw.h. */
#include "body.h"
#include "camera.h"
#include "triangle.h"

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
    if (w->part.clusters.corners != NULL) {
        clusters_triangle(corners, &w->part.clusters, triangle - w->at);
        return;
    }
    for (uint32_t i = 0; i < 3u; i++)
        corners[i] =
            w->part.indices16 != NULL ? w->part.indices16[first + i] : w->part.indices32[first + i];
}

/// Opening //////////////////////////////////////////////////////////////////////////////////////

/* Finds the groups of a mesh; returns false if a triangle needs a vertex that has left the ring. */
static bool find_groups(pelt_ring_group *groups, const pelt_model *model, uint32_t mesh,
                        const pelt_mesh_info *info)
{
    const uint32_t count = PELT_RING_GROUPS(info->vertex_count);
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
            for (; newest < corners[i] / PELT_RING_GROUP; newest++)
                groups[newest + 1u].first_triangle = triangle;
        for (uint32_t i = 0; i < 3u; i++)
            if (corners[i] / PELT_RING_GROUP + 1u < newest)
                return false;
    }
    for (; newest + 1u < count; newest++)
        groups[newest + 1u].first_triangle = triangle;
    return true;
}

static bool is_open(pelt_ring *r)
{
    return r != NULL && r->character != NULL && r->character->pose.model != NULL &&
           r->character->pose.model->blob != NULL && r->groups != NULL && r->vertices != NULL &&
           r->place_count >= 2u &&
           (r->character->pose.model->mesh_count == 0u ||
            pelt_character_skin_q16(r->character, 0, r->skinned, 0, 0) == PELT_OK);
}

pelt_status pelt_ring_open(pelt_ring *ring, pelt_character_q16 *character, pelt_ring_group *groups,
                           uint32_t group_count, pelt_draw_vertex *vertices, uint32_t vertex_count)
{
    uint32_t first = 0;
    if (ring == NULL || character == NULL || character->pose.model == NULL ||
        character->pose.model->blob == NULL || groups == NULL || vertices == NULL)
        return PELT_E_ARGUMENT;
    const pelt_model *model = character->pose.model;
    if (vertex_count < PELT_RING_VERTICES)
        return PELT_E_ARENA;
    for (uint32_t mesh = 0; mesh < model->mesh_count; mesh++) {
        pelt_mesh_info info;
        const pelt_status got = pelt_mesh_get(&info, model, mesh);
        if (got != PELT_OK)
            return got;
        if (PELT_RING_GROUPS(info.vertex_count) > group_count - first)
            return PELT_E_ARENA;
        if (!find_groups(groups + first, model, mesh, &info))
            return PELT_E_RANGE;
        first += PELT_RING_GROUPS(info.vertex_count);
    }
    ring->character = character;
    ring->groups = groups;
    ring->flags = 0;
    ring->skinned_count = 0;
    ring->vertices = vertices;
    ring->group_count = first;
    ring->place_count = vertex_count / PELT_RING_GROUP;
    return is_open(ring) ? PELT_OK : PELT_E_ARGUMENT;
}

/// Groups ///////////////////////////////////////////////////////////////////////////////////////

/* One mesh, and the index of its first group among those of all meshes. */
typedef struct skinning {
    pelt_ring *r;
    pelt_mesh_info info;
    body_look look;
    uint32_t mesh, first_group, group_count;
} skinning;

/* flags  as those of the ring; with PELT_DRAW_UNLIT it needs no camera */
static bool take_mesh(skinning *s, pelt_ring *r, uint32_t mesh, uint32_t first_group,
                      uint32_t flags)
{
    s->r = r;
    s->mesh = mesh;
    s->first_group = first_group;
    if (pelt_mesh_get(&s->info, r->character->pose.model, mesh) != PELT_OK)
        return false;
    s->look = body_look_of(r->character->pose.model, mesh, &s->info, flags, r->cam.light);
    s->group_count = PELT_RING_GROUPS(s->info.vertex_count);
    return true;
}

/* Skins the vertices of a group to r->skinned; returns how many. */
static uint32_t skin_group(const skinning *s, uint32_t group)
{
    const uint32_t first = group * PELT_RING_GROUP;
    const uint32_t left = s->info.vertex_count - first;
    const uint32_t count = left < PELT_RING_GROUP ? left : PELT_RING_GROUP;
    (void)pelt_character_skin_q16(s->r->character, s->mesh, s->r->skinned, first, count);
    s->r->skinned_count += count;
    return count;
}

/* Skins a group into its place in the ring, unless it is still there. */
static const pelt_draw_vertex *hold(const skinning *s, uint32_t group)
{
    pelt_ring *r = s->r;
    const uint32_t number = s->first_group + group;
    const uint32_t place = number < r->place_count ? number : number % r->place_count;
    pelt_draw_vertex *to = r->vertices + place * PELT_RING_GROUP;
    if (r->groups[place].held == number)
        return to;
    r->groups[place].held = number;
    const uint32_t count = skin_group(s, group);
    for (uint32_t i = 0; i < count; i++) {
        const pelt_vertex_q16 *v = &r->skinned[i];
        pelt_draw_project(&to[i], NULL, &r->cam, v->position, s->look.lit ? v->normal : NULL,
                          body_colour(&s->info, &s->look, group * PELT_RING_GROUP + i), NULL);
    }
    return to;
}

/* The places of the vertices of a group, and of the group before. */
typedef struct held_pair {
    uint32_t group;
    const pelt_draw_vertex *here, *before;
} held_pair;

static held_pair hold_two(const skinning *s, uint32_t group)
{
    held_pair h;
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

static void corners_held(const pelt_draw_vertex *corners[3], const held_pair *h, const walk *w,
                         uint32_t triangle)
{
    uint32_t indices[3];
    corners_of(indices, w, triangle);
    for (uint32_t i = 0; i < 3u; i++)
        corners[i] = (indices[i] / PELT_RING_GROUP == h->group ? h->here : h->before) +
                     indices[i] % PELT_RING_GROUP;
}

pelt_status pelt_ring_visit(pelt_ring *ring, pelt_ring_add add, void *own)
{
    pelt_ring *r = ring;
    skinning s;
    if (!is_open(ring) || add == NULL)
        return PELT_E_ARGUMENT;
    const uint32_t mesh_count = r->character->pose.model->mesh_count;
    for (uint32_t mesh = 0; mesh < mesh_count && take_mesh(&s, r, mesh, 0, PELT_DRAW_UNLIT);
         mesh++) {
        for (uint32_t group = 0; group < s.group_count; group++) {
            const uint32_t count = skin_group(&s, group);
            add(own, r->skinned, count);
        }
    }
    return PELT_OK;
}

/// Pictures /////////////////////////////////////////////////////////////////////////////////////

/* The bits first ... last, which stand for strips. */
static uint32_t bits_between(int32_t first, int32_t last)
{
    return (2u << last) - (1u << first);
}

/* The flags of the part to which walk_to() moved. */
static uint32_t flags_of(const skinning *s, const walk *w)
{
    return s->r->flags | (w->part.double_sided != 0u ? PELT_DRAW_TWO_SIDED : 0u) |
           (s->info.has_normals == 0u && w->part.unlit == 0u ? PELT_DRAW_FACETED : 0u);
}

static void find_strips(const skinning *s, uint32_t group, walk *w)
{
    pelt_ring *r = s->r;
    pelt_ring_group *found = &r->groups[s->first_group + group];
    const held_pair h = hold_two(s, group);
    const uint32_t end = end_of(s, group);
    found->strips = 0;
    for (uint32_t triangle = found->first_triangle; triangle < end && walk_to(w, triangle);
         triangle++) {
        const pelt_draw_vertex *corners[3];
        int32_t first, past;
        corners_held(corners, &h, w, triangle);
        if (triangle_lines(&first, &past, corners[0], corners[1], corners[2], r->height,
                           flags_of(s, w)))
            found->strips |= bits_between((int32_t)((uint32_t)first * r->per_line >> 20),
                                          (int32_t)((uint32_t)(past - 1) * r->per_line >> 20));
    }
}

pelt_status pelt_ring_begin(pelt_ring *ring, int32_t width, int32_t height, int32_t lines)
{
    pelt_ring *r = ring;
    uint32_t first = 0;
    skinning s;
    if (!is_open(ring) || !pelt_draw_is_framed(&ring->cam) || width < 1 ||
        width > PELT_PICTURE_MAX || height < 1 || height > PELT_PICTURE_MAX || lines < 1 ||
        (height - 1) / lines >= PELT_RING_STRIPS)
        return PELT_E_ARGUMENT;
    const uint32_t mesh_count = r->character->pose.model->mesh_count;
    r->width = width;
    r->height = height;
    /* line * per_line >> 20 = line / lines, exactly for a line < 2^10. */
    r->per_line = (1u << 20) / (uint32_t)lines + 1u;
    for (uint32_t group = 0; group < r->group_count; group++)
        r->groups[group].held = NONE;
    for (uint32_t mesh = 0; mesh < mesh_count && take_mesh(&s, r, mesh, first, r->flags); mesh++) {
        walk w;
        walk_begin(&w, r->character->pose.model, mesh, &s.info);
        for (uint32_t group = 0; group < s.group_count; group++)
            find_strips(&s, group, &w);
        first += s.group_count;
    }
    return PELT_OK;
}

static void draw_group(const skinning *s, uint32_t group, walk *w, const pelt_band *strip)
{
    const pelt_ring *r = s->r;
    const held_pair h = hold_two(s, group);
    const uint32_t end = end_of(s, group);
    uint32_t triangle = r->groups[s->first_group + group].first_triangle;
    for (; triangle < end && walk_to(w, triangle); triangle++) {
        const pelt_draw_vertex *corners[3];
        corners_held(corners, &h, w, triangle);
        pelt_triangle_draw(strip, corners[0], corners[1], corners[2], flags_of(s, w));
    }
}

pelt_status pelt_ring_draw(pelt_ring *ring, uint32_t index, const pelt_band *strip)
{
    pelt_ring *r = ring;
    uint32_t first = 0;
    skinning s;
    if (!is_open(ring) || !pelt_draw_is_framed(&ring->cam) || index >= PELT_RING_STRIPS ||
        !band_is_valid(strip))
        return PELT_E_ARGUMENT;
    const uint32_t mesh_count = r->character->pose.model->mesh_count;
    for (uint32_t mesh = 0; mesh < mesh_count && take_mesh(&s, r, mesh, first, r->flags); mesh++) {
        walk w;
        walk_begin(&w, r->character->pose.model, mesh, &s.info);
        for (uint32_t group = 0; group < s.group_count; group++)
            if ((r->groups[first + group].strips >> index & 1u) != 0u)
                draw_group(&s, group, &w, strip);
        first += s.group_count;
    }
    return PELT_OK;
}
