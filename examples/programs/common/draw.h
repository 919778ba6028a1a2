/* SPDX-License-Identifier: MIT */
/* Stands in for a renderer in the example programs: it receives the vertices of a frame and checks
 * them. */
#pragma once

#include <stdbool.h>

#include "pelt.h"

int main(void); /* freestanding compilers do not declare it */

#ifdef __cplusplus
extern "C" {
#endif

/* Receives a frame of the walking fox with all its vertices. The k-th call must have the vertices
 * that the stages compute for the clip at 33 k milliseconds, to the bit. Ends the program after
 * some seconds of frames, or at the first wrong one. */
void draw(const pelt_vertex_q16 *vertices, int unit_shift);

/* Ends the program with the message `what` unless `holds`. */
void expect(bool holds, const char *what);

/* Prints "PASS name" and returns main's result. */
int pass(const char *name);

#ifdef __cplusplus
}
#endif
