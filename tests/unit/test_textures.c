/* SPDX-License-Identifier: MIT */
/* Textures of a blob: what is told of them, and that nothing beyond the section is. */
#include "src/blob/format.h"
#include "pelt.h"
#include "test.h"

#define SECTION_BYTES (4u + sizeof(format_texture) + 32u + 16u) /* 4 x 8 texels of 4 bits */
#define SECTION_AT (sizeof(format_header) + sizeof(format_section))

/* A blob of nothing but the header, one section and names. */
typedef struct made_blob {
    format_header header;
    format_section section;
    uint32_t count;
    format_texture texture;
    uint16_t colours[16];
    uint8_t rows[8][2];
    char names[8];
} made_blob;

static const format_texture right = {.rows = 56,
                                     .colours = 24,
                                     .image = 1,
                                     .colour_count = 16,
                                     .clear = 3,
                                     .texels = PELT_TEXELS_I4,
                                     .flags = PELT_WRAP_MIRROR | PELT_WRAP_CLAMP << 2 |
                                              FORMAT_TEXTURE_CLEAR,
                                     .width_bits = 2,
                                     .height_bits = 3};

void test_textures(void)
{
    made_blob *blob = test_take(sizeof *blob);
    pelt_model *model = test_take(sizeof *model);
    pelt_texture_info info;
    memset(blob, 0, sizeof *blob);
    memset(model, 0, sizeof *model);
    blob->header.section_count = 1;
    blob->section = (format_section){
        .tag = FORMAT_TEXTURES, .version = 1, .offset = SECTION_AT, .bytes = SECTION_BYTES};
    blob->count = 1;
    blob->texture = right;
    memcpy(blob->names, "\0skin", 6);
    model->blob = (const uint8_t *)blob;
    model->names = (uint32_t)offsetof(made_blob, names);
    model->names_bytes = sizeof blob->names;

    CHECK_OK(pelt_texture_get(&info, model, 0));
    CHECK(info.rows == blob->rows && info.colours == blob->colours);
    CHECK(info.width == 4u && info.height == 8u && info.row_bytes == 2u);
    CHECK(info.colour_count == 16u && info.clear == 3u && info.texels == PELT_TEXELS_I4);
    CHECK(info.wrap_across == PELT_WRAP_MIRROR && info.wrap_down == PELT_WRAP_CLAMP);
    CHECK(memcmp(info.image_name, "skin", 5) == 0);
    CHECK_EQ(pelt_texture_get(&info, model, 1), PELT_E_RANGE);

    /* Direct colours that fill the section exactly; none is hidden. */
    format_texture *const t = &blob->texture;
    t->texels = PELT_TEXELS_RGB565;
    t->colour_count = 0;
    t->width_bits = 1;
    t->rows = 40;
    t->flags = PELT_WRAP_REPEAT | PELT_WRAP_REPEAT << 2;
    CHECK_OK(pelt_texture_get(&info, model, 0));
    CHECK(info.colours == NULL && info.clear == PELT_NONE && info.row_bytes == 4u);

    *t = right;
#define REFUSED(field, value)                                                                      \
    CHECK_WITH(t->field, value, pelt_texture_get(&info, model, 0), PELT_E_CORRUPT)
    REFUSED(rows, 60);
    REFUSED(rows, 55);
    REFUSED(rows, 0xFFFFFFFCu);
    REFUSED(colours, 44);
    REFUSED(image, 8);
    REFUSED(colour_count, 15);
    REFUSED(texels, 0);
    REFUSED(texels, PELT_TEXELS_I8);
    REFUSED(texels, 4);
    REFUSED(flags, PELT_WRAP_CLAMP);
    REFUSED(flags, PELT_WRAP_CLAMP << 2);
    REFUSED(width_bits, 0);
    REFUSED(width_bits, 11);
    REFUSED(height_bits, 0);
    REFUSED(height_bits, 11);
    for (blob->section.bytes = 0; blob->section.bytes < SECTION_BYTES; blob->section.bytes += 4u)
        CHECK_EQ(pelt_texture_get(&info, model, 0),
                 blob->section.bytes < 4u ? PELT_E_RANGE : PELT_E_CORRUPT);
    blob->count = 256;
    CHECK_EQ(pelt_texture_get(&info, model, 255), PELT_E_CORRUPT);
    test_release();
}
