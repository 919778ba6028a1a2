/* SPDX-License-Identifier: MIT */
/* Whether meshes, their runs, records, morph targets and parts are in range, and skins' mixes. */
#include "validate_content.h"

/* Where the next mesh's runs and parts begin, and where the next run's records may: records are of
 * one run each, so that those of a mesh together are smaller than the blob. */
typedef struct progress {
    uint32_t run, part, records;
} progress;

/* Palette entries that records may name: the skin's own, or its mixes behind them. */
typedef struct entry_range {
    uint32_t first, end;
} entry_range;

/* A byte offset into a palette: 48 * entry of those in `entries`. Division by 3 as multiplication,
 * for cores that have none: exact for x < 2^16. */
static bool palette_offset_valid(uint32_t offset, const entry_range *entries)
{
    const uint32_t x = offset >> 4;
    if ((offset & 15u) != 0u || x > 0xFFFFu)
        return false;
    const uint32_t entry = (x * 43691u) >> 17;
    return entry * 3u == x && entry >= entries->first && entry < entries->end;
}

/* Offsets below the palette's end; weights >= 0 that sum to exactly one. */
static bool record_valid_q16(const context *c, uint32_t at, uint32_t influences,
                             const entry_range *entries)
{
    const uint32_t slots = influences == 3u ? 4u : influences;
    uint32_t sum = 0;
    for (uint32_t k = 0; k < slots; k++) {
        if (!palette_offset_valid(half(c, at + 2u * k), entries))
            return false;
        if (influences > 1u) {
            const uint32_t weight = half(c, at + 2u * slots + 2u * k);
            if (weight > 32767u || (k >= influences && weight != 0u))
                return false;
            sum += weight;
        }
    }
    return influences == 1u || sum == 32768u;
}

/* The same with Q14 weights. */
static bool record_valid_q12(const context *c, uint32_t at, uint32_t influences,
                             const entry_range *entries)
{
    const uint32_t slots = influences == 3u ? 4u : influences;
    uint32_t sum = 0;
    for (uint32_t k = 0; k < slots; k++) {
        if (!palette_offset_valid(half(c, at + 2u * k), entries))
            return false;
        if (slots == 4u) {
            const uint32_t weight = half(c, at + 8u + 2u * k);
            if (weight > 16383u || (k >= influences && weight != 0u))
                return false;
            sum += weight;
        }
    }
    if (influences == 2u)
        return half(c, at + 10u) <= 16383u;
    return influences == 1u || sum == 16384u;
}

static bool record_valid_f32(const context *c, uint32_t at, uint32_t influences,
                             const entry_range *entries)
{
    for (uint32_t k = 0; k < influences; k++)
        if (!palette_offset_valid(word(c, at + 4u * k), entries))
            return false;
    const uint32_t floats = influences == 1u ? 6u : influences + 6u;
    return components_valid(c, at + 4u * influences, floats, 0);
}

static bool record_valid(const context *c, uint32_t at, uint32_t influences,
                         const entry_range *entries)
{
    return c->lean    ? record_valid_q12(c, at, influences, entries)
           : c->fixed ? record_valid_q16(c, at, influences, entries)
                      : record_valid_f32(c, at, influences, entries);
}

static bool same_offsets(const context *c, uint32_t at, uint32_t first, uint32_t influences)
{
    for (uint32_t k = 0; k < influences; k++)
        if (c->fixed ? half(c, at + 2u * k) != half(c, first + 2u * k)
                   : word(c, at + 4u * k) != word(c, first + 4u * k))
            return false;
    return true;
}

/* Of mixes: the front of the record of as many influences; in q12 the weight of two is near. */
static bool head_valid(const context *c, uint32_t at, uint32_t influences,
                       const entry_range *entries)
{
    if (c->fixed && !c->lean)
        return record_valid_q16(c, at, influences, entries);
    uint32_t sum = 0;
    for (uint32_t k = 0; k < influences; k++)
        if (!palette_offset_valid(c->lean ? half(c, at + 2u * k) : word(c, at + 4u * k), entries))
            return false;
    if (!c->lean)
        return components_valid(c, at + 4u * influences, influences, 0);
    if (influences == 2u)
        return half(c, at + 4u) <= 16383u;
    for (uint32_t k = 0; k < 4u; k++) {
        const uint32_t weight = half(c, at + 8u + 2u * k);
        if (weight > 16383u || (k >= influences && weight != 0u))
            return false;
        sum += weight;
    }
    return sum == 16384u;
}

