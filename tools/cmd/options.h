/* SPDX-License-Identifier: MIT */
/* Command lines: `pelt COMMAND FILE [--name value]...`, and loading what FILE is. */
#ifndef PELT_TOOLS_CMD_OPTIONS_H
#define PELT_TOOLS_CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "bake/bake.h"
#include "common/diag.h"

bool option_is_help(const char *name); /* --help or -h */
bool option_is_name(const char *name); /* an option, no file */
bool option_is_one_of(const char *name, const char *const *names); /* NULL is the last */
bool option_unknown(const char *name, diag *d); /* DIAG_USAGE */

/*
 * The next option's value, or NULL and a DIAG_USAGE failure. Advances *i to it.
 */
const char *option_value(int argc, char **argv, int *i, diag *d);

/* Whole string as a finite number, or an integer in [low, high]; else DIAG_USAGE naming `option`. */
bool option_number(double *out, const char *option, const char *text, diag *d);
bool option_integer(long *out, const char *option, const char *text, long low, long high, diag *d);

/* Finite numbers with commas between; free() *out. */
bool option_list(double **out, uint32_t *count, const char *option, const char *text, diag *d);

/*
 * A clip as --clip says it: `rest`, `bind`, an index, a name, or `name:` and a name that is one of
 * those; PLAY_REST, PLAY_BIND or the index. DIAG_USAGE with the clips that there are.
 */
bool option_clip(int *out, const char *text, const pelt_model *model, const char *file, diag *d);
#define OPTION_CLIP_HELP                                                                           \
    "  --clip       rest, bind, an index, or a name; name:X where the name X is one of those\n"

/* Lets buffers of glTF files lie outside the file's folder. */
#define OPTION_ALLOW_OUTSIDE "--allow-outside"

/* What --precision takes and prints: q16, f32 or q12. */
const char *flavour_name(pelt_encoding encoding);
bool option_precision(pelt_encoding *out, const char *text, diag *d);

/*
 * A blob in memory: FILE itself if it is a .pelt, else the glTF file baked. `encoding` is what to
 * bake, or 0 for the default: q16, or whatever the .pelt is. `order` is how, NULL for the default.
 */
typedef struct loaded_blob {
    void *bytes; /* malloc'ed, 4-byte aligned, native byte order */
    size_t size_bytes;
    bool from_gltf;
} loaded_blob;

bool load_blob(loaded_blob *out, const char *path, int encoding, const bake_order *order,
               bool allow_outside, diag *d);

/* Whether argv[*i] is one of these, which are then taken with their values; *ok is false, and `d`
 * says why, where a value is wrong. */
#define OPTION_ORDER_USAGE "[--core CORE] [--plain] [--mixes N] [--pack]"
#define OPTION_ORDER_HELP                                                                          \
    "  --core       the core whose costs decide on order and sharing of vertices, one of\n"        \
    "               " BAKE_CORES "; m4 is the default.\n"                                           \
    "               Without --pack no result depends on it\n"                                      \
    "  --plain      one run of vertices per number of influences, nothing shared\n"                \
    "  --mixes      at most N palette entries that are mixes of others, of 48 bytes of RAM each;\n" \
    "               the default is as many as pay; --blends is its old name\n"                   \
    "  --pack       vertices of 10 to 16 bytes instead of 12 to 28, which skinning unpacks: normals\n"\
    "               turn by up to 2.6 degrees, weights have 10 to 15 bits; not in f32\n"
bool option_order(bool *ok, bake_order *out, int argc, char **argv, int *i, diag *d);
/* DIAG_USAGE where vertices of that encoding (0: the default) are to be packed and cannot be. */
bool option_order_fits(const bake_order *order, int encoding, diag *d);

/* The whole file, malloc'ed with one NUL byte behind; DIAG_IO on failure. Never an output. */
bool read_file(void **bytes, size_t *size_bytes, const char *path, diag *d);

/* gltf_load for commands: the files of the scene are never an output. */
bool load_scene(scene *out, const char *path, bool allow_outside, diag *d);

#endif
