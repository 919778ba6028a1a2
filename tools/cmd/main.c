/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "cmd/commands.h"
#include "cmd/options.h"
#include "common/diag.h"
#include "common/files.h"
#include "common/output.h"
#include "pelt.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *what;
} commands[] = {
    {"bake", cmd_bake, "glTF to a blob for the device"},
    {"report", cmd_report, "a page with the character in it, for any browser"},
    {"rom", cmd_rom, "glTF to an image for a console or board, which plays it"},
    {"info", cmd_info, "what a blob contains"},
    {"dump", cmd_dump, "vertices, joints or palettes at a moment, as the device computes them"},
    {"verify", cmd_verify, "how far that is from the glTF, clip by clip"},
    {"view", cmd_view, "a picture or an animation, as the device draws it"},
};

static void help(FILE *to)
{
    fputs("usage: pelt COMMAND ...\n\n", to);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        fprintf(to, "  %-6s %s\n", commands[i].name, commands[i].what);
    fprintf(to, "\n`pelt COMMAND --help` explains one, `pelt --version` tells the version.\n");
}

/* The status, or that standard output did not take what the program said. */
static int finish(int status)
{
    diag d = {0};
    if (status != DIAG_OK || output_flush(&d))
        return status;
    diag_print(&d, "pelt");
    return d.exit_code;
}

static int run(int argc, char **argv)
{
    if (option_is_help(argv[1]) || strcmp(argv[1], "help") == 0) {
        help(stdout);
        return DIAG_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("pelt %s, blob format %d\n", PELT_VERSION, PELT_FORMAT_VERSION);
        return DIAG_OK;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 2, argv + 2);
    diag d = {0};
    diag_fail(&d, DIAG_USAGE, "unknown %s, command line, see pelt --help",
              argv[1][0] == '-' ? "option" : "command");
    diag_print(&d, argv[1]);
    return d.exit_code;
}

int main(int argc, char **argv)
{
    argv = files_start(argc, argv);
    if (argc < 2) {
        help(stderr);
        return DIAG_USAGE;
    }
    return finish(run(argc, argv));
}
