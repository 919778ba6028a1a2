/* SPDX-License-Identifier: MIT */
/*
 * Fewer vertices: the relatively shortest edge collapses until the number is met, then flips and
 * shifts even the triangles out. Every vertex is put back on the skin each time. Vertices of the
 * rim stay on x = 0, and only the rim itself joins two of them, so that the mirror image fits.
 *
 * Neighbours are found by looking through all triangles: seconds do not matter here.
 */
#include "hero.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_NEIGHBOURS = 8, ROUNDS = 8 };

#define BLOCKED 1e9
#define TURN_COST 3.0

static int on_rim(const mesh *m, int v)
{
    return m->vertices[v].position.x == 0.0;
}

static int corner_of(const int t[3], int v)
{
    return t[0] == v ? 0 : t[1] == v ? 1 : t[2] == v ? 2 : -1;
}

/*
 * Edge length in units of the length wanted there, more where the skin turns along the edge: tips
 * would wear away. Edge k runs from corner k to the next.
 */
static double edge_cost(const mesh *m, int triangle, int k)
{
    const int *t = m->triangles[triangle];
    const vertex *a = &m->vertices[t[k]], *b = &m->vertices[t[(k + 1) % 3]];
    double length = v_length(v_sub(a->position, b->position));
    double grain = surface_grain(v_scale(v_add(a->position, b->position), 0.5));

    return length / grain * (1.0 + TURN_COST * (1.0 - v_dot(a->normal, b->normal)));
}

static vec3 triangle_area(vec3 a, vec3 b, vec3 c)
{
    return v_scale(v_cross(v_sub(b, a), v_sub(c, a)), 0.5);
}

/* Whether a triangle looks the way the skin does, and is not a sliver. */
static int lies_well(vec3 a, vec3 b, vec3 c)
{
    vec3 area = triangle_area(a, b, c);
    vec3 centre = v_scale(v_add(a, v_add(b, c)), 1.0 / 3.0);
    double edges = v_length(v_sub(b, a)) + v_length(v_sub(c, b)) + v_length(v_sub(a, c));
    double size = v_length(area);

    if (size < 0.006 * edges * edges)
        return 0;
    return v_dot(area, surface_normal(centre)) > 0.6 * size;
}

/* Whether b may be merged into a, which then moves to p. */
static int may_collapse(const mesh *m, int a, int b, vec3 p, char *mark)
{
    int rim = on_rim(m, a);
    int shared = 0, common = 0, neighbours = 0, fits = 1;
    int i, k;

    memset(mark, 0, (size_t)m->vertex_count);
    for (i = 0; i < m->triangle_count && fits; ++i) {
        const int *t = m->triangles[i];
        int at_a = corner_of(t, a), at_b = corner_of(t, b);
        vec3 corner[3];
        int rim_corners = 0;

        if (at_a < 0 && at_b < 0)
            continue;
        for (k = 0; k < 3; ++k)
            mark[t[k]] |= (char)((at_a >= 0) | (at_b >= 0) << 1);
        if (at_a >= 0 && at_b >= 0) {
            ++shared;
            continue;
        }
        for (k = 0; k < 3; ++k) {
            int moved = k == at_a || k == at_b;

            corner[k] = moved ? p : m->vertices[t[k]].position;
            rim_corners += moved ? rim : on_rim(m, t[k]);
        }
        fits = rim_corners < 3 && lies_well(corner[0], corner[1], corner[2]);
    }
    for (i = 0; i < m->vertex_count; ++i) {
        if (mark[i] == 0 || i == a || i == b)
            continue;
        ++neighbours;
        common += mark[i] == 3;
        if (rim && !on_rim(m, b) && mark[i] == 2 && on_rim(m, i))
            fits = 0;
    }
    return fits && shared == common && shared == (on_rim(m, b) ? 1 : 2) &&
           neighbours <= MAX_NEIGHBOURS;
}

/* Returns 0, changing nothing, when the edge cannot go. */
static int collapse(mesh *m, int a, int b, double (*cost)[3], char *mark)
{
    vec3 p;
    int i, k;

    if (on_rim(m, b) && !on_rim(m, a)) {
        int swap = a;

        a = b;
        b = swap;
    }
    p = m->vertices[a].position;
    if (on_rim(m, a) == on_rim(m, b))
        p = v_scale(v_add(p, m->vertices[b].position), 0.5);
    p = surface_project(p);
    if (!may_collapse(m, a, b, p, mark))
        return 0;

    m->vertices[a].position = p;
    m->vertices[a].normal = surface_normal(p);
    for (i = 0; i < m->triangle_count; ++i) {
        int *t = m->triangles[i];
        int at_b = corner_of(t, b);

        if (at_b >= 0 && corner_of(t, a) >= 0) {
            --m->triangle_count;
            memcpy(t, m->triangles[m->triangle_count], sizeof m->triangles[0]);
            memcpy(cost[i], cost[m->triangle_count], sizeof cost[0]);
            --i;
        } else if (at_b >= 0) {
            t[at_b] = a;
        }
    }
    for (i = 0; i < m->triangle_count; ++i)
        for (k = 0; k < 3 && corner_of(m->triangles[i], a) >= 0; ++k)
            cost[i][k] = edge_cost(m, i, k);
    return 1;
}

