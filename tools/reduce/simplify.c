/* SPDX-License-Identifier: MIT */
/* Removes triangles of all meshes, and measures what that costs. */
#include "reduce/reduce.h"

#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "common/diag.h"
#include "reduce/collapse.h"
#include "scene/elements.h"
#include "scene/eval.h"
#include "scene/moments.h"

enum { MOST_POSES = 16, MOST_MORPHS = 4 };

#define MOST_POSED ((uint64_t)1 << 21)    /* vertices, in all poses together */
#define MOST_MEASURED ((uint64_t)1 << 19) /* the same, for what it costs */
#define MOST_MOMENTS 64u                  /* of a clip, for that */
#define ALIKE 1e-6                        /* of the size: places that are the same */
#define BORDER 8.0                        /* weight of planes that stand on borders */
/* Distances, over the size, that are as bad as a normal of length 1, the whole of a texture, and
 * black instead of white. */
#define NORMAL 0.01
#define UV 0.1
#define COLOUR 0.02

/// The source ////////////////////////////////////////////////////////////////////////////////////

static void find_pieces(simplifier *m)
{
    const scene *s = m->s;
    m->pieces = region_calloc(&m->memory, s->instance_count, sizeof *m->pieces);
    for (uint32_t i = 0; i < s->instance_count; i++) {
        const scene_primitive *source = scene_instance_primitive(s, &s->instances[i]);
        uint32_t k = 0;
        if (element_corners(source) != 3)
            continue;
        while (k < m->piece_count && m->pieces[k].source != source)
            k++;
        m->pieces[k].copies++;
        m->left += element_count(source);
        if (k < m->piece_count)
            continue;
        m->pieces[k] =
            (piece){&s->instances[i], source, m->now.vertex_count, 1, element_count(source)};
        m->now.vertex_count += source->vertex_count;
        m->now.triangle_count += element_count(source);
        m->piece_count++;
    }
}

static void pose_pieces(double (*places)[3], const simplifier *m, const eval_pose *pose)
{
    for (uint32_t i = 0; i < m->piece_count; i++)
        eval_instance(places + m->pieces[i].first, NULL, NULL, m->s, pose, m->pieces[i].instance,
                      EVAL_UNIT_ROTATIONS | EVAL_UNIT_WEIGHTS);
}

/* The rest pose, some morph targets, and moments of the clips. */
static void pose_all(simplifier *m)
{
    const scene *s = m->s;
    const uint64_t room = MOST_POSED / (m->now.vertex_count + 1u);
    const uint32_t most = room < 1 ? 1 : room < MOST_POSES ? (uint32_t)room : MOST_POSES;
    uint32_t morphs = 0;
    FREED_BY(eval_pose_free) eval_pose pose;
    eval_pose_init(&pose, s);
    for (uint32_t i = 0; i < m->piece_count; i++)
        if (m->pieces[i].source->target_count > morphs)
            morphs = m->pieces[i].source->target_count;
    morphs = morphs < MOST_MORPHS ? morphs : MOST_MORPHS;
    m->places = region_calloc(&m->memory, MOST_POSES, sizeof *m->places);
    m->quadrics = region_calloc(&m->memory, MOST_POSES, sizeof *m->quadrics);
    for (uint32_t i = 0; i < most && (i <= morphs || s->clip_count > 0); i++, m->pose_count++) {
        const uint32_t k = i - 1 - morphs;
        eval_pose_sample(&pose, s, EVAL_REST, 0, EVAL_UNIT_ROTATIONS);
        if (i > 0 && i <= morphs) {
            double weights[MOST_MORPHS] = {0};
            weights[i - 1] = 1;
            eval_pose_set_morph(&pose, weights, morphs);
        } else if (i > 0) {
            const scene_clip *clips = s->clips;
            const uint32_t clip = (uint32_t)((uint64_t)k * s->clip_count / (most - 1 - morphs));
            const double part = 0.5 + k * 0.618033988749895; /* spreads over a clip */
            eval_pose_sample(&pose, s, clip,
                             clips[clip].start_s +
                                 (part - floor(part)) * (clips[clip].end_s - clips[clip].start_s),
                             EVAL_UNIT_ROTATIONS);
        }
        m->places[i] = region_calloc(&m->memory, m->now.vertex_count, sizeof **m->places);
        m->quadrics[i] = region_calloc(&m->memory, m->now.vertex_count, sizeof **m->quadrics);
        pose_pieces(m->places[i], m, &pose);
    }
}

