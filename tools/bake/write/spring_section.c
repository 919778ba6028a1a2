/* SPDX-License-Identifier: MIT */
/* Writes springs to SPRG: in the order of a step, with what each builds anew. */
#include <float.h>

#include "bake/write/sections.h"

#define EVEN_LIMIT 1e-4 /* how far scales along axes may differ */

typedef struct spring_order {
    const bake_model *model;
    const scene *s;
    uint32_t *of_joint; /* [joint count] 1 + the spring; 0: none */
    uint32_t *end;      /* [joint count] behind the joint's descendants */
    uint32_t *order;    /* [count] springs */
    uint32_t count;
    uint16_t *places; /* [collider_count] in the blob, of those that a spring uses */
    uint32_t used;    /* colliders */
    uint8_t *seen;    /* [spring_count] */
    mat34 *globals;   /* at rest, of nodes */
} spring_order;

static uint32_t joint_of(const spring_order *o, uint32_t spring)
{
    return o->model->joints.of_node[o->s->springs[spring].node];
}

static uint32_t parent_of(const spring_order *o, uint32_t joint)
{
    return o->model->joints.joints[joint].parent;
}

/* A joint whose spring has to be stepped before this one, or BAKE_NONE. index: 0 for the one above it,
 * then its colliders' joints, then its centre. */
static uint32_t next_need(const spring_order *o, uint32_t spring, uint32_t index)
{
    const scene_spring *of = &o->s->springs[spring];
    const uint32_t *of_node = o->model->joints.of_node;
    if (index == 0)
        return parent_of(o, joint_of(o, spring));
    if (index <= of->collider_count)
        return of_node[o->s->colliders[of->colliders[index - 1]].node];
    return of->centre == SCENE_NONE ? BAKE_NONE : of_node[of->centre];
}

/* The nearest spring that moves a joint, 1 + its index, or 0. */
static uint32_t mover_of(const spring_order *o, uint32_t joint)
{
    while (joint != BAKE_NONE && o->of_joint[joint] == 0)
        joint = parent_of(o, joint);
    return joint == BAKE_NONE ? 0 : o->of_joint[joint];
}

/* Puts a spring behind all that it needs, depth first; in a circle one of them needs what is behind it.
 * stack: the springs that wait; looked_at: the number of their needs that were looked at. */
static void place(spring_order *o, uint32_t spring, uint32_t *stack, uint32_t *looked_at)
{
    for (uint32_t depth = 0, need = 1 + spring;;) {
        if (need != 0 && !o->seen[need - 1]) {
            o->seen[need - 1] = true;
            stack[depth] = need - 1;
            looked_at[depth++] = 0;
        }
        if (depth == 0)
            return;
        const uint32_t at = stack[depth - 1], index = looked_at[depth - 1]++;
        const bool is_last = index > o->s->springs[at].collider_count + 1u;
        need = is_last ? 0 : mover_of(o, next_need(o, at, index));
        if (is_last)
            o->order[o->count++] = stack[--depth];
    }
}

static uint32_t outermost(const spring_order *o, uint32_t joint)
{
    uint32_t top = joint;
    for (; joint != BAKE_NONE; joint = parent_of(o, joint))
        if (o->of_joint[joint] != 0)
            top = joint;
    return top;
}

/* Whether the springs of each outermost one are stepped by ascending joints, and need nothing that is
 * behind them: then each builds up to the next, so that every joint is built once. Else all below it. */
static bool *find_ascending(const spring_order *o)
{
    const uint32_t joints = o->model->joints.count;
    bool *ascending = diag_calloc(joints, sizeof *ascending);
    FREED uint32_t *last = diag_calloc(joints, sizeof *last);
    for (uint32_t i = 0; i < joints; i++)
        ascending[i] = true;
    for (uint32_t i = 0; i < o->count; i++) {
        const uint32_t joint = joint_of(o, o->order[i]), top = outermost(o, joint);
        ascending[top] = ascending[top] && joint >= last[top];
        last[top] = joint;
        for (uint32_t k = 1; k <= o->s->springs[o->order[i]].collider_count + 1u; k++) {
            const uint32_t need = next_need(o, o->order[i], k);
            if (need != BAKE_NONE && need > joint && need < o->end[top])
                ascending[top] = false;
        }
    }
    return ascending;
}

static bool is_uneven_scale(const double s[3])
{
    const double limit = EVEN_LIMIT * fabs(s[0]);
    return s[0] < 0 || fabs(s[1] - s[0]) > limit || fabs(s[2] - s[0]) > limit;
}

