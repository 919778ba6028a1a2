/* SPDX-License-Identifier: MIT */
#include "bake/write/encoding.h"

#include "src/blob/format.h"

#define ROTATION_ONE 1073741824.0 /* 2^30 */
#define KEY_LIMIT 1073741823.0    /* keys are below 2^30 */

/// Fixed point ///////////////////////////////////////////////////////////////////////////////////

static void put_number(byte_buffer *out, double value, int exponent, double limit)
{
    buffer_i32(out, round_within(ldexp(value, exponent), limit));
}

/* Q20 */
static void put_translation_fixed(byte_buffer *out, double value, int exponent)
{
    put_number(out, value, 20 + exponent, KEY_LIMIT);
}

/* Q30 */
static void put_scale_fixed(byte_buffer *out, double value, int exponent)
{
    put_number(out, value, 30 + exponent, KEY_LIMIT);
}

static void put_local_fixed(byte_buffer *out, const trs *local, int translation_exponent,
                            int scale_exponent)
{
    for (int c = 0; c < 4; c++)
        put_number(out, local->r[c], 30, ROTATION_ONE);
    for (int c = 0; c < 3; c++)
        put_translation_fixed(out, local->t[c], translation_exponent);
    for (int c = 0; c < 3; c++)
        put_number(out, local->s[c], 30 + scale_exponent, INT32_MAX);
}

/* Q30 */
static void put_rotation_fixed(byte_buffer *out, double value)
{
    put_number(out, value, 30, ROTATION_ONE);
}

/* Q20, Q30, Q23 */
static int number_bits_fixed(enum format_path path, int exponent)
{
    return path == FORMAT_WEIGHTS ? 23 : (path == FORMAT_SCALE ? 30 : 20) + exponent;
}

/* Q16 */
static void put_morph_weight_fixed(byte_buffer *out, double weight)
{
    put_number(out, weight, 16, ldexp(traits_of(PELT_EXACT)->most_morph_weight, 16));
}

static void put_tangent_fixed(byte_buffer *out, const bake_record *r)
{
    for (int c = 0; c < 4; c++)
        buffer_u16(out, (uint16_t)r->tangent[c]);
}

/* Translations are Q20. */
static void put_entry_numbers(byte_buffer *out, const mat34 *m, unsigned shift, int q)
{
    buffer_u16(out, (uint16_t)shift);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++)
            put_number(out, m->m[r][c], q, INT32_MAX);
        put_number(out, m->m[r][3], 20, INT32_MAX);
    }
}

/* Byte offsets of entries; three take the room of four. */
static void put_offsets(byte_buffer *out, const uint32_t entry[4], uint32_t influences)
{
    const uint32_t slots = influences == 3 ? 4 : influences;
    for (uint32_t k = 0; k < slots; k++)
        buffer_u16(out, (uint16_t)(entry[k < influences ? k : 0] * FORMAT_ENTRY_BYTES));
}

static void put_record_offsets(byte_buffer *out, const bake_record *r)
{
    put_offsets(out, r->entry, r->influences);
}

static void put_weights(byte_buffer *out, const uint32_t weight[4], uint32_t influences)
{
    const uint32_t slots = influences == 3 ? 4 : influences;
    for (uint32_t k = 0; k < slots; k++)
        buffer_u16(out, (uint16_t)(k < influences ? weight[k] : 0));
}

/* Of q16 and q12 alike. */
#define POSES_AND_KEYS                                                                             \
    .local = put_local_fixed, .translation = put_translation_fixed, .scale = put_scale_fixed,      \
    .rotation = put_rotation_fixed, .morph_weight = put_morph_weight_fixed,                        \
    .number_bits = number_bits_fixed

/// q16 ///////////////////////////////////////////////////////////////////////////////////////////

/* 3x3 in Q(36 + shift) */
static void put_entry_q16(byte_buffer *out, const mat34 *m)
{
    double largest = 0;
    for (int r = 0; r < 3; r++)
        largest = fmax(largest, vec_largest(m->m[r], 3));
    /* largest * 2^(36 + shift) <= 2^31 - 1 */
    unsigned shift = FORMAT_ENTRY_MAX_SHIFT;
    while (shift > FORMAT_ENTRY_MIN_SHIFT && ldexp(largest, 36 + (int)shift) > INT32_MAX - 1.0)
        shift--;
    put_entry_numbers(out, m, shift, 36 + (int)shift);
}

static void put_record_q16(byte_buffer *out, const bake_record *r)
{
    if (r->influences > 1)
        put_weights(out, r->weight, r->influences);
    for (int c = 0; c < 3; c++)
        buffer_u16(out, (uint16_t)r->position[c]);
    for (int c = 0; c < 3; c++)
        buffer_u16(out, (uint16_t)r->normal[c]);
}

