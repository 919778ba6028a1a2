/* SPDX-License-Identifier: MIT */
/*
 * Blobs that contradict themselves in one place, just past each bound: opening must refuse them
 * even where the CRC is not looked at. The same place just inside the bound must still open.
 */
#include <string.h>

#include "blobs.h"
#include "character.h"
#include "format.h"
#include "view.h"

#define HEADER_FIELD(field) ((uint32_t)offsetof(format_header, field))

typedef struct patient {
    const uint32_t *blob;
    size_t bytes;
    uint8_t *copy;
    pelt_model model; /* of the blob as it is */
} patient;

static void put16(patient *p, uint32_t at, uint32_t value)
{
    const uint16_t half = (uint16_t)value;
    memcpy(p->copy + at, &half, sizeof half);
}

static void put32(patient *p, uint32_t at, uint32_t value)
{
    memcpy(p->copy + at, &value, sizeof value);
}

static uint32_t get32(const patient *p, uint32_t at)
{
    uint32_t value;
    memcpy(&value, (const uint8_t *)p->blob + at, sizeof value);
    return value;
}

/* Opens the changed copy, then undoes all changes. */
static pelt_status opened(patient *p)
{
    pelt_model model;
    const pelt_status status = pelt_model_open_unchecked_crc(&model, p->copy, p->bytes);
    memcpy(p->copy, p->blob, p->bytes);
    return status;
}

static pelt_status with16(patient *p, uint32_t at, uint32_t value)
{
    put16(p, at, value);
    return opened(p);
}

static pelt_status with32(patient *p, uint32_t at, uint32_t value)
{
    put32(p, at, value);
    return opened(p);
}

#define GOOD16(at, value) CHECK_EQ(with16(p, at, value), PELT_OK)
#define BAD16(at, value) CHECK_EQ(with16(p, at, value), PELT_E_CORRUPT)
#define GOOD32(at, value) CHECK_EQ(with32(p, at, value), PELT_OK)
#define BAD32(at, value) CHECK_EQ(with32(p, at, value), PELT_E_CORRUPT)

static void check_header(patient *p)
{
    GOOD32(HEADER_FIELD(unit_shift), 1024);
    BAD32(HEADER_FIELD(unit_shift), 1025);
    BAD32(HEADER_FIELD(unit_shift), (uint32_t)-1025);
    BAD32(HEADER_FIELD(section_count), 0);
    BAD32(HEADER_FIELD(section_count), FORMAT_MAX_SECTIONS + 1u);
    BAD32(HEADER_FIELD(section_count), UINT32_MAX);
    BAD32(HEADER_FIELD(reserved), 1);
    BAD32(HEADER_FIELD(blob_bytes), 31);
    BAD32(HEADER_FIELD(blob_bytes), (uint32_t)p->bytes - 1u);
}

/* Where the table describes the section that begins at `offset`. */
static uint32_t table_entry(const patient *p, uint32_t offset)
{
    uint32_t at = sizeof(format_header);
    for (uint32_t i = get32(p, HEADER_FIELD(section_count)); i > 1u; i--) {
        if (get32(p, at + 8u) == offset)
            break;
        at += (uint32_t)sizeof(format_section);
    }
    return at;
}

static void check_table(patient *p)
{
    const uint32_t joints = table_entry(p, p->model.joints);
    const uint32_t streams = table_entry(p, p->model.streams);
    const uint32_t names = table_entry(p, p->model.names);
    BAD16(joints + 4u, 2); /* version */
    BAD32(joints + 8u, p->model.joints + 2u);
    BAD32(joints + 8u, (uint32_t)p->bytes + 4u);
    BAD32(joints + 8u, sizeof(format_header)); /* inside the table */
    BAD32(joints + 12u, get32(p, joints + 12u) - 4u);
    BAD32(joints + 12u, UINT32_MAX);
    put16(p, joints + 6u, 0);
    BAD32(joints, FORMAT_TAG('?', '?', '?', '?')); /* a section is missing */
    BAD32(joints, FORMAT_SKINS);                   /* one is there twice */
    GOOD16(streams + 6u, 1);
    put16(p, streams + 6u, FORMAT_SECTION_REQUIRED); /* unknown, and must be understood */
    CHECK_EQ(with32(p, streams, FORMAT_TAG('?', '?', '?', '?')), PELT_E_VERSION);
    BAD32(names + 12u, 0);
    p->copy[p->model.names + p->model.names_bytes - 1u] = 'x'; /* no end of the last name */
    CHECK_EQ(opened(p), PELT_E_CORRUPT);
}