/* Number of a skin's mixes. */
static uint32_t blend_count(const context *c, uint32_t skin)
{
    if (!section(c, SECTION_BLENDS)->present)
        return 0;
    const uint32_t at = record(c, SECTION_BLENDS, skin, sizeof(format_blends));
    return word(c, at + 4u) + word(c, at + 8u) + word(c, at + 12u);
}

/* The mixes of all skins, whose entries have been checked. */
bool pelt_validate_blends(const context *c)
{
    const section_view *blends = section(c, SECTION_BLENDS);
    const uint32_t skins = section(c, SECTION_SKINS)->count;
    const uint32_t most = c->fixed ? FORMAT_MAX_ENTRIES_Q16 : FORMAT_MAX_ENTRIES_F32;
    if (!blends->present)
        return true;
    if (!inside_records(c, SECTION_BLENDS, 0, skins, sizeof(format_blends)))
        return false;
    for (uint32_t i = 0; i < skins; i++) {
        const uint32_t at = record(c, SECTION_BLENDS, i, sizeof(format_blends));
        const uint32_t own = word(c, record(c, SECTION_SKINS, i, sizeof(format_skin)) + 4u);
        const entry_range entries = {0, own};
        uint32_t heads = word(c, at), left = most - own;
        for (uint32_t n = 2; n <= PELT_MAX_INFLUENCES; n++) {
            const uint32_t count = word(c, at + 4u * (n - 1u));
            const uint32_t bytes = c->lean    ? format_head_bytes_q12(n)
                                   : c->fixed ? format_head_bytes_q16(n)
                                              : format_head_bytes_f32(n);
            if (count > left || !inside_records(c, SECTION_BLENDS, heads, count, bytes))
                return false;
            left -= count;
            for (uint32_t k = 0; k < count; k++)
                if (!head_valid(c, blends->offset + heads + k * bytes, n, &entries))
                    return false;
            heads += count * bytes;
        }
    }
    return true;
}

/* Whether two vertices have the same stored tangent, or none; the stream has been checked. */
static bool same_tangents(const context *c, uint32_t stream, uint32_t vertex, uint32_t other)
{
    const uint32_t bytes = c->fixed ? FORMAT_TANGENT_BYTES_Q16 : FORMAT_TANGENT_BYTES_F32;
    const uint32_t at = section(c, SECTION_STREAMS)->offset + stream;
    for (uint32_t k = 0; k < bytes && stream != FORMAT_NONE; k += 4u)
        if (word(c, at + bytes * vertex + k) != word(c, at + bytes * other + k))
            return false;
    return true;
}

/* Originals of a run of copies: ascending, before it, in runs that are neither copies nor morphed.
 * Those before end at `run`. */
static bool copies_valid(const context *c, uint32_t first_run, uint32_t run, uint32_t records,
                         uint32_t vertices, uint32_t first_vertex, uint32_t tangents)
{
    const uint32_t at = section(c, SECTION_RECORDS)->offset + records;
    uint32_t in = first_run, last = 0;
    for (uint32_t v = 0; v < vertices; v++) {
        const uint32_t original = word(c, at + 4u * v);
        if (original < last || original >= first_vertex ||
            !same_tangents(c, tangents, first_vertex + v, original))
            return false;
        last = original;
        while (in < run) {
            const uint32_t of = record(c, SECTION_RUNS, in, sizeof(format_run));
            if (original < word(c, of) + word(c, of + 4u)) {
                if ((half(c, of + 14u) & (FORMAT_RUN_COPIES | FORMAT_RUN_MORPHED)) != 0u)
                    return false;
                break;
            }
            in++;
        }
    }
    return true;
}

