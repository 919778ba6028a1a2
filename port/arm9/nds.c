/* SPDX-License-Identifier: MIT */
#include "pelt/nds.h"

#include "../../src/blob/stored.h"

#ifdef PELT_NDS

/* VTX_16 takes an int16 coordinate p as p / 2^12, and keeps the product with an element M / 2^12 in
 * 1/2^12: the engine computes floor((sum of M p + 2^12 T) / 2^12). Errors:
 *   3x3          Q33 of units per grid step, |m| < 2^30, becomes Q24, |M| <= 2^21: off by at most
 *   half
 *                a step, 2^15 / 2^12 / 2 = 4 steps of the result for each of three coordinates
 *   translation  Q17, |t| < 2^29, becomes Q12: half a step
 *   the result   is rounded down: less than one step
 * The reference's own result is off by at most two steps of Q16, 1/8 of a step here. Together that
 * is below 13.7 steps. */
#define MATRIX_SHIFT 9u
#define TRANSLATION_SHIFT 5u

static int32_t round_shift(int32_t value, unsigned bits)
{
    return ((value >> (bits - 1u)) + 1) >> 1;
}

static pelt_status check_entry(const pelt_palette_q16 *palette, uint32_t entry)
{
    if (palette == NULL || palette->model == NULL || palette->entries == NULL)
        return PELT_E_ARGUMENT;
    if (palette->model->encoding != PELT_EXACT)
        return PELT_E_FAMILY;
    return entry < stored_skin(palette->model, palette->skin)->entry_count ? PELT_OK : PELT_E_RANGE;
}

/* Converts columns of 2^(raw_normal_bits + 2) to 20.12, without a translation. */
static void set_columns(pelt_nds_matrix *matrix, const int32_t *from, uint32_t raw_normal_bits)
{
    for (unsigned row = 0; row < 3u; row++) {
        for (unsigned column = 0; column < 3u; column++) {
            const int32_t m = from[4u * row + column];
            int32_t *to = &matrix->m[3u * column + row];
            *to = raw_normal_bits > 10u ? round_shift(m, raw_normal_bits - 10u)
                                        : (int32_t)((uint32_t)m << (10u - raw_normal_bits));
        }
        matrix->m[9u + row] = 0;
    }
}

pelt_status pelt_nds_matrices_get(pelt_nds_matrix *positions, pelt_nds_matrix *directions,
                                  const pelt_palette_q16 *palette, uint32_t entry,
                                  uint32_t raw_normal_bits)
{
    const pelt_status status =
        raw_normal_bits <= 30u ? check_entry(palette, entry) : PELT_E_ARGUMENT;
    if (status != PELT_OK)
        return status;
    const int32_t *from = palette->entries[entry].opaque;
    if (positions != NULL) {
        set_columns(positions, from, MATRIX_SHIFT + 10u);
        for (unsigned row = 0; row < 3u; row++)
            positions->m[9u + row] = round_shift(from[4u * row + 3u], TRANSLATION_SHIFT);
    }
    /* A rigid vertex's unit normal is 2^14 long and comes out 2^raw_normal_bits long after a product
     * shifted by 16: so the entry's columns are 2^(raw_normal_bits + 2), which 20.12 calls 2^12. */
    if (directions != NULL)
        set_columns(directions, from, raw_normal_bits);
    return PELT_OK;
}

#endif
