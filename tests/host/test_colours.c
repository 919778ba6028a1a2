/* SPDX-License-Identifier: MIT */
/* Textures as vertex colours. Bakes generated images in each wrap mode, texture transform and file
 * type, and compares the vertex colours with the expected texels. Damaged and unsupported images must
 * be refused without a crash.
 *
 *   test_colours */
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bake/baking.h"
#include "bake/write/sections.h"
#include "blob/source_map.h"
#include "check.h"
#include "gltf/gltf.h"
#include "play/play.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb/stb_image_write.h>

/// Images /////////////////////////////////////////////////////////////////////////////////////////

typedef struct bytes {
    uint8_t data[1 << 16];
    size_t count;
} bytes;

typedef struct drawing {
    uint32_t width, height;
    uint8_t rgba[64 * 64][4];
} drawing;

static void write_png(bytes *out, const drawing *in)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = in->width,
                       .height = in->height,
                       .format = PNG_FORMAT_RGBA};
    png_alloc_size_t count = sizeof out->data;
    check(png_image_write_to_memory(&image, out->data, &count, 0, in->rgba, 0, NULL) != 0, "png");
    out->count = count;
}

static void append(void *to, void *from, int count)
{
    bytes *out = to;
    memcpy(out->data + out->count, from, (size_t)count);
    out->count += (size_t)count;
}

static void write_jpeg(bytes *out, const drawing *in)
{
    out->count = 0;
    stbi_write_jpg_to_func(append, out, (int)in->width, (int)in->height, 4, in->rgba, 100);
}

/* An atlas of 4 x 4 flat cells of 8 x 8 texels. */
static void cell_colour(uint8_t out[4], uint32_t x, uint32_t y)
{
    const uint8_t colour[4] = {(uint8_t)(15 + 77 * x), (uint8_t)(250 - 60 * y),
                               (uint8_t)(128 + 40 * (x ^ y)), (uint8_t)(255 - 16 * (x + y))};
    memcpy(out, colour, 4);
}

static const bytes *cells_png(void)
{
    static bytes image;
    static drawing cells = {.width = 32, .height = 32};
    for (uint32_t i = 0; i < 1024; i++)
        cell_colour(cells.rgba[i], i % 32 / 8, i / 32 / 8);
    write_png(&image, &cells);
    return &image;
}

static uint32_t linear(uint8_t value)
{
    const double shown = value / 255.0;
    return (uint32_t)lrint(255 *
                           (shown <= 0.04045 ? shown / 12.92 : pow((shown + 0.055) / 1.055, 2.4)));
}

/// Assets /////////////////////////////////////////////////////////////////////////////////////////

/* A textured quad of two triangles; NULL stands for the usual value of a part. */
typedef struct asset {
    const float (*uvs)[2]; /* [4] */
    const char *image;     /* JSON of image 0; NULL: the `bytes` */
    const char *texture, *info, *sampler, *material, *factor;
} asset;

static const char * or (const char *text, const char *usual)
{
    return text == NULL ? usual : text;
}

static const float whole_uvs[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};

