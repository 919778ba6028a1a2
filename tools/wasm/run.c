/* SPDX-License-Identifier: MIT */
/* The tool as a function: once an instance, as commands may exit. */
#include <stdio.h>
#include <stdlib.h>

#include "wasm/posix.h"

#define EXPORT(name) __attribute__((export_name(#name)))


EXPORT(allocate) void *run_allocate(size_t bytes);
EXPORT(run) int run_tool(int argc, char **argv);

/* NULL without memory. */
void *run_allocate(size_t bytes)
{
    return malloc(bytes);
}

int run_tool(int argc, char **argv)
{
    const int status = tool_main(argc, argv);
    fflush(NULL);
    return status;
}
