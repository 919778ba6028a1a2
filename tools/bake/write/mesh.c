/* SPDX-License-Identifier: MIT */
/* Blob meshes -> MESH, RUNS, PART, VERT, STRM and INDX. */
#include <stdlib.h>

#include "bake/elements.h"
#include "bake/records.h"

#define UNIT_TOLERANCE 1e-4 /* relative length of a normal in a unit run */
#define UNIT_MIN_BITS 14    /* of a raw normal: fewer round to less than that */

typedef struct mesh_sections {
    byte_buffer *meshes, *runs, *parts, *records, *streams, *indices;
    byte_buffer *morphs, *deltas; /* NULL without morph targets */
    uint32_t run_count, part_count;
} mesh_sections;

/// Normals ///////////////////////////////////////////////////////////////////////////////////////

/* The palette's 3x3 of each entry in the rest pose. */
static mat34 *rest_matrices(const baker *b, const bake_skin *skin)
{
    mat34 *globals = diag_calloc(b->joint_count, sizeof *globals);
    mat34 *matrices = diag_calloc(skin->entry_count, sizeof *matrices);
    for (uint32_t i = 0; i < b->joint_count; i++) {
        const uint32_t parent = b->joints[i].parent;
        const mat34 local = trs_matrix(&b->joints[i].rest);
        globals[i] = parent == BAKE_NONE ? local : mat34_mul(&globals[parent], &local);
    }
    for (uint32_t k = 0; k < skin->entry_count; k++)
        matrices[k] = mat34_mul(&globals[skin->entries[k].joint], &skin->entries[k].inverse_bind);
    free(globals);
    return matrices;
}

/* Length of a unit normal as the kernels leave it. q16: in words of Q16.16, see src/kernel_q16.c:
 * 31 less the fineness of the grid in internal units. */
static double raw_length(const baker *b, const bake_entry *entry, double norm)
{
    if (b->lean) /* normals are Q7, entries Q30 */
        return ldexp(entry->step * norm * 127 / 128, 37 - b->unit_shift);
    return b->fixed ? ldexp(entry->step * norm, 31 - b->unit_shift) : norm;
}

/* Vertices by their heaviest entry. */
static uint32_t *count_by_entry(const bake_mesh *mesh, uint32_t entry_count)
{
    uint32_t *counts = diag_calloc(entry_count, sizeof *counts);
    for (uint32_t p = 0; p < mesh->primitive_count; p++)
        for (uint32_t v = 0; v < mesh->primitives[p].source->vertex_count; v++)
            counts[mesh->primitives[p].influences[v].entry[0]]++;
    return counts;
}

/* The power of two that fits the most used entry; unit[] marks those that it fits exactly. */
static uint32_t choose_raw_bits(bool *unit, const baker *b, const bake_mesh *mesh)
{
    const bake_skin *skin = &b->skins[mesh->blob_skin];
    mat34 *matrices = rest_matrices(b, skin);
    uint32_t *counts = count_by_entry(mesh, skin->entry_count);
    uint32_t most = 0, bits = 0;
    for (uint32_t k = 0; k < skin->entry_count; k++) {
        const double length = raw_length(b, &skin->entries[k], matrix_norm(&matrices[k]));
        if (counts[k] <= most || !(length > 0))
            continue;
        most = counts[k];
        if (b->fixed)
            bits = (uint32_t)fmin(fmax(rint(log2(length)), 0), 30);
    }
    for (uint32_t k = 0; k < skin->entry_count; k++) {
        const bake_entry *entry = &skin->entries[k];
        double norm;
        unit[k] = (!b->fixed || bits >= UNIT_MIN_BITS) && b->joints[entry->joint].uniform_chain &&
                  matrix_is_uniform(&norm, &matrices[k], UNIT_TOLERANCE) &&
                  fabs(ldexp(raw_length(b, entry, norm), -(int)bits) - 1) <= UNIT_TOLERANCE;
    }
    free(counts);
    free(matrices);
    return bits;
}

