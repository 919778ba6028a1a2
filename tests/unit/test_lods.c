/* SPDX-License-Identifier: MIT */
/* Levels of detail of a blob made by hand: what is told of them, that what contradicts the model is
 * refused, and which one is chosen. */
#include "pelt/draw.h"
#include "src/blob/format.h"
#include "test.h"

enum { MESHES = 2, COARSER = 2, PARTS = 3, INDICES = 18 + 6 + 6 + 6 };

/* Opening levels reads no more of a blob than this. */
typedef struct made_blob {
    format_header header;
    format_section sections[2];
    uint32_t count, errors[COARSER], vertices[MESHES][COARSER];
    format_lod_part levels[PARTS][COARSER];
    uint16_t indices[INDICES];
    format_mesh meshes[MESHES];
    format_part parts[PARTS];
    format_material material;
    format_skin skin;
    char names[4];
} made_blob;

#define AT(field) ((uint32_t)offsetof(made_blob, field))

/* Two parts of triangles of six vertices, and a point, whose indices have 32 bits. */
static void make(made_blob *blob, pelt_model *model)
{
    static const format_lod_part levels[PARTS][COARSER] = {
        {{36, 6}, {48, 3}}, {{48, 3}, {48, 0}}, {{60, 1}, {64, 1}}};
    static const uint16_t indices[INDICES] = {0, 1, 2, 2, 1, 3, 3, 4, 5, 5, 4, 0, 0, 1, 3, 3, 1, 4,
                                              0, 1, 2, 2, 1, 3, 0, 1, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0};
    memset(blob, 0, sizeof *blob);
    memset(model, 0, sizeof *model);
    blob->header.section_count = 2;
    blob->sections[0] = (format_section){
        .tag = FORMAT_LEVELS, .version = 1, .offset = AT(count), .bytes = AT(indices) - AT(count)};
    blob->sections[1] = (format_section){
        .tag = FORMAT_INDICES, .version = 1, .offset = AT(indices), .bytes = sizeof indices};
    blob->count = COARSER;
    blob->errors[0] = 655;   /* 0.01 */
    blob->errors[1] = 13107; /* 0.2 */
    memcpy(blob->vertices, (uint32_t[MESHES][COARSER]){{4, 3}, {2, 2}}, sizeof blob->vertices);
    memcpy(blob->levels, levels, sizeof levels);
    memcpy(blob->indices, indices, sizeof indices);
    blob->meshes[0] = (format_mesh){.vertex_count = 6, .part_count = 2};
    blob->meshes[1] = (format_mesh){
        .vertex_count = 2, .first_part = 2, .part_count = 1, .flags = FORMAT_MESH_INDICES32};
    memcpy(blob->indices + 30, (uint32_t[2]){0, 1}, 8);
    blob->parts[0] = (format_part){0, 12, 3, 0};
    blob->parts[1] = (format_part){24, 6, 3, 0};
    blob->parts[2] = (format_part){60, 1, 1, 0};
    *model = (pelt_model){.blob = (const uint8_t *)blob,
                          .blob_bytes = sizeof *blob,
                          .mesh_count = MESHES,
                          .skins = AT(skin),
                          .meshes = AT(meshes),
                          .parts = AT(parts),
                          .materials = AT(material),
                          .indices = AT(indices),
                          .names = AT(names)};
}

/* What is refused writes nothing. */
static pelt_status refused(const pelt_model *model)
{
    pelt_lods lods = {NULL, NULL, 7};
    const pelt_status status = pelt_lods_open(&lods, model);
    CHECK(lods.model == NULL && lods.count == 7u);
    return status;
}

#define REFUSED(place, value) CHECK_WITH(place, value, refused(model), PELT_E_CORRUPT)

/* Puts two triangles of four vertices, as one cluster of two windows, in the place of those of level 1. */
static uint8_t *make_clusters(made_blob *blob, pelt_model *model)
{
    static const uint8_t corners[] = {0, 1, 2, 2, 1, 17, 0};
    make(blob, model);
    uint8_t *at = (uint8_t *)blob->indices;
    memset(at, 0, 44);
    *(uint32_t *)(void *)at = 1;
    ((int16_t *)(void *)at)[3] = 2 - 16;
    memcpy(at + 36, corners, sizeof corners);
    blob->levels[0][0].indices = 3;
    return at;
}