static void take_piece(simplifier *m, uint32_t index, uint32_t *triangle)
{
    const piece *of = &m->pieces[index];
    const scene_primitive *p = of->source;
    for (uint32_t v = 0; v < p->vertex_count; v++) {
        double *looks = m->looks[of->first + v];
        m->pieces_of[of->first + v] = index;
        m->into[of->first + v] = of->first + v;
        for (int c = 0; c < 3 && p->normals != NULL; c++)
            looks[c] = NORMAL * m->size * p->normals[v][c];
        for (int c = 0; c < 3 && p->colours != NULL; c++)
            looks[3 + c] = COLOUR * m->size * p->colours[v][c];
        for (int c = 0; c < 2 && p->texture_uvs != NULL; c++)
            looks[6 + c] = UV * m->size * p->texture_uvs[v][c];
    }
    for (uint32_t t = 0; t < element_count(p); t++, ++*triangle)
        for (uint32_t c = 0; c < 3; c++)
            m->now.triangles[*triangle][c] = of->first + element_vertex(p, t, c);
}

typedef struct place_key {
    double at[3], vertex; /* rounded */
} place_key;

COMPARE_BY(compare_places, double, 4)

/* Joins vertices that are at one place in all poses. */
static void find_points(simplifier *m)
{
    FREED place_key *keys = diag_calloc(m->now.vertex_count, sizeof *keys);
    const double step = ALIKE * m->size;
    for (uint32_t v = 0; v < m->now.vertex_count; v++) {
        keys[v].vertex = v;
        for (int c = 0; c < 3; c++)
            keys[v].at[c] = step > 0 ? nearbyint(m->places[0][v][c] / step) : 0;
    }
    qsort(keys, m->now.vertex_count, sizeof *keys, compare_places);
    for (uint32_t i = 0, first = 0; i < m->now.vertex_count; i++) {
        const uint32_t v = (uint32_t)keys[i].vertex;
        first = memcmp(keys[i].at, keys[first].at, sizeof keys[i].at) == 0 ? first : i;
        m->now.points[v] = v;
        for (uint32_t k = first; k < i && m->now.points[v] == v; k++) {
            const uint32_t other = (uint32_t)keys[k].vertex;
            bool same = m->now.points[other] == other;
            for (uint32_t pose = 0; pose < m->pose_count && same; pose++)
                same = vec3_distance(m->places[pose][v], m->places[pose][other]) <= step;
            if (same)
                m->now.points[v] = other;
        }
    }
}

/* Adds the squared distance from the plane through `at` with this unit normal. */
static void add_plane(quadric *to, const double n[3], const double at[3], double weight)
{
    const double d = -vec_dot(n, at, 3);
    const double of[10] = {n[0] * n[0], n[0] * n[1], n[0] * n[2], n[1] * n[1], n[1] * n[2],
                           n[2] * n[2], n[0] * d,    n[1] * d,    n[2] * d,    d * d};
    for (int i = 0; i < 10; i++)
        to->of[i] += weight * of[i];
}

