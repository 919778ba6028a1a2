/* SPDX-License-Identifier: MIT */
#include "hero.h"

#include <stdlib.h>

void *hero_alloc(void *old, size_t bytes)
{
    void *p = realloc(old, bytes);

    if (p == NULL) {
        fprintf(stderr, "hero: out of memory\n");
        exit(3);
    }
    return p;
}

int mesh_vertex(mesh *m, vertex v)
{
    if (m->vertex_count == m->vertex_room) {
        m->vertex_room = 2 * m->vertex_room + 256;
        m->vertices = hero_alloc(m->vertices, (size_t)m->vertex_room * sizeof *m->vertices);
    }
    m->vertices[m->vertex_count] = v;
    return m->vertex_count++;
}

void mesh_triangle(mesh *m, int a, int b, int c)
{
    int *t;

    if (m->triangle_count == m->triangle_room) {
        m->triangle_room = 2 * m->triangle_room + 512;
        m->triangles = hero_alloc(m->triangles, (size_t)m->triangle_room * sizeof *m->triangles);
    }
    t = m->triangles[m->triangle_count++];
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

void mesh_free(mesh *m)
{
    free(m->vertices);
    free(m->triangles);
    *m = (mesh){0};
}

void mesh_mirror(mesh *whole, const mesh *half)
{
    int *twin = hero_alloc(NULL, (size_t)half->vertex_count * sizeof *twin);
    int i;

    for (i = 0; i < half->vertex_count; ++i)
        (void)mesh_vertex(whole, half->vertices[i]);
    for (i = 0; i < half->vertex_count; ++i) {
        vertex v = half->vertices[i];

        twin[i] = i;
        if (v.position.x != 0.0) {
            v.position = v_mirrored(v.position);
            twin[i] = mesh_vertex(whole, v);
        }
    }
    for (i = 0; i < half->triangle_count; ++i) {
        const int *t = half->triangles[i];

        mesh_triangle(whole, t[0], t[1], t[2]);
        mesh_triangle(whole, twin[t[0]], twin[t[2]], twin[t[1]]);
    }
    free(twin);
}

int mesh_is_closed(const mesh *m)
{
    int i, k, j;

    for (i = 0; i < m->triangle_count; ++i)
        for (k = 0; k < 3; ++k) {
            int from = m->triangles[i][k], to = m->triangles[i][(k + 1) % 3];
            int same = 0, opposite = 0;

            for (j = 0; j < 3 * m->triangle_count; ++j) {
                int a = m->triangles[j / 3][j % 3], b = m->triangles[j / 3][(j + 1) % 3];

                same += a == from && b == to;
                opposite += a == to && b == from;
            }
            if (same != 1 || opposite != 1)
                return 0;
        }
    return 1;
}
