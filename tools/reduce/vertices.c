/* SPDX-License-Identifier: MIT */
/* Refits the vertices of a scene whose joints were folded. */
#include "reduce/fold.h"

#include <stdlib.h>
#include <string.h>

#include "common/compare.h"
#include "reduce/fitter.h"

#define WIDTH PELT_MAX_INFLUENCES
#define NEIGHBOURS 3u /* joints below a folded one that may take over its weights */

/* Weights stay as they are if that costs at most 1e-5 of the size. Another joint is added only
 * if it reduces a vertex's error by a tenth. */
#define WORTH_RATIO 0.9
#define WORTH_OFF 1e-5

typedef struct refitter {
    scene *out;
    const scene_samples *samples;
    const uint32_t *of_joint; /* of the current skin, see fold_skin, or NULL */
    const scene_skin *before, *after;
    const uint32_t *into;
    uint32_t most;
    uint32_t *neighbours; /* [joints before][NEIGHBOURS] joints after, or SCENE_NONE */
    uint32_t fitted;
} refitter;

/* Finds for each folded joint the joints of the skin that hung on it, or on others folded below
 * it. */
static void find_neighbours(refitter *r)
{
    const scene *s = r->samples->s;
    const size_t row_bytes = NEIGHBOURS * sizeof *r->neighbours;
    r->neighbours = diag_calloc(r->before->joint_count, row_bytes);
    memset(r->neighbours, 0xFF, r->before->joint_count * row_bytes); /* SCENE_NONE */
    for (uint32_t j = 0; r->of_joint != NULL && j < r->after->joint_count; j++) {
        uint32_t above = s->nodes[r->after->joints[j]].parent;
        for (; above != SCENE_NONE && r->into[above] != above; above = s->nodes[above].parent) {
            for (uint32_t k = 0; k < r->before->joint_count; k++) {
                uint32_t *list = r->neighbours + (size_t)k * NEIGHBOURS;
                const uint32_t i = list_index(list, NEIGHBOURS, SCENE_NONE);
                if (r->before->joints[k] == above && i < NEIGHBOURS)
                    list[i] = j;
            }
        }
    }
}

/* Computes the new influences of a vertex; returns their number, 0 if it has none. */
static uint32_t refit(influence *out, refitter *r, fitter *f, uint32_t vertex)
{
    influence were[SCENE_MAX_INFLUENCES];
    influence candidates[SCENE_MAX_INFLUENCES * (1 + NEIGHBOURS)];
    const uint32_t were_count = influences_collect(were, f->primitive, vertex);
    uint32_t count = 0;
    bool changes = were_count > r->most;
    for (uint32_t i = 0; i < were_count; i++) {
        const uint32_t joint = were[i].joint, node = r->before->joints[joint];
        changes |= r->of_joint != NULL && r->into[node] != node;
        influences_add(candidates, &count, r->of_joint == NULL ? joint : r->of_joint[joint],
                       were[i].weight);
    }
    influences_sort(candidates, count);
    if (!changes) {
        memcpy(out, candidates, count * sizeof *out);
        return count;
    }
    r->fitted++;
    fitter_begin(f, vertex, were, were_count);
    uint32_t fitted = count < r->most ? count : r->most;
    double off = fitter_off(f, f->samples, candidates, fitted);
    if (!(off > WORTH_OFF)) { /* unchanged, so that vertices that shared weights still do */
        influences_scale(out, candidates, fitted);
        return fitted;
    }
    fitted = fitter_fit(out, &off, f, candidates, count, r->most);
    const uint32_t plain = count;
    for (uint32_t i = 0; i < were_count; i++)
        for (uint32_t k = 0; k < NEIGHBOURS; k++) {
            const uint32_t next = r->neighbours[(size_t)were[i].joint * NEIGHBOURS + k];
            if (next != SCENE_NONE)
                influences_add(candidates, &count, next, 0);
        }
    if (count == plain || !(off > WORTH_OFF))
        return fitted;
    influence with_neighbours[WIDTH];
    double nearer;
    const uint32_t more = fitter_fit(with_neighbours, &nearer, f, candidates, count, r->most);
    if (!(nearer < off * WORTH_RATIO))
        return fitted;
    memcpy(out, with_neighbours, more * sizeof *out);
    return more;
}

