/* SPDX-License-Identifier: MIT */
/*
 * Morph targets before quantisation: which weights occur, and the box that the grid must cover.
 *
 * The box holds every vertex at all combinations of the weights that rest and clips reach, and
 * each target alone at weights from -0.25 to 1.25. Within a fineness of 1/16384 of the mesh it also
 * holds all combinations of these; beyond that, positions saturate at the grid's end.
 */
#include <stdlib.h>
#include <string.h>

#include "bake/internal.h"

#define FREE_LOW (-0.25) /* weights that a caller may choose */
#define FREE_HIGH 1.25
#define FINENESS (1.0 / 16384)
#define SHRINKS 8 /* halvings of what goes beyond the least box */

typedef struct morph_box {
    double low[3], high[3];
} morph_box;

/// Weights ///////////////////////////////////////////////////////////////////////////////////////

static void extend_range(bake_mesh *mesh, const double *weights)
{
    for (uint32_t k = 0; k < mesh->target_count; k++) {
        mesh->weight_range[k][0] = fmin(mesh->weight_range[k][0], weights[k]);
        mesh->weight_range[k][1] = fmax(mesh->weight_range[k][1], weights[k]);
    }
}

/* Keys and, of cubic ones, the Bezier points that hold the curve. */
static void extend_by_channel(bake_mesh *mesh, const scene_channel *c)
{
    const uint32_t width = c->width;
    double *point = diag_calloc(width, sizeof *point);
    for (uint32_t k = 0; k < c->key_count; k++) {
        if (c->interpolation != SCENE_CUBICSPLINE) {
            extend_range(mesh, c->values + (size_t)k * width);
            continue;
        }
        const double *in = c->values + 3 * (size_t)k * width;
        const double *value = in + width, *out = value + width;
        const double before = k > 0 ? c->times[k] - c->times[k - 1] : 0;
        const double after = k + 1 < c->key_count ? c->times[k + 1] - c->times[k] : 0;
        extend_range(mesh, value);
        for (uint32_t i = 0; i < width; i++)
            point[i] = value[i] - in[i] * before / 3;
        extend_range(mesh, point);
        for (uint32_t i = 0; i < width; i++)
            point[i] = value[i] + out[i] * after / 3;
        extend_range(mesh, point);
    }
    free(point);
}

static void set_defaults(bake_mesh *mesh, const scene *s)
{
    const scene_node *node = &s->nodes[mesh->node];
    const bool own = node->weight_count > 0;
    const double *weights = own ? node->weights : s->meshes[node->mesh].weights;
    const uint32_t count = own ? node->weight_count : s->meshes[node->mesh].target_count;
    for (uint32_t k = 0; k < mesh->target_count && k < count; k++)
        mesh->weights[k] = weights[k];
    extend_range(mesh, mesh->weights);
}

/* Whether there was anything beyond. */
static bool limit_ranges(bake_mesh *mesh, double most)
{
    bool beyond = false;
    for (uint32_t k = 0; k < mesh->target_count; k++) {
        double *range = mesh->weight_range[k];
        beyond |= range[0] < -most || range[1] > most;
        range[0] = fmax(range[0], -most);
        range[1] = fmin(range[1], most);
    }
    return beyond;
}

static void gather_weights(baker *b)
{
    const double most = b->fixed ? BAKE_MAX_WEIGHT_Q16 : BAKE_MAX_WEIGHT_F32;
    bool beyond = false;
    for (uint32_t m = 0; m < b->mesh_count; m++) {
        bake_mesh *mesh = &b->meshes[m];
        mesh->weights = diag_calloc(mesh->target_count, sizeof *mesh->weights);
        mesh->weight_range = diag_calloc(mesh->target_count, sizeof *mesh->weight_range);
        set_defaults(mesh, b->s);
    }
    for (uint32_t i = 0; i < b->s->clip_count; i++) {
        const scene_clip *clip = &b->s->clips[i];
        for (uint32_t k = 0; k < clip->channel_count; k++) {
            const scene_channel *c = &clip->channels[k];
            if (c->path != SCENE_WEIGHTS)
                continue;
            for (uint32_t m = b->mesh_of_node[c->node];
                 m < b->mesh_count && b->meshes[m].node == c->node; m++)
                extend_by_channel(&b->meshes[m], c);
        }
    }
    for (uint32_t m = 0; m < b->mesh_count; m++)
        beyond |= limit_ranges(&b->meshes[m], most);
    if (beyond)
        diag_warn(b->options->file, "morph weights beyond %g saturate there", most);
}

/// Boxes /////////////////////////////////////////////////////////////////////////////////////////

static void box_around(morph_box *box, const double low[3], const double high[3])
{
    for (int c = 0; c < 3; c++) {
        box->low[c] = fmin(box->low[c], low[c]);
        box->high[c] = fmax(box->high[c], high[c]);
    }
}

static double box_side(const morph_box *box)
{
    double side = 0;
    for (int c = 0; c < 3; c++)
        side = fmax(side, box->high[c] - box->low[c]);
    return side;
}

