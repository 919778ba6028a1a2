/* SPDX-License-Identifier: MIT */
/* Instances of the default scene -> blob meshes: the primitives of one node that fit together. */
#include <stdlib.h>

#include "bake_internal.h"

/* What all primitives of a blob mesh have in common. */
static bool fits_together(const bake_mesh *mesh, const scene_instance *instance, bool has_normals)
{
    return mesh->node == instance->node && mesh->skin == instance->skin &&
           mesh->has_normals == has_normals;
}

static bool is_white(const double colour[4])
{
    return colour[0] == 1 && colour[1] == 1 && colour[2] == 1 && colour[3] == 1;
}

static void extend_bounds(bake_mesh *mesh, const scene_primitive *primitive)
{
    for (uint32_t v = 0; v < primitive->vertex_count; v++) {
        for (int c = 0; c < 3; c++) {
            const double x = primitive->positions[v][c];
            const bool first = mesh->vertices_in == 0 && v == 0;
            mesh->low[c] = first || x < mesh->low[c] ? x : mesh->low[c];
            mesh->high[c] = first || x > mesh->high[c] ? x : mesh->high[c];
        }
    }
    mesh->vertices_in += primitive->vertex_count;
}

/* Every vertex on entry 0: bake_skins puts the mesh's own entry in. */
static void bind_rigidly(bake_primitive *primitive)
{
    for (uint32_t v = 0; v < primitive->source->vertex_count; v++)
        primitive->influences[v] = (bake_influences){1, {BAKE_NONE, 0, 0, 0}, {1, 0, 0, 0}};
}

static void add_primitive(baker *b, bake_mesh *mesh, const scene_instance *instance)
{
    const scene_primitive *source = scene_instance_primitive(b->s, instance);
    bake_primitive *primitive = &mesh->primitives[mesh->primitive_count++];
    *primitive = (bake_primitive){.index = instance->primitive, .source = source};
    primitive->influences = diag_calloc(source->vertex_count, sizeof *primitive->influences);
    primitive->vertices = diag_calloc(source->vertex_count, sizeof *primitive->vertices);
    extend_bounds(mesh, source);
    mesh->has_uvs |= source->uvs != NULL;
    mesh->has_colours |= source->colours != NULL || !is_white(source->base_colour);
    if (mesh->skin == BAKE_NONE)
        bind_rigidly(primitive);
    else
        bake_weights(b, mesh, primitive);
}

/* Attributes and indices as files usually store them: floats, bytes of joints, 16-bit indices. */
static size_t source_bytes(const scene_primitive *p)
{
    size_t per_vertex = 12;
    per_vertex += p->normals != NULL ? 12 : 0;
    per_vertex += p->uvs != NULL ? 8 : 0;
    per_vertex += p->colours != NULL ? 4 : 0;
    per_vertex += (size_t)p->influences_per_vertex * (1 + 4);
    return p->vertex_count * per_vertex + p->index_count * (p->vertex_count > 65536 ? 4u : 2u);
}

void bake_meshes_gather(baker *b)
{
    const scene *s = b->s;
    b->meshes = diag_calloc(s->instance_count, sizeof *b->meshes);
    uint32_t with_targets = 0;
    uint32_t node_first = 0; /* first blob mesh of the node at hand */
    for (uint32_t i = 0; i < s->instance_count; i++) {
        const scene_instance *instance = &s->instances[i];
        const scene_primitive *source = scene_instance_primitive(s, instance);
        const bool has_normals = source->normals != NULL;
        if (i > 0 && s->instances[i - 1].node != instance->node)
            node_first = b->mesh_count;
        uint32_t m = node_first;
        while (m < b->mesh_count && !fits_together(&b->meshes[m], instance, has_normals))
            m++;
        bake_mesh *mesh = &b->meshes[m];
        if (m == b->mesh_count) {
            b->mesh_count++;
            *mesh = (bake_mesh){
                .node = instance->node, .skin = instance->skin, .has_normals = has_normals};
            const uint32_t most = s->meshes[instance->mesh].primitive_count;
            mesh->primitives = diag_calloc(most, sizeof *mesh->primitives);
        }
        add_primitive(b, mesh, instance);
        b->stats->vertices_in += source->vertex_count;
        b->stats->mesh_bytes_in += source_bytes(source);
        with_targets += source->target_count > 0;
    }
    if (with_targets > 0)
        diag_warn(b->options->file, "morph targets of %u primitives are not baked by this version",
                  with_targets);
    if (b->mesh_count == 0)
        diag_warn(b->options->file, "no mesh in the default scene, there is nothing to skin");
}
