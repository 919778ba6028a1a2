/* SPDX-License-Identifier: MIT */
/* Reads buffer views and accessors, and checks their extents when they are declared. */
#include <string.h>

#include "gltf/loader.h"

#define MAX_ACCESSOR_COUNT SCENE_MAX_INDICES

static const struct {
    const char *name;
    uint32_t width, rows; /* rows of a matrix column, which is padded to 4 bytes; 0 for vectors */
} shapes[GLTF_SHAPE_COUNT] = {{"SCALAR", 1, 0}, {"VEC2", 2, 0}, {"VEC3", 3, 0}, {"VEC4", 4, 0},
                              {"MAT2", 4, 2},   {"MAT3", 9, 3}, {"MAT4", 16, 4}};

uint32_t gltf_component_bytes(gltf_component component)
{
    return component <= GLTF_U8 ? 1 : component <= GLTF_U16 ? 2 : 4;
}

uint32_t gltf_width(const gltf_accessor *a)
{
    return shapes[a->shape].width;
}

uint32_t gltf_number_offset(const gltf_accessor *a, uint32_t number)
{
    const uint32_t size = gltf_component_bytes(a->component), rows = shapes[a->shape].rows;
    const uint32_t column_bytes = (rows * size + 3) / 4 * 4;
    return rows == 0 ? number * size : number / rows * column_bytes + number % rows * size;
}

uint32_t gltf_element_bytes(const gltf_accessor *a)
{
    return gltf_number_offset(a, gltf_width(a));
}

static bool read_view(gltf_loader *l, uint32_t index, const json_at *object)
{
    gltf_view *view = &l->views[index];
    view->buffer = json_index(object, "buffer", JSON_REQUIRED, l->buffer_count);
    view->offset_bytes = json_whole(object, "byteOffset", 0, GLTF_MAX_FILE_BYTES);
    view->size_bytes = json_whole(object, "byteLength", JSON_REQUIRED, GLTF_MAX_FILE_BYTES);
    view->stride_bytes = json_whole(object, "byteStride", 0, 252);
    const json_at extensions = json_get(object, "extensions", JSON_OBJECT);
    if (!gltf_ok(l))
        return false;
    view->meshopt = json_object_get(extensions.value, "EXT_meshopt_compression") != NULL ||
                    json_object_get(extensions.value, "KHR_meshopt_compression") != NULL;
    if (json_object_get(object->value, "byteStride") != NULL &&
        (view->stride_bytes < 4 || view->stride_bytes % 4 != 0))
        return json_fail(object, "byteStride %u is not a multiple of 4 from 4 to 252",
                         view->stride_bytes);
    if (view->size_bytes == 0)
        return json_fail(object, "bufferView is empty");
    if (view->offset_bytes + view->size_bytes > l->buffers[view->buffer].size_bytes)
        return json_fail(object, "bufferView ends at byte %llu of a buffer of %llu",
                         (unsigned long long)(view->offset_bytes + view->size_bytes),
                         (unsigned long long)l->buffers[view->buffer].size_bytes);
    return true;
}

bool gltf_load_views(gltf_loader *l)
{
    const json_at list = gltf_list(l, &l->view_count, "bufferViews", GLTF_MAX_ITEMS);
    l->views = region_calloc(&l->memory, l->view_count, sizeof *l->views);
    return gltf_each(l, &list, read_view);
}

static gltf_component read_component(const json_at *object)
{
    const uint32_t type = json_whole(object, "componentType", JSON_REQUIRED, UINT32_MAX);
    if (type < GLTF_I8 || type > GLTF_F32 || type == 5124)
        json_fail(object, "componentType %u is unknown", type);
    return (gltf_component)type;
}

/* Sets the stride of a part of an accessor, and checks that its `count` elements are aligned and inside
 * their view. */
