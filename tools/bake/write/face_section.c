/* SPDX-License-Identifier: MIT */
/* Writes expressions and gaze to FACE. */
#include <stdlib.h>

#include "bake/write/sections.h"
#include "common/compare.h"
#include "scene/select.h"

typedef struct face_bind {
    uint32_t target, expression; /* targets are counted through all meshes */
    double weight;
} face_bind;

COMPARE_BY(by_target, uint32_t, 2)

/* The binds of targets that the blob has, ascending; free() them. */
static face_bind *gather_binds(uint32_t *bind_count, const bake_model *model)
{
    const scene *s = model->job.scene;
    face_bind *out = NULL;
    uint32_t count = 0, first = 0;
    for (uint32_t m = 0; m < model->meshes.count; m++) {
        const bake_mesh *mesh = &model->meshes.meshes[m];
        for (uint32_t i = 0; i < s->expression_count; i++)
            for (const scene_face_bind *b = s->expressions[i].binds; b != NULL; b = b->next) {
                if (b->node != mesh->node || b->target >= mesh->target_count)
                    continue;
                out = diag_grow(out, count, sizeof *out);
                out[count++] = (face_bind){first + b->target, i, b->weight};
            }
        first += mesh->target_count;
    }
    if (count > 0)
        qsort(out, count, sizeof *out, by_target);
    *bind_count = count;
    return out;
}

static uint16_t joint_or_none(const bake_model *model, uint32_t node)
{
    return node == SCENE_NONE ? PELT_NO_JOINT : (uint16_t)model->joints.of_node[node];
}

static void put_axis(byte_buffer *to, const bake_model *model, const mat34 *axes, double x,
                     double y, double z)
{
    double axis[3] = {x, y, z}, turned[3];
    mat34_direction(turned, axes, axis);
    if (vec3_normalise(turned)) /* of scales of zero the axis stays */
        memcpy(axis, turned, sizeof axis);
    for (int i = 0; i < 3; i++)
        encode_component(to, model->job.traits, FORMAT_ROTATION, axis[i], 0);
}

static void put_gaze(byte_buffer *to, const bake_model *model, const scene_gaze *gaze)
{
    static const char *const looks[] = {"lookLeft", "lookRight", "lookUp", "lookDown"};
    const scene *s = model->job.scene;
    const encoding_traits *traits = model->job.traits;
    FREED_BY(eval_pose_free) eval_pose rest;
    eval_pose_init(&rest, s);
    mat34 head = mat34_identity();
    (void)mat34_invert(&head, &rest.globals[gaze->head]);
    buffer_u16(to, joint_or_none(model, gaze->head));
    for (int i = 0; i < 2; i++)
        buffer_u16(to, joint_or_none(model, gaze->eyes[i]));
    buffer_u16(to, gaze->turns);
    for (int i = 0; i < 4; i++)
        buffer_u16(to, scene_find_expression(s, looks[i])); /* none: 0xFFFF, as of no joint */
    for (int i = 0; i < 3; i++)
        buffer_u32(to, traits_bits(traits, gaze->offset[i], ldexp(1, 16 - model->units.unit_shift),
                                   INT32_MAX));
    put_axis(to, model, &head, gaze->front, 0, 0);
    put_axis(to, model, &head, 0, 1, 0);
    put_axis(to, model, &head, 0, 0, gaze->front);
    for (int i = 0; i < 2; i++) {
        const mat34 axes = gaze->eyes[i] == SCENE_NONE
                               ? mat34_identity()
                               : write_parent_axes(model, rest.globals, gaze->eyes[i]);
        put_axis(to, model, &axes, 0, 1, 0);
        put_axis(to, model, &axes, gaze->front, 0, 0);
    }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++)
            encode_component(to, traits, FORMAT_ROTATION, gaze->ranges[i][k], 0);
}

bool write_face(sections *out, const bake_model *model)
{
    const scene *s = model->job.scene;
    uint32_t count;
    FREED face_bind *binds = gather_binds(&count, model);
    if (s->expression_count == 0 && s->gaze == NULL)
        return true;
    if (count > UINT16_MAX)
        return diag_fail(model->job.d, DIAG_INVALID,
                         "%u morph targets of all expressions are more than %u, /extensions, give "
                         "fewer",
                         count, UINT16_MAX);
    byte_buffer *to = section_add_optional(out, FORMAT_FACES);
    buffer_u16(to, s->expression_count, count, s->gaze != NULL ? FORMAT_FACES_GAZE : 0, 0);
    for (uint32_t i = 0; i < s->expression_count; i++) {
        const scene_expression *e = &s->expressions[i];
        uint32_t flags = e->kind | (e->is_binary ? FORMAT_EXPRESSION_BINARY : 0);
        for (uint32_t k = 0; k < 3; k++)
            flags |= e->overrides[k] << (FORMAT_EXPRESSION_OVERRIDES + 2 * k);
        buffer_u32(to, write_name(out, e->name), flags);
    }
    for (uint32_t i = 0; i < count; i++)
        buffer_u16(to, binds[i].target, binds[i].expression,
                   (uint16_t)lround(binds[i].weight * 32768), 0);
    if (s->gaze != NULL)
        put_gaze(to, model, s->gaze);
    return true;
}
