/* SPDX-License-Identifier: MIT */
#include "bake/shape/parts.h"

#include <stdlib.h>
#include <string.h>

#include "bake/shape/cutting.h"
#include "bake/shape/elements.h"
#include "bake/shape/parts_plan.h"

/* What a mesh becomes. */
typedef struct cutter {
    const bake_job *job;
    uint32_t most;
    uint32_t *number; /* [joints of the skin + 1] of those of a primitive; last the mesh's node */
    uint32_t joint_count; /* of glTF's skin */
    bake_primitive *pieces;
    uint32_t piece_count, piece_capacity;
    uint32_t vertices_cut; /* that there are more */
} cutter;

static void push_piece(cutter *c, const bake_primitive *piece)
{
    if (c->piece_count == c->piece_capacity) {
        const uint32_t capacity = c->piece_capacity == 0 ? 4 : 2 * c->piece_capacity;
        bake_primitive *pieces = job_calloc(c->job, capacity, sizeof *pieces);
        if (c->piece_count > 0)
            memcpy(pieces, c->pieces, c->piece_count * sizeof *pieces);
        c->pieces = pieces;
        c->piece_capacity = capacity;
    }
    c->pieces[c->piece_count++] = *piece;
}

/// Joints ////////////////////////////////////////////////////////////////////////////////////////

/* Numbers the joints of a primitive; how many there are. */
static uint32_t number_joints(cutter *c, const bake_primitive *primitive)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k <= c->joint_count; k++)
        c->number[k] = BAKE_NONE;
    for (uint32_t v = 0; v < primitive->source->vertex_count; v++) {
        const bake_influences *in = &primitive->influences[v];
        for (uint32_t k = 0; k < in->count; k++) {
            const uint32_t joint = in->joint[k] == BAKE_NONE ? c->joint_count : in->joint[k];
            if (c->number[joint] == BAKE_NONE)
                c->number[joint] = count++;
        }
    }
    return count;
}

/* Ascending, each once. */
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

static void add_vertex(parts_item *item, const cutter *c, const bake_primitive *primitive,
                       uint32_t vertex)
{
    const bake_influences *in = &primitive->influences[vertex];
    item->vertices[item->vertex_count++] = vertex;
    for (uint32_t k = 0; k < in->count; k++)
        add_joint(item, c->number[in->joint[k] == BAKE_NONE ? c->joint_count : in->joint[k]]);
}

/* Elements in order, then the vertices that none has; their number. */
static uint32_t list_items(parts_item *items, const cutter *c, const bake_primitive *primitive)
{
    const scene_primitive *source = primitive->source;
    const uint32_t corners = element_corners(source), elements = element_count(source);
    bool *seen = diag_calloc(source->vertex_count + 1u, sizeof *seen);
    uint32_t count = 0;
    for (; count < elements; count++)
        for (uint32_t k = 0; k < corners; k++) {
            const uint32_t vertex = element_vertex(source, count, k);
            add_vertex(&items[count], c, primitive, vertex);
            seen[vertex] = true;
        }
    for (uint32_t v = 0; v < source->vertex_count; v++)
        if (!seen[v])
            add_vertex(&items[count++], c, primitive, v);
    free(seen);
    return count;
}

/// Pieces ////////////////////////////////////////////////////////////////////////////////////////

static void push_pieces(cutter *c, const bake_primitive *primitive, const parts_input *in,
                        const uint32_t *part_of, uint32_t part_count)
{
    const uint32_t elements = element_count(primitive->source);
    cutting cut;
    for (uint32_t part = 0; part < part_count; part++) {
        cutting_begin(&cut, primitive);
        for (uint32_t i = 0; i < in->item_count; i++)
            if (part_of[i] == part)
                cutting_add(&cut, in->items[i].vertices, in->items[i].vertex_count, i >= elements);
        const bake_primitive piece = cutting_primitive(c->job, &cut);
        push_piece(c, &piece);
        c->vertices_cut += piece.source->vertex_count;
        cutting_end(&cut);
    }
    c->vertices_cut -= primitive->source->vertex_count;
}

/* The most joints that one item has. */
static uint32_t largest(const parts_item *items, uint32_t count)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        most = items[i].joint_count > most ? items[i].joint_count : most;
    return most;
}

/* *needed: the least --max-palette that would do so far. */
static void cut_primitive(cutter *c, uint32_t *needed, const bake_primitive *primitive)
{
    const scene_primitive *source = primitive->source;
    const uint32_t joint_count = number_joints(c, primitive);
    if (joint_count <= c->most) {
        push_piece(c, primitive);
        return;
    }
    const size_t most_items = (size_t)element_count(source) + source->vertex_count;
    parts_item *items = diag_calloc(most_items, sizeof *items);
    const parts_input in = {items, list_items(items, c, primitive), source->vertex_count,
                            joint_count, c->most};
    const uint32_t least = largest(items, in.item_count);
    *needed = least > *needed ? least : *needed;
    if (*needed <= c->most) {
        uint32_t *part_of = diag_calloc(in.item_count, sizeof *part_of);
        const uint32_t part_count = parts_plan(part_of, &in);
        push_pieces(c, primitive, &in, part_of, part_count);
        free(part_of);
    }
    free(items);
}

static void cut_mesh(bake_mesh *out, bake_meshes *all, uint32_t *needed, const bake_job *job)
{
    const bake_mesh mesh = *out;
    if (mesh.skin == BAKE_NONE)
        return;
    cutter c = {.job = job,
                .most = job->options->order.max_palette,
                .joint_count = job->scene->skins[mesh.skin].joint_count};
    c.number = diag_calloc((size_t)c.joint_count + 1u, sizeof *c.number);
    for (uint32_t p = 0; p < mesh.primitive_count; p++)
        cut_primitive(&c, needed, &mesh.primitives[p]);
    free(c.number);
    out->primitives = c.pieces;
    out->primitive_count = c.piece_count;
    out->vertices_in += c.vertices_cut;
    all->stats.vertices_cut += c.vertices_cut;
}

bool meshes_cut(bake_meshes *out, const bake_job *job)
{
    const uint32_t most = job->options->order.max_palette;
    uint32_t needed = 0;
    if (most == 0)
        return true;
    bake_mesh *meshes = job_calloc(job, out->count, sizeof *meshes);
    for (uint32_t i = 0; i < out->count; i++) {
        meshes[i] = out->meshes[i];
        cut_mesh(&meshes[i], out, &needed, job);
    }
    out->meshes = meshes;
    return needed <= most ||
           diag_fail(job->d, DIAG_INVALID,
                     "one triangle needs %u joints, --max-palette %u, give at least %u or fewer "
                     "joints a vertex with --influences",
                     needed, most, needed);
}
