/* SPDX-License-Identifier: MIT */
/* Declares the two functions of <string.h> that compilers call on their own, because freestanding
 * targets need not have that header. */
#ifndef PELT_MEMORY_H
#define PELT_MEMORY_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

/* The builtin copies a word or two inline; under -ffreestanding the plain name would always be a
 * call. */
#if defined(__GNUC__) && !defined(__FRAMAC__)
#define memcpy(to, from, bytes) __builtin_memcpy(to, from, bytes)
#endif

#endif