/* Writes a GLB with the quad and the image, whose JSON is padded with spaces. */
static uint8_t *write_asset(size_t *count, const asset *a, const bytes *image)
{
    enum { JSON_AT = 20, JSON_BYTES = 4096, QUAD_AT = JSON_AT + JSON_BYTES + 8, QUAD_BYTES = 92 };
    static const float corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    static const uint16_t indices[6] = {0, 1, 2, 0, 2, 3};
    const uint32_t data_bytes = QUAD_BYTES + (uint32_t)image->count;
    const uint32_t padded = (data_bytes + 3u) / 4u * 4u;
    const uint32_t head[5] = {0x46546C67, 2, QUAD_AT + padded, JSON_BYTES, 0x4E4F534A};
    const uint32_t chunk[2] = {padded, 0x004E4942};
    uint8_t *out = diag_calloc(QUAD_AT + padded, 1);
    memcpy(out, head, sizeof head);
    memset(out + JSON_AT, ' ', JSON_BYTES);
    const int length = snprintf(
        (char *)out + JSON_AT, JSON_BYTES,
        "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0]}],"
        "\"nodes\": [{\"mesh\": 0}], \"meshes\": [{\"primitives\": [{\"material\": 0, "
        "\"indices\": 2, \"attributes\": {\"POSITION\": 0, \"TEXCOORD_0\": 1, "
        "\"TEXCOORD_1\": 3}}]}], \"materials\": [{\"name\": \"skin\", %s "
        "\"pbrMetallicRoughness\": {\"baseColorFactor\": %s, \"baseColorTexture\": {\"index\""
        ": 0%s}}}], \"textures\": [{\"sampler\": 0, %s}], \"samplers\": [{%s}], \"images\": "
        "[%s], \"buffers\": [{\"byteLength\": %u}], \"bufferViews\": [{\"buffer\": 0, "
        "\"byteLength\": 92}, {\"buffer\": 0, \"byteOffset\": 92, \"byteLength\": %zu}], "
        "\"accessors\": [{\"bufferView\": 0, \"componentType\": 5126, "
        "\"count\": 4, \"type\": \"VEC3\", \"min\": [0, 0, 0], \"max\": [1, 1, 0]}, "
        "{\"bufferView\": 0, \"byteOffset\": 48, \"componentType\": 5126, \"count\": 4, "
        "\"type\": \"VEC2\"}, {\"bufferView\": 0, \"byteOffset\": 80, \"componentType\": "
        "5123, \"count\": 6, \"type\": \"SCALAR\"}, {\"componentType\": 5126, \"count\": 4, "
        "\"type\": \"VEC2\"}]}",
        or (a->material, ""), or (a->factor, "[1, 1, 1, 1]"), or (a->info, ""),
        or (a->texture, "\"source\": 0"), or (a->sampler, ""), or (a->image, "{\"bufferView\": 1}"),
        data_bytes, image->count);
    if (length >= JSON_BYTES)
        abort();
    out[JSON_AT + length] = ' ';
    memcpy(out + QUAD_AT - sizeof chunk, chunk, sizeof chunk);
    memcpy(out + QUAD_AT, corners, 48);
    memcpy(out + QUAD_AT + 48, a->uvs == NULL ? whole_uvs : a->uvs, 32);
    memcpy(out + QUAD_AT + 80, indices, 12);
    memcpy(out + QUAD_AT + QUAD_BYTES, image->data, image->count);
    *count = QUAD_AT + padded;
    return out;
}

/* What was baked last, or why not: the four corners' colours as a device reads them, and their part, whose
 * names are no longer valid. */
static uint8_t colours[4][4];
static pelt_part_info part;
static char names[2][16];
static bool has_table;
static diag d;

/* The asset as it is baked and as a device reads it. */
typedef struct baked {
    scene s;
    bake_result result;
    play p;
    source_map map;
    pelt_mesh_info mesh;
    source_place *places; /* [4], of the corners */
} baked;

static void close_baked(baked *b)
{
    free(b->places);
    source_map_free(&b->map);
    play_close(&b->p);
    bake_result_free(&b->result);
    scene_free(&b->s);
}

/* Returns false if the asset is refused. side: of its texture */
static bool open_baked(baked *b, const asset *a, const bytes *image, uint32_t side)
{
    const bake_options options = {.encoding = PELT_EXACT, .file = "test", .texture_side = side};
    size_t file_bytes;
    uint32_t count = 0;
    FREED uint8_t *file = write_asset(&file_bytes, a, image);
    *b = (baked){0};
    d = (diag){0};
    if (!gltf_load_memory(&b->s, &d, file, file_bytes, NULL) ||
        !bake_scene(&b->result, &b->s, &options, &d) ||
        !play_open(&b->p, b->result.blob, b->result.bytes, &d) ||
        !source_map_open(&b->map, &b->p.model, &d))
        return false;
    b->places = source_map_find(&count, &b->map, 0, 0);
    return count == 4 && pelt_mesh_get(&b->mesh, &b->p.model, 0) == PELT_OK &&
           pelt_part_get(&part, &b->p.model, 0, 0) == PELT_OK;
}

