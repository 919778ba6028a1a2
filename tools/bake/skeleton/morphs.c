/* SPDX-License-Identifier: MIT */
/* Finds the ranges of morph weights and the boxes that they span. */
#include "bake/model.h"

#include <string.h>

#include "scene/channel.h"
#include "src/blob/format.h"

#define FREE_LOW (-0.25) /* range of the weights that a program may set */
#define FREE_HIGH 1.25
#define FINENESS (1.0 / 16384)
#define SHRINKS 8    /* halvings of the part of a box beyond the least one */
#define MOST_ADDED 2 /* largest |weight| of an additive layer for the targets of clips */
#define OF_ERROR                                                                                   \
    0.75 /* of E: the coarsest step of a grid that layers with weights up to one widen */

/// Weights ///////////////////////////////////////////////////////////////////////////////////////

static void extend_range(bake_morph *morph, const double *weights, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        morph->weight_range[k][0] = fmin(morph->weight_range[k][0], weights[k]);
        morph->weight_range[k][1] = fmax(morph->weight_range[k][1], weights[k]);
    }
}

/* Extends the range of the first `count` weights by keys, and for cubic ones by the Bezier points,
 * which enclose the curve. */
static void extend_by_channel(bake_morph *morph, const scene_channel *c, uint32_t count)
{
    const size_t stride = c->width * (size_t)scene_key_values(c);
    FREED double *points = diag_calloc(c->width, 2 * sizeof *points);
    for (uint32_t k = 0; k < c->key_count; k++) {
        const double *value = c->values + k * stride;
        if (c->interpolation == SCENE_CUBICSPLINE) {
            value += c->width;
            channel_bezier(points, points + c->width, c, k);
            extend_range(morph, points, count);
            extend_range(morph, points + c->width, count);
        }
        extend_range(morph, value, count);
    }
}

static void set_defaults(bake_morph *morph, const bake_mesh *mesh, const scene *s)
{
    const scene_node *node = &s->nodes[mesh->node];
    const bool own = node->weight_count > 0;
    const double *weights = own ? node->weights : s->meshes[node->mesh].weights;
    const uint32_t count = own ? node->weight_count : s->meshes[node->mesh].target_count;
    for (uint32_t k = 0; k < mesh->target_count && k < count; k++)
        morph->weights[k] = weights[k];
    extend_range(morph, morph->weights, mesh->target_count);
}

/* Limits the ranges; returns whether any was beyond the limit. */
static bool limit_ranges(bake_morph *morph, uint32_t count, double most)
{
    bool beyond = false;
    for (uint32_t k = 0; k < count; k++) {
        double *range = morph->weight_range[k];
        beyond |= range[0] < -most || range[1] > most;
        range[0] = fmax(range[0], -most);
        range[1] = fmin(range[1], most);
    }
    return beyond;
}

/* Expressions raise weights up to the sum of their parts, and one. */
static void extend_by_expressions(bake_morph *of, const scene *s, const bake_meshes *meshes)
{
    for (uint32_t m = 0; m < meshes->count; m++) {
        FREED double *sums = diag_calloc(meshes->meshes[m].target_count, sizeof *sums);
        for (uint32_t i = 0; i < s->expression_count; i++)
            for (const scene_face_bind *b = s->expressions[i].binds; b != NULL; b = b->next)
                if (b->node == meshes->meshes[m].node && b->target < meshes->meshes[m].target_count)
                    sums[b->target] = fmin(sums[b->target] + b->weight, 1);
        extend_range(&of[m], sums, meshes->meshes[m].target_count);
    }
}

static void gather_weights(bake_morph *of, const bake_job *job, const bake_meshes *meshes)
{
    const scene *s = job->scene;
    const double most = job->traits->most_morph_weight;
    bool beyond = false;
    for (uint32_t m = 0; m < meshes->count; m++) {
        const bake_mesh *mesh = &meshes->meshes[m];
        of[m].weights = job_calloc(job, mesh->target_count, sizeof *of[m].weights);
        of[m].weight_range = job_calloc(job, mesh->target_count, sizeof *of[m].weight_range);
        set_defaults(&of[m], mesh, s);
    }
    for (uint32_t i = 0; i < s->clip_count; i++) {
        const scene_clip *clip = &s->clips[i];
        for (uint32_t k = 0; k < clip->channel_count; k++) {
            const scene_channel *c = &clip->channels[k];
            if (c->path != SCENE_WEIGHTS)
                continue;
            for (uint32_t m = meshes->of_node[c->node];
                 m < meshes->count && meshes->meshes[m].node == c->node; m++)
                extend_by_channel(&of[m], c, meshes->meshes[m].target_count);
        }
    }
    extend_by_expressions(of, s, meshes);
    for (uint32_t m = 0; m < meshes->count; m++)
        beyond |= limit_ranges(&of[m], meshes->meshes[m].target_count, most);
    if (beyond)
        diag_warn(job->options->file, "morph weights beyond %g saturate there", most);
}

