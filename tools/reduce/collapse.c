/* SPDX-License-Identifier: MIT */
/* Half-edge collapses by quadrics of squared distances (Garland & Heckbert 1997) in several poses
 * (DeCoro & Rusinkiewicz 2005), the worst of which counts. */
#include "reduce/collapse.h"

#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "common/diag.h"

enum { MOST_AROUND = 96 }; /* triangles; a point with more stays */

#define FLIP 0.2    /* cosine of the most that a triangle may turn at rest */
#define SHORT 1e-5  /* of the squared length: among equals the shortest edges go first */
#define WEIGHTS 0.1 /* of the edge's length, for weights that have nothing in common */
#define SHARE 8u    /* a round ends when one in so many of its candidates has gone */

/// What a collapse costs /////////////////////////////////////////////////////////////////////////

static double quadric_at(const quadric *q, const double p[3])
{
    const double *o = q->of, x = p[0], y = p[1], z = p[2];
    const double sum =
        o[0] * x * x + o[3] * y * y + o[5] * z * z + o[9] +
        2 * (o[1] * x * y + o[2] * x * z + o[4] * y * z + o[6] * x + o[7] * y + o[8] * z);
    return sum > 0 ? sum : 0;
}

/* How much of two vertices' weights goes to different joints, 0 to 1. */
static double weights_apart(const piece *of, uint32_t a, uint32_t b)
{
    const scene_primitive *p = of->source;
    const uint32_t n = of->instance->skin == SCENE_NONE ? 0 : p->influences_per_vertex;
    const size_t x = (size_t)(a - of->first) * n, y = (size_t)(b - of->first) * n;
    double same = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            if (p->joints[x + i] == p->joints[y + k])
                same += fmin(p->weights[x + i], p->weights[y + k]);
    return n == 0 ? 0 : fmax(1 - same, 0);
}

static double looks_apart(const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < LOOKS; i++)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

/* The vertex at point q that takes the place of vertex w: that of a triangle that has both, or, if
 * there is none or are two, the one in its primitive that looks most like it, and *jumps. */
static uint32_t find_partner(bool *jumps, const simplifier *m, uint32_t w, uint32_t q)
{
    uint32_t found = SCENE_NONE, like = SCENE_NONE;
    bool two = false;
    for (uint32_t i = m->now.first[q]; i < m->now.first[q + 1]; i++) {
        const uint32_t *t = m->now.triangles[m->now.around[i]];
        const uint32_t u = m->now.points[t[0]] == q ? t[0] : m->now.points[t[1]] == q ? t[1] : t[2];
        if (t[0] == w || t[1] == w || t[2] == w) {
            two |= found != SCENE_NONE && found != u;
            found = u;
        }
        if (m->pieces_of[u] == m->pieces_of[w] &&
            (like == SCENE_NONE ||
             looks_apart(m->looks[w], m->looks[u]) < looks_apart(m->looks[w], m->looks[like])))
            like = u;
    }
    *jumps = found == SCENE_NONE || two;
    return *jumps ? like : found;
}

/* The triangles around a point, its vertices with what takes their places, and its neighbours with the
 * number of triangles that they share with it. */
typedef struct fan {
    uint32_t point, count, wedge_count, ring_count;
    const uint32_t *triangles;
    uint32_t wedges[MOST_AROUND], partners[MOST_AROUND];
    uint32_t ring[2 * MOST_AROUND], times[2 * MOST_AROUND];
} fan;

/* The index of a number in a list, to the end of which it is added if it is not there. */
static uint32_t list_once(uint32_t *list, uint32_t *count, uint32_t number)
{
    const uint32_t i = list_index(list, *count, number);
    if (i == *count)
        list[(*count)++] = number;
    return i;
}

static bool fan_open(fan *f, const simplifier *m, uint32_t p)
{
    const uint32_t first = m->now.first[p];
    *f =
        (fan){.point = p, .count = m->now.first[p + 1] - first, .triangles = m->now.around + first};
    if (f->count > MOST_AROUND)
        return false;
    for (uint32_t i = 0; i < f->count; i++)
        for (int c = 0; c < 3; c++) {
            const uint32_t v = m->now.triangles[f->triangles[i]][c];
            if (m->now.points[v] == p)
                list_once(f->wedges, &f->wedge_count, v);
            else
                f->times[list_once(f->ring, &f->ring_count, m->now.points[v])]++;
        }
    return true;
}

/* Whether a triangle of q has both points. */
static bool has_triangle(const surface *s, uint32_t q, uint32_t a, uint32_t b)
{
    bool found = false;
    for (uint32_t i = s->first[q]; i < s->first[q + 1]; i++)
        found |= surface_corner(s, s->triangles[s->around[i]], a) &&
                 surface_corner(s, s->triangles[s->around[i]], b);
    return found;
}

