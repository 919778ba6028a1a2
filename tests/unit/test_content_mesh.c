/* SPDX-License-Identifier: MIT */
/* Contradictions in meshes: runs, records, lists of primitives, morph targets; see patient.h. */
#include "patient.h"

#define MESH_FIELD(field) (mesh + (uint32_t)offsetof(format_mesh, field))

static void check_mesh(patient *p)
{
    const pelt_model *m = &p->model;
    const uint32_t mesh = m->meshes;
    BAD16(MESH_FIELD(skin), m->skin_count);
    BAD32(MESH_FIELD(vertex_count), 11, 9);
    BAD32(MESH_FIELD(first_run), UINT32_MAX);
    BAD32(MESH_FIELD(run_count), UINT32_MAX);
    BAD32(MESH_FIELD(part_count), 3);
    GOOD8(MESH_FIELD(raw_normal_bits), 30);
    BAD8(MESH_FIELD(raw_normal_bits), 31);
    GOOD8(MESH_FIELD(uv_bits), 15);
    BAD8(MESH_FIELD(uv_bits), 16);
    check_last16(p, MESH_FIELD(joint), m->joint_count - 1u);
    BAD16(MESH_FIELD(joint), PELT_NO_JOINT - 1u);
    GOOD16(MESH_FIELD(joint), PELT_NO_JOINT);
    BAD32(MESH_FIELD(name), m->names_bytes);
    const uint32_t streams = get32(p, table_entry(p, m->streams) + 12u);
    const uint32_t uv_bytes = m->encoding == PELT_FLOAT ? 80u : 40u; /* ten pairs */
    GOOD32(MESH_FIELD(uvs), streams - uv_bytes);
    BAD32(MESH_FIELD(uvs), streams - uv_bytes + 4u);
    GOOD32(MESH_FIELD(uvs), FORMAT_NONE);
    GOOD32(MESH_FIELD(uvs), 0); /* streams may overlap */
    GOOD32(MESH_FIELD(colours), FORMAT_NONE, streams - 40u);
    BAD32(MESH_FIELD(colours), streams - 36u);
    const uint32_t tangent_bytes = m->encoding == PELT_FLOAT ? 160u : 80u;
    GOOD32(MESH_FIELD(tangents), FORMAT_NONE, streams - tangent_bytes);
    BAD32(MESH_FIELD(tangents), streams - tangent_bytes + 4u, streams - tangent_bytes - 2u,
          UINT32_MAX - 3u);
    for (uint32_t i = 0; i < stored_mesh(m, 0)->run_count; i++) {
        const uint32_t records = RUN_FIELD(m, i, records);
        BAD32(RUN_FIELD(m, i, first_vertex), stored_run(m, i)->first_vertex + 1u);
        BAD32(RUN_FIELD(m, i, vertex_count), stored_run(m, i)->vertex_count + 1u);
        BAD32(records, stored_run(m, i)->records + 2u, UINT32_MAX - 3u);
        if (i > 0u) /* where the run before still has some */
            BAD32(records, stored_run(m, i)->records - 4u);
        BAD16(RUN_FIELD(m, i, influences), 0, 5);
    }
    const uint32_t part = m->parts;
    BAD32(part + 4u, stored_part(m, 0)->index_count + 1u); /* no whole triangle */
    BAD32(part + 4u, stored_part(m, 0)->index_count + 30u);
    BAD32(part, 2);
    BAD32(part + 8u, 0, 4);
    check_last16(p, m->indices, stored_mesh(m, 0)->vertex_count - 1u);
    const uint32_t behind = stored_part(m, 0)->index_count - 3u; /* without its last three */
    put32(p, part + 4u, behind);
    GOOD16(m->indices + 2u * behind, UINT16_MAX);
    put32(p, part + 4u, behind);
    BAD16(m->indices + 2u * behind - 2u, UINT16_MAX);
    for (uint32_t last = 9; last < 11u; last++) { /* indices of 32 bits, of ten vertices */
        put16(p, MESH_FIELD(flags), stored_mesh(m, 0)->flags | FORMAT_MESH_INDICES32);
        put32(p, part + 4u, 15);
        for (uint32_t i = 0; i < 15u; i++)
            put32(p, m->indices + 4u * i, 0);
        CHECK_EQ(with32(p, m->indices + 4u * 14u, last), last < 10u ? PELT_OK : PELT_E_CORRUPT);
    }
}