/// Grids /////////////////////////////////////////////////////////////////////////////////////////

int grid_exponent(double origin[3], const bake_extent *extent)
{
    const box3 *box = &extent->box;
    const double largest = fmax(vec_largest(box->low, 3), vec_largest(box->high, 3));
    double half = fmax(extent->delta, box3_side(box) / 2);
    if (half <
        largest *
            1e-6) /* For a single point any step will do, but normals need one that is not tiny. */
        half = largest * 1e-6;
    if (!(half > 0))
        half = 1;
    int exponent = binary_exponent(half / GRID_LIMIT);
    while (half + ldexp(0.5, exponent) > ldexp(GRID_LIMIT, exponent))
        exponent++;
    for (int c = 0; c < 3; c++)
        origin[c] = rint(ldexp((box->low[c] + box->high[c]) / 2, -exponent)) * ldexp(1, exponent);
    return exponent;
}

/// Boxes /////////////////////////////////////////////////////////////////////////////////////////

/* The box of all combinations of weights, each within its range widened to [low, high], and by
 * `added` times its width. */
static box3 combine(const bake_morph *morph, const scene_primitive *source, uint32_t vertex,
                    double low, double high, double added)
{
    box3 box;
    memcpy(box.low, source->positions[vertex], sizeof box.low);
    memcpy(box.high, source->positions[vertex], sizeof box.high);
    for (uint32_t k = 0; k < source->target_count; k++) {
        if (source->targets[k].positions == NULL)
            continue;
        const double *delta = source->targets[k].positions[vertex];
        const double *range = morph->weight_range[k], more = added * (range[1] - range[0]);
        const double least = fmin(range[0] - more, low), most = fmax(range[1] + more, high);
        for (int c = 0; c < 3; c++) {
            const double a = least * delta[c], b = most * delta[c]; /* faster than fmin */
            box.low[c] += a < b ? a : b;
            box.high[c] += a < b ? b : a;
        }
    }
    return box;
}

box3 morph_box(const bake_morph *morph, const scene_primitive *source, uint32_t vertex)
{
    return combine(morph, source, vertex, 0, 0, 0);
}

/* Adds the box that the grid holds in any case. */
static void add_least(box3 *least, bake_morph *morph, const scene_primitive *source,
                      uint32_t vertex)
{
    const box3 box = morph_box(morph, source, vertex);
    double reach = 0;
    box3_extend(least, box.low, box.high);
    for (uint32_t k = 0; k < source->target_count; k++) {
        if (source->targets[k].positions == NULL)
            continue;
        const double *delta = source->targets[k].positions[vertex];
        double from[3], to[3];
        for (int c = 0; c < 3; c++) {
            const double x = source->positions[vertex][c];
            from[c] = fmin(x + FREE_LOW * delta[c], x + FREE_HIGH * delta[c]);
            to[c] = fmax(x + FREE_LOW * delta[c], x + FREE_HIGH * delta[c]);
            morph->extent.delta = fmax(morph->extent.delta, fabs(delta[c]));
        }
        box3_extend(least, from, to);
        reach += vec_length(delta, 3);
    }
    morph->reach = fmax(morph->reach, reach);
}

/* The part of `most` around `least` that costs no more than FINENESS allows. */
static box3 choose_box(double delta, const box3 *least, const box3 *most, double side)
{
    double origin[3];
    bake_extent e = {*least, delta};
    const int exponent = grid_exponent(origin, &e);
    const int limit = (int)fmax(exponent, binary_exponent(side * FINENESS) - 1);
    double share = 1;
    for (int n = 0; n <= SHRINKS; n++, share = n < SHRINKS ? share / 2 : 0) {
        for (int c = 0; c < 3; c++) {
            e.box.low[c] = least->low[c] + (most->low[c] - least->low[c]) * share;
            e.box.high[c] = least->high[c] + (most->high[c] - least->high[c]) * share;
        }
        if (grid_exponent(origin, &e) <= limit)
            break;
    }
    return e.box;
}

