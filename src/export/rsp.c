/* SPDX-License-Identifier: MIT */
/* Palettes in the format of the Nintendo 64's RSP. */
#include "matrix.h"

/* a / 2^down to nearest, or times 2^-down, |down| <= 17; false where that leaves 32 bits. */
static bool shifted(int32_t *out, int32_t a, int32_t down)
{
    if (down > 0) {
        *out = (a >> down) + (a >> (down - 1) & 1);
        return true;
    }
    const int32_t limit = INT32_MAX >> -down;
    if (a > limit || a < -limit)
        return false;
    *out = a * (1 << -down);
    return true;
}

static bool convert(int32_t m[12], const int32_t entry[12], bool lean, uint32_t up)
{
    for (unsigned i = 0; i < 12u; i++) {
        const int32_t bits = i % 4u == 3u ? (lean ? 16 : 17) : lean ? 30 : 33;
        if (!shifted(&m[i], entry[i], bits - 16 - (int32_t)up))
            return false;
    }
    return true;
}

static void split(pelt_rsp_matrix *matrix, const int32_t m[12])
{
    for (unsigned column = 0; column < 4u; column++)
        for (unsigned row = 0; row < 4u; row++) {
            const uint32_t element = row < 3u       ? (uint32_t)m[4u * row + column]
                                     : column == 3u ? 65536u
                                                    : 0u;
            matrix->integers[4u * column + row] = (uint16_t)(element >> 16);
            matrix->fractions[4u * column + row] = (uint16_t)element;
        }
}

pelt_status pelt_palette_export_rsp(pelt_rsp_matrix *matrices, uint32_t up,
                                    const pelt_palette_q16 *palette, const uint16_t *entries,
                                    uint32_t count)
{
    if (matrices == NULL || up > 17u || palette == NULL || palette->entries == NULL ||
        palette->model == NULL)
        return PELT_E_ARGUMENT;
    const pelt_model *model = palette->model;
    if (model->encoding == PELT_FLOAT)
        return PELT_E_ARITHMETIC;
    if (palette->skin >= model->skin_count)
        return PELT_E_MISMATCH;
    if (!export_has_entries(model, palette->skin, entries, count))
        return PELT_E_RANGE;
    const bool lean = model->encoding == PELT_LEAN;
    int32_t m[12];
    for (uint32_t i = 0; i < count; i++)
        if (!convert(m, palette->entries[export_entry(entries, i)].opaque, lean, up))
            return PELT_E_RANGE;
    for (uint32_t i = 0; i < count; i++) {
        (void)convert(m, palette->entries[export_entry(entries, i)].opaque, lean, up);
        split(&matrices[i], m);
    }
    return PELT_OK;
}
