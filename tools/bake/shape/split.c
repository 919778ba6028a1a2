/* SPDX-License-Identifier: MIT */
#include "bake/shape/split.h"

#include <stdlib.h>
#include <string.h>

#include "bake/shape/cutting.h"
#include "bake/shape/elements.h"

typedef struct splitter {
    const bake_job *job;
    const bake_mesh *whole;
    uint32_t joint_limit;
    bool *used; /* [joints of the skin + 1] by the part at hand; the last is the mesh's node */
    uint32_t used_count, node_slot;
    bake_mesh *parts;
    bake_primitive *primitives; /* of the part at hand */
    uint32_t part_count, part_capacity;
    cutting now;
} splitter;

/// Parts /////////////////////////////////////////////////////////////////////////////////////////

static bake_mesh *push_mesh(splitter *s, const bake_mesh *mesh)
{
    if (s->part_count == s->part_capacity) {
        const uint32_t capacity = s->part_capacity == 0 ? 8 : 2 * s->part_capacity;
        bake_mesh *parts = job_calloc(s->job, capacity, sizeof *parts);
        if (s->part_count > 0)
            memcpy(parts, s->parts, s->part_count * sizeof *parts);
        s->parts = parts;
        s->part_capacity = capacity;
    }
    s->parts[s->part_count] = *mesh;
    return &s->parts[s->part_count++];
}

static void begin_part(splitter *s)
{
    bake_mesh *part = push_mesh(s, s->whole);
    s->primitives = job_calloc(s->job, s->whole->primitive_count, sizeof *s->primitives);
    part->primitives = s->primitives;
    part->primitive_count = part->vertices_in = 0;
    part->binds_node = false;
    memset(s->used, 0, (size_t)s->node_slot + 1);
    s->used_count = 0;
}

static void end_cutting(splitter *s)
{
    bake_mesh *part = &s->parts[s->part_count - 1];
    if (s->now.vertex_count > 0) {
        s->primitives[part->primitive_count++] = cutting_primitive(s->job, &s->now);
        part->vertices_in += s->now.vertex_count;
    }
    cutting_end(&s->now);
}

static uint32_t slot_of(const splitter *s, uint32_t joint)
{
    return joint == BAKE_NONE ? s->node_slot : joint;
}

/* Whether the part at hand can take these vertices; if so it has their joints. */
static bool take_joints(splitter *s, const uint32_t *vertices, uint32_t count)
{
    uint32_t added[3 * PELT_MAX_INFLUENCES], added_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bake_influences *in = &s->now.from->influences[vertices[i]];
        for (uint32_t k = 0; k < in->count; k++) {
            const uint32_t slot = slot_of(s, in->joint[k]);
            if (!s->used[slot])
                added[added_count++] = slot;
            s->used[slot] = true;
        }
    }
    if (s->used_count + added_count <= s->joint_limit) {
        s->used_count += added_count;
        s->parts[s->part_count - 1].binds_node |= s->used[s->node_slot];
        return true;
    }
    for (uint32_t i = 0; i < added_count; i++)
        s->used[added[i]] = false;
    return false;
}

/* An element, or a vertex that no element has (`loose`). */
static void add_element(splitter *s, const uint32_t *vertices, uint32_t count, bool loose)
{
    if (!take_joints(s, vertices, count)) {
        const bake_primitive *from = s->now.from;
        end_cutting(s);
        begin_part(s);
        cutting_begin(&s->now, from);
        take_joints(s, vertices, count);
    }
    cutting_add(&s->now, vertices, count, loose);
}

static void split_primitive(splitter *s, const bake_primitive *primitive)
{
    const scene_primitive *source = primitive->source;
    const uint32_t corners = element_corners(source), elements = element_count(source);
    bool *seen = diag_calloc(source->vertex_count, sizeof *seen);
    cutting_begin(&s->now, primitive);
    for (uint32_t e = 0; e < elements; e++) {
        uint32_t vertices[3];
        for (uint32_t c = 0; c < corners; c++) {
            vertices[c] = element_vertex(source, e, c);
            seen[vertices[c]] = true;
        }
        add_element(s, vertices, corners, false);
    }
    for (uint32_t v = 0; v < source->vertex_count; v++)
        if (!seen[v])
            add_element(s, &v, 1, true);
    end_cutting(s);
    free(seen);
}

static bool needs_split(splitter *s, const bake_mesh *mesh)
{
    if (mesh->skin == BAKE_NONE || s->job->scene->skins[mesh->skin].joint_count < s->joint_limit)
        return false;
    s->node_slot = s->job->scene->skins[mesh->skin].joint_count;
    s->used = diag_calloc((size_t)s->node_slot + 1, sizeof *s->used);
    s->used_count = 0;
    for (uint32_t p = 0; p < mesh->primitive_count; p++) {
        const bake_primitive *primitive = &mesh->primitives[p];
        for (uint32_t v = 0; v < primitive->source->vertex_count; v++) {
            const bake_influences *in = &primitive->influences[v];
            for (uint32_t k = 0; k < in->count; k++) {
                bool *used = &s->used[slot_of(s, in->joint[k])];
                s->used_count += !*used;
                *used = true;
            }
        }
    }
    if (s->used_count > s->joint_limit)
        return true;
    free(s->used);
    return false;
}

/* Appends a mesh, or what it becomes. */
static void split_mesh(splitter *s, const bake_mesh *mesh)
{
    if (!needs_split(s, mesh)) {
        push_mesh(s, mesh);
        return;
    }
    s->whole = mesh;
    begin_part(s);
    for (uint32_t p = 0; p < mesh->primitive_count; p++)
        split_primitive(s, &mesh->primitives[p]);
    free(s->used);
}

bake_meshes meshes_split(const bake_job *job, const bake_meshes *whole)
{
    const uint32_t node_count = job->scene->node_count;
    splitter s = {.job = job, .joint_limit = job->traits->most_entries};
    uint32_t vertices = 0;
    bake_meshes out = *whole;
    for (uint32_t i = 0; i < whole->count; i++)
        split_mesh(&s, &whole->meshes[i]);
    out.meshes = s.parts;
    out.count = s.part_count;
    uint32_t *of_node = job_calloc(job, node_count, sizeof *of_node);
    for (uint32_t i = 0; i < node_count; i++)
        of_node[i] = BAKE_NONE;
    for (uint32_t i = out.count; i-- > 0;) {
        of_node[out.meshes[i].node] = i;
        vertices += out.meshes[i].vertices_in;
    }
    out.of_node = of_node;
    out.stats.vertices_doubled = vertices - whole->stats.vertices_in;
    return out;
}
