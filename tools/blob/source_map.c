/* SPDX-License-Identifier: MIT */
/* Reads the SOURCE section of a blob. */
#include "blob/source_map.h"

#include <stdlib.h>
#include <string.h>

#include "src/blob/stored.h"

/* Reads words forward; past the end every word is 0 and `failed` is set. */
typedef struct cursor {
    const uint8_t *bytes;
    size_t left;
    bool failed;
} cursor;

static void read_bytes(cursor *c, void *out, size_t count)
{
    memset(out, 0, count);
    if (c->failed || count > c->left) {
        c->failed = true;
        return;
    }
    memcpy(out, c->bytes, count);
    c->bytes += count;
    c->left -= count;
}

static uint32_t read_u32(cursor *c)
{
    uint32_t value;
    read_bytes(c, &value, sizeof value);
    return value;
}

/* Reads a count of items of at least `size_bytes` each and allocates zeroed memory for them; 0,
 * and failed, if the section is too short for them. */
static void *read_count(cursor *c, region *memory, uint32_t *count, size_t size_bytes, size_t size)
{
    *count = read_u32(c);
    if (*count > c->left / size_bytes) {
        c->failed = true;
        *count = 0;
    }
    return region_calloc(memory, *count, size);
}

/* Reads a counted array of words. */
static void *read_words(cursor *c, region *memory, uint32_t *count)
{
    void *words = read_count(c, memory, count, sizeof(uint32_t), sizeof(uint32_t));
    read_bytes(c, words, *count * sizeof(uint32_t));
    return words;
}

static cursor find_section(const pelt_model *model)
{
    uint32_t bytes = 0;
    const void *section = pelt_section_find(&bytes, model, FORMAT_SOURCE);
    return (cursor){section, bytes, section == NULL};
}

/* Marks all ancestors of a node that no earlier call has marked; returns false if they form a
 * cycle. */
static bool mark_way(uint32_t *way_of, const source_map *map, uint32_t node)
{
    const uint32_t way = node + 1; /* 0: not marked */
    for (int32_t at = (int32_t)node; at >= 0; at = map->parents[at]) {
        if (way_of[at] != 0)
            return way_of[at] != way;
        way_of[at] = way;
    }
    return true;
}

/* Reads the nodes and checks that parents can be followed upwards, whatever the section holds. */
static void read_nodes(cursor *c, source_map *out)
{
    out->parents = read_words(c, &out->memory, &out->node_count);
    for (uint32_t i = 0; i < out->joint_count; i++)
        c->failed |= out->nodes[i] < -1 || out->nodes[i] >= (int64_t)out->node_count;
    for (uint32_t i = 0; i < out->node_count; i++)
        c->failed |= out->parents[i] < -1 || out->parents[i] >= (int64_t)out->node_count;
    uint32_t *way_of = region_calloc(&out->memory, out->node_count, sizeof *way_of);
    for (uint32_t i = 0; !c->failed && i < out->node_count; i++)
        c->failed = !mark_way(way_of, out, i);
}

static void read_skin(cursor *c, region *memory, source_skin *skin)
{
    skin->skin = (int32_t)read_u32(c);
    skin->entries = read_count(c, memory, &skin->entry_count, 36, sizeof *skin->entries);
    for (uint32_t i = 0; i < skin->entry_count; i++) {
        source_entry *entry = &skin->entries[i];
        entry->joint = (int32_t)read_u32(c);
        read_bytes(c, &entry->step, sizeof entry->step);
        read_bytes(c, entry->origin, sizeof entry->origin);
    }
}