static bool bake(const asset *a, const bytes *image)
{
    FREED_BY(close_baked) baked b;
    if (!open_baked(&b, a, image, 0))
        return false;
    memset(colours, 255, sizeof colours);
    for (uint32_t v = 0; v < 4 && b.mesh.colours != NULL; v++)
        memcpy(colours[v], pelt_mesh_colour_get(&b.mesh, b.places[v].vertex), 4);
    has_table = b.mesh.colour_indices != NULL;
    snprintf(names[0], sizeof names[0], "%s", part.material_name);
    snprintf(names[1], sizeof names[1], "%s", part.image_name);
    return true;
}

/* The same for an asset that has to be taken. */
static void take(const asset *a, const bytes *image)
{
    check(bake(a, image), "%s", d.message);
}

/// Stored textures ////////////////////////////////////////////////////////////////////////////////

/* Bakes with a texture of up to `side` and returns what the device has of it; uvs are the corners'
 * places in it. Vertices have no colours then, which means white. */
static bool bake_stored(pelt_texture_info *t, uint8_t (*texels)[4], double uvs[4][2],
                        const asset *a, const bytes *image, uint32_t side)
{
    FREED_BY(close_baked) baked b;
    const bool ok = open_baked(&b, a, image, side) &&
                    pelt_texture_get(t, &b.p.model, 0) == PELT_OK && part.texture == 0 &&
                    b.mesh.colours == NULL;
    if (!check(ok, "stored texture: %s", d.message))
        return false;
    for (uint32_t v = 0; v < 4; v++)
        for (uint32_t c = 0; c < 2; c++)
            uvs[v][c] = ldexp(b.mesh.uvs_i16[2 * b.places[v].vertex + c], -(int)b.mesh.uv_bits);
    for (uint32_t i = 0; i < t->width * t->height; i++)
        play_texel(texels[i], t, i);
    return true;
}

/* A texel is the cell's colour times the factor, to a step of 5-6-5. */
static void check_texel(const uint8_t texel[4], uint32_t x, uint32_t y, const char *name)
{
    uint8_t wanted[4];
    cell_colour(wanted, x, y);
    check(abs(texel[0] - wanted[0]) <= 5 && abs(texel[1] - wanted[1]) <= 3 &&
              abs(texel[2] - wanted[2]) <= 5,
          "%s: %u %u %u, not %u %u %u", name, texel[0], texel[1], texel[2], wanted[0], wanted[1],
          wanted[2]);
}

static void test_stored(void)
{
    static uint8_t texels[256 * 256][4];
    const bytes *image = cells_png();
    pelt_texture_info t;
    double uvs[4][2];
    if (bake_stored(&t, texels, uvs, &(asset){0}, image, 32)) {
        check(t.width == 32 && t.height == 32 && t.texels == PELT_TEXELS_I4 &&
                  t.wrap_across == PELT_WRAP_CLAMP && t.clear == PELT_NONE,
              "a whole atlas: %u x %u, texels %u", t.width, t.height, t.texels);
        for (uint32_t i = 0; i < 1024; i++)
            check_texel(texels[i], i % 32 / 8, i / 32 / 8, "a whole atlas");
    }
    /* Averaged in linear light: 8 x 8 texels of 4 x 4 cells, each of its cell alone. */
    if (bake_stored(&t, texels, uvs, &(asset){0}, image, 8))
        for (uint32_t i = 0; i < 64; i++)
            check_texel(texels[i], i % 8 / 2, i / 8 / 2, "a small atlas");
    /* Only what is used is there: two cells side by side, an image further on. */
    const float two[4][2] = {{1.25f, 2.5f}, {1.75f, 2.5f}, {1.75f, 2.75f}, {1.25f, 2.75f}};
    if (bake_stored(&t, texels, uvs, &(asset){.uvs = two}, image, 256)) {
        check(t.width == 16 && t.height == 8 && uvs[0][0] == 0 && uvs[0][1] == 0 &&
                  uvs[2][0] == 1 && uvs[2][1] == 1,
              "two cells: %u x %u from %g %g to %g %g", t.width, t.height, uvs[0][0], uvs[0][1],
              uvs[2][0], uvs[2][1]);
        for (uint32_t i = 0; i < 128; i++)
            check_texel(texels[i], 1 + i % 16 / 8, 2, "two cells");
    }
    /* Coordinates that go on keep the image and its way to repeat. */
    const float often[4][2] = {{-1, 0}, {3, 0}, {3, 1}, {-1, 1}};
    if (bake_stored(&t, texels, uvs, &(asset){.uvs = often, .sampler = "\"wrapS\": 33648"}, image,
                    32))
        check(t.width == 32 && t.wrap_across == PELT_WRAP_MIRROR &&
                  t.wrap_down == PELT_WRAP_CLAMP && uvs[0][0] == -1 && uvs[1][0] == 3,
              "mirrored: %u wide, wrap %u, from %g to %g", t.width, t.wrap_across, uvs[0][0],
              uvs[1][0]);
    /* A mask: the cells with x + y > 4 have alpha below 0.75. */
    if (bake_stored(&t, texels, uvs,
                    &(asset){.material = "\"alphaMode\": \"MASK\", \"alphaCutoff\": 0.735,"}, image,
                    32)) {
        check(t.clear != PELT_NONE, "a mask hides nothing");
        for (uint32_t i = 0; i < 1024; i++)
            check((texels[i][3] == 0) == (i % 32 / 8 + i / 32 / 8 > 4), "mask at %u", i);
    }
    /* The factor is in the texels. */
    if (bake_stored(&t, texels, uvs, &(asset){.factor = "[0.2158605, 1, 1, 1]"}, image, 32))
        check(abs(texels[31][0] - 122) <= 5 && texels[31][1] > 240, "factor: %u %u", texels[31][0],
              texels[31][1]);
}

