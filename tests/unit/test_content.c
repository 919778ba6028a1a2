/* SPDX-License-Identifier: MIT */
/* Blobs that contradict themselves in one place, just past each bound; see patient.h. */
#include "blobs.h"
#include "patient.h"

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
    put32(p, HEADER_FIELD(section_count), 0); /* a header alone */
    BAD32(HEADER_FIELD(blob_bytes), 32);
    pelt_model model;
    put32(p, HEADER_FIELD(section_count), 0);
    put32(p, HEADER_FIELD(blob_bytes), 32);
    CHECK_EQ(pelt_model_open_without_crc(&model, p->copy, 32, p->model.family), PELT_E_CORRUPT);
    CHECK_EQ(pelt_model_open_without_crc(&model, p->copy, 31, p->model.family), PELT_E_TRUNCATED);
    CHECK_EQ(opened(p), PELT_E_CORRUPT);
    BAD32(HEADER_FIELD(blob_bytes), (uint32_t)p->bytes - 1u);
}

static void check_table(patient *p)
{
    const uint32_t joints = table_entry(p, p->model.joints);
    const uint32_t streams = table_entry(p, p->model.streams);
    const uint32_t names = table_entry(p, p->model.names);
    const uint32_t bind = table_entry(p, p->model.bind);
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
    put16(p, bind + 6u, 0);
    GOOD32(bind, FORMAT_TAG('?', '?', '?', '?')); /* none, as without --bind */
    BAD32(names + 12u, 0);
    p->copy[p->model.names + p->model.names_bytes - 1u] = 'x'; /* no end of the last name */
    CHECK_EQ(opened(p), PELT_E_CORRUPT);
}

static pelt_status with_column(patient *p, uint32_t at, int32_t x, int32_t y, int32_t z)
{
    put32(p, at, (uint32_t)x);
    put32(p, at + 16u, (uint32_t)y);
    put32(p, at + 32u, (uint32_t)z);
    return opened(p);
}

/* A q12 entry's: shorter than 2^18. */
static void check_columns(patient *p, uint32_t at)
{
    for (unsigned c = 0; c < 3u; c++, at += 4u) {
        CHECK_EQ(with_column(p, at, 262143, 0, 0), PELT_OK);
        CHECK_EQ(with_column(p, at, 0, -262143, 0), PELT_OK);
        CHECK_EQ(with_column(p, at, 262144, 0, 0), PELT_E_CORRUPT);
        CHECK_EQ(with_column(p, at, 0, -262144, 0), PELT_E_CORRUPT);
        CHECK_EQ(with_column(p, at, 0, 0, INT32_MIN), PELT_E_CORRUPT);
        CHECK_EQ(with_column(p, at, INT32_MAX, INT32_MAX, INT32_MAX), PELT_E_CORRUPT);
        /* squares that sum to 2^36 - 2, and to 2^36 + 1 */
        CHECK_EQ(with_column(p, at, -262141, 1113, 578), PELT_OK);
        CHECK_EQ(with_column(p, at, 151341, -146278, 156263), PELT_OK);
        CHECK_EQ(with_column(p, at, 262143, -512, 512), PELT_E_CORRUPT);
        CHECK_EQ(with_column(p, at, 151348, 140148, -161777), PELT_E_CORRUPT);
    }
}

/* REST or BIND; some joints have scales. */
static void check_locals(patient *p, uint32_t section)
{
    const pelt_model *m = &p->model;
    const uint32_t local_bytes = 4u * FORMAT_LOCAL_WORDS, scale_bytes = 4u * FORMAT_SCALE_WORDS;
    const uint32_t entry = table_entry(p, section), scales = get32(p, section);
    REQUIRE(scales > 0u);
    BAD32(section, scales - 1u);
    BAD32(section, scales + 1u);
    BAD32(section, UINT32_MAX);
    BAD32(entry + 12u, get32(p, entry + 12u) - 4u);
    BAD32(entry + 12u, get32(p, entry + 12u) - scale_bytes);
    put32(p, section, scales - 1u); /* both: one less, the records stay whole */
    GOOD32(entry + 12u, get32(p, entry + 12u) - scale_bytes);
    put32(p, section, 0);
    BAD32(entry + 12u, 4u + local_bytes * (m->joint_count - 1u));
    put32(p, section, (uint32_t)1 << 30); /* of which the bytes would be 2^32 */
    BAD32(entry + 12u, 4u + local_bytes * m->joint_count);
    for (uint32_t k = 0; k < FORMAT_LOCAL_WORDS; k++) {
        const uint32_t at = section + 4u + local_bytes + 4u * k;
        if (m->encoding == PELT_FLOAT) {
            BAD32(at, 0x7F800000u);
            BAD32(at, 0xFFC00000u);
            GOOD32(at, 0x7F7FFFFFu);
        } else {
            GOOD32(at, k < 4u ? 1u << 30 : (1u << 30) - 1u);
            BAD32(at, k < 4u ? (1u << 30) + 1u : 1u << 30);
            BAD32(at, k < 4u ? 0xBFFFFFFFu : 0xC0000000u);
            BAD32(at, 0x80000000u);
        }
    }
    for (uint32_t i = 0; i < scales; i++) {
        const uint32_t at = section + 4u + local_bytes * m->joint_count + scale_bytes * i;
        GOOD32(at, m->joint_count - 1u);
        BAD32(at, m->joint_count);
        BAD32(at, UINT32_MAX);
        for (uint32_t k = 1; k < FORMAT_SCALE_WORDS; k++) {
            GOOD32(at + 4u * k, (uint32_t)INT32_MAX & 0xFF7FFFFFu); /* Q30: any below 2 */
            if (m->encoding == PELT_FLOAT)
                BAD32(at + 4u * k, 0x7F800000u);
        }
    }
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
    check_locals(p, m->rest);
    check_locals(p, m->bind);
    GOOD32(m->skins + 4u, view_skin(m, 0)->entry_count); /* unchanged */
    BAD32(m->skins + 4u, 0);
    BAD32(m->skins + 4u, 6); /* past the last entry */
    BAD32(m->skins, UINT32_MAX);
    for (uint32_t e = 0; e < 5u; e++) {
        const uint32_t at = m->entries + e * (uint32_t)sizeof(format_entry_q16);
        GOOD16(at, m->joint_count - 1u);
        BAD16(at, m->joint_count);
        if (m->encoding != PELT_FLOAT) {
            const uint32_t most = m->encoding == PELT_LEAN ? FORMAT_ENTRY_MAX_SHIFT_Q12
                                                         : FORMAT_ENTRY_MAX_SHIFT;
            GOOD16(at + 2u, most);
            BAD16(at + 2u, most + 1u);
            BAD16(at + 2u, 0);
            if (m->encoding == PELT_LEAN)
                check_columns(p, at + 4u);
            else
                GOOD32(at + 4u, 0x80000000u); /* anything */
        } else {
            for (uint32_t k = 0; k < 12u; k++)
                BAD32(at + 4u + 4u * k, 0x7F800000u);
        }
    }
}

