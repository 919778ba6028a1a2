/* SPDX-License-Identifier: MIT */
#include "common/files.h"

#include <signal.h>
#include <string.h>

#include "common/diag.h"

#ifndef _WIN32
char **files_start(int argc, char **argv)
{
    (void)argc;
    signal(SIGXFSZ, SIG_IGN); /* a file that would be too large is an error to report */
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

char *path_beside(const char *path, const char *name)
{
    const size_t folder = path_is_absolute(name) ? 0 : (size_t)(path_name(path) - path);
    char *joined = diag_calloc(folder + strlen(name) + 1, 1);
    memcpy(joined, path, folder);
    strcpy(joined + folder, name);
    return joined;
}
