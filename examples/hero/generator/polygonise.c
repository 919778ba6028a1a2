/* SPDX-License-Identifier: MIT */
/*
 * Surface nets: a vertex in every cell of a grid that the skin passes through, a quad around every
 * edge of the grid that it crosses. The cells of the first column straddle x = 0, so by symmetry
 * their vertices lie on it, and the column is the rim of the half.
 */
#include "hero.h"

#include <stdlib.h>

#define STEP 0.02 /* metres; below half of the thinnest radius */

enum { NX = 29, NY = 88, NZ = 58, CORNERS = NX * NY * NZ };

/* Corner of the grid with the lowest coordinates. */
static const vec3 origin = {-STEP / 2, -0.025, -0.645};

static int corner_index(int x, int y, int z)
{
    return (z * NY + y) * NX + x;
}

static vec3 corner_position(int x, int y, int z)
{
    return (vec3){origin.x + x * STEP, origin.y + y * STEP, origin.z + z * STEP};
}

/* Mean of the crossings of a cell's twelve edges. Returns their number. */
static int cell_crossings(vec3 *mean, const double *distance, int x, int y, int z)
{
    vec3 sum = {0.0, 0.0, 0.0};
    int count = 0;
    int corner, axis;

    for (corner = 0; corner < 8; ++corner) {
        int cx = x + (corner & 1), cy = y + (corner >> 1 & 1), cz = z + (corner >> 2);
        double d = distance[corner_index(cx, cy, cz)];

        for (axis = 0; axis < 3; ++axis) {
            int ex = cx + (axis == 0), ey = cy + (axis == 1), ez = cz + (axis == 2);
            vec3 from, to;
            double e;

            if (corner >> axis & 1)
                continue;
            e = distance[corner_index(ex, ey, ez)];
            if ((d < 0.0) == (e < 0.0))
                continue;
            from = corner_position(cx, cy, cz);
            to = corner_position(ex, ey, ez);
            sum = v_add(sum, v_along(from, v_sub(to, from), d / (d - e)));
            ++count;
        }
    }
    if (count > 0)
        *mean = v_scale(sum, 1.0 / count);
    return count;
}

/* The quad around the edge from corner (x, y, z) along `axis`, if the skin crosses it. */
static void add_quad(mesh *half, const double *distance, const int *cell, const int at[3], int axis)
{
    /* Steps to the four cells around an edge, in a right-handed turn about its axis. */
    static const int turn[4][2] = {{-1, -1}, {0, -1}, {0, 0}, {-1, 0}};
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    int end[3] = {at[0], at[1], at[2]};
    int quad[4];
    int inside, k;

    end[axis] += 1;
    inside = distance[corner_index(at[0], at[1], at[2])] < 0.0;
    if (inside == (distance[corner_index(end[0], end[1], end[2])] < 0.0))
        return;
    for (k = 0; k < 4; ++k) {
        int c[3] = {at[0], at[1], at[2]};

        c[u] += turn[k][0];
        c[v] += turn[k][1];
        quad[inside ? k : 3 - k] = cell[corner_index(c[0], c[1], c[2])];
    }
    mesh_triangle(half, quad[0], quad[1], quad[2]);
    mesh_triangle(half, quad[0], quad[2], quad[3]);
}

void surface_polygonise(mesh *half)
{
    double *distance = hero_alloc(NULL, CORNERS * sizeof *distance);
    int *cell = hero_alloc(NULL, CORNERS * sizeof *cell);
    int x, y, z, axis;

    for (z = 0; z < NZ; ++z)
        for (y = 0; y < NY; ++y)
            for (x = 0; x < NX; ++x)
                distance[corner_index(x, y, z)] = surface_distance(corner_position(x, y, z));

    for (z = 0; z < NZ - 1; ++z)
        for (y = 0; y < NY - 1; ++y)
            for (x = 0; x < NX - 1; ++x) {
                vertex v = {0};

                if (cell_crossings(&v.position, distance, x, y, z) == 0)
                    continue;
                if (x == 0)
                    v.position.x = 0.0;
                v.position = surface_project(v.position);
                v.normal = surface_normal(v.position);
                cell[corner_index(x, y, z)] = mesh_vertex(half, v);
            }

    for (z = 1; z < NZ - 1; ++z)
        for (y = 1; y < NY - 1; ++y)
            for (x = 1; x < NX - 1; ++x)
                for (axis = 0; axis < 3; ++axis) {
                    int at[3] = {x, y, z};

                    add_quad(half, distance, cell, at, axis);
                }
    free(distance);
    free(cell);
}
