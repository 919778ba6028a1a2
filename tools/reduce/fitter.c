/* SPDX-License-Identifier: MIT */
/* Fits weights by least squares over the sampled moments. */
#include "reduce/fitter.h"

#include <stdlib.h>
#include <string.h>

#include "scene/between.h"

/* Moving a weight from one joint to another costs as much as an error of this fraction of the
 * size at every moment. Thus weights that the moments do not determine stay as they were. */
#define INERTIA 1e-4

/// Influences ////////////////////////////////////////////////////////////////////////////////////

void influences_add(influence *pairs, uint32_t *count, uint32_t joint, double weight)
{
    uint32_t i = 0;
    while (i < *count && pairs[i].joint != joint)
        i++;
    if (i == *count)
        pairs[(*count)++] = (influence){joint, 0};
    pairs[i].weight += weight;
}

uint32_t influences_collect(influence *pairs, const scene_primitive *source, uint32_t vertex)
{
    const uint32_t width = source->influences_per_vertex;
    const uint32_t *joints = source->joints + (size_t)vertex * width;
    const double *weights = source->weights + (size_t)vertex * width;
    uint32_t count = 0;
    for (uint32_t i = 0; i < width; i++)
        if (weights[i] > 0)
            influences_add(pairs, &count, joints[i], weights[i]);
    influences_sort(pairs, count);
    return count;
}

static int compare_influences(const void *left, const void *right)
{
    const influence *a = left, *b = right;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return (a->joint > b->joint) - (a->joint < b->joint);
}

void influences_sort(influence *pairs, uint32_t count)
{
    qsort(pairs, count, sizeof *pairs, compare_influences);
}

double influences_sum(const influence *pairs, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += pairs[i].weight;
    return sum;
}

void influences_scale(influence *out, const influence *pairs, uint32_t count)
{
    const double sum = influences_sum(pairs, count);
    for (uint32_t i = 0; i < count; i++)
        out[i] = (influence){pairs[i].joint, pairs[i].weight / sum};
}

/// One vertex at all moments /////////////////////////////////////////////////////////////////////

static mat34 *palettes_of(region *memory, const scene_samples *samples, const scene_skin *skin)
{
    const size_t size = skin_size(skin);
    mat34 *palettes = region_calloc(memory, samples->count * size, sizeof *palettes);
    for (uint32_t m = 0; m < samples->count; m++)
        skin_palette(palettes + m * size, skin, samples_global(samples, m, 0));
    return palettes;
}

void fitter_open(fitter *out, const scene_samples *samples, const scene_skin *before,
                 const scene_skin *after, const scene_primitive *primitive, uint32_t node)
{
    *out = (fitter){.samples = samples, .primitive = primitive, .node = node, .before = before};
    out->joint_count[0] = skin_size(before);
    out->joint_count[1] = skin_size(after);
    region *memory = &out->memory;
    out->palettes[0] = palettes_of(memory, samples, before);
    out->palettes[1] = before == after ? out->palettes[0] : palettes_of(memory, samples, after);
    out->points = region_calloc(memory, samples->count, sizeof *out->points);
    out->were = region_calloc(memory, samples->count, sizeof *out->were);
    out->off =
        region_calloc(memory, (size_t)samples->count * FIT_MOST_CANDIDATES, sizeof *out->off);
}

void fitter_begin(fitter *f, uint32_t vertex, const influence *were, uint32_t count)
{
    const double sum = influences_sum(were, count);
    for (uint32_t m = 0; m < f->samples->count; m++) {
        const mat34 *palette = f->palettes[0] + (size_t)m * f->joint_count[0];
        samples_point(f->points[m], f->samples, m, f->node, f->primitive, vertex);
        memset(f->were[m], 0, sizeof f->were[m]);
        for (uint32_t i = 0; i < count; i++) {
            double moved[3];
            mat34_point(moved, &palette[were[i].joint], f->points[m]);
            for (int c = 0; c < 3; c++)
                f->were[m][c] += were[i].weight / sum * moved[c];
        }
    }
}

