/* SPDX-License-Identifier: MIT */
#ifndef DEMO_VERSIONS_H
#define DEMO_VERSIONS_H

#include <stdbool.h>

/*
 * Prints a table of what an image says of several versions of its model, in lines "demo", size,
 * precision, normals, stage, unit, value with tabs between; false where the log has none.
 */
bool put_versions(const char *log);

#endif
