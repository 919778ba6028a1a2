/* SPDX-License-Identifier: MIT */
/* Accessors as numbers: decoded to double when first used. */
#include <stdlib.h>
#include <string.h>

#include "gltf/loader.h"

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
        (uint32_t)bytes[0] | (gltf_component_bytes(component) > 1 ? (uint32_t)bytes[1] << 8 : 0);
    switch (component) {
    case GLTF_I8: return (int8_t)bytes[0];
    case GLTF_U8: return bytes[0];
    case GLTF_I16: return (int16_t)low;
    case GLTF_U16: return low;
    default: break;
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
    for (uint32_t i = 0; i < gltf_shape_width(shape); i++)
        out[i] = component_value(bytes + gltf_number_offset(shape, component, i), component);
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
    const uint32_t index_size = gltf_component_bytes(accessor->sparse_index_component);
    const uint32_t value_size = gltf_element_bytes(accessor->shape, accessor->component);
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
        read_element(out + (size_t)index * gltf_shape_width(accessor->shape), values + value_at,
                     accessor->shape, accessor->component);
    }
    return true;
}

/* What is not a number becomes 0, and is counted. */
static bool read_all(gltf_loader *l, double *out, gltf_accessor *accessor, const json_place *where)
{
    const size_t width = gltf_shape_width(accessor->shape);
    if (accessor->view != SCENE_NONE) {
        const uint8_t *bytes = view_bytes(l, accessor->view, where);
        if (bytes == NULL)
            return false;
        bytes += accessor->offset_bytes;
        size_t stride = l->views[accessor->view].stride_bytes;
        if (stride == 0)
            stride = gltf_element_bytes(accessor->shape, accessor->component);
        for (size_t i = 0; i < accessor->count; i++)
            read_element(out + i * width, bytes + i * stride, accessor->shape, accessor->component);
    }
    if (accessor->sparse_count != 0 && !read_sparse(l, out, accessor, where))
        return false;
    accessor->nan_count = 0;
    uint32_t next = 0; /* elements before are counted */
    for (size_t i = 0; accessor->component == GLTF_F32 && i < accessor->count * width; i++) {
        if (isinf(out[i]))
            return json_fail(l->d, where, "element %zu is infinite", i / width);
        if (!isnan(out[i]))
            continue;
        out[i] = 0;
        if (i / width < next)
            continue;
        if (accessor->nan_count++ == 0)
            accessor->first_nan = (uint32_t)(i / width);
        next = (uint32_t)(i / width) + 1;
    }
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

bool gltf_decode_weights(gltf_loader *l, const double **out, uint32_t index)
{
    gltf_accessor *accessor = &l->accessors[index];
    if (accessor->numbers == NULL) {
        const size_t width = gltf_shape_width(accessor->shape);
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

bool gltf_decode(gltf_loader *l, const double **out, uint32_t index)
{
    const json_place where = gltf_accessor_place(index);
    if (!gltf_decode_weights(l, out, index))
        return false;
    return l->accessors[index].nan_count == 0 ||
           json_fail(l->d, &where, "element %u is not a number", l->accessors[index].first_nan);
}

bool gltf_decode_whole(gltf_loader *l, const uint32_t **out, uint32_t index)
{
    gltf_accessor *accessor = &l->accessors[index];
    if (accessor->whole_numbers == NULL) {
        const size_t total = (size_t)accessor->count * gltf_shape_width(accessor->shape);
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
