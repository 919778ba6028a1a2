/* SPDX-License-Identifier: MIT */
/* Eyes, nose, scarf: closed surfaces of their own, so that their colours have sharp edges. */
#include "hero.h"

static const colour dark = {38, 24, 30};
static const colour glint = {255, 255, 255};
static const colour teal = {24, 132, 140};

const vec3 eye_centre = {0.118, 1.250, 0.24};

/* Right-handed: right x up = front. */
typedef struct {
    vec3 centre, right, up, front;
} frame;

/* `lean` is a direction not parallel to `front`. */
static frame frame_facing(vec3 centre, vec3 front, vec3 lean)
{
    frame f = {centre, {0, 0, 0}, {0, 0, 0}, v_unit(front)};

    f.right = v_unit(v_cross(lean, f.front));
    f.up = v_cross(f.front, f.right);
    return f;
}

static vec3 in_frame(const frame *f, vec3 v)
{
    return v_along(v_along(v_scale(f->right, v.x), f->up, v.y), f->front, v.z);
}

/* An ellipsoid's vertex in the direction v of the unit sphere. */
static int add_point(mesh *m, const frame *f, vec3 radii, vec3 v, colour tint, influences bound)
{
    vec3 p = {v.x * radii.x, v.y * radii.y, v.z * radii.z};
    vertex made = {v_add(f->centre, in_frame(f, p)), v_unit(in_frame(f, v_divide(v, radii))), tint,
                   bound, ON_SKIN};

    return mesh_vertex(m, made);
}

/*
 * An ellipsoid: a vertex in front, one or two rings, one behind. Where there are two, the first
 * vertex of the inner one has the colour `mark`. Returns the index of its first vertex.
 */
static int add_button(mesh *m, const frame *f, vec3 radii, int around, int rings, colour tint,
                      colour mark)
{
    influences bound = weights_at(f->centre);
    int front = add_point(m, f, radii, (vec3){0, 0, 1}, tint, bound);
    int ring, i, back;

    for (ring = 0; ring < rings; ++ring) {
        int rim = ring == rings - 1;
        double high = sine(rim ? 0.01 : 0.145), wide = sine(rim ? 0.24 : 0.105);

        for (i = 0; i < around; ++i) {
            double turns = (i + 0.5 * ring) / around + 0.125;
            vec3 v = {wide * sine(turns + 0.25), wide * sine(turns), high};

            (void)add_point(m, f, radii, v, i == 0 && !rim ? mark : tint, bound);
        }
    }
    back = add_point(m, f, radii, (vec3){0, 0, -1}, tint, bound);
    for (i = 0; i < around; ++i) {
        int a = front + 1 + i, b = front + 1 + (i + 1) % around;
        int c = a + around, d = b + around;

        mesh_triangle(m, front, a, b);
        if (rings == 1) {
            mesh_triangle(m, a, back, b);
            continue;
        }
        mesh_triangle(m, a, c, b);
        mesh_triangle(m, b, c, d);
        mesh_triangle(m, c, back, d);
    }
    return front;
}

static void add_eye(mesh *m, vec3 centre, const ornament_detail *detail)
{
    const vec3 up = {0, 1, 0}, radii = {0.041, 0.060, 0.024};
    frame f = frame_facing(centre, surface_normal(centre), up);
    int i = add_button(m, &f, radii, detail->eye, detail->rings, dark, glint);

    for (; i < m->vertex_count; ++i)
        m->vertices[i].feature = ON_EYE;
}

/* A ring about f->up; each vertex bound like the skin it lies on. */
static void add_ring(mesh *m, const frame *f, double radius, vec3 tube, int around, colour tint)
{
    enum { SIDES = 4 };
    int first = m->vertex_count;
    int i, k;

    for (i = 0; i < around; ++i)
        for (k = 0; k < SIDES; ++k) {
            double turns = (double)i / around;
            double side = (k + 0.5) / SIDES;
            vec3 out = {sine(turns), 0.0, sine(turns + 0.25)};
            vec3 p = v_scale(out, radius + tube.x * sine(side + 0.25));
            vec3 n = v_scale(out, sine(side + 0.25) / tube.x);
            vertex v = {.tint = tint};

            p.y = tube.y * sine(side);
            n.y = sine(side) / tube.y;
            v.position = v_add(f->centre, in_frame(f, p));
            v.normal = v_unit(in_frame(f, n));
            v.bound = weights_at(v.position);
            (void)mesh_vertex(m, v);
        }
    for (i = 0; i < around; ++i)
        for (k = 0; k < SIDES; ++k) {
            int here = first + i * SIDES, next = first + (i + 1) % around * SIDES;
            int up = (k + 1) % SIDES;

            mesh_triangle(m, here + k, next + k, next + up);
            mesh_triangle(m, here + k, next + up, here + up);
        }
}

void ornaments_add(mesh *m, const ornament_detail *detail)
{
    const vec3 up = {0, 1, 0};
    const vec3 nose_radii = {0.040, 0.030, 0.030};
    const vec3 knot_radii = {0.040, 0.095, 0.030};
    vec3 eye = surface_project(eye_centre);
    frame f;

    add_eye(m, eye, detail);
    add_eye(m, v_mirrored(eye), detail);
    f = frame_facing((vec3){0, 1.152, 0.378}, (vec3){0, 0.35, 1}, up);
    (void)add_button(m, &f, nose_radii, detail->nose, detail->rings, dark, dark);
    f = frame_facing((vec3){0, 0.975, 0.005}, (vec3){0, -0.15, 1}, up);
    add_ring(m, &f, 0.110, (vec3){0.050, 0.052, 0}, detail->scarf, teal);
    f = frame_facing((vec3){0.075, 0.875, 0.150}, (vec3){0.25, 0.12, 1}, (vec3){-0.3, 1, 0});
    (void)add_button(m, &f, knot_radii, detail->nose, detail->rings, teal, teal);
}

void ornaments_add_mouth(mesh *m)
{
    enum { POINTS = 9, SIDES = 4 };
    const int first = m->vertex_count;
    int i, k;

    for (i = 0; i < POINTS; ++i) {
        const vec3 at = face_mouth(0.1 * (2.0 * i / (POINTS - 1) - 1.0), 0.0);
        const vec3 out = surface_normal(at);
        const double thick = i == 0 || i == POINTS - 1 ? 0.003 : 0.0085;

        for (k = 0; k < SIDES; ++k) {
            const vec3 across = {0, sine(0.25 * k), 0};
            const vec3 n = v_unit(v_along(across, out, sine(0.25 * k + 0.25)));

            (void)mesh_vertex(m,
                              (vertex){v_along(at, n, thick), n, dark, weights_at(at), ON_MOUTH});
        }
    }
    for (i = 0; i + 1 < POINTS; ++i)
        for (k = 0; k < SIDES; ++k) {
            const int here = first + i * SIDES, up = (k + 1) % SIDES;

            mesh_triangle(m, here + k, here + SIDES + k, here + up);
            mesh_triangle(m, here + SIDES + k, here + SIDES + up, here + up);
        }
    mesh_triangle(m, first, first + 1, first + 2);
    mesh_triangle(m, first, first + 2, first + 3);
    k = first + (POINTS - 1) * SIDES;
    mesh_triangle(m, k, k + 2, k + 1);
    mesh_triangle(m, k, k + 3, k + 2);
}
