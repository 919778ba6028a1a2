/* SPDX-License-Identifier: MIT */
/* Prints help from the tables of commands and options. */
#include "cmd/commands.h"

#include <string.h>

enum { HELP_WIDTH = 100, HELP_INDENT = 24 };

void help_start(FILE *to)
{
    fputs("usage: pelt COMMAND FILE [OPTION]...\n\n"
          "  pelt view fox.glb -o fox.gif            shows a character as the device draws it\n"
          "  pelt bake fox.glb -o fox.pelt --c fox   bakes it for your program, as C source, too\n"
          "  pelt rom fox.glb -o fox.gba             makes an image that a console plays\n\n"
          "`pelt help` lists all commands, `pelt help COMMAND` explains one and its options.\n",
          to);
}

void help_list(FILE *to)
{
    fputs("usage: pelt COMMAND FILE [OPTION]...\n\n", to);
    for (size_t i = 0; i < command_count; i++)
        fprintf(to, "  %-10s  %s\n", command_table[i].name, command_table[i].summary);
    fputs("\n`pelt help COMMAND` explains a command, `pelt --version` prints the version. An "
          "option's\n"
          "value may follow as a word of its own or after `=`.\n",
          to);
}

/* Prints words from `column` on, in lines that begin at `indent`; returns the last column. */
static int put_words(const char *text, int column, int indent)
{
    while (*text != '\0') {
        const int length = (int)strcspn(text, " ");
        if (column > indent && column + 1 + length > HELP_WIDTH) {
            printf("\n%*s", indent, "");
            column = indent;
        }
        column += printf("%s%.*s", column > indent ? " " : "", length, text);
        text += length;
        text += *text == ' ';
    }
    return column;
}

/* Prints paragraphs; lines that begin with a space stay as they are. */
static void put_text(const char *text)
{
    while (*text != '\0') {
        char paragraph[1024];
        const int length = (int)strcspn(text, "\n");
        snprintf(paragraph, sizeof paragraph, "%.*s", length, text);
        if (text[0] == ' ')
            fputs(paragraph, stdout);
        else
            put_words(paragraph, 0, 0);
        putchar('\n');
        text += length + 1;
    }
}

static void put_option(const option *o)
{
    int column = printf("  %s", o->name);
    if (o->value != NULL)
        column += printf(" %s", o->value);
    if (column >= HELP_INDENT) {
        putchar('\n');
        column = 0;
    }
    printf("%*s", HELP_INDENT - column, "");
    column = put_words(o->help, HELP_INDENT, HELP_INDENT);
    if (o->values != NULL)
        put_words(o->values(), column, HELP_INDENT);
    putchar('\n');
}

void help_print(const command *c)
{
    printf("usage: pelt %s %s [OPTION]...\n\n", c->name, c->files);
    put_text(c->text);
    if (c->list != NULL)
        c->list();
    putchar('\n');
    for (size_t i = 0; i < option_count; i++)
        if ((option_table[i].commands & c->bit) != 0)
            put_option(&option_table[i]);
}
