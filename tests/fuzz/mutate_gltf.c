/* SPDX-License-Identifier: MIT */
/* Mutations that keep a glTF file a glTF file: they change values, keys and elements of the JSON,
 * or numbers of the BIN chunk, and write the container anew with right lengths. Every few rounds
 * libFuzzer mutates the raw bytes, for the parsers. */
#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "target.h"

#define GLB_MAGIC 0x46546C67u
#define GLB_JSON 0x4E4F534Au
#define GLB_BIN 0x004E4942u
#define MAX_NODES 4096u

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

typedef struct asset {
    json_t *root;
    uint8_t *bin;
    size_t bin_bytes;
} asset;

typedef struct node_list {
    json_t *nodes[MAX_NODES];
    size_t count;
} node_list;

static uint32_t random_state;

static uint32_t draw(uint32_t below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)random_state * below) >> 32);
}

/// Container /////////////////////////////////////////////////////////////////////////////////////

static bool unpack(asset *a, const uint8_t *data, size_t size)
{
    *a = (asset){0};
    if (size >= 20 && read32(data) == GLB_MAGIC) {
        const size_t json_bytes = read32(data + 12);
        if (json_bytes > size - 20)
            return false;
        a->root = json_loadb((const char *)data + 20, json_bytes, JSON_ALLOW_NUL, NULL);
        if (a->root != NULL && size - 20 - json_bytes >= 8) {
            a->bin_bytes = size - 28 - json_bytes;
            a->bin = malloc(a->bin_bytes + 1);
            if (a->bin == NULL)
                abort();
            memcpy(a->bin, data + 28 + json_bytes, a->bin_bytes);
        }
    } else {
        a->root = json_loadb((const char *)data, size, JSON_ALLOW_NUL, NULL);
    }
    return a->root != NULL;
}

/* Returns the number of bytes written, or 0 if they exceed max_size. */
static size_t pack(uint8_t *out, size_t max_size, const asset *a)
{
    const size_t json_bytes = json_dumpb(a->root, NULL, 0, JSON_COMPACT);
    const size_t json_room = (json_bytes + 3) & ~(size_t)3;
    const size_t bin_room = (a->bin_bytes + 3) & ~(size_t)3;
    const size_t total = 20 + json_room + (a->bin == NULL ? 0 : 8 + bin_room);
    if (json_bytes == 0 || total > max_size)
        return 0;
    memset(out, 0, total);
    memset(out + 20, ' ', json_room);
    json_dumpb(a->root, (char *)out + 20, json_bytes, JSON_COMPACT);
    write32(out, GLB_MAGIC);
    write32(out + 4, 2);
    write32(out + 8, total);
    write32(out + 12, json_room);
    write32(out + 16, GLB_JSON);
    if (a->bin != NULL) {
        uint8_t *chunk = out + 20 + json_room;
        write32(chunk, bin_room);
        write32(chunk + 4, GLB_BIN);
        memcpy(chunk + 8, a->bin, a->bin_bytes);
    }
    return total;
}

/// JSON //////////////////////////////////////////////////////////////////////////////////////////

static void list_nodes(node_list *list, json_t *node)
{
    const char *key;
    json_t *value;
    size_t index;
    if (list->count == MAX_NODES)
        return;
    list->nodes[list->count++] = node;
    if (json_is_array(node)) {
        json_array_foreach(node, index, value) list_nodes(list, value);
    } else if (json_is_object(node)) {
        json_object_foreach(node, key, value) list_nodes(list, value);
    }
}

static json_t *some_number(const json_t *old)
{
    static const double reals[] = {0, 1, -1, 0.5, 1e-30, 1e30, -1e300, 1e-300, 3.4e38, 2048.5};
    static const json_int_t integers[] = {0,    1,    2,    3,     4,       5,          6,
                                          -1,   255,  256,  65535, 1 << 16, 1 << 24,    INT32_MAX,
                                          5120, 5121, 5123, 5125,  5126,    4294967295, INT64_MAX};
    switch (draw(6)) {
    case 0: return json_real(reals[draw(sizeof reals / sizeof *reals)]);
    case 1: return json_real(json_number_value(old) * ((double)draw(2000) / 500 - 2));
    case 2: return json_integer(draw(20));
    case 3: return json_integer(integers[draw(sizeof integers / sizeof *integers)]);
    default:
        return json_is_integer(old)
                   ? json_integer((json_int_t)((uint64_t)json_integer_value(old) + draw(5) - 2u))
                   : json_real(json_number_value(old) + (double)draw(2000) / 1000 - 1);
    }
}