/* A table of two colours and ten indices in the place of the ten colours. */
static uint32_t put_table(patient *p)
{
    const uint32_t mesh = p->model.meshes;
    const uint32_t colours = p->model.streams + stored_mesh(&p->model, 0)->colours;
    put16(p, MESH_FIELD(flags), stored_mesh(&p->model, 0)->flags | FORMAT_MESH_COLOUR_TABLE);
    put32(p, colours, 2);
    put32(p, colours + 12u, 0x01000001u);
    put32(p, colours + 16u, 0x00010001u);
    put32(p, colours + 20u, 0x00000101u);
    return colours;
}

static void check_colours(patient *p)
{
    const pelt_model *m = &p->model;
    const uint32_t colours = put_table(p), mesh = m->meshes;
    const uint32_t streams = get32(p, table_entry(p, m->streams) + 12u);
    GOOD32(colours + 4u, 0x80402010u);
    for (uint32_t v = 0; v < 10u; v++) {
        put_table(p);
        p->copy[colours + 12u + v] = 2;
        CHECK_EQ(opened(p), PELT_E_CORRUPT);
    }
    static const uint32_t counts[] = {0, 1, 257, UINT32_MAX};
    for (unsigned i = 0; i < 4u; i++) {
        put_table(p);
        BAD32(colours, counts[i]);
    }
    /* The largest, of what lies behind a translation: sections may overlap. Any index is in it. */
    const uint32_t place = m->rest + 4u + 16u;
    REQUIRE(place + 4u + 4u * 257u + 10u <= p->bytes);
    for (uint32_t count = 256; count < 258u; count++) {
        put_table(p);
        put32(p, MESH_FIELD(colours), 0);
        put32(p, table_entry(p, m->streams) + 12u, (uint32_t)p->bytes - place);
        put32(p, table_entry(p, m->streams) + 8u, place);
        CHECK_EQ(with32(p, place, count), count < 257u ? PELT_OK : PELT_E_CORRUPT);
    }
    /* The table, its end, or the indices leave the section. */
    for (uint32_t words = 0; words < 7u; words++) {
        const uint32_t last = m->streams + streams - 4u * words;
        put_table(p);
        put32(p, MESH_FIELD(colours), streams - 4u * words);
        for (uint32_t i = 0; i < words; i++)
            put32(p, last + 4u * i, i == 0u ? 2u : 0u);
        CHECK_EQ(opened(p), words < 6u ? PELT_E_CORRUPT : PELT_OK);
    }
    BAD16(MESH_FIELD(flags), FORMAT_MESH_FLAGS + 1u);
}

static void check_materials(patient *p)
{
    const pelt_model *m = &p->model;
    const uint32_t count =
        get32(p, table_entry(p, m->materials) + 12u) / (uint32_t)sizeof(format_material);
    check_last32(p, m->parts + 12u, count - 1u);
    for (uint32_t i = 0; i < sizeof(format_material); i += 4u) /* where the first vertices are */
        put32(p, m->materials + count * (uint32_t)sizeof(format_material) + i, 0);
    BAD32(m->parts + 12u, count);
    check_last32(p, m->materials, m->names_bytes - 1u);
    BAD32(m->materials + 4u, m->names_bytes);
    GOOD32(m->materials + 8u, FORMAT_NONE - 1u);
    GOOD32(m->materials + 12u, 0x12345678u);
    GOOD32(m->materials + 16u, 0x87654321u);
}

/* Weights of a q12 record. */
static void check_lean_record(patient *p, uint32_t at, uint32_t influences)
{
    const uint32_t weights = at + 8u;
    if (influences == 2u) { /* the second's */
        GOOD16(weights + 2u, 0, 16383);
        BAD16(weights + 2u, 16384, 65535);
    }
    for (uint32_t k = 0; k < 4u && influences > 2u; k++) {
        put16(p, weights + 2u * (k == 0u ? 1u : 0u), 0); /* and so the sum is off */
        BAD16(weights + 2u * k, 1, 16384, 65535);
    }
    if (influences == 3u) { /* the fourth slot must be empty */
        BAD_HALVES(weights, 8192, 4096, 2048, 2048);
        BAD_HALVES(weights, 8192, 6144, 2047);
        GOOD_HALVES(weights, 8192, 6144, 2048);
        BAD_HALVES(weights, 8192, 6144, 2049);
    }
}

