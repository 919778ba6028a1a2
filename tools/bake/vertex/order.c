/* SPDX-License-Identifier: MIT */
/* Orders a mesh's vertices, divides them into runs, and chooses the copies.
 *
 * Kernels for runs whose vertices all have the same joints are faster, but each run has a cost,
 * too. Groups of one joint set get a run of their own if they are large enough (job.h); the other
 * vertices share one. Vertices that differ only in texture coordinates or colour, as at seams, are
 * skinned once; the others follow as copies in the mesh's last run. */
#include "bake/vertex/records.h"

#include <stdlib.h>
#include <string.h>

#define UNIT FORMAT_RUN_UNIT_NORMALS
#define MORPHED FORMAT_RUN_MORPHED
#define COPIES FORMAT_RUN_COPIES
#define PACKED FORMAT_RUN_PACKED

typedef struct ordering {
    bake_records *out;
    bake_stats *stats;
    const bake_cost *cost;
    const kernel_cost *kernels;
    bool plain;
    const encoding_traits *traits;
    double scale; /* factor for meshes without normals, whose kernels do less */
} ordering;

/// Costs /////////////////////////////////////////////////////////////////////////////////////////

/* The cost of one vertex in a run of its kind. All runs but those of unit normals renormalise. */
static double vertex_cost(const ordering *o, uint32_t influences, uint32_t flags)
{
    const kernel_cost *k = o->kernels;
    const uint16_t kernel =
        ((flags & FORMAT_RUN_SAME_JOINTS) != 0 ? k->set : k->plain)[influences - 1];
    return (flags & COPIES) != 0 ? o->cost->copy
                                 : o->scale * (kernel + ((flags & UNIT) != 0 ? 0 : k->normalise));
}

/* The gain of a separate run for `count` vertices of one joint set: time, and the bytes of all
 * offsets but one, less the bytes of the run. Lean rigid records would not become smaller. */
static double set_gain(const ordering *o, uint32_t count, uint32_t influences, uint32_t flags)
{
    const int each = o->kernels->plain[influences - 1] - o->kernels->set[influences - 1];
    if (o->plain || each <= 0 || (flags & (MORPHED | PACKED)) != 0 ||
        (o->traits->lean && influences == 1))
        return -o->cost->run;
    const double offsets = o->traits->fixed ? format_offset_bytes_q16(influences)
                                            : format_offset_bytes_f32(influences);
    const double bytes = offsets * (count - 1.0) - sizeof(format_run);
    return each * o->scale * count + o->cost->copy * bytes / BAKE_COST_COPY_BYTES - o->cost->run;
}

/// Sorting ///////////////////////////////////////////////////////////////////////////////////////

static int compare_words(const uint32_t *a, const uint32_t *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* The order of kinds of runs with the same number of influences. */
static uint32_t kind_rank(const bake_record *r)
{
    return (r->flags & MORPHED) != 0 ? 2 : (r->flags & UNIT) != 0 ? 0 : 1;
}

/* Orders by: group; copies last; number of influences; kind of run; joints; joints by weight; the
 * file's order. Every other group is ordered backwards, so that one ends with the kind with which the
 * next begins. */
static int compare_runs(const void *left, const void *right)
{
    const bake_record *a = left, *b = right;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->group % 2 != 0) {
        a = right;
        b = left;
    }
    const uint32_t a_key[] = {a->flags & COPIES, a->influences, kind_rank(a), a->flags & PACKED};
    const uint32_t b_key[] = {b->flags & COPIES, b->influences, kind_rank(b), b->flags & PACKED};
    int order = compare_words(a_key, b_key, 4);
    if (order == 0)
        order = compare_words(a->entry, b->entry, 4);
    if (order == 0)
        order = compare_words(a->heaviest, b->heaviest, 4);
    return order != 0 ? order : compare_words(&a->source, &b->source, 1);
}

static int compare_originals(const void *left, const void *right)
{
    const bake_record *a = left, *b = right;
    const int order = compare_words(&a->original, &b->original, 1);
    return order != 0 ? order : compare_words(&a->source, &b->source, 1);
}

