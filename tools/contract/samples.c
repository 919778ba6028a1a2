/* SPDX-License-Identifier: MIT */
/* Draws pictures, and keeps what every pixel shows. */
#include "contract/samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "scene/elements.h"
#include "common/texel.h"
#include "common/progress.h"
#include "scene/eval.h"

enum { SIZE = 240, GRID = 4, SIDE = SIZE * GRID, SPOTS = GRID * GRID, VIEWS = 6, POSES = 4 };

#define CORNER_BITS 65535.0 /* of barycentric coordinates */

/// Colours ///////////////////////////////////////////////////////////////////////////////////////

/* Colours and coordinates of a triangle, [0] at its first corner, [1] and [2] what is to add for all the
 * way to the others. */
typedef struct face {
    uint32_t triangle; /* SCENE_NONE: none yet */
    const scene_material *material;
    const bake_texture *texture;
    bool coloured, textured;
    double colour[4][3], uv[2][3];
} face;

static void find_face(face *out, const appearance *a, uint32_t index, bool in_source)
{
    const triangle *t = &a->triangles[index];
    const scene_primitive *p = scene_instance_primitive(a->s, &a->s->instances[t->instance]);
    const look own = {p->colours, p->material->image != NULL ? p->texture_uvs : NULL, NULL};
    const look *l = in_source ? &own : &a->looks[t->instance];
    out->triangle = index;
    out->material = p->material;
    out->texture = l->texture;
    out->coloured = l->colours != NULL;
    out->textured = l->uvs != NULL;
    for (int i = 0; i < 3; i++) {
        for (int c = 0; c < 4 && out->coloured; c++)
            out->colour[c][i] = l->colours[t->vertices[i]][c] - (i > 0 ? out->colour[c][0] : 0);
        for (int c = 0; c < 2 && out->textured; c++)
            out->uv[c][i] = l->uvs[t->vertices[i]][c] - (i > 0 ? out->uv[c][0] : 0);
    }
}

static inline double mix(const double numbers[3], const double corner[2])
{
    return numbers[0] + corner[0] * numbers[1] + corner[1] * numbers[2];
}

static uint32_t wrapped(double place, uint32_t bits, uint32_t wrap)
{
    const double side = 1u << bits;
    double at = place * side;
    if (wrap == PELT_WRAP_CLAMP) /* by comparisons, which unlike fmin() are no calls */
        return (uint32_t)(at > 0 ? at < side ? at : side - 1 : 0);
    const double period = wrap == PELT_WRAP_MIRROR ? 2 * side : side;
    at = floor(at);
    at -= period * floor(at / period);
    return (uint32_t)(at < side ? at : 2 * side - 1 - at);
}

/* Linear R, G, B, A of the source; *of: what the sample before has used. */
static void source_colour(double out[4], face *of, const appearance *a, const sample *at)
{
    const double corner[2] = {at->corner[0] / CORNER_BITS, at->corner[1] / CORNER_BITS};
    double place[2];
    if (of->triangle != at->triangle)
        find_face(of, a, at->triangle, true);
    for (int c = 0; c < 4; c++)
        out[c] = of->material->base_colour[c] * (of->coloured ? mix(of->colour[c], corner) : 1);
    if (of->material->blends)
        out[3] = 1;
    if (!of->textured)
        return;
    texture_place(place, of->material,
                  (const double[]){mix(of->uv[0], corner), mix(of->uv[1], corner)});
    texture_filter(out, of->material, &a->light, place);
}

static void mean_lab(double lab[3], appearance *a, double sum[3], uint32_t count)
{
    for (int c = 0; c < 3; c++)
        sum[c] /= count;
    if (memcmp(a->last_mean, sum, sizeof a->last_mean) != 0)
        texture_oklab(a->last_lab, sum);
    memcpy(a->last_mean, sum, sizeof a->last_mean);
    memcpy(lab, a->last_lab, sizeof a->last_lab);
}

uint32_t samples_lab(double lab[3], appearance *a, const sample *samples, uint32_t count)
{
    face of = {.triangle = SCENE_NONE};
    double sum[3] = {0, 0, 0};
    uint32_t clear = 0;
    for (uint32_t i = 0; i < count; i++) {
        const sample *at = &samples[i];
        const double corner[2] = {at->corner[0] / CORNER_BITS, at->corner[1] / CORNER_BITS};
        double light[3] = {1, 1, 1};
        if (of.triangle != at->triangle)
            find_face(&of, a, at->triangle, false);
        if (of.textured) {
            const bake_texture *from = of.texture;
            const uint32_t x = wrapped(mix(of.uv[0], corner), from->bits[0], from->wrap[0]);
            const uint32_t y = wrapped(mix(of.uv[1], corner), from->bits[1], from->wrap[1]);
            const uint32_t texel = from->indices[((size_t)y << from->bits[0]) + x];
            const uint32_t code = from->texels == PELT_TEXELS_RGB565 ? texel : from->colours[texel];
            light[0] = a->levels[0][code >> 11];
            light[1] = a->levels[1][code >> 5 & 63u];
            light[2] = a->levels[2][code & 31u];
            clear += texel == from->clear;
        }
        for (int c = 0; c < 3; c++)
            sum[c] += of.coloured ? mix(of.colour[c], corner) * light[c] : light[c];
    }
    mean_lab(lab, a, sum, count);
    return clear;
}

