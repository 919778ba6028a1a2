/* SPDX-License-Identifier: MIT */
/* Writes blob meshes to MESH, RUNS, PART, VERT, STRM and INDX. */
#include "bake/write/sections.h"
#include "common/progress.h"

typedef struct mesh_sections {
    byte_buffer *meshes, *runs, *parts, *records, *streams, *indices;
    buffer_pool materials;
    byte_buffer *morphs, *deltas;          /* NULL without morph targets */
    part_lists lists;                      /* of --max-palette */
    byte_buffer level_meshes, level_parts; /* of LODS */
    bool clusters;                         /* of --indices 8 */
} mesh_sections;

/// Records and runs //////////////////////////////////////////////////////////////////////////////

/* Writes the records of a run: those of one joint set behind the offsets that they share, copies as
 * the indices of their originals. */
static void put_run(byte_buffer *out, const encoding_traits *p, const bake_records *records,
                    const bake_run *run)
{
    if ((run->flags & FORMAT_RUN_PACKED) != 0) {
        packed_put(out, records->records, run, p->lean);
        return;
    }
    const bool set = (run->flags & FORMAT_RUN_SAME_JOINTS) != 0;
    for (uint32_t k = 0; k < run->count; k++) {
        const bake_record *r = &records->records[run->first + k];
        if ((run->flags & FORMAT_RUN_COPIES) != 0) {
            buffer_u32(out, r->original);
            continue;
        }
        if (!set || k == 0)
            encode_offsets(out, p, r);
        if (set)
            buffer_pad4(out);
        encode_record(out, p, r);
        buffer_pad4(out);
    }
}

static void put_runs(mesh_sections *out, const encoding_traits *p, const bake_records *records)
{
    for (uint32_t i = 0; i < records->run_count; i++) {
        const bake_run *run = &records->runs[i];
        buffer_u32(out->runs, run->first, run->count, (uint32_t)out->records->count);
        buffer_u16(out->runs, run->influences, run->flags);
        put_run(out->records, p, records, run);
    }
}

/// Parts /////////////////////////////////////////////////////////////////////////////////////////

static uint8_t byte_of(double fraction)
{
    return (uint8_t)llrint(fmin(fmax(fraction, 0), 1) * 255);
}

/* The index of the material in MATL, which is added if necessary. */
static uint32_t put_material(mesh_sections *to, sections *out, const scene_material *material,
                             uint32_t texture)
{
    FREED_BY(buffer_free) byte_buffer record = {.big_endian = out->writer.big_endian};
    double colour[4];
    colours_of_material(colour, material);
    buffer_u32(&record, write_name(out, material->name));
    buffer_u32(&record, write_name(out, material->image_name), material->index);
    for (int c = 0; c < 4; c++)
        buffer_u8(&record, byte_of(colour[c]));
    buffer_u8(&record, byte_of(material->metallic), byte_of(material->roughness),
              (uint8_t)((material->double_sided ? FORMAT_MATERIAL_DOUBLE_SIDED : 0u) |
                        (material->unlit ? FORMAT_MATERIAL_UNLIT : 0u)),
              (uint8_t)(texture == BAKE_NONE ? 0 : texture + 1));
    const uint32_t offset = pool_add(&to->materials, record.bytes, record.count);
    return offset / (uint32_t)sizeof(format_material);
}

/* Writes the indices of whole elements, in the order in which they are drawn, and returns where they are.
 * lod: the elements, or NULL: all of the primitive's. vertices: the stored vertex of each of the
 * primitive's; placed: those of its elements in the order of a window, three each, or NULL. */
static uint32_t put_indices(uint32_t *count, mesh_sections *out, const bake_primitive *of,
                            const scene_lod *lod, const uint32_t *vertices, const uint32_t *placed,
                            bool wide)
{
    const scene_primitive *source = of->source;
    const uint32_t first = (uint32_t)out->indices->count, corners = element_corners(source);
    const uint32_t elements = lod == NULL ? element_count(source) : lod->triangle_count;
    FREED uint32_t *indices = diag_calloc((size_t)elements * corners + 1, sizeof *indices);
    for (uint32_t e = 0; e < elements; e++) {
        uint32_t own[3];
        for (uint32_t c = 0; c < corners; c++)
            own[c] = lod == NULL ? element_vertex(source, e, c) : lod->triangles[e][c];
        const bool turned = corners == 3 && eval_is_mirrored(of->sides, own);
        for (uint32_t c = 0; c < corners; c++)
            indices[e * corners + (turned && c > 0 ? 3 - c : c)] =
                placed != NULL ? placed[3 * e + c] : vertices[own[c]];
    }
    *count = elements * corners;
    if (corners == 3 && placed == NULL)
        triangles_order(indices, elements);
    const uint32_t clusters =
        corners == 3 && out->clusters ? clusters_put(out->indices, indices, *count) : 0;
    if (clusters != 0)
        return first | clusters;
    for (uint32_t i = 0; i < *count; i++) {
        if (wide)
            buffer_u32(out->indices, indices[i]);
        else
            buffer_u16(out->indices, (uint16_t)indices[i]);
    }
    buffer_pad4(out->indices);
    return first;
}