/* Whether the surface stays one, with borders where they were: what touches both points are the
 * triangles that vanish alone, none is there twice, and points of a border go along it. */
static bool keeps_shape(const simplifier *m, const fan *f, uint32_t q)
{
    uint32_t common = 0, borders = 0, shared = 0;
    for (uint32_t i = 0; i < f->ring_count; i++) {
        borders += f->times[i] != 2;
        if (f->ring[i] == q)
            shared = f->times[i];
        else
            common += surface_shared(&m->now, q, f->ring[i]) > 0;
    }
    for (uint32_t i = 0; i < f->count; i++) {
        const uint32_t *t = m->now.triangles[f->triangles[i]], *p = m->now.points;
        const int c = p[t[0]] == f->point ? 0 : p[t[1]] == f->point ? 1 : 2;
        const uint32_t a = p[t[(c + 1) % 3]], b = p[t[(c + 2) % 3]];
        if (a != q && b != q && has_triangle(&m->now, q, a, b))
            return false;
    }
    return common == shared && (borders == 0 || (borders == 2 && shared != 2));
}

/* Whether no triangle turns over, in any pose. */
static bool keeps_sides(const simplifier *m, const fan *f, uint32_t q)
{
    for (uint32_t i = 0; i < f->count; i++) {
        const uint32_t *t = m->now.triangles[f->triangles[i]];
        if (surface_corner(&m->now, t, q))
            continue;
        for (uint32_t pose = 0; pose < m->pose_count; pose++) {
            double(*at)[3] = m->places[pose], was[3], is[3];
            const double *v[3];
            for (int c = 0; c < 3; c++)
                v[c] = at[m->now.points[t[c]] == f->point ? q : t[c]];
            const double before = vec3_normal(was, at[t[0]], at[t[1]], at[t[2]]);
            const double after = vec3_normal(is, v[0], v[1], v[2]);
            if (before > 0 && !(vec_dot(was, is, 3) > (pose == 0 ? FLIP : 0) * before * after))
                return false;
        }
    }
    return true;
}

/* How wrong vertex w would look where it was, over a third of its triangles' area. */
static double looks_cost(const simplifier *m, const fan *f, uint32_t wedge, uint32_t q)
{
    const uint32_t w = f->wedges[wedge], u = f->partners[wedge];
    const double *at = m->places[0][w];
    double area = 0, nearest = HUGE_VAL, n[3], apart = looks_apart(m->looks[w], m->looks[u]);
    for (uint32_t i = 0; i < f->count; i++) {
        const uint32_t *t = m->now.triangles[f->triangles[i]];
        uint32_t v[3];
        if (t[0] != w && t[1] != w && t[2] != w)
            continue;
        area += vec3_normal(n, m->places[0][t[0]], m->places[0][t[1]], m->places[0][t[2]]) / 6;
        if (surface_corner(&m->now, t, q))
            continue;
        for (int c = 0; c < 3; c++)
            v[c] = t[c] == w ? u : t[c];
        double part[3], looks[LOOKS];
        const double off =
            surface_nearest(part, at, m->places[0][v[0]], m->places[0][v[1]], m->places[0][v[2]]);
        if (!(off < nearest))
            continue;
        nearest = off;
        for (int c = 0; c < LOOKS; c++)
            looks[c] = part[0] * m->looks[v[0]][c] + part[1] * m->looks[v[1]][c] +
                       part[2] * m->looks[v[2]][c];
        apart = looks_apart(m->looks[w], looks);
    }
    const double weights = WEIGHTS * weights_apart(&m->pieces[m->pieces_of[w]], w, u) *
                           vec3_distance(at, m->places[0][u]);
    return area * (apart + weights * weights);
}

/* What it costs to move a point to q; HUGE_VAL: it cannot go there, or that is not below `most`. */
static double collapse_cost(const simplifier *m, fan *f, uint32_t q, double most)
{
    const double edge = vec3_distance(m->places[0][f->point], m->places[0][q]);
    double cost = 0, n[3];
    for (uint32_t pose = 0; pose < m->pose_count; pose++)
        cost = fmax(cost, quadric_at(&m->quadrics[pose][f->point], m->places[pose][q]));
    for (uint32_t i = 0; i < f->count; i++) {
        const uint32_t *t = m->now.triangles[f->triangles[i]];
        cost += SHORT * edge * edge *
                vec3_normal(n, m->places[0][t[0]], m->places[0][t[1]], m->places[0][t[2]]);
    }
    for (uint32_t k = 0; k < f->wedge_count && cost < most; k++) {
        bool jumps;
        const uint32_t u = find_partner(&jumps, m, f->wedges[k], q);
        if (u == SCENE_NONE)
            return HUGE_VAL;
        f->partners[k] = u;
        cost += looks_cost(m, f, k, q);
        if (jumps)
            cost += edge * edge * looks_apart(m->looks[f->wedges[k]], m->looks[u]);
    }
    return cost < most && keeps_shape(m, f, q) && keeps_sides(m, f, q) ? cost : HUGE_VAL;
}

