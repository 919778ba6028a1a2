/* SPDX-License-Identifier: MIT */
/* A lantern: profiles turned about the vertical axis, closed at both ends, and a ring to hold. */
#include "hero.h"

enum { AROUND = 8 };

static const colour iron = {30, 33, 44};
static const colour flame = {255, 132, 20};

/* Two radii and heights of a frustum; each end has a vertex in its middle. */
static void add_frustum(mesh *m, double low, double low_radius, double high, double high_radius,
                        colour tint)
{
    const double slope = (low_radius - high_radius) / (high - low);
    int first = m->vertex_count;
    int i;

    for (i = 0; i < AROUND; ++i) {
        double turns = (i + 0.5) / AROUND;
        vec3 out = {sine(turns), 0.0, sine(turns + 0.25)};
        vec3 normal = v_unit((vec3){out.x, slope, out.z});
        vertex v = {.normal = normal, .tint = tint};

        v.position = (vec3){low_radius * out.x, low, low_radius * out.z};
        (void)mesh_vertex(m, v);
        v.position = (vec3){high_radius * out.x, high, high_radius * out.z};
        (void)mesh_vertex(m, v);
    }
    i = mesh_vertex(m, (vertex){.position = {0, low, 0}, .normal = {0, -1, 0}, .tint = tint});
    (void)mesh_vertex(m, (vertex){.position = {0, high, 0}, .normal = {0, 1, 0}, .tint = tint});
    for (; i > first; i -= 2) {
        int here = i - 2, next = i == first + 2 * AROUND ? first : i;

        mesh_triangle(m, here, next, here + 1);
        mesh_triangle(m, next, next + 1, here + 1);
        mesh_triangle(m, here, first + 2 * AROUND, next);
        mesh_triangle(m, here + 1, next + 1, first + 2 * AROUND + 1);
    }
}

/* A ring in the plane of x and y, its tube of four sides. */
static void add_handle(mesh *m, double height, double radius, double tube)
{
    enum { SIDES = 4 };
    int first = m->vertex_count;
    int i, k;

    for (i = 0; i < AROUND; ++i)
        for (k = 0; k < SIDES; ++k) {
            double turns = (double)i / AROUND, side = (k + 0.5) / SIDES;
            vec3 out = {sine(turns), sine(turns + 0.25), 0.0};
            vertex v = {.tint = iron};

            v.normal = (vec3){out.x * sine(side + 0.25), out.y * sine(side + 0.25), sine(side)};
            v.position = v_along(v_scale(out, radius), v.normal, tube);
            v.position.y += height;
            (void)mesh_vertex(m, v);
        }
    for (i = 0; i < AROUND; ++i)
        for (k = 0; k < SIDES; ++k) {
            int here = first + i * SIDES, next = first + (i + 1) % AROUND * SIDES;
            int up = (k + 1) % SIDES;

            mesh_triangle(m, here + k, here + up, next + k);
            mesh_triangle(m, next + k, here + up, next + up);
        }
}

void lantern_make(mesh *m)
{
    add_handle(m, -0.036, 0.036, 0.008);
    add_frustum(m, -0.125, 0.085, -0.070, 0.020, iron);
    add_frustum(m, -0.245, 0.066, -0.125, 0.066, flame);
    add_frustum(m, -0.272, 0.090, -0.245, 0.078, iron);
}
