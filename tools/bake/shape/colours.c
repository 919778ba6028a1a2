/* SPDX-License-Identifier: MIT */
/* Averages the textures around each vertex into its colour. */
#include "bake/shape/meshes.h"

#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "scene/texture.h"

/* A triangle's texture is sampled in the middles of `parts` x `parts` small triangles, finer than texels if
 * the limits allow it. All triangles of a scene together have at most MOST_POINTS, or, if they are too many
 * for that, at most 2 * LEAST_PARTS - 1 parts each. */
#define LEAST_PARTS 4u
#define MOST_PARTS 256u
#define MOST_POINTS ((uint64_t)1 << 25)

/* Colours are weighted by alpha, so that hidden texels do not tint visible ones. This is the least
 * weight, in case all are hidden. */
#define LEAST_ALPHA 0x1p-30

typedef struct sums {
    double colour[4]; /* sum of R, G, B by weight x alpha, and of these weights */
    double alpha, weight;
    double first[4]; /* colour of the first point; the next field tells whether another differs */
    bool varies;
} sums;

/// Vertices that are one //////////////////////////////////////////////////////////////////////////

enum { BY_UV = 1, BY_NORMAL = 2 }; /* vertices in one place are told apart by these, too */

typedef struct place_key {
    double numbers[8], vertex;
} place_key;

COMPARE_BY(compare_numbers, double, 8)
COMPARE_BY(compare_places, double, 9)

/* [vertex_count], the first vertex of each group of equal ones. */
static uint32_t *group_vertices(region *memory, const scene_primitive *p, unsigned by)
{
    place_key *keys = region_calloc(memory, p->vertex_count, sizeof *keys);
    uint32_t *group = region_calloc(memory, p->vertex_count, sizeof *group);
    for (uint32_t v = 0; v < p->vertex_count; v++) {
        memcpy(keys[v].numbers, p->positions[v], sizeof p->positions[v]);
        if ((by & BY_UV) != 0)
            memcpy(keys[v].numbers + 3, p->texture_uvs[v], sizeof p->texture_uvs[v]);
        if ((by & BY_NORMAL) != 0 && p->normals != NULL)
            memcpy(keys[v].numbers + 5, p->normals[v], sizeof p->normals[v]);
        keys[v].vertex = v;
    }
    if (p->vertex_count > 0)
        qsort(keys, p->vertex_count, sizeof *keys, compare_places);
    for (uint32_t i = 0, first = 0; i < p->vertex_count; i++) {
        if (compare_numbers(&keys[first], &keys[i]) != 0)
            first = i;
        group[(uint32_t)keys[i].vertex] = (uint32_t)keys[first].vertex;
    }
    return group;
}

/// Triangles //////////////////////////////////////////////////////////////////////////////////////

typedef struct painter {
    const scene_primitive *primitive;
    const texture_light *light;
    uint32_t most_parts;
} painter;

/* Adds a point of a triangle, which is given by three numbers proportional to its barycentric
 * coordinates. */
static void add_point(sums corners[3], const painter *p, double places[3][2],
                      const uint32_t weights[3])
{
    const uint32_t most = weights[0] > weights[1] ? weights[0] : weights[1];
    const uint32_t largest = most > weights[2] ? most : weights[2];
    const double whole = (double)weights[0] + weights[1] + weights[2];
    double at[2], colour[4];
    for (int axis = 0; axis < 2; axis++)
        at[axis] = (weights[0] * places[0][axis] + weights[1] * places[1][axis] +
                    weights[2] * places[2][axis]) /
                   whole;
    texture_sample(colour, p->primitive->material, p->light, at);
    const double seen = colour[3] + LEAST_ALPHA;
    for (int corner = 0; corner < 3; corner++) {
        sums *to = &corners[corner];
        if (weights[corner] != largest)
            continue;
        if (to->weight == 0)
            memcpy(to->first, colour, sizeof colour);
        to->varies |= memcmp(to->first, colour, sizeof colour) != 0;
        for (int c = 0; c < 3; c++)
            to->colour[c] += colour[c] * seen;
        to->colour[3] += seen;
        to->alpha += colour[3];
        to->weight += 1;
    }
}

