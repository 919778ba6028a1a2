/* SPDX-License-Identifier: MIT */
/* Quantises vertices, merges equal ones and finds their elements. */
#include "bake/vertex/records.h"

#include <stdlib.h>
#include <string.h>

/// One vertex ////////////////////////////////////////////////////////////////////////////////////

/* Rounds weights to integers that sum to exactly `one`: those with the largest remainders go up. */
static void quantise_weights(uint32_t out[4], const double *weights, uint32_t count, uint32_t one)
{
    double remainder[4];
    uint32_t left = one;
    for (uint32_t k = 0; k < count; k++) {
        const double scaled = weights[k] * one;
        out[k] = (uint32_t)floor(scaled);
        remainder[k] = scaled - floor(scaled);
        left -= out[k] < left ? out[k] : left;
    }
    while (left > 0) {
        uint32_t most = 0;
        for (uint32_t k = 1; k < count; k++)
            if (remainder[k] > remainder[most])
                most = k;
        out[most]++;
        remainder[most] -= 1;
        left--;
    }
}

static void sort_entries(bake_record *record)
{
    for (uint32_t i = 1; i < record->influences; i++)
        for (uint32_t k = i; k > 0 && record->entry[k - 1] > record->entry[k]; k--) {
            const uint32_t entry = record->entry[k], weight = record->weight[k];
            record->entry[k] = record->entry[k - 1];
            record->weight[k] = record->weight[k - 1];
            record->entry[k - 1] = entry;
            record->weight[k - 1] = weight;
        }
}

static void set_influences(bake_record *record, const encoding_traits *p, const bake_influences *in,
                           const bake_binding *binding)
{
    uint32_t weights[4];
    if (p->fixed)
        quantise_weights(weights, in->weight, in->count, p->weights_sum);
    else
        for (uint32_t k = 0; k < in->count; k++)
            weights[k] = float_bits(in->weight[k]);
    for (uint32_t k = 0; k < in->count; k++) {
        if (weights[k] == 0) /* less than half a step */
            continue;
        record->entry[record->influences] = binding_entry(binding, in->joint[k]);
        record->weight[record->influences++] = weights[k];
    }
    memcpy(record->heaviest, record->entry, sizeof record->heaviest);
    sort_entries(record);
    if (record->influences == 1)
        record->weight[0] = 0; /* is not stored */
}

/* Sets a direction of unit length, or zero; in fixed point `one` is the unit. */
static void set_direction(uint32_t out[3], const encoding_traits *p, const double *direction,
                          double one)
{
    double v[3];
    memcpy(v, direction, sizeof v);
    vec3_normalise(v);
    for (int c = 0; c < 3; c++)
        out[c] = traits_bits(p, v[c], one, fmin(one, 32767));
}

static void set_geometry(bake_record *record, const encoding_traits *p,
                         const scene_primitive *source, const bake_grid *grid, uint32_t v)
{
    const bool mixed = record->influences > 1;
    for (int c = 0; c < 3; c++) {
        const double steps = (source->positions[v][c] - grid->origin[c]) / grid->step;
        record->position[c] = traits_bits(p, steps, 1, GRID_LIMIT);
    }
    if (source->normals != NULL)
        set_direction(record->normal, p, source->normals[v], p->normal_one[mixed]);
    if (source->tangents != NULL) {
        set_direction(record->tangent, p, source->tangents[v], p->tangent_one[mixed]);
        record->tangent[3] = traits_bits(p, source->tangents[v][3] < 0 ? -1 : 1, 1, 1);
    }
}

static void set_streams(bake_record *record, const encoding_traits *p, const bake_mesh *mesh,
                        const bake_primitive *primitive, uint32_t v)
{
    const double(*uvs)[2] = primitive->mapping.uvs;
    for (int c = 0; c < 2; c++)
        record->uv[c] = traits_bits(p, uvs == NULL ? 0 : fmax(-32767, fmin(uvs[v][c], 32767)),
                                    (double)(1u << mesh_uv_bits(mesh)), 32767);
    for (int c = 0; mesh->has_colours && c < 4; c++) {
        const double(*colours)[4] = primitive->mapping.colours;
        const double colour = colours == NULL ? 1 : colours[v][c];
        record->colour |= (uint32_t)llrint(colour * 255) << (8 * c);
    }
}

