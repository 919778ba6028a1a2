/* SPDX-License-Identifier: MIT */
/* Splits the error of a vertex by the stages that cause it. */
#include "contract/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/between.h"
#include "scene/moments.h"

#define MOST_INFLUENCES 4u
#define BITS_MISSED 2 /* lost bits from which on they are mentioned */

/* A vertex in the reference and as it is played, and the parts of its error. */
typedef struct vertex_case {
    const play *p;
    const bake_model *model;
    const source_skin *skin; /* the blob's */
    uint32_t blob_skin, vertex;
    const scene_primitive *primitive;
    const scene_instance *instance;
    eval_pose pose;     /* of the reference */
    trs *locals;        /* [joint count] as played */
    mat34 *sampled;     /* [joint count] model matrices of `locals`, in double */
    double position[3]; /* morphed */
    double shift[3];    /* of it, with the morph weights as played */
    uint32_t influences;
    /* The parts of the error, in glTF units: */
    double keys[3];     /* of the keys as sampled from the blob */
    double matrices[3]; /* of the model matrices computed from them */
    double binds[3];    /* inverse bind matrices */
    double morphs[3];   /* morph weights */
    /* The influence with the largest error in keys and matrices: */
    double most;
    uint32_t node;
    double exact[3]; /* the vertex if this influence alone moved it */
} vertex_case;

/* first_weight: of the mesh, in poses. */
static void case_open(vertex_case *c, uint32_t first_weight)
{
    const bake_joints *joints = &c->model->joints;
    c->locals = diag_calloc(joints->count, sizeof *c->locals);
    c->sampled = diag_calloc(joints->count, sizeof *c->sampled);
    for (uint32_t i = 0; i < joints->count; i++)
        c->locals[i] = play_local(c->p, i);
    joints_chain(c->sampled, joints, c->locals);
    eval_morphed(c->position, c->primitive, c->vertex, eval_weights(&c->pose, c->instance->node));
    FREED double *weights = diag_calloc(c->primitive->target_count, sizeof *weights);
    for (uint32_t k = 0; k < c->primitive->target_count; k++)
        weights[k] = play_weight(c->p, first_weight + k);
    eval_morphed(c->shift, c->primitive, c->vertex, weights);
    for (int i = 0; i < 3; i++)
        c->shift[i] -= c->position[i];
}

static void case_close(vertex_case *c)
{
    free(c->locals);
    free(c->sampled);
    eval_pose_free(&c->pose);
}

/* Adds the error of one influence. skin_joint: -1 for a vertex that is bound to its node. */
static void add_influence(vertex_case *c, int32_t skin_joint, uint32_t node, double weight,
                          const mat34 *inverse_bind)
{
    uint32_t e = 0;
    while (e + 1 < c->skin->entry_count && c->skin->entries[e].joint != skin_joint)
        e++;
    const uint32_t joint = c->model->joints.of_node[node];
    const mat34 matrix = play_joint(c->p, joint), entry = play_entry(c->p, c->blob_skin, e);
    double bound[3], exact[3], sampled[3], moved[3], stored[3], own[3], shift[3];
    for (int i = 0; i < 3; i++)
        stored[i] = (c->position[i] - c->skin->entries[e].origin[i]) / c->skin->entries[e].step;
    mat34_point(stored, &entry, stored);
    mat34_point(bound, inverse_bind, c->position);
    mat34_point(exact, &c->pose.globals[node], bound);
    mat34_point(sampled, &c->sampled[joint], bound);
    mat34_point(moved, &matrix, bound);
    mat34_direction(shift, inverse_bind, c->shift);
    mat34_direction(shift, &c->pose.globals[node], shift);
    for (int i = 0; i < 3; i++) {
        own[i] = weight * (moved[i] - exact[i]);
        c->keys[i] += weight * (sampled[i] - exact[i]);
        c->matrices[i] += weight * (moved[i] - sampled[i]);
        c->binds[i] += weight * (stored[i] - moved[i]);
        c->morphs[i] += weight * shift[i];
    }
    if (vec_length(own, 3) >= c->most) {
        c->most = vec_length(own, 3);
        c->node = node;
        memcpy(c->exact, exact, sizeof exact);
    }
    c->influences++;
}

static void add_influences(vertex_case *c)
{
    const uint32_t n = c->instance->skin == SCENE_NONE ? 0 : c->primitive->influences_per_vertex;
    const size_t first = (size_t)c->vertex * n;
    const mat34 none = mat34_identity();
    double sum = 0;
    for (uint32_t k = 0; k < n; k++)
        sum += c->primitive->weights[first + k];
    for (uint32_t k = 0; k < n && sum > 0; k++) {
        const double weight = c->primitive->weights[first + k] / sum;
        const scene_skin *skin = &c->model->job.scene->skins[c->instance->skin];
        const uint32_t joint = skin_joint(skin, c->primitive->joints[first + k]);
        if (weight > 0)
            add_influence(c, (int32_t)joint, skin->joints[joint], weight,
                          &skin->inverse_binds[joint]);
    }
    /* It is rigid; of several entries without a joint, the first may not be its own. */
    if (!(sum > 0))
        add_influence(c, -1, c->instance->node, 1, &none);
}

