/* SPDX-License-Identifier: MIT */
/* Looks up triangles by their corners. */
#include "reduce/collapse.h"

#include <string.h>

void surface_open(surface *s, region *memory)
{
    s->first = region_calloc(memory, s->vertex_count + 2u, sizeof *s->first);
    s->around = region_calloc(memory, (size_t)s->triangle_count * 3, sizeof *s->around);
    for (uint32_t i = 0; i < s->triangle_count; i++) {
        uint32_t *t = s->triangles[i], *p = s->points;
        if (p[t[0]] == p[t[1]] || p[t[1]] == p[t[2]] || p[t[2]] == p[t[0]])
            t[0] = SCENE_NONE;
    }
}

void surface_find_around(surface *s)
{
    uint32_t *next = s->first + 1; /* first[p + 1] moves from the begin of p's to their end */
    memset(s->first, 0, (s->vertex_count + 2u) * sizeof *s->first);
    for (uint32_t t = 0; t < s->triangle_count; t++)
        for (int c = 0; c < 3 && surface_has(s, t); c++)
            next[s->points[s->triangles[t][c]] + 1]++;
    for (uint32_t v = 0; v < s->vertex_count; v++)
        next[v + 1] += next[v];
    for (uint32_t t = 0; t < s->triangle_count; t++)
        for (int c = 0; c < 3 && surface_has(s, t); c++)
            s->around[next[s->points[s->triangles[t][c]]]++] = t;
}

uint32_t surface_shared(const surface *s, uint32_t a, uint32_t b)
{
    uint32_t count = 0;
    for (uint32_t i = s->first[a]; i < s->first[a + 1]; i++)
        count += surface_corner(s, s->triangles[s->around[i]], b);
    return count;
}

/* Of the line from a to b: the squared distance, and b's share in the nearest place. */
static double nearest_on_edge(double *share, const double at[3], const double a[3],
                              const double b[3])
{
    double along[3], from[3];
    for (int i = 0; i < 3; i++) {
        along[i] = b[i] - a[i];
        from[i] = at[i] - a[i];
    }
    const double length = vec_dot(along, along, 3);
    *share = length > 0 ? fmin(fmax(vec_dot(from, along, 3) / length, 0), 1) : 0;
    for (int i = 0; i < 3; i++)
        from[i] -= *share * along[i];
    return vec_dot(from, from, 3);
}

double surface_nearest(double share[3], const double at[3], const double a[3], const double b[3],
                       const double c[3])
{
    const double *corners[3] = {a, b, c};
    double u[3], v[3], w[3], n[3], part;
    for (int i = 0; i < 3; i++) {
        u[i] = b[i] - a[i];
        v[i] = c[i] - a[i];
        w[i] = at[i] - a[i];
    }
    vec3_cross(n, u, v);
    const double area = vec_dot(n, n, 3);
    if (area > 0) { /* above the triangle */
        double across[3];
        vec3_cross(across, u, w);
        share[2] = vec_dot(across, n, 3) / area;
        vec3_cross(across, w, v);
        share[1] = vec_dot(across, n, 3) / area;
        share[0] = 1 - share[1] - share[2];
        const double height = vec_dot(w, n, 3);
        if (share[0] >= 0 && share[1] >= 0 && share[2] >= 0)
            return height * height / area;
    }
    double best = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        const double off = nearest_on_edge(&part, at, corners[i], corners[(i + 1) % 3]);
        if (!(off < best))
            continue;
        best = off;
        share[i] = 1 - part;
        share[(i + 1) % 3] = part;
        share[(i + 2) % 3] = 0;
    }
    return best;
}
