/* SPDX-License-Identifier: MIT */
/* What a command found, as an object: --json prints it, and a form makes text of it. */
#pragma once

#include <jansson.h>

#include "common/diag.h"

/* A text from any bytes; those that are not UTF-8 appear as in diag_printable. */
json_t *json_out_text(const char *text);

/* A number, or null if it is not finite. */
json_t *json_out_number(double value);

/* Adds members to an object, or an object of them to an array; returns that object. `format` has
 * the name of each and, behind a colon, its kind, with spaces between: i int, u uint32_t, l
 * uint64_t, z size_t, b bool, n number, t text or NULL, r text as it is, which may be no UTF-8 and so is
 * for members that JSON has not, j json_t *, which it takes. If `to` is NULL it only releases these. */
json_t *json_out_add(json_t *to, const char *format, ...);

/* All warnings so far, as an array. */
json_t *json_out_warnings(void);

/* Prints an object on stdout in ASCII, so that no name in it can control a terminal, but for members
 * whose names begin with a dot, which only text has. Fails with DIAG_IO if it cannot be written. */
bool json_out_print(json_t *object, diag *d);

/* Prints an object by a form, which is its text but for:
 *   {NAME}        the member; {#}: the index of the item
 *   {NAME:SPEC}   an integer with SPEC as its width, or a number as printf's %SPEC; a text as
 *                 diag_name has it (n), in quotes as well (q), or with the room of a path (p)
 *   {NAME:s}      s (or other letters) unless the integer is 1; {NAME:!s}: if it is
 *   <NAME?FORM>   FORM unless the member is 0, false, null or not there; <NAME!FORM>: if it is
 *   <NAME#FORM>   FORM if the member is there, and not null
 *   <NAME*FORM>   FORM for each object of the array, or for the object */
void json_out_tell(const json_t *object, const char *form);
