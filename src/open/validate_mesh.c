/* SPDX-License-Identifier: MIT */
/* Checks that meshes, their runs, records, morph targets and parts, and materials are in range. */
#include "../base/divide.h"
#include "../kernel/family.h"
#include "content.h"

/* Whether `offset` is 48 * entry for an entry below `entries`. Division by 3 is a multiplication,
 * for cores without a division; it is exact for x < 2^16. */
static bool palette_offset_valid(uint32_t offset, uint32_t entries)
{
    const uint32_t x = offset >> 4;
    if ((offset & 15u) != 0u || x > 0xFFFFu)
        return false;
    const uint32_t entry = (x * 43691u) >> 17;
    return entry * 3u == x && entry < entries;
}

/* Whether the offsets of a record, or of a run of one joint set, are below the palette's end. */
static bool offsets_valid(const content *c, uint32_t at, uint32_t influences, uint32_t entries)
{
    if (c->fixed && influences == 1u)
        return palette_offset_valid(pelt_content_half(c, at), entries);
    for (uint32_t k = 0; k < influences; k++, at += 4u) {
        uint32_t offset = pelt_content_word(c, at);
        if (c->fixed) { /* two of 16 bits */
            if (!palette_offset_valid(offset & 0xFFFFu, entries))
                return false;
            offset >>= 16;
            k++;
        }
        if (!palette_offset_valid(offset, entries))
            return false;
    }
    return true;
}

/* Checks the weights, which follow the offsets in a record (format.h): w >= 0, and the sum is
 * exactly one. In q12 only the second of two weights is stored. */
static bool weights_valid(const content *c, uint32_t at, uint32_t influences)
{
    const uint32_t weights = influences == 1u ? 0u : influences;
    if (!c->fixed)
        return pelt_content_numbers(c, at, weights + 6u, 0);
    if (weights == 0u)
        return true;
    const uint32_t one = c->lean ? 16384u : 32768u;
    if (c->lean && weights == 2u)
        return pelt_content_half(c, at + 6u) < one;
    uint32_t sum = 0;
    for (uint32_t k = 0; k < influences; k += 2u, at += 4u) {
        const uint32_t two = pelt_content_word(c, at), one_of = two & 0xFFFFu, other = two >> 16;
        if (one_of >= one || other >= one)
            return false;
        sum += one_of + other;
    }
    return sum == one && (influences != 3u || pelt_content_half(c, at - 2u) == 0u);
}

/* The bytes that offsets take in a record. */
static uint32_t offset_bytes(const content *c, uint32_t influences)
{
    if (!c->fixed)
        return format_offset_bytes_f32(influences);
    return influences == 1u ? 2u : format_offset_bytes_q16(influences);
}

static uint32_t entries_of(const content *c, uint32_t index)
{
    format_skin skin;
    pelt_content_record(c, &skin, SECTION_SKINS, index, sizeof skin);
    return skin.entry_count;
}

/* State of the walk through all meshes. run, part: where the next mesh's begin. records: the least
 * offset that the next run's records may have; each record belongs to one run, so the records of a
 * mesh are together smaller than the blob. vertices, morphed: the vertices of a mesh so far, and
 * those of its morphed runs. */
typedef struct progress {
    uint32_t run, part, records, vertices, morphed;
} progress;

static void read_run(const content *c, format_run *run, uint32_t index)
{
    pelt_content_record(c, run, SECTION_RUNS, index, sizeof *run);
}

/* Whether two vertices have the same stored tangent, or there is no stream. The stream has been
 * checked. */
static bool same_tangents(const content *c, uint32_t stream, uint32_t vertex, uint32_t other)
{
    const uint32_t bytes = c->fixed ? FORMAT_TANGENT_BYTES_Q16 : FORMAT_TANGENT_BYTES_F32;
    const uint32_t at = c->sections[SECTION_STREAMS].offset + stream;
    for (uint32_t k = 0; k < bytes && stream != FORMAT_NONE; k += 4u)
        if (pelt_content_word(c, at + bytes * vertex + k) !=
            pelt_content_word(c, at + bytes * other + k))
            return false;
    return true;
}