static void test_clusters(made_blob *blob, pelt_model *model)
{
    static const uint32_t expected[] = {0, 1, 2, 2, 1, 3};
    uint32_t found[6];
    pelt_part_info part;
    pelt_lods lods;
    for (uint32_t bits = 1; bits < 4u; bits++) {
        uint8_t *at = make_clusters(blob, model);
        blob->levels[0][0].indices = bits;
        CHECK_OK(pelt_lods_open(&lods, model));
        CHECK_OK(pelt_part_lod(&part, &lods, 0, 0, 1));
        CHECK(part.indices16 == NULL && part.indices32 == NULL && part.index_count == 6u);
        CHECK(part.clusters.corners == at + 36 && part.clusters.groups == at + 42);
        CHECK_EQ(part.clusters.shift, 2u + bits);
        for (uint32_t first = 0; first < 6u; first++) {
            CHECK_OK(pelt_indices_get(found, &part, first, 6u - first));
            CHECK(memcmp(found, expected + first, (6u - first) * sizeof *found) == 0);
        }
    }
    CHECK_EQ(pelt_indices_get(found, &part, 6, 1), PELT_E_RANGE);
    CHECK_EQ(pelt_indices_get(found, &part, 1, 0xFFFFFFFFu), PELT_E_RANGE);
    CHECK_OK(pelt_part_lod(&part, &lods, 0, 1, 1)); /* of 16 bits */
    CHECK_OK(pelt_indices_get(found, &part, 1, 2));
    CHECK(found[0] == 1u && found[1] == 2u);
    CHECK_OK(pelt_part_lod(&part, &lods, 1, 0, 2)); /* of 32 */
    CHECK_OK(pelt_indices_get(found, &part, 0, 1));
    CHECK_EQ(found[0], 1);
    part = (pelt_part_info){.index_count = 3};
    CHECK_EQ(pelt_indices_get(found, &part, 0, 3), PELT_E_ARGUMENT);
    uint8_t *const at = make_clusters(blob, model);
    REFUSED(at[41], 18);                      /* vertex 4 */
    REFUSED(((int16_t *)(void *)at)[3], -18); /* vertex -1 */
    REFUSED(at[42], 1);                       /* no such cluster */
    REFUSED(*(uint32_t *)(void *)at, 0);      /* nor any */
    REFUSED(*(uint32_t *)(void *)at, 2);      /* behind the section's end */
    REFUSED(*(uint32_t *)(void *)at, 257);    /* too many */
    REFUSED(blob->levels[0][0].indices, 33);
    REFUSED(blob->levels[0][0].indices, 73);
    REFUSED(blob->levels[0][0].index_count, 5);
    REFUSED(blob->levels[0][0].index_count, 0);
    REFUSED(blob->levels[0][0].index_count, 0xFFFFFFFFu);
    REFUSED(blob->parts[0].corners, 1);
}

static void test_told(const made_blob *blob, const pelt_lods *lods)
{
    static const uint32_t vertices[4][MESHES] = {{6, 2}, {4, 2}, {3, 2}, {3, 2}};
    static const uint32_t counts[4][PARTS] = {{12, 6, 1}, {6, 3, 1}, {3, 0, 1}, {3, 0, 1}};
    static const uint8_t firsts[4][PARTS] = {{0, 12, 30}, {18, 24, 30}, {24, 0, 32}, {24, 0, 32}};
    pelt_mesh_info info;
    pelt_part_info part;
    CHECK_EQ(lods->count, 3);
    for (uint32_t level = 0; level < 4u; level++) { /* the last stands for the coarsest */
        for (uint32_t p = 0; p < PARTS; p++) {
            const uint32_t mesh = p / 2u;
            CHECK_OK(pelt_mesh_lod(&info, lods, mesh, level));
            CHECK_EQ(info.vertex_count, vertices[level][mesh]);
            CHECK_OK(pelt_part_lod(&part, lods, mesh, p % 2u, level));
            CHECK_EQ(part.index_count, counts[level][p]);
            const void *first = part.index_count > 0u ? blob->indices + firsts[level][p] : NULL;
            CHECK(part.indices16 == (mesh == 0u ? first : NULL) &&
                  part.indices32 == (mesh == 1u ? first : NULL));
        }
        CHECK_EQ(pelt_mesh_lod(&info, lods, MESHES, level), PELT_E_RANGE);
        CHECK_EQ(pelt_part_lod(&part, lods, 1, 1, level), PELT_E_RANGE);
    }
}

