/* SPDX-License-Identifier: MIT */
#include "bake/vertex/mixes.h"

#include <stdlib.h>
#include <string.h>

#include "src/blob/format.h"

/* A tuple of joints and weights that some vertices have. */
typedef struct candidate {
    bake_mix mix;
    uint32_t vertex_count;
    uint32_t skin;
    double saved; /* by skinning the vertices with it; then all in all */
} candidate;

#define MIX_SAVES 2 /* rigid vertices, at the least */

typedef struct candidates {
    candidate *items;
    size_t count, capacity;
} candidates;

static int compare_candidates(const void *left, const void *right)
{
    const candidate *a = left, *b = right;
    if (a->skin != b->skin)
        return a->skin < b->skin ? -1 : 1;
    return mix_compare(&a->mix, &b->mix);
}

static int most_saved_first(const void *left, const void *right)
{
    const candidate *a = left, *b = right;
    if (a->saved != b->saved)
        return a->saved > b->saved ? -1 : 1;
    return compare_candidates(left, right);
}

static candidate *push(candidates *all)
{
    if (all->count == all->capacity) {
        const size_t capacity = all->capacity == 0 ? 256 : 2 * all->capacity;
        candidate *items = diag_calloc(capacity, sizeof *items);
        if (all->count > 0)
            memcpy(items, all->items, all->count * sizeof *items);
        free(all->items);
        all->items = items;
        all->capacity = capacity;
    }
    return &all->items[all->count++];
}

/* The vertices of a mesh that a mix could skin, ordered as without any. */
static void add_vertices(candidates *all, const records_input *in, uint32_t mesh)
{
    const uint32_t skin = in->skins->of_mesh[mesh].skin;
    const kernel_cost *kernels = job_kernels(in->job);
    bool *unit = diag_calloc(in->skins->skins[skin].entry_count, sizeof *unit);
    const double scale =
        in->meshes->meshes[mesh].has_normals ? 1 : BAKE_COST_WITHOUT_NORMALS;
    bake_records records = records_build(in, mesh, unit);
    for (uint32_t i = 0; i < records.run_count; i++) {
        const bake_run *run = &records.runs[i];
        if (run->influences == 1 || (run->flags & FORMAT_RUN_MORPHED) != 0)
            continue;
        const uint16_t *direct =
            (run->flags & FORMAT_RUN_SAME_JOINTS) != 0 ? kernels->set : kernels->plain;
        for (uint32_t v = run->first; v < run->first + run->count; v++) {
            const bake_record *r = &records.records[v];
            candidate *c = push(all);
            *c = (candidate){.mix.influences = r->influences,
                             .vertex_count = 1,
                             .skin = skin,
                             .saved = scale * (direct[r->influences - 1] - kernels->mixed)};
            memcpy(c->mix.entry, r->entry, sizeof r->entry);
            memcpy(c->mix.weight, r->weight, sizeof r->weight);
        }
    }
    records_free(&records);
    free(unit);
}

/* Equal ones together, as long as they save something. */
static void merge(candidates *all, const kernel_cost *kernels)
{
    size_t kept = 0;
    if (all->count > 0)
        qsort(all->items, all->count, sizeof *all->items, compare_candidates);
    for (size_t i = 0, next; i < all->count; i = next) {
        candidate c = all->items[i];
        for (next = i + 1; next < all->count; next++) {
            if (compare_candidates(&c, &all->items[next]) != 0)
                break;
            c.vertex_count++;
            c.saved += all->items[next].saved;
        }
        c.saved -= kernels->mix[c.mix.influences - 2];
        if (c.vertex_count > 1 && c.saved > MIX_SAVES * kernels->plain[0])
            all->items[kept++] = c;
    }
    all->count = kept;
}

/* The best of them, as far as palettes and `most` reach: chosen[], of their skins in order. */
static uint32_t choose(bake_mix **chosen, uint32_t *counts, const records_input *in,
                       candidates *all)
{
    const bake_order *order = &in->job->options->order;
    const uint32_t most = in->job->precision->most_entries;
    const uint32_t limit = order->limits_mixes ? order->most_mixes : UINT32_MAX;
    uint32_t total = 0;
    double *saved = diag_calloc(in->skins->count, sizeof *saved);
    for (size_t i = 0; i < all->count; i++)
        saved[all->items[i].skin] += all->items[i].saved;
    if (all->count > 0)
        qsort(all->items, all->count, sizeof *all->items, most_saved_first);
    for (size_t i = 0; i < all->count && total < limit; i++) {
        const uint32_t skin = all->items[i].skin;
        const uint32_t room = most - in->skins->skins[skin].entry_count;
        if (saved[skin] <= job_cost(in->job)->run || /* they make a run */
            counts[skin] == room)
            continue;
        if (chosen[skin] == NULL)
            chosen[skin] = job_calloc(in->job, room, sizeof **chosen);
        chosen[skin][counts[skin]++] = all->items[i].mix;
        total++;
    }
    free(saved);
    return total;
}

bake_mixes mixes_make(const records_input *in)
{
    const bake_order *order = &in->job->options->order;
    const kernel_cost *kernels = job_kernels(in->job);
    const uint32_t skin_count = in->skins->count;
    skin_mixes *of_skin = job_calloc(in->job, skin_count, sizeof *of_skin);
    bake_mixes out = {.of_skin = of_skin};
    records_input without = *in;
    candidates all = {0};
    if (order->plain || (order->limits_mixes && order->most_mixes == 0))
        return out;
    without.mixes = NULL;
    for (uint32_t i = 0; i < in->meshes->count; i++)
        if (in->meshes->meshes[i].skin != BAKE_NONE)
            add_vertices(&all, &without, i);
    merge(&all, kernels);
    bake_mix **chosen = diag_calloc(skin_count, sizeof *chosen);
    uint32_t *counts = diag_calloc(skin_count, sizeof *counts);
    out.count = choose(chosen, counts, in, &all);
    for (uint32_t i = 0; i < skin_count; i++) {
        if (counts[i] > 0)
            qsort(chosen[i], counts[i], sizeof **chosen, mix_compare);
        for (uint32_t k = 0; k < counts[i]; k++)
            out.cost += kernels->mix[chosen[i][k].influences - 2];
        of_skin[i] = (skin_mixes){counts[i], chosen[i]};
    }
    free(counts);
    free(chosen);
    free(all.items);
    return out;
}