static void check_weights(patient *p, uint32_t at, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        check_weight(p, at + 4u * i);
}

#define TRACKS 10u /* of both clips */

static void check_clips(patient *p)
{
    const pelt_model *m = &p->model;
    const format_clip *clip = view_clip(m, 0);
    BAD32(m->clips, m->names_bytes);
    GOOD32(m->clips + 4u, (uint32_t)clip->end);
    BAD32(m->clips + 4u, (uint32_t)clip->end + 1u); /* starts after its end */
    BAD32(m->clips + 12u, UINT32_MAX);
    BAD32(m->clips + 16u, TRACKS + 1u);
    for (uint32_t i = 0; i < TRACKS; i++) {
        const uint32_t at = m->tracks + i * (uint32_t)sizeof(format_track);
        const format_track *track = view_track(m, i);
        const uint32_t timeline = m->keys + track->timeline, keys = get32(p, timeline);
        BAD16(at, m->joint_count);
        BAD16(at + 2u, (track->kind & ~3u) | 3u);      /* no such interpolation */
        BAD16(at + 2u, 4u * FORMAT_PATH_COUNT);        /* no such path */
        put16(p, at, m->mesh_count);
        BAD16(at + 2u, 4u * FORMAT_WEIGHTS);           /* weights of no mesh */
        BAD32(at + 4u, track->timeline + 2u);
        BAD32(at + 4u, UINT32_MAX - 7u);
        BAD32(at + 8u, track->values + 1u);
        BAD32(at + 8u, UINT32_MAX - 3u);
        BAD32(timeline, 0);
        BAD32(timeline, UINT32_MAX);
        for (uint32_t k = 1; k < keys; k++)
            BAD32(timeline + 4u + 4u * k, get32(p, timeline + 4u * k)); /* two at one time */
        const uint32_t values = m->keys + track->values;
        if (track->kind >> 2 == FORMAT_WEIGHTS)
            check_weights(p, values, keys * view_morph(m, track->joint)->target_count *
                                         ((track->kind & 3u) == FORMAT_CUBIC ? 3u : 1u));
        else if (m->encoding == PELT_FLOAT)
            BAD32(values, 0xFF800000u);
        else if (track->kind >> 2 != FORMAT_ROTATION)
            for (uint32_t k = 0; k < keys * ((track->kind & 3u) == FORMAT_CUBIC ? 9u : 3u); k++) {
                GOOD32(values + 4u * k, 0xC0000001u);
                BAD32(values + 4u * k, 1u << 30);
            }
        else if ((track->kind & 3u) != FORMAT_CUBIC) {
            for (uint32_t k = 0; k < keys; k++) {
                GOOD16(values + 12u * k + 10u, FORMAT_MAX_SHARPNESS_Q17);
                BAD16(values + 12u * k + 10u, FORMAT_MAX_SHARPNESS_Q17 + 1u);
            }
        }
    }
}

static void check_blob(const uint32_t *blob, size_t bytes)
{
    patient p = {blob, bytes, test_take(bytes), {0}};
    memcpy(p.copy, blob, bytes);
    REQUIRE(pelt_model_open(&p.model, blob, bytes, family_for(blob)) == PELT_OK);
    CHECK_EQ(opened(&p), PELT_OK);
    check_header(&p);
    check_table(&p);
    check_skeleton(&p);
    check_meshes(&p);
    check_clips(&p);
    test_release();
}

void test_content(void)
{
    check_blob(test_tiny_q16, BLOB_BYTES(tiny_q16));
    check_blob(test_tiny_q12, BLOB_BYTES(tiny_q12));
    check_blob(test_tiny_f32, BLOB_BYTES(tiny_f32));
}
