/* SPDX-License-Identifier: MIT */
/* Buffer views and accessors: checked when declared, decoded to double when first used. */
#include <stdlib.h>
#include <string.h>

#include "gltf/internal.h"

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

static uint32_t component_bytes(gltf_component component)
{
    switch (component) {
    case GLTF_I8:
    case GLTF_U8:
        return 1;
    case GLTF_I16:
    case GLTF_U16:
        return 2;
    default:
        return 4;
    }
}

static uint32_t column_bytes(gltf_shape shape, uint32_t component_size)
{
    return (shapes[shape].rows * component_size + 3) / 4 * 4;
}

static uint32_t element_bytes(gltf_shape shape, gltf_component component)
{
    const uint32_t size = component_bytes(component), rows = shapes[shape].rows;
    return rows == 0 ? shapes[shape].width * size : rows * column_bytes(shape, size);
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
    const uint32_t index_size = component_bytes(index_type);
    return check_range(l, &index_place, accessor->sparse_index_view,
                       accessor->sparse_index_offset_bytes, accessor->sparse_count, index_size,
                       index_size) &&
           check_range(l, &value_place, accessor->sparse_value_view,
                       accessor->sparse_value_offset_bytes, accessor->sparse_count,
                       element_bytes(accessor->shape, accessor->component),
                       component_bytes(accessor->component));
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
                     element_bytes(accessor->shape, accessor->component),
                     component_bytes(accessor->component)))
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

/* The bytes of a view, or NULL after an error that says how to get them. */
static const uint8_t *view_bytes(gltf_loader *l, uint32_t view_index, const json_place *where)
{
    const gltf_view *view = &l->views[view_index];
    const gltf_buffer *buffer = &l->buffers[view->buffer];
    if (buffer->bytes != NULL)
        return buffer->bytes + view->offset_bytes;
    if (view->meshopt)
        diag_fail(l->d, DIAG_INVALID,
                  "data are compressed with meshopt, %s, decode first: gltf-transform copy IN OUT",
                  where->text);
    else
        json_fail(l->d, where, "buffer %u has no data", view->buffer);
    return NULL;
}

/* Little endian whatever the host; 32-bit integers are exact in double. */
static double component_value(const uint8_t *bytes, gltf_component component)
{
    const uint32_t low =
        (uint32_t)bytes[0] | (component_bytes(component) > 1 ? (uint32_t)bytes[1] << 8 : 0);
    switch (component) {
    case GLTF_I8:
        return (int8_t)bytes[0];
    case GLTF_U8:
        return bytes[0];
    case GLTF_I16:
        return (int16_t)low;
    case GLTF_U16:
        return low;
    default:
        break;
    }
    const uint32_t word = low | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    if (component == GLTF_U32)
        return word;
    float value;
    memcpy(&value, &word, sizeof value);
    return (double)value;
}

static void read_element(double *out, const uint8_t *bytes, gltf_shape shape,
                         gltf_component component)
{
    const uint32_t size = component_bytes(component), rows = shapes[shape].rows;
    for (uint32_t i = 0; i < shapes[shape].width; i++) {
        const uint32_t offset =
            rows == 0 ? i * size : i / rows * column_bytes(shape, size) + i % rows * size;
        out[i] = component_value(bytes + offset, component);
    }
}