/* The size of a mesh with its default weights. */
static double default_size(const bake_morph *morph, const bake_mesh *mesh)
{
    box3 box = box3_empty();
    for (uint32_t p = 0; p < mesh->primitive_count; p++) {
        const scene_primitive *source = mesh->primitives[p].source;
        for (uint32_t v = 0; v < source->vertex_count; v++) {
            double x[3];
            eval_morphed(x, source, v, morph->weights);
            box3_add(&box, x);
        }
    }
    return box3_is_empty(&box) ? 0 : vec3_distance(box.high, box.low);
}

/* Where clips move targets, additive layers take weights beyond the clips: by their own weight
 * times the width of the target's range. The box then holds all combinations with a layer of up to
 * MOST_ADDED, if the error can afford it, or else of up to one; for rare combinations half as much
 * of the error is allowed. Returns false if neither is affordable. */
static bool add_layers(bake_morph *morph, const bake_mesh *mesh, double error)
{
    const double step = OF_ERROR * error * default_size(morph, mesh);
    bool animated = false;
    for (uint32_t k = 0; k < mesh->target_count; k++)
        animated |= morph->weight_range[k][1] > morph->weight_range[k][0];
    for (int added = MOST_ADDED; animated && step > 0 && added > 0; added--) {
        bake_extent e = morph->extent;
        double origin[3];
        for (uint32_t p = 0; p < mesh->primitive_count; p++) {
            const scene_primitive *source = mesh->primitives[p].source;
            for (uint32_t v = 0; v < source->vertex_count; v++) {
                const box3 of = combine(morph, source, v, 0, 1, added);
                box3_extend(&e.box, of.low, of.high);
            }
        }
        if (ldexp(added, grid_exponent(origin, &e)) <= step) {
            morph->extent = e;
            return true;
        }
    }
    return !animated;
}

static void set_box(bake_morph *morph, const bake_mesh *mesh)
{
    box3 stored = box3_empty(), least = stored, most = stored;
    for (uint32_t p = 0; p < mesh->primitive_count; p++) {
        const scene_primitive *source = mesh->primitives[p].source;
        for (uint32_t v = 0; v < source->vertex_count; v++) {
            box3_add(&stored, source->positions[v]);
            if (mesh->target_count == 0)
                continue;
            add_least(&least, morph, source, v);
            const box3 box = combine(morph, source, v, FREE_LOW, FREE_HIGH, 0);
            box3_extend(&most, box.low, box.high);
        }
    }
    morph->extent.box = mesh->target_count == 0
                            ? stored
                            : choose_box(morph->extent.delta, &least, &most, box3_side(&stored));
}

static uint32_t delta_flags(const bake_mesh *mesh)
{
    uint32_t flags = 0;
    for (uint32_t p = 0; p < mesh->primitive_count; p++) {
        for (uint32_t k = 0; k < mesh->target_count; k++) {
            const scene_target *target = &mesh->primitives[p].source->targets[k];
            if (mesh->has_normals && target->normals != NULL)
                flags |= FORMAT_DELTA_NORMALS;
            if (mesh->has_tangents && target->tangents != NULL)
                flags |= FORMAT_DELTA_TANGENTS;
        }
    }
    return flags;
}

void morphs_make(bake_model *m)
{
    const bake_job *job = &m->job;
    m->morphs = job_calloc(job, m->meshes.count, sizeof *m->morphs);
    gather_weights(m->morphs, job, &m->meshes);
    for (uint32_t i = 0; i < m->meshes.count; i++) {
        bake_morph *of = &m->morphs[i];
        const bake_mesh *mesh = &m->meshes.meshes[i];
        of->delta_flags = delta_flags(mesh);
        set_box(of, mesh);
        if (job->traits->fixed && !add_layers(of, mesh, job->budget.layers))
            diag_warn(
                job->options->file,
                "additive layers may move vertices of mesh %u beyond its grid, where they stop", i);
    }
}
