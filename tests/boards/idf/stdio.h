/* SPDX-License-Identifier: MIT */
/* Stands in for the C library's header: printf with %s, %lu and %08lx. */
#pragma once
__attribute__((format(printf, 1, 2))) int printf(const char *format, ...);
