/* SPDX-License-Identifier: MIT */
/* The four functions that a freestanding compiler may call on its own. This file is compiled
 * without recognition of loop idioms, or memcpy() would become a call of itself. */
#include <string.h>

#include <stdint.h>

/* Words may alias objects of any type. */
typedef uint32_t __attribute__((may_alias)) word;

void *memcpy(void *restrict to, const void *restrict from, size_t bytes)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    if ((((uintptr_t)t | (uintptr_t)f) & 3u) == 0u) {
        for (; bytes >= 4u; bytes -= 4u) {
            *(word *)(void *)t = *(const word *)(const void *)f;
            t += 4;
            f += 4;
        }
    }
    while (bytes-- != 0u)
        *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t bytes)
{
    unsigned char *t = to;
    const unsigned char *f = from;
    if ((uintptr_t)t - (uintptr_t)f < bytes)
        while (bytes-- != 0u)
            t[bytes] = f[bytes];
    else
        while (bytes-- != 0u)
            *t++ = *f++;
    return to;
}

void *memset(void *to, int value, size_t bytes)
{
    unsigned char *t = to;
    const uint32_t fill = (unsigned char)value * 0x01010101u;
    for (; bytes != 0u && ((uintptr_t)t & 3u) != 0u; bytes--)
        *t++ = (unsigned char)value;
    for (; bytes >= 32u; bytes -= 32u) {
        word *const w = (word *)(void *)t;
        w[0] = w[1] = w[2] = w[3] = w[4] = w[5] = w[6] = w[7] = fill;
        t += 32;
    }
    for (; bytes >= 4u; bytes -= 4u) {
        *(word *)(void *)t = fill;
        t += 4;
    }
    while (bytes-- != 0u)
        *t++ = (unsigned char)value;
    return to;
}

int memcmp(const void *a, const void *b, size_t bytes)
{
    const unsigned char *x = a;
    const unsigned char *y = b;
    for (; bytes != 0u; bytes--, x++, y++)
        if (*x != *y)
            return *x < *y ? -1 : 1;
    return 0;
}
