/* SPDX-License-Identifier: MIT */
/*
 * The order of a mesh's vertices and the runs that they are skinned in. Kernels for runs whose
 * vertices all have the same joints are faster, but each run costs something too: groups of one
 * joint set get a run of their own where they are large enough (bake_cost.h), the others share one.
 */
#include <stdlib.h>
#include <string.h>

#include "bake_records.h"

#define KIND_FLAGS (FORMAT_RUN_UNIT_NORMALS | FORMAT_RUN_MORPHED) /* alike in all of a run */

typedef struct ordering {
    bake_records *out;
    const kernel_cost *kernels;
    uint32_t run_cost;
    bool plain;
    double scale; /* of kernels: without normals they do less */
    bake_stats *stats;
} ordering;

static int compare_words(const uint32_t *a, const uint32_t *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Of the kinds of runs with equally many influences: unit normals first, morphed ones last. */
static uint32_t kind_rank(const bake_record *r)
{
    return (r->flags & FORMAT_RUN_MORPHED) != 0         ? 2
           : (r->flags & FORMAT_RUN_UNIT_NORMALS) != 0 ? 0
                                                       : 1;
}

/* Number of influences, kind of run, joints, then as in the file. */
static int compare_runs(const void *left, const void *right)
{
    const bake_record *a = left, *b = right;
    const uint32_t a_rank = kind_rank(a), b_rank = kind_rank(b);
    int order = compare_words(&a->influences, &b->influences, 1);
    if (order == 0)
        order = compare_words(&a_rank, &b_rank, 1);
    if (order == 0)
        order = compare_words(a->entry, b->entry, 4);
    return order != 0 ? order : compare_words(&a->source, &b->source, 1);
}

static bool same_kind(const bake_record *a, const bake_record *b)
{
    return a->influences == b->influences && (a->flags & KIND_FLAGS) == (b->flags & KIND_FLAGS);
}

static bool same_joints(const bake_record *a, const bake_record *b)
{
    return memcmp(a->entry, b->entry, sizeof a->entry) == 0;
}

/* Of skinning some vertices in one run; all renormalise but those of unit normals. */
static double run_cost(const ordering *o, const bake_run *run)
{
    const uint16_t *kernels = (run->flags & FORMAT_RUN_SAME_JOINTS) != 0 ? o->kernels->set
                                                                         : o->kernels->plain;
    const bool unit = (run->flags & FORMAT_RUN_UNIT_NORMALS) != 0;
    const double each = kernels[run->influences - 1] + (unit ? 0 : o->kernels->normalise);
    return o->run_cost + each * o->scale * run->count;
}

static void push_run(ordering *o, uint32_t first, uint32_t count, uint32_t flags)
{
    const bake_record *head = &o->out->records[first];
    const bake_run run = {first, count, head->influences, (head->flags & KIND_FLAGS) | flags};
    o->out->runs[o->out->run_count++] = run;
    o->stats->cost += run_cost(o, &run);
    if ((flags & FORMAT_RUN_SAME_JOINTS) != 0) {
        o->stats->set_vertices += count;
        o->stats->set_runs++;
    }
}

static uint32_t group_end(const bake_record *records, uint32_t first, uint32_t end)
{
    uint32_t next = first;
    while (next < end && same_joints(&records[first], &records[next]))
        next++;
    return next;
}

/* What a run of its own saves for `count` vertices of one joint set. */
static double set_gain(const ordering *o, uint32_t count, uint32_t influences)
{
    const int each = o->kernels->plain[influences - 1] - o->kernels->set[influences - 1];
    return o->plain ? -1 : each * o->scale * count - o->run_cost;
}

/* Vertices of one kind: groups that do not pay a run of their own come first, in one run. */
static void order_kind(ordering *o, uint32_t first, uint32_t end)
{
    bake_record *records = o->out->records;
    const uint32_t influences = records[first].influences;
    bake_record *sets = diag_calloc(end - first, sizeof *sets);
    uint32_t rest = first, set_count = 0, groups = 0;
    for (uint32_t group = first, next; group < end; group = next) {
        next = group_end(records, group, end);
        const uint32_t count = next - group;
        if (set_gain(o, count, influences) > 0) {
            memcpy(sets + set_count, records + group, count * sizeof *sets);
            set_count += count;
        } else {
            memmove(records + rest, records + group, count * sizeof *sets);
            rest += count;
            groups++;
        }
    }
    if (set_count > 0)
        memcpy(records + rest, sets, set_count * sizeof *sets);
    free(sets);
    /* One group that is left costs no further run. */
    const bool same = groups == 1 && !o->plain &&
                      o->kernels->set[influences - 1] < o->kernels->plain[influences - 1];
    if (rest > first)
        push_run(o, first, rest - first, same ? FORMAT_RUN_SAME_JOINTS : 0);
    for (uint32_t group = rest, next; group < end; group = next) {
        next = group_end(records, group, end);
        push_run(o, group, next - group, FORMAT_RUN_SAME_JOINTS);
    }
    const bake_run plain = {first, end - first, influences, records[first].flags & KIND_FLAGS};
    o->stats->cost_plain += run_cost(o, &plain);
}

void bake_order_records(bake_records *out, const baker *b, const bake_mesh *mesh)
{
    const bake_order *order = &b->options->order;
    const bake_cost *cost = order->cost == NULL ? bake_cost_default : order->cost;
    ordering o = {.out = out,
                  .kernels = bake_kernel_cost(cost, b->options->flavour),
                  .run_cost = cost->run,
                  .plain = order->plain,
                  .scale = mesh->has_normals ? 1 : BAKE_COST_WITHOUT_NORMALS,
                  .stats = b->stats};
    out->runs = diag_calloc(out->count, sizeof *out->runs);
    if (out->count > 0)
        qsort(out->records, out->count, sizeof *out->records, compare_runs);
    for (uint32_t first = 0, end; first < out->count; first = end) {
        for (end = first; end < out->count; end++)
            if (!same_kind(&out->records[first], &out->records[end]))
                break;
        order_kind(&o, first, end);
    }
}
