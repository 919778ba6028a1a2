/* SPDX-License-Identifier: MIT */
#include "bake/records.h"

#include <stdlib.h>
#include <string.h>

/// One vertex ////////////////////////////////////////////////////////////////////////////////////

/* Integer weights that sum to exactly `one`: the largest remainders are rounded up. */
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

static void set_influences(bake_record *record, const baker *b, const bake_influences *in)
{
    uint32_t weights[4];
    if (b->fixed)
        quantise_weights(weights, in->weight, in->count, b->lean ? 16384 : 32768);
    else
        for (uint32_t k = 0; k < in->count; k++)
            weights[k] = float_bits(in->weight[k]);
    for (uint32_t k = 0; k < in->count; k++) {
        if (weights[k] == 0) /* less than half a step */
            continue;
        record->entry[record->influences] = in->entry[k];
        record->weight[record->influences++] = weights[k];
    }
    memcpy(record->heaviest, record->entry, sizeof record->heaviest);
    sort_entries(record);
    if (record->influences == 1)
        record->weight[0] = 0; /* not stored */
}

/* With unit length, or zero; in fixed point `one` stands for it. */
static void set_direction(uint32_t out[3], const baker *b, const double *direction, double one)
{
    double v[3];
    memcpy(v, direction, sizeof v);
    vec3_normalise(v);
    for (int c = 0; c < 3; c++)
        out[c] = b->fixed ? (uint32_t)bake_round(v[c] * one, fmin(one, 32767)) : float_bits(v[c]);
}

static void set_geometry(bake_record *record, const baker *b, const bake_primitive *primitive,
                         const bake_entry *entry, uint32_t v)
{
    const scene_primitive *source = primitive->source;
    const double half = record->influences == 1 ? 16384 : 32768; /* rigid ones are halved */
    for (int c = 0; c < 3; c++) {
        const double position = source->positions[v][c] - entry->origin[c];
        const double steps = position / entry->step;
        record->position[c] = b->fixed ? (uint32_t)bake_round(steps, BAKE_POSITION_LIMIT)
                                       : float_bits(position);
    }
    if (source->normals != NULL)
        set_direction(record->normal, b, source->normals[v], b->lean ? 127 : half);
    if (source->tangents != NULL) {
        const bool left = source->tangents[v][3] < 0;
        set_direction(record->tangent, b, source->tangents[v], b->lean ? 32768 : half);
        record->tangent[3] = b->fixed ? (uint32_t)(left ? -1 : 1) : float_bits(left ? -1 : 1);
    }
}

static void set_streams(bake_record *record, const baker *b, const bake_mesh *mesh,
                        const scene_primitive *source, uint32_t v)
{
    for (int c = 0; c < 2; c++) {
        const double uv = source->uvs == NULL ? 0 : source->uvs[v][c];
        record->uv[c] = b->fixed ? (uint32_t)bake_round(uv * 65536, INT32_MAX) : float_bits(uv);
    }
    for (int c = 0; mesh->has_colours && c < 4; c++) {
        const double vertex = source->colours == NULL ? 1 : source->colours[v][c];
        const double colour = fmin(fmax(vertex * source->base_colour[c], 0), 1);
        record->colour |= (uint32_t)llrint(colour * 255) << (8 * c);
    }
}

/* Whatever a skin has a mix for is skinned by that; only the vertices that targets move are not. */
static void use_blend(bake_record *record, const bake_skin *skin)
{
    if (record->influences == 1 || record->delta_count > 0 || skin->blend_count == 0)
        return;
    bake_blend key = {.influences = record->influences};
    memcpy(key.entry, record->entry, sizeof key.entry);
    memcpy(key.weight, record->weight, sizeof key.weight);
    const bake_blend *found =
        bsearch(&key, skin->blends, skin->blend_count, sizeof key, bake_compare_blends);
    if (found == NULL)
        return;
    record->influences = 1;
    record->flags = FORMAT_RUN_BLENDED;
    memset(record->entry, 0, sizeof record->entry);
    memset(record->weight, 0, sizeof record->weight);
    record->entry[0] = skin->entry_count + (uint32_t)(found - skin->blends);
}

/// All vertices //////////////////////////////////////////////////////////////////////////////////

static int compare_content(const void *left, const void *right)
{
    const bake_record *a = left, *b = right;
    const int order = memcmp(a, b, BAKE_RECORD_COMPARED);
    return order != 0 ? order : (a->source > b->source) - (a->source < b->source);
}

/* Keeps the first of equal records; first_of[source] names it. */
static uint32_t merge(bake_record *records, uint32_t *first_of, uint32_t count)
{
    uint32_t kept = 0;
    qsort(records, count, sizeof *records, compare_content);
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || memcmp(&records[kept - 1], &records[i], BAKE_RECORD_COMPARED) != 0)
            records[kept++] = records[i];
        first_of[records[i].source] = records[kept - 1].source;
    }
    return kept;
}

void bake_records_build(bake_records *out, const baker *b, const bake_mesh *mesh,
                        const bool *unit_entry)
{
    const bake_skin *skin = &b->skins[mesh->blob_skin];
    buffer_pool pool = {.buffer = &out->deltas};
    byte_buffer deltas = {.big_endian = b->options->big_endian};
    out->scale = delta_scale_of(b, mesh);
    out->records = diag_calloc(mesh->vertices_in, sizeof *out->records);
    out->stored = diag_calloc(mesh->vertices_in, sizeof *out->stored);
    uint32_t source = 0;
    for (uint32_t p = 0; p < mesh->primitive_count; p++) {
        const bake_primitive *primitive = &mesh->primitives[p];
        for (uint32_t v = 0; v < primitive->source->vertex_count; v++, source++) {
            bake_record *record = &out->records[source];
            record->source = source;
            set_influences(record, b, &primitive->influences[v]);
            const bake_entry *entry = &skin->entries[record->entry[0]];
            deltas.count = 0;
            record->delta_count =
                deltas_of_vertex(&deltas, b, mesh, &out->scale, primitive->source, v);
            record->deltas = record->delta_count > 0 ? pool_add(&pool, &deltas) : 0;
            if (record->delta_count > 0)
                record->flags = FORMAT_RUN_MORPHED;
            else if (record->influences == 1 && unit_entry[record->entry[0]])
                record->flags = FORMAT_RUN_UNIT_NORMALS;
            set_geometry(record, b, primitive, entry, v);
            record->joints = record->influences;
            use_blend(record, skin);
            set_streams(record, b, mesh, primitive->source, v);
        }
    }

    pool_free(&pool);
    buffer_free(&deltas);

    uint32_t *first_of = diag_calloc(source, sizeof *first_of);
    uint32_t *place = diag_calloc(source, sizeof *place);
    out->count = merge(out->records, first_of, source);
    bake_order_records(out, b, mesh);
    for (uint32_t i = 0; i < out->count; i++)
        place[out->records[i].source] = i;
    for (uint32_t i = 0; i < source; i++)
        out->stored[i] = place[first_of[i]];
    free(first_of);
    free(place);
}

void bake_records_free(bake_records *records)
{
    free(records->records);
    free(records->stored);
    free(records->runs);
    buffer_free(&records->deltas);
    *records = (bake_records){0};
}