/* Bytes of a vertex in its run, 0 where the run's influences or flags are none. */
static uint32_t run_record_bytes(const context *c, uint32_t influences, uint32_t flags)
{
    const uint32_t single = FORMAT_RUN_COPIES | FORMAT_RUN_BLENDED;
    if (influences < 1u || influences > PELT_MAX_INFLUENCES || (flags & ~FORMAT_RUN_FLAGS) != 0u)
        return 0;
    if ((flags & single) != 0u && (influences != 1u || (flags & FORMAT_RUN_MORPHED) != 0u))
        return 0;
    return (flags & FORMAT_RUN_COPIES) != 0u ? 4u
           : c->lean                         ? format_record_bytes_q12(influences)
           : c->fixed                        ? format_record_bytes_q16(influences)
                                             : format_record_bytes_f32(influences);
}

/* One of the runs of a mesh: [first_run, end_run). */
static bool run_valid(const context *c, progress *next, uint32_t first_run, uint32_t end_run,
                      uint32_t run, uint32_t first_vertex, uint32_t tangents,
                      const entry_range palette[2])
{
    const uint32_t at = record(c, SECTION_RUNS, run, sizeof(format_run));
    const uint32_t vertices = word(c, at + 4u);
    const uint32_t records = word(c, at + 8u);
    const uint32_t influences = half(c, at + 12u), flags = half(c, at + 14u);
    const uint32_t bytes = run_record_bytes(c, influences, flags);
    if (bytes == 0u)
        return false;
    if (word(c, at) != first_vertex ||
        records < next->records ||
        !inside_records(c, SECTION_RECORDS, records, vertices, bytes))
        return false;
    next->records = records + vertices * bytes;
    if ((flags & FORMAT_RUN_COPIES) != 0u)
        return run + 1u == end_run &&
               copies_valid(c, first_run, run, records, vertices, first_vertex, tangents);
    const entry_range *entries = &palette[(flags & FORMAT_RUN_BLENDED) != 0u ? 1 : 0];
    const uint32_t first = section(c, SECTION_RECORDS)->offset + records;
    const bool same = (flags & FORMAT_RUN_SAME_JOINTS) != 0u;
    uint32_t vertex_at = first;
    for (uint32_t v = 0; v < vertices; v++, vertex_at += bytes) {
        if (!record_valid(c, vertex_at, influences, entries))
            return false;
        if (same && !same_offsets(c, vertex_at, first, influences))
            return false;
    }
    return true;
}

static bool part_valid(const context *c, uint32_t part, uint32_t vertices, bool wide)
{
    const uint32_t at = record(c, SECTION_PARTS, part, sizeof(format_part));
    const uint32_t offset = word(c, at);
    const uint32_t count = word(c, at + 4u);
    const uint32_t corners = word(c, at + 8u);
    if (corners < 1u || corners > 3u || count % corners != 0u)
        return false;
    if (!inside_records(c, SECTION_INDICES, offset, count, wide ? 4u : 2u))
        return false;
    const uint32_t first = section(c, SECTION_INDICES)->offset + offset;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t index =
            wide ? word(c, first + 4u * i) : half(c, first + 2u * i);
        if (index >= vertices)
            return false;
    }
    return true;
}

/* Default weights, offsets that never decrease, deltas whose targets exist. */
static bool morph_valid(const context *c, uint32_t mesh, uint32_t vertices)
{
    if (!section(c, SECTION_MORPHS)->present)
        return vertices == 0u;
    const uint32_t at = record(c, SECTION_MORPHS, mesh, sizeof(format_morph));
    const uint32_t targets = word(c, at), defaults = word(c, at + 4u);
    const uint32_t offsets = word(c, at + 12u), deltas = word(c, at + 16u);
    const uint32_t shift = half(c, at + 20u), flags = half(c, at + 22u);
    if (targets == 0u)
        return vertices == 0u;
    if (targets > UINT16_MAX || word(c, at + 8u) != vertices || vertices == UINT32_MAX)
        return false;
    if (shift > 15u || (flags & ~(FORMAT_DELTA_NORMALS | FORMAT_DELTA_TANGENTS)) != 0u)
        return false;
    if (!inside_records(c, SECTION_DELTAS, defaults, targets, 4) ||
        !weights_valid(c, section(c, SECTION_DELTAS)->offset + defaults, targets))
        return false;
    if (!inside_records(c, SECTION_DELTAS, offsets, vertices + 1u, 4))
        return false;
    const uint32_t first = section(c, SECTION_DELTAS)->offset + offsets;
    uint32_t count = 0;
    for (uint32_t v = 0; v <= vertices; v++) {
        const uint32_t ordinal = word(c, first + 4u * v);
        if (ordinal < count || (v == 0u && ordinal != 0u))
            return false;
        count = ordinal;
    }
    const uint32_t bytes = c->fixed ? format_delta_bytes_q16(flags) : format_delta_bytes_f32(flags);
    if (!inside_records(c, SECTION_DELTAS, deltas, count, bytes))
        return false;
    uint32_t delta = section(c, SECTION_DELTAS)->offset + deltas;
    for (uint32_t i = 0; i < count; i++, delta += bytes) {
        const uint32_t target = c->fixed ? half(c, delta) : word(c, delta);
        if (target >= targets || (!c->fixed && !components_valid(c, delta + 4u, bytes / 4u - 1u, 0)))
            return false;
    }
    return true;
}

