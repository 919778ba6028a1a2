/* SPDX-License-Identifier: MIT */
/* Orders of qsort() and bsearch() for items that begin with the numbers by which they are ordered. */
#pragma once

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
