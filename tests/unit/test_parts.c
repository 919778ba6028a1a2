/* SPDX-License-Identifier: MIT */
/* Lists of what parts need, and such lists of garbage. */
#include "patient.h"
#include "pelt/gpu.h"
#include "src/export/vertex.h"

/* Two meshes of one part, of ten and three vertices. */
static void write_lists(uint8_t *section)
{
    static const uint32_t words[] = {16, 40, 24, 50, 32, 4, 54, 1};
    static const uint16_t first[] = {0, 1, 2, 3}, second = 0;
    static const uint8_t parts[13] = {0};
    memcpy(section, words, sizeof words);
    memcpy(section + 32, first, sizeof first);
    memcpy(section + 40, parts, sizeof parts);
    memcpy(section + 54, &second, sizeof second);
}

static void check_lists(const pelt_model *model, uint8_t *section)
{
    const uint16_t *entries = NULL;
    uint32_t count = 0;
    write_lists(section);
    CHECK_OK(pelt_part_joints_get(&entries, &count, model, 0, 0));
    CHECK(count == 4u && entries[0] == 0u && entries[3] == 3u);
    CHECK_OK(pelt_part_joints_get(&entries, &count, model, 1, 0));
    CHECK(count == 1u && entries[0] == 0u);
    CHECK_EQ(pelt_vertex_part_get(model, 0, 9), 0);
    CHECK(pelt_vertex_part_get(model, 0, 10) == PELT_NONE);
    CHECK_EQ(pelt_vertex_part_get(model, 1, 2), 0);
    CHECK(pelt_vertex_part_get(model, 2, 0) == PELT_NONE);
    CHECK(pelt_vertex_part_get(NULL, 0, 0) == PELT_NONE);
    section[41] = 1; /* no such part */
    CHECK(pelt_vertex_part_get(model, 0, 1) == PELT_NONE);
}

/* A section of every size: what ends behind it is not there. */
static void check_ends(const pelt_model *model, uint8_t *section, uint8_t *size, uint32_t bytes)
{
    static const struct {
        uint32_t heads, list, vertices; /* where they end */
    } ends[2] = {{24, 40, 40}, {32, 56, 50}};
    write_lists(section);
    for (uint32_t some = 0; some <= bytes; some++) {
        memcpy(size, &some, sizeof some);
        for (uint32_t mesh = 0; mesh < 2u; mesh++) {
            const uint16_t *entries;
            uint32_t count;
            const bool head = 8u * (mesh + 1u) <= some;
            const bool list = head && ends[mesh].heads <= some && ends[mesh].list <= some;
            CHECK_EQ(pelt_part_joints_get(&entries, &count, model, mesh, 0),
                     list ? PELT_OK : PELT_E_RANGE);
            for (uint32_t vertex = 0; vertex < 3u; vertex++)
                CHECK((pelt_vertex_part_get(model, mesh, vertex) == 0u) ==
                      (head && ends[mesh].vertices + vertex + 1u <= some));
        }
    }
    memcpy(size, &bytes, sizeof bytes);
}

/* A section that ends with the first mesh's record, which is all that the second's lists need. */
static void check_second_record(const pelt_model *model, uint8_t *section, uint8_t *size,
                                uint32_t bytes)
{
    const uint32_t some = 8;
    const uint16_t *entries;
    uint32_t count = 7;
    memset(section, 0, 16);
    memcpy(size, &some, sizeof some);
    CHECK_OK(pelt_part_joints_get(&entries, &count, model, 0, 0));
    CHECK_EQ(count, 0);
    CHECK_EQ(pelt_vertex_part_get(model, 0, 0), 0);
    CHECK_EQ(pelt_part_joints_get(&entries, &count, model, 1, 0), PELT_E_RANGE);
    CHECK(pelt_vertex_part_get(model, 1, 0) == PELT_NONE);
    memcpy(size, &bytes, sizeof bytes);
}

/* The first part's list is refused with another entry. */
static void check_list(const pelt_model *model, uint8_t *section, uint32_t place, uint32_t entry)
{
    const uint16_t *entries, half = (uint16_t)entry;
    uint32_t count;
    write_lists(section);
    memcpy(section + 32u + 2u * place, &half, sizeof half);
    CHECK_EQ(pelt_part_joints_get(&entries, &count, model, 0, 0), PELT_E_RANGE);
}

