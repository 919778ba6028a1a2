/* SPDX-License-Identifier: MIT */
/* Poses sets of joints. */
#include "reduce/joint_set.h"

#include <string.h>

#include "common/compare.h"
#include "scene/between.h"

enum { TESTS = 12 }; /* of a joint: two bends and a twist, both ways, half and whole */

#define PI 3.14159265358979323846
#define BEND (120 * PI / 180)
#define TWIST (150 * PI / 180)

/// Which joints //////////////////////////////////////////////////////////////////////////////////

void set_skin_open(set_skin *out, region *memory, const scene *s, const scene_skin *skin)
{
    const uint32_t count = skin->joint_count;
    *out = (set_skin){.skin = skin,
                      .above = region_calloc(memory, count, sizeof *out->above),
                      .pivots = region_calloc(memory, count, sizeof *out->pivots),
                      .parts = region_calloc(memory, count, sizeof *out->parts)};
    for (uint32_t k = 0; k < count; k++) {
        mat34 bind;
        uint32_t node = s->nodes[skin->joints[k]].parent;
        out->above[k] = SCENE_NONE;
        while (node != SCENE_NONE && out->above[k] == SCENE_NONE) {
            const uint32_t at = list_index(skin->joints, count, node);
            out->above[k] = at < count ? at : SCENE_NONE;
            node = s->nodes[node].parent;
        }
        if (!mat34_invert(&bind, &skin->inverse_binds[k]))
            out->above[k] = SCENE_NONE; /* it has no place to turn about */
        for (int c = 0; c < 3 && out->above[k] != SCENE_NONE; c++)
            out->pivots[k][c] = bind.m[c][3];
    }
}

static bool is_below(const set_skin *of, uint32_t joint, uint32_t top)
{
    while (joint != SCENE_NONE && joint != top)
        joint = of->above[joint];
    return joint == top;
}

static uint32_t add_joint(joint_set *set, uint32_t joint)
{
    const uint32_t k = list_index(set->joints, set->count, joint);
    if (k == set->count && k < SET_MOST_JOINTS)
        set->joints[set->count++] = joint;
    return k;
}

void joint_set_find(joint_set *out, const set_skin *of, const influence *pairs, uint32_t count)
{
    *out = (joint_set){.of = of, .weighted = count};
    for (uint32_t i = 0; i < count; i++)
        add_joint(out, pairs[i].joint);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = pairs[i].joint; of->above[k] != SCENE_NONE; k = of->above[k]) {
            const uint32_t known = list_index(out->turning, out->turning_count, k);
            bool all = true;
            for (uint32_t j = 0; j < count && all; j++)
                all = is_below(of, pairs[j].joint, k);
            if (all || known == SET_MOST_TURNING)
                break;
            if (known < out->turning_count)
                continue;
            out->turning[out->turning_count++] = k;
            add_joint(out, k);
            add_joint(out, of->above[k]);
        }
}

/// Their poses ///////////////////////////////////////////////////////////////////////////////////

/* The axes of a joint's test poses: along its bone, and two across. */
static void axes_of(double axes[3][3], const joint_set *set, uint32_t joint)
{
    const set_skin *of = set->of;
    const mat34 *globals = samples_global(set->samples, 0, 0);
    const uint32_t *nodes = of->skin->joints;
    double *along = axes[2];
    memset(axes, 0, 9 * sizeof **axes);
    for (uint32_t k = 0; k < of->skin->joint_count; k++)
        for (int c = 0; c < 3 && of->above[k] == joint; c++)
            along[c] += globals[nodes[k]].m[c][3] - globals[nodes[joint]].m[c][3];
    for (int c = 0; c < 3 && !(vec_dot(along, along, 3) > 0); c++)
        along[c] = globals[nodes[joint]].m[c][3] - globals[nodes[of->above[joint]]].m[c][3];
    if (!vec3_normalise(along))
        along[1] = 1;
    axes[0][fabs(along[0]) > 0.7] = 1;
    vec3_cross(axes[1], along, axes[0]);
    vec3_normalise(axes[1]);
    vec3_cross(axes[0], axes[1], along);
}

/* Turns a joint of the rest pose, and all below it. */
static void test_pose(mat34 *palette, const joint_set *set, uint32_t joint, uint32_t test)
{
    const mat34 *global = samples_global(set->samples, 0, set->of->skin->joints[joint]);
    const double origin[3] = {global->m[0][3], global->m[1][3], global->m[2][3]};
    const uint32_t way = test / 4;
    const double angle = (way == 2 ? TWIST : BEND) / (1 + (test & 1)) * (test & 2 ? -1 : 1);
    double axes[3][3], q[4], back[3];
    axes_of(axes, set, joint);
    for (int c = 0; c < 3; c++)
        q[c] = axes[way][c] * sin(angle / 2);
    q[3] = cos(angle / 2);
    mat34 turn = mat34_from_trs(origin, q, (double[]){1, 1, 1});
    mat34_direction(back, &turn, origin);
    for (int r = 0; r < 3; r++)
        turn.m[r][3] -= back[r];
    for (uint32_t i = 0; i < set->count; i++) {
        palette[i] = set->palette[i];
        if (is_below(set->of, set->joints[i], joint))
            palette[i] = mat34_mul(&turn, &palette[i]);
    }
}

static void add_parts(joint_set *set, uint32_t parent, uint32_t joint, const double pivot[3],
                      uint32_t parts)
{
    for (uint32_t k = 1; k <= parts; k++) {
        scene_between *b = &set->candidates[set->candidate_count++];
        *b = (scene_between){
            .parent = parent, .joint = joint, .part = (256 * k + (parts + 1) / 2) / (parts + 1)};
        memcpy(b->pivot, pivot, sizeof b->pivot);
    }
}

