/* SPDX-License-Identifier: MIT */
/* The greedy search for parts of few joints. */
#include "bake/shape/parts_plan.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"

#define NONE UINT32_MAX
#define PASSES 4u            /* of moving items to other parts that have their joints, too */
#define MOST_WORK (1u << 25) /* sets times parts of a plan; beyond this no other plan is tried */
#define MOST_COUNTERS (1u << 26) /* vertices times parts; beyond that items stay where they are */

/* How a part's first set of joints is chosen, and how it grows. */
enum { SEED_FIRST, SEED_RARE, SEED_LARGE, SEED_COUNT };
enum { GROW_FEWEST, GROW_RATIO, GROW_COUNT };

/* Items with the same joints. */
typedef struct joint_set {
    const parts_item *item; /* one item of the set */
    uint32_t item_count, part;
} joint_set;

typedef struct planner {
    const parts_input *in;
    uint32_t set_count;
    joint_set *sets;
    uint32_t left_count,
        *left;           /* [left_count] sets that had no part when this one began, ascending */
    uint32_t *set_of;    /* [item] */
    uint32_t *frequency; /* [joint] number of sets with this joint */
    uint32_t part_count, part_capacity;
    bool *has;     /* [part][joint] */
    region memory; /* holds the other arrays */
} planner;

/// Sets //////////////////////////////////////////////////////////////////////////////////////////

static int compare_joints(const parts_item *a, const parts_item *b)
{
    if (a->joint_count != b->joint_count)
        return a->joint_count < b->joint_count ? -1 : 1;
    for (uint32_t k = 0; k < a->joint_count; k++)
        if (a->joints[k] != b->joints[k])
            return a->joints[k] < b->joints[k] ? -1 : 1;
    return 0;
}

static int compare_items(const void *left, const void *right)
{
    const parts_item *a = *(const parts_item *const *)left;
    const parts_item *b = *(const parts_item *const *)right;
    const int order = compare_joints(a, b);
    return order != 0 ? order : (a > b) - (a < b); /* both pointers are into one array */
}

static int compare_sets(const void *left, const void *right)
{
    const joint_set *a = left, *b = right;
    return (a->item > b->item) - (a->item < b->item);
}

/* Makes the sets, in the order in which they first occur in the file. */
static void make_sets(planner *p)
{
    const parts_input *in = p->in;
    const parts_item **sorted = region_calloc(&p->memory, in->item_count, sizeof *sorted);
    uint32_t *rank = region_calloc(&p->memory, in->item_count, sizeof *rank);
    p->sets = region_calloc(&p->memory, in->item_count, sizeof *p->sets);
    p->left = region_calloc(&p->memory, in->item_count, sizeof *p->left);
    p->set_of = region_calloc(&p->memory, in->item_count, sizeof *p->set_of);
    p->frequency = region_calloc(&p->memory, in->joint_count, sizeof *p->frequency);
    for (uint32_t i = 0; i < in->item_count; i++)
        sorted[i] = &in->items[i];
    qsort(sorted, in->item_count, sizeof *sorted, compare_items);
    for (uint32_t i = 0; i < in->item_count; i++) {
        if (i == 0 || compare_joints(sorted[i - 1], sorted[i]) != 0)
            p->sets[p->set_count++].item = sorted[i];
        p->sets[p->set_count - 1].item_count++;
    }
    qsort(p->sets, p->set_count, sizeof *p->sets, compare_sets);
    for (uint32_t s = 0; s < p->set_count; s++) {
        const parts_item *item = p->sets[s].item;
        rank[item - in->items] = s;
        for (uint32_t k = 0; k < item->joint_count; k++)
            p->frequency[item->joints[k]]++;
    }
    for (uint32_t i = 0, first = 0; i < in->item_count; i++) {
        if (compare_joints(sorted[first], sorted[i]) != 0)
            first = i;
        p->set_of[sorted[i] - in->items] = rank[sorted[first] - in->items];
    }
}

/// Growing ///////////////////////////////////////////////////////////////////////////////////////

static bool *part_joints(const planner *p, uint32_t part)
{
    return p->has + (size_t)part * p->in->joint_count;
}

static uint32_t count_missing(const bool *has, const parts_item *item)
{
    uint32_t missing = 0;
    for (uint32_t k = 0; k < item->joint_count; k++)
        missing += !has[item->joints[k]];
    return missing;
}

static uint32_t begin_part(planner *p)
{
    const size_t bytes = p->in->joint_count * sizeof *p->has;
    p->has = diag_grow(p->has, p->part_count, &p->part_capacity, bytes);
    memset(part_joints(p, p->part_count), 0, bytes);
    return p->part_count++;
}

/* Chooses a first set from those that are left; NULL if there is none. */
static joint_set *seed(planner *p, int how)
{
    joint_set *best = NULL;
    uint32_t best_score = 0, kept = 0;
    for (uint32_t s = 0; s < p->left_count; s++)
        if (p->sets[p->left[s]].part == NONE)
            p->left[kept++] = p->left[s];
    p->left_count = kept;
    for (uint32_t s = 0; s < p->left_count; s++) {
        joint_set *set = &p->sets[p->left[s]];
        uint32_t score = 1;
        if (how == SEED_LARGE)
            score += set->item->joint_count;
        for (uint32_t k = 0; how == SEED_RARE && k < set->item->joint_count; k++) {
            const uint32_t rare = NONE - p->frequency[set->item->joints[k]];
            score = score > rare ? score : rare;
        }
        if (score > best_score) {
            best = set;
            best_score = score;
        }
    }
    return best;
}

/* Takes all sets whose joints the part has already. Returns the set to grow by, or NULL if none
 * fits. */