static bool same_kind(const bake_record *a, const bake_record *b)
{
    if (a->group != b->group)
        return false;
    if ((a->flags & b->flags & COPIES) != 0)
        return true;
    return a->influences == b->influences && a->flags == b->flags;
}

static bool same_joints(const bake_record *a, const bake_record *b)
{
    return memcmp(a->entry, b->entry, sizeof a->entry) == 0;
}

static uint32_t group_end(const bake_record *records, uint32_t first, uint32_t end)
{
    uint32_t next = first;
    while (next < end && same_joints(&records[first], &records[next]))
        next++;
    return next;
}

/// Copies ////////////////////////////////////////////////////////////////////////////////////////

/* Copies stand behind all others, so coarser levels have none. */
static bool is_copy(const bake_record *original, const bake_record *r)
{
    return r->delta_count == 0 && r->level == 0 && memcmp(original, r, BAKE_RECORD_SKINNED) == 0;
}

/* The least cost of a vertex that is not copied. */
static double least_cost(const ordering *o, const bake_record *r)
{
    return fmin(vertex_cost(o, r->influences, r->flags),
                vertex_cost(o, r->influences, r->flags | FORMAT_RUN_SAME_JOINTS));
}

/* Marks copies among records in order of content. Until the final order is known, an original is
 * given by its source. */
static void mark_copies(const ordering *o)
{
    bake_record *records = o->out->records;
    const uint32_t count = o->out->count;
    double gain = 0;
    for (uint32_t i = 1, original = 0; i < count; i++) {
        if (!is_copy(&records[original], &records[i]))
            original = i;
        else
            gain += fmax(least_cost(o, &records[i]) - o->cost->copy, 0);
    }
    if (gain <= o->cost->run)
        return;
    for (uint32_t i = 1, original = 0; i < count; i++) {
        if (!is_copy(&records[original], &records[i])) {
            original = i;
        } else if (least_cost(o, &records[i]) > o->cost->copy) {
            records[i].original = records[original].source;
            records[i].flags = COPIES;
        }
    }
}

/* Orders copies by their originals, whose places are known now. */
static void place_copies(const ordering *o, uint32_t first, uint32_t end, uint32_t source_count)
{
    bake_record *records = o->out->records;
    FREED uint32_t *place = diag_calloc(source_count, sizeof *place);
    for (uint32_t i = 0; i < first; i++)
        place[records[i].source] = i;
    for (uint32_t i = first; i < end; i++)
        records[i].original = place[records[i].original];
    qsort(records + first, end - first, sizeof *records, compare_originals);
}

/// Runs //////////////////////////////////////////////////////////////////////////////////////////

static void push_run(ordering *o, uint32_t first, uint32_t count, uint32_t flags)
{
    const bake_record *head = &o->out->records[first];
    const bool copies = (head->flags & COPIES) != 0;
    const bake_run run = {first, count, copies ? 1 : head->influences, head->flags | flags};
    o->out->runs[o->out->run_count++] = run;
    o->stats->cost += o->cost->run + vertex_cost(o, run.influences, run.flags) * count;
    o->stats->copied_vertices += copies ? count : 0;
    o->stats->set_vertices += (flags & FORMAT_RUN_SAME_JOINTS) != 0 ? count : 0;
}

/* Orders vertices of one kind: groups that are not worth a run of their own come first, in one
 * run. */
