/* SPDX-License-Identifier: MIT */
/*
 * Files by POSIX's calls, with names in UTF-8; on Windows by stand-ins for what is used of them. And
 * paths, in which Windows knows two separators, and drives.
 */
#ifndef PELT_TOOLS_COMMON_FILES_H
#define PELT_TOOLS_COMMON_FILES_H

#define tell posix_tell /* of Windows's headers, and a good name for something else */
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

/* For main, first: the arguments in UTF-8, and text that is written as it is. */
char **files_start(int argc, char **argv);

/* Of a path, what follows its folder. */
const char *path_name(const char *path);

/* `name`, which stands in the folder of `path`; free() it. */
char *path_beside(const char *path, const char *name);

/* Whether a folder in front of it would be in vain. */
bool path_is_absolute(const char *path);

#endif