/* Expects every corner to have the colour of one cell of the atlas; alpha is 255 if the material
 * is opaque. */
static void expect_cell(const asset *a, uint32_t x, uint32_t y, const char *name)
{
    uint8_t wanted[4];
    cell_colour(wanted, x, y);
    for (int c = 0; c < 3; c++)
        wanted[c] = (uint8_t)linear(wanted[c]);
    if (a->material == NULL)
        wanted[3] = 255;
    const bool ok = bake(a, cells_png());
    check(ok, "%s: %s", name, d.message);
    for (int v = 0; v < 4 && ok; v++)
        check(memcmp(colours[v], wanted, 4) == 0, "%s: %u %u %u %u, not %u %u %u %u", name,
              colours[v][0], colours[v][1], colours[v][2], colours[v][3], wanted[0], wanted[1],
              wanted[2], wanted[3]);
}

/// Tests //////////////////////////////////////////////////////////////////////////////////////////

/* Tests quads up to the very edges of a cell, points, and lines. */
static void test_flat_cells(void)
{
    for (uint32_t y = 0; y < 4; y++)
        for (uint32_t x = 0; x < 4; x++) {
            const float left = 0.25f * (float)x, top = 0.25f * (float)y;
            const float middle = left + 0.1f, low = top + 0.125f;
            const float cell[4][2] = {
                {left, top}, {left + .25f, top}, {left + .25f, top + .25f}, {left, top + .25f}};
            const float point[4][2] = {{middle, low}, {middle, low}, {middle, low}, {middle, low}};
            const float line[4][2] = {
                {left, low}, {middle, low}, {left + .25f, low}, {middle, low}};
            expect_cell(&(asset){.uvs = cell}, x, y, "a whole cell");
            expect_cell(&(asset){.uvs = point}, x, y, "a point of a cell");
            expect_cell(&(asset){.uvs = line}, x, y, "a line in a cell");
            expect_cell(&(asset){.uvs = cell, .material = "\"alphaMode\": \"BLEND\","}, x, y,
                        "alpha of a cell");
        }
}