/* Of each pair of triangles, the diagonal that a Delaunay triangulation would have. */
static void flip_edges(mesh *m)
{
    int i, j, k, n;

    for (i = 0; i < m->triangle_count; ++i)
        for (k = 0; k < 3; ++k) {
            int *t = m->triangles[i];
            int a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3], d = -1, other = -1;
            vec3 pa, pb, pc, pd, ca, cb, da, db;

            for (j = i + 1; j < m->triangle_count && d < 0; ++j) {
                int at = corner_of(m->triangles[j], b);

                if (at >= 0 && m->triangles[j][(at + 1) % 3] == a) {
                    d = m->triangles[j][(at + 2) % 3];
                    other = j;
                }
            }
            if (d < 0 || (on_rim(m, c) && on_rim(m, d)))
                continue;
            pa = m->vertices[a].position;
            pb = m->vertices[b].position;
            pc = m->vertices[c].position;
            pd = m->vertices[d].position;
            ca = v_sub(pa, pc);
            cb = v_sub(pb, pc);
            da = v_sub(pa, pd);
            db = v_sub(pb, pd);
            /* The two angles opposite to the edge exceed half a turn: cot c + cot d < 0. */
            if (v_dot(ca, cb) * v_length(v_cross(da, db)) +
                    v_dot(da, db) * v_length(v_cross(ca, cb)) >
                -1e-9)
                continue;
            if (!lies_well(pc, pd, pb) || !lies_well(pd, pc, pa))
                continue;
            if (fabs(surface_distance(v_scale(v_add(pc, pd), 0.5))) >
                fabs(surface_distance(v_scale(v_add(pa, pb), 0.5))) + 0.004)
                continue;
            for (n = 0; n < m->triangle_count; ++n)
                if (corner_of(m->triangles[n], c) >= 0 && corner_of(m->triangles[n], d) >= 0)
                    break;
            if (n < m->triangle_count)
                continue;
            memcpy(t, (int[3]){c, d, b}, sizeof m->triangles[0]);
            memcpy(m->triangles[other], (int[3]){d, c, a}, sizeof m->triangles[0]);
            k = 3;
        }
}

/* Moves each vertex along the skin towards the middle of the triangles around it. */
static void even_out(mesh *m)
{
    vec3 *sum = hero_alloc(NULL, (size_t)m->vertex_count * sizeof *sum);
    int *count = hero_alloc(NULL, (size_t)m->vertex_count * sizeof *count);
    int i, k;

    for (i = 0; i < m->vertex_count; ++i) {
        sum[i] = (vec3){0.0, 0.0, 0.0};
        count[i] = 0;
    }
    for (i = 0; i < m->triangle_count; ++i) {
        const int *t = m->triangles[i];
        vec3 a = m->vertices[t[0]].position;
        vec3 b = m->vertices[t[1]].position;
        vec3 c = m->vertices[t[2]].position;
        vec3 centre = v_scale(v_add(a, v_add(b, c)), 1.0 / 3.0);

        for (k = 0; k < 3; ++k) {
            sum[t[k]] = v_add(sum[t[k]], centre);
            ++count[t[k]];
        }
    }
    for (i = 0; i < m->vertex_count; ++i) {
        vec3 p = m->vertices[i].position;
        vec3 normal, shift;

        normal = surface_normal(p);
        shift = v_sub(v_scale(sum[i], 1.0 / count[i]), p);
        shift = v_along(shift, normal, -v_dot(shift, normal));
        if (on_rim(m, i))
            shift.x = 0.0;
        p = surface_project(v_along(p, shift, 0.5));
        /* A vertex beside the rim must not reach it or cross it. */
        if (on_rim(m, i) || p.x > 0.002)
            m->vertices[i].position = p;
    }
    free(sum);
    free(count);
}

static void drop_unused_vertices(mesh *m)
{
    int *now = hero_alloc(NULL, (size_t)m->vertex_count * sizeof *now);
    int i, k, count = 0;

    for (i = 0; i < m->vertex_count; ++i)
        now[i] = -1;
    for (i = 0; i < m->triangle_count; ++i)
        for (k = 0; k < 3; ++k)
            now[m->triangles[i][k]] = 0;
    for (i = 0; i < m->vertex_count; ++i)
        if (now[i] == 0) {
            now[i] = count;
            m->vertices[count++] = m->vertices[i];
        }
    for (i = 0; i < m->triangle_count; ++i)
        for (k = 0; k < 3; ++k)
            m->triangles[i][k] = now[m->triangles[i][k]];
    m->vertex_count = count;
    free(now);
}

void reduce_half(mesh *half, int vertex_count)
{
    double(*cost)[3] = hero_alloc(NULL, (size_t)half->triangle_count * sizeof *cost);
    char *mark = hero_alloc(NULL, (size_t)half->vertex_count);
    int whole_count = 0;
    int i, k;

    for (i = 0; i < half->vertex_count; ++i)
        whole_count += on_rim(half, i) ? 1 : 2;
    for (i = 0; i < half->triangle_count; ++i)
        for (k = 0; k < 3; ++k)
            cost[i][k] = edge_cost(half, i, k);

    while (whole_count > vertex_count) {
        int best = 0, edge = 0;
        int a, b, both_rim;

        for (i = 0; i < half->triangle_count; ++i)
            for (k = 0; k < 3; ++k)
                if (cost[i][k] < cost[best][edge]) {
                    best = i;
                    edge = k;
                }
        if (cost[best][edge] >= BLOCKED)
            break;
        a = half->triangles[best][edge];
        b = half->triangles[best][(edge + 1) % 3];
        both_rim = on_rim(half, a) && on_rim(half, b);
        if (collapse(half, a, b, cost, mark))
            whole_count -= both_rim ? 1 : 2;
        else
            cost[best][edge] = BLOCKED;
    }
    free(cost);
    free(mark);
    drop_unused_vertices(half);
    for (i = 0; i < ROUNDS; ++i) {
        flip_edges(half);
        even_out(half);
    }
}