/* Checks the originals, from `at`, of the run of copies `index`, the mesh's last: they ascend,
 * stand before the run and lie in runs that are not morphed. */
static bool copies_valid(const content *c, const format_mesh *mesh, const format_run *run,
                         uint32_t index, uint32_t at)
{
    uint32_t in = mesh->first_run, last = 0;
    for (uint32_t v = 0; v < run->vertex_count; v++, at += 4u) {
        const uint32_t original = pelt_content_word(c, at);
        if (original < last || original >= run->first_vertex ||
            !same_tangents(c, mesh->tangents, run->first_vertex + v, original))
            return false;
        last = original;
        for (; in < index; in++) {
            format_run of;
            read_run(c, &of, in);
            if (original >= of.first_vertex + of.vertex_count)
                continue;
            if ((of.flags & FORMAT_RUN_MORPHED) != 0u)
                return false;
            break;
        }
    }
    return true;
}

/* Whether a run's influences and flags may be combined. */
static bool kind_valid(const content *c, const format_run *run)
{
    const uint32_t influences = run->influences, kind = run->flags & FORMAT_RUN_KINDS;
    if ((run->flags & ~FORMAT_RUN_FLAGS) != 0u || (kind & (kind - 1u)) != 0u)
        return false;
    if ((run->flags & FORMAT_RUN_PACKED) != 0u &&
        (c->family->unpack == NULL || run->flags != FORMAT_RUN_PACKED))
        return false;
    if (kind == FORMAT_RUN_SAME_JOINTS)
        return !c->lean || influences > 1u;
    return kind == 0u || kind == FORMAT_RUN_MORPHED || influences == 1u;
}

/* Checks a record that begins with its offsets. */
static bool record_valid(const content *c, uint32_t at, uint32_t influences, uint32_t entries)
{
    return offsets_valid(c, at, influences, entries) &&
           weights_valid(c, at + offset_bytes(c, influences), influences);
}

/* Checks a packed record: the record that a kernel receives after unpacking must be valid. Normals
 * may be anything and are not checked. */
bool pelt_validate_packed(const content *c, uint32_t at, uint32_t influences, uint32_t entries)
{
    pelt_unpack *const unpack = c->family->unpack;
    uint32_t packed[4] = {0}, record[7] = {0};
    const uint16_t normal = 0;
    content unpacked;
    unpacked.memory = (const uint8_t *)record;
    unpacked.bytes = sizeof record;
    unpacked.fixed = true;
    unpacked.lean = c->lean;
    pelt_content_copy(c, packed, at, format_packed_bytes(influences));
    if (unpack == NULL)
        return false;
    unpack((uint8_t *)record, (const uint8_t *)packed, 1, &normal + 1, influences);
    return record_valid(&unpacked, 0, influences, entries);
}

/* Checks the records from `at`; in runs of one joint set the offsets lie in front of them. */
static bool records_valid(const content *c, const format_run *run, uint32_t at,
                          const run_layout *layout, uint32_t entries)
{
    const uint32_t influences = run->influences, ahead = layout->ahead;
    const bool packed = (run->flags & FORMAT_RUN_PACKED) != 0u;
    pelt_check_packed *const check_packed = c->family->check_packed;
    if (ahead != 0u && !offsets_valid(c, at - ahead, influences, entries))
        return false;
    for (uint32_t left = run->vertex_count; left > 0u; left--, at += layout->bytes)
        if (ahead != 0u ? !weights_valid(c, at, influences)
            : packed    ? check_packed == NULL || !check_packed(c, at, influences, entries)
                        : !record_valid(c, at, influences, entries))
            return false;
    return true;
}