static void test_placing(void)
{
    const float cell[4][2] = {{0, 0}, {.25f, 0}, {.25f, .25f}, {0, .25f}};
    const float beyond[4][2] = {{1.25f, -.5f}, {1.5f, -.5f}, {1.5f, -.25f}, {1.25f, -.25f}};
    const float far[4][2] = {{7, 7}, {8, 7}, {8, 9}, {7, 8}};
    expect_cell(&(asset){.uvs = beyond}, 1, 2, "repeated");
    expect_cell(&(asset){.uvs = beyond, .sampler = "\"wrapS\": 33648, \"wrapT\": 33648"}, 2, 1,
                "mirrored");
    expect_cell(&(asset){.uvs = far, .sampler = "\"wrapS\": 33071, \"wrapT\": 33071"}, 3, 3,
                "clamped");
    expect_cell(&(asset){.uvs = beyond, .sampler = "\"wrapS\": 33071, \"wrapT\": 10497"}, 3, 2,
                "clamped across alone");
#define TRANSFORM(members) ", \"extensions\": {\"KHR_texture_transform\": {" members "}}"
    expect_cell(&(asset){.uvs = cell, .info = TRANSFORM("\"offset\": [0.5, 0.25]")}, 2, 1,
                "offset");
    expect_cell(&(asset){.info = TRANSFORM("\"scale\": [0.25, 0.25], \"offset\": [0, 0.75]")}, 0, 3,
                "scale");
    /* u' = v, v' = -u: counter-clockwise as seen in the picture. */
    expect_cell(&(asset){.uvs = cell,
                         .info = TRANSFORM("\"rotation\": 1.5707963267948966, "
                                           "\"offset\": [0.25, 0.75]")},
                1, 2, "rotation");
    expect_cell(&(asset){.info = TRANSFORM("\"texCoord\": 1, \"offset\": [0.9, 0.6]")}, 3, 2,
                "the transform's set");
    expect_cell(&(asset){.info = ", \"texCoord\": 1"}, 0, 0, "the second set");
}

/* Texels are averaged in linear light: a checkerboard of single texels gives half everywhere. A second
 * image, with hard edges, shows that each corner takes the texels near it. */
static void test_averages(void)
{
    static drawing board;
    static bytes image;
    board.width = board.height = 64;
    for (uint32_t i = 0; i < 4096; i++) {
        const uint8_t value = (i ^ i / 64) & 1 ? 255 : 0; /* every other texel */
        memcpy(board.rgba[i], (uint8_t[4]){value, value, value, 255}, 4);
    }
    write_png(&image, &board);
    take(&(asset){0}, &image);
    for (int v = 0; v < 4; v++) /* in linear light half is 127.5, in sRGB it would be 55 */
        check(abs(colours[v][0] - 127) <= 4, "a mean of texels is %u", colours[v][0]);
    const float often[4][2] = {{0, 0}, {40, 0}, {40, 40}, {0, 40}};
    take(&(asset){.uvs = often}, &image);
    for (int v = 0; v < 4; v++)
        check(abs(colours[v][0] - 127) <= 12, "a mean of repeated texels is %u", colours[v][0]);
    for (uint32_t i = 0; i < 4096; i++) {
        const uint8_t value = i % 64 < 16 ? 255 : 0;
        memcpy(board.rgba[i], (uint8_t[4]){value, 255, value, i / 64 < 32 ? 255 : 0}, 4);
    }
    write_png(&image, &board);
    take(&(asset){.factor = "[1, 0.5, 1, 1]"}, &image);
    check(colours[0][0] > 90 && colours[1][0] == 0 && colours[2][0] == 0, "surroundings: %u %u %u",
          colours[0][0], colours[1][0], colours[2][0]);
    check(colours[0][1] == 128 && colours[0][3] == 255, "factor: %u", colours[0][1]);
    take(&(asset){.material = "\"alphaMode\": \"MASK\","}, &image);
    check(colours[0][3] > 200 && colours[2][3] < 40, "alpha: %u %u", colours[0][3], colours[2][3]);
}

