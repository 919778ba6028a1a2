/* SPDX-License-Identifier: MIT */
/* Reports what a command found. The command puts it into a JSON object; --json prints that object, and
 * otherwise json_out_tell() prints it as text, by a form: a text with places for the members. */
#pragma once

#include <jansson.h>

#include "common/diag.h"

/* A text from any bytes; those that are not UTF-8 appear as in diag_printable. */
json_t *json_out_text(const char *text);

/* A number, or null if it is not finite. */
json_t *json_out_number(double value);

/* Adds members to an object, or a new object with these members to an array; returns the object that has
 * them. `format` is a list of NAME:KIND with spaces between. The kinds:
 *   i int, u uint32_t, l uint64_t, z size_t, b bool
 *   x an index, uint32_t; UINT32_MAX gives null
 *   n double; null if it is not finite
 *   t text, as json_out_text() shows it; NULL gives null
 *   r text whose bytes need not be UTF-8; only for members that json_out_print() leaves out
 *   j json_t *; the caller's reference passes to the object
 * If `to` is NULL nothing is added, and the values of kind j are released. */
json_t *json_out_add(json_t *to, const char *format, ...);

/* All warnings so far, as an array. */
json_t *json_out_warnings(void);

/* Prints an object on stdout in ASCII, so that no name in it can control a terminal. Members whose names
 * begin with a dot are for json_out_tell() alone; they are first deleted from the object, at every level.
 * Fails with DIAG_IO if it cannot be written. */
bool json_out_print(json_t *object, diag *d);

/* Prints an object as text. The form is printed as it stands, except for these:
 *   {NAME}        the member: a text as it is, or an integer; a real number needs a SPEC
 *   {NAME:SPEC}   an integer: SPEC is its width. A real number: as printf has it, such as %8.3f. A text: n
 *                 shows it as diag_name does, q the same in quotes, p the same with room for a path
 *   {NAME:s}      s (or other letters) unless the integer is 1; {NAME:!s}: s only if it is 1
 *   {#}           the index of the item in its array; {#:WIDTH}
 *   <NAME?FORM>   FORM if the member is set: not 0, false, null, empty (array or object) or missing
 *   <NAME!FORM>   FORM if it is not set
 *   <NAME#FORM>   FORM if the member is there and not null
 *   <NAME*FORM>   FORM for each object of the array, with names looked up in that object; if the member is
 *                 an object, once, with names looked up in it */
void json_out_tell(const json_t *object, const char *form);