/* Nothing at the very end, and what is not aligned. */
static void check_edges(const pelt_model *model, uint8_t *section, uint32_t bytes)
{
    const uint16_t *entries = NULL;
    uint32_t count;
    write_lists(section);
    for (uint32_t i = 0; i < 4u; i++) {
        const uint32_t at = bytes - i, none = i / 2u;
        memcpy(section + 16, &at, sizeof at);
        memcpy(section + 20, &none, sizeof none);
        memset(section + bytes - 4u, 0, 4); /* entry 0 */
        const bool right = at % 2u == 0u && 2u * none <= i;
        CHECK_EQ(pelt_part_joints_get(&entries, &count, model, 0, 0),
                 right ? PELT_OK : PELT_E_RANGE);
        CHECK(!right || (count == none && (const uint8_t *)entries == section + at));
    }
    write_lists(section);
    for (uint32_t i = 0; i < 8u; i += 4u) { /* heads that end behind it, of nothing */
        const uint32_t at = bytes - 4u + i, zeros[2] = {0, 0};
        memcpy(section, &at, sizeof at);
        memcpy(section + bytes - 4u, zeros, sizeof zeros);
        memcpy(section + bytes + 4u, zeros, sizeof zeros);
        CHECK_EQ(pelt_part_joints_get(&entries, &count, model, 0, 0), PELT_E_RANGE);
    }
    pelt_mesh_info mesh;
    CHECK_OK(pelt_mesh_get(&mesh, model, 0));
    for (uint32_t i = 0; i < 4u; i++) /* entries that the skin has not */
        check_list(model, section, i, mesh.entry_count);
    for (uint32_t i = 1; i < 4u; i++) /* one twice, one before the other */
        for (uint32_t back = 1; back <= i + 1u; back++)
            check_list(model, section, i, i - back);
    for (uint32_t at = 17; at < 20u; at++) { /* heads */
        write_lists(section);
        memcpy(section, &at, sizeof at);
        CHECK_EQ(pelt_part_joints_get(&entries, &count, model, 0, 0), PELT_E_RANGE);
    }
}

/* Joints of vertices numbered in the list of their part, which here lacks the second. */
static void check_by_part(const pelt_model *model, uint8_t *section)
{
    static const uint16_t others[] = {0, 2, 3};
    const uint32_t count = 3;
    uint32_t listed = 0;
    uint8_t joints[4], placed[4];
    pelt_attributes to = {.stride_bytes = 4, .joints = {PELT_UINT8, 0}};
    write_lists(section);
    memcpy(section + 20, &count, sizeof count);
    memcpy(section + 32, others, sizeof others);
    for (uint32_t v = 0; v < 10u; v++) {
        export_vertex own;
        bool has_second = false;
        pelt_export_influences(&own, model, 0, v);
        for (uint32_t k = 0; k < own.influences; k++)
            has_second = has_second || own.joints[k] == 1u;
        to.vertices = joints;
        to.by_part = 0;
        CHECK_OK(pelt_attributes_export(&to, model, 0, v, 1));
        to.vertices = placed;
        to.by_part = 1;
        CHECK_EQ(pelt_attributes_export(&to, model, 0, v, 1), has_second ? PELT_E_RANGE : PELT_OK);
        for (uint32_t k = 0; k < 4u && !has_second; k++)
            CHECK_EQ(placed[k], k < own.influences ? joints[k] - (joints[k] > 1u) : 0);
        listed += has_second ? 0u : 1u;
    }
    CHECK(listed > 0u && listed < 10u);
    write_lists(section);
    section[41] = 1; /* no such part */
    test_fill(placed, sizeof placed);
    CHECK_EQ(pelt_attributes_export(&to, model, 0, 1, 1), PELT_E_RANGE);
    CHECK(test_filled(placed, sizeof placed));
}

/* Whatever is in it, what is given lies in the section. */
static void check_garbage(const pelt_model *model, uint8_t *section, uint32_t bytes)
{
    uint8_t joints[12];
    const pelt_attributes to = {
        .vertices = joints, .stride_bytes = 4, .joints = {PELT_UINT8, 0}, .by_part = 1};
    for (uint32_t round = 0; round < TEST_ROUNDS; round++) {
        write_lists(section);
        for (uint32_t i = 0; i < 3u; i++) {
            const uint32_t value =
                round % 2u == 0u ? (uint32_t)test_random_extreme() : test_random() % (bytes + 8u);
            memcpy(section + 4u * (test_random() % 8u), &value, sizeof value);
        }
        for (uint32_t mesh = 0; mesh < 3u; mesh++) {
            const uint16_t *entries = NULL;
            uint32_t count = 0;
            if (pelt_part_joints_get(&entries, &count, model, mesh, 0) == PELT_OK) {
                const uint32_t at = (uint32_t)((const uint8_t *)entries - section);
                CHECK(at % 2u == 0u && at <= bytes && count <= (bytes - at) / 2u);
            }
            for (uint32_t vertex = 0; vertex < 11u; vertex += 5u) {
                const uint32_t part = pelt_vertex_part_get(model, mesh, vertex);
                CHECK(part == 0u || part == PELT_NONE);
            }
            (void)pelt_attributes_export(&to, model, mesh, 0, 3);
        }
    }
}

void test_part_joints(void)
{
    patient p = admit(blob_tiny_q16);
    pelt_model model;
    uint32_t count;
    const uint16_t *entries;
    open_blob(&model, p.copy);
    CHECK_EQ(pelt_part_joints_get(&entries, &count, &model, 0, 0), PELT_E_RANGE);
    CHECK(pelt_vertex_part_get(&model, 0, 0) == PELT_NONE);
    /* The section of the bind pose becomes one of parts. */
    const uint32_t entry = table_entry(&p, model.bind), bytes = get32(&p, entry + 12u);
    put32(&p, entry, FORMAT_PART_JOINTS);
    uint8_t *section = p.copy + model.bind, *size = p.copy + entry + 12u;
    REQUIRE(bytes >= 56u);
    check_lists(&model, section);
    check_ends(&model, section, size, bytes);
    check_second_record(&model, section, size, bytes);
    check_by_part(&model, section);
    check_garbage(&model, section, bytes);
    check_edges(&model, section, bytes); /* writes behind it */
}
