/* SPDX-License-Identifier: MIT */
/* The table of commands, and help and completion, which are printed from it and the options. */
#include "cmd/commands.h"

#include <string.h>

#include "common/output.h"

const command command_table[] = {
    {"bake", FOR_BAKE, cmd_bake, NULL, "IN.gltf|IN.glb -o OUT.pelt",
     "glTF to a blob for the device",
     "Bakes the default scene and all animations of IN into one blob for the device library, and "
     "reports the result.\n"},
    {"report", FOR_REPORT, cmd_report, NULL, "IN.gltf|IN.glb -o OUT.html",
     "a page with the character in it, for any browser",
     "Writes a page in which any browser shows the character and bakes it anew: one file, which "
     "loads nothing.\n"},
    {"rom", FOR_ROM, cmd_rom, rom_list, "IN.gltf|IN.glb -o OUT.SUFFIX",
     "glTF to an image for a console or board, which plays it",
     "Bakes IN and puts it into a showcase that the tool carries: no compiler is needed. It takes "
     "bake's options and sets those that the showcase needs. The suffix chooses the machine:\n"},
    {"fit", FOR_FIT, cmd_fit, NULL, "IN.gltf|IN.glb --board BOARD --fps F [-o OUT.pelt]",
     "the options with which a character fits a board and is fast enough",
     "Bakes IN with one set of options after the other until flash, RAM and pictures a second are "
     "those that the board has: what harms its look least comes first, fewer triangles, textures "
     "and joints later, and last it leaves out clips and meshes. It prints each try, writes OUT, "
     "and ends with the command that bakes the same again. If nothing fits, the exit status is 1, "
     "and it says what the last try needs.\n"},
    {"info", FOR_INFO, cmd_info, NULL, "FILE.pelt", "the contents of a blob",
     "Checks a blob as the device would and prints its header, sections, joints, skins, meshes "
     "with their boxes, runs of vertices and parts, root motion, clips with events, boxes of all "
     "meshes, distances travelled, and masks; lengths are in glTF units. For a blob in the other "
     "byte order it prints only header and sections.\n"},
    {"dump", FOR_DUMP, cmd_dump, NULL, "FILE",
     "vertices, joints or palettes at a moment, as the device computes them",
     "Plays FILE (glTF or .pelt) with the device library and prints, in glTF units, as --what "
     "says:\n"
     "  vertices   NODE PRIMITIVE VERTEX X Y Z NX NY NZ   (the default; - - - without normals)\n"
     "  joints     NODE m00 m01 m02 tx m10 ... tz         model matrices\n"
     "  colours    NODE PRIMITIVE VERTEX R G B A          linear, 0 to 255\n"
     "  uvs        NODE PRIMITIVE VERTEX I U V            I: a texture, or - - -\n"
     "  textures   texture I W H TEXELS ACROSS DOWN IMAGE, then H lines of W words RRGGBBAA\n"
     "  palette    SKIN ENTRY NODE m00 ... tz             model matrix x inverse bind matrix\n"
     "  bounds     NODE minx miny minz maxx maxy maxz     a box that holds the vertices of a mesh\n"
     "  checksum   XXXXXXXX                               CRC-32 of the words of all vertices as\n"
     "                                                    skinning writes them, little-endian: x y "
     "z,\n"
     "                                                    and of meshes with normals NX NY NZ; it\n"
     "                                                    depends on their order, and so on "
     "--core\n"
     "  events     NAME                                   the events from --time A to --to B, in\n"
     "                                                    order: at A <= t < B, backwards at\n"
     "                                                    B < t <= A\n"
     "  root       TX TY TZ YAW                           movement from --time A to --to B, in "
     "the\n"
     "                                                    frame at A, degrees; see --root-motion\n"
     "  springs    FRAME NODE X Y Z                       the end of the bone of each joint that\n"
     "                                                    swings, after each of --frames steps\n"
     "The default is exact (a .pelt: its own encoding), the rest pose, time 0. A .pelt is baked "
     "already: of the options of baking only --precision is allowed, with its own encoding.\n"},
    {"verify", FOR_VERIFY, cmd_verify, NULL, "IN.gltf|IN.glb",
     "how far the device's results are from the glTF, clip by clip",
     "Bakes IN in memory, plays every clip with the device library and compares all vertices with "
     "an evaluation of the glTF in double precision. It prints one line per clip and precision, "
     "with fields separated by tabs:\n"
     "  clip INDEX precision max_rel p99_rel max_units node primitive vertex time\n"
     "max_rel and p99_rel are coordinate errors as fractions of the model's size (the largest, and "
     "the 99th percentile over all vertices and moments), max_units is the largest in glTF units; "
     "then where and at which glTF time max_rel occurs. With --precision it checks only this one, "
     "otherwise exact and (unless --pack is given) float.\n"
     "The names of the fields come first and the verdict last, both on standard error. The rest "
     "pose is compared too, without a line of its own. With --json clips[] has these lines, and "
     "rest[] is the rest pose in each precision.\n"},
    {"view", FOR_VIEW, cmd_view, NULL, "IN -o OUT.png|OUT.gif | IN --window",
     "a picture or an animation, as the device draws it",
     "Plays IN (glTF or .pelt) with the device library and draws it.\n"
     "  OUT.png  one picture of CLIP at the time of --time (default: the rest pose); with --frames "
     "a\n"
     "           contact sheet of N moments of the clip\n"
     "  OUT.gif  CLIP once through (default: the first that moves; without any, the rest pose\n"
     "           turns), repeated for ever\n"
     "--window, without a number, opens the window of `make window` instead: 1 to 9 fade to clips, "
     "left and right turn, space stops the time, escape ends. Of the options that are not of "
     "baking it takes --time alone, at which it stands.\n"
     "A .pelt is baked already: of the options of baking only --precision is allowed, with its own "
     "encoding.\n"},
    {"completion", FOR_COMPLETION, cmd_completion, NULL, "bash",
     "completion of command lines for a shell",
     "Prints the completion of command lines for bash:\n"
     "  source <(pelt completion bash)\n"},
};

const size_t command_count = sizeof command_table / sizeof *command_table;

const command *command_find(const char *name)
{
    for (size_t i = 0; i < command_count; i++)
        if (strcmp(name, command_table[i].name) == 0)
            return &command_table[i];
    return NULL;
}

/// Help //////////////////////////////////////////////////////////////////////////////////////////

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

/// Completion ////////////////////////////////////////////////////////////////////////////////////

/* Completes the value of an option: from a list, which has bars and no pattern, as a file name, or not at
 * all. */
static void put_values(const option *o)
{
    if (o->value == NULL)
        return;
    printf("        %s) ", o->name);
    if (o->values != NULL || (strchr(o->value, '|') != NULL && strchr(o->value, '[') == NULL)) {
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
    fputs("        words='", stdout);
    for (size_t i = 0; i < command_count; i++)
        printf("%s ", command_table[i].name);
    puts("help'\n"
         "    elif [ \"$command\" = completion ]; then\n"
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
