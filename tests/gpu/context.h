/* SPDX-License-Identifier: MIT */
/* OpenGL ES 3.0 without a display: EGL's surfaceless platform, whose Mesa needs no GPU. */
#pragma once

#include <GLES3/gl3.h>

/* Makes a context current, and a framebuffer of `size` squared with depth. A surfaceless context
 * has no framebuffer, and without one draws nothing, even with the rasteriser off. */
void context_open(int size);

/* Compiles and links two shaders from files, with `bones` as their number of bones; `outputs`,
 * `count` of them, can be captured. */
GLuint context_program(const char *vertex, const char *fragment, int bones,
                       const char *const *outputs, int count);

/* Prints the error and ends the program. */
void context_fail(const char *what, const char *more);