/* Palette offsets and weights of the first vertex of each run of the skinned mesh. */
static void check_records(patient *p)
{
    const pelt_model *m = &p->model;
    const uint32_t past = stored_skin(m, 0)->entry_count * FORMAT_ENTRY_BYTES;
    for (uint32_t i = 0; i < stored_mesh(m, 0)->run_count; i++) {
        const format_run *run = stored_run(m, i);
        const uint32_t at = m->records + run->records, n = run->influences;
        if (m->encoding == PELT_FLOAT) {
            for (uint32_t k = 0; k < n; k++) {
                GOOD32(at + 4u * k, past - FORMAT_ENTRY_BYTES);
                BAD32(at + 4u * k, past, past - FORMAT_ENTRY_BYTES + 16u);
                BAD32(at + 4u * k, 0x00300000u); /* a multiple of 48 beyond 16 bits */
            }
            BAD32(at + 4u * n, 0x7FC00000u);
            continue;
        }
        const uint32_t slots = n == 3u ? 4u : n, weights = at + 2u * slots;
        for (uint32_t k = 0; k < slots; k++) {
            GOOD16(at + 2u * k, past - FORMAT_ENTRY_BYTES);
            BAD16(at + 2u * k, past);
            BAD16(at + 2u * k, 65520); /* 1365 entries of 48 bytes */
            BAD16(at + 2u * k, past - FORMAT_ENTRY_BYTES + 4u, past - FORMAT_ENTRY_BYTES + 16u);
        }
        if (m->encoding == PELT_LEAN) {
            check_lean_record(p, at, n);
            continue;
        }
        for (uint32_t k = 0; k < slots && n > 1u; k++) {
            put16(p, weights + 2u * (k == 0u ? 1u : 0u), 0); /* and so the sum is off */
            BAD16(weights + 2u * k, 1, 32768, 65535);
        }
        if (n == 2u) {
            GOOD_HALVES(weights, 32767, 1);
            BAD_HALVES(weights, 32767, 0); /* a sum one too small */
            BAD_HALVES(weights, 32767, 2);
            BAD_HALVES(weights, 32768, 0); /* the sum is right, the sign is not */
        }
        if (n == 3u) /* the fourth slot must be empty */
            BAD_HALVES(weights, 16384, 8192, 4096, 4096);
    }
}

/// Morph targets ////////////////////////////////////////////////////////////////////////////////

#define MORPH_FIELD(field) (at + (uint32_t)offsetof(format_morph, field))

static void check_deltas(patient *p, uint32_t mesh)
{
    const pelt_model *m = &p->model;
    const format_morph *morph = stored_morph(m, mesh);
    const uint32_t ordinals = m->deltas + morph->offsets, vertices = morph->vertex_count;
    const uint32_t bytes = m->encoding == PELT_FLOAT ? format_delta_bytes_f32(morph->flags)
                                                     : format_delta_bytes_q16(morph->flags);
    BAD32(ordinals, 1); /* the first is 0 */
    for (uint32_t v = 1; v <= vertices; v++) {
        BAD32(ordinals + 4u * v, UINT32_MAX);
        if (v < vertices)
            BAD32(ordinals + 4u * v, get32(p, ordinals + 4u * v + 4u) + 1u); /* decreasing */
    }
    for (uint32_t d = 0; d < get32(p, ordinals + 4u * vertices); d++) {
        const uint32_t delta = m->deltas + morph->deltas + bytes * d;
        if (m->encoding != PELT_FLOAT) {
            check_last16(p, delta, morph->target_count - 1u);
            GOOD16(delta + 2u, 0x8000u); /* any delta will do */
            continue;
        }
        BAD32(delta, morph->target_count, UINT32_MAX);
        BAD32(delta + 4u, 0x7FC00000u);
        BAD32(delta + bytes - 4u, 0xFF800000u);
    }
}

/* Ordinals at the very end of their section, and a word beyond, where there is one more zero: of the
 * last mesh, whose deltas were there. */
static void check_ordinal_extents(patient *p, uint32_t mesh)
{
    const pelt_model *m = &p->model;
    const uint32_t bytes = 4u * (stored_morph(m, mesh)->vertex_count + 1u);
    const uint32_t at = m->morphs + mesh * (uint32_t)sizeof(format_morph);
    const uint32_t size = table_entry(p, m->deltas) + 12u, section = get32(p, size) - 4u;
    for (uint32_t beyond = 0; beyond < 8u && mesh + 1u == m->mesh_count; beyond += 4u) {
        for (uint32_t k = 0; k <= bytes; k += 4u)
            put32(p, m->deltas + section - bytes + k, 0);
        put32(p, size, section);
        put32(p, MORPH_FIELD(deltas), 0);
        CHECK_EQ(with32(p, MORPH_FIELD(offsets), section - bytes + beyond),
                 beyond == 0u ? PELT_OK : PELT_E_CORRUPT);
    }
}