/// Records and runs //////////////////////////////////////////////////////////////////////////////

static void put_record_q16(byte_buffer *out, const bake_record *r)
{
    const uint32_t slots = r->influences == 3 ? 4 : r->influences;
    for (uint32_t k = 0; k < slots; k++)
        buffer_u16(out, (uint16_t)(r->entry[k < r->influences ? k : 0] * FORMAT_ENTRY_BYTES));
    for (uint32_t k = 0; slots > 1 && k < slots; k++)
        buffer_u16(out, (uint16_t)(k < r->influences ? r->weight[k] : 0));
    for (int c = 0; c < 3; c++)
        buffer_u16(out, (uint16_t)r->position[c]);
    for (int c = 0; c < 3; c++)
        buffer_u16(out, (uint16_t)r->normal[c]);
    if (slots == 1)
        buffer_u16(out, 0);
}

static void put_record_q12(byte_buffer *out, const bake_record *r)
{
    const uint32_t slots = r->influences == 3 ? 4 : r->influences;
    for (uint32_t k = 0; k < slots; k++)
        buffer_u16(out, (uint16_t)(r->entry[k < r->influences ? k : 0] * FORMAT_ENTRY_BYTES));
    for (uint32_t k = 0; slots == 4 && k < slots; k++)
        buffer_u16(out, (uint16_t)(k < r->influences ? r->weight[k] : 0));
    buffer_u16(out, (uint16_t)r->position[0]);
    buffer_u16(out, (uint16_t)r->position[1]);
    if (slots == 4)
        buffer_u32(out, r->position[2]);
    else
        buffer_u16(out, (uint16_t)r->position[2]);
    if (slots == 2)
        buffer_u16(out, (uint16_t)r->weight[1]);
    buffer_u8(out, (uint8_t)r->normal[0]);
    buffer_u8(out, (uint8_t)r->normal[1]);
    buffer_u8(out, 0);
    buffer_u8(out, (uint8_t)r->normal[2]);
}

static void put_record_f32(byte_buffer *out, const bake_record *r)
{
    for (uint32_t k = 0; k < r->influences; k++)
        buffer_u32(out, r->entry[k] * FORMAT_ENTRY_BYTES);
    for (uint32_t k = 0; r->influences > 1 && k < r->influences; k++)
        buffer_u32(out, r->weight[k]);
    for (int c = 0; c < 3; c++)
        buffer_u32(out, r->position[c]);
    for (int c = 0; c < 3; c++)
        buffer_u32(out, r->normal[c]);
}

static void put_record(byte_buffer *out, const baker *b, const bake_record *r)
{
    if (b->lean)
        put_record_q12(out, r);
    else if (b->fixed)
        put_record_q16(out, r);
    else
        put_record_f32(out, r);
}

static uint32_t put_runs(mesh_sections *out, baker *b, const bake_records *records)
{
    for (uint32_t i = 0; i < records->run_count; i++) {
        const bake_run *run = &records->runs[i];
        buffer_u32(out->runs, run->first);
        buffer_u32(out->runs, run->count);
        buffer_u32(out->runs, (uint32_t)out->records->count);
        buffer_u16(out->runs, (uint16_t)run->influences);
        buffer_u16(out->runs, (uint16_t)run->flags);
        for (uint32_t k = 0; k < run->count; k++) {
            const bake_record *r = &records->records[run->first + k];
            if ((run->flags & FORMAT_RUN_COPIES) != 0)
                buffer_u32(out->records, r->original);
            else
                put_record(out->records, b, r);
            b->stats->influence_runs[r->joints - 1]++;
        }
    }
    out->run_count += records->run_count;
    return records->run_count;
}

/// Parts /////////////////////////////////////////////////////////////////////////////////////////

