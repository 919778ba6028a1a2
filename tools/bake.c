/* SPDX-License-Identifier: MIT */
/* The baker's parts in order; bake_internal.h says what each does. */
#include "bake.h"

#include <stdlib.h>
#include <string.h>

#include "bake_internal.h"
#include "source_map.h"

uint32_t bake_name(baker *b, const char *name)
{
    byte_buffer data = {0};
    buffer_bytes(&data, name, strlen(name) + 1);
    const uint32_t offset = pool_add(&b->name_pool, &data);
    buffer_free(&data);
    return offset;
}

static int32_t index_or_none(uint32_t index)
{
    return index == BAKE_NONE ? -1 : (int32_t)index;
}

/* The layout is that of source_map.h. */
void bake_write_source(baker *b)
{
    byte_buffer *out = blob_section_add(&b->writer, FORMAT_SOURCE, 0);
    buffer_u32(out, b->joint_count);
    for (uint32_t i = 0; i < b->joint_count; i++)
        buffer_i32(out, index_or_none(b->joints[i].node));
    buffer_u32(out, b->skin_count);
    for (uint32_t i = 0; i < b->skin_count; i++) {
        buffer_i32(out, index_or_none(b->skins[i].skin));
        buffer_u32(out, b->skins[i].entry_count);
        for (uint32_t k = 0; k < b->skins[i].entry_count; k++) {
            const bake_entry *entry = &b->skins[i].entries[k];
            buffer_i32(out, index_or_none(entry->skin_joint));
            buffer_f64(out, entry->step);
            for (int c = 0; c < 3; c++)
                buffer_f64(out, entry->origin[c]);
        }
    }
    buffer_u32(out, b->mesh_count);
    for (uint32_t i = 0; i < b->mesh_count; i++) {
        const bake_mesh *mesh = &b->meshes[i];
        buffer_i32(out, (int32_t)mesh->node);
        buffer_u32(out, mesh->primitive_count);
        for (uint32_t p = 0; p < mesh->primitive_count; p++) {
            const bake_primitive *primitive = &mesh->primitives[p];
            buffer_u32(out, primitive->index);
            buffer_u32(out, primitive->whole_count);
            uint32_t *stored = diag_calloc(primitive->whole_count, sizeof *stored);
            for (uint32_t v = 0; v < primitive->whole_count; v++)
                stored[v] = SOURCE_NONE;
            for (uint32_t v = 0; v < primitive->source->vertex_count; v++)
                stored[primitive->origin == NULL ? v : primitive->origin[v]] =
                    primitive->vertices[v];
            for (uint32_t v = 0; v < primitive->whole_count; v++)
                buffer_u32(out, stored[v]);
            free(stored);
        }
    }
}

static void warn_of_weights(const baker *b)
{
    const bake_stats *stats = b->stats;
    const char *file = b->options->file;
    if (stats->weights_repaired > 0)
        diag_warn(file, "the weights of %u vertices do not sum to 1 and were scaled to it",
                  stats->weights_repaired);
    if (stats->weights_missing > 0)
        diag_warn(file,
                  "%u vertices of skinned meshes have no weights and were bound to their node",
                  stats->weights_missing);
    if (stats->over_four > 0)
        diag_warn(file,
                  "%u vertices have more than 4 influences, the 4 heaviest remain: they move by "
                  "up to %.3g in the rest pose",
                  stats->over_four, stats->dropped_shift);
}

static bool write_sections(baker *b)
{
    b->writer = (blob_writer){.big_endian = b->options->big_endian,
                              .flavour = (uint16_t)b->options->flavour,
                              .unit_shift = b->unit_shift};
    b->names = blob_section_add(&b->writer, FORMAT_NAMES, FORMAT_SECTION_REQUIRED);
    b->name_pool.buffer = b->names;
    bake_name(b, ""); /* offset 0 */
    bake_write_joints(b);
    bake_write_skins(b);
    bake_write_blends(b);
    if (!bake_write_meshes(b) || !bake_write_clips(b))
        return false;
    if (!b->options->strip)
        bake_write_source(b);
    return true;
}

static void list_mesh_nodes(baker *b)
{
    b->stats->mesh_count = b->mesh_count;
    b->stats->mesh_nodes = diag_calloc(b->mesh_count, sizeof *b->stats->mesh_nodes);
    for (uint32_t i = 0; i < b->mesh_count; i++)
        b->stats->mesh_nodes[i] = b->meshes[i].node;
}

static bool run(baker *b, bake_result *out)
{
    bake_meshes_gather(b);
    bake_split(b);
    bake_morphs(b);
    if (!bake_joints(b) || !bake_skins(b))
        return false;
    warn_of_weights(b);
    if (!bake_motion(b) || !bake_units(b))
        return false;
    bake_blends(b);
    if (!write_sections(b))
        return false;
    byte_buffer blob;
    if (!blob_finish(&blob, &b->writer))
        return diag_fail(b->d, DIAG_INVALID,
                         "the blob would exceed 2^31 bytes, all sections together, split the model");
    list_mesh_nodes(b);
    out->blob = blob.bytes;
    out->bytes = blob.count;
    return true;
}

static void free_baker(baker *b)
{
    for (uint32_t i = 0; i < b->mesh_count; i++) {
        for (uint32_t p = 0; p < b->meshes[i].primitive_count; p++) {
            bake_split_free(&b->meshes[i].primitives[p]);
            free(b->meshes[i].primitives[p].influences);
            free(b->meshes[i].primitives[p].vertices);
        }
        free(b->meshes[i].primitives);
        free(b->meshes[i].weights);
        free(b->meshes[i].weight_range);
    }
    for (uint32_t i = 0; i < b->skin_count; i++)
        free(b->skins[i].entries), free(b->skins[i].blends);
    free(b->meshes);
    free(b->mesh_of_node);
    free(b->joints);
    free(b->joint_of_node);
    free(b->skins);
    free(b->ranges);
    free(b->sizes);
    bake_lean_free(b);
    pool_free(&b->name_pool);
    blob_writer_free(&b->writer);
}

bool bake_scene(bake_result *out, const scene *s, const bake_options *options, diag *d)
{
    *out = (bake_result){0};
    baker b = {.s = s, .options = options, .d = d, .stats = &out->stats};
    b.fixed = options->flavour != PELT_F32;
    b.lean = options->flavour == PELT_Q12;
    const bool ok = run(&b, out);
    free_baker(&b);
    if (!ok)
        bake_result_free(out);
    return ok;
}

void bake_result_free(bake_result *result)
{
    free(result->blob);
    free(result->stats.clips);
    free(result->stats.mesh_nodes);
    *result = (bake_result){0};
}
