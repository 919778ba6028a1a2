/* SPDX-License-Identifier: MIT */
/* The reference evaluation of a scene. */
#include "scene/eval.h"

#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "scene/between.h"
#include "scene/channel.h"
#include "scene/dual_quaternion.h"

static void set_rest(eval_pose *pose, const scene *s)
{
    for (uint32_t i = 0; i < s->node_count; i++) {
        const scene_node *node = &s->nodes[i];
        pose->locals[i] = node->local;
        const uint32_t count = scene_target_count(s, i);
        double *weights = pose->weights + pose->weight_first[i];
        for (uint32_t k = 0; k < count; k++)
            weights[k] = node->weight_count == 0  ? s->meshes[node->mesh].weights[k]
                         : k < node->weight_count ? node->weights[k]
                                                  : 0;
    }
}

static void update(eval_pose *pose, const scene *s)
{
    for (uint32_t i = 0; i < s->node_count; i++) {
        const uint32_t node = s->order[i], parent = s->nodes[node].parent;
        const scene_local *local = &pose->locals[node];
        const mat34 matrix = local->has_matrix ? local->matrix : trs_matrix(&local->trs);
        pose->globals[node] =
            parent == SCENE_NONE ? matrix : mat34_mul(&pose->globals[parent], &matrix);
    }
}

void eval_pose_init(eval_pose *pose, const scene *s)
{
    *pose = (eval_pose){.node_count = s->node_count};
    region *memory = &pose->memory;
    pose->locals = region_calloc(memory, s->node_count, sizeof *pose->locals);
    pose->globals = region_calloc(memory, s->node_count, sizeof *pose->globals);
    pose->weight_first =
        region_calloc(memory, (size_t)s->node_count + 1, sizeof *pose->weight_first);
    for (uint32_t i = 0; i < s->node_count; i++)
        pose->weight_first[i + 1] = pose->weight_first[i] + scene_target_count(s, i);
    pose->weights = region_calloc(memory, pose->weight_first[s->node_count], sizeof *pose->weights);
    eval_pose_sample(pose, s, EVAL_REST, 0, 0);
}

void eval_pose_free(eval_pose *pose)
{
    region_free(&pose->memory);
    *pose = (eval_pose){0};
}

void eval_pose_sample(eval_pose *pose, const scene *s, uint32_t clip, double time_s, unsigned flags)
{
    set_rest(pose, s);
    const uint32_t channel_count = clip == EVAL_REST ? 0 : s->clips[clip].channel_count;
    for (uint32_t i = 0; i < channel_count; i++) {
        const scene_channel *channel = &s->clips[clip].channels[i];
        scene_local *local = &pose->locals[channel->node];
        double *out = pose->weights + pose->weight_first[channel->node];
        if (channel->path != SCENE_WEIGHTS) {
            local->has_matrix = false;
            out = channel->path == SCENE_TRANSLATION ? local->trs.t
                  : channel->path == SCENE_ROTATION  ? local->trs.r
                                                     : local->trs.s;
        }
        eval_channel(out, channel, time_s, flags);
    }
    if (flags & EVAL_UNIT_ROTATIONS)
        for (uint32_t i = 0; i < s->node_count; i++)
            quat_normalise(pose->locals[i].trs.r);
    update(pose, s);
}

void eval_pose_set_morph(eval_pose *pose, const double *weights, uint32_t count)
{
    for (uint32_t i = 0; i < pose->node_count; i++) {
        const uint32_t first = pose->weight_first[i];
        for (uint32_t k = 0; first + k < pose->weight_first[i + 1]; k++)
            pose->weights[first + k] = k < count ? weights[k] : 0;
    }
}

static void add_delta(double *out, const double (*deltas)[3], uint32_t vertex, double weight)
{
    if (deltas == NULL)
        return;
    for (int c = 0; c < 3; c++)
        out[c] += weight * deltas[vertex][c];
}

void eval_morphed(double out[3], const scene_primitive *primitive, uint32_t vertex,
                  const double *weights)
{
    memcpy(out, primitive->positions[vertex], 3 * sizeof *out);
    for (uint32_t k = 0; k < primitive->target_count; k++)
        if (weights[k] != 0)
            add_delta(out, primitive->targets[k].positions, vertex, weights[k]);
}

/* What moves the vertices of an instance. */
typedef struct mover {
    const scene_primitive *weighted; /* whose weights count */
    const mat34 *rigid;
    mat34 *palette;    /* NULL: all are rigid */
    dual_joint *duals; /* NULL: linear */
    unsigned flags;
} mover;

/* The rotation of a joint that the matrix does not tell: of all nodes from the root, and the inverse
 * bind matrix. */
static void chain_rotation(double q[4], const scene *s, const eval_pose *pose, uint32_t node,
                           const mat34 *inverse_bind)
{
    dual_rotation(q, inverse_bind);
    for (; node != SCENE_NONE; node = s->nodes[node].parent) {
        double turn[4];
        memcpy(turn, pose->locals[node].trs.r, sizeof turn);
        if (pose->locals[node].has_matrix)
            dual_rotation(turn, &pose->locals[node].matrix);
        quat_normalise(turn);
        quat_multiply(q, turn, q);
    }
}

