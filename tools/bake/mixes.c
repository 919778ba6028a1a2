/* SPDX-License-Identifier: MIT */
/*
 * Mixes of palette entries: what vertices with the same joints and weights have in common is blended
 * once for every pose, and they are skinned as if by one joint. A mix is worth it where that saves
 * more than it costs. It takes 48 bytes of RAM, so it has to save more than two rigid vertices cost.
 */
#include <stdlib.h>
#include <string.h>

#include "bake/records.h"

/* A tuple of joints and weights that some vertices have. */
typedef struct candidate {
    bake_blend blend;
    uint32_t vertex_count;
    uint32_t skin;
    double saved; /* by skinning the vertices with it; then all in all */
} candidate;

#define BLEND_SAVES 2 /* rigid vertices, at the least */

typedef struct candidates {
    candidate *items;
    size_t count, capacity;
} candidates;

int bake_compare_blends(const void *left, const void *right)
{
    const bake_blend *a = left, *b = right;
    if (a->influences != b->influences)
        return a->influences < b->influences ? -1 : 1;
    for (int k = 0; k < 4; k++)
        if (a->entry[k] != b->entry[k])
            return a->entry[k] < b->entry[k] ? -1 : 1;
    for (int k = 0; k < 4; k++)
        if (a->weight[k] != b->weight[k])
            return a->weight[k] < b->weight[k] ? -1 : 1;
    return 0;
}

static int compare_candidates(const void *left, const void *right)
{
    const candidate *a = left, *b = right;
    if (a->skin != b->skin)
        return a->skin < b->skin ? -1 : 1;
    return bake_compare_blends(&a->blend, &b->blend);
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
static void add_vertices(candidates *all, const baker *b, const bake_mesh *mesh,
                         const kernel_cost *kernels)
{
    bake_records records = {0};
    bool *unit = diag_calloc(b->skins[mesh->blob_skin].entry_count, sizeof *unit);
    const double scale = mesh->has_normals ? 1 : BAKE_COST_WITHOUT_NORMALS;
    bake_records_build(&records, b, mesh, unit);
    for (uint32_t i = 0; i < records.run_count; i++) {
        const bake_run *run = &records.runs[i];
        if (run->influences == 1 || (run->flags & FORMAT_RUN_MORPHED) != 0)
            continue;
        const uint16_t *direct =
            (run->flags & FORMAT_RUN_SAME_JOINTS) != 0 ? kernels->set : kernels->plain;
        for (uint32_t v = run->first; v < run->first + run->count; v++) {
            const bake_record *r = &records.records[v];
            candidate *c = push(all);
            *c = (candidate){.blend.influences = r->influences,
                             .vertex_count = 1,
                             .skin = mesh->blob_skin,
                             .saved = scale * (direct[r->influences - 1] - kernels->blended)};
            memcpy(c->blend.entry, r->entry, sizeof r->entry);
            memcpy(c->blend.weight, r->weight, sizeof r->weight);
        }
    }
    bake_records_free(&records);
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
        c.saved -= kernels->blend[c.blend.influences - 2];
        if (c.vertex_count > 1 && c.saved > BLEND_SAVES * kernels->plain[0])
            all->items[kept++] = c;
    }
    all->count = kept;
}

/* The best of them, as far as palettes and `most` reach. */
static void choose(baker *b, candidates *all, const bake_cost *cost)
{
    const bake_order *order = &b->options->order;
    uint32_t left = order->limits_blends ? order->most_blends : UINT32_MAX;
    double *saved = diag_calloc(b->skin_count, sizeof *saved);
    for (size_t i = 0; i < all->count; i++)
        saved[all->items[i].skin] += all->items[i].saved;
    if (all->count > 0)
        qsort(all->items, all->count, sizeof *all->items, most_saved_first);
    for (size_t i = 0; i < all->count && left > 0; i++) {
        bake_skin *skin = &b->skins[all->items[i].skin];
        if (saved[all->items[i].skin] <= cost->run || /* they make a run */
            skin->entry_count + skin->blend_count == bake_max_entries(b))
            continue;
        if (skin->blends == NULL)
            skin->blends = diag_calloc(bake_max_entries(b), sizeof *skin->blends);
        skin->blends[skin->blend_count++] = all->items[i].blend;
        left--;
    }
    free(saved);
}

void bake_blends(baker *b)
{
    const bake_order *order = &b->options->order;
    const bake_cost *cost = order->cost == NULL ? bake_cost_default : order->cost;
    const kernel_cost *kernels = bake_kernel_cost(cost, b->options->flavour);
    candidates all = {0};
    if (order->plain || (order->limits_blends && order->most_blends == 0))
        return;
    for (uint32_t i = 0; i < b->mesh_count; i++)
        if (b->meshes[i].skin != BAKE_NONE)
            add_vertices(&all, b, &b->meshes[i], kernels);
    merge(&all, kernels);
    choose(b, &all, cost);
    free(all.items);
    for (uint32_t i = 0; i < b->skin_count; i++) {
        bake_skin *skin = &b->skins[i];
        if (skin->blend_count > 0)
            qsort(skin->blends, skin->blend_count, sizeof *skin->blends, bake_compare_blends);
        for (uint32_t k = 0; k < skin->blend_count; k++)
            b->stats->cost += kernels->blend[skin->blends[k].influences - 2];
        b->stats->blend_count += skin->blend_count;
    }
}

/// Writing ///////////////////////////////////////////////////////////////////////////////////////

static void put_head(byte_buffer *out, const baker *b, const bake_blend *blend)
{
    const uint32_t n = blend->influences, slots = n == 3 ? 4 : n;
    if (!b->fixed) {
        for (uint32_t k = 0; k < n; k++)
            buffer_u32(out, blend->entry[k] * FORMAT_ENTRY_BYTES);
        for (uint32_t k = 0; k < n; k++)
            buffer_u32(out, blend->weight[k]);
        return;
    }
    for (uint32_t k = 0; k < slots; k++)
        buffer_u16(out, (uint16_t)(blend->entry[k < n ? k : 0] * FORMAT_ENTRY_BYTES));
    if (b->lean && n == 2) {
        buffer_u16(out, (uint16_t)blend->weight[1]);
        buffer_u16(out, 0);
        return;
    }
    for (uint32_t k = 0; k < slots; k++)
        buffer_u16(out, (uint16_t)(k < n ? blend->weight[k] : 0));
}

void bake_write_blends(baker *b)
{
    if (b->stats->blend_count == 0)
        return;
    byte_buffer *out = blob_section_add(&b->writer, FORMAT_BLENDS, FORMAT_SECTION_REQUIRED);
    byte_buffer heads = {.big_endian = b->options->big_endian};
    for (uint32_t i = 0; i < b->skin_count; i++) {
        const bake_skin *skin = &b->skins[i];
        uint32_t counts[3] = {0};
        buffer_u32(out, b->skin_count * (uint32_t)sizeof(format_blends) + (uint32_t)heads.count);
        for (uint32_t k = 0; k < skin->blend_count; k++) {
            counts[skin->blends[k].influences - 2]++;
            put_head(&heads, b, &skin->blends[k]);
        }
        for (int n = 0; n < 3; n++)
            buffer_u32(out, counts[n]);
    }
    buffer_bytes(out, heads.bytes, heads.count);
    buffer_free(&heads);
}