static void check_skeleton(patient *p)
{
    const pelt_model *m = &p->model;
    for (uint32_t i = 0; i < m->joint_count; i++) {
        const uint32_t at = m->joints + i * (uint32_t)sizeof(format_joint);
        BAD16(at, i); /* its own parent */
        BAD16(at, PELT_NO_JOINT - 1u);
        GOOD16(at, i == 0u ? PELT_NO_JOINT : i - 1u);
        GOOD32(at + 4u, m->names_bytes - 1u);
        BAD32(at + 4u, m->names_bytes);
    }
    const uint32_t sections[2] = {m->rest, m->bind};
    for (unsigned s = 0; s < 2u; s++) {
        for (uint32_t k = 0; k < 10u; k++) {
            const uint32_t at = sections[s] + (uint32_t)sizeof(pelt_local_q16) + 4u * k;
            if (m->flavour == PELT_F32) {
                BAD32(at, 0x7F800000u);
                BAD32(at, 0xFFC00000u);
                GOOD32(at, 0x7F7FFFFFu);
            } else if (k >= 7u) {
                GOOD32(at, (uint32_t)INT32_MAX); /* scale, Q30: any below 2 */
            } else {
                GOOD32(at, k < 4u ? 1u << 30 : (1u << 30) - 1u);
                BAD32(at, k < 4u ? (1u << 30) + 1u : 1u << 30);
                BAD32(at, k < 4u ? 0xBFFFFFFFu : 0xC0000000u);
                BAD32(at, 0x80000000u);
            }
        }
    }
    GOOD32(m->skins + 4u, view_skin(m, 0)->entry_count); /* unchanged */
    BAD32(m->skins + 4u, 0);
    BAD32(m->skins + 4u, 6); /* past the last entry */
    BAD32(m->skins, UINT32_MAX);
    for (uint32_t e = 0; e < 5u; e++) {
        const uint32_t at = m->entries + e * (uint32_t)sizeof(format_entry_q16);
        GOOD16(at, m->joint_count - 1u);
        BAD16(at, m->joint_count);
        if (m->flavour == PELT_Q16) {
            GOOD16(at + 2u, FORMAT_ENTRY_MAX_SHIFT);
            BAD16(at + 2u, FORMAT_ENTRY_MAX_SHIFT + 1u);
            BAD16(at + 2u, 0);
        } else {
            BAD32(at + 4u, 0x7F800000u);
        }
    }
}

static void check_mesh(patient *p)
{
    const pelt_model *m = &p->model;
    const uint32_t mesh = m->meshes;
    BAD16(mesh + (uint32_t)offsetof(format_mesh, skin), m->skin_count);
    BAD32(mesh + (uint32_t)offsetof(format_mesh, vertex_count), 11);
    BAD32(mesh + (uint32_t)offsetof(format_mesh, vertex_count), 9);
    BAD32(mesh + (uint32_t)offsetof(format_mesh, first_run), UINT32_MAX);
    BAD32(mesh + (uint32_t)offsetof(format_mesh, run_count), UINT32_MAX);
    BAD32(mesh + (uint32_t)offsetof(format_mesh, part_count), 3);
    BAD32(mesh + (uint32_t)offsetof(format_mesh, raw_normal_bits), 31);
    BAD32(mesh + (uint32_t)offsetof(format_mesh, name), m->names_bytes);
    BAD32(mesh + (uint32_t)offsetof(format_mesh, uvs), 0); /* 80 bytes of 40 */
    GOOD32(mesh + (uint32_t)offsetof(format_mesh, colours), FORMAT_NONE);
    BAD32(mesh + (uint32_t)offsetof(format_mesh, colours), 4);
    for (uint32_t i = 0; i < view_mesh(m, 0)->run_count; i++) {
        const uint32_t at = m->runs + i * (uint32_t)sizeof(format_run);
        BAD32(at, view_run(m, i)->first_vertex + 1u);
        BAD32(at + 4u, view_run(m, i)->vertex_count + 1u);
        BAD32(at + 8u, view_run(m, i)->records + 2u);
        BAD32(at + 8u, UINT32_MAX - 3u);
        BAD16(at + 12u, 0);
        BAD16(at + 12u, 5);
    }
    const uint32_t part = m->parts;
    BAD32(part + 4u, view_part(m, 0)->index_count + 1u); /* no whole triangle */
    BAD32(part + 4u, view_part(m, 0)->index_count + 30u);
    BAD32(part, 2);
    BAD32(part + 8u, 0);
    BAD32(part + 8u, 4);
    GOOD16(m->indices, view_mesh(m, 0)->vertex_count - 1u);
    BAD16(m->indices, view_mesh(m, 0)->vertex_count);
}