static void refit_primitive(refitter *r, scene_primitive *primitive, uint32_t node)
{
    const size_t count = (size_t)primitive->vertex_count * WIDTH;
    uint32_t *joints = scene_alloc(r->out, count, sizeof *joints);
    double *weights = scene_alloc(r->out, count, sizeof *weights);
    fitter f;
    fitter_open(&f, r->samples, r->before, r->after, primitive, node);
    uint32_t limit = 0;
    for (uint32_t v = 0; v < primitive->vertex_count; v++) {
        influence pairs[SCENE_MAX_INFLUENCES];
        const uint32_t kept = refit(pairs, r, &f, v);
        for (uint32_t i = 0; i < kept; i++) {
            joints[(size_t)v * WIDTH + i] = pairs[i].joint;
            weights[(size_t)v * WIDTH + i] = pairs[i].weight;
            limit = pairs[i].joint >= limit ? pairs[i].joint + 1 : limit;
        }
    }
    region_free(&f.memory);
    primitive->joints = joints;
    primitive->weights = weights;
    primitive->influences_per_vertex = WIDTH;
    primitive->joint_limit = limit;
}

/* A mesh as one skin moves it; for another skin the joints' order may differ. */
struct skinned_mesh {
    uint32_t before, skin, after;
    scene_primitive *primitives;
};

own_meshes own_meshes_open(scene *out, const scene *before)
{
    return (own_meshes){out, before, scene_alloc(out, before->instance_count, sizeof(skinned_mesh)),
                        0};
}

static skinned_mesh *find_mesh(own_meshes *of, const scene_instance *instance)
{
    bool first = true;
    for (uint32_t i = 0; i < of->count; i++) {
        if (of->meshes[i].before == instance->mesh && of->meshes[i].skin == instance->skin)
            return &of->meshes[i];
        first &= of->meshes[i].before != instance->mesh;
    }
    scene *out = of->out;
    const scene_mesh *source = &of->before->meshes[instance->mesh];
    skinned_mesh *mesh = &of->meshes[of->count++];
    *mesh = (skinned_mesh){.before = instance->mesh,
                           .skin = instance->skin,
                           .after = first ? instance->mesh : out->mesh_count++};
    mesh->primitives = scene_alloc(out, source->primitive_count, sizeof *mesh->primitives);
    memcpy(mesh->primitives, source->primitives,
           source->primitive_count * sizeof *mesh->primitives);
    out->meshes[mesh->after] = *source;
    out->meshes[mesh->after].primitives = mesh->primitives;
    return mesh;
}

scene_primitive *own_primitive(own_meshes *of, uint32_t index)
{
    const scene_instance *instance = &of->before->instances[index];
    if (instance->skin == SCENE_NONE)
        return NULL;
    skinned_mesh *mesh = find_mesh(of, instance);
    of->out->instances[index].mesh = of->out->nodes[instance->node].mesh = mesh->after;
    return &mesh->primitives[instance->primitive];
}

void vertices_refit(scene *out, uint32_t *fitted, const scene_samples *samples,
                    uint32_t *const *of_joint, const uint32_t *into, uint32_t most)
{
    const scene *before = samples->s;
    refitter r = {.out = out, .samples = samples, .into = into, .most = most};
    own_meshes meshes = own_meshes_open(out, before);
    for (uint32_t i = 0; i < before->instance_count && scene_is_within(out); i++) {
        const scene_instance *instance = &before->instances[i];
        scene_primitive *primitive = own_primitive(&meshes, i);
        if (primitive == NULL ||
            primitive->joints != scene_instance_primitive(before, instance)->joints)
            continue; /* another node draws it, too */
        r.before = &before->skins[instance->skin];
        r.after = &out->skins[instance->skin];
        r.of_joint = of_joint == NULL ? NULL : of_joint[instance->skin];
        find_neighbours(&r);
        refit_primitive(&r, primitive, instance->node);
        free(r.neighbours);
    }
    *fitted += r.fitted;
}
