/* SPDX-License-Identifier: MIT */
#include "scene/scene.h"

#include <string.h>

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
    return region_calloc(&s->memory, count, size);
}

void scene_note_file(scene *s, const char *path, bool was_read)
{
    scene_file *file = scene_alloc(s, 1, sizeof *file + strlen(path) + 1);
    strcpy(file->path, path);
    file->was_read = was_read;
    file->next = s->files;
    s->files = file;
}

void *scene_take_rows(region *memory, const void *rows, size_t bytes, const uint32_t *kept,
                      uint32_t count)
{
    char *out = rows == NULL ? NULL : region_calloc(memory, count, bytes);
    for (uint32_t i = 0; i < count && rows != NULL; i++)
        memcpy(out + i * bytes, (const char *)rows + kept[i] * bytes, bytes);
    return out;
}

/* Of `p` or a target in it. */
#define TAKE(rows, numbers)                                                                        \
    (rows) = scene_take_rows(memory, rows, (numbers) * sizeof *(rows), kept, count)

void scene_take_vertices(scene_primitive *p, region *memory, const uint32_t *kept, uint32_t count)
{
    scene_target *targets = region_calloc(memory, p->target_count, sizeof *targets);
    p->vertex_count = count;
    TAKE(p->positions, 1);
    TAKE(p->normals, 1);
    TAKE(p->tangents, 1);
    TAKE(p->uvs, 1);
    TAKE(p->colours, 1);
    TAKE(p->texture_uvs, 1);
    TAKE(p->joints, p->influences_per_vertex);
    TAKE(p->weights, p->influences_per_vertex);
    for (uint32_t k = 0; k < p->target_count; k++) {
        targets[k] = p->targets[k];
        TAKE(targets[k].positions, 1);
        TAKE(targets[k].normals, 1);
        TAKE(targets[k].tangents, 1);
    }
    p->targets = targets;
}

void scene_free(scene *s)
{
    region_free(&s->memory);
    *s = (scene){0};
}
