/* SPDX-License-Identifier: MIT */
/* The skin: a smooth union of round cones, with its colours and the fineness of its mesh. */
#include "hero.h"

static const colour orange = {236, 126, 38};
static const colour cream = {255, 236, 206};
static const colour brown = {74, 42, 34};
static const colour pink = {232, 150, 130};

/*
 * A round cone: spheres from `a` to `b` whose radii change evenly. Around `a`, space is stretched
 * by `stretch`, so that a == b makes an ellipsoid. Sided parts also exist mirrored.
 */
static const struct part {
    vec3 a, b;
    double a_radius, b_radius;
    vec3 stretch;
    double blend; /* width of the smooth seam to what stands before it in the table */
    double grain;
    const colour *fur;
} parts[] = {
    /* torso, belly, neck */
    {{0, 0.56, 0.00}, {0, 0.86, 0.00}, 0.185, 0.135, {1.0, 1.0, 0.92}, 0.00, 1.00, &orange},
    {{0, 0.63, 0.06}, {0, 0.63, 0.06}, 0.150, 0.150, {1.0, 1.15, 1.0}, 0.08, 0.9, &orange},
    {{0, 0.90, 0.00}, {0, 1.08, 0.01}, 0.100, 0.110, {1.0, 1.0, 1.0}, 0.06, 1.0, &orange},
    /* skull, cheek, muzzle */
    {{0, 1.24, 0.02}, {0, 1.24, 0.02}, 0.245, 0.245, {1.12, 0.96, 0.98}, 0.05, 0.85, &orange},
    {{0.13, 1.16, 0.06}, {0.335, 1.085, 0.03}, 0.120, 0.020, {1, 1, 0.8}, 0.07, 0.85, &orange},
    {{0, 1.16, 0.14}, {0, 1.135, 0.345}, 0.125, 0.052, {1.15, 0.9, 1.0}, 0.07, 0.75, &orange},
    /* ear */
    {{0.150, 1.38, 0.00}, {0.250, 1.675, -0.01}, 0.110, 0.026, {1, 1, 0.8}, 0.05, 0.75, &orange},
    /* arm */
    {{0.12, 0.89, 0.00}, {0.29, 0.75, 0.00}, 0.075, 0.062, {1.0, 1.0, 1.0}, 0.05, 0.95, &orange},
    {{0.29, 0.75, 0.00}, {0.42, 0.62, 0.01}, 0.062, 0.060, {1.0, 1.0, 1.0}, 0.02, 0.95, &orange},
    {{0.43, 0.61, 0.01}, {0.475, 0.565, 0.02}, 0.076, 0.066, {1.0, 1.0, 0.9}, 0.03, 0.9, &brown},
    {{0.40, 0.60, 0.05}, {0.405, 0.555, 0.095}, 0.032, 0.026, {1.0, 1.0, 1.0}, 0.03, 0.9, &brown},
    /* leg */
    {{0.11, 0.50, 0.00}, {0.125, 0.30, 0.02}, 0.110, 0.085, {1.0, 1.0, 1.0}, 0.06, 1.0, &orange},
    {{0.125, 0.30, 0.02}, {0.13, 0.10, -0.02}, 0.085, 0.074, {1.0, 1.0, 1.0}, 0.02, 0.95, &orange},
    {{0.13, 0.07, -0.01}, {0.14, 0.055, 0.14}, 0.080, 0.078, {1.1, 1.0, 1.0}, 0.04, 0.85, &brown},
    /* tail */
    {{0, 0.55, -0.10}, {0, 0.50, -0.30}, 0.050, 0.090, {1.0, 1.0, 1.0}, 0.06, 1.0, &orange},
    {{0, 0.50, -0.30}, {0, 0.58, -0.47}, 0.090, 0.130, {1.0, 1.0, 1.0}, 0.03, 1.1, &orange},
    {{0, 0.58, -0.47}, {0, 0.86, -0.56}, 0.130, 0.016, {1.0, 1.0, 1.0}, 0.03, 1.0, &orange},
};

enum { PART_COUNT = sizeof parts / sizeof parts[0] };

/* Ellipsoids of another colour, painted over the fur in this order. */
static const struct marking {
    vec3 centre, radii;
    double edge; /* width of the transition, fraction of the radius */
    const colour *fur;
} markings[] = {
    {{0, 0.66, 0.22}, {0.125, 0.22, 0.16}, 0.25, &cream},    /* belly */
    {{0, 1.09, 0.22}, {0.28, 0.130, 0.24}, 0.15, &cream},    /* muzzle and chin */
    {{0.27, 1.09, 0.06}, {0.17, 0.115, 0.17}, 0.2, &cream},  /* cheek */
    {{0, 1.30, 0.24}, {0.040, 0.13, 0.15}, 0.4, &orange},    /* bridge of the nose */
    {{0.190, 1.48, 0.09}, {0.05, 0.13, 0.065}, 0.25, &pink}, /* inside of the ear */
    {{0.25, 1.68, 0.00}, {0.13, 0.13, 0.13}, 0.25, &brown},  /* tip of the ear */
    {{0, 0.90, -0.58}, {0.22, 0.22, 0.22}, 0.2, &cream},     /* tip of the tail */
};