static const encoding q16 = {
    POSES_AND_KEYS,           .entry = put_entry_q16,       .offsets = put_record_offsets,
    .record = put_record_q16, .tangent = put_tangent_fixed, .delta_bytes = format_delta_bytes_q16};

/// q12 ///////////////////////////////////////////////////////////////////////////////////////////

/* 3x3 in Q(18 + shift), columns shorter than 2^18 */
static void put_entry_q12(byte_buffer *out, const mat34 *m)
{
    unsigned shift = FORMAT_ENTRY_MAX_SHIFT_Q12;
    while (shift > FORMAT_ENTRY_MIN_SHIFT && ldexp(matrix_norm(m), 18 + (int)shift) > 262143)
        shift--;
    put_entry_numbers(out, m, shift, 18 + (int)shift);
}

static void put_record_q12(byte_buffer *out, const bake_record *r)
{
    const bool four = r->influences > 2;
    if (four)
        put_weights(out, r->weight, r->influences);
    buffer_u16(out, (uint16_t)r->position[0]);
    buffer_u16(out, (uint16_t)r->position[1]);
    if (four)
        buffer_u32(out, r->position[2]);
    else
        buffer_u16(out, (uint16_t)r->position[2]);
    if (r->influences == 2)
        buffer_u16(out, (uint16_t)r->weight[1]);
    buffer_u8(out, (uint8_t)r->normal[0]);
    buffer_u8(out, (uint8_t)r->normal[1]);
    buffer_u8(out, 0);
    buffer_u8(out, (uint8_t)r->normal[2]);
}

static const encoding q12 = {
    POSES_AND_KEYS,           .entry = put_entry_q12,       .offsets = put_record_offsets,
    .record = put_record_q12, .tangent = put_tangent_fixed, .delta_bytes = format_delta_bytes_q16};

/// f32 ///////////////////////////////////////////////////////////////////////////////////////////

static void put_floats(byte_buffer *out, const double *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        buffer_f32(out, (float)values[i]);
}

static void put_words(byte_buffer *out, const uint32_t *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        buffer_u32(out, words[i]);
}

static void put_local_f32(byte_buffer *out, const trs *local, int translation_exponent,
                          int scale_exponent)
{
    (void)translation_exponent;
    (void)scale_exponent;
    put_floats(out, local->r, 4);
    put_floats(out, local->t, 3);
    put_floats(out, local->s, 3);
}

static void put_component_f32(byte_buffer *out, double value, int exponent)
{
    (void)exponent;
    buffer_f32(out, (float)value);
}

static void put_rotation_f32(byte_buffer *out, double value)
{
    buffer_f32(out, (float)value);
}

static int number_bits_f32(enum format_path path, int exponent)
{
    (void)path;
    (void)exponent;
    return CURVE_FLOATS;
}

static void put_morph_weight_f32(byte_buffer *out, double weight)
{
    const double most = traits_of(PELT_FLOAT)->most_morph_weight;
    buffer_f32(out, (float)fmin(fmax(weight, -most), most));
}

static void put_entry_f32(byte_buffer *out, const mat34 *m)
{
    buffer_u16(out, 0);
    for (int r = 0; r < 3; r++)
        put_floats(out, m->m[r], 4);
}

static void put_offsets_f32(byte_buffer *out, const uint32_t entry[4], uint32_t influences)
{
    for (uint32_t k = 0; k < influences; k++)
        buffer_u32(out, entry[k] * FORMAT_ENTRY_BYTES);
}

static void put_record_offsets_f32(byte_buffer *out, const bake_record *r)
{
    put_offsets_f32(out, r->entry, r->influences);
}

static void put_record_f32(byte_buffer *out, const bake_record *r)
{
    if (r->influences > 1)
        put_words(out, r->weight, r->influences);
    put_words(out, r->position, 3);
    put_words(out, r->normal, 3);
}

static void put_tangent_f32(byte_buffer *out, const bake_record *r)
{
    put_words(out, r->tangent, 4);
}

static const encoding f32 = {.local = put_local_f32,
                             .translation = put_component_f32,
                             .scale = put_component_f32,
                             .rotation = put_rotation_f32,
                             .morph_weight = put_morph_weight_f32,
                             .number_bits = number_bits_f32,
                             .entry = put_entry_f32,
                             .offsets = put_record_offsets_f32,
                             .record = put_record_f32,
                             .tangent = put_tangent_f32,
                             .delta_bytes = format_delta_bytes_f32};

const encoding *encoding_of(pelt_encoding which)
{
    return which == PELT_EXACT ? &q16 : which == PELT_LEAN ? &q12 : &f32;
}