static void put_part(mesh_sections *out, const bake_primitive *primitive, bool wide)
{
    const scene_primitive *source = primitive->source;
    const uint32_t corners = element_corners(source);
    const uint32_t elements = element_count(source);
    buffer_u32(out->parts, (uint32_t)out->indices->count);
    buffer_u32(out->parts, elements * corners);
    buffer_u32(out->parts, corners);
    for (int c = 0; c < 4; c++)
        buffer_u8(out->parts, (uint8_t)llrint(fmin(fmax(source->base_colour[c], 0), 1) * 255));
    for (uint32_t e = 0; e < elements; e++) {
        for (uint32_t corner = 0; corner < corners; corner++) {
            const uint32_t vertex = element_vertex(source, e, corner);
            const uint32_t stored = primitive->vertices[vertex];
            if (wide)
                buffer_u32(out->indices, stored);
            else
                buffer_u16(out->indices, (uint16_t)stored);
        }
    }
    buffer_pad4(out->indices);
    out->part_count++;
}

/// Meshes ////////////////////////////////////////////////////////////////////////////////////////

typedef void put_attribute(byte_buffer *out, const baker *b, const bake_record *record);

static void put_uv(byte_buffer *out, const baker *b, const bake_record *record)
{
    (void)b;
    buffer_u32(out, record->uv[0]);
    buffer_u32(out, record->uv[1]);
}

static void put_colour(byte_buffer *out, const baker *b, const bake_record *record)
{
    (void)b;
    for (int c = 0; c < 4; c++)
        buffer_u8(out, (uint8_t)(record->colour >> (8 * c)));
}

static void put_tangent(byte_buffer *out, const baker *b, const bake_record *record)
{
    for (int c = 0; c < 4; c++) {
        if (b->fixed)
            buffer_u16(out, (uint16_t)record->tangent[c]);
        else
            buffer_u32(out, record->tangent[c]);
    }
}

/* Offset of a stream that is wanted. */
static uint32_t put_stream(byte_buffer *streams, const baker *b, const bake_records *records,
                           bool wanted, put_attribute *put)
{
    const uint32_t offset = (uint32_t)streams->count;
    for (uint32_t i = 0; i < records->count && wanted; i++)
        put(streams, b, &records->records[i]);
    return wanted ? offset : FORMAT_NONE;
}

static void put_morph(mesh_sections *out, baker *b, const bake_mesh *mesh,
                      const bake_records *records)
{
    const uint32_t bytes = b->fixed ? format_delta_bytes_q16(mesh->delta_flags)
                                    : format_delta_bytes_f32(mesh->delta_flags);
    uint32_t *ordinals = diag_calloc((size_t)records->count + 1, sizeof *ordinals);
    byte_buffer deltas = {.big_endian = b->options->big_endian};
    uint32_t touched = 0;
    for (uint32_t i = 0; i < records->count; i++) {
        const bake_record *r = &records->records[i];
        if (r->delta_count == 0)
            continue;
        buffer_bytes(&deltas, records->deltas.bytes + r->deltas, (size_t)r->delta_count * bytes);
        ordinals[touched + 1] = ordinals[touched] + r->delta_count;
        touched++;
    }
    b->stats->vertices_morphed += touched;
    b->stats->delta_count += ordinals[touched];
    deltas_write(out->morphs, out->deltas, b, mesh, &records->scale, ordinals, touched, &deltas);
    buffer_free(&deltas);
    free(ordinals);
}

static void count_worth(bake_stats *stats, const bake_worth *worth)
{
    stats->set_vertices += worth->set_vertices;
    stats->set_runs += worth->set_runs;
    stats->copied_vertices += worth->copies;
    stats->blended_vertices += worth->blended;
    stats->cost_plain += worth->plain;
    stats->cost += worth->cost;
}

static const char *mesh_name(const baker *b, const bake_mesh *mesh)
{
    const scene_node *node = &b->s->nodes[mesh->node];
    return node->name[0] != '\0' ? node->name : b->s->meshes[node->mesh].name;
}