/* Writes the coarser levels of a part; levels that it has not of its own are all of it. */
static void put_levels(mesh_sections *out, bake_stats *stats, const bake_primitive *of,
                       const uint32_t *vertices, bool wide)
{
    for (uint32_t level = 1; level < stats->level_count; level++) {
        const scene_lod *lod = of->source->lods == NULL ? NULL : &of->source->lods[level - 1];
        const size_t before = out->indices->count;
        uint32_t count;
        buffer_u32(&out->level_parts, put_indices(&count, out, of, lod, vertices, NULL, wide));
        buffer_u32(&out->level_parts, count);
        stats->level_bytes[level - 1] += out->indices->count - before + sizeof(format_lod_part);
    }
}

/// Meshes ////////////////////////////////////////////////////////////////////////////////////////

/* Writes some words of each record, from `first` on, as a stream, if it is wanted; returns its
 * offset. */
static uint32_t put_stream(byte_buffer *streams, const encoding_traits *p,
                           const bake_records *records, bool wanted, size_t first, uint32_t words)
{
    const uint32_t offset = (uint32_t)streams->count;
    for (uint32_t i = 0; i < records->count && wanted; i++)
        for (uint32_t k = 0; k < words; k++)
            traits_put(streams, p,
                       ((const uint32_t *)(const void *)&records->records[i])[first / 4 + k]);
    return wanted ? offset : FORMAT_NONE;
}

static void put_parts(mesh_sections *to, sections *out, bake_mesh_stats *stats,
                      const bake_mesh *mesh, const bake_records *records, bool wide)
{
    const uint32_t *vertices = records->stored, *placed = records->corners;
    for (uint32_t p = 0; p < mesh->primitive_count; p++) {
        const bake_primitive *of = &mesh->primitives[p];
        const scene_primitive *source = of->source;
        const uint32_t elements = element_count(source), corners = element_corners(source);
        const uint32_t material = put_material(to, out, source->material, of->mapping.texture);
        uint32_t count;
        const uint32_t first = put_indices(&count, to, of, NULL, vertices, placed, wide);
        buffer_u32(to->parts, first, count, corners, material);
        put_levels(to, &out->stats, of, vertices, wide);
        stats->triangles += corners == 3 ? elements : 0;
        vertices += source->vertex_count;
        placed = placed == NULL ? NULL : placed + 3 * (size_t)elements;
    }
}

static size_t bytes_of(const mesh_sections *to)
{
    size_t bytes = to->meshes->count + to->runs->count + to->parts->count + to->records->count +
                   to->streams->count + to->indices->count;
    if (to->morphs != NULL)
        bytes += to->morphs->count + to->deltas->count;
    return bytes;
}

/* The joint of a node, or of the nearest node above that has one; PELT_NO_JOINT if none has. */
static uint32_t joint_above(const bake_model *model, uint32_t node)
{
    const scene_node *nodes = model->job.scene->nodes;
    while (node != SCENE_NONE && model->joints.of_node[node] == BAKE_NONE)
        node = nodes[node].parent;
    return node == SCENE_NONE ? PELT_NO_JOINT : model->joints.of_node[node];
}

/* Counts the vertices of each level, which are the first ones of a mesh. */
static void count_levels(mesh_sections *to, bake_stats *stats, const bake_records *records)
{
    for (uint32_t level = 1; level < stats->level_count; level++) {
        uint32_t count = 0;
        while (count < records->count && records->records[count].level >= level)
            count++;
        buffer_u32(&to->level_meshes, count);
        stats->level_vertices[level - 1] += count;
        stats->level_bytes[level - 1] += 4;
    }
}

static void write_levels(mesh_sections *from, sections *out, const scene *s)
{
    const uint32_t coarser = s->level_count - 1;
    byte_buffer *to = section_add_optional(out, FORMAT_LEVELS);
    buffer_u32(to, coarser);
    for (uint32_t level = 1; level <= coarser; level++)
        buffer_u32(to, (uint32_t)ceil(fmin(s->level_errors[level], 1) * 65536));
    buffer_bytes(to, from->level_meshes.bytes, from->level_meshes.count);
    buffer_bytes(to, from->level_parts.bytes, from->level_parts.count);
}

