/* SPDX-License-Identifier: MIT */
/* Cuts meshes into parts by a greedy plan: --max-palette. */
#include "bake/shape/meshes.h"

#include <stdlib.h>
#include <string.h>

#include "scene/between.h"

/// The plan //////////////////////////////////////////////////////////////////////////////////////

#define NONE UINT32_MAX
#define PARTS_MOST_JOINTS 12u /* of an element: three vertices of four influences */

typedef struct parts_item {
    scene_element of;
    uint32_t joint_count, joints[PARTS_MOST_JOINTS]; /* numbers below joint_count, ascending */
} parts_item;

typedef struct parts_input {
    const parts_item *items;
    uint32_t item_count, joint_count;
    uint32_t most; /* most joints of a part; at least those of any item */
} parts_input;

static uint32_t count_missing(const bool *has, const parts_item *item)
{
    uint32_t missing = 0;
    for (uint32_t k = 0; k < item->joint_count; k++)
        missing += !has[item->joints[k]];
    return missing;
}

/* Takes all items from `first` on whose joints the part has already. Returns the item to grow by: of those
 * that add fewest joints the one that shares most; NONE if none fits. */
static uint32_t next_item(uint32_t *part_of, const parts_input *in, uint32_t first, uint32_t part,
                          const bool *has, uint32_t used)
{
    uint32_t best = NONE, least = NONE;
    for (uint32_t i = first; i < in->item_count; i++) {
        const uint32_t missing = part_of[i] == NONE ? count_missing(has, &in->items[i]) : NONE;
        const uint32_t score = missing * (PARTS_MOST_JOINTS + 1) - in->items[i].joint_count;
        if (missing == 0) {
            part_of[i] = part;
        } else if (missing != NONE && used + missing <= in->most && score < least) {
            best = i;
            least = score;
        }
    }
    return best;
}

/* Writes part_of[item_count] and returns the number of parts. It is greedy, as the least number would take
 * too long to find: a part begins with the first item that is left, takes those whose joints it has, and
 * grows by the one that adds fewest. The time is that of the items times the joints of all parts. */
static uint32_t parts_plan(uint32_t *part_of, const parts_input *in)
{
    FREED bool *has = diag_calloc(in->joint_count, sizeof *has);
    uint32_t part = 0;
    memset(part_of, 0xFF, in->item_count * sizeof *part_of);
    for (uint32_t first = 0; first < in->item_count; part++) {
        uint32_t used = 0;
        memset(has, 0, in->joint_count * sizeof *has);
        for (uint32_t i = first; i != NONE; i = next_item(part_of, in, first, part, has, used)) {
            used += count_missing(has, &in->items[i]);
            for (uint32_t k = 0; k < in->items[i].joint_count; k++)
                has[in->items[i].joints[k]] = true;
        }
        while (first < in->item_count && part_of[first] != NONE)
            first++;
    }
    return part;
}

/* The parts of a mesh in the making. */
typedef struct cutter {
    const bake_job *job;
    uint32_t most;
    /* [joints of the skin + 1] numbers of a primitive's joints; the last is the mesh's node */
    uint32_t *number;
    uint32_t joint_count; /* of the glTF skin */
    bake_primitive *pieces;
    uint32_t piece_count;
    uint32_t vertices_cut; /* by how many vertices the parts exceed the mesh */
} cutter;

static void push_piece(cutter *c, const bake_primitive *piece)
{
    c->pieces = job_grow(c->job, c->pieces, c->piece_count, sizeof *c->pieces);
    c->pieces[c->piece_count++] = *piece;
}

/// Joints ////////////////////////////////////////////////////////////////////////////////////////

/* Numbers the joints that move a vertex of a primitive; returns how many there are. */
static uint32_t number_joints(const cutter *c, const bake_primitive *primitive)
{
    uint32_t count = 0;
    memset(c->number, 0xFF, ((size_t)c->joint_count + 1) * sizeof *c->number); /* NONE */
    for (uint32_t v = 0; v < primitive->source->vertex_count; v++) {
        const bake_influences *in = &primitive->influences[v];
        for (uint32_t k = 0; k < in->count; k++) {
            uint32_t *of = &c->number[cutting_slot(in->joint[k], c->joint_count)];
            if (*of == NONE)
                *of = count++;
        }
    }
    return count;
}