/* The node above the vertex whose own keys move it furthest. */
static uint32_t worst_keys(const vertex_case *c)
{
    const bake_joint *joints = c->model->joints.joints;
    FREED mat34 *globals = diag_calloc(c->model->joints.count, sizeof *globals);
    mat34 inverse;
    double most = -1;
    uint32_t worst = c->node;
    joints_globals(globals, &c->model->joints, &c->pose);
    for (uint32_t j = c->model->joints.of_node[c->node]; j != BAKE_NONE; j = joints[j].parent) {
        const mat34 local = trs_matrix(&c->locals[j]);
        double point[3];
        if (joints[j].node == BAKE_NONE || !mat34_invert(&inverse, &globals[j]))
            continue;
        mat34_point(point, &inverse, c->exact);
        mat34_point(point, &local, point);
        if (joints[j].parent != BAKE_NONE)
            mat34_point(point, &globals[joints[j].parent], point);
        if (vec3_distance(point, c->exact) > most) {
            most = vec3_distance(point, c->exact);
            worst = joints[j].node;
        }
    }
    return worst;
}

/* The powers of two by which nested scales above a joint make its frame too large. */
static int nested(const bake_model *model, uint32_t joint)
{
    const double norm = model->extremes.whole[joint].norm;
    return norm > 0 ? model->units.scale_shift[joint] - binary_exponent(norm) : 0;
}

/* off: the whole error. */
static void describe(char *text, const vertex_case *c, const double off[3])
{
    const bake_units *units = &c->model->units;
    double stored[3];
    for (int i = 0; i < 3; i++)
        stored[i] = off[i] - c->keys[i] - c->matrices[i] - c->binds[i] - c->morphs[i];
    const double keys = vec_length(c->keys, 3), matrices = vec_length(c->matrices, 3);
    const double binds = vec_length(c->binds, 3), morphs = vec_length(c->morphs, 3);
    const double vertex = vec_length(stored, 3);
    const int lost = nested(c->model, c->model->joints.of_node[c->node]);
    const bool is_matrix = matrices >= vertex && matrices >= binds;
    /* In a coarse unit, poses are off by about one step at each joint. */
    const double step =
        ldexp(c->model->joints.count, c->p->model.unit_shift - (int)c->p->model.length_bits);
    if (morphs > fmax(fmax(keys, matrices), fmax(binds, vertex)))
        snprintf(text, BLAME_BYTES,
                 "the morph weights of /nodes/%u, or their keys, have too few bits",
                 c->instance->node);
    else if (keys >= fmax(matrices, fmax(binds, vertex)) &&
             (units->lost <= BITS_MISSED || keys > step))
        snprintf(text, BLAME_BYTES,
                 "the keys of /nodes/%u cannot follow its animation more closely", worst_keys(c));
    else if (units->lost > BITS_MISSED && !(is_matrix && lost > units->lost))
        snprintf(text, BLAME_BYTES, "%s, which costs all of it %d bits", units->lost_to,
                 units->lost);
    else if (c->influences > MOST_INFLUENCES && vertex >= matrices)
        snprintf(text, BLAME_BYTES,
                 "%u of its %u influences are dropped, which --influences 4 would allow",
                 c->influences - MOST_INFLUENCES, c->influences);
    else if (is_matrix)
        snprintf(text, BLAME_BYTES,
                 lost > BITS_MISSED ? "uneven scales above /nodes/%u, one inside the other, cost "
                                      "its model matrix %d bits"
                                    : "the model matrix of /nodes/%u has too few bits",
                 c->node, lost);
    else if (binds > vertex)
        snprintf(text, BLAME_BYTES, "the inverse bind matrix of /nodes/%u has too few bits",
                 c->node);
    else
        snprintf(text, BLAME_BYTES, "its stored position and weights have too few bits");
}

void blame(char *text, const verify_result *worst, play *p, const source_map *map,
           const bake_model *model, int clip)
{
    const scene *s = model->job.scene;
    diag *d = model->job.d;
    FREED_BY(case_close) vertex_case c = {.p = p, .model = model, .vertex = worst->at};
    for (uint32_t i = 0; i < s->instance_count; i++)
        if (s->instances[i].node == worst->node && s->instances[i].primitive == worst->primitive)
            c.instance = &s->instances[i];
    uint32_t count;
    FREED source_place *places = source_map_find(&count, map, worst->node, worst->primitive);
    pelt_mesh_info info;
    if (c.instance == NULL || places == NULL ||
        pelt_mesh_get(&info, &p->model, places[worst->vertex].mesh) != PELT_OK ||
        !play_pose(p, clip, scene_ticks(worst->time_s), d))
        return;
    const source_place place = places[worst->vertex];
    FREED double(*played)[3] = diag_calloc(info.vertex_count, sizeof *played);
    c.skin = &map->skins[info.skin];
    c.blob_skin = info.skin;
    c.primitive = scene_instance_primitive(s, c.instance);
    FREED double(*exact)[3] = diag_calloc(c.primitive->vertex_count, sizeof *exact);
    double off[3];
    eval_pose_init(&c.pose, s);
    eval_pose_sample(&c.pose, s, clip < 0 ? EVAL_REST : (uint32_t)clip, worst->time_s,
                     EVAL_UNIT_ROTATIONS);
    eval_instance(exact, NULL, NULL, s, &c.pose, c.instance,
                  EVAL_UNIT_ROTATIONS | EVAL_UNIT_WEIGHTS);
    if (!play_mesh(p, place.mesh, played, NULL, d))
        return;
    case_open(&c, info.first_target);
    add_influences(&c);
    for (int i = 0; i < 3; i++)
        off[i] = played[place.vertex][i] - exact[worst->at][i];
    describe(text, &c, off);
}
