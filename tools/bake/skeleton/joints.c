/* SPDX-License-Identifier: MIT */
/* Collects the joints of a blob, depth first. */
#include "bake/model.h"
#include "src/blob/format.h"

#include <string.h>

#define SCALE_NOISE 1e-6

static void mark_chain(bool *wanted, const scene *s, uint32_t node)
{
    for (; node != SCENE_NONE && !wanted[node]; node = s->nodes[node].parent)
        wanted[node] = true;
}

static void mark_nodes(bool *wanted, const scene *s, const bake_meshes *meshes)
{
    for (uint32_t i = 0; i < meshes->count; i++) {
        const bake_mesh *mesh = &meshes->meshes[i];
        if (mesh->skin == BAKE_NONE || mesh->binds_node)
            mark_chain(wanted, s, mesh->node);
        if (mesh->skin == BAKE_NONE)
            continue;
        const scene_skin *skin = &s->skins[mesh->skin];
        for (uint32_t k = 0; k < skin->joint_count; k++)
            mark_chain(wanted, s, skin->joints[k]);
    }
    for (uint32_t i = 0; i < s->node_count; i++)
        if (s->nodes[i].is_socket)
            mark_chain(wanted, s, i);
}

static uint32_t push_joint(bake_joints *b, uint32_t node, uint32_t parent)
{
    b->joints[b->count] = (bake_joint){.node = node, .parent = parent};
    return b->count++;
}

/* Sets scales to exactly one if they differ from it by rounding noise only: the library is faster
 * then. */
static void snap_scale(double s[3])
{
    for (int i = 0; i < 3; i++)
        if (fabs(s[i] - 1) <= SCALE_NOISE)
            s[i] = 1;
}

static void add_node(bake_model *m, uint32_t index)
{
    const scene_node *node = &m->job.scene->nodes[index];
    bake_joints *b = &m->joints;
    uint32_t parent = node->parent == SCENE_NONE ? BAKE_NONE : b->of_node[node->parent];
    trs local = node->local.trs;
    const bool sheared =
        node->local.has_matrix && trs_decompose(&local, &node->local.matrix) > SHEAR_LIMIT;
    if (sheared) { /* the helper carries the translation, U and S, the joint V^T */
        parent = push_joint(b, BAKE_NONE, parent);
        trs_split(&b->rest[parent], &local, &node->local.matrix);
        b->helper_count++;
    } else if (!node->local.has_matrix) {
        quat_normalise(local.r);
    }
    if (!sheared && m->job.traits->fixed)
        snap_scale(local.s);
    const uint32_t joint = push_joint(b, index, parent);
    b->joints[joint].has_helper = sheared;
    b->rest[joint] = local;
    b->of_node[index] = joint;
}

bool joints_make(bake_model *m)
{
    const scene *s = m->job.scene;
    const bake_job *job = &m->job;
    const size_t most = (size_t)s->node_count * 2;
    bake_joints *out = &m->joints;
    FREED bool *wanted = diag_calloc(s->node_count, sizeof *wanted);
    mark_nodes(wanted, s, &m->meshes);
    out->joints = job_calloc(job, most, sizeof *out->joints);
    out->rest = job_calloc(job, most, sizeof *out->rest);
    out->of_node = job_calloc(job, s->node_count, sizeof *out->of_node);
    memset(out->of_node, 0xFF, s->node_count * sizeof *out->of_node); /* BAKE_NONE */
    for (uint32_t i = 0; i < s->node_count; i++)
        if (wanted[s->order[i]])
            add_node(m, s->order[i]);
    if (out->count > FORMAT_MAX_JOINTS)
        return diag_fail(job->d, DIAG_INVALID,
                         "%u nodes move vertices, the limit is %u, /nodes, split the model",
                         out->count, FORMAT_MAX_JOINTS);
    out->globals = job_calloc(job, out->count, sizeof *out->globals);
    joints_chain(out->globals, out, out->rest);
    return true;
}

void joints_globals(mat34 *globals, const bake_joints *joints, const eval_pose *pose)
{
    for (uint32_t i = 0; i < joints->count; i++) {
        const bake_joint *joint = &joints->joints[i];
        if (joint->node != BAKE_NONE) {
            globals[i] = pose->globals[joint->node];
            continue;
        }
        /* While a clip replaces a node's matrix, its helper is the identity. */
        const uint32_t node = joints_node(joints, i);
        const mat34 local =
            pose->locals[node].has_matrix ? trs_matrix(&joints->rest[i]) : mat34_identity();
        globals[i] =
            joint->parent == BAKE_NONE ? local : mat34_mul(&globals[joint->parent], &local);
    }
}

void joints_chain(mat34 *globals, const bake_joints *joints, const trs *locals)
{
    for (uint32_t i = 0; i < joints->count; i++) {
        const uint32_t parent = joints->joints[i].parent;
        const mat34 local = trs_matrix(&locals[i]);
        globals[i] = parent == BAKE_NONE ? local : mat34_mul(&globals[parent], &local);
    }
}
