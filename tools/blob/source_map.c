/* SPDX-License-Identifier: MIT */
#include "blob/source_map.h"

#include <stdlib.h>
#include <string.h>

#include "src/blob/format.h"

/* Reads forward; past the end everything is 0 and `failed` is set. */
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

static int32_t read_i32(cursor *c)
{
    int32_t value;
    read_bytes(c, &value, sizeof value);
    return value;
}

/* A count of things of at least `size_bytes` each; 0 and failed where they cannot all be there. */
static uint32_t read_count(cursor *c, size_t size_bytes)
{
    const uint32_t count = read_u32(c);
    if (count > c->left / size_bytes) {
        c->failed = true;
        return 0;
    }
    return count;
}

static cursor find_section(const pelt_model *model)
{
    cursor found = {NULL, 0, true};
    format_header header;
    memcpy(&header, model->blob, sizeof header);
    for (uint32_t i = 0; i < header.section_count; i++) {
        format_section section;
        memcpy(&section, model->blob + sizeof header + i * sizeof section, sizeof section);
        if (section.tag == FORMAT_SOURCE)
            found = (cursor){model->blob + section.offset, section.bytes, false};
    }
    return found;
}

/* Marks all above a node that was not met on another way up; false on a way that meets itself. */
static bool mark_way(uint32_t *way_of, const source_map *map, uint32_t node)
{
    const uint32_t way = node + 1; /* 0: none yet */
    for (int32_t at = (int32_t)node; at >= 0; at = map->parents[at]) {
        if (way_of[at] != 0)
            return way_of[at] != way;
        way_of[at] = way;
    }
    return true;
}

/* Parents may be walked upwards afterwards, whatever the section holds. */
static void read_nodes(cursor *c, source_map *out)
{
    out->node_count = read_count(c, sizeof(int32_t));
    out->parents = diag_calloc(out->node_count, sizeof *out->parents);
    read_bytes(c, out->parents, out->node_count * sizeof *out->parents);
    for (uint32_t i = 0; i < out->joint_count; i++)
        c->failed |= out->nodes[i] < -1 || out->nodes[i] >= (int64_t)out->node_count;
    for (uint32_t i = 0; i < out->node_count; i++)
        c->failed |= out->parents[i] < -1 || out->parents[i] >= (int64_t)out->node_count;
    uint32_t *way_of = diag_calloc(out->node_count, sizeof *way_of);
    for (uint32_t i = 0; !c->failed && i < out->node_count; i++)
        c->failed = !mark_way(way_of, out, i);
    free(way_of);
}

static void read_skin(cursor *c, source_skin *skin)
{
    skin->skin = read_i32(c);
    skin->entry_count = read_count(c, 36);
    skin->entries = diag_calloc(skin->entry_count, sizeof *skin->entries);
    for (uint32_t i = 0; i < skin->entry_count; i++) {
        source_entry *entry = &skin->entries[i];
        entry->joint = read_i32(c);
        read_bytes(c, &entry->step, sizeof entry->step);
        read_bytes(c, entry->origin, sizeof entry->origin);
    }
}

static void read_mesh(cursor *c, source_mesh *mesh, uint32_t blob_vertex_count)
{
    mesh->node = read_i32(c);
    mesh->primitive_count = read_count(c, 8);
    mesh->primitives = diag_calloc(mesh->primitive_count, sizeof *mesh->primitives);
    for (uint32_t i = 0; i < mesh->primitive_count; i++) {
        source_primitive *primitive = &mesh->primitives[i];
        primitive->primitive = read_u32(c);
        primitive->vertex_count = read_count(c, sizeof(uint32_t));
        primitive->vertices = diag_calloc(primitive->vertex_count, sizeof(uint32_t));
        read_bytes(c, primitive->vertices, primitive->vertex_count * sizeof(uint32_t));
        for (uint32_t v = 0; v < primitive->vertex_count; v++)
            if (primitive->vertices[v] >= blob_vertex_count &&
                primitive->vertices[v] != SOURCE_NONE)
                c->failed = true;
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
                         "the blob has no map back to glTF, bake it without --strip");

    out->joint_count = read_count(&c, sizeof(int32_t));
    out->nodes = diag_calloc(out->joint_count, sizeof *out->nodes);
    read_bytes(&c, out->nodes, out->joint_count * sizeof *out->nodes);
    read_nodes(&c, out);
    out->skin_count = read_count(&c, 8);
    out->skins = diag_calloc(out->skin_count, sizeof *out->skins);
    for (uint32_t i = 0; i < out->skin_count; i++)
        read_skin(&c, &out->skins[i]);
    out->mesh_count = read_count(&c, 8);
    out->meshes = diag_calloc(out->mesh_count, sizeof *out->meshes);
    for (uint32_t i = 0; i < out->mesh_count; i++) {
        pelt_mesh_info info;
        if (pelt_mesh_get(&info, model, i) != PELT_OK)
            c.failed = true;
        read_mesh(&c, &out->meshes[i], c.failed ? 0 : info.vertex_count);
    }
    out->clip_count = read_count(&c, sizeof(uint32_t));
    out->clips = diag_calloc(out->clip_count, sizeof *out->clips);
    read_bytes(&c, out->clips, out->clip_count * sizeof *out->clips);
    if (out->joint_count != model->joint_count || out->skin_count != model->skin_count ||
        out->mesh_count != model->mesh_count || out->clip_count != model->clip_count)
        c.failed = true;
    for (uint32_t i = 0; !c.failed && i < out->skin_count; i++) {
        format_skin skin;
        memcpy(&skin, model->blob + model->skins + i * sizeof skin, sizeof skin);
        if (skin.entry_count != out->skins[i].entry_count)
            c.failed = true;
    }
    if (!c.failed)
        return true;
    source_map_free(out);
    return diag_fail(d, DIAG_INVALID, "section SRCE contradicts the model, bake it again");
}

void source_map_free(source_map *map)
{
    for (uint32_t i = 0; i < map->skin_count; i++)
        free(map->skins[i].entries);
    for (uint32_t i = 0; i < map->mesh_count; i++) {
        for (uint32_t k = 0; k < map->meshes[i].primitive_count; k++)
            free(map->meshes[i].primitives[k].vertices);
        free(map->meshes[i].primitives);
    }
    free(map->nodes);
    free(map->parents);
    free(map->skins);
    free(map->meshes);
    free(map->clips);
    *map = (source_map){0};
}

/* Fills in what one mesh has of a primitive; the number of places that were new. */
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
    if (places != NULL && found == *vertex_count)
        return places;
    free(places);
    return NULL;
}