static void test_kinds(void)
{
    static drawing flat;
    static bytes png, jpeg, cut;
    flat.width = 40;
    flat.height = 24;
    for (uint32_t i = 0; i < 960; i++)
        memcpy(flat.rgba[i], (uint8_t[4]){200, 100, 50, 255}, 4);
    write_png(&png, &flat);
    write_jpeg(&jpeg, &flat);
    check(bake(&(asset){0}, &jpeg), "JPEG: %s", d.message);
    check(abs(colours[0][0] - (int)linear(200)) <= 2 && abs(colours[0][1] - (int)linear(100)) <= 2,
          "JPEG: %u %u", colours[0][0], colours[0][1]);
    /* A file cut anywhere must be refused with words that name the image and the remedy. The last 12
     * bytes are left out: without a PNG's end a reader may take it. */
    for (int kind = 0; kind < 2; kind++) {
        const bytes *from = kind == 0 ? &png : &jpeg;
        for (size_t length = 1; length + 12 < from->count; length++) {
            cut = *from;
            cut.count = length;
            const bool taken = bake(&(asset){0}, &cut);
            check(!taken && strstr(d.message, "/images/0") != NULL &&
                      strstr(d.message, "convert it to PNG or JPEG") != NULL,
                  "%s of %zu of %zu bytes: %s", kind == 0 ? "PNG" : "JPEG", length, from->count,
                  taken ? "taken" : d.message);
        }
    }
    /* A header that claims a width of 65535, such a height, or both. */
    static const uint8_t huge[4] = {0, 0, 0xFF, 0xFF};
    for (int sides = 1; sides < 4; sides++) {
        cut = png;
        if ((sides & 1) != 0)
            memcpy(cut.data + 16, huge, 4);
        if ((sides & 2) != 0)
            memcpy(cut.data + 20, huge, 4);
        check(!bake(&(asset){0}, &cut), "a huge PNG is taken");
    }
    for (int round = 0; round < 400; round++) { /* any other damage: no crash */
        cut = round & 1 ? png : jpeg;
        for (int i = 0; i < 3; i++)
            cut.data[8 + check_draw((uint32_t)cut.count - 8)] ^= (uint8_t)(1u << check_draw(8));
        bake(&(asset){0}, &cut);
        check(d.exit_code != DIAG_IO, "a damaged image: %s", d.message);
    }
}

static void test_parts(void)
{
    const bytes *image = cells_png();
    const float cell[4][2] = {{0, 0}, {.25f, 0}, {.25f, .25f}, {0, .25f}};
    take(&(asset){.uvs = cell, .factor = "[0.2, 0.4, 0.6, 0.8]"}, image);
    check(has_table, "four vertices of one colour have no table");
    check(part.material == 0 && strcmp(names[0], "skin") == 0 && names[1][0] == 0,
          "material %u %s %s", part.material, names[0], names[1]);
    check(part.metallic == 255 && part.roughness == 255 && !part.double_sided, "defaults of glTF");
    check(part.colour[0] == 51 && part.colour[2] == 153 && part.colour[3] == 255, "factor %u %u %u",
          part.colour[0], part.colour[2], part.colour[3]);
    check(!part.unlit &&
              bake(&(asset){.material = "\"extensions\": {"
                                        "\"KHR_materials_unlit\": {}},"},
                   image) &&
              part.unlit,
          "unlit");
    take(&(asset){.image = "{\"bufferView\": 1, \"name\": \"hide\"}",
                  .material = "\"doubleSided\": true, \"alphaMode\": \"BLEND\",",
                  .factor = "[1, 1, 1, 0.4], \"metallicFactor\": 0.2, "
                            "\"roughnessFactor\": 0.6"},
         image);
    check(part.metallic == 51 && part.roughness == 153 && part.double_sided &&
              part.colour[3] == 102 && strcmp(names[1], "hide") == 0,
          "material %u %u %u %s", part.metallic, part.roughness, part.colour[3], names[1]);
    check(colours[0][3] > 90 && colours[2][3] < colours[0][3] && colours[2][3] > 50,
          "an image in a bufferView: alpha %u %u", colours[0][3], colours[2][3]);
    check(!has_table, "four vertices of four colours have a table");
}

/* Stores `count` colours of four vertices each: red and green are first + step * (i % 96), blue is
 * 100 + step * (i / 96). Expects a table or none, and each colour as it was. */