/// Pictures //////////////////////////////////////////////////////////////////////////////////////

typedef struct spot {
    float depth;
    sample seen;
} spot;

/* A scene and a picture of it. */
typedef struct picture {
    appearance *a;
    eval_pose pose;
    double (**positions)[3]; /* [instance_count][vertices] */
    int8_t **sides;          /* [instance_count][vertices] eval_sides at rest */
    double right[3], up[3], toward[3], centre[3], scale;
    double (*places)[3]; /* [vertices of an instance] on the picture */
    spot *spots; /* [pixel][SPOTS], as a pixel's are seen together; byte by byte 255: empty */
    bool *drawn; /* [pixel] */
} picture;

static void aim(picture *to, int view)
{
    /* sine and cosine of the turn about the vertical, then of 35 degrees up or down */
    static const double turns[VIEWS][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, 1}};
    const double lift = view == 4 ? 0.573576436351046 : view == 5 ? -0.573576436351046 : 0;
    const double level = lift == 0 ? 1 : 0.819152044288992;
    const double s = turns[view][0], c = turns[view][1];
    memcpy(to->right, (double[]){c, 0, -s}, sizeof to->right);
    memcpy(to->toward, (double[]){s * level, lift, c * level}, sizeof to->toward);
    vec3_cross(to->up, to->toward, to->right);
}

/* The first sample whose centre is at or after x, within the picture. */
static int first_at(double x)
{
    return (int)fmin(fmax(ceil(x - 0.5), 0), SIDE);
}

/* Corners are in samples, y down; a larger z is nearer; cutoff: of its material. */
static void draw_triangle(picture *to, uint32_t index, const double *a, const double *b,
                          const double *c, double area, double cutoff)
{
    const int top = first_at(fmin(a[1], fmin(b[1], c[1])));
    const int low = first_at(fmax(a[1], fmax(b[1], c[1])));
    const int left = first_at(fmin(a[0], fmin(b[0], c[0])));
    const int end = first_at(fmax(a[0], fmax(b[0], c[0])));
    const double side = area < 0 ? -1 : 1;
    face of = {.triangle = SCENE_NONE};
    for (int y = top; y < low; y++) {
        for (int x = left; x < end; x++) {
            const double px = x + 0.5 - a[0], py = y + 0.5 - a[1];
            const double beside_c = px * (c[1] - a[1]) - py * (c[0] - a[0]);
            const double beside_b = (b[0] - a[0]) * py - (b[1] - a[1]) * px;
            if (beside_c * side < 0 || beside_b * side < 0) /* divisions take long */
                continue;
            const double v = beside_c / area, w = beside_b / area;
            if (v + w > 1)
                continue;
            const double z = a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2]);
            const int place = y / GRID * SIZE + x / GRID;
            spot *at = &to->spots[place * SPOTS + y % GRID * GRID + x % GRID];
            if ((float)z <= at->depth) /* an empty one's is no number */
                continue;
            const sample found = {index,
                                  {(uint16_t)(v * CORNER_BITS), (uint16_t)(w * CORNER_BITS)}};
            if (cutoff != 0) {
                appearance *all = to->a;
                double colour[4];
                source_colour(colour, &of, all, &found);
                if (!(colour[3] >= cutoff)) {
                    if (x % GRID != 0 || y % GRID != 0)
                        continue;
                    all->holes = diag_grow(all->holes, all->hole_count, sizeof found);
                    all->holes[all->hole_count++] = found;
                    continue;
                }
            }
            to->drawn[place] = true;
            *at = (spot){(float)z, found};
        }
    }
}

