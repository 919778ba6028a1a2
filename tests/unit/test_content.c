/* SPDX-License-Identifier: MIT */
/* Blobs that contradict themselves in one place, just past each bound; see patient.h. */
#include "patient.h"

static void check_header(patient *p)
{
    check_last32(p, HEADER_FIELD(unit_shift), 1024);
    BAD32(HEADER_FIELD(unit_shift), (uint32_t)-1025);
    BAD32(HEADER_FIELD(section_count), 0, FORMAT_MAX_SECTIONS + 1u, UINT32_MAX);
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
    BAD32(joints + 8u, p->model.joints + 2u, (uint32_t)p->bytes + 4u);
    BAD32(joints + 8u, sizeof(format_header)); /* inside the table */
    BAD32(joints + 12u, get32(p, joints + 12u) - 4u, UINT32_MAX);
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
        CHECK_OK(with_column(p, at, 262143, 0, 0));
        CHECK_OK(with_column(p, at, 0, -262143, 0));
        CHECK_EQ(with_column(p, at, 262144, 0, 0), PELT_E_CORRUPT);
        CHECK_EQ(with_column(p, at, 0, -262144, 0), PELT_E_CORRUPT);
        CHECK_EQ(with_column(p, at, 0, 0, INT32_MIN), PELT_E_CORRUPT);
        CHECK_EQ(with_column(p, at, INT32_MAX, INT32_MAX, INT32_MAX), PELT_E_CORRUPT);
        /* squares that sum to 2^36 - 2, and to 2^36 + 1 */
        CHECK_OK(with_column(p, at, -262141, 1113, 578));
        CHECK_OK(with_column(p, at, 151341, -146278, 156263));
        CHECK_EQ(with_column(p, at, 262143, -512, 512), PELT_E_CORRUPT);
        CHECK_EQ(with_column(p, at, 151348, 140148, -161777), PELT_E_CORRUPT);
    }
}

/* And its translations below 2^30. */
static void check_translations(patient *p, uint32_t at)
{
    for (unsigned r = 0; r < 3u; r++, at += 16u) {
        GOOD32(at, ((uint32_t)1 << 30) - 1u, 0u - (((uint32_t)1 << 30) - 1u));
        BAD32(at, (uint32_t)1 << 30, 0u - ((uint32_t)1 << 30), 2147483647u, (uint32_t)-1997128685);
    }
}