/* The place that two joints of the set take least apart in clips: by least squares, and near a
 * place that they leave open. Other joints of the set play no part, as one pair has one pivot. */
static void find_pivot(double pivot[3], const joint_set *set, const double *sizes, uint32_t a,
                       uint32_t b)
{
    mat34 normal = {{{0}}};
    double side[3] = {0};
    for (uint32_t m = 0; m < set->clip_count; m++) {
        const mat34 *palette = set->palette + (size_t)m * set->count;
        const double weight = sizes[m] > 0 ? 1 / (sizes[m] * sizes[m]) : 1;
        mat34 apart = palette[a];
        double off[3], q[4];
        if (!dual_rotation(q, &palette[a]) || !dual_rotation(q, &palette[b]))
            continue;
        mat34_add_scaled(&apart, -1, &palette[b]);
        mat34_point(off, &apart, pivot);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++) {
                side[i] -= apart.m[k][i] * off[k] * weight;
                for (int r = 0; r < 3; r++)
                    normal.m[i][k] += apart.m[r][i] * apart.m[r][k] * weight;
            }
    }
    for (int i = 0; i < 3; i++)
        normal.m[i][i] += 1e-3 * (normal.m[0][0] + normal.m[1][1] + normal.m[2][2]);
    if (mat34_invert(&normal, &normal))
        mat34_direction(side, &normal, side);
    for (int c = 0; c < 3; c++)
        pivot[c] += side[c];
}

static void list_candidates(joint_set *set, const double *sizes, bool longer)
{
    const set_skin *of = set->of;
    const uint32_t pairs = set->weighted < SET_MOST_LONG ? set->weighted : SET_MOST_LONG;
    set->candidates = region_calloc(
        &set->memory, set->count + (set->turning_count + (size_t)pairs * pairs) * SET_MOST_PARTS,
        sizeof *set->candidates);
    set->candidate_count = set->count;
    for (uint32_t i = 0; i < set->count; i++)
        set->candidates[i].joint = set->joints[i];
    for (uint32_t i = 0; i < set->turning_count; i++) {
        const uint32_t joint = set->turning[i];
        add_parts(set, of->above[joint], joint, of->pivots[joint], of->parts[joint]);
    }
    for (uint32_t i = 0; i < pairs && longer; i++)
        for (uint32_t k = i + 1; k < pairs; k++) {
            double pivot[3];
            memcpy(pivot, of->pivots[set->joints[k]], sizeof pivot);
            if (of->above[set->joints[k]] !=
                set->joints[i]) /* else others of this pair turn there */
                find_pivot(pivot, set, sizes, i, k);
            add_parts(set, set->joints[i], set->joints[k], pivot, SET_MOST_PARTS);
        }
}

static void pose_candidates(joint_set *set)
{
    set->moves = region_calloc(&set->memory, (size_t)set->pose_count * set->candidate_count,
                               sizeof *set->moves);
    for (uint32_t m = 0; m < set->pose_count; m++) {
        const mat34 *palette = set->palette + (size_t)m * set->count;
        mat34 *moves = set->moves + (size_t)m * set->candidate_count;
        memcpy(moves, palette, set->count * sizeof *moves);
        double turn[4];
        for (uint32_t i = set->count; i < set->candidate_count; i++) {
            const scene_between *b = &set->candidates[i];
            const mat34 *parent = &palette[add_joint(set, b->parent)];
            const mat34 *joint = &palette[add_joint(set, b->joint)];
            if (b[-1].part == 0 || b[-1].parent != b->parent || b[-1].joint != b->joint)
                between_turn(turn, parent, joint);
            moves[i] = between_matrix(b, parent, joint, turn);
        }
    }
}

uint32_t joint_set_tested(const joint_set *set, uint32_t pose)
{
    return set->turning[(pose - set->clip_count) / TESTS];
}

void joint_set_pose(joint_set *set, const scene_samples *samples, bool longer)
{
    const scene_skin *skin = set->of->skin;
    set->samples = samples;
    set->clip_count = samples->count;
    set->pose_count = samples->count + TESTS * set->turning_count;
    set->palette =
        region_calloc(&set->memory, (size_t)set->pose_count * set->count, sizeof *set->palette);
    set->duals =
        region_calloc(&set->memory, (size_t)set->pose_count * set->weighted, sizeof *set->duals);
    set->sizes = region_calloc(&set->memory, set->pose_count, sizeof *set->sizes);
    for (uint32_t m = 0; m < set->pose_count; m++) {
        mat34 *palette = set->palette + (size_t)m * set->count;
        const double size = samples->sizes[m < samples->count ? m : 0];
        set->sizes[m] = size > 0 ? size : 1;
        for (uint32_t i = 0; i < set->count && m < samples->count; i++)
            palette[i] = mat34_mul(samples_global(samples, m, skin->joints[set->joints[i]]),
                                   &skin->inverse_binds[set->joints[i]]);
        if (m >= samples->count)
            test_pose(palette, set, joint_set_tested(set, m), (m - samples->count) % TESTS);
        for (uint32_t i = 0; i < set->weighted; i++) {
            double q[4];
            if (!dual_rotation(q, &palette[i]))
                set->sizes[m] =
                    HUGE_VAL; /* what the joint's rotation is, the matrix does not say */
            dual_split(&set->duals[(size_t)m * set->weighted + i], &palette[i], q);
        }
    }
    list_candidates(set, samples->sizes, longer);
    pose_candidates(set);
}