static joint_set *next_set(planner *p, uint32_t part, uint32_t used, int how)
{
    const bool *has = part_joints(p, part);
    joint_set *best = NULL;
    double best_score = 0;
    for (uint32_t s = 0; s < p->left_count; s++) {
        joint_set *set = &p->sets[p->left[s]];
        if (set->part != NONE)
            continue;
        const uint32_t missing = count_missing(has, set->item);
        if (missing == 0)
            set->part = part;
        if (missing == 0 || used + missing > p->in->most)
            continue;
        const uint32_t shared = set->item->joint_count - missing;
        const double score = how == GROW_FEWEST
                                 ? (16.0 + shared) / missing
                                 : (double)set->item_count * (1.0 + shared) / missing;
        if (score > best_score) {
            best = set;
            best_score = score;
        }
    }
    return best;
}

static void grow(planner *p, int seed_how, int grow_how)
{
    for (uint32_t s = 0; s < p->set_count; s++) {
        p->sets[s].part = NONE;
        p->left[s] = s;
    }
    p->left_count = p->set_count;
    p->part_count = 0;
    for (joint_set *set; (set = seed(p, seed_how)) != NULL;) {
        const uint32_t part = begin_part(p);
        bool *has = part_joints(p, part);
        uint32_t used = 0;
        for (; set != NULL; set = next_set(p, part, used, grow_how)) {
            used += count_missing(has, set->item);
            for (uint32_t k = 0; k < set->item->joint_count; k++)
                has[set->item->joints[k]] = true;
            set->part = part;
        }
    }
}

/// Borders ///////////////////////////////////////////////////////////////////////////////////////

/* The number of the item's vertices that the part would not have without it. */
static uint32_t alone(const uint32_t *counters, uint32_t part_count, const parts_item *item,
                      uint32_t part, uint32_t own)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < item->of.count; k++)
        count += counters[(size_t)item->of.vertices[k] * part_count + part] <= own;
    return count;
}

static void move(uint32_t *counters, uint32_t part_count, const parts_item *item, uint32_t from,
                 uint32_t to)
{
    for (uint32_t k = 0; k < item->of.count; k++) {
        counters[(size_t)item->of.vertices[k] * part_count + from]--;
        counters[(size_t)item->of.vertices[k] * part_count + to]++;
    }
}

/* Moves items to parts that have their joints and more of their vertices; returns how many
 * moved. */
static uint32_t move_items(const planner *p, uint32_t *part_of, uint32_t *counters)
{
    uint32_t moved = 0;
    for (uint32_t i = 0; i < p->in->item_count; i++) {
        const parts_item *item = &p->in->items[i];
        uint32_t best = part_of[i], least = alone(counters, p->part_count, item, best, 1);
        for (uint32_t part = 0; part < p->part_count && least > 0; part++) {
            if (part == part_of[i] || count_missing(part_joints(p, part), item) > 0)
                continue;
            const uint32_t count = alone(counters, p->part_count, item, part, 0);
            if (count < least) {
                least = count;
                best = part;
            }
        }
        if (best == part_of[i])
            continue;
        move(counters, p->part_count, item, part_of[i], best);
        part_of[i] = best;
        moved++;
    }
    return moved;
}

/* Moves items until nothing changes, and returns how many vertices the parts have together. */
static uint64_t smooth(const planner *p, uint32_t *part_of)
{
    const size_t cells = (size_t)p->in->vertex_count * p->part_count;
    uint64_t vertices = 0;
    for (uint32_t i = 0; i < p->in->item_count; i++)
        part_of[i] = p->sets[p->set_of[i]].part;
    if (cells > MOST_COUNTERS)
        return UINT64_MAX;
    FREED uint32_t *counters = diag_calloc(cells + 1u, sizeof *counters);
    for (uint32_t i = 0; i < p->in->item_count; i++)
        for (uint32_t k = 0; k < p->in->items[i].of.count; k++)
            counters[(size_t)p->in->items[i].of.vertices[k] * p->part_count + part_of[i]]++;
    for (uint32_t pass = 0; pass < PASSES && move_items(p, part_of, counters) > 0; pass++)
        ;
    for (size_t i = 0; i < cells; i++)
        vertices += counters[i] > 0;
    return vertices;
}

/* Renumbers the parts so that empty ones disappear. */
static uint32_t number_parts(uint32_t *part_of, uint32_t item_count, uint32_t part_count)
{
    uint32_t *number = diag_calloc(part_count + 1u, sizeof *number), count = 0;
    for (uint32_t i = 0; i < part_count; i++)
        number[i] = NONE;
    for (uint32_t i = 0; i < item_count; i++) {
        uint32_t *n = &number[part_of[i]];
        if (*n == NONE)
            *n = count++;
        part_of[i] = *n;
    }
    free(number);
    return count;
}

uint32_t parts_plan(uint32_t *part_of, const parts_input *in)
{
    planner p = {.in = in};
    uint32_t *tried = region_calloc(&p.memory, in->item_count, sizeof *tried);
    uint32_t least_parts = NONE;
    uint64_t least_vertices = UINT64_MAX, work = 0;
    make_sets(&p);
    for (int how = 0; how < SEED_COUNT * GROW_COUNT && work <= MOST_WORK; how++) {
        grow(&p, how / GROW_COUNT, how % GROW_COUNT);
        work = (uint64_t)p.part_count * p.set_count;
        const uint64_t vertices = smooth(&p, tried);
        const uint32_t parts = number_parts(tried, in->item_count, p.part_count);
        if (parts > least_parts || (parts == least_parts && vertices >= least_vertices))
            continue;
        least_parts = parts;
        least_vertices = vertices;
        memcpy(part_of, tried, in->item_count * sizeof *part_of);
    }
    free(p.has);
    region_free(&p.memory);
    return least_parts;
}
