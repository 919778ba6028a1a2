/* SPDX-License-Identifier: MIT */
/* Reads JOINTS_n and WEIGHTS_n: all sets of a primitive side by side. */
#include <stdio.h>
#include <string.h>

#include "gltf/loader.h"

#define MAX_INFLUENCE_SETS (SCENE_MAX_INFLUENCES / 4)

static void set_name(char out[24], const char *base, uint32_t set)
{
    snprintf(out, 24, "%s_%u", base, set);
}

/* Counts the pairs JOINTS_0/WEIGHTS_0, JOINTS_1/WEIGHTS_1 and so on. A gap, or one without the
 * other, is an error. */
static bool count_influence_sets(uint32_t *set_count, const json_at *attributes)
{
    uint32_t sets = 0, members = 0;
    char joints[24], weights[24];
    const char *key;
    json_t *value;
    for (;; sets++) {
        set_name(joints, "JOINTS", sets);
        set_name(weights, "WEIGHTS", sets);
        if (json_object_get(attributes->value, joints) == NULL ||
            json_object_get(attributes->value, weights) == NULL)
            break;
    }
    json_object_foreach(attributes->value, key, value) members +=
        strncmp(key, "JOINTS_", 7) == 0 || strncmp(key, "WEIGHTS_", 8) == 0;
    if (members != 2 * sets)
        return json_fail(attributes, "JOINTS_n and WEIGHTS_n do not come in pairs from 0 on");
    if (sets > MAX_INFLUENCE_SETS)
        return json_fail(attributes, "%u influences per vertex are more than the limit of %u",
                         4 * sets, SCENE_MAX_INFLUENCES);
    *set_count = sets;
    return true;
}

static bool check_influences(scene_primitive *primitive, const json_at *where)
{
    const size_t total = (size_t)primitive->vertex_count * primitive->influences_per_vertex;
    for (size_t i = 0; i < total; i++) {
        if (primitive->weights[i] < 0)
            return json_fail(where, "weight %zu of vertex %zu is negative",
                             i % primitive->influences_per_vertex,
                             i / primitive->influences_per_vertex);
        if (primitive->weights[i] > 0 && primitive->joints[i] >= primitive->joint_limit)
            primitive->joint_limit = primitive->joints[i] + 1;
    }
    return true;
}

bool gltf_read_influences(gltf_loader *l, scene_primitive *primitive, const json_at *attributes)
{
    uint32_t sets = 0;
    if (!count_influence_sets(&sets, attributes) || sets == 0)
        return gltf_ok(l);
    const uint32_t vertex_count = primitive->vertex_count;
    const size_t total = (size_t)vertex_count * 4 * sets;
    uint32_t *all_joints = sets > 1 ? gltf_alloc(l, total, sizeof *all_joints) : NULL;
    double *all_weights = sets > 1 ? gltf_alloc(l, total, sizeof *all_weights) : NULL;
    for (uint32_t set = 0; set < sets; set++) {
        char joint_name[24], weight_name[24];
        set_name(joint_name, "JOINTS", set);
        set_name(weight_name, "WEIGHTS", set);
        const uint32_t joints =
            gltf_find_attribute(l, attributes, joint_name, GLTF_RULE_JOINT, vertex_count);
        const uint32_t weights =
            gltf_find_attribute(l, attributes, weight_name, GLTF_RULE_WEIGHT, vertex_count);
        if (!gltf_ok(l) || (primitive->joints = gltf_decode_whole(l, joints)) == NULL ||
            (primitive->weights = gltf_decode_weights(l, weights)) == NULL)
            return false;
        const uint32_t nan_count = l->accessors[weights].nan_count;
        if (nan_count > 0)
            diag_warn(l->file, "weights of %u %s not numbers and count as 0, %s/%s", nan_count,
                      nan_count == 1 ? "vertex are" : "vertices are", attributes->place,
                      weight_name);
        for (size_t v = 0; sets > 1 && v < vertex_count; v++) {
            const size_t at = (v * sets + set) * 4;
            memcpy(all_joints + at, primitive->joints + v * 4, 4 * sizeof *all_joints);
            memcpy(all_weights + at, primitive->weights + v * 4, 4 * sizeof *all_weights);
        }
    }
    if (sets > 1) {
        primitive->joints = all_joints;
        primitive->weights = all_weights;
    }
    primitive->influences_per_vertex = 4 * sets;
    const json_at place = json_member(attributes, "WEIGHTS_0");
    return check_influences(primitive, &place);
}
