/* SPDX-License-Identifier: MIT */
#include "scene/scene.h"

#include <stdlib.h>

const scene_material scene_default_material = {.name = "",
                                               .index = SCENE_NONE,
                                               .base_colour = {1, 1, 1, 1},
                                               .metallic = 1,
                                               .roughness = 1,
                                               .is_opaque = true,
                                               .image_name = "",
                                               .uv_transform = {{1, 0, 0}, {0, 1, 0}}};

struct scene_block {
    scene_block *next;
    max_align_t data[];
};

void *scene_alloc(scene *s, size_t count, size_t size)
{
    const size_t left = SCENE_MAX_BYTES - s->allocated_bytes;
    if (size != 0 && count > left / size)
        return NULL;
    scene_block *block = calloc(1, sizeof *block + count * size);
    if (block == NULL)
        return NULL;
    block->next = s->blocks;
    s->blocks = block;
    s->allocated_bytes += count * size;
    return block->data;
}

void scene_free(scene *s)
{
    while (s->blocks != NULL) {
        scene_block *next = s->blocks->next;
        free(s->blocks);
        s->blocks = next;
    }
    *s = (scene){0};
}