/* clang-format off */
static const char *const words[] = {
    "LINEAR", "STEP", "CUBICSPLINE", "translation", "rotation", "scale", "weights", "SCALAR",
    "VEC2", "VEC3", "VEC4", "MAT4", "skin", "mesh", "children", "matrix", "sparse", "normalized",
    "byteOffset", "byteStride", "bufferView", "count", "componentType", "type", "POSITION",
    "NORMAL", "TANGENT", "TEXCOORD_0", "COLOR_0", "JOINTS_0", "WEIGHTS_0", "JOINTS_1", "WEIGHTS_1",
    "targets", "indices", "mode", "material", "inverseBindMatrices", "joints", "skeleton", "scene",
    "scenes", "nodes", "animations", "extensionsUsed", "extensionsRequired", "extensions",
    "KHR_mesh_quantization", "KHR_draco_mesh_compression", "EXT_meshopt_compression", "name"};
/* clang-format on */

static const char *some_word(void)
{
    return words[draw(sizeof words / sizeof *words)];
}

static json_t *some_value(const node_list *list, const json_t *old)
{
    switch (draw(5)) {
    case 0: return json_deep_copy(list->nodes[draw((uint32_t)list->count)]);
    case 1: return json_string(some_word());
    case 2: return draw(2) ? json_array() : json_object();
    default: return some_number(old);
    }
}

static void mutate_object(json_t *object, const node_list *list)
{
    const uint32_t size = (uint32_t)json_object_size(object);
    if (size == 0 || draw(4) == 0) {
        json_object_set_new(object, some_word(), some_value(list, NULL));
        return;
    }
    void *iterator = json_object_iter(object);
    for (uint32_t skip = draw(size); skip > 0; skip--)
        iterator = json_object_iter_next(object, iterator);
    json_t *old = json_object_iter_value(iterator);
    if (draw(4) == 0) {
        char key[256] = {0};
        strncpy(key, json_object_iter_key(iterator), sizeof key - 1);
        json_object_del(object, key);
    } else if (json_is_number(old)) {
        json_object_iter_set_new(object, iterator, some_number(old));
    } else if (json_is_string(old) && draw(8) != 0) {
        json_object_iter_set_new(object, iterator, json_string(some_word()));
    } else if (json_is_boolean(old)) {
        json_object_iter_set_new(object, iterator, json_boolean(!json_is_true(old)));
    } else if (draw(4) == 0) {
        json_object_iter_set_new(object, iterator, some_value(list, old));
    }
}

static void mutate_array(json_t *array, const node_list *list)
{
    const uint32_t size = (uint32_t)json_array_size(array);
    if (size == 0) {
        json_array_append_new(array, some_value(list, NULL));
        return;
    }
    const uint32_t at = draw(size);
    json_t *old = json_array_get(array, at);
    switch (draw(6)) {
    case 0: json_array_remove(array, at); break;
    case 1: json_array_append_new(array, json_deep_copy(old)); break;
    case 2: json_array_append_new(array, some_value(list, old)); break;
    default:
        json_array_set_new(array, at,
                           json_is_number(old) ? some_number(old) : some_value(list, old));
    }
}

static void mutate_json(json_t *root)
{
    node_list list = {.count = 0};
    list_nodes(&list, root);
    for (int tries = 0; tries < 64; tries++) {
        json_t *node = list.nodes[draw((uint32_t)list.count)];
        if (json_is_array(node)) {
            mutate_array(node, &list);
            return;
        }
        if (json_is_object(node)) {
            mutate_object(node, &list);
            return;
        }
    }
}

/// Buffer ////////////////////////////////////////////////////////////////////////////////////////

static void mutate_bin(asset *a)
{
    static const uint32_t numbers[] = {0,           0x3F800000u, 0xBF800000u, 0x7F800000u,
                                       0x7FC00000u, 0x00000001u, 0x7F7FFFFFu, 0x0DA24260u,
                                       0x60AD78ECu, 0xFFFFFFFFu, 0x80000000u, 0x42000000u};
    if (a->bin_bytes < 4)
        return;
    if (draw(3) == 0) {
        LLVMFuzzerMutate(a->bin, a->bin_bytes, a->bin_bytes);
        return;
    }
    for (uint32_t k = 1 + draw(4); k > 0; k--) {
        uint8_t *at = a->bin + 4 * draw((uint32_t)a->bin_bytes / 4);
        if (draw(3) == 0)
            write32(at, numbers[draw(sizeof numbers / sizeof *numbers)]);
        else
            memcpy(at, a->bin + 4 * draw((uint32_t)a->bin_bytes / 4), 4);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    asset a;
    random_state = seed;
    if (size < 2 || draw(8) == 0 || !unpack(&a, data + 1, size - 1))
        return LLVMFuzzerMutate(data, size, max_size);
    if (draw(6) == 0)
        data[0] = (uint8_t)draw(16);
    for (uint32_t k = 1 + draw(3); k > 0; k--) {
        if (draw(3) == 0)
            mutate_bin(&a);
        else
            mutate_json(a.root);
    }
    const size_t packed = pack(data + 1, max_size - 1, &a);
    json_decref(a.root);
    free(a.bin);
    return packed == 0 ? LLVMFuzzerMutate(data, size, max_size) : packed + 1;
}
