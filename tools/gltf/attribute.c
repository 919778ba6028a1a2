/* SPDX-License-Identifier: MIT */
/* Checks which types a vertex attribute may have, with and without KHR_mesh_quantization. */
#include "gltf/loader.h"

/* Sets of component types: one bit for each plain type and one for each normalised type. */
#define PLAIN(component) (1u << ((component)-GLTF_I8))
#define UNIT(component) (1u << ((component)-GLTF_I8 + 8))

enum {
    FLOATS = PLAIN(GLTF_F32),
    UNIT_UNSIGNED = UNIT(GLTF_U8) | UNIT(GLTF_U16),
    UNIT_SIGNED = UNIT(GLTF_I8) | UNIT(GLTF_I16),
    PLAIN_SMALL = PLAIN(GLTF_I8) | PLAIN(GLTF_U8) | PLAIN(GLTF_I16) | PLAIN(GLTF_U16)
};

typedef struct attribute_rule {
    uint32_t shapes;                 /* bits 1 << gltf_shape */
    uint32_t types, quantised_types; /* the latter are allowed, too, with KHR_mesh_quantization */
    const char *wanted;
} attribute_rule;

/* In the order of gltf_rule. */
static const attribute_rule rules[] = {
    {1u << GLTF_VEC3, FLOATS, PLAIN_SMALL | UNIT_UNSIGNED | UNIT_SIGNED, "VEC3 of float"},
    {1u << GLTF_VEC3, FLOATS, UNIT_SIGNED, "VEC3 of float"},
    {1u << GLTF_VEC4, FLOATS, UNIT_SIGNED, "VEC4 of float"},
    {1u << GLTF_VEC2, FLOATS | UNIT_UNSIGNED, PLAIN_SMALL | UNIT_SIGNED,
     "VEC2 of float or normalised unsigned integers"},
    {1u << GLTF_VEC3 | 1u << GLTF_VEC4, FLOATS | UNIT_UNSIGNED, 0,
     "VEC3 or VEC4 of float or normalised unsigned integers"},
    {1u << GLTF_VEC4, PLAIN(GLTF_U8) | PLAIN(GLTF_U16), 0,
     "VEC4 of unsigned bytes or shorts, not normalised"},
    {1u << GLTF_VEC4, FLOATS | UNIT_UNSIGNED, 0, "VEC4 of float or normalised unsigned integers"},
    {1u << GLTF_SCALAR, PLAIN(GLTF_U8) | PLAIN(GLTF_U16) | PLAIN(GLTF_U32), 0,
     "SCALAR of unsigned integers"},
};

bool gltf_check_types(gltf_loader *l, uint32_t index, gltf_rule which, const json_at *where)
{
    const attribute_rule *rule = &rules[which];
    const gltf_accessor *accessor = &l->accessors[index];
    /* For floats "normalized" has no meaning. */
    const bool normalised = accessor->normalised && accessor->component != GLTF_F32;
    const uint32_t type = normalised ? UNIT(accessor->component) : PLAIN(accessor->component);
    const uint32_t types = rule->types | (l->quantised ? rule->quantised_types : 0);
    if ((rule->shapes & 1u << accessor->shape) != 0 && (types & type) != 0)
        return true;
    return json_fail(where, "accessor %u must be %s%s", index, rule->wanted,
                     rule->quantised_types & type ? " unless KHR_mesh_quantization is declared"
                                                  : "");
}

bool gltf_check_count(gltf_loader *l, uint32_t index, uint32_t vertex_count, const json_at *where)
{
    return l->accessors[index].count == vertex_count ||
           json_fail(where, "accessor %u has %u elements but POSITION has %u", index,
                     l->accessors[index].count, vertex_count);
}

uint32_t gltf_find_attribute(gltf_loader *l, const json_at *attributes, const char *name,
                             gltf_rule rule, uint32_t vertex_count)
{
    const json_at place = json_member(attributes, name);
    const uint32_t index = json_index(attributes, name, SCENE_NONE, l->accessor_count);
    if (!gltf_ok(l) || index == SCENE_NONE || !gltf_check_types(l, index, rule, &place) ||
        !gltf_check_count(l, index, vertex_count, &place))
        return SCENE_NONE;
    return index;
}

void *gltf_read_attribute(gltf_loader *l, const json_at *attributes, const char *name,
                          gltf_rule rule, uint32_t vertex_count)
{
    const uint32_t accessor = gltf_find_attribute(l, attributes, name, rule, vertex_count);
    return accessor == SCENE_NONE ? NULL : (void *)gltf_decode(l, accessor);
}