/* Palette offsets and weights of the first vertex of each run of the skinned mesh. */
static void check_records(patient *p)
{
    const pelt_model *m = &p->model;
    const uint32_t past = view_skin(m, 0)->entry_count * FORMAT_ENTRY_BYTES;
    for (uint32_t i = 0; i < view_mesh(m, 0)->run_count; i++) {
        const format_run *run = view_run(m, i);
        const uint32_t at = m->records + run->records, n = run->influences;
        if (m->flavour == PELT_F32) {
            for (uint32_t k = 0; k < n; k++) {
                GOOD32(at + 4u * k, past - FORMAT_ENTRY_BYTES);
                BAD32(at + 4u * k, past);
                BAD32(at + 4u * k, past - FORMAT_ENTRY_BYTES + 16u);
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
            BAD16(at + 2u * k, past - FORMAT_ENTRY_BYTES + 4u);
            BAD16(at + 2u * k, past - FORMAT_ENTRY_BYTES + 16u);
        }
        for (uint32_t k = 0; k < slots && n > 1u; k++) {
            put16(p, weights + 2u * (k == 0u ? 1u : 0u), 0); /* and so the sum is off */
            BAD16(weights + 2u * k, 1);
            BAD16(weights + 2u * k, 32768);
            BAD16(weights + 2u * k, 65535);
        }
        if (n == 2u) {
            put16(p, weights, 32767);
            GOOD16(weights + 2u, 1);
            put16(p, weights, 32768); /* the sum is right, the sign is not */
            BAD16(weights + 2u, 0);
        }
        if (n == 3u) { /* the fourth slot must be empty */
            put16(p, weights, 16384);
            put16(p, weights + 2u, 8192);
            put16(p, weights + 4u, 4096);
            BAD16(weights + 6u, 4096);
        }
    }
}

static void check_clips(patient *p)
{
    const pelt_model *m = &p->model;
    const format_clip *clip = view_clip(m, 0);
    BAD32(m->clips, m->names_bytes);
    BAD32(m->clips + 4u, (uint32_t)clip->end + 1u); /* starts after its end */
    BAD32(m->clips + 12u, UINT32_MAX);
    BAD32(m->clips + 16u, 8); /* of 7 tracks */
    for (uint32_t i = 0; i < 7u; i++) {
        const uint32_t at = m->tracks + i * (uint32_t)sizeof(format_track);
        const format_track *track = view_track(m, i);
        const uint32_t timeline = m->keys + track->timeline, keys = get32(p, timeline);
        BAD16(at, m->joint_count);
        BAD16(at + 2u, (track->kind & ~3u) | 3u);      /* no such interpolation */
        BAD16(at + 2u, 4u * FORMAT_PATH_COUNT);        /* no such path */
        BAD16(at + 2u, 4u * FORMAT_WEIGHTS);           /* weights of a mesh without targets */
        BAD32(at + 4u, track->timeline + 2u);
        BAD32(at + 4u, UINT32_MAX - 7u);
        BAD32(at + 8u, track->values + 1u);
        BAD32(at + 8u, UINT32_MAX - 3u);
        BAD32(timeline, 0);
        BAD32(timeline, UINT32_MAX);
        for (uint32_t k = 1; k < keys; k++)
            BAD32(timeline + 4u + 4u * k, get32(p, timeline + 4u * k)); /* two at one time */
        const uint32_t values = m->keys + track->values;
        if (m->flavour == PELT_F32)
            BAD32(values, 0xFF800000u);
        else if (track->kind >> 2 != FORMAT_ROTATION)
            BAD32(values, 1u << 30);
        else if ((track->kind & 3u) != FORMAT_CUBIC) {
            GOOD16(values + 10u, FORMAT_MAX_SHARPNESS_Q17);
            BAD16(values + 10u, FORMAT_MAX_SHARPNESS_Q17 + 1u);
        }
    }
}

static void check_blob(const uint32_t *blob, size_t bytes)
{
    patient p = {blob, bytes, test_take(bytes), {0}};
    memcpy(p.copy, blob, bytes);
    REQUIRE(pelt_model_open(&p.model, blob, bytes) == PELT_OK);
    CHECK_EQ(opened(&p), PELT_OK);
    check_header(&p);
    check_table(&p);
    check_skeleton(&p);
    check_mesh(&p);
    check_records(&p);
    check_clips(&p);
    test_release();
}

void test_content(void)
{
    check_blob(test_tiny_q16, BLOB_BYTES(tiny_q16));
    check_blob(test_tiny_f32, BLOB_BYTES(tiny_f32));
}