/* REST or BIND; some joints have scales. */
static void check_locals(patient *p, uint32_t section)
{
    const pelt_model *m = &p->model;
    const uint32_t local_bytes = 4u * FORMAT_LOCAL_WORDS, scale_bytes = 4u * FORMAT_SCALE_WORDS;
    const uint32_t entry = table_entry(p, section), scales = get32(p, section);
    REQUIRE(scales > 0u);
    BAD32(section, scales - 1u, scales + 1u, UINT32_MAX);
    BAD32(entry + 12u, get32(p, entry + 12u) - 4u, get32(p, entry + 12u) - scale_bytes);
    put32(p, section, scales - 1u); /* both: one less, the records stay whole */
    GOOD32(entry + 12u, get32(p, entry + 12u) - scale_bytes);
    put32(p, section, scales + 1u); /* one more, of what lies behind */
    GOOD32(entry + 12u, get32(p, entry + 12u) + scale_bytes);
    put32(p, section, 0);
    BAD32(entry + 12u, 4u + local_bytes * (m->joint_count - 1u));
    put32(p, section, (uint32_t)1 << 30); /* of which the bytes would be 2^32 */
    BAD32(entry + 12u, 4u + local_bytes * m->joint_count);
    for (uint32_t k = 0; k < FORMAT_LOCAL_WORDS; k++) {
        const uint32_t at = section + 4u + local_bytes + 4u * k;
        if (m->encoding == PELT_FLOAT) {
            BAD32(at, 0x7F800000u, 0xFFC00000u);
            GOOD32(at, 0x7F7FFFFFu);
        } else {
            GOOD32(at, k < 4u ? 1u << 30 : (1u << 30) - 1u);
            BAD32(at, k < 4u ? (1u << 30) + 1u : 1u << 30, k < 4u ? 0xBFFFFFFFu : 0xC0000000u,
                  0x80000000u);
        }
    }
    for (uint32_t i = 0; i < scales; i++) {
        const uint32_t at = section + 4u + local_bytes * m->joint_count + scale_bytes * i;
        check_last32(p, at, m->joint_count - 1u);
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
        check_last32(p, at + 4u, m->names_bytes - 1u);
    }
    const uint32_t tip = m->joints + 3u * (uint32_t)sizeof(format_joint); /* before the flag */
    BAD16(tip, 0); /* the flag's parent is no longer above the joint before it */
    BAD16(tip, PELT_NO_JOINT);
    GOOD16(tip, 1);
    check_locals(p, m->rest);
    check_locals(p, m->bind);
    GOOD32(m->skins + 4u, stored_skin(m, 0)->entry_count); /* unchanged */
    BAD32(m->skins + 4u, 0);
    BAD32(m->skins + 4u, 6); /* past the last entry */
    BAD32(m->skins, UINT32_MAX);
    for (uint32_t e = 0; e < 5u; e++) {
        const uint32_t at = m->entries + e * (uint32_t)sizeof(format_entry_q16);
        check_last16(p, at, m->joint_count - 1u);
        if (m->encoding != PELT_FLOAT) {
            const uint32_t most =
                m->encoding == PELT_LEAN ? FORMAT_ENTRY_MAX_SHIFT_Q12 : FORMAT_ENTRY_MAX_SHIFT;
            check_last16(p, at + 2u, most);
            BAD16(at + 2u, 0);
            if (m->encoding == PELT_LEAN) {
                check_columns(p, at + 4u);
                check_translations(p, at + 16u);
            } else
                GOOD32(at + 4u, 0x80000000u); /* anything */
        } else {
            for (uint32_t k = 0; k < 12u; k++)
                BAD32(at + 4u + 4u * k, 0x7F800000u);
        }
    }
}

#define TRACKS 10u /* of both clips */

/* Of a track that does not change: as in poses. */
static void check_constant(patient *p, const format_track *track)
{
    if (format_path_of(track->kind) == FORMAT_WEIGHTS)
        check_weight(p, p->model.keys + track->values);
}

/* The same of one that changes, `at`, made constant: each of its numbers. */
static void check_made_constant(patient *p, uint32_t at)
{
    const uint32_t path = format_path_of(get16(p, at + 2u)),
                   count = path == FORMAT_ROTATION ? 4 : 3;
    const uint32_t values = p->model.keys + get32(p, at + 4u);
    const uint32_t most = path == FORMAT_ROTATION ? 1u << 30 : (1u << 30) - 1u;
    const bool real = p->model.encoding == PELT_FLOAT;
    const uint32_t words[3] = {real ? 0x3F800000u : 0u - most, real ? 0xFF800000u : most + 1u,
                               real ? 0x7FC00000u : 0u - most - 1u};
    for (uint32_t k = 0; k < 3u * count && path != FORMAT_WEIGHTS; k++) {
        put16(p, at + 2u, path * 4u + FORMAT_CONSTANT);
        for (uint32_t i = 0; i < count; i++)
            put32(p, values + 4u * i, i == k / 3u ? words[k % 3u] : 0u);
        CHECK_EQ(opened(p), k % 3u == 0u ? PELT_OK : PELT_E_CORRUPT);
    }
}

/* Keys increase: each but the first takes the place of the one before. */
static void check_timeline(patient *p, uint32_t at)
{
    const uint32_t head = get32(p, at), count = head >> 2, form = head & 3u;
    const uint32_t bytes = form == FORMAT_TICKS ? 4u : form;
    BAD32(at, form, (UINT32_MAX & ~3u) | form);
    for (uint32_t k = 1; k < count && form != FORMAT_FRAMES_ALL; k++) {
        memcpy(p->copy + at + 4u + k * bytes, p->copy + at + 4u + (k - 1u) * bytes, bytes);
        CHECK_EQ(opened(p), PELT_E_CORRUPT);
    }
}