/* Checks the next run of a mesh whose skin has `entries` entries. */
static bool run_valid(content *c, progress *next, const format_mesh *mesh, uint32_t entries)
{
    const uint32_t index = next->run++;
    format_run run;
    read_run(c, &run, index);
    c->has_packed = c->has_packed || (run.flags & FORMAT_RUN_PACKED) != 0u;
    if (run.influences < 1u || run.influences > PELT_MAX_INFLUENCES || !kind_valid(c, &run))
        return false;
    if (run.first_vertex != next->vertices || run.records < next->records)
        return false;
    const run_layout layout = layout_of(c->family, &run);
    if (pelt_content_array(c, SECTION_RECORDS, run.records, layout.ahead / 4u, 4) == NOWHERE)
        return false;
    const bool packed = (run.flags & FORMAT_RUN_PACKED) != 0u;
    const uint32_t bytes =
        layout.bytes + (packed ? 2u * (run.influences & 1u) : 0u); /* normals that lie apart */
    const uint32_t first =
        pelt_content_array(c, SECTION_RECORDS, run.records + layout.ahead, run.vertex_count, bytes);
    if (first == NOWHERE)
        return false;
    next->records = run.records + layout.ahead + run.vertex_count * bytes;
    next->vertices += run.vertex_count;
    if ((run.flags & FORMAT_RUN_MORPHED) != 0u)
        next->morphed += run.vertex_count;
    c->has_sets = c->has_sets || layout.ahead != 0u;
    if ((run.flags & FORMAT_RUN_COPIES) != 0u)
        return next->run == mesh->first_run + mesh->run_count &&
               copies_valid(c, mesh, &run, index, first);
    return records_valid(c, &run, first, &layout, entries);
}

static bool indices_valid(const content *c, uint32_t at, uint32_t count, uint32_t vertices)
{
    for (; count > 0u; count--, at += 4u)
        if (pelt_content_word(c, at) >= vertices)
            return false;
    return true;
}

/* Checks 16-bit indices, two at a time. */
static bool short_indices_valid(const content *c, uint32_t at, uint32_t count, uint32_t vertices)
{
    for (const uint32_t end = at + 4u * (count / 2u); at != end; at += 4u) {
        const uint32_t two = pelt_content_word(c, at);
        if ((two & 0xFFFFu) >= vertices || two >> 16 >= vertices)
            return false;
    }
    return count % 2u == 0u || pelt_content_half(c, at) < vertices;
}

/* Checks triangles in clusters. A byte and its window's base are added modulo 2^16, where a sum below 0
 * is above all vertices. */
static bool clusters_valid(content *c, const format_part *part, uint32_t vertices)
{
    const uint32_t count = part->index_count, shift = format_group_shift(part->indices);
    if (part->corners != 3u || count == 0u || count > c->bytes)
        return false;
    const uint32_t whole = 3u << shift, groups = pelt_divide(count + whole - 1u, whole);
    const uint32_t first = part->indices & ~FORMAT_CLUSTERS;
    const uint32_t at = pelt_content_array(c, SECTION_INDICES, first, 1, 4);
    const uint32_t clusters = at == NOWHERE ? 0u : pelt_content_word(c, at);
    if (clusters - 1u >= FORMAT_MAX_CLUSTERS ||
        pelt_content_array(c, SECTION_INDICES, first,
                           4u + FORMAT_CLUSTER_BYTES * clusters + count + groups, 1) == NOWHERE)
        return false;
    const uint32_t most = vertices < FORMAT_MAX_CLUSTERED ? vertices : FORMAT_MAX_CLUSTERED;
    uint32_t corner = at + 4u + FORMAT_CLUSTER_BYTES * clusters;
    const uint32_t end = corner + count;
    for (uint32_t group = end; group < end + groups; group++) {
        const uint32_t cluster = pelt_content_byte(c, group);
        if (cluster >= clusters)
            return false;
        const uint32_t windows = at + 4u + FORMAT_CLUSTER_BYTES * cluster;
        for (uint32_t left = whole; left > 0u && corner < end; left--, corner++) {
            const uint32_t b = pelt_content_byte(c, corner);
            if (((b + pelt_content_half(c, windows + 2u * (b >> 4))) & 0xFFFFu) >= most)
                return false;
        }
    }
    return true;
}

