/* SPDX-License-Identifier: MIT */
/* What URIs of buffers and images are made of. */
#ifndef PELT_TOOLS_GLTF_URI_H
#define PELT_TOOLS_GLTF_URI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes %XX in place, other characters stay, and ends the text; returns its length. */
size_t uri_percent_decode(char *text, size_t length);

/* Bytes written to `out`, which holds length / 4 * 3 + 3; SIZE_MAX where the text is no base64. */
size_t uri_base64_decode(uint8_t *out, const char *text, size_t length);

/* Whether a decoded relative path stays below where it starts; backslashes count as separators. */
bool uri_stays_inside(const char *path);

bool uri_has_scheme(const char *uri);

#endif
