/* SPDX-License-Identifier: MIT */
/* Skins and their inverse bind matrices. */
#include <stdlib.h>
#include <string.h>

#include "gltf/loader.h"

/* How far the fourth row of a matrix may be from 0 0 0 1: rounding, not a projection. */
#define ROW_TOLERANCE 1e-5

bool gltf_matrix(mat34 *out, const double columns[16])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            out->m[r][c] = columns[4 * c + r];
    return fabs(columns[3]) <= ROW_TOLERANCE && fabs(columns[7]) <= ROW_TOLERANCE &&
           fabs(columns[11]) <= ROW_TOLERANCE && fabs(columns[15] - 1) <= ROW_TOLERANCE;
}

static bool read_inverse_binds(gltf_loader *l, scene_skin *skin, const json_t *object,
                               const json_place *where)
{
    uint32_t accessor = SCENE_NONE;
    mat34 *matrices = gltf_alloc(l, skin->joint_count, sizeof *matrices);
    if (matrices == NULL || !json_read_index(l->d, &accessor, object, where, "inverseBindMatrices",
                                             JSON_OPTIONAL, l->accessor_count))
        return false;
    skin->inverse_binds = matrices;
    for (uint32_t i = 0; i < skin->joint_count; i++)
        matrices[i] = mat34_identity();
    if (accessor == SCENE_NONE)
        return true;

    const json_place place = json_key(where, "inverseBindMatrices");
    const gltf_accessor *source = &l->accessors[accessor];
    const double *numbers = NULL;
    if (source->shape != GLTF_MAT4 || source->component != GLTF_F32)
        return json_fail(l->d, &place, "accessor %u must be MAT4 of float", accessor);
    if (source->count < skin->joint_count)
        return json_fail(l->d, &place, "%u matrices for %u joints", source->count,
                         skin->joint_count);
    if (!gltf_decode(l, &numbers, accessor))
        return false;
    bool affine = true;
    for (uint32_t i = 0; i < skin->joint_count; i++)
        affine &= gltf_matrix(&matrices[i], numbers + (size_t)i * 16);
    if (!affine)
        diag_warn(l->file,
                  "inverse bind matrices have a fourth row other than 0 0 0 1, it is ignored, %s",
                  place.text);
    return true;
}

static bool read_skin(gltf_loader *l, scene_skin *skin, const json_t *object,
                      const json_place *where, uint8_t *seen)
{
    const uint32_t node_count = l->scene->node_count;
    const json_t *array = NULL;
    uint32_t skeleton;
    if (!gltf_name(l, &skin->name, object, where) ||
        !json_read_index(l->d, &skeleton, object, where, "skeleton", JSON_OPTIONAL, node_count) ||
        !json_read_array(l->d, &array, object, where, "joints", JSON_REQUIRED))
        return false;
    const json_place list = json_key(where, "joints");
    const size_t count = json_array_size(array);
    if (count == 0 || count > SCENE_MAX_JOINTS)
        return json_fail(l->d, &list, "skin has %zu joints, 1 to %u are possible", count,
                         SCENE_MAX_JOINTS);
    uint32_t *joints = gltf_alloc(l, count, sizeof *joints);
    if (joints == NULL)
        return false;
    bool repeated = false;
    memset(seen, 0, node_count);
    for (size_t i = 0; i < count; i++) {
        if (!json_element_index(l->d, &joints[i], array, &list, i, node_count))
            return false;
        repeated |= seen[joints[i]] != 0;
        seen[joints[i]] = 1;
    }
    if (repeated)
        diag_warn(l->file, "a node is listed more than once, %s", list.text);
    skin->joints = joints;
    skin->joint_count = (uint32_t)count;
    return read_inverse_binds(l, skin, object, where);
}

bool gltf_load_skins(gltf_loader *l)
{
    const json_t *array = NULL, *nodes = NULL;
    scene *s = l->scene;
    if (!gltf_list(l, &nodes, &s->node_count, "nodes", SCENE_MAX_NODES) ||
        !gltf_list(l, &array, &s->skin_count, "skins", GLTF_MAX_ITEMS))
        return false;
    s->skins = gltf_alloc(l, s->skin_count, sizeof *s->skins);
    if (s->skins == NULL)
        return false;
    uint8_t *seen = diag_calloc(s->node_count, 1);
    const json_place list = json_key(&l->root_place, "skins");
    bool ok = true;
    for (uint32_t i = 0; ok && i < s->skin_count; i++) {
        const json_t *object = NULL;
        const json_place where = json_item(&list, i);
        ok = json_element_object(l->d, &object, array, &list, i) &&
             gltf_spend(l, s->node_count, &where) &&
             read_skin(l, &s->skins[i], object, &where, seen);
    }
    free(seen);
    return ok;
}
