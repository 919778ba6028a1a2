/* SPDX-License-Identifier: MIT */
/* Compares boards/common/softfloat.c with the host's own float and double, to the bit, and
 * boards/common/runtime.c and shifts.c with its integers: random numbers, and the ends of every range.
 */
#define SOFTFLOAT_NAME(name) soft##name
#define RUNTIME_NAME(name) soft##name
#include "../../boards/common/runtime.c"
#include "../../boards/common/shifts.c"
#include "../../boards/common/softfloat.c"

#include <inttypes.h>
#include <stdio.h>

#define ROUNDS 300000

static uint64_t state = 0x50454C54;
static unsigned compared, failed;

static uint64_t random_bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * UINT64_C(0x2545F4914F6CDD1D);
}

/* A random number, often with an exponent at an end of the range or near 1, and with long runs
 * of equal bits. */
static uint64_t extreme(unsigned bits, unsigned fraction)
{
    const uint64_t random = random_bits(), choice = random_bits();
    const unsigned exponent_bits = bits - 1u - fraction;
    const uint64_t exponents = (UINT64_C(1) << exponent_bits) - 1u;
    static const int near_ends[] = {0, 1, 2, -1, -2};
    uint64_t exponent, part = random >> (64u - fraction);
    switch (choice % 4u) {
    case 0: exponent = (uint64_t)near_ends[choice / 4u % 5u] & exponents; break;
    case 1: exponent = exponents / 2u - 4u + choice / 4u % 64u; break;
    case 2: exponent = exponents / 2u - choice / 4u % (2u * fraction); break;
    default: exponent = random & exponents; break;
    }
    if (choice >> 60 < 4u)
        part = choice >> 62 != 0u    ? 0u
               : (random & 1u) != 0u ? ~UINT64_C(0) >> (64u - fraction)
                                     : UINT64_C(1) << random % fraction;
    if (choice >> 59 == 31u)
        part = 0;
    return (choice >> 32 & 1u) << (bits - 1u) | exponent << fraction | part;
}

typedef union single {
    uint32_t bits;
    float value;
} single;

typedef union twofold {
    uint64_t bits;
    double value;
} twofold;

/* The bits of a float; all NaNs are the same. */
static uint32_t of_float(float value)
{
    return value != value ? 0x7FC00000u : (single){.value = value}.bits;
}

static uint64_t of_double(double value)
{
    return value != value ? UINT64_C(0x7FF8000000000000) : (twofold){.value = value}.bits;
}

static void same(uint64_t actual, uint64_t expected, const char *what, uint64_t a, uint64_t b)
{
    compared++;
    if (actual != expected && failed++ < 10u)
        printf("FAIL %s of %016" PRIx64 " and %016" PRIx64 ": %016" PRIx64 ", not %016" PRIx64 "\n",
               what, a, b, actual, expected);
}

#define CHECK_BOTH(type, of, a, b, x, y)                                                           \
    same(soft__add##type##3(a, b), of((x) + (y)), #type " sum", a, b);                             \
    same(soft__sub##type##3(a, b), of((x) - (y)), #type " difference", a, b);                      \
    same(soft__mul##type##3(a, b), of((x) * (y)), #type " product", a, b);                         \
    same(soft__div##type##3(a, b), of((x) / (y)), #type " quotient", a, b);                        \
    same(soft__eq##type##2(a, b) == 0, (x) == (y), #type " ==", a, b);                             \
    same(soft__ne##type##2(a, b) != 0, (x) != (y), #type " !=", a, b);                             \
    same(soft__lt##type##2(a, b) < 0, (x) < (y), #type " <", a, b);                                \
    same(soft__le##type##2(a, b) <= 0, (x) <= (y), #type " <=", a, b);                             \
    same(soft__gt##type##2(a, b) > 0, (x) > (y), #type " >", a, b);                                \
    same(soft__ge##type##2(a, b) >= 0, (x) >= (y), #type " >=", a, b);                             \
    same(soft__unord##type##2(a, b) != 0, (x) != (x) || (y) != (y), #type " order", a, b);         \
    if ((x) > -2147483649.0 && (x) < 2147483648.0)                                                 \
    same((uint32_t)soft__fix##type##si(a), (uint32_t)(int32_t)(x), #type " to integer", a, 0)

static void check_integers(uint64_t a, uint64_t b)
{
    const int64_t s = (int64_t)a, t = (int64_t)b;
    same(soft__floatunsisf((uint32_t)a), of_float((float)(uint32_t)a), "u32 to float", a, 0);
    same(soft__floatsisf((int32_t)a), of_float((float)(int32_t)a), "i32 to float", a, 0);
    same(soft__floatundisf(a), of_float((float)a), "u64 to float", a, 0);
    same(soft__floatdisf(s), of_float((float)s), "i64 to float", a, 0);
    same(soft__floatunsidf((uint32_t)a), of_double((uint32_t)a), "u32 to double", a, 0);
    same(soft__floatsidf((int32_t)a), of_double((int32_t)a), "i32 to double", a, 0);
    same(soft__floatundidf(a), of_double((double)a), "u64 to double", a, 0);
    same(soft__floatdidf(s), of_double((double)s), "i64 to double", a, 0);
    if (b != 0u && !(s == INT64_MIN && t == -1)) {
        same(soft__udivdi3(a, b), a / b, "unsigned quotient", a, b);
        same(soft__umoddi3(a, b), a % b, "unsigned remainder", a, b);
        same((uint64_t)soft__divdi3(s, t), (uint64_t)(s / t), "quotient", a, b);
        same((uint64_t)soft__moddi3(s, t), (uint64_t)(s % t), "remainder", a, b);
    }
    const int bits = (int)(b % 64u);
    same(soft__ashldi3(a, bits), a << bits, "shift to the left", a, b);
    same(soft__lshrdi3(a, bits), a >> bits, "shift to the right", a, b);
    same((uint64_t)soft__ashrdi3(s, bits), (uint64_t)(s >> bits), "shift with sign", a, b);
    if ((uint32_t)a != 0u)
        same((uint64_t)soft__clzsi2((uint32_t)a), (uint64_t)__builtin_clz((uint32_t)a), "clz", a,
             0);
}

int main(void)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        const uint32_t fa = (uint32_t)extreme(32, 23), fb = (uint32_t)extreme(32, 23);
        const uint64_t da = extreme(64, 52), db = extreme(64, 52);
        const float fx = (single){fa}.value, fy = (single){fb}.value;
        const double dx = (twofold){da}.value, dy = (twofold){db}.value;
        const unsigned shift = (unsigned)(random_bits() % 64u), other = (unsigned)(da % 64u);
        CHECK_BOTH(sf, of_float, fa, fb, fx, fy);
        CHECK_BOTH(df, of_double, da, db, dx, dy);
        same(soft__extendsfdf2(fa), of_double((double)fx), "float to double", fa, 0);
        same(soft__truncdfsf2(da), of_float((float)dx), "double to float", da, 0);
        const uint64_t ia = random_bits() >> shift, ib = random_bits() >> other;
        check_integers(ia, ib);
        check_integers(~ia, ~ib);
    }
    printf("%u operations compared\n%d passed, %u failed\n", compared, failed == 0u, failed);
    return failed == 0u ? 0 : 1;
}