static void read_mesh(cursor *c, region *memory, source_mesh *mesh, uint32_t blob_vertex_count)
{
    mesh->node = (int32_t)read_u32(c);
    mesh->primitives = read_count(c, memory, &mesh->primitive_count, 8, sizeof *mesh->primitives);
    for (uint32_t i = 0; i < mesh->primitive_count; i++) {
        source_primitive *primitive = &mesh->primitives[i];
        primitive->primitive = read_u32(c);
        primitive->vertices = read_words(c, memory, &primitive->vertex_count);
        for (uint32_t v = 0; v < primitive->vertex_count; v++)
            c->failed |= primitive->vertices[v] >= blob_vertex_count &&
                         primitive->vertices[v] != SOURCE_NONE;
    }
}

bool source_map_exists(const pelt_model *model)
{
    return !find_section(model).failed;
}

bool source_map_open(source_map *out, const pelt_model *model, diag *d)
{
    *out = (source_map){0};
    cursor c = find_section(model);
    if (c.failed)
        return diag_fail(d, DIAG_INVALID,
                         "the blob has no map back to glTF, section SRCE, bake it without --strip");

    region *memory = &out->memory;
    out->nodes = read_words(&c, memory, &out->joint_count);
    read_nodes(&c, out);
    out->skins = read_count(&c, memory, &out->skin_count, 8, sizeof *out->skins);
    for (uint32_t i = 0; i < out->skin_count; i++)
        read_skin(&c, memory, &out->skins[i]);
    out->meshes = read_count(&c, memory, &out->mesh_count, 8, sizeof *out->meshes);
    for (uint32_t i = 0; i < out->mesh_count; i++) {
        pelt_mesh_info info;
        c.failed |= pelt_mesh_get(&info, model, i) != PELT_OK;
        read_mesh(&c, memory, &out->meshes[i], c.failed ? 0 : info.vertex_count);
    }
    out->clips = read_words(&c, memory, &out->clip_count);
    if (out->joint_count != model->joint_count || out->skin_count != model->skin_count ||
        out->mesh_count != model->mesh_count || out->clip_count != model->clip_count)
        c.failed = true;
    for (uint32_t i = 0; !c.failed && i < out->skin_count; i++) /* in-betweens are not in the map */
        c.failed = stored_skin(model, i)->entry_count < out->skins[i].entry_count;
    if (!c.failed)
        return true;
    source_map_free(out);
    return diag_fail(d, DIAG_INVALID,
                     "the map back to glTF contradicts the model, section SRCE, bake it again");
}

void source_map_free(source_map *map)
{
    region_free(&map->memory);
    *map = (source_map){0};
}

/* Fills in the places of a primitive's vertices in one mesh; returns the number of new ones. */
static uint32_t take_places(source_place *places, const source_primitive *primitive, uint32_t mesh)
{
    uint32_t found = 0;
    for (uint32_t v = 0; v < primitive->vertex_count; v++) {
        if (primitive->vertices[v] == SOURCE_NONE || places[v].mesh != SOURCE_NONE)
            continue;
        places[v] = (source_place){mesh, primitive->vertices[v]};
        found++;
    }
    return found;
}

source_place *source_map_find(uint32_t *vertex_count, const source_map *map, uint32_t node,
                              uint32_t primitive)
{
    source_place *places = NULL;
    uint32_t found = 0;
    *vertex_count = 0;
    for (uint32_t m = 0; m < map->mesh_count; m++) {
        if (map->meshes[m].node != (int32_t)node)
            continue;
        for (uint32_t i = 0; i < map->meshes[m].primitive_count; i++) {
            const source_primitive *part = &map->meshes[m].primitives[i];
            if (part->primitive != primitive ||
                (places != NULL && part->vertex_count != *vertex_count))
                continue;
            if (places == NULL) {
                *vertex_count = part->vertex_count;
                places = diag_calloc(part->vertex_count, sizeof *places);
                for (uint32_t v = 0; v < part->vertex_count; v++)
                    places[v].mesh = SOURCE_NONE;
            }
            found += take_places(places, part, m);
        }
    }
    if (places != NULL && (found > 0 || *vertex_count == 0))
        return places;
    free(places);
    return NULL;
}
