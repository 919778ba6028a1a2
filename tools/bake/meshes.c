/* SPDX-License-Identifier: MIT */
/* Instances of the default scene -> blob meshes: the primitives of one node that fit together. */
#include <stdlib.h>

#include "bake/internal.h"

/* What all primitives of a blob mesh have in common. */
static bool fits_together(const bake_mesh *mesh, const scene_instance *instance,
                          const scene_primitive *source)
{
    return mesh->node == instance->node && mesh->skin == instance->skin &&
           mesh->has_normals == (source->normals != NULL) &&
           mesh->has_tangents == (source->tangents != NULL) &&
           mesh->target_count == source->target_count;
}

static bool is_white(const double colour[4])
{
    return colour[0] == 1 && colour[1] == 1 && colour[2] == 1 && colour[3] == 1;
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
    *primitive = (bake_primitive){
        .index = instance->primitive, .whole_count = source->vertex_count, .source = source};
    primitive->influences = diag_calloc(source->vertex_count, sizeof *primitive->influences);
    primitive->vertices = diag_calloc(source->vertex_count, sizeof *primitive->vertices);
    mesh->vertices_in += source->vertex_count;
    mesh->has_uvs |= source->uvs != NULL;
    mesh->has_colours |= source->colours != NULL || !is_white(source->base_colour);
    if (mesh->skin == BAKE_NONE)
        bind_rigidly(primitive);
    else
        bake_weights(b, mesh, primitive);
}

/* Morph targets as files usually store them: floats. */
static size_t target_bytes(const scene_primitive *p)
{
    size_t per_vertex = 0;
    for (uint32_t k = 0; k < p->target_count; k++) {
        per_vertex += p->targets[k].positions != NULL ? 12 : 0;
        per_vertex += p->targets[k].normals != NULL ? 12 : 0;
        per_vertex += p->targets[k].tangents != NULL ? 12 : 0;
    }
    return p->vertex_count * per_vertex;
}

/* Attributes and indices likewise: bytes of joints, 16-bit indices. */
static size_t source_bytes(const scene_primitive *p)
{
    size_t per_vertex = 12;
    per_vertex += p->normals != NULL ? 12 : 0;
    per_vertex += p->tangents != NULL ? 16 : 0;
    per_vertex += p->uvs != NULL ? 8 : 0;
    per_vertex += p->colours != NULL ? 4 : 0;
    per_vertex += (size_t)p->influences_per_vertex * (1 + 4);
    return p->vertex_count * per_vertex + p->index_count * (p->vertex_count > 65536 ? 4u : 2u) +
           target_bytes(p);
}

void bake_meshes_gather(baker *b)
{
    const scene *s = b->s;
    b->meshes = diag_calloc(s->instance_count, sizeof *b->meshes);
    b->mesh_of_node = diag_calloc(s->node_count, sizeof *b->mesh_of_node);
    for (uint32_t i = 0; i < s->node_count; i++)
        b->mesh_of_node[i] = BAKE_NONE;
    for (uint32_t i = 0; i < s->instance_count; i++) {
        const scene_instance *instance = &s->instances[i];
        const scene_primitive *source = scene_instance_primitive(s, instance);
        uint32_t *first = &b->mesh_of_node[instance->node];
        if (*first == BAKE_NONE)
            *first = b->mesh_count;
        uint32_t m = *first;
        while (m < b->mesh_count && !fits_together(&b->meshes[m], instance, source))
            m++;
        bake_mesh *mesh = &b->meshes[m];
        if (m == b->mesh_count) {
            b->mesh_count++;
            *mesh = (bake_mesh){.node = instance->node,
                                .skin = instance->skin,
                                .has_normals = source->normals != NULL,
                                .has_tangents = source->tangents != NULL,
                                .target_count = source->target_count};
            const uint32_t most = s->meshes[instance->mesh].primitive_count;
            mesh->primitives = diag_calloc(most, sizeof *mesh->primitives);
        }
        add_primitive(b, mesh, instance);
        b->stats->vertices_in += source->vertex_count;
        b->stats->mesh_bytes_in += source_bytes(source);
        b->stats->morph_bytes_in += target_bytes(source);
    }
    if (b->mesh_count == 0)
        diag_warn(b->options->file, "no mesh in the default scene, there is nothing to skin");
}
