/* SPDX-License-Identifier: MIT */
/* The tool as a function: once an instance, as commands may exit. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "web/wasm/posix.h"

#define EXPORT(name) __attribute__((export_name(#name)))

EXPORT(allocate) void *run_allocate(size_t bytes);
EXPORT(enter) int run_enter(const char *folder);
EXPORT(run) int run_tool(int argc, char **argv);

/* NULL without memory. */
void *run_allocate(size_t bytes)
{
    return malloc(bytes);
}

/* Where names of files begin that do not begin with a slash; 0: it is there. */
int run_enter(const char *folder)
{
    return chdir(folder);
}

int run_tool(int argc, char **argv)
{
    const int status = tool_main(argc, argv);
    fflush(NULL);
    return status;
}