/// Collapsing ////////////////////////////////////////////////////////////////////////////////////

typedef struct candidate {
    double cost; /* HUGE_VAL: it stays */
    uint32_t from, to;
} candidate;

static int compare_candidates(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    return x->cost != y->cost ? (x->cost > y->cost) - (x->cost < y->cost)
                              : (x->from > y->from) - (x->from < y->from);
}

/* The cheapest collapse of point p, by cost per area. */
static candidate judge(const simplifier *m, uint32_t p)
{
    candidate best = {HUGE_VAL, p, p};
    fan f;
    if (m->now.points[p] != p || !fan_open(&f, m, p))
        return best;
    for (uint32_t i = 0; i < f.ring_count; i++) {
        const double cost = collapse_cost(m, &f, f.ring[i], best.cost);
        if (cost < best.cost)
            best = (candidate){cost, p, f.ring[i]};
    }
    if (best.cost < HUGE_VAL)
        best.cost /= m->areas[p];
    return best;
}

/* Moves a point, and notes in `touched` whose triangles change. Returns false, and does nothing, if a
 * primitive might lose its last triangle. */
static bool collapse(simplifier *m, bool *touched, const candidate *chosen)
{
    fan f;
    bool jumps;
    (void)fan_open(&f, m, chosen->from);
    for (uint32_t i = 0; i < f.count; i++) {
        const uint32_t *t = m->now.triangles[f.triangles[i]];
        if (surface_corner(&m->now, t, chosen->to) && m->pieces[m->pieces_of[t[0]]].left <= f.count)
            return false;
    }
    for (uint32_t k = 0; k < f.wedge_count; k++)
        f.partners[k] = find_partner(&jumps, m, f.wedges[k], chosen->to);
    for (uint32_t i = 0; i < f.count; i++) {
        uint32_t *t = m->now.triangles[f.triangles[i]];
        const bool vanishes = surface_corner(&m->now, t, chosen->to);
        for (int c = 0; c < 3; c++)
            touched[m->now.points[t[c]]] = true;
        piece *of = &m->pieces[m->pieces_of[t[0]]];
        of->left -= vanishes;
        m->left -= vanishes ? of->copies : 0;
        for (int c = 0; c < 3 && !vanishes; c++)
            for (uint32_t k = 0; k < f.wedge_count; k++)
                if (t[c] == f.wedges[k]) {
                    t[c] = f.partners[k];
                    break;
                }
        if (vanishes)
            t[0] = t[1] = t[2] = SCENE_NONE;
    }
    for (uint32_t k = 0; k < f.wedge_count; k++)
        m->into[f.wedges[k]] = f.partners[k];
    m->areas[chosen->to] += m->areas[chosen->from];
    for (uint32_t pose = 0; pose < m->pose_count; pose++)
        for (int i = 0; i < 10; i++)
            m->quadrics[pose][chosen->to].of[i] += m->quadrics[pose][chosen->from].of[i];
    return true;
}

/* Rounds of collapses that do not touch each other. After each, points near the collapses are stale:
 * they are judged anew. */
void collapse_all(simplifier *m, uint32_t most)
{
    const uint32_t count = m->now.vertex_count;
    FREED candidate *all = diag_calloc(count, sizeof *all),
                    *sorted = diag_calloc(count, sizeof *sorted);
    FREED bool *touched = diag_calloc(count, sizeof *touched),
               *stale = diag_calloc(count, sizeof *stale);
    uint32_t done = 1;
    memset(stale, true, count * sizeof *stale);
    while (m->left > most && done > 0) {
        uint32_t found = 0;
        for (uint32_t p = 0; p < count; p++) {
            if (stale[p])
                all[p] = judge(m, p);
            if (all[p].cost < HUGE_VAL)
                sorted[found++] = all[p];
        }
        if (found > 0)
            qsort(sorted, found, sizeof *sorted, compare_candidates);
        memset(touched, false, count * sizeof *touched);
        done = 0;
        for (uint32_t i = 0; i < found && done <= found / SHARE && m->left > most; i++) {
            if (!touched[sorted[i].from] && !touched[sorted[i].to])
                done += collapse(m, touched, &sorted[i]);
        }
        surface_find_around(&m->now);
        memcpy(stale, touched, count * sizeof *stale);
        for (uint32_t t = 0; t < m->now.triangle_count; t++) {
            const uint32_t *v = m->now.triangles[t];
            bool near = false;
            for (int c = 0; c < 3 && surface_has(&m->now, t); c++)
                near |= touched[m->now.points[v[c]]];
            for (int c = 0; c < 3 && near; c++)
                stale[m->now.points[v[c]]] = true;
        }
    }
}