static void add_planes(simplifier *m, const uint32_t *t, uint32_t pose)
{
    double(*at)[3] = m->places[pose], n[3];
    const double area = vec3_normal(n, at[t[0]], at[t[1]], at[t[2]]) / 2;
    if (!vec3_normalise(n))
        return;
    for (int c = 0; c < 3; c++) {
        const uint32_t a = m->now.points[t[c]], b = m->now.points[t[(c + 1) % 3]];
        add_plane(&m->quadrics[pose][a], n, at[a], area);
        m->areas[a] += pose == 0 ? area : 0;
        if (surface_shared(&m->now, a, b) == 2)
            continue;
        double along[3], out[3];
        for (int i = 0; i < 3; i++)
            along[i] = at[b][i] - at[a][i];
        vec3_cross(out, along, n);
        const double weight = BORDER * vec_dot(along, along, 3);
        if (!vec3_normalise(out))
            continue;
        add_plane(&m->quadrics[pose][a], out, at[a], weight);
        add_plane(&m->quadrics[pose][b], out, at[a], weight);
    }
}

static void simplifier_open(simplifier *m, const scene *s)
{
    box3 box = box3_empty();
    uint32_t triangle = 0;
    *m = (simplifier){.s = s};
    find_pieces(m);
    const uint32_t count = m->now.vertex_count;
    pose_all(m);
    for (uint32_t v = 0; v < count; v++)
        box3_add(&box, m->places[0][v]);
    m->size = box3_size(&box);
    m->now.points = region_calloc(&m->memory, count, sizeof *m->now.points);
    m->areas = region_calloc(&m->memory, count, sizeof *m->areas);
    m->into = region_calloc(&m->memory, count, sizeof *m->into);
    m->pieces_of = region_calloc(&m->memory, count, sizeof *m->pieces_of);
    m->looks = region_calloc(&m->memory, count, sizeof *m->looks);
    m->now.triangles = region_calloc(&m->memory, m->now.triangle_count, sizeof *m->now.triangles);
    for (uint32_t i = 0; i < m->piece_count; i++)
        take_piece(m, i, &triangle);
    find_points(m);
    surface_open(&m->now, &m->memory);
    surface_find_around(&m->now);
    for (uint32_t t = 0; t < m->now.triangle_count; t++)
        for (uint32_t pose = 0; pose < m->pose_count && surface_has(&m->now, t); pose++)
            add_planes(m, m->now.triangles[t], pose);
}

/// The result ////////////////////////////////////////////////////////////////////////////////////

/* The vertex that a vertex became. */
static uint32_t find_last(const simplifier *m, uint32_t v)
{
    while (m->into[v] != v)
        v = m->into[v];
    return v;
}

/* How far a place is from the triangles around the point that a vertex became, and those around
 * their other corners. seen: of each triangle the last vertex, and 1, that was measured to it. */
static double surface_off(const simplifier *m, double (*places)[3], uint32_t v, uint32_t *seen)
{
    const surface *now = &m->now;
    const uint32_t last = find_last(m, v), to = now->points[last];
    double off = HUGE_VAL, share[3];
    for (uint32_t i = now->first[to]; i < now->first[to + 1]; i++)
        for (int c = 0; c < 3; c++) {
            const uint32_t at = now->points[now->triangles[now->around[i]][c]];
            for (uint32_t k = now->first[at]; k < now->first[at + 1]; k++) {
                const uint32_t *t = now->triangles[now->around[k]];
                if (seen[now->around[k]] == v + 1)
                    continue;
                seen[now->around[k]] = v + 1;
                off = fmin(off, surface_nearest(share, places[v], places[t[0]], places[t[1]],
                                                places[t[2]]));
            }
        }
    return off < HUGE_VAL ? sqrt(off) : vec3_distance(places[v], places[last]);
}

static void measure_at(simplify_stats *stats, double (*places)[3], const simplifier *m,
                       uint32_t *seen)
{
    box3 box = box3_empty();
    double sum = 0, largest = 0;
    uint32_t count = 0;
    memset(seen, 0, m->now.triangle_count * sizeof *seen);
    for (uint32_t v = 0; v < m->now.vertex_count; v++) {
        box3_add(&box, places[v]);
        count += m->now.points[v] == v;
        if (m->now.points[v] != v || m->into[v] == v)
            continue;
        const double off = surface_off(m, places, v, seen);
        sum += off;
        largest = fmax(largest, off);
    }
    const double size = box3_size(&box);
    stats->mean += size > 0 && count > 0 ? sum / count / size : 0;
    stats->largest = size > 0 ? fmax(stats->largest, largest / size) : stats->largest;
}

