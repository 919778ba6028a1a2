/* SPDX-License-Identifier: MIT */
/* Command lines, `pelt COMMAND FILE [--name value]...`. Parsing, help, the manual page and
 * completion come from one table of options. */
#pragma once

#include "cmd/load.h"
#include "cmd/pose_options.h"
#include "cmd/target.h"
#include "common/diag.h"

/* In the order of the names in option.value. */
typedef enum dump_what {
    DUMP_VERTICES,
    DUMP_COLOURS,
    DUMP_JOINTS,
    DUMP_PALETTE,
    DUMP_BOUNDS,
    DUMP_CHECKSUM,
    DUMP_EVENTS,
    DUMP_ROOT,
    DUMP_RESIDUAL,
    DUMP_TEXTURES,
    DUMP_UVS,
    DUMP_SPRINGS
} dump_what;

/* A parsed command line. Each command uses its own part. */
typedef struct command_line {
    const char *in, *out;
    bool help, json, verbose;
    load_options load;
    char **words; /* [word_count] the options of `load` and their values as given */
    int word_count;
    int argc; /* the whole command line, --name=value as two words */
    char **argv;
    char *dashed; /* memory of `in` where its name begins with a dash, or NULL */

    /* bake */
    const char *c_name, *depfile;
    const target_board *target;
    uint32_t endian; /* 1: big */
    bool all_targets;

    /* fit, whose board is `target` */
    const char *rom;
    double fps;

    /* dump and view */
    pose_options pose;
    const char *clip, *morph; /* NULL: not given */
    double time_s, to_s;
    uint32_t rate_hz; /* of springs */
    bool has_time, has_to, loop, tangents;
    uint32_t what; /* a dump_what */

    uint32_t lod; /* level of detail */

    /* verify */
    uint32_t samples;  /* 0: not given */
    double max_error;  /* 0: that of the bake */
    const char *store; /* a .pelt of clips, or NULL */

    /* view */
    uint32_t width, height, frame_count; /* 0 frames: not given */
    const char *show;                    /* of view, or NULL */
    uint32_t pixel_samples, light;       /* light 0: none */
    bool window;                         /* instead of `out` */
} command_line;

/* Bits of the commands that take an option. */
enum {
    FOR_BAKE = 1,
    FOR_REPORT = 2,
    FOR_ROM = 4,
    FOR_INFO = 8,
    FOR_DUMP = 16,
    FOR_VERIFY = 32,
    FOR_VIEW = 64,
    FOR_COMPLETION = 128,
    FOR_FIT = 256,
    FOR_LOADING = FOR_BAKE | FOR_REPORT | FOR_ROM | FOR_DUMP | FOR_VERIFY | FOR_VIEW | FOR_FIT,
    FOR_ALL = 511
};

typedef struct option {
    const char *name;
    /* The name of its value in the help (OUT, FILE: a file name); or all possible values with
     * bars between; NULL: a switch without a value. */
    const char *value;
    unsigned commands; /* FOR_... */
    const char *help;

    /* The field that it sets: one of these. Integers are from `least` to `most`. */
    bool *flag;
    const char **text, **list; /* list: [*count] of `most`; the option may be given several times */
    double *number;            /* above 0 and up to `most` if that is set */
    double *fraction;          /* below 1 unless `most` is set */
    uint32_t *integer, *count;
    uint32_t *choice; /* set to the index of the value among the possible ones, and `least` */
    bool (*take)(const struct option *o, const char *value, diag *d);

    long least, most;
    bool *given;                 /* set to true in addition, or NULL */
    bool suits_blob;             /* for options of loading: a .pelt may be read with it, too */
    const char *(*values)(void); /* returns the possible values with spaces between, or NULL */
} option;

extern const option option_table[]; /* [option_count] */
extern const size_t option_count;

/* Reads the options of the command with this bit; `--help` ends reading. Errors go to `d`.
 * command_line_free releases `out` in any case. */
bool command_line_read(command_line *out, unsigned command, int argc, char **argv, diag *d);
/* Checks that everything the command needs is there, and can be combined. */
bool command_line_check(command_line *line, unsigned command, diag *d);
void command_line_free(command_line *line);

/* Splits options with spaces between into words, which stay in `text`, and returns how many there are.
 * It leaves out --endian of a showcase's, as the board says the byte order. */
int options_split(char **words, char *text);
