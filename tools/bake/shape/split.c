/* SPDX-License-Identifier: MIT */
/* Splits meshes by the joints of their elements. */
#include "bake/shape/meshes.h"

#include <stdlib.h>
#include <string.h>

#include "scene/between.h"

typedef struct splitter {
    const bake_job *job;
    const bake_mesh *whole;
    uint32_t joint_limit;
    bool *used; /* [joints of the skin + 1] by the current part; the last is the mesh's node */
    uint32_t used_count, node_slot;
    bake_mesh *parts;
    uint32_t part_count;
} splitter;

/// Parts /////////////////////////////////////////////////////////////////////////////////////////

static bake_mesh *push_mesh(splitter *s, const bake_mesh *mesh)
{
    s->parts = job_grow(s->job, s->parts, s->part_count, sizeof *s->parts);
    s->parts[s->part_count] = *mesh;
    return &s->parts[s->part_count++];
}

static void begin_part(splitter *s)
{
    bake_mesh *part = push_mesh(s, s->whole);
    part->primitives = job_calloc(s->job, s->whole->primitive_count, sizeof *part->primitives);
    part->primitive_count = part->vertices_in = 0;
    part->binds_node = false;
    memset(s->used, 0, (size_t)s->node_slot + 1);
    s->used_count = 0;
}

static void push_piece(splitter *s, const bake_primitive *from, const scene_element *elements,
                       uint32_t count)
{
    bake_mesh *part = &s->parts[s->part_count - 1];
    bake_primitive *piece = &part->primitives[part->primitive_count];
    if (count == 0)
        return;
    *piece = cutting_piece(s->job, from, elements, count);
    part->primitive_count++;
    part->vertices_in += piece->source->vertex_count;
}

/* Whether the current part can take an element; if so its joints are added. */
static bool take_joints(splitter *s, const bake_primitive *from, const scene_element *e)
{
    uint32_t added[3 * PELT_MAX_INFLUENCES], added_count = 0;
    for (uint32_t i = 0; i < e->count; i++) {
        const bake_influences *in = &from->influences[e->vertices[i]];
        for (uint32_t k = 0; k < in->count; k++) {
            const uint32_t slot = cutting_slot(in->joint[k], s->node_slot);
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

static void split_primitive(splitter *s, const bake_primitive *primitive)
{
    uint32_t count, first = 0;
    FREED scene_element *elements = elements_list(&count, primitive->source);
    for (uint32_t i = 0; i < count; i++) {
        if (take_joints(s, primitive, &elements[i]))
            continue;
        push_piece(s, primitive, elements + first, i - first);
        begin_part(s);
        take_joints(s, primitive, &elements[i]);
        first = i;
    }
    push_piece(s, primitive, elements + first, count - first);
}

/* Appends a mesh, or the parts into which it is split. */
static void split_mesh(splitter *s, const bake_mesh *mesh)
{
    const uint32_t first = s->part_count;
    s->whole = mesh;
    s->node_slot = mesh->skin == BAKE_NONE ? 0 : skin_size(&s->job->scene->skins[mesh->skin]);
    if (s->node_slot < s->joint_limit) {
        push_mesh(s, mesh);
        return;
    }
    s->used = diag_calloc((size_t)s->node_slot + 1, sizeof *s->used);
    begin_part(s);
    for (uint32_t p = 0; p < mesh->primitive_count; p++)
        split_primitive(s, &mesh->primitives[p]);
    free(s->used);
    if (s->part_count == first + 1) /* a single part is the mesh itself */
        s->parts[first] = *mesh;
}

void meshes_split(bake_meshes *meshes, const bake_job *job)
{
    splitter s = {.job = job, .joint_limit = job->traits->most_entries};
    uint32_t vertices = 0;
    for (uint32_t i = 0; i < meshes->count; i++)
        split_mesh(&s, &meshes->meshes[i]);
    for (uint32_t i = 0; i < s.part_count; i++)
        vertices += s.parts[i].vertices_in;
    meshes->meshes = s.parts;
    meshes->count = s.part_count;
    meshes->stats.vertices_doubled = vertices - meshes->stats.vertices_in;
}
