/* SPDX-License-Identifier: MIT */
#include "contract/blame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/eval.h"
#include "scene/moments.h"

#define MOST_INFLUENCES 4u
#define BITS_MISSED 2 /* lost bits that are worth a word */

/* What a vertex is made of, and how far off the stages put it. */
typedef struct suspect {
    const scene_primitive *primitive;
    const scene_instance *instance;
    double position[3]; /* morphed */
    double joints[3], binds[3]; /* glTF units: by model matrices, by inverse binds behind them */
    double most;         /* of one joint's model matrix */
    uint32_t joint_node; /* which that is */
    uint32_t influences;
} suspect;

static double length(const double v[3])
{
    return sqrt(vec_dot(v, v, 3));
}

static void morph(suspect *it, const eval_pose *pose, uint32_t vertex)
{
    const double *weights = eval_weights(pose, it->instance->node);
    memcpy(it->position, it->primitive->positions[vertex], sizeof it->position);
    for (uint32_t k = 0; k < it->primitive->target_count; k++) {
        const scene_target *target = &it->primitive->targets[k];
        for (int c = 0; c < 3 && target->positions != NULL; c++)
            it->position[c] += weights[k] * target->positions[vertex][c];
    }
}

/* What one influence adds. skin_joint: -1 of a vertex bound to its node. */
static void accuse(suspect *it, const play *p, const bake_model *model, const source_skin *skin,
                   uint32_t blob_skin, int32_t skin_joint, uint32_t node, double weight,
                   const mat34 *global, const mat34 *inverse_bind)
{
    uint32_t e = 0;
    while (e + 1 < skin->entry_count && skin->entries[e].joint != skin_joint)
        e++;
    const mat34 played = play_joint(p, model->joints.of_node[node]);
    mat34 entry = play_entry(p, blob_skin, e);
    double bound[3], exact[3], moved[3], stored[3];
    for (int c = 0; c < 3; c++)
        stored[c] = (it->position[c] - skin->entries[e].origin[c]) / skin->entries[e].step;
    mat34_point(stored, &entry, stored);
    mat34_point(bound, inverse_bind, it->position);
    mat34_point(exact, global, bound);
    mat34_point(moved, &played, bound);
    double own[3];
    for (int c = 0; c < 3; c++) {
        own[c] = weight * (moved[c] - exact[c]);
        it->joints[c] += own[c];
        it->binds[c] += weight * (stored[c] - moved[c]);
    }
    if (length(own) >= it->most) {
        it->most = length(own);
        it->joint_node = node;
    }
    it->influences++;
}

static void accuse_all(suspect *it, const play *p, const bake_model *model, const source_map *map,
                       const eval_pose *pose, uint32_t blob_skin, uint32_t vertex)
{
    const scene *s = model->job->scene;
    const source_skin *skin = &map->skins[blob_skin];
    const uint32_t n = it->instance->skin == SCENE_NONE ? 0 : it->primitive->influences_per_vertex;
    const mat34 none = mat34_identity();
    double sum = 0;
    for (uint32_t k = 0; k < n; k++)
        sum += it->primitive->weights[(size_t)vertex * n + k];
    for (uint32_t k = 0; k < n && sum > 0; k++) {
        const double weight = it->primitive->weights[(size_t)vertex * n + k] / sum;
        const uint32_t joint = it->primitive->joints[(size_t)vertex * n + k];
        const scene_skin *source = &s->skins[it->instance->skin];
        if (weight > 0)
            accuse(it, p, model, skin, blob_skin, (int32_t)joint, source->joints[joint], weight,
                   &pose->globals[source->joints[joint]], &source->inverse_binds[joint]);
    }
    if (!(sum > 0)) /* rigid; of several entries without a joint the first may not be its own */
        accuse(it, p, model, skin, blob_skin, -1, it->instance->node, 1,
               &pose->globals[it->instance->node], &none);
}

/* Powers of two by which scales above a joint, one inside the other, leave its frame too large. */
static int nested(const bake_model *model, uint32_t joint)
{
    const double norm = model->extremes.whole[joint].norm;
    return norm > 0 ? model->units.scale_shift[joint] - binary_exponent(norm) : 0;
}

/* off: by how much in all. */
static void judge(char *text, const suspect *it, const bake_model *model, const double off[3])
{
    double stored[3];
    for (int c = 0; c < 3; c++)
        stored[c] = off[c] - it->joints[c] - it->binds[c];
    const bake_units *units = &model->units;
    const int lost = nested(model, model->joints.of_node[it->joint_node]);
    const bool joints =
        length(it->joints) >= length(stored) && length(it->joints) >= length(it->binds);
    if (units->lost > BITS_MISSED && !(joints && lost > units->lost))
        snprintf(text, BLAME_BYTES, "%s, /nodes/%d, which costs all of it %d bits", units->lost_to,
                 (int)units->lost_node, units->lost);
    else if (it->influences > MOST_INFLUENCES && length(stored) >= length(it->joints))
        snprintf(text, BLAME_BYTES,
                 "%u of its %u influences are dropped, which --influences 4 would allow",
                 it->influences - MOST_INFLUENCES, it->influences);
    else if (joints)
        snprintf(text, BLAME_BYTES,
                 lost > BITS_MISSED ? "uneven scales above /nodes/%u, one inside the other, cost "
                                        "its model matrix %d bits"
                                      : "the model matrix of /nodes/%u has too few bits",
                 it->joint_node, lost);
    else if (length(it->binds) > length(stored))
        snprintf(text, BLAME_BYTES, "the inverse bind matrix of /nodes/%u has too few bits",
                 it->joint_node);
    else
        snprintf(text, BLAME_BYTES, "its stored position and weights have too few bits");
}

bool blame(char *text, const verify_result *worst, play *p, const source_map *map,
           const bake_model *model, int clip)
{
    const scene *s = model->job->scene;
    diag *d = model->job->d;
    suspect it = {0};
    for (uint32_t i = 0; i < s->instance_count; i++)
        if (s->instances[i].node == worst->node && s->instances[i].primitive == worst->primitive)
            it.instance = &s->instances[i];
    uint32_t count;
    source_place *places = source_map_find(&count, map, worst->node, worst->primitive);
    pelt_mesh_info info;
    bool ok = it.instance != NULL && places != NULL &&
              pelt_mesh_get(&info, &p->model, places[worst->vertex].mesh) == PELT_OK &&
              play_pose(p, clip, scene_ticks(worst->time_s), d);
    if (ok) {
        const source_place place = places[worst->vertex];
        double(*played)[3] = diag_calloc(info.vertex_count, sizeof *played);
        eval_pose pose;
        it.primitive = scene_instance_primitive(s, it.instance);
        double(*exact)[3] = diag_calloc(it.primitive->vertex_count, sizeof *exact), off[3];
        eval_pose_init(&pose, s);
        eval_pose_sample(&pose, s, clip < 0 ? EVAL_REST : (uint32_t)clip, worst->time_s,
                         EVAL_UNIT_ROTATIONS);
        eval_instance(exact, NULL, NULL, s, &pose, it.instance,
                      EVAL_UNIT_ROTATIONS | EVAL_UNIT_WEIGHTS);
        ok = play_mesh(p, place.mesh, played, NULL, d);
        morph(&it, &pose, worst->vertex);
        accuse_all(&it, p, model, map, &pose, info.skin, worst->vertex);
        for (int c = 0; c < 3; c++)
            off[c] = played[place.vertex][c] - exact[worst->vertex][c];
        judge(text, &it, model, off);
        eval_pose_free(&pose);
        free(exact);
        free(played);
    }
    free(places);
    return ok;
}
