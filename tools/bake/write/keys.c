/* SPDX-License-Identifier: MIT */
#include "bake/write/keys.h"

#include <stdlib.h>

#include "bake/curve/quantise.h"

/* A linear key on both sides of the clip's start has one before it: behind the last one, if any
 * (UINT32_MAX: none), in any case. */
static uint32_t ticks_since(const clip_frames *grid, int32_t tick, uint32_t last)
{
    const int64_t elapsed = (int64_t)tick - grid->start, least = (int64_t)(uint32_t)(last + 1);
    return (uint32_t)(elapsed > least ? elapsed : least);
}

void put_timeline(byte_buffer *out, const clip_frames *grid, const bake_curve *curve)
{
    const uint32_t count = curve->kept_count;
    uint32_t *frames = diag_calloc(count, sizeof *frames);
    uint32_t form = FORMAT_TICKS, last = UINT32_MAX;
    if (clip_frames_of(frames, grid, curve))
        form = frames[count - 1] - frames[0] == count - 1 ? FORMAT_FRAMES_ALL
               : frames[count - 1] <= UINT8_MAX           ? FORMAT_FRAMES_8
                                                          : FORMAT_FRAMES_16;
    buffer_u32(out, count << 2 | form);
    for (uint32_t k = 0; k < (form == FORMAT_FRAMES_ALL ? 1 : count); k++) {
        if (form == FORMAT_FRAMES_8)
            buffer_u8(out, (uint8_t)frames[k]);
        else if (form == FORMAT_FRAMES_16)
            buffer_u16(out, (uint16_t)frames[k]);
        else if (form == FORMAT_FRAMES_ALL)
            buffer_u32(out, frames[k]);
        else
            buffer_u32(out, last = ticks_since(grid, curve->ticks[curve->kept[k]], last));
    }
    buffer_pad4(out);
    free(frames);
}

/* Bits from the top of each word down. */
typedef struct bit_writer {
    byte_buffer *out;
    uint64_t waiting; /* in the low bits; fewer than 32 between calls */
    uint32_t count;
} bit_writer;

static void put_bits(bit_writer *to, uint32_t number, uint32_t bits)
{
    to->waiting = to->waiting << bits | number;
    to->count += bits;
    if (to->count >= 32) {
        to->count -= 32;
        buffer_u32(to->out, (uint32_t)(to->waiting >> to->count));
    }
}

uint32_t put_keys(byte_buffer *out, const encoding_traits *p, const bake_curve *curve, int exponent,
                  uint32_t timeline)
{
    packed_curve packed = curve_quantise(curve, encode_bits(p, curve->path, exponent));
    buffer_u32(out, timeline);
    buffer_u8(out, packed.form);
    for (uint32_t c = 0; c < packed.components; c++)
        buffer_u8(out, packed.bits[c]);
    buffer_pad4(out);
    for (uint32_t c = 0; c < packed.components && !packed.whole; c++) {
        buffer_u16(out, (uint16_t)packed.ranges[c].low);
        buffer_u16(out, packed.ranges[c].extent);
    }
    bit_writer to = {out, 0, 0};
    for (uint32_t i = 0; i < packed.rows; i++)
        for (uint32_t c = 0; c < packed.components; c++)
            put_bits(&to, packed.numbers[(size_t)i * packed.components + c], packed.bits[c]);
    if (to.count > 0)
        put_bits(&to, 0, 32 - to.count);
    else if (packed.bits[packed.components - 1] == 0)
        buffer_u32(out, 0); /* it begins behind the keys, see format_key_words */
    region_free(&packed.memory);
    return packed.whole ? FORMAT_WHOLE_RANGE : 0;
}
