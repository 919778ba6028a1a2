/* SPDX-License-Identifier: MIT */
/* Writes a mesh's vertices into a buffer of the caller's layout: see pelt/gpu.h. */
#include <stdbool.h>

#include "../base/memory.h"
#include "../blob/stored.h"
#include "pelt/gpu.h"
#include "vertex.h"

/// Types /////////////////////////////////////////////////////////////////////////////////////////

#define TYPE(type) (1u << (type))
#define WITH_SIGN (TYPE(PELT_FLOAT32) | TYPE(PELT_SNORM8) | TYPE(PELT_SNORM16))
#define FRACTIONS (TYPE(PELT_FLOAT32) | TYPE(PELT_UNORM8) | TYPE(PELT_UNORM16))

/* In the order of pelt_component; C++, which the single-file pair is too, has no designators. */
static const uint8_t component_bytes[] = {1, 4, 1, 2, 1, 2, 1, 2};
/* Of normalised types. */
static const uint16_t largest[] = {0, 0, 127, 32767, 255, 65535};
FORMAT_STATIC_ASSERT(components, PELT_FLOAT32 == 1 && PELT_SNORM8 == 2 && PELT_SNORM16 == 3 &&
                                     PELT_UNORM8 == 4 && PELT_UNORM16 == 5 && PELT_UINT8 == 6);

/* Left out, or one of `types` and within the stride. */
static bool fits(pelt_attribute a, uint32_t types, uint32_t components, uint32_t stride_bytes)
{
    if (a.type == PELT_OMIT)
        return true;
    if ((uint32_t)a.type > PELT_UINT16 || (TYPE(a.type) & types) == 0u)
        return false;
    const uint32_t bytes = components * component_bytes[a.type];
    return stride_bytes >= bytes && a.offset_bytes <= stride_bytes - bytes;
}

static bool is_valid(const pelt_attributes *to)
{
    const uint32_t stride = to->stride_bytes;
    return fits(to->position, TYPE(PELT_FLOAT32) | TYPE(PELT_SNORM16), 3, stride) &&
           fits(to->normal, WITH_SIGN, 3, stride) && fits(to->tangent, WITH_SIGN, 4, stride) &&
           fits(to->uv, TYPE(PELT_FLOAT32) | TYPE(PELT_UNORM16) | TYPE(PELT_SNORM16), 2, stride) &&
           fits(to->colour, FRACTIONS, 4, stride) && fits(to->weights, FRACTIONS, 4, stride) &&
           fits(to->joints, TYPE(PELT_FLOAT32) | TYPE(PELT_UINT8) | TYPE(PELT_UINT16), 4, stride);
}

/// Numbers ///////////////////////////////////////////////////////////////////////////////////////

static void put_whole(uint8_t *to, pelt_component type, uint32_t value)
{
    const uint16_t half = (uint16_t)value;
    const float number = (float)value;
    if (type == PELT_FLOAT32)
        memcpy(to, &number, sizeof number);
    else if (component_bytes[type] == 2u)
        memcpy(to, &half, sizeof half);
    else
        *to = (uint8_t)value;
}

static void put_number(uint8_t *to, pelt_component type, float value)
{
    if (type == PELT_FLOAT32) {
        memcpy(to, &value, sizeof value);
        return;
    }
    const float low = type == PELT_SNORM8 || type == PELT_SNORM16 ? -1.0f : 0.0f;
    if (!(value > low)) /* what is no number too */
        value = low;
    else if (value > 1.0f)
        value = 1.0f;
    value *= (float)largest[type];
    put_whole(to, type, (uint32_t)(int32_t)(value < 0.0f ? value - 0.5f : value + 0.5f));
}

static void put(uint8_t *vertex, pelt_attribute a, const float *values, uint32_t components)
{
    if (a.type == PELT_OMIT)
        return;
    for (uint32_t c = 0; c < components; c++)
        put_number(vertex + a.offset_bytes + c * component_bytes[a.type], a.type, values[c]);
}

/// Weights ///////////////////////////////////////////////////////////////////////////////////////

/* Makes whole numbers whose sum is `one`: rounded down, and what is missing, at most four, goes to
 * those that lost most. Weights are in [0, 1] and sum to one within 2^-17; Q24 holds fixed-point ones
 * exactly. */
static void whole_weights(uint32_t out[4], const float weights[4], uint32_t one)
{
    uint32_t lost[4], sum = 0;
    for (unsigned k = 0; k < 4u; k++) {
        const float w = weights[k] > 0.0f ? weights[k] < 1.0f ? weights[k] : 1.0f : 0.0f;
        const uint64_t product = (uint64_t)(uint32_t)(int32_t)(w * 16777216.0f) * one;
        out[k] = (uint32_t)(product >> 24);
        lost[k] = (uint32_t)product & 0xFFFFFFu;
        sum += out[k];
    }
    for (unsigned left = 4; sum < one && left > 0u; left--, sum++) {
        unsigned most = 0;
        for (unsigned k = 1; k < 4u; k++)
            if (lost[k] > lost[most])
                most = k;
        out[most]++;
        lost[most] = 0;
    }
}

