/* SPDX-License-Identifier: MIT */
#include "scene/scene.h"

const scene_material scene_default_material = {.name = "",
                                               .index = SCENE_NONE,
                                               .base_colour = {1, 1, 1, 1},
                                               .metallic = 1,
                                               .roughness = 1,
                                               .is_opaque = true,
                                               .image_name = "",
                                               .uv_transform = {{1, 0, 0}, {0, 1, 0}}};

void *scene_alloc(scene *s, size_t count, size_t size)
{
    s->allocated_bytes += count * size;
    return region_calloc(&s->memory, count, size);
}

void scene_free(scene *s)
{
    region_free(&s->memory);
    *s = (scene){0};
}
