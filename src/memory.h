/* SPDX-License-Identifier: MIT */
/* What the library asks of its surroundings; a freestanding compiler may lack <string.h>. */
#ifndef PELT_MEMORY_H
#define PELT_MEMORY_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);

#endif
