/* SPDX-License-Identifier: MIT */
/* Groups the primitives of each node into blob meshes. */
#include "bake/shape/meshes.h"

/* Whether a primitive has the attributes that all primitives of a blob mesh must share. */
static bool fits_together(const bake_mesh *mesh, const scene_instance *instance,
                          const scene_primitive *source)
{
    return mesh->node == instance->node && mesh->skin == instance->skin &&
           mesh->has_normals == (source->normals != NULL) &&
           mesh->has_tangents == (source->tangents != NULL) &&
           mesh->target_count == source->target_count;
}

static void add_primitive(bake_meshes *out, bake_mesh *mesh, bake_primitive *primitives,
                          scene_samples *samples, const bake_job *job,
                          const scene_instance *instance, bake_colour colours, bake_mapping mapping)
{
    const scene_primitive *source = scene_instance_primitive(job->scene, instance);
    bake_influences *influences = job_calloc(job, source->vertex_count, sizeof *influences);
    const uint32_t missing = out->stats.weights_missing;
    if (mesh->skin == BAKE_NONE)
        for (uint32_t v = 0; v < source->vertex_count; v++)
            influences[v] = influences_of_node();
    else
        weights_take(influences, &out->stats, samples, job, mesh->skin, source, instance->node);
    primitives[mesh->primitive_count++] = (bake_primitive){
        .index = instance->primitive,
        .whole_count = source->origin == NULL ? source->vertex_count : source->whole_count,
        .origin = source->origin,
        .source = source,
        .influences = influences,
        .colours = colours,
        .mapping = mapping};
    mesh->binds_node |= out->stats.weights_missing > missing;
    mesh->vertices_in += source->vertex_count;
    mesh->has_uvs |= mapping.uvs != NULL;
    for (uint32_t v = 0; mapping.uvs != NULL && v < source->vertex_count; v++)
        mesh->uv_reach =
            fmax(mesh->uv_reach, fmax(fabs(mapping.uvs[v][0]), fabs(mapping.uvs[v][1])));
    mesh->has_colours |= colours != NULL;
}

/* The size of morph targets as files usually store them, in floats. */
static size_t target_bytes(const scene_primitive *p)
{
    size_t deltas = 0;
    for (uint32_t k = 0; k < p->target_count; k++)
        deltas += 0u + (p->targets[k].positions != NULL) + (p->targets[k].normals != NULL) +
                  (p->targets[k].tangents != NULL);
    return p->vertex_count * deltas * 12;
}

/* The same for attributes and indices, with joints in bytes and indices of 16 bits. */
static size_t source_bytes(const scene_primitive *p)
{
    const size_t per_vertex = 12u + (p->normals != NULL) * 12u + (p->tangents != NULL) * 16u +
                              (p->uvs != NULL) * 8u + (p->colours != NULL) * 4u +
                              p->influences_per_vertex * (1u + 4u);
    return p->vertex_count * per_vertex + p->index_count * (p->vertex_count > 65536 ? 4u : 2u) +
           target_bytes(p);
}

/* State while instances are gathered. */
typedef struct gathering {
    const bake_job *job;
    bake_mesh *meshes;           /* [instance_count] */
    bake_primitive **primitives; /* [instance_count], of each mesh */
    uint32_t *of_node;
    scene_samples samples;
    bake_meshes out;
} gathering;

/* Returns the mesh of the instance's node that its primitive fits into, a new one if necessary. */
static uint32_t mesh_for(gathering *g, const scene_instance *instance)
{
    const scene *s = g->job->scene;
    const scene_primitive *source = scene_instance_primitive(s, instance);
    uint32_t *first = &g->of_node[instance->node];
    if (*first == BAKE_NONE)
        *first = g->out.count;
    uint32_t m = *first;
    while (m < g->out.count && !fits_together(&g->meshes[m], instance, source))
        m++;
    if (m < g->out.count)
        return m;
    const uint32_t most = s->meshes[instance->mesh].primitive_count;
    g->out.count++;
    g->primitives[m] = job_calloc(g->job, most, sizeof **g->primitives);
    g->meshes[m] = (bake_mesh){.node = instance->node,
                               .skin = instance->skin,
                               .has_normals = source->normals != NULL,
                               .has_tangents = source->tangents != NULL,
                               .target_count = source->target_count,
                               .primitives = g->primitives[m]};
    return m;
}

bake_meshes meshes_gather(const bake_job *job, const bake_textures *textures,
                          const bake_colours *colours)
{
    const scene *s = job->scene;
    gathering g = {.job = job,
                   .meshes = job_calloc(job, s->instance_count, sizeof *g.meshes),
                   .primitives = job_calloc(job, s->instance_count, sizeof *g.primitives),
                   .of_node = job_calloc(job, s->node_count, sizeof *g.of_node)};
    for (uint32_t i = 0; i < s->node_count; i++)
        g.of_node[i] = BAKE_NONE;
    for (uint32_t i = 0; i < s->instance_count; i++) {
        const scene_instance *instance = &s->instances[i];
        const scene_primitive *source = scene_instance_primitive(s, instance);
        const uint32_t m = mesh_for(&g, instance);
        add_primitive(&g.out, &g.meshes[m], g.primitives[m], &g.samples, job, instance,
                      colours->of[instance->mesh][instance->primitive],
                      textures->of[instance->mesh][instance->primitive]);
        g.out.stats.vertices_in += source->vertex_count;
        g.out.stats.mesh_bytes_in += source_bytes(source);
        g.out.stats.morph_bytes_in += target_bytes(source);
    }
    samples_free(&g.samples);
    g.out.meshes = g.meshes;
    g.out.of_node = g.of_node;
    return g.out;
}

uint32_t mesh_uv_bits(const bake_mesh *mesh)
{
    uint32_t bits = 15;
    while (bits > 0 && mesh->uv_reach * (1u << bits) > 32767.4)
        bits--;
    return bits;
}
