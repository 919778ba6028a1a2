/* SPDX-License-Identifier: MIT */
/* Takes the place of tools/cmd/view.c, as a page draws by itself and the module carries no libpng.
 */
#include "cmd/commands.h"

bool cmd_view(command_line *line, diag *d)
{
    (void)line;
    return diag_fail(d, DIAG_USAGE,
                     "no pictures in WebAssembly, command line, use the native tool");
}