/* All combinations of weights, each within its range widened to [low, high]. */
static void combine(morph_box *box, const bake_mesh *mesh, const scene_primitive *source,
                    uint32_t vertex, double low, double high)
{
    memcpy(box->low, source->positions[vertex], sizeof box->low);
    memcpy(box->high, source->positions[vertex], sizeof box->high);
    for (uint32_t k = 0; k < mesh->target_count; k++) {
        if (source->targets[k].positions == NULL)
            continue;
        const double *delta = source->targets[k].positions[vertex];
        const double least = fmin(mesh->weight_range[k][0], low);
        const double most = fmax(mesh->weight_range[k][1], high);
        for (int c = 0; c < 3; c++) {
            box->low[c] += fmin(least * delta[c], most * delta[c]);
            box->high[c] += fmax(least * delta[c], most * delta[c]);
        }
    }
}

void bake_morph_box(double low[3], double high[3], const bake_mesh *mesh,
                    const scene_primitive *source, uint32_t vertex)
{
    morph_box box;
    combine(&box, mesh, source, vertex, 0, 0);
    memcpy(low, box.low, sizeof box.low);
    memcpy(high, box.high, sizeof box.high);
}

/* What the grid holds in any case. */
static void add_least(morph_box *least, bake_mesh *mesh, const scene_primitive *source,
                      uint32_t vertex)
{
    morph_box box;
    double reach = 0;
    combine(&box, mesh, source, vertex, 0, 0);
    box_around(least, box.low, box.high);
    for (uint32_t k = 0; k < mesh->target_count; k++) {
        if (source->targets[k].positions == NULL)
            continue;
        const double *delta = source->targets[k].positions[vertex];
        double from[3], to[3];
        for (int c = 0; c < 3; c++) {
            const double x = source->positions[vertex][c];
            from[c] = fmin(x + FREE_LOW * delta[c], x + FREE_HIGH * delta[c]);
            to[c] = fmax(x + FREE_LOW * delta[c], x + FREE_HIGH * delta[c]);
            mesh->largest_delta = fmax(mesh->largest_delta, fabs(delta[c]));
        }
        box_around(least, from, to);
        reach += sqrt(vec_dot(delta, delta, 3));
    }
    mesh->morph_reach = fmax(mesh->morph_reach, reach);
}

/* The part of `most` around `least` that costs no more than FINENESS allows. */
static void choose_box(bake_mesh *mesh, const morph_box *least,
                       const morph_box *most, double side)
{
    double origin[3];
    const int exponent =
        bake_grid_exponent(origin, least->low, least->high, mesh->largest_delta);
    const int limit = (int)fmax(exponent, bake_exponent(side * FINENESS) - 1);
    double share = 1;
    for (int n = 0; n <= SHRINKS; n++, share = n < SHRINKS ? share / 2 : 0) {
        for (int c = 0; c < 3; c++) {
            mesh->low[c] = least->low[c] + (most->low[c] - least->low[c]) * share;
            mesh->high[c] = least->high[c] + (most->high[c] - least->high[c]) * share;
        }
        if (bake_grid_exponent(origin, mesh->low, mesh->high, mesh->largest_delta) <= limit)
            return;
    }
}

static void set_box(bake_mesh *mesh)
{
    const morph_box empty = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    morph_box stored = empty, least = empty, most = empty;
    for (uint32_t p = 0; p < mesh->primitive_count; p++) {
        const scene_primitive *source = mesh->primitives[p].source;
        for (uint32_t v = 0; v < source->vertex_count; v++) {
            morph_box box;
            box_around(&stored, source->positions[v], source->positions[v]);
            if (mesh->target_count == 0)
                continue;
            add_least(&least, mesh, source, v);
            combine(&box, mesh, source, v, FREE_LOW, FREE_HIGH);
            box_around(&most, box.low, box.high);
        }
    }
    if (mesh->target_count > 0) {
        choose_box(mesh, &least, &most, box_side(&stored));
        return;
    }
    memcpy(mesh->low, stored.low, sizeof mesh->low);
    memcpy(mesh->high, stored.high, sizeof mesh->high);
}

static void set_flags(bake_mesh *mesh)
{
    for (uint32_t p = 0; p < mesh->primitive_count; p++) {
        for (uint32_t k = 0; k < mesh->target_count; k++) {
            const scene_target *target = &mesh->primitives[p].source->targets[k];
            if (mesh->has_normals && target->normals != NULL)
                mesh->delta_flags |= FORMAT_DELTA_NORMALS;
            if (mesh->has_tangents && target->tangents != NULL)
                mesh->delta_flags |= FORMAT_DELTA_TANGENTS;
        }
    }
}

void bake_morphs(baker *b)
{
    gather_weights(b);
    for (uint32_t m = 0; m < b->mesh_count; m++) {
        set_flags(&b->meshes[m]);
        set_box(&b->meshes[m]);
    }
}