/* Whether a joint's stored scale, or any above it, may not be the same along all axes, or mirror. */
static bool is_uneven(const spring_order *o, uint32_t joint)
{
    const scene *s = o->s;
    if (is_uneven_scale(o->model->joints.rest[joint].s))
        return true;
    for (uint32_t i = parent_of(o, joint); i != BAKE_NONE; i = parent_of(o, i)) {
        const uint32_t node = o->model->joints.joints[i].node;
        if (node == BAKE_NONE || is_uneven_scale(o->model->joints.rest[i].s))
            return true;
        for (uint32_t c = 0; c < s->clip_count; c++)
            for (uint32_t k = 0; k < s->clips[c].channel_count; k++) {
                const scene_channel *channel = &s->clips[c].channels[k];
                const double *v = channel->values;
                const uint32_t count = channel->key_count * scene_key_values(channel);
                if (channel->node != node || channel->path != SCENE_SCALE)
                    continue;
                for (uint32_t n = 0; n < count; n++, v += 3)
                    if (is_uneven_scale(v))
                        return true;
            }
    }
    return false;
}

mat34 write_parent_axes(const bake_model *model, const mat34 *globals, uint32_t node)
{
    const bake_joint *joints = model->joints.joints;
    const uint32_t parent = joints[model->joints.of_node[node]].parent;
    const uint32_t above = model->job.scene->nodes[node].parent;
    mat34 axes = above == SCENE_NONE ? mat34_identity() : globals[above],
          inverse = mat34_identity();
    if (parent != BAKE_NONE && joints[parent].node == BAKE_NONE) {
        const mat34 helper = trs_matrix(&model->joints.rest[parent]);
        axes = mat34_mul(&axes, &helper);
    }
    (void)mat34_invert(&inverse, &axes);
    return inverse;
}

/* Returns the length of a joint's bone at rest; aim: its direction in the axes of the joint's parent,
 * without the joint's own scale. */
static double find_bone(double aim[3], const spring_order *o, const scene_spring *spring)
{
    const scene_node *node = &o->s->nodes[spring->node];
    const mat34 *own = &o->globals[spring->node];
    const mat34 *above = node->parent == SCENE_NONE ? NULL : &o->globals[node->parent];
    const mat34 inverse = write_parent_axes(o->model, o->globals, spring->node);
    const trs *rest = &o->model->joints.rest[o->model->joints.of_node[spring->node]];
    const double zero[3] = {0, 0, 0}, one[3] = {1, 1, 1};
    const mat34 scaled = mat34_from_trs(zero, rest->r, rest->s),
                turn = mat34_from_trs(zero, rest->r, one);
    mat34 back;
    double way[3];
    for (int i = 0; i < 3; i++)
        way[i] = spring->tail != SCENE_NONE ? o->globals[spring->tail].m[i][3] - own->m[i][3]
                 : above != NULL            ? own->m[i][3] - above->m[i][3]
                                            : own->m[i][3];
    double length = vec_length(way, 3);
    if (spring->tail == SCENE_NONE)
        length = length > 0 ? SCENE_LEAF : 0;
    mat34_direction(aim, &inverse, way);
    if (is_uneven_scale(rest->s) && mat34_invert(&back, &scaled)) {
        mat34_direction(aim, &back, aim);
        mat34_direction(aim, &turn, aim);
    }
    return vec3_normalise(aim) ? length : 0;
}

/* Lengths in an encoding's format; false where they leave it. */
static bool put_lengths(byte_buffer *to, const bake_model *model, const double *v, int count,
                        int exponent)
{
    for (int i = 0; i < count; i++) {
        encode_component(to, model->job.traits, FORMAT_TRANSLATION, v[i], exponent);
        if (model->job.traits->fixed && !(fabs(ldexp(v[i], exponent)) < 1024))
            return false;
    }
    return true;
}

/* How far a tail is drawn in a second; what is beyond the format is stiffer than a step can tell. */
static void put_draw(byte_buffer *to, const bake_model *model, const double *v, int count,
                     int exponent)
{
    const double most = model->job.traits->fixed
                            ? ldexp(FORMAT_SPRING_DRAW, 4 - exponent - (int)FORMAT_LENGTH_BITS)
                            : DBL_MAX;
    for (int i = 0; i < count; i++) {
        const double draw = fmin(fmax(v[i], -most), most);
        (void)put_lengths(to, model, &draw, 1, exponent - 4);
    }
}

static bool put_spring(byte_buffer *to, const spring_order *o, uint32_t index, uint32_t end,
                       uint32_t first)
{
    const bake_model *model = o->model;
    const scene_spring *spring = &o->s->springs[index];
    const int exponent = -model->units.pose_shift;
    const uint32_t joint = joint_of(o, index);
    const double keep = 1 - spring->drag;
    double aim[3] = {0, 0, 0};
    const double length = find_bone(aim, o, spring);
    buffer_u16(to, joint, end,
               spring->centre == SCENE_NONE ? PELT_NO_JOINT
                                            : (uint16_t)model->joints.of_node[spring->centre],
               is_uneven(o, joint) ? FORMAT_SPRING_UNEVEN : 0, first, spring->collider_count);
    for (int i = 0; i < 3; i++)
        encode_component(to, model->job.traits, FORMAT_ROTATION, aim[i], 0);
    bool ok = put_lengths(to, model, &length, 1, exponent) &&
              (!model->job.traits->fixed || ldexp(length, exponent) < 512);
    encode_component(to, model->job.traits, FORMAT_ROTATION, keep, 0);
    put_draw(to, model, &spring->stiffness, 1, exponent);
    put_draw(to, model, spring->force, 3, exponent);
    ok = put_lengths(to, model, &spring->radius, 1, exponent) && ok;
    return ok || diag_fail(model->job.d, DIAG_INVALID,
                           "spring with a bone beyond 512 units of 2^%d or a radius beyond 1024, "
                           "/nodes/%u, use a coarser --unit-shift or --precision float",
                           model->units.unit_shift, spring->node);
}