static mover mover_of(const scene *s, const eval_pose *pose, const scene_instance *instance,
                      unsigned flags)
{
    mover m = {.weighted = scene_instance_primitive(s, instance),
               .rigid = &pose->globals[instance->node],
               .flags = flags};
    if (instance->skin == SCENE_NONE)
        return m;
    const scene_skin *skin = &s->skins[instance->skin];
    m.palette = diag_calloc(skin_size(skin), sizeof *m.palette);
    skin_palette(m.palette, skin, pose->globals);
    if (m.weighted->dual == NULL || (flags & (EVAL_DUAL | EVAL_FORMER)) == 0)
        return m;
    m.weighted = m.weighted->dual;
    if (flags & EVAL_DUAL)
        m.duals = diag_calloc(skin->joint_count, sizeof *m.duals);
    for (uint32_t i = 0; i < skin->joint_count && m.duals != NULL; i++) {
        double q[4];
        if (!dual_rotation(q, &m.palette[i]))
            chain_rotation(q, s, pose, skin->joints[i], &skin->inverse_binds[i]);
        dual_split(&m.duals[i], &m.palette[i], q);
    }
    return m;
}

static void mover_free(mover *m)
{
    free(m->palette);
    free(m->duals);
}

static mat34 blend_matrix(const mover *m, uint32_t vertex)
{
    if (m->palette == NULL)
        return *m->rigid;
    const uint32_t count = m->weighted->influences_per_vertex;
    const uint32_t *joints = m->weighted->joints + (size_t)vertex * count;
    const double *weights = m->weighted->weights + (size_t)vertex * count;
    double scale = 1;
    if (m->flags & EVAL_UNIT_WEIGHTS) {
        double sum = 0;
        for (uint32_t i = 0; i < count; i++)
            sum += weights[i];
        if (!(sum > 0))
            return *m->rigid;
        scale = 1 / sum;
    }
    if (m->duals != NULL)
        return dual_blend(m->duals, joints, weights, scale, count);
    mat34 blended = {{{0}}};
    for (uint32_t i = 0; i < count; i++)
        if (weights[i] != 0)
            mat34_add_scaled(&blended, weights[i] * scale, &m->palette[joints[i]]);
    return blended;
}

void eval_instance(double (*positions)[3], double (*normals)[3], double (*tangents)[4],
                   const scene *s, const eval_pose *pose, const scene_instance *instance,
                   unsigned flags)
{
    const scene_primitive *primitive = scene_instance_primitive(s, instance);
    const double *morph = eval_weights(pose, instance->node);
    FREED_BY(mover_free) mover m = mover_of(s, pose, instance, flags);
    if (primitive->normals == NULL)
        normals = NULL;
    if (primitive->tangents == NULL)
        tangents = NULL;

    for (uint32_t v = 0; v < primitive->vertex_count; v++) {
        const mat34 matrix = blend_matrix(&m, v);
        double p[3] = {0}, n[3] = {0}, t[3] = {0};
        memcpy(p, primitive->positions[v], sizeof p);
        if (normals != NULL)
            memcpy(n, primitive->normals[v], sizeof n);
        if (tangents != NULL)
            memcpy(t, primitive->tangents[v], sizeof t);
        for (uint32_t k = 0; k < primitive->target_count; k++) {
            if (morph[k] == 0)
                continue;
            const scene_target *target = &primitive->targets[k];
            add_delta(p, target->positions, v, morph[k]);
            add_delta(n, target->normals, v, morph[k]);
            add_delta(t, target->tangents, v, morph[k]);
        }
        if (positions != NULL)
            mat34_point(positions[v], &matrix, p);
        if (normals != NULL) {
            mat34_direction(normals[v], &matrix, n);
            vec3_normalise(normals[v]);
        }
        if (tangents != NULL) {
            mat34_direction(tangents[v], &matrix, t);
            vec3_normalise(tangents[v]);
            tangents[v][3] = primitive->tangents[v][3];
        }
    }
}

void eval_instance_matrices(mat34 *matrices, const scene *s, const eval_pose *pose,
                            const scene_instance *instance, unsigned flags)
{
    const scene_primitive *primitive = scene_instance_primitive(s, instance);
    FREED_BY(mover_free) mover m = mover_of(s, pose, instance, flags);
    for (uint32_t v = 0; v < primitive->vertex_count; v++)
        matrices[v] = blend_matrix(&m, v);
}

void eval_sides(int8_t *sides, const scene *s, const eval_pose *pose,
                const scene_instance *instance)
{
    const uint32_t count = scene_instance_primitive(s, instance)->vertex_count;
    FREED_BY(mover_free) mover m = mover_of(s, pose, instance, EVAL_UNIT_WEIGHTS);
    int64_t sum = 0;
    for (uint32_t v = 0; v < count; v++) {
        const mat34 matrix = blend_matrix(&m, v);
        const double volume = mat34_determinant(&matrix);
        sides[v] = (int8_t)((volume < 0) - (volume > 0));
        sum += sides[v];
    }
    for (uint32_t v = 0; v < count; v++)
        if (sides[v] == 0)
            sides[v] = sum > 0 ? 1 : -1;
}

void eval_extend_box(box3 *box, const scene *s, const eval_pose *pose,
                     const scene_instance *instance, unsigned flags)
{
    const uint32_t count = scene_instance_primitive(s, instance)->vertex_count;
    FREED double(*positions)[3] = diag_calloc(count, sizeof *positions);
    eval_instance(positions, NULL, NULL, s, pose, instance, flags);
    for (uint32_t v = 0; v < count; v++)
        box3_add(box, positions[v]);
}