/* Adds a joint to an item's list, which is ascending and has each once. */
static void add_joint(parts_item *item, uint32_t joint)
{
    uint32_t k = item->joint_count;
    while (k > 0 && item->joints[k - 1] > joint)
        k--;
    if (k > 0 && item->joints[k - 1] == joint)
        return;
    memmove(item->joints + k + 1, item->joints + k, (item->joint_count - k) * sizeof *item->joints);
    item->joints[k] = joint;
    item->joint_count++;
}

/* Lists elements with the numbers of their joints; free() them. */
static parts_item *list_items(uint32_t *count, const cutter *c, const bake_primitive *primitive)
{
    FREED scene_element *elements = elements_list(count, primitive->source);
    parts_item *items = diag_calloc(*count, sizeof *items);
    for (uint32_t i = 0; i < *count; i++) {
        items[i].of = elements[i];
        for (uint32_t v = 0; v < elements[i].count; v++) {
            const bake_influences *in = &primitive->influences[elements[i].vertices[v]];
            for (uint32_t k = 0; k < in->count; k++)
                add_joint(&items[i], c->number[cutting_slot(in->joint[k], c->joint_count)]);
        }
    }
    return items;
}

/// Pieces ////////////////////////////////////////////////////////////////////////////////////////

static void push_pieces(cutter *c, const bake_primitive *primitive, const parts_input *in,
                        const uint32_t *part_of, uint32_t part_count)
{
    FREED scene_element *elements = diag_calloc(in->item_count, sizeof *elements);
    for (uint32_t part = 0; part < part_count; part++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < in->item_count; i++)
            if (part_of[i] == part)
                elements[count++] = in->items[i].of;
        const bake_primitive piece = cutting_piece(c->job, primitive, elements, count);
        push_piece(c, &piece);
        c->vertices_cut += piece.source->vertex_count;
    }
    c->vertices_cut -= primitive->source->vertex_count;
}

/* *needed: raised to the least --max-palette with which the primitive could be cut. */
static void cut_primitive(cutter *c, uint32_t *needed, const bake_primitive *primitive)
{
    const uint32_t joint_count = number_joints(c, primitive);
    if (joint_count <= c->most) {
        push_piece(c, primitive);
        return;
    }
    uint32_t item_count;
    FREED parts_item *items = list_items(&item_count, c, primitive);
    const parts_input in = {items, item_count, joint_count, c->most};
    for (uint32_t i = 0; i < item_count; i++)
        *needed = items[i].joint_count > *needed ? items[i].joint_count : *needed;
    if (*needed <= c->most) {
        FREED uint32_t *part_of = diag_calloc(in.item_count, sizeof *part_of);
        const uint32_t part_count = parts_plan(part_of, &in);
        push_pieces(c, primitive, &in, part_of, part_count);
    }
}

static void cut_mesh(bake_mesh *mesh, bake_stats *stats, uint32_t *needed, const bake_job *job)
{
    if (mesh->skin == BAKE_NONE)
        return;
    cutter c = {.job = job,
                .most = job->options->order.max_palette,
                .joint_count = skin_size(&job->scene->skins[mesh->skin])};
    c.number = diag_calloc((size_t)c.joint_count + 1u, sizeof *c.number);
    for (uint32_t p = 0; p < mesh->primitive_count; p++)
        cut_primitive(&c, needed, &mesh->primitives[p]);
    free(c.number);
    mesh->primitives = c.pieces;
    mesh->primitive_count = c.piece_count;
    mesh->vertices_in += c.vertices_cut;
    stats->vertices_cut += c.vertices_cut;
}

bool meshes_cut(bake_meshes *out, const bake_job *job)
{
    const uint32_t most = job->options->order.max_palette;
    uint32_t needed = 0;
    if (most == 0)
        return true;
    for (uint32_t i = 0; i < out->count; i++)
        cut_mesh(&out->meshes[i], &out->stats, &needed, job);
    return needed <= most ||
           diag_fail(job->d, DIAG_INVALID,
                     "one triangle needs %u joints, --max-palette %u, give at least %u, or allow "
                     "fewer joints per vertex with --influences",
                     needed, most, needed);
}
