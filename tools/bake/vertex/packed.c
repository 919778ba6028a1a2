/* SPDX-License-Identifier: MIT */
/* Writes packed vertex records, the compact form of `bake --pack`; src/blob/format.h describes
 * their layout at FORMAT_RUN_PACKED. */
#include "bake/vertex/records.h"

#include <string.h>

/// Normals ///////////////////////////////////////////////////////////////////////////////////////

#define LENGTHS 16
#define SHORTEST 0.875

/* The normal that the library decodes from a code, in Q15. */
static void unpack_normal(double out[3], uint32_t code, bool lean)
{
    for (int c = 0; c < 3; c++) {
        const int bits = c == 0 ? 0 : c == 1 ? 5 : 11;
        const int32_t value = (int16_t)(uint16_t)(code << bits);
        out[c] = lean ? (value >> 8) * 256 : value;
    }
}

/* The nearest signed code of `bits` bits to (value - rest) / step, plus `offset`, clamped. `rest`
 * is the part that the bits of lower components add. */
static int32_t nearest(double value, double rest, double step, int bits, int offset)
{
    const double most = 1 << (bits - 1);
    return (int32_t)fmin(fmax(rint((value - rest) / step) + offset, -most), most - 1);
}

uint32_t packed_normal(const double direction[3], bool lean)
{
    uint32_t best = 0;
    double best_dot = -1;
    for (int i = 0; i < LENGTHS * 9; i++) {
        const double length = 32768 * (SHORTEST + (1 - SHORTEST) * (i / 9) / (LENGTHS - 1));
        const int32_t z = nearest(direction[2] * length, 0, 2048, 5, i % 3 - 1);
        const uint32_t low = (uint32_t)z & 31u;
        const int32_t y = nearest(direction[1] * length, low * 32.0, 1024, 6, i / 3 % 3 - 1);
        const uint32_t middle = ((uint32_t)y & 63u) << 5 | low;
        const int32_t x = nearest(direction[0] * length, middle, 2048, 5, 0);
        const uint32_t code = ((uint32_t)x & 31u) << 11 | middle;
        double v[3];
        unpack_normal(v, code, lean);
        const double squares = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        const double dot = v[0] * direction[0] + v[1] * direction[1] + v[2] * direction[2];
        if (squares > 0 && dot / sqrt(squares) > best_dot) {
            best_dot = dot / sqrt(squares);
            best = code;
        }
    }
    return best;
}

/// Records ///////////////////////////////////////////////////////////////////////////////////////

bool packed_fits(const bake_record *record)
{
    for (uint32_t k = 0; k < record->influences && record->influences > 1; k++)
        if (record->entry[k] > 255)
            return false;
    return (record->flags & FORMAT_RUN_MORPHED) == 0;
}

/* Quantisation step of each stored weight and its number of codes, by number of influences. */
typedef struct weight_code {
    uint32_t step, limit;
} weight_code;

static const weight_code codes_of[5][3] = {
    {{0}}, {{0}}, {{1, 32768}}, {{4, 4096}, {4, 4096}}, {{4, 4096}, {16, 1024}, {16, 1024}}};

static double square(double x)
{
    return x * x;
}

/* Quantises all weights (Q15) but the last, which is implied. Tries each rounded up and down and
 * keeps the combination with the least squared error. The implied last weight stays in [0, 1). */
static void quantise(uint32_t out[3], const uint32_t *weights, uint32_t influences)
{
    const weight_code *codes = codes_of[influences];
    const uint32_t stored = influences - 1;
    double least = -1;
    for (uint32_t up = 0; up < 1u << stored; up++) {
        uint32_t tried[3], sum = 0;
        double error = 0;
        for (uint32_t k = 0; k < stored; k++) {
            const uint32_t code = weights[k] / codes[k].step + (up >> k & 1);
            tried[k] = code < codes[k].limit ? code : codes[k].limit - 1;
            sum += tried[k] * codes[k].step;
            error += square((double)tried[k] * codes[k].step - weights[k]);
        }
        error += square(32768.0 - sum - weights[stored]);
        if (sum < 2 || sum > 32768 || (least >= 0 && error >= least))
            continue;
        least = error;
        for (uint32_t k = 0; k < stored; k++)
            out[k] = tried[k];
    }
    if (least < 0) /* all stored weights round to zero */
        out[0] = (2 + codes[0].step - 1) / codes[0].step;
}

/* Sorts by weight (Q15), descending, then moves the heaviest, which is not stored, to the end. */
static void sort_by_weight(uint32_t entry[4], uint32_t weight[4], const bake_record *r, bool lean)
{
    const uint32_t count = r->influences;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t w = r->weight[i] << (lean ? 1 : 0);
        uint32_t k = i;
        for (; k > 0 && weight[k - 1] < w; k--) {
            weight[k] = weight[k - 1];
            entry[k] = entry[k - 1];
        }
        weight[k] = w;
        entry[k] = r->entry[i];
    }
    const uint32_t heaviest = entry[0], most = weight[0];
    memmove(entry, entry + 1, (count - 1) * sizeof *entry);
    memmove(weight, weight + 1, (count - 1) * sizeof *weight);
    entry[count - 1] = heaviest;
    weight[count - 1] = most;
}

/* Writes the fields before the position; sets *last to the halfword behind it. */
static void put_front(byte_buffer *out, const bake_record *r, uint32_t *last, bool lean)
{
    uint32_t e[4], weight[4], w[3] = {0};
    if (r->influences == 1) {
        buffer_u16(out, (uint16_t)(r->entry[0] * FORMAT_ENTRY_BYTES));
        return;
    }
    sort_by_weight(e, weight, r, lean);
    quantise(w, weight, r->influences);
    if (r->influences == 2) {
        buffer_u16(out, (uint16_t)(e[1] | w[0] >> 7 << 8), (uint16_t)(e[0] | (w[0] & 127) << 8));
    } else if (r->influences == 3) {
        buffer_u16(out, (uint16_t)(e[0] | w[0] >> 4 << 8), (uint16_t)(e[1] | w[1] >> 4 << 8));
        *last = e[2] | (w[0] & 15) << 8 | (w[1] & 15) << 12;
    } else {
        buffer_u16(out, (uint16_t)(e[3] | e[1] << 8), (uint16_t)(e[0] | e[2] << 8),
                   (uint16_t)(w[1] << 6 | w[0] >> 6), (uint16_t)(w[2] << 6 | (w[0] & 63)));
    }
}

void packed_put(byte_buffer *out, const bake_record *records, const bake_run *run, bool lean)
{
    for (uint32_t i = run->first; i < run->first + run->count; i++) {
        const bake_record *r = &records[i];
        uint32_t last = r->normal[0];
        put_front(out, r, &last, lean);
        for (int c = 0; c < 3; c++)
            buffer_u16(out, (uint16_t)r->position[c]);
        if (r->influences != 1)
            buffer_u16(out, (uint16_t)last);
    }
    if (run->influences % 2 == 0)
        return;
    for (uint32_t i = run->first + run->count; i-- > run->first;)
        buffer_u16(out, (uint16_t)records[i].normal[0]);
    buffer_pad4(out);
}
