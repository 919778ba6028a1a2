/* SPDX-License-Identifier: MIT */
/* Nodes -> blob joints. */
#include <stdlib.h>
#include <string.h>

#include "bake/internal.h"

#define SCALE_NOISE 1e-6
#define SHEAR_LIMIT 1e-6 /* of a matrix's largest column: more needs a helper joint */

static void mark_chain(bool *wanted, const scene *s, uint32_t node)
{
    for (; node != SCENE_NONE && !wanted[node]; node = s->nodes[node].parent)
        wanted[node] = true;
}

/* Everything that moves a vertex, and its ancestors. */
static void mark_nodes(bool *wanted, const baker *b)
{
    for (uint32_t i = 0; i < b->mesh_count; i++) {
        const bake_mesh *mesh = &b->meshes[i];
        if (mesh->skin == BAKE_NONE || mesh->binds_node)
            mark_chain(wanted, b->s, mesh->node);
        if (mesh->skin == BAKE_NONE)
            continue;
        const scene_skin *skin = &b->s->skins[mesh->skin];
        for (uint32_t k = 0; k < skin->joint_count; k++)
            mark_chain(wanted, b->s, skin->joints[k]);
    }
}

static bake_joint *push_joint(baker *b, uint32_t node, uint32_t parent)
{
    bake_joint *joint = &b->joints[b->joint_count++];
    *joint = (bake_joint){.node = node, .parent = parent, .rest = trs_identity()};
    return joint;
}

/* M3 = U S V^T: the helper carries the translation, U and S, the joint itself V^T. */
static void add_sheared(baker *b, uint32_t node, uint32_t parent, const mat34 *matrix)
{
    mat34 u, v, transposed = mat34_identity();
    bake_joint *helper = push_joint(b, BAKE_NONE, parent);
    matrix_svd(&u, helper->rest.s, &v, matrix);
    matrix_quaternion(helper->rest.r, &u);
    for (int r = 0; r < 3; r++) {
        helper->rest.t[r] = matrix->m[r][3];
        for (int c = 0; c < 3; c++)
            transposed.m[r][c] = v.m[c][r];
    }
    bake_joint *joint = push_joint(b, node, b->joint_count - 1);
    joint->has_helper = true;
    matrix_quaternion(joint->rest.r, &transposed);
    b->stats->helper_count++;
}

/* Rounding noise of exporters: the library is quicker where a scale is exactly one. */
static void snap_scale(double s[3])
{
    for (int i = 0; i < 3; i++)
        if (fabs(s[i] - 1) <= SCALE_NOISE)
            s[i] = 1;
}

static void add_node(baker *b, uint32_t index)
{
    const scene_node *node = &b->s->nodes[index];
    const uint32_t parent = node->parent == SCENE_NONE ? BAKE_NONE : b->joint_of_node[node->parent];
    bake_trs local;
    if (node->has_matrix && matrix_decompose(&local, &node->matrix) > SHEAR_LIMIT) {
        add_sheared(b, index, parent, &node->matrix);
    } else {
        bake_joint *joint = push_joint(b, index, parent);
        if (node->has_matrix) {
            joint->rest = local;
        } else {
            memcpy(joint->rest.t, node->t, sizeof node->t);
            memcpy(joint->rest.r, node->r, sizeof node->r);
            memcpy(joint->rest.s, node->s, sizeof node->s);
            quat_normalise(joint->rest.r);
        }
        if (b->fixed)
            snap_scale(joint->rest.s);
    }
    b->joint_of_node[index] = b->joint_count - 1;
}

bool bake_joints(baker *b)
{
    const scene *s = b->s;
    bool *wanted = diag_calloc(s->node_count, sizeof *wanted);
    mark_nodes(wanted, b);
    if (b->mesh_count == 0 && s->node_count > 0)
        wanted[s->order[0]] = true; /* an empty model has a joint all the same */
    b->joints = diag_calloc((size_t)s->node_count * 2, sizeof *b->joints);
    b->joint_of_node = diag_calloc(s->node_count, sizeof *b->joint_of_node);
    for (uint32_t i = 0; i < s->node_count; i++)
        b->joint_of_node[i] = BAKE_NONE;
    for (uint32_t i = 0; i < s->node_count; i++)
        if (wanted[s->order[i]])
            add_node(b, s->order[i]);
    free(wanted);
    b->stats->joint_count = b->joint_count;
    if (b->joint_count == 0)
        return diag_fail(b->d, DIAG_INVALID,
                         "neither meshes nor nodes, /nodes, export the file with a character");
    if (b->joint_count > PELT_MAX_JOINTS)
        return diag_fail(b->d, DIAG_INVALID,
                         "%u nodes move vertices, the limit is %u, /nodes, split the model",
                         b->joint_count, PELT_MAX_JOINTS);
    return true;
}

void bake_joint_globals(mat34 *globals, const baker *b, const eval_pose *pose)
{
    for (uint32_t i = 0; i < b->joint_count; i++) {
        const bake_joint *joint = &b->joints[i];
        if (joint->node != BAKE_NONE) {
            globals[i] = pose->globals[joint->node];
            continue;
        }
        /* A helper is the identity while a clip replaces its node's matrix. */
        const uint32_t node = b->joints[i + 1].node;
        mat34 local = trs_matrix(&joint->rest);
        if (!pose->locals[node].has_matrix)
            local = mat34_identity();
        globals[i] =
            joint->parent == BAKE_NONE ? local : mat34_mul(&globals[joint->parent], &local);
    }
}
