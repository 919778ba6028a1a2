/* SPDX-License-Identifier: MIT */
#include "common/files.h"

#ifndef _WIN32
char **files_start(int argc, char **argv)
{
    (void)argc;
    return argv;
}
#endif

static bool is_separator(char c)
{
#ifdef _WIN32
    return c == '/' || c == '\\' || c == ':';
#else
    return c == '/';
#endif
}

const char *path_name(const char *path)
{
    const char *name = path;
    for (; *path != '\0'; path++)
        if (is_separator(*path))
            name = path + 1;
    return name;
}

bool path_is_absolute(const char *path)
{
    return is_separator(path[0]) || (path[0] != '\0' && path[1] == ':' && is_separator(':'));
}
