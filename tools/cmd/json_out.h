/* SPDX-License-Identifier: MIT */
/* Prints the object of --json on stdout, in ASCII, so that no name in it can control a terminal. */
#pragma once

#include <jansson.h>

#include "common/diag.h"

/* A text from any bytes; those that are not UTF-8 appear as in diag_printable. */
json_t *json_out_text(const char *text);

/* A number, or null if it is not finite. */
json_t *json_out_number(double value);

/* Adds members to an object, or an object of them to an array; returns that object. `format` has
 * the name of each and, behind a colon, its kind, with spaces between: i int, u uint32_t, l
 * uint64_t, z size_t, b bool, n number, t text or NULL, j json_t *, which it takes. If `to` is NULL
 * it only releases these. */
json_t *json_out_add(json_t *to, const char *format, ...);

/* All warnings so far, as an array. */
json_t *json_out_warnings(void);

/* Prints and releases `object`; fails with DIAG_IO if it cannot be written. */
bool json_out_print(json_t *object, diag *d);