/* Draws the triangles of an instance, which begin at `first`. */
static void draw_instance(picture *to, const double (*positions)[3], uint32_t instance,
                          uint32_t first, const int8_t *sides)
{
    const appearance *a = to->a;
    const scene_primitive *p = scene_instance_primitive(a->s, &a->s->instances[instance]);
    for (uint32_t v = 0; v < p->vertex_count; v++) {
        double from[3];
        for (int c = 0; c < 3; c++)
            from[c] = (positions[v][c] - to->centre[c]) * to->scale;
        to->places[v][0] = SIDE / 2.0 + vec_dot(from, to->right, 3);
        to->places[v][1] = SIDE / 2.0 - vec_dot(from, to->up, 3);
        to->places[v][2] = vec_dot(from, to->toward, 3);
    }
    for (uint32_t t = first; t < a->triangle_count && a->triangles[t].instance == instance; t++) {
        const uint32_t *v = a->triangles[t].vertices;
        const double *x = to->places[v[0]], *y = to->places[v[1]], *z = to->places[v[2]];
        const double area = (y[0] - x[0]) * (z[1] - x[1]) - (y[1] - x[1]) * (z[0] - x[0]);
        if (isfinite(area) && area != 0 &&
            (p->material->double_sided || (area > 0) == eval_is_mirrored(sides, v)))
            draw_triangle(to, t, x, y, z, area, p->material->cutoff);
    }
}

/* Takes the samples of a pixel out of a picture; returns their number, 0 if they cover less than half
 * of it. */
static uint32_t take_samples(sample own[SPOTS], picture *from, uint32_t p)
{
    spot *spots = &from->spots[p * SPOTS];
    uint32_t count = 0;
    if (!from->drawn[p])
        return 0;
    for (uint32_t i = 0; i < SPOTS; i++)
        if (spots[i].seen.triangle != SCENE_NONE)
            own[count++] = spots[i].seen;
    memset(spots, 255, SPOTS * sizeof *spots);
    from->drawn[p] = false;
    return 2 * count < SPOTS ? 0 : count;
}

static void take_lab(float out[3], appearance *a, const sample *samples, uint32_t count)
{
    face of = {.triangle = SCENE_NONE};
    double sum[3] = {0, 0, 0}, lab[3];
    for (uint32_t i = 0; i < count; i++) {
        double colour[4];
        source_colour(colour, &of, a, &samples[i]);
        for (int c = 0; c < 3; c++)
            sum[c] += colour[c] < 0 ? 0 : colour[c] > 1 ? 1 : colour[c]; /* not NaN */
    }
    mean_lab(lab, a, sum, count);
    for (int c = 0; c < 3; c++)
        out[c] = (float)lab[c];
}

/* Keeps the samples of pixels that both pictures cover, and the colours that the source has there, and
 * empties the pictures. */
static void keep(picture *from, picture *source)
{
    appearance *a = from->a;
    for (uint32_t p = 0; p < SIZE * SIZE; p++) {
        sample own[SPOTS], whole[SPOTS];
        const uint32_t count = take_samples(own, from, p);
        const uint32_t wholes = source == from ? count : take_samples(whole, source, p);
        if (count == 0 || wholes == 0)
            continue;
        a->pixels = diag_grow(a->pixels, a->pixel_count, sizeof *a->pixels);
        pixel *out = &a->pixels[a->pixel_count++];
        *out = (pixel){.first = a->sample_count, .count = count};
        for (uint32_t i = 0; i < count; i++) {
            a->samples = diag_grow(a->samples, a->sample_count, sizeof *a->samples);
            a->samples[a->sample_count++] = own[i];
        }
        take_lab(out->lab[1], source->a, source == from ? own : whole, wholes);
        if (source == from)
            memcpy(out->lab[0], out->lab[1], sizeof out->lab[0]);
        else if (a->pixel_count % PIXEL_STRIDE == 1)
            take_lab(out->lab[0], a, own, count);
    }
}

static void list_triangles(appearance *a)
{
    for (uint32_t i = 0; i < a->s->instance_count; i++) {
        const scene_primitive *p = scene_instance_primitive(a->s, &a->s->instances[i]);
        for (uint32_t t = 0; element_corners(p) == 3 && t < element_count(p); t++) {
            a->triangles = diag_grow(a->triangles, a->triangle_count, sizeof *a->triangles);
            triangle *out = &a->triangles[a->triangle_count++];
            out->instance = i;
            for (uint32_t c = 0; c < 3; c++)
                out->vertices[c] = element_vertex(p, t, c);
        }
    }
}

/* The rest pose, then a moment in each third of the clips. */
static void set_pose(eval_pose *pose, const scene *s, uint32_t index)
{
    const unsigned flags = EVAL_UNIT_ROTATIONS;
    if (index == 0 || s->clip_count == 0) {
        eval_pose_sample(pose, s, EVAL_REST, 0, flags);
        return;
    }
    const uint32_t clip = s->clip_count * (index - 1) / (POSES - 1);
    const double length = s->clips[clip].end_s - s->clips[clip].start_s;
    eval_pose_sample(pose, s, clip,
                     s->clips[clip].start_s + length * (2 * index - 1) / (2 * (POSES - 1)), flags);
}