static void check_curve(patient *p, const format_track *track)
{
    const uint32_t at = p->model.keys + track->values, path = format_path_of(track->kind);
    const uint32_t form = p->copy[at + 4u], timeline = get32(p, at);
    uint32_t components = path == FORMAT_ROTATION && form > 3u ? 4u : 3u;
    if (path == FORMAT_WEIGHTS)
        components = stored_morph(&p->model, track->joint)->target_count;
    BAD32(at, timeline + 2u, UINT32_MAX - 7u);
    BAD32(at, UINT32_MAX); /* what no timeline has been looked at stands for */
    check_timeline(p, p->model.keys + timeline);
    if (path == FORMAT_ROTATION) {
        BAD8(at + 4u, 8, 4);
        if (format_interpolation_of(track->kind) == FORMAT_CUBIC)
            BAD8(at + 4u, 3);
        else if (form <= 3u)
            GOOD8(at + 4u, 0);
    } else if (p->model.encoding == PELT_FLOAT) {
        BAD8(at + 4u, 0);
        GOOD8(at + 4u, 1, FORMAT_MAX_FORM_F32);
        BAD8(at + 4u, FORMAT_MAX_FORM_F32 + 1u);
    } else {
        GOOD8(at + 4u, 31);
        BAD8(at + 4u, 32);
        if (path == FORMAT_WEIGHTS)
            BAD8(at + 4u, 0);
    }
    for (uint32_t i = 0; i < components; i++) {
        GOOD8(at + 5u + i, 0);
        BAD8(at + 5u + i, FORMAT_MAX_BITS + 1u);
        const uint32_t range = at + format_curve_bytes(components) + 4u * i;
        if ((track->kind & FORMAT_WHOLE_RANGE) != 0u)
            continue;
        put16(p, range, 0x7FFFu); /* almost one */
        GOOD16(range + 2u, 1);
        put16(p, range, 0x7FFFu);
        BAD16(range + 2u, 2);
        put16(p, range, 0x8000u); /* minus one */
        GOOD16(range + 2u, UINT16_MAX);
    }
}

static void check_clips(patient *p)
{
    const pelt_model *m = &p->model;
    const format_clip *clip = stored_clip(m, 0);
    BAD32(m->clips, m->names_bytes);
    check_last32(p, m->clips + 4u, (uint32_t)clip->end); /* starts after its end */
    GOOD32(m->clips + 12u, UINT32_MAX);                  /* any rate: other frames */
    BAD32(m->clips + 16u, UINT32_MAX);
    BAD32(m->clips + 20u, TRACKS + 1u);
    for (uint32_t i = 0; i < TRACKS; i++) {
        const uint32_t at = m->tracks + i * (uint32_t)sizeof(format_track);
        const format_track *track = stored_track(m, i);
        BAD16(at, m->joint_count);
        BAD16(at + 2u, track->kind + 32u); /* no such path */
        put16(p, at, m->mesh_count);
        BAD16(at + 2u, 4u * FORMAT_WEIGHTS); /* weights of no mesh */
        BAD16(at + 2u, 4u * FORMAT_WEIGHTS + FORMAT_WHOLE_RANGE);
        BAD32(at + 4u, track->values + 1u, UINT32_MAX - 3u);
        if (format_interpolation_of(track->kind) == FORMAT_CONSTANT)
            check_constant(p, track);
        else
            check_curve(p, track);
        check_made_constant(p, at);
    }
}

static void check_blob(const uint32_t *blob)
{
    patient p = admit(blob);
    CHECK_OK(opened(&p));
    check_header(&p);
    check_table(&p);
    check_skeleton(&p);
    check_meshes(&p);
    check_clips(&p);
    test_release();
}

void test_content(void)
{
    for (unsigned i = 0; i < 3u; i++)
        check_blob(tiny_blobs[i]);
}
