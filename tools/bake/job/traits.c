/* SPDX-License-Identifier: MIT */
/* The table of encodings. */
#include "bake/job/job.h"

#include <math.h>
#include <string.h>

#include "src/blob/format.h"

static const encoding_traits exact = {
    .encoding = PELT_EXACT,
    .name = "exact",
    .number = "q16",
    .fixed = true,
    .most_entries = FORMAT_MAX_ENTRIES_Q16,
    .most_morph_weight = 64,
    .default_error = 1.0 / 8192,
    .aim = 0.97,
    .weights_sum = 32768,
    .normal_one = {16384, 32768},
    .tangent_one = {16384, 32768},
    .raw_one = 1,
    .raw_bits = 31,
    .entry_bits = 36,
    .unit_bits = 6,
    .most_coarser = 12,
};
static const encoding_traits lean = {
    .encoding = PELT_LEAN,
    .name = "lean",
    .number = "q12",
    .fixed = true,
    .lean = true,
    .most_entries = FORMAT_MAX_ENTRIES_Q16,
    .most_morph_weight = 64,
    .default_error = 1.0 / 4096,
    .aim = 0.97,
    .weights_sum = 16384,
    .normal_one = {127, 127}, /* Q7 */
    .tangent_one = {32768, 32768},
    .raw_one = 127, /* of 128; entries are Q30 */
    .raw_bits = 30,
    .entry_bits = 18,
    .finer_pose_bits = 4,
    .unit_bits = 1,
    .unit_by_size = true,
    .most_coarser = 6, /* outputs have 17 bits */
};
static const encoding_traits real = {
    .encoding = PELT_FLOAT,
    .name = "float",
    .number = "f32",
    .most_entries = FORMAT_MAX_ENTRIES_F32,
    .most_morph_weight = 1e6,
    .default_error = 2e-5,
    .aim = 0.5, /* its bytes count less */
    .normal_one = {1, 1},
    .tangent_one = {1, 1},
    .raw_one = 1,
};

const encoding_traits *traits_of(pelt_encoding encoding)
{
    return encoding == PELT_EXACT ? &exact : encoding == PELT_LEAN ? &lean : &real;
}

const encoding_traits *traits_find(const char *name)
{
    const encoding_traits *const all[] = {&exact, &lean, &real};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i]->name, name) == 0 || strcmp(all[i]->number, name) == 0)
            return all[i];
    return NULL;
}

int32_t round_within(double value, double limit)
{
    if (!(value > -limit))
        return (int32_t)-limit;
    return value < limit ? (int32_t)llrint(value) : (int32_t)limit;
}

int binary_exponent(double x)
{
    int exponent = 0;
    if (x > 0)
        frexp(x, &exponent);
    return exponent;
}

uint32_t traits_bits(const encoding_traits *p, double value, double one, double limit)
{
    return p->fixed ? (uint32_t)round_within(value * one, limit) : float_bits(value);
}

void traits_put(byte_buffer *out, const encoding_traits *p, uint32_t bits)
{
    if (p->fixed)
        buffer_u16(out, (uint16_t)bits);
    else
        buffer_u32(out, bits);
}

uint32_t traits_delta_bytes(const encoding_traits *p, uint32_t delta_flags)
{
    return p->fixed ? format_delta_bytes_q16(delta_flags) : format_delta_bytes_f32(delta_flags);
}
