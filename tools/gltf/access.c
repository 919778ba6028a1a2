/* SPDX-License-Identifier: MIT */
/* Buffer views and accessors: checked when declared. */
#include <stdlib.h>
#include <string.h>

#include "gltf/loader.h"

#define MAX_ACCESSOR_COUNT SCENE_MAX_INDICES

static const struct {
    const char *name;
    uint32_t width, rows; /* rows: of a matrix column, which is padded to 4 bytes; 0 for vectors */
} shapes[GLTF_SHAPE_COUNT] = {{"SCALAR", 1, 0}, {"VEC2", 2, 0}, {"VEC3", 3, 0}, {"VEC4", 4, 0},
                              {"MAT2", 4, 2},   {"MAT3", 9, 3}, {"MAT4", 16, 4}};

uint32_t gltf_shape_width(gltf_shape shape)
{
    return shapes[shape].width;
}

json_place gltf_accessor_place(uint32_t accessor)
{
    const json_place list = {"/accessors"};
    return json_item(&list, accessor);
}

uint32_t gltf_component_bytes(gltf_component component)
{
    switch (component) {
    case GLTF_I8:
    case GLTF_U8: return 1;
    case GLTF_I16:
    case GLTF_U16: return 2;
    default: return 4;
    }
}

static uint32_t column_bytes(gltf_shape shape, uint32_t component_size)
{
    return (shapes[shape].rows * component_size + 3) / 4 * 4;
}

uint32_t gltf_element_bytes(gltf_shape shape, gltf_component component)
{
    const uint32_t size = gltf_component_bytes(component), rows = shapes[shape].rows;
    return rows == 0 ? shapes[shape].width * size : rows * column_bytes(shape, size);
}

uint32_t gltf_number_offset(gltf_shape shape, gltf_component component, uint32_t number)
{
    const uint32_t size = gltf_component_bytes(component), rows = shapes[shape].rows;
    return rows == 0 ? number * size
                     : number / rows * column_bytes(shape, size) + number % rows * size;
}

bool gltf_load_views(gltf_loader *l)
{
    const json_t *array = NULL;
    if (!gltf_list(l, &array, &l->view_count, "bufferViews", GLTF_MAX_ITEMS))
        return false;
    l->views = diag_calloc(l->view_count, sizeof *l->views);
    const json_place list = json_key(&l->root_place, "bufferViews");
    for (uint32_t i = 0; i < l->view_count; i++) {
        gltf_view *view = &l->views[i];
        const json_t *object = NULL, *extensions = NULL;
        const json_place where = json_item(&list, i);
        if (!json_element_object(l->d, &object, array, &list, i) ||
            !json_read_index(l->d, &view->buffer, object, &where, "buffer", JSON_REQUIRED,
                             l->buffer_count) ||
            !json_read_u64(l->d, &view->offset_bytes, object, &where, "byteOffset", JSON_OPTIONAL,
                           GLTF_MAX_FILE_BYTES) ||
            !json_read_u64(l->d, &view->size_bytes, object, &where, "byteLength", JSON_REQUIRED,
                           GLTF_MAX_FILE_BYTES) ||
            !json_read_u32(l->d, &view->stride_bytes, object, &where, "byteStride", JSON_OPTIONAL,
                           252) ||
            !json_read_object(l->d, &extensions, object, &where, "extensions", JSON_OPTIONAL))
            return false;
        view->meshopt = json_object_get(extensions, "EXT_meshopt_compression") != NULL ||
                        json_object_get(extensions, "KHR_meshopt_compression") != NULL;
        if (json_object_get(object, "byteStride") != NULL &&
            (view->stride_bytes < 4 || view->stride_bytes % 4 != 0))
            return json_fail(l->d, &where, "byteStride %u is not a multiple of 4 from 4 to 252",
                             view->stride_bytes);
        if (view->size_bytes == 0)
            return json_fail(l->d, &where, "bufferView is empty");
        if (view->offset_bytes + view->size_bytes > l->buffers[view->buffer].size_bytes)
            return json_fail(l->d, &where, "bufferView ends at byte %llu of a buffer of %llu",
                             (unsigned long long)(view->offset_bytes + view->size_bytes),
                             (unsigned long long)l->buffers[view->buffer].size_bytes);
    }
    return true;
}

static bool read_component(gltf_loader *l, gltf_component *out, const json_t *object,
                           const json_place *where)
{
    uint32_t type = 0;
    if (!json_read_u32(l->d, &type, object, where, "componentType", JSON_REQUIRED, UINT32_MAX))
        return false;
    if (type < GLTF_I8 || type > GLTF_F32 || type == 5124)
        return json_fail(l->d, where, "componentType %u is unknown", type);
    *out = (gltf_component)type;
    return true;
}

/* `count` elements at `offset` of a view: aligned and inside it. */
static bool check_range(gltf_loader *l, const json_place *where, uint32_t view_index,
                        uint64_t offset_bytes, uint32_t count, uint32_t element_size,
                        uint32_t component_size)
{
    const gltf_view *view = &l->views[view_index];
    const uint64_t stride = view->stride_bytes == 0 ? element_size : view->stride_bytes;
    if (stride < element_size)
        return json_fail(l->d, where,
                         "byteStride %u of bufferView %u is smaller than an element of %u bytes",
                         view->stride_bytes, view_index, element_size);
    if (offset_bytes % component_size != 0 ||
        (view->offset_bytes + offset_bytes) % component_size != 0 || stride % component_size != 0)
        return json_fail(l->d, where, "data are not aligned to their components of %u bytes",
                         component_size);
    const uint64_t end = offset_bytes + (uint64_t)(count - 1) * stride + element_size;
    if (end > view->size_bytes)
        return json_fail(l->d, where, "accessor reads past its bufferView, byte %llu of %llu",
                         (unsigned long long)end, (unsigned long long)view->size_bytes);
    return true;
}

