/* SPDX-License-Identifier: MIT */
/* Stands in for a renderer: takes the vertices of a frame and checks them. */
#ifndef PROGRAM_DRAW_H
#define PROGRAM_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include "pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

int main(void); /* freestanding compilers do not know it */

/*
 * A frame of the walking fox, all its vertices: the k-th call has to have what the stages make of
 * the clip at 33 k milliseconds, to the bit. Ends the program after some seconds of them, or at the
 * first that is not.
 */
void draw(const pelt_vertex_q16 *vertices, int unit_shift);

/* Ends the program with what is wrong, unless `holds`. */
void expect(bool holds, const char *what);

/* "PASS name", and main's result. */
int pass(const char *name);

#ifdef __cplusplus
}
#endif

#endif
