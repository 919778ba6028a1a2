/* SPDX-License-Identifier: MIT */
/* Memory, limits, lists and names for all parts of the loader. */
#include "gltf/loader.h"

void *gltf_alloc(gltf_loader *l, size_t count, size_t size)
{
    const size_t left = SCENE_MAX_BYTES - l->scene->memory.bytes;
    if (size == 0 || count <= left / size)
        return scene_alloc(l->scene, count, size);
    diag_fail(l->d, DIAG_INVALID,
              "decoded data need more than %zu bytes, /accessors, split the asset",
              SCENE_MAX_BYTES);
    return NULL;
}

bool gltf_spend(gltf_loader *l, uint64_t elements, const json_at *where)
{
    l->elements += elements;
    if (l->elements <= SCENE_MAX_ELEMENTS)
        return true;
    return diag_fail(l->d, DIAG_INVALID,
                     "more than %llu vertices, indices and keys in all, %s, split the asset",
                     (unsigned long long)SCENE_MAX_ELEMENTS, where->place);
}

json_at gltf_list(gltf_loader *l, uint32_t *count, const char *key, uint32_t max)
{
    const json_at list = json_get(&l->root, key, JSON_ARRAY);
    const size_t size = json_array_size(list.value);
    if (size > max)
        diag_fail(l->d, DIAG_INVALID,
                  "%zu entries are more than the limit of %u, /%s, split the asset", size, max,
                  key);
    *count = size > max ? 0 : (uint32_t)size;
    return list;
}

json_at gltf_item(const gltf_loader *l, const char *key, uint32_t index)
{
    const json_at list = json_member(&l->root, key);
    return json_element(&list, index);
}

bool gltf_each(gltf_loader *l, const json_at *list, gltf_reader *read)
{
    const size_t count = gltf_ok(l) ? json_array_size(list->value) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const json_at object = json_element(list, i);
        if (!gltf_ok(l) || !read(l, i, &object))
            return false;
    }
    return gltf_ok(l);
}

const char *gltf_copy_name(gltf_loader *l, const char *text, size_t length)
{
    if (length > SCENE_MAX_NAME_BYTES) {
        length = SCENE_MAX_NAME_BYTES;
        while (((unsigned char)text[length] & 0xC0) == 0x80)
            length--;
    }
    char *copy = gltf_alloc(l, length + 1, 1);
    for (size_t i = 0; i < length && copy != NULL; i++)
        copy[i] = text[i] == '\0' ? '?' : text[i];
    return copy;
}

const char *gltf_name(gltf_loader *l, const json_at *object)
{
    const json_at name = json_get(object, "name", JSON_STRING);
    return gltf_copy_name(l, json_string_value(name.value), json_string_length(name.value));
}

const double *gltf_read_weights(gltf_loader *l, uint32_t *count, const json_at *object)
{
    const json_at array = json_get(object, "weights", JSON_ARRAY);
    const size_t size = json_array_size(array.value);
    if (size > SCENE_MAX_TARGETS)
        json_fail(&array, "%zu numbers are more than the limit of %u", size, SCENE_MAX_TARGETS);
    double *numbers = gltf_ok(l) ? gltf_alloc(l, size, sizeof *numbers) : NULL;
    for (size_t i = 0; i < size && numbers != NULL; i++)
        numbers[i] = json_element_number(&array, i);
    *count = (uint32_t)size;
    return numbers;
}