bool pelt_validate_indices(content *c, const format_part *part, uint32_t mesh_flags,
                           uint32_t vertices)
{
    const uint32_t bytes = (mesh_flags & FORMAT_MESH_INDICES32) != 0u ? 4u : 2u;
    const uint32_t count = part->index_count;
    if (pelt_divide(count, part->corners) * part->corners != count)
        return false;
    if ((part->indices & FORMAT_CLUSTERS) != 0u)
        return clusters_valid(c, part, vertices);
    const uint32_t at = pelt_content_array(c, SECTION_INDICES, part->indices, count, bytes);
    if (at == NOWHERE)
        return false;
    return bytes == 4u ? indices_valid(c, at, count, vertices)
                       : short_indices_valid(c, at, count, vertices);
}

static bool part_valid(content *c, uint32_t index, const format_mesh *mesh)
{
    format_part part;
    pelt_content_record(c, &part, SECTION_PARTS, index, sizeof part);
    return part.material < c->sections[SECTION_MATERIALS].count && part.corners >= 1u &&
           part.corners <= 3u && pelt_validate_indices(c, &part, mesh->flags, mesh->vertex_count);
}

/* Checks default weights, that offsets never decrease, and that the deltas' targets exist.
 * `vertices` have records, so they are fewer than the blob's bytes. */
static bool morph_valid(content *c, uint32_t mesh, uint32_t vertices)
{
    format_morph morph;
    if (c->sections[SECTION_MORPHS].offset == 0u)
        return vertices == 0u;
    pelt_content_record(c, &morph, SECTION_MORPHS, mesh, sizeof morph);
    const uint32_t targets = morph.target_count, flags = morph.flags;
    if (morph.first_target != c->target_count)
        return false;
    if (targets == 0u)
        return vertices == 0u;
    c->target_count += targets;
    if (targets > UINT16_MAX || morph.vertex_count != vertices)
        return false;
    if (morph.position_shift > 15u ||
        (flags & ~(FORMAT_DELTA_NORMALS | FORMAT_DELTA_TANGENTS)) != 0u)
        return false;
    uint32_t at = pelt_content_array(c, SECTION_DELTAS, morph.defaults, targets, 4);
    if (at == NOWHERE || !pelt_content_numbers(c, at, targets, WEIGHT_LIMIT))
        return false;
    at = pelt_content_array(c, SECTION_DELTAS, morph.offsets, vertices + 1u, 4);
    if (at == NOWHERE || pelt_content_word(c, at) != 0u)
        return false;
    uint32_t count = 0;
    for (; vertices > 0u; vertices--) {
        const uint32_t ordinal = pelt_content_word(c, at += 4u);
        if (ordinal < count)
            return false;
        count = ordinal;
    }
    const uint32_t bytes = c->fixed ? format_delta_bytes_q16(flags) : format_delta_bytes_f32(flags);
    at = pelt_content_array(c, SECTION_DELTAS, morph.deltas, count, bytes);
    if (at == NOWHERE)
        return false;
    for (; count > 0u; count--, at += bytes) {
        const uint32_t target = c->fixed ? pelt_content_half(c, at) : pelt_content_word(c, at);
        if (target >= targets ||
            (!c->fixed && !pelt_content_numbers(c, at + 4u, bytes / 4u - 1u, 0)))
            return false;
    }
    return true;
}

/* Checks a stream of a mesh, if it has it. */
static bool stream_valid(content *c, uint32_t offset, uint32_t vertices, uint32_t bytes)
{
    return offset == FORMAT_NONE ||
           pelt_content_array(c, SECTION_STREAMS, offset, vertices, bytes) != NOWHERE;
}

