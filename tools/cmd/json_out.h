/* SPDX-License-Identifier: MIT */
/* Prints the object of --json on stdout, in ASCII, so that no name in it can control a terminal. */
#pragma once

#include <jansson.h>

#include "common/diag.h"

/* A text from any bytes; those that are not UTF-8 appear as in diag_printable. */
json_t *json_out_text(const char *text);

/* A number, or null if it is not finite. */
json_t *json_out_number(double value);

/* All warnings so far, as an array. */
json_t *json_out_warnings(void);

/* Prints and releases `object`; fails with DIAG_IO if it cannot be written. */
bool json_out_print(json_t *object, diag *d);
