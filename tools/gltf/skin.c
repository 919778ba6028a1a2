/* SPDX-License-Identifier: MIT */
/* Reads skins and their inverse bind matrices. */
#include "gltf/loader.h"

/* How far the fourth row of a matrix may be from 0 0 0 1: a rounding, not a projection. */
#define ROW_TOLERANCE 1e-5

bool gltf_matrix(mat34 *out, const double columns[16])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            out->m[r][c] = columns[4 * c + r];
    return fabs(columns[3]) <= ROW_TOLERANCE && fabs(columns[7]) <= ROW_TOLERANCE &&
           fabs(columns[11]) <= ROW_TOLERANCE && fabs(columns[15] - 1) <= ROW_TOLERANCE;
}

static bool read_inverse_binds(gltf_loader *l, scene_skin *skin, const json_at *object)
{
    const json_at place = json_member(object, "inverseBindMatrices");
    mat34 *matrices = gltf_alloc(l, skin->joint_count, sizeof *matrices);
    const uint32_t accessor =
        json_index(object, "inverseBindMatrices", SCENE_NONE, l->accessor_count);
    if (!gltf_ok(l))
        return false;
    skin->inverse_binds = matrices;
    for (uint32_t i = 0; i < skin->joint_count; i++)
        matrices[i] = mat34_identity();
    if (accessor == SCENE_NONE)
        return true;

    const gltf_accessor *source = &l->accessors[accessor];
    if (source->shape != GLTF_MAT4 || source->component != GLTF_F32)
        return json_fail(&place, "accessor %u must be MAT4 of float", accessor);
    if (source->count < skin->joint_count)
        return json_fail(&place, "%u matrices for %u joints", source->count, skin->joint_count);
    const double *numbers = gltf_decode(l, accessor);
    bool affine = true;
    for (uint32_t i = 0; i < skin->joint_count && numbers != NULL; i++)
        affine &= gltf_matrix(&matrices[i], numbers + (size_t)i * 16);
    if (!affine)
        diag_warn(l->file,
                  "inverse bind matrices have a fourth row other than 0 0 0 1, it is ignored, %s",
                  place.place);
    return numbers != NULL;
}

static bool read_skin(gltf_loader *l, uint32_t index, const json_at *object)
{
    scene_skin *skin = &l->scene->skins[index];
    const uint32_t node_count = l->scene->node_count;
    if (!gltf_spend(l, node_count, object))
        return false;
    skin->name = gltf_name(l, object);
    json_index(object, "skeleton", SCENE_NONE, node_count);
    const json_at list = json_need(object, "joints", JSON_ARRAY);
    const size_t count = json_array_size(list.value);
    if (count == 0 || count > SCENE_MAX_JOINTS)
        return json_fail(&list, "skin has %zu joints, 1 to %u are possible", count,
                         SCENE_MAX_JOINTS);
    uint32_t *joints = gltf_alloc(l, count, sizeof *joints);
    bool repeated = false;
    FREED bool *seen = diag_calloc(node_count, sizeof *seen);
    for (size_t i = 0; i < count && gltf_ok(l); i++) {
        joints[i] = json_element_index(&list, i, node_count);
        if (!gltf_ok(l))
            return false;
        repeated |= seen[joints[i]];
        seen[joints[i]] = true;
    }
    if (repeated)
        diag_warn(l->file, "a node is listed more than once, %s", list.place);
    skin->joints = joints;
    skin->joint_count = (uint32_t)count;
    return gltf_ok(l) && read_inverse_binds(l, skin, object);
}

bool gltf_load_skins(gltf_loader *l)
{
    scene *s = l->scene;
    gltf_list(l, &s->node_count, "nodes", SCENE_MAX_NODES);
    const json_at list = gltf_list(l, &s->skin_count, "skins", GLTF_MAX_ITEMS);
    s->skins = gltf_alloc(l, s->skin_count, sizeof *s->skins);
    return gltf_each(l, &list, read_skin);
}