static bool read_sparse(gltf_loader *l, double *out, const gltf_accessor *accessor,
                        const json_place *where)
{
    const uint8_t *indices = view_bytes(l, accessor->sparse_index_view, where);
    const uint8_t *values = view_bytes(l, accessor->sparse_value_view, where);
    if (indices == NULL || values == NULL)
        return false;
    indices += accessor->sparse_index_offset_bytes;
    values += accessor->sparse_value_offset_bytes;
    const uint32_t index_size = component_bytes(accessor->sparse_index_component);
    const uint32_t value_size = element_bytes(accessor->shape, accessor->component);
    const uint32_t index_stride = l->views[accessor->sparse_index_view].stride_bytes;
    const uint32_t value_stride = l->views[accessor->sparse_value_view].stride_bytes;
    double previous = -1;
    for (uint32_t i = 0; i < accessor->sparse_count; i++) {
        const size_t index_at = (size_t)i * (index_stride == 0 ? index_size : index_stride);
        const size_t value_at = (size_t)i * (value_stride == 0 ? value_size : value_stride);
        const double index = component_value(indices + index_at, accessor->sparse_index_component);
        if (index >= accessor->count)
            return json_fail(l->d, where,
                             "sparse index %.0f is out of range, there are %u elements", index,
                             accessor->count);
        if (index <= previous)
            return json_fail(l->d, where, "sparse indices do not increase at number %u", i);
        previous = index;
        read_element(out + (size_t)index * shapes[accessor->shape].width, values + value_at,
                     accessor->shape, accessor->component);
    }
    return true;
}

static bool read_all(gltf_loader *l, double *out, const gltf_accessor *accessor,
                     const json_place *where)
{
    const size_t width = shapes[accessor->shape].width;
    if (accessor->view != SCENE_NONE) {
        const uint8_t *bytes = view_bytes(l, accessor->view, where);
        if (bytes == NULL)
            return false;
        bytes += accessor->offset_bytes;
        size_t stride = l->views[accessor->view].stride_bytes;
        if (stride == 0)
            stride = element_bytes(accessor->shape, accessor->component);
        for (size_t i = 0; i < accessor->count; i++)
            read_element(out + i * width, bytes + i * stride, accessor->shape, accessor->component);
    }
    if (accessor->sparse_count != 0 && !read_sparse(l, out, accessor, where))
        return false;
    if (accessor->component == GLTF_F32)
        for (size_t i = 0; i < accessor->count * width; i++)
            if (!isfinite(out[i]))
                return json_fail(l->d, where, "element %zu is %s", i / width,
                                 isnan(out[i]) ? "not a number" : "infinite");
    return true;
}

static void normalise(double *values, size_t count, gltf_component component)
{
    static const double largest[] = {127, 255, 32767, 65535};
    if (component > GLTF_U16)
        return;
    for (size_t i = 0; i < count; i++)
        values[i] = fmax(values[i] / largest[component - GLTF_I8], -1.0);
}

bool gltf_decode(gltf_loader *l, const double **out, uint32_t index)
{
    gltf_accessor *accessor = &l->accessors[index];
    if (accessor->numbers == NULL) {
        const size_t width = shapes[accessor->shape].width;
        const json_place where = gltf_accessor_place(index);
        double *numbers = gltf_alloc(l, accessor->count * width, sizeof *numbers);
        if (numbers == NULL || !read_all(l, numbers, accessor, &where))
            return false;
        if (accessor->normalised)
            normalise(numbers, accessor->count * width, accessor->component);
        accessor->numbers = numbers;
    }
    *out = accessor->numbers;
    return true;
}

bool gltf_decode_whole(gltf_loader *l, const uint32_t **out, uint32_t index)
{
    gltf_accessor *accessor = &l->accessors[index];
    if (accessor->whole_numbers == NULL) {
        const size_t total = (size_t)accessor->count * shapes[accessor->shape].width;
        const json_place where = gltf_accessor_place(index);
        uint32_t *whole = gltf_alloc(l, total, sizeof *whole);
        double *numbers = whole == NULL ? NULL : diag_calloc(total, sizeof *numbers);
        if (numbers == NULL || !read_all(l, numbers, accessor, &where)) {
            free(numbers);
            return false;
        }
        for (size_t i = 0; i < total; i++)
            whole[i] = (uint32_t)numbers[i];
        free(numbers);
        accessor->whole_numbers = whole;
    }
    *out = accessor->whole_numbers;
    return true;
}
