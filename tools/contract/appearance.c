/* SPDX-License-Identifier: MIT */
/* Measures how the colours of a baked character differ from those of its source, and chooses textures by it:
 * in pictures of both in double precision, from six sides, at rest and at three moments of its clips,
 * 240 x 240 with 16 samples a pixel, without light. The source has its whole textures, interpolated, and
 * all its triangles. Both are drawn on the source's vertices. */
#include "contract/steps.h"

#include <math.h>
#include <string.h>

#include "bake/shape/meshes.h"
#include "contract/samples.h"
#include "common/progress.h"

#define BINS 4096u          /* of distances, below */
#define MOST_DISTANCE 1.25  /* of two colours in OKLab */
#define ALIKE 1.1           /* errors that differ by this are as good as each other */
#define AIM 0.95            /* share of the error that is used: other moments may be worse */
#define LESS_DETAIL 0.05    /* a pixel that differs by more has lost detail */
#define MOST_ONE_SIDED 0.02 /* of the picture, which then counts like the error */

/* Numbers as they are stored: bytes, and coordinates in fixed point; in double precision again. */
static void round_numbers(double *numbers, size_t count, double steps)
{
    for (size_t i = 0; i < count; i++)
        numbers[i] = nearbyint(numbers[i] * steps) / steps;
}

/* Prepares the looks of all instances as a bake with these options has them. */
static void take_looks(appearance *a, bake_textures *textures, const bake_job *job)
{
    *textures = textures_make(job);
    for (uint32_t i = 0; i < a->s->instance_count; i++) {
        const scene_instance *instance = &a->s->instances[i];
        const uint32_t vertices = scene_instance_primitive(a->s, instance)->vertex_count;
        const bake_mapping *mapping = &textures->of[instance->mesh][instance->primitive];
        look *l = &a->looks[i];
        *l = (look){.uvs = NULL};
        if (mapping->colours != NULL) {
            double(*stored)[4] = job_calloc(job, vertices, sizeof *stored);
            memcpy(stored, mapping->colours, vertices * sizeof *stored);
            round_numbers(stored[0], (size_t)vertices * 4, 255);
            l->colours = (const double(*)[4])stored;
        }
        if (mapping->texture == BAKE_NONE)
            continue;
        l->texture = &textures->textures[mapping->texture];
        l->uvs = mapping->uvs;
        if (job->traits->fixed) {
            bake_mesh mesh = {.uv_reach = 0};
            double(*stored)[2] = job_calloc(job, vertices, sizeof *stored);
            memcpy(stored, mapping->uvs, vertices * sizeof *stored);
            for (uint32_t v = 0; v < vertices; v++)
                mesh.uv_reach = fmax(mesh.uv_reach, fmax(fabs(stored[v][0]), fabs(stored[v][1])));
            round_numbers(stored[0], (size_t)vertices * 2, 1u << mesh_uv_bits(&mesh));
            l->uvs = (const double(*)[2])stored;
        }
    }
}

/* Measures what a bake with these options looks like, by every stride-th pixel; by all of them
 * beside the source with all its triangles. Stops, and leaves *out not measured, as soon as the 95th
 * percentile is certain to be more than `most`. */
static void measure(bake_colour_stats *out, appearance *a, const bake_options *options,
                    uint32_t stride, double most, diag *d)
{
    const uint32_t count = (a->pixel_count + stride - 1) / stride;
    FREED_BY(region_free) region memory = {0};
    const bake_job job = {.scene = a->s,
                          .options = options,
                          .traits = traits_of(options->encoding),
                          .memory = &memory,
                          .d = d};
    const uint32_t holes = (a->hole_count + stride - 1) / stride;
    uint32_t *bins = region_calloc(&memory, BINS, sizeof *bins), less = 0, bin = 0, below = 0;
    double *of_instance = region_calloc(&memory, a->s->instance_count + 1u, sizeof *of_instance);
    uint32_t worst = 0, one_sided = 0, over = 0;
    bake_textures textures;
    double all = 0;
    take_looks(a, &textures, &job);
    *out =
        (bake_colour_stats){.texture_count = textures.count, .texture_side = options->texture_side};
    for (uint32_t i = 0; i < textures.count; i++)
        out->texture_bytes += texture_bytes(&textures.textures[i]);
    for (uint32_t i = 0; i < a->pixel_count; i += stride) {
        const pixel *p = &a->pixels[i];
        double lab[3];
        const uint32_t clear = samples_lab(lab, a, &a->samples[p->first], p->count);
        for (int c = 0; c < 3; c++)
            lab[c] -= (double)p->lab[stride == 1][c];
        const double far = vec_length(lab, 3);
        all += far;
        of_instance[a->triangles[a->samples[p->first].triangle].instance] += far;
        less += far > LESS_DETAIL ? 1u : 0u;
        one_sided += 2 * clear > p->count;
        const double at = fmin(far / MOST_DISTANCE * BINS, BINS - 1);
        bins[(uint32_t)at]++;
        over += at > most / MOST_DISTANCE * BINS + 1;
        if (count - over < 0.95 * count)
            return;
    }
    for (uint32_t i = 0; i < a->hole_count; i += stride) {
        double lab[3];
        one_sided += 1 - samples_lab(lab, a, &a->holes[i], 1);
    }
    if (count > 0) {
        while (below + bins[bin] < 0.95 * count)
            below += bins[bin++];
        out->p95 = (bin + (0.95 * count - below) / bins[bin]) * MOST_DISTANCE / BINS;
        out->mean = all / count;
        out->less_detail = (double)less / count;
    }
    out->one_sided = one_sided / fmax(count + holes, 1);
    out->measured = true;
    for (uint32_t i = 0; i < a->s->instance_count; i++)
        worst = of_instance[i] > of_instance[worst] ? i : worst;
    out->worst_node = a->s->instance_count == 0 ? 0 : a->s->instances[worst].node;
}

