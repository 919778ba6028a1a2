/* SPDX-License-Identifier: MIT */
/* Finds the fewest bits for a curve's components that keep it within its tolerance. */
#include "bake/curve/curve.h"

#include <string.h>

#define RANGE_ONE 32768.0  /* Q15 */
#define LEAST_LEFT_OUT 0.5 /* the library cannot compute a smaller component from the others */
#define FINER 0.84         /* ratio of one step size to the one tried before */
#define MOST_STEPS 128     /* down to 2^-32 of the first */
#define CUBIC_SIZE 0.9999  /* for the largest component of cubic rotations */
#define LENGTH_ROOM                                                                                \
    1.2e-4 /* of a halved key: 4.8e-4 of the joint's scale, half of what normals may be off */

/* A curve while its bits are chosen: numbers in [-1, 1], one row for each point. */
typedef struct quantiser {
    packed_curve *out;
    double *exact;          /* [rows][components] */
    double *bounds;         /* [components][2]: smallest and largest */
    double tolerance;       /* of a row, in the same measure */
    bool rotation, largest; /* choose the measure by which rows are compared */
    bool halved;            /* rows are halves of unit quaternions, with all components */
} quantiser;

/// Numbers of the format /////////////////////////////////////////////////////////////////////////

static void point_of(double *out, const bake_curve *curve, uint32_t place, int which)
{
    for (uint32_t first = 0; first < curve->width; first += CURVE_BLOCK) {
        double points[4][CURVE_BLOCK];
        const uint32_t key = curve->kept[place];
        const double *point = curve_value(curve, key) + first;
        /* The first `in` and the last `out` are not used; they repeat the value. */
        if (which == 0 && place > 0) {
            curve_bezier(points, curve, curve->kept[place - 1], key, first);
            point = points[2];
        } else if (which == 2 && place + 1 < curve->kept_count) {
            curve_bezier(points, curve, key, curve->kept[place + 1], first);
            point = points[1];
        }
        memcpy(out + first, point, curve_block_width(curve, first) * sizeof *out);
    }
}

/* The component to leave out: it is large enough in all rows, and the largest such. 4 if there is
 * none. */
static uint32_t left_out_of(const double *rows, uint32_t count)
{
    uint32_t best = 4;
    double most = LEAST_LEFT_OUT;
    for (uint32_t c = 0; c < 4; c++) {
        double least = 1;
        for (uint32_t i = 0; i < count; i++)
            least = fmin(least, fabs(rows[4 * (size_t)i + c]));
        if (least > most) {
            best = c;
            most = least;
        }
    }
    return best;
}

static void take_rotation(quantiser *q, const bake_curve *curve)
{
    packed_curve *out = q->out;
    const bool cubic = curve->interpolation == FORMAT_CUBIC;
    const uint32_t left_out = cubic ? 4 : left_out_of(q->exact, out->rows);
    q->rotation = true;
    q->halved = left_out == 4 && !cubic;
    q->tolerance = curve->tolerance;
    out->form = left_out < 4 ? (uint8_t)left_out : 3 + FORMAT_ALL_COMPONENTS;
    if (left_out == 4) { /* only the direction of cubic rotations counts */
        const double largest = vec_largest(q->exact, 4 * (size_t)out->rows);
        const double factor = cubic ? CUBIC_SIZE / fmax(largest, 2) : 0.5;
        for (size_t i = 0; i < 4 * (size_t)out->rows; i++)
            q->exact[i] *= factor;
        q->tolerance *= factor;
    }
    for (uint32_t i = 0; i < out->rows && !cubic; i++) {
        double *row = q->exact + 4 * (size_t)i;
        if (left_out < 4 ? row[left_out] < 0 : i > 0 && vec_dot(row - 4, row, 4) < 0)
            for (int c = 0; c < 4; c++)
                row[c] = -row[c];
    }
    out->components = left_out < 4 ? 3 : 4;
    for (uint32_t i = 0; i < out->rows && left_out < 4; i++)
        for (uint32_t c = 0; c < 3; c++)
            q->exact[3 * (size_t)i + c] = q->exact[4 * (size_t)i + c + (c >= left_out)];
}