/* The number of small triangles along an edge, so that each is about the size of a texel. It is odd
 * where the limit makes them coarser, so that they are not in step with a repeating texture. */
static uint32_t parts_of(const painter *p, double places[3][2])
{
    const scene_image *image = p->primitive->material->image;
    double longest = 0;
    for (int i = 0; i < 3; i++) {
        const double *a = places[i], *b = places[(i + 1) % 3];
        longest = fmax(longest, fabs(a[0] - b[0]) * image->width);
        longest = fmax(longest, fabs(a[1] - b[1]) * image->height);
    }
    if (longest >= p->most_parts)
        return p->most_parts - 1;
    return longest <= LEAST_PARTS ? LEAST_PARTS : (uint32_t)ceil(longest);
}

static double area_of(const scene_primitive *p, const uint32_t vertices[3])
{
    double normal[3];
    const double area = vec3_normal(normal, p->positions[vertices[0]], p->positions[vertices[1]],
                                    p->positions[vertices[2]]);
    /* The least area keeps a colour for a vertex whose triangles are all flat. */
    return area > 1e-200 && isfinite(area) ? area : 1e-200;
}

static void add_sums(sums *to, const sums *from, double weight)
{
    if (from->weight == 0)
        return;
    if (to->weight == 0)
        memcpy(to->first, from->first, sizeof to->first);
    to->varies |= from->varies || memcmp(to->first, from->first, sizeof to->first) != 0;
    for (int c = 0; c < 4; c++)
        to->colour[c] += from->colour[c] / from->weight * weight;
    to->alpha += from->alpha / from->weight * weight;
    to->weight += weight;
}

static void add_triangle(sums *all, const uint32_t *group, const painter *p,
                         const uint32_t vertices[3])
{
    sums corners[3] = {{.weight = 0}};
    double places[3][2];
    for (int i = 0; i < 3; i++)
        texture_place(places[i], p->primitive->material, p->primitive->texture_uvs[vertices[i]]);
    const uint32_t parts = parts_of(p, places);
    /* Adds the middles of the small triangles that point as the whole one does, and of those
     * between them. */
    for (uint32_t i = 0; i < parts; i++) {
        for (uint32_t k = 0; i + k < parts; k++) {
            const uint32_t rest = parts - 1 - i - k;
            const uint32_t upright[3] = {3 * i + 1, 3 * k + 1, 3 * rest + 1};
            add_point(corners, p, places, upright);
            if (rest == 0)
                continue;
            const uint32_t between[3] = {3 * i + 2, 3 * k + 2, 3 * rest - 1};
            add_point(corners, p, places, between);
        }
    }
    const double area = area_of(p->primitive, vertices);
    for (int i = 0; i < 3; i++)
        add_sums(&all[group[vertices[i]]], &corners[i], area);
}

/// Primitives /////////////////////////////////////////////////////////////////////////////////////

static uint32_t triangle_count(const scene_primitive *p)
{
    return element_corners(p) == 3 ? element_count(p) : 0;
}

/* Vertices in one place with one texture coordinate get one colour, whatever their triangles, so
 * that vertices of files without indices still merge. At a seam of the texture on a smooth surface
 * the colour is that of both sides; but a side of a single colour keeps it. */
static void paint(double (*out)[4], const scene_primitive *p, const texture_light *light,
                  uint32_t most_parts)
{
    const uint32_t triangles = triangle_count(p);
    const painter by = {p, light, most_parts};
    FREED_BY(region_free) region memory = {0};
    sums *all = region_calloc(&memory, p->vertex_count, sizeof *all);
    sums *joined = region_calloc(&memory, p->vertex_count, sizeof *joined);
    const uint32_t *place = group_vertices(&memory, p, BY_UV);
    const uint32_t *surface = group_vertices(&memory, p, BY_NORMAL);
    const uint32_t *both = group_vertices(&memory, p, BY_UV | BY_NORMAL);
    for (uint32_t t = 0; t < triangles; t++) {
        uint32_t vertices[3];
        for (uint32_t corner = 0; corner < 3; corner++)
            vertices[corner] = element_vertex(p, t, corner);
        add_triangle(all, place, &by, vertices);
    }
    for (uint32_t v = 0; v < p->vertex_count; v++) {
        const sums *sum = &all[place[v]];
        if (both[v] == v && sum->varies)
            add_sums(&joined[surface[v]], sum, sum->weight);
    }
    for (uint32_t v = 0; v < p->vertex_count; v++) {
        const sums *sum = all[place[v]].varies ? &joined[surface[v]] : &all[place[v]];
        double colour[4], at[2];
        if (sum->weight > 0) {
            for (int c = 0; c < 3; c++)
                colour[c] = sum->colour[c] / sum->colour[3];
            colour[3] = sum->alpha / sum->weight;
        } else { /* points, lines and loose vertices */
            texture_place(at, p->material, p->texture_uvs[v]);
            texture_sample(colour, p->material, light, at);
        }
        for (int c = 0; c < 4; c++)
            out[v][c] *= colour[c];
    }
}