/* Vertex colours first, then by bytes for a square texture and its palette. */
static const struct {
    uint32_t side, texels;
} ladder[] = {{0, 0},
              {8, PELT_TEXELS_I4},
              {16, PELT_TEXELS_I4},
              {32, PELT_TEXELS_I4},
              {32, PELT_TEXELS_I8},
              {64, PELT_TEXELS_I4},
              {64, PELT_TEXELS_I8},
              {128, PELT_TEXELS_I4},
              {128, PELT_TEXELS_I8},
              {256, PELT_TEXELS_I4},
              {256, PELT_TEXELS_I8},
              {256, PELT_TEXELS_RGB565}};

enum { STEPS = sizeof ladder / sizeof ladder[0] };

/* What a choice goes by. `lost` is the one-sided part that every choice has. */
static double distance_of(const bake_colour_stats *colour, double error, double lost)
{
    return fmax(colour->p95, (colour->one_sided - lost) / MOST_ONE_SIDED * error);
}

/* Whether a clip moves a texture, which colours of vertices cannot show. */
static bool needs_texture(const scene *s)
{
    uint32_t shifts = 0;
    for (uint32_t i = 0; i < s->clip_count; i++)
        shifts += s->clips[i].shift_count;
    return shifts > 0;
}

/* Climbs until the error is kept; else takes the lowest step that is hardly worse than the best. */
static void climb(bake_options *options, bake_colour_stats *colour, appearance *a, double error,
                  diag *d)
{
    const uint32_t wanted = options->texels;
    bake_colour_stats of[STEPS] = {{0}};
    double best = HUGE_VAL;
    /* How far off those are that fail counts only if all do. */
    for (size_t k = 0; k < 2 * STEPS && best > error; k++) {
        const size_t i = k % STEPS;
        if (of[i].measured ||
            (i == 0 ? needs_texture(a->s) : wanted != 0 && ladder[i].texels != wanted))
            continue;
        progress("choosing textures", k, 2 * STEPS);
        options->texture_side = ladder[i].side;
        options->texels = ladder[i].texels;
        measure(&of[i], a, options, PIXEL_STRIDE, k < STEPS ? error : HUGE_VAL, d);
        best = of[i].measured ? fmin(best, distance_of(&of[i], error, 0)) : best;
    }
    /* If all fail, what no texture mends, such as holes by the alpha of vertices, does not count. */
    double lost = best > error ? 1 : 0;
    for (size_t i = 0; i < STEPS; i++)
        lost = of[i].measured ? fmin(lost, of[i].one_sided) : lost;
    for (size_t i = 0; i < STEPS; i++)
        best = of[i].measured ? fmin(best, distance_of(&of[i], error, lost)) : best;
    size_t step = 0;
    while (!of[step].measured ||
           distance_of(&of[step], error, lost) > (best <= error ? error : best * ALIKE))
        step++;
    options->texture_side = ladder[step].side;
    options->texels = ladder[step].texels;
    measure(colour, a, options, 1, HUGE_VAL, d);
}

bool appearance_has_textures(const scene *s)
{
    for (uint32_t i = 0; i < s->instance_count; i++)
        if (scene_is_textured(scene_instance_primitive(s, &s->instances[i])))
            return true;
    return false;
}

bool appearance_choose(bake_options *options, bake_colour_stats *colour, const scene *s, diag *d)
{
    const double error = options->colour_error > 0 ? options->colour_error : BAKE_COLOUR_ERROR;
    appearance a;
    samples_open(&a, s);
    const bool is_auto = options->texture_side == BAKE_AUTO;
    if (is_auto)
        climb(options, colour, &a, AIM * error, d);
    else
        measure(colour, &a, options, 1, HUGE_VAL, d);
    samples_close(&a);
    progress_clear();
    if (colour->one_sided > MOST_ONE_SIDED)
        diag_warn(options->file,
                  "%.0f %% of the picture is open where the source is not, or closed "
                  "where it has holes, /materials, %s",
                  100 * colour->one_sided,
                  is_auto ? "and no larger texture does better" : "give --textures auto");
    if (colour->p95 <= error)
        return true;
    if (options->colour_error > 0)
        return diag_fail(d, DIAG_INVALID,
                         "5 %% of the picture's colours are more than %.3f from the source's, not "
                         "%.3g, most at /nodes/%u, give --colour-error %.3f or --textures %s",
                         colour->p95, error, colour->worst_node,
                         ceil(colour->p95 * 1000 + 1) / 1000,
                         options->texture_side == 0 ? "auto" : "256");
    diag_warn(options->file,
              "5 %% of the picture's colours are more than %.3f from the source's, most at "
              "/nodes/%u, %s",
              colour->p95, colour->worst_node,
              is_auto && s->whole != NULL  ? "as --triangles moves them"
              : is_auto                    ? "and no larger texture does better"
              : options->texture_side == 0 ? "give --textures auto"
                                           : "give a larger number to --textures");
    return true;
}