static void write_mesh(mesh_sections *out, baker *b, bake_mesh *mesh)
{
    bake_records records = {0};
    bool *unit = diag_calloc(b->skins[mesh->blob_skin].entry_count, sizeof *unit);
    records.raw_normal_bits = choose_raw_bits(unit, b, mesh);
    bake_records_build(&records, b, mesh, unit);
    free(unit);
    for (uint32_t p = 0, source = 0; p < mesh->primitive_count; p++)
        for (uint32_t v = 0; v < mesh->primitives[p].source->vertex_count; v++)
            mesh->primitives[p].vertices[v] = records.stored[source++];

    const bool wide = records.count > 65536;
    buffer_u16(out->meshes, (uint16_t)mesh->blob_skin);
    buffer_u16(out->meshes, (uint16_t)((mesh->has_normals ? FORMAT_MESH_NORMALS : 0u) |
                                       (wide ? FORMAT_MESH_INDICES32 : 0u)));
    buffer_u32(out->meshes, records.count);
    buffer_u32(out->meshes, out->run_count);
    buffer_u32(out->meshes, put_runs(out, b, &records));
    buffer_u32(out->meshes, out->part_count);
    buffer_u32(out->meshes, mesh->primitive_count);
    for (uint32_t p = 0; p < mesh->primitive_count; p++)
        put_part(out, &mesh->primitives[p], wide);
    buffer_u32(out->meshes, put_stream(out->streams, b, &records, mesh->has_uvs, put_uv));
    buffer_u32(out->meshes, put_stream(out->streams, b, &records, mesh->has_colours, put_colour));
    buffer_u32(out->meshes, records.raw_normal_bits);
    buffer_u32(out->meshes, bake_name(b, mesh_name(b, mesh)));
    buffer_u32(out->meshes, put_stream(out->streams, b, &records, mesh->has_tangents, put_tangent));
    if (out->morphs != NULL)
        put_morph(out, b, mesh, &records);
    b->stats->vertices_out += records.count;
    count_worth(b->stats, &records.worth);
    bake_records_free(&records);
}

bool bake_write_meshes(baker *b)
{
    mesh_sections out = {0};
    out.meshes = blob_section_add(&b->writer, FORMAT_MESHES, FORMAT_SECTION_REQUIRED);
    out.runs = blob_section_add(&b->writer, FORMAT_RUNS, FORMAT_SECTION_REQUIRED);
    out.parts = blob_section_add(&b->writer, FORMAT_PARTS, FORMAT_SECTION_REQUIRED);
    out.records = blob_section_add(&b->writer, FORMAT_RECORDS, FORMAT_SECTION_REQUIRED);
    out.streams = blob_section_add(&b->writer, FORMAT_STREAMS, 0);
    out.indices = blob_section_add(&b->writer, FORMAT_INDICES, FORMAT_SECTION_REQUIRED);
    bool any_targets = false;
    for (uint32_t i = 0; i < b->mesh_count; i++)
        any_targets |= b->meshes[i].target_count > 0;
    if (any_targets) {
        out.morphs = blob_section_add(&b->writer, FORMAT_MORPHS, FORMAT_SECTION_REQUIRED);
        out.deltas = blob_section_add(&b->writer, FORMAT_DELTAS, FORMAT_SECTION_REQUIRED);
    }
    for (uint32_t i = 0; i < b->mesh_count; i++) {
        write_mesh(&out, b, &b->meshes[i]);
        if (out.records->count > INT32_MAX || out.indices->count > INT32_MAX ||
            out.streams->count > INT32_MAX || (any_targets && out.deltas->count > INT32_MAX))
            return diag_fail(b->d, DIAG_INVALID,
                             "more than 2^31 bytes of vertices, /meshes, split the model");
    }
    if (any_targets)
        b->stats->morph_bytes = out.morphs->count + out.deltas->count;
    return true;
}