/* Replaces the normal by its code in packed records, where normals need not have unit length. */
static void pack(bake_record *record, const encoding_traits *p, const scene_primitive *source,
                 uint32_t v)
{
    if (!packed_fits(record))
        return;
    record->flags = (record->flags & ~FORMAT_RUN_UNIT_NORMALS) | FORMAT_RUN_PACKED;
    memset(record->normal, 0, sizeof record->normal);
    if (source->normals == NULL)
        return;
    double direction[3];
    memcpy(direction, source->normals[v], sizeof direction);
    vec3_normalise(direction);
    record->normal[0] = packed_normal(direction, p->lean);
}

/// All vertices //////////////////////////////////////////////////////////////////////////////////

static int compare_content(const void *left, const void *right)
{
    const bake_record *a = left, *b = right;
    const int order = memcmp(a, b, BAKE_RECORD_COMPARED);
    return order != 0 ? order : (a->source > b->source) - (a->source < b->source);
}

/* Keeps the first of equal records; first_of[source] is its index. */
static uint32_t merge(bake_record *records, uint32_t *first_of, uint32_t count)
{
    uint32_t kept = 0;
    qsort(records, count, sizeof *records, compare_content);
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || memcmp(&records[kept - 1], &records[i], BAKE_RECORD_COMPARED) != 0)
            records[kept++] = records[i];
        if (records[kept - 1].level < records[i].level)
            records[kept - 1].level = records[i].level;
        first_of[records[i].source] = records[kept - 1].source;
    }
    return kept;
}

/* Counts records, in order of content, that equal one of another part. */
static uint32_t count_of_parts(const bake_records *records)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < records->count; i++)
        count += memcmp(&records->records[i - 1], &records->records[i], BAKE_RECORD_SHOWN) == 0;
    return count;
}

/* Sets the levels of a primitive's vertices; without levels of its own, all have all of it. */
static void set_levels(bake_record *records, const scene_primitive *source, uint32_t level_count)
{
    for (uint32_t v = 0; v < source->vertex_count && source->lods == NULL && level_count > 0; v++)
        records[v].level = level_count - 1;
    for (uint32_t level = 1; level < level_count && source->lods != NULL; level++) {
        const scene_lod *lod = &source->lods[level - 1];
        for (uint32_t t = 0; t < lod->triangle_count; t++)
            for (int c = 0; c < 3; c++)
                records[lod->triangles[t][c]].level = level;
    }
}

/* Makes records of all vertices of the mesh, in the file's order. */
static void fill(bake_records *out, const bake_model *model, uint32_t index)
{
    const encoding_traits *p = model->job.traits;
    const bake_mesh *mesh = &model->meshes.meshes[index];
    const bake_morph *morph = &model->morphs[index];
    const bake_binding *binding = &model->skins.of_mesh[index];
    const bake_grid *grid = mesh_grid(model, index);
    FREED_BY(pool_free) buffer_pool pool = {.buffer = &out->deltas};
    FREED_BY(buffer_free) byte_buffer deltas = {.big_endian = model->job.options->big_endian};
    /* No in-between is sure to leave normals at unit length. */
    FREED bool *unit_entry =
        diag_calloc(skin_palette_count(&model->skins.skins[binding->skin]), sizeof *unit_entry);
    uint32_t source = 0;
    out->raw_bits = normals_raw_bits(unit_entry, model, index);
    if (mesh->target_count > 0)
        out->delta_shift = deltas_shift(p, morph, grid->step);
    const double scale = ldexp(1, out->delta_shift) / grid->step;
    out->deltas.big_endian = deltas.big_endian;
    for (uint32_t n = 0; n < mesh->primitive_count; n++) {
        const bake_primitive *primitive = &mesh->primitives[n];
        set_levels(out->records + source, primitive->source, model->job.scene->level_count);
        for (uint32_t v = 0; v < primitive->source->vertex_count; v++, source++) {
            bake_record *record = &out->records[source];
            record->source = source;
            record->part = model->job.options->order.max_palette > 0 ? n : 0;
            set_influences(record, p, &primitive->influences[v], binding);
            deltas.count = 0;
            record->delta_count = deltas_of_vertex(&deltas, p, morph, scale, primitive->source, v);
            record->deltas =
                record->delta_count > 0 ? pool_add(&pool, deltas.bytes, deltas.count) : 0;
            if (record->delta_count > 0)
                record->flags = FORMAT_RUN_MORPHED;
            else if (record->influences == 1 && unit_entry[record->entry[0]])
                record->flags = FORMAT_RUN_UNIT_NORMALS;
            set_geometry(record, p, primitive->source, grid, v);
            if (model->job.options->order.pack)
                pack(record, p, primitive->source, v);
            set_streams(record, p, mesh, primitive, v);
        }
    }
}