/* Smooth minimum: differs from the minimum by width / 4 at most, where both are equal. */
static double blend_min(double a, double b, double width)
{
    double lower = a < b ? a : b;
    double overlap = width - fabs(a - b);

    return overlap <= 0.0 ? lower : lower - overlap * overlap / (4.0 * width);
}

static double part_distance(const struct part *part, vec3 p, double *radius)
{
    vec3 q = v_divide(v_sub(p, part->a), part->stretch);
    vec3 axis = v_divide(v_sub(part->b, part->a), part->stretch);
    double length = v_length(axis);
    double along = 0.0, distance;

    if (length > 0.0) {
        double taper = (part->a_radius - part->b_radius) / length;
        double height, away;

        axis = v_scale(axis, 1.0 / length);
        height = v_dot(q, axis);
        away = v_length(v_along(q, axis, -height));
        /* Centre of the sphere that touches the cone where q is nearest to it. */
        along = clamp(height - taper * away / sqrt(1.0 - taper * taper), 0.0, length);
        q = v_along(q, axis, -along);
        along /= length;
    }
    *radius = mix(part->a_radius, part->b_radius, along);
    distance = v_length(q);
    if (distance < 1e-9)
        return -*radius;
    /* By the length of its gradient the stretched distance becomes nearly a true one. */
    return (distance - *radius) / v_length(v_divide(v_scale(q, 1.0 / distance), part->stretch));
}

/* Also tells which part is nearest and its radius there. */
static double distance_and_part(vec3 p, int *nearest, double *radius)
{
    double total = 0.0, least = 0.0;
    int i;

    p.x = fabs(p.x);
    for (i = 0; i < PART_COUNT; ++i) {
        double here;
        double d = part_distance(&parts[i], p, &here);

        if (i == 0 || d < least) {
            least = d;
            *nearest = i;
            *radius = here;
        }
        total = i == 0 ? d : blend_min(total, d, parts[i].blend);
    }
    /* The soles are cut flat by the ground. */
    return -blend_min(-total, p.y, 0.02);
}

double surface_distance(vec3 p)
{
    int nearest;
    double radius;

    return distance_and_part(p, &nearest, &radius);
}

static vec3 gradient(vec3 p)
{
    const double e = 1.0 / 4096.0;
    vec3 g = {
        surface_distance((vec3){p.x + e, p.y, p.z}) - surface_distance((vec3){p.x - e, p.y, p.z}),
        surface_distance((vec3){p.x, p.y + e, p.z}) - surface_distance((vec3){p.x, p.y - e, p.z}),
        surface_distance((vec3){p.x, p.y, p.z + e}) - surface_distance((vec3){p.x, p.y, p.z - e}),
    };
    return v_scale(g, 0.5 / e);
}

vec3 surface_normal(vec3 p)
{
    return v_unit(gradient(p));
}

vec3 surface_project(vec3 p)
{
    int seam = p.x == 0.0;
    int step;

    for (step = 0; step < 8; ++step) {
        vec3 g = gradient(p);

        p = v_along(p, g, -surface_distance(p) / v_dot(g, g));
        if (seam)
            p.x = 0.0;
    }
    return p;
}

double surface_grain(vec3 p)
{
    int nearest = 0;
    double radius = 0.0;

    (void)distance_and_part(p, &nearest, &radius);
    return parts[nearest].grain * sqrt(0.03 + radius);
}

static uint8_t mix_channel(uint8_t a, uint8_t b, double t)
{
    return (uint8_t)(mix((double)a, (double)b, t) + 0.5);
}

colour surface_colour(vec3 p)
{
    int nearest = 0;
    double radius = 0.0;
    colour c;
    size_t i;

    p.x = fabs(p.x);
    (void)distance_and_part(p, &nearest, &radius);
    c = *parts[nearest].fur;
    for (i = 0; i < sizeof markings / sizeof markings[0]; ++i) {
        const struct marking *m = &markings[i];
        double reach = v_length(v_divide(v_sub(p, m->centre), m->radii));
        double cover = 1.0 - smooth_step(1.0 - m->edge, 1.0 + m->edge, reach);

        c.r = mix_channel(c.r, m->fur->r, cover);
        c.g = mix_channel(c.g, m->fur->g, cover);
        c.b = mix_channel(c.b, m->fur->b, cover);
    }
    return c;
}
