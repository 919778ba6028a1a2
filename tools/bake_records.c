/* SPDX-License-Identifier: MIT */
#include "bake_records.h"

#include <stdlib.h>
#include <string.h>

#define Q15_ONE 32768u

/// One vertex ////////////////////////////////////////////////////////////////////////////////////

/* Weights in Q1.15 that sum to exactly one: the largest remainders are rounded up. */
static void quantise_weights(uint32_t out[4], const double *weights, uint32_t count)
{
    double remainder[4];
    uint32_t left = Q15_ONE;
    for (uint32_t k = 0; k < count; k++) {
        const double scaled = weights[k] * Q15_ONE;
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

static void set_influences(bake_record *record, const baker *b, const bake_influences *in)
{
    uint32_t weights[4];
    if (b->q16)
        quantise_weights(weights, in->weight, in->count);
    else
        for (uint32_t k = 0; k < in->count; k++)
            weights[k] = float_bits(in->weight[k]);
    for (uint32_t k = 0; k < in->count; k++) {
        if (weights[k] == 0) /* less than half a step */
            continue;
        record->entry[record->influences] = in->entry[k];
        record->weight[record->influences++] = weights[k];
    }
    if (record->influences == 1)
        record->weight[0] = 0; /* not stored */
}

static void set_geometry(bake_record *record, const baker *b, const bake_primitive *primitive,
                         const bake_entry *entry, uint32_t v)
{
    const scene_primitive *source = primitive->source;
    double normal[3] = {0};
    if (source->normals != NULL) {
        memcpy(normal, source->normals[v], sizeof normal);
        vec3_normalise(normal);
    }
    const double unit = record->influences == 1 ? 16384 : 32768;
    for (int c = 0; c < 3; c++) {
        const double position = source->positions[v][c] - entry->origin[c];
        if (b->q16) {
            record->position[c] = (uint32_t)bake_round(position / entry->step, 32767);
            record->normal[c] = (uint32_t)bake_round(normal[c] * unit, 32767);
        } else {
            record->position[c] = float_bits(position);
            record->normal[c] = float_bits(normal[c]);
        }
    }
}

static void set_streams(bake_record *record, const baker *b, const bake_mesh *mesh,
                        const scene_primitive *source, uint32_t v)
{
    for (int c = 0; c < 2; c++) {
        const double uv = source->uvs == NULL ? 0 : source->uvs[v][c];
        record->uv[c] = b->q16 ? (uint32_t)bake_round(uv * 65536, INT32_MAX) : float_bits(uv);
    }
    for (int c = 0; mesh->has_colours && c < 4; c++) {
        const double vertex = source->colours == NULL ? 1 : source->colours[v][c];
        const double colour = fmin(fmax(vertex * source->base_colour[c], 0), 1);
        record->colour |= (uint32_t)llrint(colour * 255) << (8 * c);
    }
}

/// All vertices //////////////////////////////////////////////////////////////////////////////////

static int compare_content(const void *left, const void *right)
{
    const bake_record *a = left, *b = right;
    const int order = memcmp(a, b, BAKE_RECORD_COMPARED);
    return order != 0 ? order : (a->source > b->source) - (a->source < b->source);
}

static int compare_words(const uint32_t *a, const uint32_t *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static void sorted_set(uint32_t out[4], const bake_record *record)
{
    memcpy(out, record->entry, 4 * sizeof *out);
    for (uint32_t i = 1; i < record->influences; i++)
        for (uint32_t k = i; k > 0 && out[k - 1] > out[k]; k--) {
            const uint32_t swap = out[k];
            out[k] = out[k - 1];
            out[k - 1] = swap;
        }
}

/* Number of influences, set of joints, joints by weight, then as in the file. */
static int compare_runs(const void *left, const void *right)
{
    const bake_record *a = left, *b = right;
    uint32_t a_set[4], b_set[4];
    int order = compare_words(&a->influences, &b->influences, 1);
    if (order == 0)
        order = compare_words(&a->blended, &b->blended, 1);
    if (order != 0)
        return order;
    sorted_set(a_set, a);
    sorted_set(b_set, b);
    order = compare_words(a_set, b_set, 4);
    if (order == 0)
        order = compare_words(a->entry, b->entry, 4);
    return order != 0 ? order : compare_words(&a->source, &b->source, 1);
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
            record->blended = record->influences > 1 || !unit_entry[record->entry[0]];
            set_geometry(record, b, primitive, entry, v);
            set_streams(record, b, mesh, primitive->source, v);
        }
    }

    uint32_t *first_of = diag_calloc(source, sizeof *first_of);
    uint32_t *place = diag_calloc(source, sizeof *place);
    out->count = merge(out->records, first_of, source);
    qsort(out->records, out->count, sizeof *out->records, compare_runs);
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
    *records = (bake_records){0};
}