static bool put_collider(byte_buffer *to, const bake_model *model, const scene_collider *c)
{
    const uint32_t joint = model->joints.of_node[c->node];
    const int exponent = units_frame(model, joint) - model->units.pose_shift;
    /* Radii are the world's. */
    buffer_u16(to, joint,
               (uint16_t)((c->is_capsule ? FORMAT_COLLIDER_CAPSULE : 0) |
                          (c->is_inside ? FORMAT_COLLIDER_INSIDE : 0)));
    bool ok = put_lengths(to, model, c->offset, 3, exponent);
    ok = put_lengths(to, model, c->end, 3, exponent) && ok;
    ok = put_lengths(to, model, &c->radius, 1, -model->units.pose_shift) && ok;
    return ok || diag_fail(model->job.d, DIAG_INVALID,
                           "collider beyond 1024 units of 2^%d, /nodes/%u, use a coarser "
                           "--unit-shift or --precision float",
                           model->units.unit_shift, c->node);
}

static bool put_section(byte_buffer *to, spring_order *o)
{
    const scene *s = o->s;
    FREED bool *ascending = find_ascending(o);
    bool ok = true;
    uint32_t first = 0;
    for (uint32_t i = 0; i < o->count && ok; i++) {
        const uint32_t joint = joint_of(o, o->order[i]), top = outermost(o, joint);
        uint32_t end = ascending[top] ? joint + 1 : o->end[joint];
        while (ascending[top] && end < o->end[top] && o->of_joint[end] == 0)
            end++;
        ok = put_spring(to, o, o->order[i], end, first);
        first += s->springs[o->order[i]].collider_count;
    }
    for (uint32_t i = 0; i < s->collider_count && ok; i++)
        ok = !s->colliders[i].is_used || put_collider(to, o->model, &s->colliders[i]);
    for (uint32_t i = 0; i < o->count && ok; i++)
        for (uint32_t k = 0; k < s->springs[o->order[i]].collider_count; k++)
            buffer_u16(to, o->places[s->springs[o->order[i]].colliders[k]]);
    buffer_pad4(to);
    return ok;
}

bool write_springs(sections *out, const bake_model *model)
{
    const scene *s = model->job.scene;
    const uint32_t joints = model->joints.count;
    uint64_t listed = 0;
    for (uint32_t i = 0; i < s->spring_count; i++)
        listed += s->springs[i].collider_count;
    if (s->spring_count == 0)
        return true;
    if (listed > UINT16_MAX) /* and so are the colliders that are used */
        return diag_fail(model->job.d, DIAG_INVALID,
                         "colliders of all spring joints are more than %u, /extensions, give fewer",
                         UINT16_MAX);
    FREED_BY(region_free) region memory = {0};
    FREED_BY(eval_pose_free) eval_pose rest;
    eval_pose_init(&rest, s);
    spring_order o = {.model = model,
                      .s = s,
                      .of_joint = region_calloc(&memory, joints, sizeof *o.of_joint),
                      .end = region_calloc(&memory, joints, sizeof *o.end),
                      .order = region_calloc(&memory, s->spring_count, sizeof *o.order),
                      .places = region_calloc(&memory, s->collider_count, sizeof *o.places),
                      .seen = region_calloc(&memory, s->spring_count, sizeof *o.seen),
                      .globals = rest.globals};
    FREED uint32_t *stack = diag_calloc(s->spring_count, 2 * sizeof *stack);
    for (uint32_t i = 0; i < s->spring_count; i++)
        o.of_joint[joint_of(&o, i)] = i + 1;
    for (uint32_t i = 0; i < s->collider_count; i++)
        if (s->colliders[i].is_used)
            o.places[i] = (uint16_t)o.used++;
    for (uint32_t i = joints; i-- > 0;) {
        const uint32_t parent = parent_of(&o, i);
        o.end[i] = o.end[i] > i ? o.end[i] : i + 1;
        if (parent != BAKE_NONE && o.end[parent] < o.end[i])
            o.end[parent] = o.end[i];
    }
    for (uint32_t i = 0; i < joints; i++)
        if (o.of_joint[i] != 0)
            place(&o, o.of_joint[i] - 1, stack, stack + s->spring_count);
    byte_buffer *to = section_add_optional(out, FORMAT_SPRINGS);
    buffer_u16(to, o.count, o.used, (uint16_t)listed, 0);
    return put_section(to, &o);
}