static void write_mesh(mesh_sections *to, sections *out, const bake_model *model, uint32_t index)
{
    const bake_mesh *mesh = &model->meshes.meshes[index];
    bake_mesh_stats *stats = &out->stats.meshes[index];
    const size_t before = bytes_of(to);
    FREED_BY(records_free) bake_records records = records_build(&out->stats, model, index);
    const bool wide = records.count > 65536;
    bool is_table = false;
    const uint32_t colours =
        mesh->has_colours ? write_colours(&is_table, to->streams, &records) : FORMAT_NONE;
    const uint32_t first_run = (uint32_t)(to->runs->count / sizeof(format_run));
    const uint32_t first_part = (uint32_t)(to->parts->count / sizeof(format_part));
    put_runs(to, model->job.traits, &records);
    put_parts(to, out, stats, mesh, &records, wide);
    buffer_u16(to->meshes, model->skins.of_mesh[index].skin,
               (uint16_t)((mesh->has_normals ? FORMAT_MESH_NORMALS : 0u) |
                          (wide ? FORMAT_MESH_INDICES32 : 0u) |
                          (is_table ? FORMAT_MESH_COLOUR_TABLE : 0u)));
    buffer_u8(to->meshes, records.raw_bits,
              (uint8_t)(model->job.traits->fixed ? mesh_uv_bits(mesh) : 0));
    buffer_u16(to->meshes, (uint16_t)joint_above(model, mesh->node));
    buffer_u32(to->meshes, records.count, first_run, records.run_count, first_part,
               mesh->primitive_count,
               put_stream(to->streams, model->job.traits, &records, mesh->has_uvs,
                          offsetof(bake_record, uv), 2),
               colours);
    buffer_u32(to->meshes, write_name(out, scene_mesh_name(model->job.scene, mesh->node)));
    buffer_u32(to->meshes, put_stream(to->streams, model->job.traits, &records, mesh->has_tangents,
                                      offsetof(bake_record, tangent), 4));
    if (to->morphs != NULL)
        write_morph(to->morphs, to->deltas, out, model, index, &records);
    count_levels(to, &out->stats, &records);
    if (model->job.options->order.max_palette > 0)
        write_part_lists(&to->lists, out, model, index, &records);
    stats->vertices = records.count;
    stats->bytes = bytes_of(to) - before;
    out->stored[index] = records.stored;
    if (!model->job.options->no_boxes && model->boxes[index].joints == NULL)
        model->boxes[index] = boxes_make(model, index, &records);
}

void write_no_meshes(sections *out)
{
    static const uint32_t tags[] = {FORMAT_SKINS, FORMAT_ENTRIES,   FORMAT_MESHES,  FORMAT_RUNS,
                                    FORMAT_PARTS, FORMAT_MATERIALS, FORMAT_RECORDS, FORMAT_INDICES};
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        section_add(out, tags[i]);
}

bool write_meshes(sections *out, const bake_model *model)
{
    const bake_meshes *meshes = &model->meshes;
    mesh_sections to = {.lists = part_lists_begin(model),
                        .clusters = model->job.options->order.clusters != 0};
    to.level_meshes.big_endian = to.level_parts.big_endian = out->writer.big_endian;
    to.meshes = section_add(out, FORMAT_MESHES);
    to.runs = section_add(out, FORMAT_RUNS);
    to.parts = section_add(out, FORMAT_PARTS);
    to.materials.buffer = section_add(out, FORMAT_MATERIALS);
    to.records = section_add(out, FORMAT_RECORDS);
    to.streams = section_add_optional(out, FORMAT_STREAMS);
    to.indices = section_add(out, FORMAT_INDICES);
    bool any_targets = false;
    for (uint32_t i = 0; i < meshes->count; i++)
        any_targets |= meshes->meshes[i].target_count > 0;
    if (any_targets) {
        to.morphs = section_add(out, FORMAT_MORPHS);
        to.deltas = section_add(out, FORMAT_DELTAS);
    }
    bool fits = true;
    for (uint32_t i = 0; i < meshes->count && fits; i++) {
        progress("writing meshes", i, meshes->count);
        write_mesh(&to, out, model, i);
        fits = to.records->count <= INT32_MAX && to.indices->count <= INT32_MAX &&
               to.streams->count <= INT32_MAX && (!any_targets || to.deltas->count <= INT32_MAX);
    }
    if (out->stats.level_count > 1)
        write_levels(&to, out, model->job.scene);
    buffer_free(&to.level_meshes);
    buffer_free(&to.level_parts);
    pool_free(&to.materials);
    out->stats.part_count = (uint32_t)(to.parts->count / sizeof(format_part));
    if (model->job.options->order.max_palette > 0)
        write_part_section(&to.lists, out);
    if (!fits)
        return diag_fail(model->job.d, DIAG_INVALID,
                         "more than 2^31 bytes of vertices, /meshes, split the model");
    if (any_targets)
        out->stats.morph_bytes = to.morphs->count + to.deltas->count;
    return true;
}
