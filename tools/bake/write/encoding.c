/* SPDX-License-Identifier: MIT */
/* Writes numbers in the format of the chosen encoding. */
#include "bake/write/sections.h"

#define ROTATION_ONE 1073741824.0 /* 2^30 */
#define KEY_LIMIT 1073741823.0    /* keys are below 2^30 */

/// Poses and keys ////////////////////////////////////////////////////////////////////////////////

/* Smaller numbers, which exporters leave where they mean zero, become zero: their products would be
 * subnormal, and hosts take up to a hundred times as long for those. */
#define FLOAT_LEAST 0x1p-60
#define FLOAT_LEAST_LENGTH 0x1p-100 /* models may be small */

/* Writes value * 2^bits in fixed point, to nearest, within [-limit, limit]. */
static void put_number(byte_buffer *out, const encoding_traits *p, double value, int bits,
                       double limit, double least)
{
    if (p->fixed)
        buffer_i32(out, round_within(ldexp(value, bits), limit));
    else
        buffer_f32(out, (float)(fabs(value) < least ? 0 * value : value));
}

int encode_bits(const encoding_traits *p, enum format_path path, int exponent)
{
    if (!p->fixed)
        return CURVE_FLOATS;
    return path == FORMAT_WEIGHTS ? 23 : (path == FORMAT_TRANSLATION ? 20 : 30) + exponent;
}

void encode_component(byte_buffer *out, const encoding_traits *p, enum format_path path,
                      double value, int exponent)
{
    const double most = p->most_morph_weight;
    if (path == FORMAT_WEIGHTS) /* Q16 */
        put_number(out, p, fmin(fmax(value, -most), most), 16, INT32_MAX, FLOAT_LEAST);
    else
        put_number(out, p, value, encode_bits(p, path, exponent),
                   path == FORMAT_ROTATION ? ROTATION_ONE : KEY_LIMIT,
                   path == FORMAT_TRANSLATION ? FLOAT_LEAST_LENGTH : FLOAT_LEAST);
}

void encode_local(byte_buffer *out, const encoding_traits *p, const trs *local,
                  int translation_exponent, int scale_exponent)
{
    for (int c = 0; c < 4; c++)
        encode_component(out, p, FORMAT_ROTATION, local->r[c], 0);
    for (int c = 0; c < 3; c++)
        encode_component(out, p, FORMAT_TRANSLATION, local->t[c], translation_exponent);
    for (int c = 0; c < 3; c++)
        put_number(out, p, local->s[c], 30 + scale_exponent, INT32_MAX, FLOAT_LEAST);
}

/// Palette entries ///////////////////////////////////////////////////////////////////////////////

/* The largest shift with which the 3x3 fits Q(entry_bits + shift): in exact models every element,
 * in lean ones columns shorter than 2^18. */
static int entry_shift(const encoding_traits *p, const mat34 *m)
{
    int shift = p->lean ? FORMAT_ENTRY_MAX_SHIFT_Q12 : FORMAT_ENTRY_MAX_SHIFT;
    const double limit = p->lean ? 262143 : INT32_MAX - 1.0;
    double largest = p->lean ? matrix_norm(m) : 0;
    for (int r = 0; r < 3 && !p->lean; r++)
        largest = fmax(largest, vec_largest(m->m[r], 3));
    while (shift > (int)FORMAT_ENTRY_MIN_SHIFT && ldexp(largest, p->entry_bits + shift) > limit)
        shift--;
    return shift;
}

void encode_entry(byte_buffer *out, const encoding_traits *p, const mat34 *m)
{
    const int shift = p->fixed ? entry_shift(p, m) : 0;
    buffer_u16(out, (uint16_t)shift);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) /* the fourth column is the translation, Q20 */
            put_number(out, p, m->m[r][c], c == 3 ? 20 : p->entry_bits + shift, INT32_MAX,
                       c == 3 ? FLOAT_LEAST_LENGTH : FLOAT_LEAST);
}

/// Vertices //////////////////////////////////////////////////////////////////////////////////////

/* Returns the number of offsets, and of weights: in fixed point three influences take the space of four. */
static uint32_t slots_of(const encoding_traits *p, uint32_t influences)
{
    return p->fixed && influences == 3 ? 4 : influences;
}

void encode_offsets(byte_buffer *out, const encoding_traits *p, const bake_record *r)
{
    for (uint32_t k = 0; k < slots_of(p, r->influences); k++)
        traits_put(out, p, r->entry[k < r->influences ? k : 0] * FORMAT_ENTRY_BYTES);
}

static void put_weights(byte_buffer *out, const encoding_traits *p, const bake_record *r)
{
    for (uint32_t k = 0; k < slots_of(p, r->influences); k++)
        traits_put(out, p, k < r->influences ? r->weight[k] : 0);
}

static void put_lean(byte_buffer *out, const encoding_traits *p, const bake_record *r)
{
    const bool four = r->influences > 2;
    if (four)
        put_weights(out, p, r);
    buffer_u16(out, r->position[0], r->position[1]);
    if (four)
        buffer_u32(out, r->position[2]);
    else
        buffer_u16(out, (uint16_t)r->position[2]);
    if (r->influences == 2)
        buffer_u16(out, (uint16_t)r->weight[1]);
    buffer_u8(out, r->normal[0], r->normal[1], 0, r->normal[2]);
}

void encode_record(byte_buffer *out, const encoding_traits *p, const bake_record *r)
{
    if (p->lean) {
        put_lean(out, p, r);
        return;
    }
    if (r->influences > 1)
        put_weights(out, p, r);
    for (int c = 0; c < 3; c++)
        traits_put(out, p, r->position[c]);
    for (int c = 0; c < 3; c++)
        traits_put(out, p, r->normal[c]);
}