static void measure(simplify_stats *stats, const simplifier *m)
{
    const scene *s = m->s;
    uint32_t all = 1;
    const uint64_t room = MOST_MEASURED / (m->now.vertex_count + 1u) / (s->clip_count + 1u);
    const uint32_t samples = room < 3 ? 3 : room < MOST_MOMENTS ? (uint32_t)room : MOST_MOMENTS;
    FREED double(*places)[3] = diag_calloc(m->now.vertex_count, sizeof *places);
    FREED uint32_t *seen = diag_calloc(m->now.triangle_count, sizeof *seen);
    FREED_BY(eval_pose_free) eval_pose pose;
    eval_pose_init(&pose, s);
    measure_at(stats, m->places[0], m, seen);
    for (uint32_t clip = 0; clip < s->clip_count; clip++) {
        uint32_t count;
        FREED double *times = scene_moments(&count, s, clip, samples);
        for (uint32_t i = 0; i < count; i++, all++) {
            eval_pose_sample(&pose, s, clip, times[i], EVAL_UNIT_ROTATIONS);
            pose_pieces(places, m, &pose);
            measure_at(stats, places, m, seen);
        }
    }
    stats->mean /= all;
}

/* Lists the corners of the triangles that are left of a piece; returns how many there are. */
static uint32_t list_left(uint32_t *to, const simplifier *m, const piece *of)
{
    uint32_t count = 0;
    for (uint32_t t = 0; t < m->now.triangle_count; t++) {
        const uint32_t *v = m->now.triangles[t];
        for (int c = 0; c < 3 && surface_has(&m->now, t); c++)
            if (&m->pieces[m->pieces_of[v[c]]] == of)
                to[count++] = v[c] - of->first;
    }
    return count;
}

/* What is left of a primitive: vertices of triangles that are left, and those that had none. */
static scene_primitive take_rest(scene *s, const simplifier *m, const piece *of)
{
    const scene_primitive *was = of->source;
    const uint32_t whole = was->vertex_count;
    scene_primitive out = *was;
    FREED uint32_t *number = diag_calloc(whole + 1u, sizeof *number); /* 0: it goes */
    uint32_t *origin = scene_alloc(s, whole, sizeof *origin);
    uint32_t *indices = scene_alloc(s, 3 * (size_t)of->left, sizeof *indices);
    memset(number, 1, whole * sizeof *number);
    for (uint32_t t = 0; t < element_count(was); t++)
        for (uint32_t c = 0; c < 3; c++)
            number[element_vertex(was, t, c)] = 0;
    out.mode = 4;
    out.vertex_count = 0;
    out.index_count = list_left(indices, m, of);
    for (uint32_t i = 0; i < out.index_count; i++)
        number[indices[i]] = 1;
    for (uint32_t v = 0; v < whole; v++)
        if (number[v] != 0) {
            origin[out.vertex_count] = v;
            number[v] = out.vertex_count++;
        }
    for (uint32_t i = 0; i < out.index_count; i++)
        indices[i] = number[indices[i]];
    out.indices = indices;
    out.origin = origin;
    scene_take_vertices(&out, &s->memory, origin, out.vertex_count);
    return out;
}

/* Copies the primitives of an instance's mesh, and returns the instance's own, to be changed. */
static scene_primitive *changed_primitive(scene *s, const scene_instance *instance)
{
    scene_mesh *mesh = &s->meshes[instance->mesh];
    scene_primitive *all = scene_alloc(s, mesh->primitive_count, sizeof *all);
    memcpy(all, mesh->primitives, mesh->primitive_count * sizeof *all);
    mesh->primitives = all;
    return &all[instance->primitive];
}