static void take_numbers(quantiser *q, const bake_curve *curve, int bits)
{
    const size_t count = (size_t)q->out->rows * curve->width;
    const bool fixed = bits != CURVE_FLOATS;
    /* the stored numbers are 2^up times as large, at most one */
    int up = -binary_exponent(vec_largest(q->exact, count));
    if (fixed) {
        const int least =
            curve->path == FORMAT_WEIGHTS
                ? 1
                : 0; /* 1 allows weights up to 64; Bezier points of others do not exceed one */
        const int wanted = 30 - bits + up;
        const int shift = wanted < least ? least : wanted > 31 ? 31 : wanted;
        q->out->form = (uint8_t)shift;
        up = shift + bits - 30;
    } else {
        const int least = 97 - (int)FORMAT_MAX_FORM_F32;
        up = up > 96 ? 96 : up < least ? least : up;
        q->out->form = (uint8_t)(97 - up);
    }
    const double times = ldexp(1, up);
    for (size_t i = 0; i < count; i++)
        q->exact[i] = fmin(fmax(q->exact[i] * times, -1), 1);
    q->tolerance = curve->tolerance * times;
    q->largest = curve->path == FORMAT_WEIGHTS;
}

static void find_bounds(quantiser *q)
{
    const packed_curve *out = q->out;
    for (uint32_t c = 0; c < out->components; c++) {
        q->bounds[2 * c] = 1;
        q->bounds[2 * c + 1] = -1;
    }
    for (uint32_t i = 0; i < out->rows; i++)
        for (uint32_t c = 0; c < out->components; c++) {
            const double v = q->exact[(size_t)i * out->components + c];
            q->bounds[2 * c] = fmin(q->bounds[2 * c], v);
            q->bounds[2 * c + 1] = fmax(q->bounds[2 * c + 1], v);
        }
}

/* Whether the least value of a component is 0. A scale is then stored as 0, which whole ranges do not have: what
 * is hidden by it has no size, and additive layers leave scales alone whose reference is 0. */
static bool has_zero(const quantiser *q)
{
    bool zero = false;
    for (uint32_t c = 0; c < q->out->components; c++)
        zero = zero || q->bounds[2 * c] == 0;
    return zero;
}

/// Steps /////////////////////////////////////////////////////////////////////////////////////////

/* Chooses a range and bits, at least `least`, for one component, with steps no larger than `step`. */
static void fit_range(quantiser *q, uint32_t component, double step, uint32_t least)
{
    const packed_curve *out = q->out;
    if (out->whole) {
        out->ranges[component] = (format_range)FORMAT_WHOLE;
        while (least < FORMAT_MAX_BITS && 2.0 / (1u << least) > step)
            least++;
        out->bits[component] = (uint8_t)least;
        return;
    }
    const double low = q->bounds[2 * component], high = q->bounds[2 * component + 1];
    const double middle = rint((low + high) / 2 * RANGE_ONE);
    format_range *range = &out->ranges[component];
    if (fmax(high - middle / RANGE_ONE, middle / RANGE_ONE - low) <= step / 2 &&
        middle < RANGE_ONE) {
        out->bits[component] = 0;
        *range = (format_range){(int16_t)middle, 0};
        return;
    }
    const double floor_of = fmin(floor(low * RANGE_ONE), RANGE_ONE - 1);
    const double width = high * RANGE_ONE - floor_of;
    for (uint32_t b = least;; b++) {
        const double part = 1.0 / (1u << b); /* exact, and faster than ldexp */
        const double extent =
            fmin(fmax(ceil(width / (1 - part)), 1), fmin(RANGE_ONE - floor_of, UINT16_MAX));
        *range = (format_range){(int16_t)floor_of, (uint16_t)extent};
        out->bits[component] = (uint8_t)b;
        if (b == FORMAT_MAX_BITS || extent / RANGE_ONE * part <= step)
            return;
    }
}

/* The value that the library computes from the stored number nearest to `exact`. */
static double nearest(const packed_curve *out, uint32_t component, double exact, uint32_t *number)
{
    const double extent = out->ranges[component].extent / RANGE_ONE;
    const double low = out->ranges[component].low / RANGE_ONE;
    const double one = (double)(1u << out->bits[component]);
    const double n = extent > 0 ? rint((exact - low) / extent * one) : 0;
    *number = (uint32_t)(n > 0 ? n < one - 1 ? n : one - 1 : 0); /* unlike fmin() this is no call */
    return low + extent * *number / one;
}

static double component_left_out(const double *row)
{
    const double square = 1 - vec_dot(row, row, 3);
    return sqrt(square > 0.25 ? square : 0.25);
}

/* Rounds to the nearest numbers and returns whether all rows are within the tolerance. Unless `all`
 * numbers are wanted it stops at the first row that is not. */