static bool check_range(gltf_loader *l, const json_at *where, gltf_part *part, uint32_t count,
                        uint32_t element_size, uint32_t component_size)
{
    const gltf_view *view = &l->views[part->view];
    const uint64_t stride = view->stride_bytes == 0 ? element_size : view->stride_bytes;
    part->stride_bytes = (uint32_t)stride;
    if (stride < element_size)
        return json_fail(where,
                         "byteStride %u of bufferView %u is smaller than an element of %u bytes",
                         view->stride_bytes, part->view, element_size);
    if (part->offset_bytes % component_size != 0 ||
        (view->offset_bytes + part->offset_bytes) % component_size != 0 ||
        stride % component_size != 0)
        return json_fail(where, "data are not aligned to their components of %u bytes",
                         component_size);
    const uint64_t end = part->offset_bytes + (uint64_t)(count - 1) * stride + element_size;
    if (end > view->size_bytes)
        return json_fail(where, "accessor reads past its bufferView, byte %llu of %llu",
                         (unsigned long long)end, (unsigned long long)view->size_bytes);
    return true;
}

static gltf_part read_part(const gltf_loader *l, const json_at *object, uint64_t otherwise)
{
    const uint32_t view = json_index(object, "bufferView", otherwise, l->view_count);
    return (gltf_part){.view = view,
                       .offset_bytes = json_whole(object, "byteOffset", 0, GLTF_MAX_FILE_BYTES)};
}

static bool read_sparse(gltf_loader *l, gltf_accessor *accessor, const json_at *object)
{
    const json_at sparse = json_get(object, "sparse", JSON_OBJECT);
    if (sparse.value == NULL)
        return gltf_ok(l);
    accessor->sparse_count = json_whole(&sparse, "count", JSON_REQUIRED, accessor->count);
    const json_at indices = json_need(&sparse, "indices", JSON_OBJECT);
    const json_at values = json_need(&sparse, "values", JSON_OBJECT);
    accessor->sparse_indices = read_part(l, &indices, JSON_REQUIRED);
    accessor->sparse_index_component = read_component(&indices);
    accessor->sparse_values = read_part(l, &values, JSON_REQUIRED);
    if (!gltf_ok(l))
        return false;
    if (accessor->sparse_count == 0)
        return json_fail(&sparse, "sparse accessor replaces nothing");
    const gltf_component index_type = accessor->sparse_index_component;
    if (index_type != GLTF_U8 && index_type != GLTF_U16 && index_type != GLTF_U32)
        return json_fail(&indices, "sparse indices must be unsigned");
    const uint32_t index_size = gltf_component_bytes(index_type);
    return check_range(l, &indices, &accessor->sparse_indices, accessor->sparse_count, index_size,
                       index_size) &&
           check_range(l, &values, &accessor->sparse_values, accessor->sparse_count,
                       gltf_element_bytes(accessor), gltf_component_bytes(accessor->component));
}

static bool read_accessor(gltf_loader *l, uint32_t index, const json_at *object)
{
    gltf_accessor *accessor = &l->accessors[index];
    accessor->component = read_component(object);
    const json_at type = json_need(object, "type", JSON_STRING);
    accessor->normalised = json_flag(object, "normalized");
    accessor->count = json_whole(object, "count", JSON_REQUIRED, MAX_ACCESSOR_COUNT);
    accessor->data = read_part(l, object, SCENE_NONE);
    if (!gltf_ok(l))
        return false;
    uint32_t shape = 0;
    while (shape < GLTF_SHAPE_COUNT &&
           strcmp(json_string_value(type.value), shapes[shape].name) != 0)
        shape++;
    if (shape == GLTF_SHAPE_COUNT)
        return json_fail(object, "type \"%.20s\" is unknown", json_string_value(type.value));
    accessor->shape = (gltf_shape)shape;
    if (accessor->count == 0)
        return json_fail(object, "count must be at least 1");
    if (accessor->data.view != SCENE_NONE &&
        !check_range(l, object, &accessor->data, accessor->count, gltf_element_bytes(accessor),
                     gltf_component_bytes(accessor->component)))
        return false;
    return read_sparse(l, accessor, object);
}

bool gltf_load_accessors(gltf_loader *l)
{
    const json_at list = gltf_list(l, &l->accessor_count, "accessors", GLTF_MAX_ITEMS);
    l->accessors = region_calloc(&l->memory, l->accessor_count, sizeof *l->accessors);
    return gltf_each(l, &list, read_accessor);
}
