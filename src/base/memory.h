/* SPDX-License-Identifier: MIT */
/* The three functions of <string.h> that compilers call on their own account: freestanding targets
 * need not have that header. */
#ifndef PELT_MEMORY_H
#define PELT_MEMORY_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

/* Of a word or two it is no call: -ffreestanding alone would make it one. */
#if defined(__GNUC__) && !defined(__FRAMAC__)
#define memcpy(to, from, bytes) __builtin_memcpy(to, from, bytes)
#endif

#endif
