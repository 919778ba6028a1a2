/* SPDX-License-Identifier: MIT */
/* Decodes accessors to double, at first use. */
#include <string.h>

#include "gltf/loader.h"

/* The bytes of a part, or NULL after an error that says how to make them available. */
static const uint8_t *part_bytes(gltf_loader *l, const gltf_part *part, const json_at *where)
{
    const gltf_view *view = &l->views[part->view];
    const gltf_buffer *buffer = &l->buffers[view->buffer];
    if (buffer->bytes != NULL)
        return buffer->bytes + view->offset_bytes + part->offset_bytes;
    if (view->meshopt)
        diag_fail(l->d, DIAG_INVALID,
                  "data are compressed with meshopt, %s, decode first: gltf-transform copy IN OUT",
                  where->place);
    else
        json_fail(where, "buffer %u has no data", view->buffer);
    return NULL;
}

/* Reads little-endian values on any host; 32-bit integers are exact in double. */
static double component_value(const uint8_t *bytes, gltf_component component)
{
    uint32_t word = 0;
    float value;
    for (uint32_t i = gltf_component_bytes(component); i-- > 0;)
        word = word << 8 | bytes[i];
    memcpy(&value, &word, sizeof value);
    switch (component) {
    case GLTF_I8: return (int8_t)word;
    case GLTF_I16: return (int16_t)word;
    case GLTF_F32: return (double)value;
    default: return word;
    }
}

static void read_element(double *out, const uint8_t *bytes, const gltf_accessor *a)
{
    for (uint32_t i = 0; i < gltf_width(a); i++)
        out[i] = component_value(bytes + gltf_number_offset(a, i), a->component);
}

static bool read_sparse(gltf_loader *l, double *out, const gltf_accessor *accessor,
                        const json_at *where)
{
    const gltf_component index_type = accessor->sparse_index_component;
    const uint8_t *indices = part_bytes(l, &accessor->sparse_indices, where);
    const uint8_t *values = part_bytes(l, &accessor->sparse_values, where);
    if (indices == NULL || values == NULL)
        return false;
    const size_t index_stride = accessor->sparse_indices.stride_bytes;
    const size_t value_stride = accessor->sparse_values.stride_bytes;
    double previous = -1;
    for (uint32_t i = 0; i < accessor->sparse_count; i++) {
        const double index = component_value(indices + i * index_stride, index_type);
        if (index >= accessor->count)
            return json_fail(where, "sparse index %.0f is out of range, there are %u elements",
                             index, accessor->count);
        if (index <= previous)
            return json_fail(where, "sparse indices do not increase at number %u", i);
        previous = index;
        read_element(out + (size_t)index * gltf_width(accessor), values + i * value_stride,
                     accessor);
    }
    return true;
}

/* Reads all numbers. Elements with NaNs, which become 0, are counted; infinities are refused. */
static bool read_all(gltf_loader *l, double *out, gltf_accessor *accessor, const json_at *where)
{
    const size_t width = gltf_width(accessor);
    if (accessor->data.view != SCENE_NONE) {
        const uint8_t *bytes = part_bytes(l, &accessor->data, where);
        if (bytes == NULL)
            return false;
        for (size_t i = 0; i < accessor->count; i++)
            read_element(out + i * width, bytes + i * accessor->data.stride_bytes, accessor);
    }
    if (accessor->sparse_count != 0 && !read_sparse(l, out, accessor, where))
        return false;
    accessor->nan_count = 0;
    for (uint32_t i = 0; accessor->component == GLTF_F32 && i < accessor->count; i++) {
        bool has_nan = false;
        for (double *at = out + i * width; at < out + (i + 1) * width; at++) {
            if (isinf(*at))
                return json_fail(where, "element %u is infinite", i);
            has_nan |= isnan(*at);
            *at = isnan(*at) ? 0 : *at;
        }
        if (has_nan && accessor->nan_count++ == 0)
            accessor->first_nan = i;
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

const double *gltf_decode_weights(gltf_loader *l, uint32_t index)
{
    gltf_accessor *accessor = &l->accessors[index];
    if (accessor->numbers == NULL) {
        const size_t width = gltf_width(accessor);
        const json_at where = gltf_item(l, "accessors", index);
        double *numbers = gltf_alloc(l, accessor->count * width, sizeof *numbers);
        if (numbers == NULL || !read_all(l, numbers, accessor, &where))
            return NULL;
        if (accessor->normalised)
            normalise(numbers, accessor->count * width, accessor->component);
        accessor->numbers = numbers;
    }
    return accessor->numbers;
}

const double *gltf_decode(gltf_loader *l, uint32_t index)
{
    const double *numbers = gltf_decode_weights(l, index);
    if (numbers == NULL || l->accessors[index].nan_count == 0)
        return numbers;
    const json_at where = gltf_item(l, "accessors", index);
    json_fail(&where, "element %u is not a number", l->accessors[index].first_nan);
    return NULL;
}

const uint32_t *gltf_decode_whole(gltf_loader *l, uint32_t index)
{
    gltf_accessor *accessor = &l->accessors[index];
    if (accessor->whole_numbers == NULL) {
        const size_t total = (size_t)accessor->count * gltf_width(accessor);
        const json_at where = gltf_item(l, "accessors", index);
        uint32_t *whole = gltf_alloc(l, total, sizeof *whole);
        FREED double *numbers = whole == NULL ? NULL : diag_calloc(total, sizeof *numbers);
        const bool ok = numbers != NULL && read_all(l, numbers, accessor, &where);
        for (size_t i = 0; ok && i < total; i++)
            whole[i] = (uint32_t)numbers[i];
        accessor->whole_numbers = ok ? whole : NULL;
    }
    return accessor->whole_numbers;
}
