/* SPDX-License-Identifier: MIT */
/* pelt completion: prints the completion for bash, generated from the tables of commands and
 * options. */
#include <stdio.h>
#include <string.h>

#include "cmd/commands.h"
#include "common/output.h"

static void put_commands(const char *indent)
{
    printf("%swords='", indent);
    for (size_t i = 0; i < command_count; i++)
        printf("%s ", command_table[i].name);
    puts("help'");
}

/* Whether o->value lists all possible values, without a pattern. */
static bool is_listed(const option *o)
{
    return strchr(o->value, '|') != NULL && strchr(o->value, '[') == NULL;
}

/* Completes the value of an option: from a list, as a file name, or not at all. */
static void put_values(const option *o)
{
    if (o->value == NULL)
        return;
    printf("        %s) ", o->name);
    if (o->values != NULL || is_listed(o)) {
        fputs("words='", stdout);
        for (const char *at = o->values != NULL ? o->values() : o->value; *at != '\0'; at++)
            putchar(*at == '|' ? ' ' : *at);
        puts("' ;;");
    } else if (strcmp(o->value, "OUT") == 0 || strcmp(o->value, "FILE") == 0) {
        puts("return ;;");
    } else {
        puts("compopt +o default 2>/dev/null; return ;;");
    }
}

static void put_names(const command *c)
{
    printf("                %s) words='", c->name);
    for (size_t i = 0; i < option_count; i++)
        if ((option_table[i].commands & c->bit) != 0)
            printf("%s ", option_table[i].name);
    puts("' ;;");
}

bool cmd_completion(command_line *line, diag *d)
{
    if (strcmp(line->in, "bash") != 0)
        return diag_fail(d, DIAG_USAGE, "no completion for this shell, command line, use bash");
    puts("# Completion of pelt for bash: source <(pelt completion bash)\n"
         "_pelt() {\n"
         "    local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words=''\n"
         "    COMPREPLY=()\n"
         "    if [ \"$COMP_CWORD\" -eq 1 ] || [ \"$command\" = help ]; then");
    put_commands("        ");
    puts("    elif [ \"$command\" = completion ]; then\n"
         "        words=bash\n"
         "    else case ${COMP_WORDS[COMP_CWORD - 1]} in");
    for (size_t i = 0; i < option_count; i++)
        put_values(&option_table[i]);
    puts("        *) case $current in -*) case $command in");
    for (size_t i = 0; i < command_count; i++)
        put_names(&command_table[i]);
    puts("            esac ;; esac ;;\n"
         "    esac; fi\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "}\n"
         "complete -o default -F _pelt pelt");
    return output_flush(d);
}
