/* SPDX-License-Identifier: MIT */
/* In place of tools/cmd/view.c: a page draws for itself, and the module carries no libpng. */
#include "cmd/commands.h"
#include "common/diag.h"

int cmd_view(int argc, char **argv)
{
    diag d = {0};
    (void)argc, (void)argv;
    diag_fail(&d, DIAG_USAGE, "no pictures in WebAssembly, command line, use the native tool");
    diag_print(&d, "view");
    return d.exit_code;
}