static bool mesh_valid(const context *c, progress *next, uint32_t mesh)
{
    const uint32_t at = record(c, SECTION_MESHES, mesh, sizeof(format_mesh));
    const uint32_t skin = half(c, at);
    const uint32_t flags = half(c, at + 2u);
    const uint32_t vertices = word(c, at + 4u);
    const uint32_t first_run = word(c, at + 8u), runs = word(c, at + 12u);
    const uint32_t first_part = word(c, at + 16u), parts = word(c, at + 20u);
    const uint32_t uvs = word(c, at + 24u), colours = word(c, at + 28u);
    const uint32_t tangents = word(c, at + 40u);
    if (skin >= section(c, SECTION_SKINS)->count || !name_valid(c, word(c, at + 36u)))
        return false;
    if (word(c, at + 32u) > 30u)
        return false;
    if (first_run != next->run || !range(first_run, runs, section(c, SECTION_RUNS)->count) ||
        first_part != next->part || !range(first_part, parts, section(c, SECTION_PARTS)->count))
        return false;
    next->run = first_run + runs;
    next->part = first_part + parts;
    if (uvs != FORMAT_NONE && !inside_records(c, SECTION_STREAMS, uvs, vertices, 8))
        return false;
    if (colours != FORMAT_NONE && !inside_records(c, SECTION_STREAMS, colours, vertices, 4))
        return false;
    if (tangents != FORMAT_NONE &&
        !inside_records(c, SECTION_STREAMS, tangents, vertices,
                        c->fixed ? FORMAT_TANGENT_BYTES_Q16 : FORMAT_TANGENT_BYTES_F32))
        return false;
    const uint32_t entries =
        word(c, record(c, SECTION_SKINS, skin, sizeof(format_skin)) + 4u);
    const entry_range palette[2] = {{0, entries}, {entries, entries + blend_count(c, skin)}};
    uint32_t vertex = 0, morphed = 0;
    for (uint32_t i = 0; i < runs; i++) {
        const uint32_t run = record(c, SECTION_RUNS, first_run + i, sizeof(format_run));
        const uint32_t count = word(c, run + 4u);
        if (count > vertices - vertex || !run_valid(c, next, first_run, next->run, first_run + i,
                                                    vertex, tangents, palette))
            return false;
        vertex += count;
        if ((half(c, run + 14u) & FORMAT_RUN_MORPHED) != 0u)
            morphed += count;
    }
    if (vertex != vertices)
        return false;
    if (!morph_valid(c, mesh, morphed))
        return false;
    for (uint32_t i = 0; i < parts; i++)
        if (!part_valid(c, first_part + i, vertices, (flags & FORMAT_MESH_INDICES32) != 0u))
            return false;
    return true;
}

bool pelt_validate_meshes(const context *c)
{
    const uint32_t count = section(c, SECTION_MESHES)->count;
    if (count > UINT16_MAX)
        return false;
    if (section(c, SECTION_MORPHS)->present && section(c, SECTION_MORPHS)->count != count)
        return false;
    progress next = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++)
        if (!mesh_valid(c, &next, i))
            return false;
    return true;
}