static void order_kind(ordering *o, uint32_t first, uint32_t end)
{
    bake_record *records = o->out->records;
    const uint32_t influences = records[first].influences, flags = records[first].flags;
    FREED bake_record *sets = diag_calloc(end - first, sizeof *sets);
    uint32_t rest = first, set_count = 0, groups = 0;
    for (uint32_t group = first, next; group < end; group = next) {
        next = group_end(records, group, end);
        const uint32_t count = next - group;
        if (set_gain(o, count, influences, flags) > 0) {
            memcpy(sets + set_count, records + group, count * sizeof *sets);
            set_count += count;
        } else {
            memmove(records + rest, records + group, count * sizeof *sets);
            rest += count;
            groups++;
        }
    }
    memcpy(records + rest, sets, set_count * sizeof *sets);
    /* A single group that remains adds no run, but entering its kernel costs about a third of one. */
    const bool same =
        groups == 1 && set_gain(o, rest - first, influences, flags) > -2.0 / 3 * o->cost->run;
    if (rest > first)
        push_run(o, first, rest - first, same ? FORMAT_RUN_SAME_JOINTS : 0);
    for (uint32_t group = rest, next; group < end; group = next) {
        next = group_end(records, group, end);
        push_run(o, group, next - group, FORMAT_RUN_SAME_JOINTS);
    }
}

/* Whether the next run can be part of this one. */
static bool goes_on(const ordering *o, const bake_run *run, const bake_run *next)
{
    const bake_record *records = o->out->records;
    return run->influences == next->influences && run->flags == next->flags &&
           ((run->flags & FORMAT_RUN_SAME_JOINTS) == 0 ||
            same_joints(&records[run->first], &records[next->first]));
}

/* Joins runs that are separate only as groups. */
static void join_runs(ordering *o)
{
    bake_run *runs = o->out->runs;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < o->out->run_count; i++) {
        if (kept == 0 || !goes_on(o, &runs[kept - 1], &runs[i])) {
            runs[kept++] = runs[i];
            continue;
        }
        runs[kept - 1].count += runs[i].count;
        o->stats->cost -= o->cost->run;
    }
    o->out->run_count = kept;
}

/* Orders all records: the vertices of each half of a window among themselves, or of each level of
 * detail those that no coarser one has, the coarsest first. The finest is an even group, so that
 * copies are behind all others. */
static void order_all(ordering *o, uint32_t half, uint32_t source_count)
{
    bake_record *records = o->out->records;
    const uint32_t count = o->out->count;
    for (uint32_t i = 0; i < count; i++)
        records[i].group = half > 0 ? i / half : 2 * SCENE_MAX_LEVELS - records[i].level;
    qsort(records, count, sizeof *records, compare_runs);
    for (uint32_t first = 0, next; first < count; first = next) {
        for (next = first; next < count && same_kind(&records[first], &records[next]);)
            next++;
        if ((records[first].flags & COPIES) == 0) {
            order_kind(o, first, next);
            continue;
        }
        place_copies(o, first, next, source_count);
        push_run(o, first, next - first, 0);
    }
    join_runs(o);
}

/* The cost of skinning all vertices without any of this. */
static double plain_cost(const ordering *o)
{
    bool kinds[4][4] = {{false}};
    double cost = 0;
    for (uint32_t i = 0; i < o->out->count; i++) {
        const bake_record *r = &o->out->records[i];
        const uint32_t flags = r->flags & (UNIT | MORPHED);
        cost += vertex_cost(o, r->influences, flags);
        kinds[r->influences - 1][flags] = true;
    }
    for (int n = 0; n < 4; n++)
        for (int flags = 0; flags < 4; flags++)
            cost += kinds[n][flags] ? o->cost->run : 0;
    return cost;
}

void records_order(bake_records *out, bake_stats *stats, const bake_job *job, const bake_mesh *mesh)
{
    const bake_order *options = &job->options->order;
    const bake_cost *cost = options->cost == NULL ? bake_cost_default : options->cost;
    ordering o = {.out = out,
                  .stats = stats,
                  .cost = cost,
                  .kernels = bake_kernel_cost(cost, job->traits->encoding),
                  .plain = options->plain,
                  .traits = job->traits,
                  .scale = mesh->has_normals ? 1 : BAKE_COST_WITHOUT_NORMALS};
    stats->cost_plain += plain_cost(&o);
    if (!o.plain && options->window == 0) /* copies would stand behind all others */
        mark_copies(&o);
    out->runs = diag_calloc(out->count, sizeof *out->runs);
    order_all(&o, options->window / 2, mesh->vertices_in);
}