static void put_weights(uint8_t *vertex, pelt_attribute a, const float weights[4])
{
    if (a.type == PELT_OMIT || a.type == PELT_FLOAT32) {
        put(vertex, a, weights, 4);
        return;
    }
    uint32_t whole[4];
    whole_weights(whole, weights, largest[a.type]);
    for (uint32_t k = 0; k < 4u; k++)
        put_whole(vertex + a.offset_bytes + k * component_bytes[a.type], a.type, whole[k]);
}

/// Joints ////////////////////////////////////////////////////////////////////////////////////////

/* How joints of vertices are numbered: by their places in `entries`, or if these are NULL by palette
 * entries. */
typedef struct joint_list {
    const uint16_t *entries;
    uint32_t count, part; /* whose list it is, if a part's */
} joint_list;

static joint_list first_list(const pelt_attributes *to)
{
    const joint_list list = {to->entries, to->entry_count, PELT_NONE};
    return list;
}

/* The list for a vertex, from the one before; false where its part has none. */
static bool list_of(joint_list *list, const pelt_attributes *to, const pelt_model *model,
                    uint32_t mesh, uint32_t vertex)
{
    if (to->by_part == 0u)
        return true;
    const uint32_t part = pelt_vertex_part_get(model, mesh, vertex);
    if (part == PELT_NONE)
        return false;
    if (part == list->part)
        return true;
    list->part = part;
    return pelt_part_joints_get(&list->entries, &list->count, model, mesh, part) == PELT_OK;
}

/* PELT_NONE where the list does not have it. */
static uint32_t place_of(const joint_list *list, uint32_t entry)
{
    if (list->entries == NULL)
        return entry;
    for (uint32_t i = 0; i < list->count; i++)
        if (list->entries[i] == entry)
            return i;
    return PELT_NONE;
}

/* Whether vertices have all their joints in their lists, at places that the type holds. */
static bool have_joints(const pelt_attributes *to, const pelt_model *model, uint32_t mesh,
                        uint32_t first, uint32_t count)
{
    const uint32_t end = to->joints.type == PELT_UINT8 ? 256u : 65536u;
    joint_list list = first_list(to);
    export_vertex v;
    for (uint32_t i = 0; i < count && to->joints.type != PELT_OMIT; i++) {
        if (!list_of(&list, to, model, mesh, first + i))
            return false;
        pelt_export_influences(&v, model, mesh, first + i);
        for (uint32_t k = 0; k < v.influences; k++)
            if (place_of(&list, v.joints[k]) >= end)
                return false;
    }
    return true;
}

static void put_joints(uint8_t *vertex, pelt_attribute a, const joint_list *list,
                       const export_vertex *v)
{
    for (uint32_t k = 0; k < 4u && a.type != PELT_OMIT; k++)
        put_whole(vertex + a.offset_bytes + k * component_bytes[a.type], a.type,
                  k < v->influences ? place_of(list, v->joints[k]) : 0u);
}

pelt_status pelt_attributes_export(const pelt_attributes *to, const pelt_model *model,
                                   uint32_t mesh, uint32_t first, uint32_t count)
{
    if (to == NULL || to->vertices == NULL || model == NULL || !is_valid(to))
        return PELT_E_ARGUMENT;
    if (model->encoding == PELT_FLOAT && to->position.type == PELT_SNORM16)
        return PELT_E_ARITHMETIC;
    if (mesh >= model->mesh_count)
        return PELT_E_RANGE;
    const uint32_t there = stored_mesh(model, mesh)->vertex_count;
    if (first > there || count > there - first)
        return PELT_E_RANGE;
    if (!have_joints(to, model, mesh, first, count))
        return PELT_E_RANGE;

    uint8_t *vertex = (uint8_t *)to->vertices;
    joint_list list = first_list(to);
    for (uint32_t i = 0; i < count; i++, vertex += to->stride_bytes) {
        export_vertex v;
        float colour[4];
        pelt_export_vertex(&v, model, mesh, first + i);
        for (unsigned c = 0; c < 4u; c++)
            colour[c] = (float)v.colour[c] / 255.0f;
        put(vertex, to->position, v.position, 3);
        put(vertex, to->normal, v.normal, 3);
        put(vertex, to->tangent, v.tangent, 4);
        put(vertex, to->uv, v.uv, 2);
        put(vertex, to->colour, colour, 4);
        (void)list_of(&list, to, model, mesh, first + i);
        put_joints(vertex, to->joints, &list, &v);
        put_weights(vertex, to->weights, v.weights);
    }
    return PELT_OK;
}