/* Frames the rest pose's box as it is seen, with a margin. */
static void frame(picture *to, const box3 *box)
{
    double extent = 0;
    for (int axis = 0; axis < 3; axis++)
        to->centre[axis] = (box->low[axis] + box->high[axis]) / 2;
    for (int corner = 0; corner < 8; corner++) {
        double from[3];
        for (int axis = 0; axis < 3; axis++)
            from[axis] = (corner >> axis & 1 ? box->high[axis] : box->low[axis]) - to->centre[axis];
        extent = fmax(extent,
                      2 * fmax(fabs(vec_dot(from, to->right, 3)), fabs(vec_dot(from, to->up, 3))));
    }
    to->scale = SIDE / (extent > 0 ? extent * 1.1 : 1);
}

static void draw_view(picture *to, const box3 *box, int view)
{
    const scene *s = to->a->s;
    uint32_t first = 0;
    aim(to, view);
    frame(to, box);
    for (uint32_t i = 0; i < s->instance_count; i++) {
        draw_instance(to, (const double(*)[3])to->positions[i], i, first, to->sides[i]);
        while (first < to->a->triangle_count && to->a->triangles[first].instance == i)
            first++;
    }
}

static void picture_open(picture *to, appearance *a, const scene *s, region *memory)
{
    uint32_t most = 1;
    *a = (appearance){.s = s};
    *to = (picture){.a = a};
    texture_light_make(&a->light);
    for (uint32_t i = 0; i < 64; i++) {
        uint8_t rgba[4];
        texture_texel(rgba, (i & 31u) << 11 | i << 5 | (i & 31u), NULL, BAKE_NONE);
        for (int c = 0; c < 3; c++)
            a->levels[c][i] = a->light.of[rgba[c]];
    }
    list_triangles(a);
    to->positions = region_calloc(memory, s->instance_count + 1u, sizeof *to->positions);
    to->sides = region_calloc(memory, s->instance_count + 1u, sizeof *to->sides);
    eval_pose_init(&to->pose, s);
    for (uint32_t i = 0; i < s->instance_count; i++) {
        const uint32_t count = scene_instance_primitive(s, &s->instances[i])->vertex_count;
        to->positions[i] = region_calloc(memory, count, sizeof **to->positions);
        most = count > most ? count : most;
        to->sides[i] = region_calloc(memory, count, sizeof **to->sides);
        eval_sides(to->sides[i], s, &to->pose, &s->instances[i]);
    }
    to->places = region_calloc(memory, most, sizeof *to->places);
    to->spots = region_calloc(memory, SIDE * SIDE, sizeof *to->spots);
    to->drawn = region_calloc(memory, SIZE * SIZE, sizeof *to->drawn);
    memset(to->spots, 255, SIDE * SIDE * sizeof *to->spots);
}

static void picture_pose(picture *to, uint32_t index)
{
    const scene *s = to->a->s;
    set_pose(&to->pose, s, index);
    for (uint32_t i = 0; i < s->instance_count; i++)
        eval_instance(to->positions[i], NULL, NULL, s, &to->pose, &s->instances[i],
                      EVAL_UNIT_WEIGHTS);
}

void samples_close(appearance *a)
{
    free(a->triangles);
    free(a->samples);
    free(a->holes);
    free(a->pixels);
    region_free(&a->memory);
}

void samples_open(appearance *a, const scene *s)
{
    FREED_BY(region_free) region memory = {0};
    const int count = s->whole != NULL ? 2 : 1;
    picture of[2], *source = &of[count - 1];
    appearance whole = {0};
    box3 box = box3_empty();
    picture_open(&of[0], a, s, &memory);
    a->looks = region_calloc(&a->memory, s->instance_count + 1u, sizeof *a->looks);
    if (count > 1)
        picture_open(source, &whole, s->whole, &memory);
    for (uint32_t p = 0; p < (s->clip_count == 0 ? 1u : POSES); p++) {
        progress("comparing colours", p, POSES);
        for (int i = 0; i < count; i++)
            picture_pose(&of[i], p);
        const triangle *all = source->a->triangles;
        for (uint32_t t = 0; p == 0 && t < source->a->triangle_count; t++)
            for (int c = 0; c < 3; c++)
                box3_add(&box, source->positions[all[t].instance][all[t].vertices[c]]);
        for (int view = 0; view < VIEWS; view++) {
            for (int i = 0; i < count; i++)
                draw_view(&of[i], &box, view);
            keep(&of[0], source);
        }
    }
    for (int i = 0; i < count; i++)
        eval_pose_free(&of[i].pose);
    samples_close(&whole);
}