static bool round_rows(quantiser *q, bool all)
{
    const packed_curve *out = q->out;
    bool fits = true;
    for (uint32_t i = 0; i < out->rows && (all || fits); i++) {
        const size_t first = (size_t)i * out->components;
        double squares = 0, row[4] = {0};
        for (uint32_t c = 0; c < out->components; c++) {
            const double exact = q->exact[first + c];
            const double value = nearest(out, c, exact, &out->numbers[first + c]);
            fits = fits && !(q->largest && fabs(value - exact) > q->tolerance);
            squares += (value - exact) * (value - exact);
            row[c & 3u] = value;
        }
        if (q->rotation && out->components == 3) {
            const double w = component_left_out(row) - component_left_out(q->exact + first);
            squares += w * w;
        }
        fits = fits && !(!q->largest && sqrt(squares) * (q->rotation ? 2 : 1) > q->tolerance);
        /* Keys that are not cubic are not normalised again. */
        fits = fits && !(q->halved && fabs(vec_length(row, 4) - 0.5) > LENGTH_ROOM);
    }
    return fits;
}

/* Finds the coarsest steps, equal in all components, that the tolerance allows; then removes bits
 * from components that do not need them. */
static void choose_steps(quantiser *q)
{
    packed_curve *out = q->out;
    bool fits = false, finest = false; /* no step is finer */
    double step = 4 * q->tolerance;
    for (int i = 0; i < MOST_STEPS && !fits && !finest; i++, step *= FINER) {
        bool other = i == 0; /* bits than with the step before */
        finest = true;
        for (uint32_t c = 0; c < out->components; c++) {
            const uint8_t before =
                i == 0 ? 0 : out->bits[c]; /* which a finer step keeps, or more */
            fit_range(q, c, step, before > 1 ? before : 1);
            other = other || out->bits[c] != before;
            finest = finest && out->bits[c] == FORMAT_MAX_BITS;
        }
        fits = other && round_rows(q, false);
    }
    for (uint32_t c = 0; c < out->components && c < 4 && fits; c++) {
        const format_range range = out->ranges[c];
        const uint8_t bits = out->bits[c];
        if (bits == 0)
            continue;
        fit_range(q, c, ldexp(range.extent / RANGE_ONE, 1 - bits) * 1.01, 1);
        if (out->bits[c] >= bits || !round_rows(q, false)) {
            out->ranges[c] = range;
            out->bits[c] = bits;
        }
    }
    round_rows(q, true);
}

/* The bytes of ranges and numbers, rounded up to words. */
static uint32_t packed_bytes(const packed_curve *out)
{
    uint32_t bits = 0;
    for (uint32_t c = 0; c < out->components; c++)
        bits += out->bits[c];
    return (out->whole ? 0 : 4 * out->components) + (bits * out->rows + 31) / 32 * 4;
}

packed_curve curve_quantise(const bake_curve *curve, int bits)
{
    const bool cubic = curve->interpolation == FORMAT_CUBIC;
    packed_curve out = {.components = curve->width, .rows = curve->kept_count * (cubic ? 3u : 1u)};
    quantiser q = {.out = &out,
                   .exact =
                       region_calloc(&out.memory, (size_t)out.rows * curve->width, sizeof(double))};
    for (uint32_t i = 0; i < out.rows; i++)
        point_of(q.exact + (size_t)i * curve->width, curve, cubic ? i / 3 : i,
                 cubic ? (int)(i % 3) : 1);
    if (curve->path == FORMAT_ROTATION)
        take_rotation(&q, curve);
    else
        take_numbers(&q, curve, bits);
    q.tolerance *= curve->kept_count == curve->key_count ? CURVE_ROUNDING_ALONE : CURVE_ROUNDING;
    out.bits = region_calloc(&out.memory, out.components, sizeof *out.bits);
    out.ranges = region_calloc(&out.memory, out.components, sizeof *out.ranges);
    out.numbers =
        region_calloc(&out.memory, (size_t)out.rows * out.components, sizeof *out.numbers);
    q.bounds = region_calloc(&out.memory, 2 * (size_t)out.components, sizeof *q.bounds);
    find_bounds(&q);
    const bool may_be_whole =
        curve->path != FORMAT_WEIGHTS && !(curve->path == FORMAT_SCALE && has_zero(&q));
    out.whole = may_be_whole;
    choose_steps(&q);
    const uint32_t whole_bytes = packed_bytes(&out);
    out.whole = false;
    choose_steps(&q);
    if (may_be_whole && whole_bytes < packed_bytes(&out)) {
        out.whole = true;
        choose_steps(&q);
    }
    return out;
}