/* Checks the colours of a mesh, if it has any: one for each vertex, or a table with an index for
 * each vertex. Indices are read in pairs; the padding, 0, is a valid index, too. */
static bool colours_valid(content *c, const format_mesh *mesh)
{
    const uint32_t vertices = mesh->vertex_count;
    if ((mesh->flags & FORMAT_MESH_COLOUR_TABLE) == 0u || mesh->colours == FORMAT_NONE)
        return stream_valid(c, mesh->colours, vertices, 4);
    if (!stream_valid(c, mesh->colours, 1, 4))
        return false;
    const uint32_t start = c->sections[SECTION_STREAMS].offset + mesh->colours;
    const uint32_t count = pelt_content_word(c, start);
    if (count - 1u >= FORMAT_MAX_TABLE_COLOURS || vertices > c->bytes ||
        !stream_valid(c, mesh->colours, 4u + 4u * count + vertices, 1))
        return false;
    const uint32_t at = start + 4u + 4u * count;
    for (uint32_t v = 0; v < vertices; v += 2u) {
        const uint32_t two = pelt_content_half(c, at + v);
        if ((two & 255u) >= count || two >> 8 >= count)
            return false;
    }
    return true;
}

static bool mesh_valid(content *c, progress *next, uint32_t index)
{
    format_mesh mesh;
    pelt_content_record(c, &mesh, SECTION_MESHES, index, sizeof mesh);
    if (mesh.skin >= c->sections[SECTION_SKINS].count || !name_valid(c, mesh.name) ||
        mesh.raw_normal_bits > 30u || mesh.uv_bits > 15u ||
        (uint16_t)(mesh.joint + 1u) >
            c->sections[SECTION_JOINTS].count || /* + 1 wraps PELT_NO_JOINT to 0 */
        (mesh.flags & ~FORMAT_MESH_FLAGS) != 0u)
        return false;
    if (mesh.first_run != next->run || mesh.first_part != next->part ||
        !range(mesh.first_run, mesh.run_count, c->sections[SECTION_RUNS].count) ||
        !range(mesh.first_part, mesh.part_count, c->sections[SECTION_PARTS].count))
        return false;
    if (!stream_valid(c, mesh.uvs, mesh.vertex_count, c->fixed ? 4 : 8) ||
        !colours_valid(c, &mesh) ||
        !stream_valid(c, mesh.tangents, mesh.vertex_count,
                      c->fixed ? FORMAT_TANGENT_BYTES_Q16 : FORMAT_TANGENT_BYTES_F32))
        return false;
    const uint32_t entries = entries_of(c, mesh.skin);
    next->vertices = next->morphed = 0;
    for (uint32_t i = 0; i < mesh.run_count; i++)
        if (!run_valid(c, next, &mesh, entries))
            return false;
    if (next->vertices != mesh.vertex_count || !morph_valid(c, index, next->morphed))
        return false;
    for (uint32_t i = 0; i < mesh.part_count; i++)
        if (!part_valid(c, next->part++, &mesh))
            return false;
    return true;
}

static bool materials_valid(const content *c)
{
    uint32_t at = c->sections[SECTION_MATERIALS].offset; /* name, image */
    for (uint32_t i = c->sections[SECTION_MATERIALS].count; i > 0u; i--) {
        if (!name_valid(c, pelt_content_word(c, at)) ||
            !name_valid(c, pelt_content_word(c, at + 4u)))
            return false;
        at += (uint32_t)sizeof(format_material);
    }
    return true;
}

bool pelt_validate_meshes(content *c)
{
    const uint32_t count = c->sections[SECTION_MESHES].count;
    const section_view *morphs = &c->sections[SECTION_MORPHS];
    if (count > UINT16_MAX || (morphs->offset != 0u && morphs->count != count) ||
        !materials_valid(c))
        return false;
    progress next = {0, 0, 0, 0, 0};
    for (uint32_t i = 0; i < count; i++)
        if (!mesh_valid(c, &next, i))
            return false;
    return true;
}