static mat34 mixed(const mat34 *palette, const influence *pairs, uint32_t count)
{
    mat34 m = {{{0}}};
    for (uint32_t i = 0; i < count; i++)
        mat34_add_scaled(&m, pairs[i].weight, &palette[pairs[i].joint]);
    return m;
}

static double turn_of(const mat34 *were, const mat34 *are, const double *direction)
{
    double was[3], is[3], sine[3];
    if (direction == NULL)
        return 0;
    mat34_direction(was, were, direction);
    mat34_direction(is, are, direction);
    if (!vec3_normalise(was))
        return 0;
    if (!vec3_normalise(is) || vec_dot(was, is, 3) < 0.5)
        return 2;
    vec3_cross(sine, was, is);
    return vec_length(sine, 3);
}

double fitter_turn(const fitter *f, uint32_t vertex, const influence *were, uint32_t were_count,
                   const influence *are, uint32_t count)
{
    const scene_primitive *p = f->primitive;
    double largest = 0;
    for (uint32_t m = 0; m < f->samples->count; m++) {
        const mat34 *palette = f->palettes[0] + (size_t)m * f->joint_count[0];
        const mat34 before = mixed(palette, were, were_count), after = mixed(palette, are, count);
        largest =
            fmax(largest, turn_of(&before, &after, p->normals == NULL ? NULL : p->normals[vertex]));
        largest = fmax(largest,
                       turn_of(&before, &after, p->tangents == NULL ? NULL : p->tangents[vertex]));
    }
    return largest;
}

/// Least squares /////////////////////////////////////////////////////////////////////////////////

/* Finds the weights w >= 0 with the sum 1 for which w' gram w - 2 pull' w is least. */
typedef struct fit_problem {
    uint32_t count;
    double gram[FIT_MOST_CANDIDATES][FIT_MOST_CANDIDATES]; /* symmetric, positive definite */
    double pull[FIT_MOST_CANDIDATES];
} fit_problem;

static void measure(fitter *f, const scene_samples *samples, const influence *candidates,
                    uint32_t count)
{
    const uint32_t moments = samples->count;
    for (uint32_t m = 0; m < moments; m++) {
        const mat34 *palette = f->palettes[1] + (size_t)m * f->joint_count[1];
        const double size = samples->sizes[m] > 0 ? samples->sizes[m] : 1;
        for (uint32_t i = 0; i < count; i++) {
            double *off = f->off[(size_t)i * moments + m];
            mat34_point(off, &palette[candidates[i].joint], f->points[m]);
            for (int c = 0; c < 3; c++)
                off[c] = (off[c] - f->were[m][c]) / size;
        }
    }
}

static void pose_problem(fit_problem *p, const fitter *f, const influence *candidates,
                         uint32_t count)
{
    const uint32_t moments = f->samples->count;
    const double inertia = INERTIA * INERTIA * moments;
    const double sum = influences_sum(candidates, count);
    p->count = count;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k <= i; k++) {
            double dot = i == k ? inertia : 0;
            for (uint32_t m = 0; m < moments; m++)
                dot += vec_dot(f->off[(size_t)i * moments + m], f->off[(size_t)k * moments + m], 3);
            p->gram[i][k] = p->gram[k][i] = dot;
        }
        p->pull[i] = inertia * candidates[i].weight / sum;
    }
}

/* The same for the candidates of one set, without w >= 0: rows of gram and one for the sum, whose
 * multiplier is the last unknown. Returns false if no solution is found. */