/* Gives the scene meshes of their own, and keeps the others in s->whole. */
static void store(scene *s, const simplifier *m)
{
    scene *whole = scene_alloc(s, 1, sizeof *whole);
    *whole = *s;
    s->whole = whole;
    s->meshes = scene_alloc(s, s->mesh_count, sizeof *s->meshes);
    memcpy(s->meshes, whole->meshes, s->mesh_count * sizeof *s->meshes);
    for (uint32_t i = 0; i < m->piece_count; i++)
        if (m->pieces[i].left > 0) /* else it had only some without area, which it keeps */
            *changed_primitive(s, m->pieces[i].instance) = take_rest(s, m, &m->pieces[i]);
}

static void drop_degenerate(simplifier *m)
{
    for (uint32_t t = 0; t < m->now.triangle_count; t++) { /* two corners at one point */
        piece *of = &m->pieces[m->pieces_of[m->now.triangles[t][1]]];
        of->left -= !surface_has(&m->now, t);
        m->left -= surface_has(&m->now, t) ? 0 : of->copies;
    }
}

static void reduce_to(simplify_stats *stats, simplifier *m, uint32_t most)
{
    collapse_all(m, most);
    stats->after = 0;
    for (uint32_t i = 0; i < m->piece_count; i++) {
        const piece *of = &m->pieces[i];
        stats->after +=
            (uint64_t)of->copies * (of->left > 0 ? of->left : element_count(of->source));
    }
    measure(stats, m);
}

void simplify(simplify_stats *stats, scene *s, uint32_t most)
{
    simplifier m;
    const scene before = *s;
    simplifier_open(&m, &before);
    *stats = (simplify_stats){.before = m.left, .after = m.left};
    drop_degenerate(&m);
    if (stats->before > most) {
        reduce_to(stats, &m, most);
        store(s, &m);
    }
    region_free(&m.memory);
}

/// Levels ////////////////////////////////////////////////////////////////////////////////////////

/* The triangles that are left of a piece; all of it, if that had only some without area. */
static scene_lod take_level(scene *s, const simplifier *m, const piece *of)
{
    const uint32_t count = of->left > 0 ? of->left : element_count(of->source);
    uint32_t(*to)[3] = scene_alloc(s, count, sizeof *to);
    for (uint32_t t = list_left(to[0], m, of) / 3; t < count; t++)
        for (uint32_t c = 0; c < 3; c++)
            to[t][c] = element_vertex(of->source, t, c);
    return (scene_lod){count, (const uint32_t(*)[3])to};
}

void simplify_levels(simplify_stats *stats, scene *s, uint32_t wanted)
{
    simplifier m;
    const scene before = *s;
    simplifier_open(&m, &before);
    uint64_t left = m.left;
    const uint64_t whole = left;
    scene_lod *lods = scene_alloc(s, m.piece_count, (SCENE_MAX_LEVELS - 1) * sizeof *lods);
    s->level_count = 1;
    drop_degenerate(&m);
    for (uint32_t level = 1; level < wanted; level++) {
        simplify_stats *told = &stats[level - 1];
        *told = (simplify_stats){.before = whole};
        reduce_to(told, &m, (uint32_t)(left / 2));
        if (told->after >= left)
            break;
        left = told->after;
        for (uint32_t i = 0; i < m.piece_count; i++)
            lods[i * (SCENE_MAX_LEVELS - 1) + level - 1] = take_level(s, &m, &m.pieces[i]);
        s->level_errors[level] = fmax(told->largest, s->level_errors[level - 1]);
        s->level_count++;
    }
    for (uint32_t i = 0; i < m.piece_count && s->level_count > 1; i++)
        changed_primitive(s, m.pieces[i].instance)->lods = lods + i * (SCENE_MAX_LEVELS - 1);
    region_free(&m.memory);
}
