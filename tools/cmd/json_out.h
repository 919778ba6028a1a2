/* SPDX-License-Identifier: MIT */
/* What --json prints: one object on stdout, in ASCII, so that no name in it steers a terminal. */
#ifndef PELT_TOOLS_CMD_JSON_OUT_H
#define PELT_TOOLS_CMD_JSON_OUT_H

#include <jansson.h>
#include <stdbool.h>

#include "common/diag.h"

/* Any bytes; those that are not UTF-8 as diag_printable shows them. */
json_t *json_out_text(const char *text);

/* null where it is not finite. */
json_t *json_out_number(double value);

/* All warnings so far. */
json_t *json_out_warnings(void);

/* Takes `object`; DIAG_IO where it is not written. */
bool json_out_print(json_t *object, diag *d);

#endif
