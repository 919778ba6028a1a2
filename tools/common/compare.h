/* SPDX-License-Identifier: MIT */
/* Orders of qsort() and bsearch() for items that begin with the numbers by which they are ordered, and
 * places in lists that have no order. */
#pragma once

#include <stdint.h>

/* The index of a number in a list of `count`, or `count`. */
static inline uint32_t list_index(const uint32_t *list, uint32_t count, uint32_t number)
{
    uint32_t i = 0;
    while (i < count && list[i] != number)
        i++;
    return i;
}

/* Defines a comparison by so many numbers of a type, the first of which counts most. */
#define COMPARE_BY(name, type, count)                                                              \
    static int name(const void *left, const void *right)                                           \
    {                                                                                              \
        const type *a = left, *b = right;                                                          \
        unsigned i = 0;                                                                            \
        while (i + 1 < (count) && a[i] == b[i])                                                    \
            i++;                                                                                   \
        return (a[i] > b[i]) - (a[i] < b[i]);                                                      \
    }
