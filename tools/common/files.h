/* SPDX-License-Identifier: MIT */
/* Opens, names and compares files through POSIX calls, with names in UTF-8; on Windows windows.c
 * implements the calls that are used. It also takes paths apart: Windows has two separators, and
 * drives. */
#pragma once

#define tell posix_tell /* Windows's headers declare tell(), a name that the tool uses */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#undef tell

#ifdef _WIN32
#include "common/windows.h"
#else
#include <sys/file.h>
#endif

/* Returns the arguments in UTF-8, turns off the translation of line ends, and lets writing beyond a
 * file's limit fail. main calls it first. */
char **files_start(int argc, char **argv);

/* The last part of a path, after its folder. */
const char *path_name(const char *path);

/* The path of `name` in the folder of `path`; free() it. */
char *path_beside(const char *path, const char *name);

/* Whether a path is absolute, so that no folder may be put in front of it. */
bool path_is_absolute(const char *path);
