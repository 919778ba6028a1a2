/* SPDX-License-Identifier: MIT */
/* The tool's main function. */
#include <stdio.h>
#include <string.h>

#include "cmd/commands.h"
#include "common/files.h"
#include "common/output.h"
#include "pelt.h"

/* Returns the status, or that of a failure to write to standard output. */
static int finish(int status)
{
    diag d = {0};
    if (status != DIAG_OK || output_flush(&d))
        return status;
    diag_print(&d, "pelt");
    return d.exit_code;
}

/* Runs a command. Exit status: 0 ok, 1 invalid input, 2 usage, 3 input or output failed. */
static int run_command(const command *c, int argc, char **argv)
{
    diag d = {0};
    FREED_BY(command_line_free) command_line line;
    bool ok = command_line_read(&line, c->bit, argc, argv, &d);
    const char *file = line.in == NULL ? c->name : line.in;
    diag_set_file(file);
    if (ok && line.help)
        help_print(c);
    else
        ok = ok && command_line_check(&line, c->bit, &d) && c->run(&line, &d);
    if (!ok)
        diag_print(&d, file);
    return d.exit_code;
}

static int run(int argc, char **argv)
{
    const char *name = argv[1];
    const command *c = command_find(name);
    if (c != NULL)
        return run_command(c, argc - 2, argv + 2);
    const bool help = strcmp(name, "help") == 0;
    if (help && argc > 2 && (c = command_find(argv[2])) != NULL) {
        help_print(c);
        return DIAG_OK;
    }
    if ((help && argc == 2) || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        help_list(stdout);
        return DIAG_OK;
    }
    if (strcmp(name, "--version") == 0) {
        printf("pelt %s, blob format %d\n", PELT_VERSION, PELT_FORMAT_VERSION);
        return DIAG_OK;
    }
    diag d = {0};
    diag_fail(&d, DIAG_USAGE, "unknown %s, command line, see pelt --help",
              name[0] == '-' ? "option" : "command");
    diag_print(&d, help ? argv[2] : name);
    return d.exit_code;
}

int main(int argc, char **argv)
{
    argv = files_start(argc, argv);
    if (argc < 2) {
        help_start(stderr);
        return DIAG_USAGE;
    }
    return finish(run(argc, argv));
}