/* Lists the vertices of all elements, three each: those of fewer corners repeat their last. place: [source] of
 * the merged record; ends: number of elements up to the end of each primitive. Returns the number of all. */
static uint32_t list_elements(uint32_t **corners, uint32_t *ends, const bake_mesh *mesh,
                              const uint32_t *place, const uint32_t *first_of)
{
    uint32_t count = 0;
    for (uint32_t p = 0; p < mesh->primitive_count; p++) {
        count += element_count(mesh->primitives[p].source);
        ends[p] = count;
    }
    uint32_t *to = *corners = diag_calloc((size_t)count * 3 + 1, sizeof *to);
    for (uint32_t p = 0, first = 0; p < mesh->primitive_count; p++) {
        const scene_primitive *source = mesh->primitives[p].source;
        const uint32_t last = element_corners(source) - 1, elements = element_count(source);
        for (uint32_t e = 0; e < elements; e++)
            for (uint32_t k = 0; k < 3; k++)
                *to++ = place[first_of[first + element_vertex(source, e, k < last ? k : last)]];
        first += source->vertex_count;
    }
    return count;
}

/* Puts merged records into the order of a window's groups. */
static void fill_window(bake_records *out, const bake_mesh *mesh, const uint32_t *first_of,
                        uint32_t window)
{
    FREED uint32_t *place = diag_calloc(mesh->vertices_in, sizeof *place);
    FREED uint32_t *ends = diag_calloc(mesh->primitive_count, sizeof *ends);
    for (uint32_t i = 0; i < out->count; i++)
        place[out->records[i].source] = i;
    out->corner_count = 3 * list_elements(&out->corners, ends, mesh, place, first_of);
    uint32_t count;
    FREED uint32_t *vertices =
        window_make(&count, out->corners, ends, mesh->primitive_count, out->count, window);
    bake_record *records = diag_calloc(count, sizeof *records);
    for (uint32_t i = 0; i < count; i++) {
        records[i] = out->records[vertices[i]];
        records[i].original = i;
    }
    free(out->records);
    out->records = records;
    out->count = count;
}

/* Sets the corners' places after the groups are ordered. */
static void place_corners(bake_records *out)
{
    FREED uint32_t *place = diag_calloc(out->count, sizeof *place);
    for (uint32_t i = 0; i < out->count; i++)
        place[out->records[i].original] = i;
    for (uint32_t i = 0; i < out->corner_count; i++)
        out->corners[i] = place[out->corners[i]];
}

bake_records records_build(bake_stats *stats, const bake_model *model, uint32_t mesh)
{
    const bake_mesh *of = &model->meshes.meshes[mesh];
    const uint32_t count = of->vertices_in;
    bake_records out = {.records = diag_calloc(count, sizeof *out.records),
                        .stored = job_calloc(&model->job, count, sizeof *out.stored)};
    FREED uint32_t *first_of = diag_calloc(count, sizeof *first_of);
    FREED uint32_t *place = diag_calloc(count, sizeof *place);
    fill(&out, model, mesh);
    out.count = merge(out.records, first_of, count);
    stats->vertices_of_parts += count_of_parts(&out);
    stats->vertices_again -= out.count;
    const uint32_t window = model->job.options->order.window;
    if (window > 0)
        fill_window(&out, of, first_of, window);
    stats->vertices_again += out.count;
    stats->vertices_out += out.count;
    records_order(&out, stats, &model->job, of);
    if (window > 0)
        place_corners(&out);
    for (uint32_t i = out.count; i-- > 0;) {
        place[out.records[i].source] = i;
        stats->influence_runs[out.records[i].influences - 1]++;
    }
    for (uint32_t i = 0; i < count; i++)
        out.stored[i] = place[first_of[i]];
    return out;
}

void records_free(bake_records *records)
{
    free(records->records);
    free(records->runs);
    free(records->corners);
    buffer_free(&records->deltas);
    *records = (bake_records){0};
}