static bool solve_set(double *weights, const fit_problem *p, const uint32_t *set, uint32_t count)
{
    double rows[PELT_MAX_INFLUENCES + 1][PELT_MAX_INFLUENCES + 2] = {{0}};
    const uint32_t n = count + 1;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < count; k++)
            rows[i][k] = p->gram[set[i]][set[k]];
        rows[i][count] = rows[count][i] = 1;
        rows[i][n] = p->pull[set[i]];
    }
    rows[count][n] = 1;
    for (uint32_t column = 0; column < n; column++) {
        uint32_t pivot = column;
        for (uint32_t i = column + 1; i < n; i++)
            if (fabs(rows[i][column]) > fabs(rows[pivot][column]))
                pivot = i;
        if (!(fabs(rows[pivot][column]) > 0))
            return false;
        for (uint32_t k = 0; k <= n && pivot != column; k++) {
            const double other = rows[pivot][k];
            rows[pivot][k] = rows[column][k];
            rows[column][k] = other;
        }
        for (uint32_t i = 0; i < n; i++) {
            const double factor = i == column ? 0 : rows[i][column] / rows[column][column];
            for (uint32_t k = column; k <= n && factor != 0; k++)
                rows[i][k] -= factor * rows[column][k];
        }
    }
    for (uint32_t i = 0; i < count; i++)
        weights[i] = rows[i][n] / rows[i][i];
    return true;
}

static double value_of(const fit_problem *p, const uint32_t *set, const double *weights,
                       uint32_t count)
{
    double value = 0;
    for (uint32_t i = 0; i < count; i++) {
        double row = -2 * p->pull[set[i]];
        for (uint32_t k = 0; k < count; k++)
            row += p->gram[set[i]][set[k]] * weights[k];
        value += weights[i] * row;
    }
    return value;
}

/* The best of all sets. If the minimum of a set lies outside w >= 0, that of a smaller set
 * replaces it. */
static uint32_t solve(influence *out, const fit_problem *p, const influence *candidates,
                      uint32_t most)
{
    double best = HUGE_VAL;
    uint32_t found = 0;
    for (uint32_t mask = 1; mask < 1u << p->count; mask++) {
        uint32_t set[FIT_MOST_CANDIDATES], count = 0;
        for (uint32_t i = 0; i < p->count; i++)
            if (mask >> i & 1)
                set[count++] = i;
        double weights[PELT_MAX_INFLUENCES];
        if (count > most || !solve_set(weights, p, set, count))
            continue;
        bool inside = true;
        for (uint32_t i = 0; i < count; i++)
            inside &= weights[i] > 0 && weights[i] <= 1; /* false for NaN */
        if (!inside)
            continue;
        const double value = value_of(p, set, weights, count);
        if (!(value < best))
            continue;
        best = value;
        found = count;
        for (uint32_t i = 0; i < count; i++)
            out[i] = (influence){candidates[set[i]].joint, weights[i]};
    }
    return found;
}

double fitter_off(fitter *f, const scene_samples *samples, const influence *pairs, uint32_t count)
{
    const uint32_t moments = samples->count;
    const double sum = influences_sum(pairs, count);
    double largest = 0;
    measure(f, samples, pairs, count);
    for (uint32_t m = 0; m < moments; m++) {
        double off[3] = {0};
        for (uint32_t i = 0; i < count; i++)
            for (int c = 0; c < 3; c++)
                off[c] += pairs[i].weight / sum * f->off[(size_t)i * moments + m][c];
        largest = fmax(largest, vec_largest(off, 3));
    }
    return largest;
}

uint32_t fitter_fit(influence *out, double *off, fitter *f, const influence *candidates,
                    uint32_t count, uint32_t most)
{
    fit_problem problem;
    if (count > FIT_MOST_CANDIDATES)
        count = FIT_MOST_CANDIDATES;
    if (most > PELT_MAX_INFLUENCES)
        most = PELT_MAX_INFLUENCES;
    measure(f, f->samples, candidates, count);
    pose_problem(&problem, f, candidates, count);
    uint32_t fitted = solve(out, &problem, candidates, most);
    if (fitted == 0) { /* the numbers were too large: takes the heaviest */
        fitted = count < most ? count : most;
        influences_scale(out, candidates, fitted);
    }
    influences_sort(out, fitted);
    *off = fitter_off(f, f->samples, out, fitted);
    return fitted;
}