/* Deltas of every kind at the very end of their section, and a word beyond. */
static void check_delta_extents(patient *p, uint32_t mesh)
{
    static const uint32_t bytes_q16[4] = {8, 16, 16, 20}, bytes_f32[4] = {16, 28, 28, 40};
    const pelt_model *m = &p->model;
    const format_morph *morph = stored_morph(m, mesh);
    const uint32_t at = m->morphs + mesh * (uint32_t)sizeof(format_morph);
    const uint32_t section = get32(p, table_entry(p, m->deltas) + 12u);
    const uint32_t ordinals = m->deltas + morph->offsets;
    for (uint32_t flags = 0; flags < 4u; flags++) {
        const uint32_t bytes = m->encoding == PELT_FLOAT ? bytes_f32[flags] : bytes_q16[flags];
        for (uint32_t beyond = 0; beyond < 8u; beyond += 4u) {
            for (uint32_t k = 0; k < bytes; k += 4u)
                put32(p, m->deltas + section - bytes + k, 0);
            for (uint32_t v = 1; v <= morph->vertex_count; v++)
                put32(p, ordinals + 4u * v, v == morph->vertex_count);
            put16(p, MORPH_FIELD(flags), flags);
            put32(p, MORPH_FIELD(deltas), section - bytes + beyond);
            CHECK_EQ(opened(p), beyond == 0u ? PELT_OK : PELT_E_CORRUPT);
        }
        if (m->encoding == PELT_FLOAT && mesh == 0u) { /* what follows is no delta any more */
            for (uint32_t v = 1; v <= morph->vertex_count; v++)
                put32(p, ordinals + 4u * v, 1);
            put16(p, MORPH_FIELD(flags), flags);
            for (uint32_t k = 0; k < bytes; k += 4u)
                put32(p, m->deltas + morph->deltas + k, 0);
            GOOD32(m->deltas + morph->deltas + bytes, 0x7FC00000u);
        }
    }
}

static void check_morphs(patient *p)
{
    const pelt_model *m = &p->model;
    put16(p, table_entry(p, m->morphs) + 6u, 0);
    BAD32(table_entry(p, m->morphs), FORMAT_TAG('?', '?', '?', '?')); /* none: but runs say so */
    put16(p, table_entry(p, m->deltas) + 6u, 0);
    BAD32(table_entry(p, m->deltas), FORMAT_TAG('?', '?', '?', '?'));
    BAD32(table_entry(p, m->morphs) + 12u, sizeof(format_morph)); /* one of two */
    for (uint32_t mesh = 0; mesh < m->mesh_count; mesh++) {
        const format_morph *morph = stored_morph(m, mesh);
        const uint32_t at = m->morphs + mesh * (uint32_t)sizeof(format_morph);
        BAD32(MORPH_FIELD(target_count), 0); /* but vertices are morphed */
        BAD32(MORPH_FIELD(target_count), 65536, UINT32_MAX);
        BAD32(MORPH_FIELD(first_target), morph->first_target + 1u);
        BAD32(MORPH_FIELD(defaults), morph->defaults + 2u, UINT32_MAX - 3u);
        BAD32(MORPH_FIELD(vertex_count), morph->vertex_count + 1u, morph->vertex_count - 1u);
        BAD32(MORPH_FIELD(offsets), morph->offsets + 2u, UINT32_MAX - 3u);
        BAD32(MORPH_FIELD(deltas), morph->deltas + 2u, UINT32_MAX - 3u);
        check_last16(p, MORPH_FIELD(position_shift), 15);
        BAD16(MORPH_FIELD(flags), morph->flags | 4u);
        for (uint32_t k = 0; k < morph->target_count; k++)
            check_weight(p, m->deltas + morph->defaults + 4u * k);
        check_deltas(p, mesh);
        check_delta_extents(p, mesh);
        check_ordinal_extents(p, mesh);
    }
    for (uint32_t i = 0; i < 9u; i++) /* touched vertices are those of the morphed runs */
        BAD16(RUN_FIELD(m, i, flags), stored_run(m, i)->flags ^ FORMAT_RUN_MORPHED);
}

void check_meshes(patient *p)
{
    check_mesh(p);
    check_colours(p);
    check_materials(p);
    check_records(p);
    check_morphs(p);
}