/* At most one unit off: level 1 up to a size of 100, level 2 up to 5. */
static void test_chosen(const pelt_lods *lods)
{
    static const uint32_t sizes[] = {400, 101, 100, 81, 80, 50, 6, 5, 4, 3, 0};
    static const uint8_t from[3][11] = {{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2},
                                        {0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2},
                                        {0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2}};
    pelt_lods none = *lods;
    for (uint32_t level = 0; level < 3u; level++)
        for (uint32_t i = 0; i < 11u; i++)
            CHECK_EQ(pelt_lod_choose(lods, level, sizes[i], 1), from[level][i]);
    CHECK_EQ(pelt_lod_choose(lods, 7, 0xFFFFFFFFu, 9831), 2); /* as of 49152 */
    CHECK_EQ(pelt_lod_choose(lods, 7, 0xFFFFFFFFu, 9830), 1);
    none.count = 1;
    CHECK_EQ(pelt_lod_choose(&none, 2, 0, 1), 0);
    CHECK_EQ(pelt_lod_choose(NULL, 2, 0, 1), 0);
}

/* The size of boxes of all shapes on the screen, with the camera near and far. */
static void test_size(void)
{
    pelt_camera camera;
    memset(&camera, 0, sizeof camera);
    for (uint32_t i = 0; i < 216u; i++) {
        const int32_t half[3] = {(int32_t)(1u + i % 6u) << 16, (int32_t)(1u + i / 6u % 6u) << 16,
                                 (int32_t)(1u + i / 36u) << 16};
        const pelt_box_q16 box = {{-half[0], -half[1], -half[2]}, {half[0], half[1], half[2]}};
        CHECK_OK(pelt_camera_frame(&camera, &box, 240, 240));
        camera.distance *= 1 + (int32_t)(i % 3u);
        const double x = (double)half[0], y = (double)half[1], z = (double)half[2];
        const double real = (x * x + y * y + z * z) * 4 / (65536.0 * 65536.0),
                     unit = 65536.0 / (double)(1u << camera.shift) * camera.focal / camera.distance;
        const double told = pelt_camera_size_get(&camera) / unit;
        CHECK(told * told > real * 0.875 * 0.875 && told * told < real * 1.125 * 1.125);
    }
}

void test_lods(void)
{
    made_blob *blob = test_take(sizeof *blob);
    pelt_model *model = test_take(sizeof *model);
    pelt_lods lods;
    make(blob, model);
    CHECK_OK(pelt_lods_open(&lods, model));
    test_told(blob, &lods);
    test_chosen(&lods);
    test_size();
    test_clusters(blob, model);
    make(blob, model);

    REFUSED(blob->count, 0);
    REFUSED(blob->count, 3);
    REFUSED(blob->sections[0].bytes, 0);
    REFUSED(blob->sections[0].bytes, blob->sections[0].bytes - 4u);
    REFUSED(blob->vertices[0][0], 3); /* fewer than its indices name */
    REFUSED(blob->vertices[0][1], 7);
    REFUSED(blob->vertices[1][1], 0xFFFFFFFFu);
    REFUSED(blob->levels[0][0].index_count, 5);
    REFUSED(blob->levels[1][0].index_count, 4);
    REFUSED(blob->errors[0], 65537);
    REFUSED(blob->errors[1], 65537);
    REFUSED(blob->levels[1][0].indices, 49);
    REFUSED(blob->levels[1][0].indices, 72);
    REFUSED(blob->levels[0][1].index_count, 0xFFFFFFFFu);
    REFUSED(blob->indices[23], 4);
    REFUSED(blob->levels[2][1].indices, 4);
    make(blob, model); /* one level, of as many triangles as all */
    const uint32_t one[] = {1, 65536, 6, 2, 0, 12, 24, 6, 60, 1};
    memcpy(&blob->count, one, sizeof one);
    blob->sections[0].bytes = sizeof one;
    CHECK_OK(pelt_lods_open(&lods, model));
    CHECK(lods.count == 2u && pelt_lod_choose(&lods, 0, 8, 10) == 1u);
    make(blob, model);
    model->mesh_count = 0;
    CHECK_OK(pelt_lods_open(&lods, model));
    blob->sections[0].tag = FORMAT_TEXTURES;
    CHECK_OK(pelt_lods_open(&lods, model));
    CHECK(lods.count == 1u && lods.model == model);
    test_release();
}
