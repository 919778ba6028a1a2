/* SPDX-License-Identifier: MIT */
/* Memory, limits, lists and names, for all parts of the loader. */
#include "gltf/loader.h"

void *gltf_alloc(gltf_loader *l, size_t count, size_t size)
{
    void *memory = scene_alloc(l->scene, count, size);
    if (memory == NULL)
        diag_fail(l->d, DIAG_INVALID,
                  "decoded data need more than %zu bytes, /accessors, split the asset",
                  SCENE_MAX_BYTES);
    return memory;
}

bool gltf_spend(gltf_loader *l, uint64_t elements, const json_place *where)
{
    l->elements += elements;
    if (l->elements <= SCENE_MAX_ELEMENTS)
        return true;
    return diag_fail(l->d, DIAG_INVALID,
                     "more than %llu vertices, indices and keys in all, %s, split the asset",
                     (unsigned long long)SCENE_MAX_ELEMENTS, where->text);
}

bool gltf_list(gltf_loader *l, const json_t **array, uint32_t *count, const char *key, uint32_t max)
{
    *array = NULL;
    *count = 0;
    if (!json_read_array(l->d, array, l->root, &l->root_place, key, JSON_OPTIONAL))
        return false;
    const size_t size = json_array_size(*array);
    if (size > max)
        return diag_fail(l->d, DIAG_INVALID,
                         "%zu entries are more than the limit of %u, /%s, split the asset", size,
                         max, key);
    *count = (uint32_t)size;
    return true;
}

bool gltf_name(gltf_loader *l, const char **out, const json_t *object, const json_place *where)
{
    const json_t *string = NULL;
    if (!json_read_string(l->d, &string, object, where, "name", JSON_OPTIONAL))
        return false;
    const char *text = string == NULL ? "" : json_string_value(string);
    size_t length = string == NULL ? 0 : json_string_length(string);
    if (length > SCENE_MAX_NAME_BYTES) {
        length = SCENE_MAX_NAME_BYTES;
        while (((unsigned char)text[length] & 0xC0) == 0x80)
            length--;
    }
    char *copy = gltf_alloc(l, length + 1, 1);
    if (copy == NULL)
        return false;
    for (size_t i = 0; i < length; i++)
        copy[i] = text[i] == '\0' ? '?' : text[i];
    *out = copy;
    return true;
}

bool gltf_number_list(gltf_loader *l, const double **out, uint32_t *count, const json_t *object,
                      const json_place *where, const char *key, uint32_t max)
{
    const json_t *array = NULL;
    *count = 0;
    if (!json_read_array(l->d, &array, object, where, key, JSON_OPTIONAL))
        return false;
    if (array == NULL)
        return true;
    const json_place place = json_key(where, key);
    const size_t size = json_array_size(array);
    if (size > max)
        return json_fail(l->d, &place, "%zu numbers are more than the limit of %u", size, max);
    double *numbers = gltf_alloc(l, size, sizeof *numbers);
    if (numbers == NULL)
        return false;
    for (size_t i = 0; i < size; i++)
        if (!json_element_number(l->d, &numbers[i], array, &place, i))
            return false;
    *out = numbers;
    *count = (uint32_t)size;
    return true;
}