static void check_table(uint32_t count, uint32_t first, uint32_t step, bool table, const char *name)
{
    FREED_BY(buffer_free) byte_buffer streams = {0};
    bool is_table;
    bake_records records = {.count = 4 * count};
    records.records = diag_calloc(records.count, sizeof *records.records);
    for (uint32_t i = 0; i < records.count; i++) {
        const uint32_t value = first + i % count % 96 * step, other = 100 + i % count / 96 * step;
        records.records[i].colour = value | value << 8 | other << 16 | 255u << 24;
    }
    const uint32_t offset = write_colours(&is_table, &streams, &records);
    check(is_table == table && offset == 0 && streams.count % 4 == 0, "%s: a table: %d", name,
          is_table);
    const uint32_t length = is_table ? streams.bytes[0] + streams.bytes[1] * 256u : 0;
    bool right = streams.count == (is_table ? 4 + 4 * length + records.count : 4 * records.count);
    for (uint32_t i = 0; i < records.count && right; i++) {
        const uint8_t *at = streams.bytes + 4 * i;
        if (is_table)
            at = streams.bytes + 4 + 4 * streams.bytes[4 + 4 * length + i];
        for (int c = 0; c < 4; c++)
            right &= at[c] == (records.records[i].colour >> (8 * c) & 255);
    }
    check(right && length <= 256, "%s: other colours", name);
    free(records.records);
}

static void test_tables(void)
{
    check_table(1, 7, 1, true, "one colour");
    check_table(256, 0, 1, true, "as many as a table takes");
    check_table(257, 0, 0, true, "one colour of many vertices");
    check_table(257, 100, 1, false, "too many");
    byte_buffer streams = {0};
    bool is_table;
    const bake_records none = {0};
    check(write_colours(&is_table, &streams, &none) == 0 && !is_table && streams.count == 0,
          "no vertices");
}

static void refuses(const asset *a, const bytes *image, const char *words, const char *place)
{
    check(!bake(a, image) && d.exit_code == DIAG_INVALID && strstr(d.message, words) != NULL &&
              strstr(d.message, place) != NULL,
          "%s: %s", words, d.message);
}

static void test_refused(void)
{
    static bytes other;
    const bytes *image = cells_png();
    other.count = 20;
    memcpy(other.data, "RIFF....WEBPVP8 ....", 20);
    refuses(&(asset){0}, &other, "WebP", "/images/0, convert it to PNG or JPEG");
    memcpy(other.data, "\xabKTX 20\xbb\r\n\x1a\n........", 20);
    refuses(&(asset){0}, &other, "KTX", "/images/0, convert it to PNG or JPEG");
#define EXTENSION(name) "\"extensions\": {\"" name "\": {\"source\": 0}}"
    refuses(&(asset){.texture = EXTENSION("EXT_texture_webp")}, image, "WebP", "/images/0");
    refuses(&(asset){.texture = EXTENSION("KHR_texture_basisu")}, image, "KTX2", "/images/0");
    /* The image beside the extension's, for other readers, is used. */
    expect_cell(&(asset){.uvs = (const float[4][2]){{.1f, .1f}, {.2f, .1f}, {.2f, .2f}, {.1f, .2f}},
                         .texture = "\"source\": 0, " EXTENSION("EXT_texture_webp")},
                0, 0, "a plain image beside WebP");
    refuses(&(asset){.image = "{}"}, image, "neither uri nor bufferView", "/images/0");
    refuses(&(asset){.image = "{\"bufferView\": 7}"}, image, "", "/images/0/bufferView");
    refuses(&(asset){.image = "{\"bufferView\": 0}"}, image, "neither PNG nor JPEG", "/images/0");
    refuses(&(asset){.image = "{\"uri\": \"data:image/png,abc\"}"}, image, "base64", "/images/0");
    refuses(&(asset){.image = "{\"uri\": \"DATA:image/png,abc\"}"}, image, "base64", "/images/0");
    refuses(&(asset){.texture = "\"source\": 3"}, image, "", "/textures/0/source");
    refuses(&(asset){.sampler = "\"wrapS\": 5"}, image, "wrapS", "/samplers/0");
    refuses(&(asset){.info = TRANSFORM("\"scale\": [1]")}, image, "2 numbers", "/scale");
    refuses(&(asset){.info = TRANSFORM("\"rotation\": \"left\"")}, image, "must be a number",
            "rotation");
}

int main(void)
{
    diag_set_warnings(false);
    test_flat_cells();
    test_placing();
    test_averages();
    test_kinds();
    test_parts();
    test_stored();
    test_tables();
    test_refused();
    return check_end();
}
