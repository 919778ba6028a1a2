/* SPDX-License-Identifier: MIT */
/* The tool as a function, to be called once in an instance, as commands may exit. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "web/wasm/posix.h"

#define EXPORT(name) __attribute__((export_name(#name)))

EXPORT(allocate) void *run_allocate(size_t bytes);
EXPORT(enter) int run_enter(const char *folder);
EXPORT(run) int run_tool(int argc, char **argv);

/* Returns NULL if there is no memory. */
void *run_allocate(size_t bytes)
{
    return malloc(bytes);
}

/* Sets the folder in which file names without a leading slash start; returns 0 if it exists. */
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