void colours_of_material(double out[4], const scene_material *material)
{
    for (int c = 0; c < 4; c++)
        out[c] = fmin(fmax(material->base_colour[c], 0), 1);
    if (material->is_opaque)
        out[3] = 1;
}

/* Warns of vertices that a mask would hide: only texels are tested. tools/gltf/material.c warns of blending. */
static void warn_of_mask(const bake_job *job, const scene_primitive *p)
{
    const scene_material *m = p->material;
    bool hidden = false;
    if (m->is_opaque || m->blends || scene_is_textured(p))
        return;
    for (uint32_t v = 0; v < p->vertex_count; v++)
        hidden |= m->base_colour[3] * (p->colours == NULL ? 1 : p->colours[v][3]) < m->cutoff;
    if (hidden)
        diag_warn(job->options->file,
                  "material \"%.100s\" is drawn where its alpha is below the cutoff, as it has no "
                  "texture, /materials/%u, give it one or remove what is hidden",
                  m->name, m->index);
}

/* NULL: all are white. */
static const double (*colours_of(const bake_job *job, const scene_primitive *p, bool has_texture,
                                 const texture_light *light, uint32_t most_parts))[4]
{
    const scene_material *material = has_texture ? &scene_default_material : p->material;
    warn_of_mask(job, p);
    const bool textured = !has_texture && scene_is_textured(p);
    bool white = p->colours == NULL && !textured;
    double own[4];
    colours_of_material(own, material);
    for (int c = 0; c < 4; c++)
        white &= own[c] == 1;
    if (white)
        return NULL;
    double(*out)[4] = job_calloc(job, p->vertex_count, sizeof *out);
    for (uint32_t v = 0; v < p->vertex_count; v++)
        for (int c = 0; c < 4; c++)
            out[v][c] = material->base_colour[c] * (p->colours == NULL ? 1 : p->colours[v][c]);
    if (textured)
        paint(out, p, light, most_parts);
    for (uint32_t v = 0; v < p->vertex_count; v++) {
        for (int c = 0; c < 4; c++)
            out[v][c] = fmin(fmax(out[v][c], 0), 1);
        if (material->is_opaque)
            out[v][3] = 1;
    }
    return (const double(*)[4])out;
}

void colours_make(const bake_textures *textures, const bake_job *job)
{
    const scene *s = job->scene;
    uint32_t most_parts = MOST_PARTS;
    uint64_t triangles = 0;
    texture_light light;
    texture_light_make(&light);
    for (uint32_t m = 0; m < s->mesh_count; m++)
        for (uint32_t k = 0; textures->of[m] != NULL && k < s->meshes[m].primitive_count; k++)
            if (scene_is_textured(&s->meshes[m].primitives[k]))
                triangles += triangle_count(&s->meshes[m].primitives[k]);
    while (most_parts > 2 * LEAST_PARTS &&
           (uint64_t)most_parts * most_parts * triangles > MOST_POINTS)
        most_parts /= 2;
    for (uint32_t m = 0; m < s->mesh_count; m++)
        for (uint32_t k = 0; textures->of[m] != NULL && k < s->meshes[m].primitive_count; k++) {
            bake_mapping *to = &textures->of[m][k];
            to->colours = colours_of(job, &s->meshes[m].primitives[k], to->texture != BAKE_NONE,
                                     &light, most_parts);
        }
}