static bool load_sparse(gltf_loader *l, gltf_accessor *accessor, const json_t *object,
                        const json_place *where)
{
    const json_t *sparse = NULL, *indices = NULL, *values = NULL;
    if (!json_read_object(l->d, &sparse, object, where, "sparse", JSON_OPTIONAL))
        return false;
    if (sparse == NULL)
        return true;
    const json_place place = json_key(where, "sparse");
    const json_place index_place = json_key(&place, "indices"),
                     value_place = json_key(&place, "values");
    if (!json_read_u32(l->d, &accessor->sparse_count, sparse, &place, "count", JSON_REQUIRED,
                       accessor->count) ||
        !json_read_object(l->d, &indices, sparse, &place, "indices", JSON_REQUIRED) ||
        !json_read_object(l->d, &values, sparse, &place, "values", JSON_REQUIRED) ||
        !json_read_index(l->d, &accessor->sparse_index_view, indices, &index_place, "bufferView",
                         JSON_REQUIRED, l->view_count) ||
        !json_read_u64(l->d, &accessor->sparse_index_offset_bytes, indices, &index_place,
                       "byteOffset", JSON_OPTIONAL, GLTF_MAX_FILE_BYTES) ||
        !read_component(l, &accessor->sparse_index_component, indices, &index_place) ||
        !json_read_index(l->d, &accessor->sparse_value_view, values, &value_place, "bufferView",
                         JSON_REQUIRED, l->view_count) ||
        !json_read_u64(l->d, &accessor->sparse_value_offset_bytes, values, &value_place,
                       "byteOffset", JSON_OPTIONAL, GLTF_MAX_FILE_BYTES))
        return false;
    if (accessor->sparse_count == 0)
        return json_fail(l->d, &place, "sparse accessor replaces nothing");
    const gltf_component index_type = accessor->sparse_index_component;
    if (index_type != GLTF_U8 && index_type != GLTF_U16 && index_type != GLTF_U32)
        return json_fail(l->d, &index_place, "sparse indices must be unsigned");
    const uint32_t index_size = gltf_component_bytes(index_type);
    return check_range(l, &index_place, accessor->sparse_index_view,
                       accessor->sparse_index_offset_bytes, accessor->sparse_count, index_size,
                       index_size) &&
           check_range(l, &value_place, accessor->sparse_value_view,
                       accessor->sparse_value_offset_bytes, accessor->sparse_count,
                       gltf_element_bytes(accessor->shape, accessor->component),
                       gltf_component_bytes(accessor->component));
}

static bool load_accessor(gltf_loader *l, gltf_accessor *accessor, const json_t *object,
                          const json_place *where)
{
    const json_t *type = NULL;
    accessor->view = SCENE_NONE;
    if (!read_component(l, &accessor->component, object, where) ||
        !json_read_string(l->d, &type, object, where, "type", JSON_REQUIRED) ||
        !json_read_bool(l->d, &accessor->normalised, object, where, "normalized") ||
        !json_read_u32(l->d, &accessor->count, object, where, "count", JSON_REQUIRED,
                       MAX_ACCESSOR_COUNT) ||
        !json_read_index(l->d, &accessor->view, object, where, "bufferView", JSON_OPTIONAL,
                         l->view_count) ||
        !json_read_u64(l->d, &accessor->offset_bytes, object, where, "byteOffset", JSON_OPTIONAL,
                       GLTF_MAX_FILE_BYTES))
        return false;
    uint32_t shape = 0;
    while (shape < GLTF_SHAPE_COUNT && strcmp(json_string_value(type), shapes[shape].name) != 0)
        shape++;
    if (shape == GLTF_SHAPE_COUNT)
        return json_fail(l->d, where, "type \"%.20s\" is unknown", json_string_value(type));
    accessor->shape = (gltf_shape)shape;
    if (accessor->count == 0)
        return json_fail(l->d, where, "count must be at least 1");
    if (accessor->view != SCENE_NONE &&
        !check_range(l, where, accessor->view, accessor->offset_bytes, accessor->count,
                     gltf_element_bytes(accessor->shape, accessor->component),
                     gltf_component_bytes(accessor->component)))
        return false;
    return load_sparse(l, accessor, object, where);
}

bool gltf_load_accessors(gltf_loader *l)
{
    const json_t *array = NULL;
    if (!gltf_list(l, &array, &l->accessor_count, "accessors", GLTF_MAX_ITEMS))
        return false;
    l->accessors = diag_calloc(l->accessor_count, sizeof *l->accessors);
    const json_place list = json_key(&l->root_place, "accessors");
    for (uint32_t i = 0; i < l->accessor_count; i++) {
        const json_t *object = NULL;
        const json_place where = json_item(&list, i);
        if (!json_element_object(l->d, &object, array, &list, i) ||
            !load_accessor(l, &l->accessors[i], object, &where))
            return false;
    }
    return true;
}
