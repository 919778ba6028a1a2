/* SPDX-License-Identifier: MIT */
/* Groups the primitives of each node into blob meshes. */
#include "bake/shape/meshes.h"

#include "scene/eval.h"

/* Whether a primitive has the attributes that all primitives of a blob mesh must share, and takes light as
 * they do: devices shade meshes whole. */
static bool fits_together(const bake_mesh *mesh, const scene_instance *instance,
                          const scene_primitive *source)
{
    return mesh->node == instance->node && mesh->skin == instance->skin &&
           mesh->has_normals == (source->normals != NULL) &&
           mesh->has_tangents == (source->tangents != NULL) &&
           mesh->unlit == source->material->unlit && mesh->target_count == source->target_count;
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

/* The same of a whole primitive, with joints in bytes and indices of 16 bits where those are enough. */
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
    const bake_textures *textures;
    scene_samples samples;
    eval_pose rest;
    bake_meshes *out;
} gathering;

/* Returns the mesh of the instance's node that its primitive fits into, a new one if necessary. */
static bake_mesh *mesh_for(gathering *g, const scene_instance *instance)
{
    const scene *s = g->job->scene;
    const scene_primitive *source = scene_instance_primitive(s, instance);
    bake_mesh *meshes = g->out->meshes;
    for (uint32_t m = g->out->count; m-- > 0 && meshes[m].node == instance->node;)
        if (fits_together(&meshes[m], instance, source))
            return &meshes[m];
    const uint32_t most = s->meshes[instance->mesh].primitive_count;
    bake_mesh *mesh = &meshes[g->out->count++];
    *mesh = (bake_mesh){.node = instance->node,
                        .skin = instance->skin,
                        .has_normals = source->normals != NULL,
                        .has_tangents = source->tangents != NULL,
                        .unlit = source->material->unlit,
                        .target_count = source->target_count,
                        .primitives = job_calloc(g->job, most, sizeof *mesh->primitives)};
    return mesh;
}

static void add_primitive(gathering *g, const scene_instance *instance)
{
    const scene_primitive *source = scene_instance_primitive(g->job->scene, instance);
    const bake_mapping *mapping = &g->textures->of[instance->mesh][instance->primitive];
    bake_mesh *mesh = mesh_for(g, instance);
    bake_stats *stats = &g->out->stats;
    bake_influences *influences = job_calloc(g->job, source->vertex_count, sizeof *influences);
    int8_t *sides = job_calloc(g->job, source->vertex_count, sizeof *sides);
    const uint32_t missing = stats->weights_missing;
    if (mesh->skin == BAKE_NONE)
        for (uint32_t v = 0; v < source->vertex_count; v++)
            influences[v] = influences_of_node();
    else
        weights_take(influences, stats, &g->samples, g->job, instance);
    eval_sides(sides, g->job->scene, &g->rest, instance);
    mesh->primitives[mesh->primitive_count++] = (bake_primitive){.index = instance->primitive,
                                                                 .source = source,
                                                                 .influences = influences,
                                                                 .mapping = *mapping,
                                                                 .sides = sides};
    mesh->binds_node |= stats->weights_missing > missing;
    mesh->vertices_in += source->vertex_count;
    mesh->has_uvs |= mapping->uvs != NULL;
    for (uint32_t v = 0; mapping->uvs != NULL && v < source->vertex_count; v++)
        mesh->uv_reach =
            fmax(mesh->uv_reach, fmax(fabs(mapping->uvs[v][0]), fabs(mapping->uvs[v][1])));
    mesh->has_colours |= mapping->colours != NULL;
    stats->vertices_in += source->vertex_count;
    stats->mesh_bytes_in += source_bytes(source);
    stats->morph_bytes_in += target_bytes(source);
}

/* One mesh for each node and set of attributes, before split and cut. */
static void gather(bake_meshes *out, const bake_job *job, const bake_textures *textures)
{
    const scene *s = job->scene;
    gathering g = {.job = job, .textures = textures, .out = out};
    *out = (bake_meshes){.meshes = job_calloc(job, s->instance_count, sizeof *out->meshes)};
    eval_pose_init(&g.rest, s);
    for (uint32_t i = 0; i < s->instance_count; i++)
        add_primitive(&g, &s->instances[i]);
    eval_pose_free(&g.rest);
    samples_free(&g.samples);
}

bool meshes_make(bake_meshes *out, const bake_job *job, const bake_textures *textures)
{
    const uint32_t node_count = job->scene->node_count;
    gather(out, job, textures);
    if (out->count == 0)
        return diag_fail(job->d, DIAG_INVALID,
                         "the default scene has no mesh, /scenes, export the character with it");
    meshes_split(out, job);
    out->of_node = job_calloc(job, node_count, sizeof *out->of_node);
    memset(out->of_node, 0xFF, node_count * sizeof *out->of_node); /* BAKE_NONE */
    for (uint32_t i = out->count; i-- > 0;)
        out->of_node[out->meshes[i].node] = i;
    return meshes_cut(out, job);
}

uint32_t mesh_uv_bits(const bake_mesh *mesh)
{
    uint32_t bits = 15;
    while (bits > 0 && mesh->uv_reach * (1u << bits) > 32767.4)
        bits--;
    return bits;
}
