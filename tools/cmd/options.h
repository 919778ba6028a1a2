/* SPDX-License-Identifier: MIT */
/* Command lines: `pelt COMMAND FILE [--name value]...`, and loading what FILE is. */
#ifndef PELT_TOOLS_CMD_OPTIONS_H
#define PELT_TOOLS_CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "bake/baking.h"
#include "blob/source_map.h"
#include "common/diag.h"
#include "gltf/gltf.h"
#include "reduce/reduce.h"
#include "reduce/root_motion.h"

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
 * A clip as an option, --clip or --pose, says it: `rest`, `bind`, an index, a name, or `name:` and a name that is one of
 * those; PLAY_REST, PLAY_BIND or the blob's index. Indices are glTF's where there is a map, which
 * may be empty, else the blob's. DIAG_USAGE with the clips that there are, DIAG_INVALID where the
 * blob has no bind pose.
 */
bool option_clip(int *out, const char *option, const char *text, const pelt_model *model,
                 const source_map *map, const char *file, diag *d);
bool option_clip_is_bind(const char *text); /* what a glTF file is then baked with */
#define OPTION_CLIP_HELP                                                                           \
    "  --clip       rest, bind (of a .pelt: if baked with --bind), an index, or a name; name:X\n"   \
    "               where the name X is one of those\n"

/* What --precision takes and prints: q16, f32 or q12. */
const char *flavour_name(pelt_encoding encoding);

/* How a glTF file is loaded and baked, which bake, dump, verify and view are told alike. */
typedef struct load_options {
    gltf_options gltf;
    root_options root;
    reduce_options reduce;
    bake_options bake;
    bool has_precision; /* --precision was given; else bake.encoding is q16 */
    const char *shapes; /* the last of these options that a .pelt cannot follow, or NULL */
} load_options;

#define LOAD_OPTIONS {.bake = {.encoding = PELT_EXACT}}

/* Whether argv[*i] is one of these, which are then taken with their values; *ok is false, and `d`
 * says why, where a value is wrong. */
bool option_load(bool *ok, load_options *out, int argc, char **argv, int *i, diag *d);
#define OPTION_LOAD_USAGE                                                                          \
    "[--precision q16|f32|q12] [--error E] [--clips A,B] [--meshes A,B]\n"                         \
    "                 [--joints N] [--influences K] [--socket A,B]\n"                               \
    "                 [--root-motion NODE[:xz|:yaw|:xz+yaw]]\n"                                     \
    "                 [--unit-shift N] [--core CORE] [--plain] [--mixes N] [--pack]\n"          \
    "                 [--bind] [--no-boxes] [--events FILE] [--mask NAME=JOINT...]\n"                  \
    "                 [--max-palette N] [--window N] [--allow-outside]"
extern const char option_load_help[]; /* strings of C99 have a longest length */
#define OPTION_LOAD_HELP                                                                           \
    "  --precision  q16: fixed point (the default), f32: float, q12: lean\n"                       \
    "  --error      how far any vertex may be off at any moment, a part of the model's size: "     \
    "0.0001,\n"                                                                                    \
    "               1/8192, or 2px@240 (two pixels where the model is 240 high); the default is\n" \
    "               1/8192 for q16, 1/4096 for q12, 2e-5 for f32. What cannot be kept is refused\n" \
    "  --clips      only these animations of the glTF: names, patterns (* and ?) or indices with\n" \
    "               commas between; name:X is the name X, \\, a comma in a name\n"                  \
    "  --meshes     only these meshes, by the node's or the mesh's name or the mesh's index, and\n" \
    "               what they need of joints and skins\n"                                          \
    "  --socket     these nodes are joints even if they move no vertex, to hang something on: by\n"   \
    "               name, pattern or index of the node\n"                                           \
    "  --joints     at most N joints, those above joints and meshes included: the ones that matter\n" \
    "               least are folded into their parents, and what that moves is told\n"            \
    "  --influences at most K joints that move a vertex, 1 to 4, with weights fitted anew\n"         \
    "  --root-motion  takes where NODE, an index or a name, goes (xz: horizontally) and turns (yaw:\n" \
    "               about the vertical) out of the clips, both without an ending: for the program\n"  \
    "               to move the character by; what else is drawn and does not hang below NODE is told\n" \
    "  --unit-shift the unit of the output is 2^N glTF units, so that models can share one; else\n" \
    "               the finest is taken that fits, and a finer one is refused\n"                   \
    "  --core       the core whose costs decide on order and sharing of vertices, one of\n"        \
    "               " BAKE_CORES "; m4 is the default.\n"                                           \
    "               Without --pack no result depends on it\n"                                      \
    "  --plain      one run of vertices per number of influences, nothing shared\n"                \
    "  --mixes      at most N palette entries that are mixes of others, of 48 bytes of RAM each;\n" \
    "               the default is as many as pay; --blends is its old name\n"                     \
    "  --pack       vertices of 10 to 16 bytes instead of 12 to 28, which skinning unpacks: normals\n"\
    "               turn by up to 2.6 degrees, weights have 10 to 15 bits; not in f32\n"           \
    "  --max-palette  parts of at most N joints each, and a list of them, for hardware that has so\n" \
    "               many matrices: 120 say for shader uniforms, 31 for the Nintendo DS. Each vertex is\n" \
    "               then one part's. Without --pack no result depends on it\n"                     \
    "  --window     for programs that keep N skinned vertices, 64 say, not all: the triangles, in\n"    \
    "               order, find theirs among the last N; some are stored, and skinned, again\n"        \
    "  --bind       with the bind pose, for pelt_pose_bind_* and --clip bind; frames and the unit\n"  \
    "               may be coarser for it\n"                                                       \
    "  --no-boxes   without the boxes of pelt_mesh_bounds_* and pelt_clip_box_get_*\n"              \
    "  --events     FILE is JSON, {\"clip\": [{\"name\": \"step\", \"time\": 0.25}, ...], ...}: what happens\n" \
    "               when in these clips, instead of the extras of the glTF's animations\n"           \
    "  --mask       NAME=JOINT[*W][+JOINT[*W]...]: a mask for layers of poses, of each joint and what\n" \
    "               is below it, with weights W of 0 to 1; as often as there are masks\n"             \
    "  --allow-outside  lets buffers and images lie outside the folder of the glTF file\n"

/* Both files were given; what is loaded is `in`. */
bool option_files(load_options *options, const char *in, const char *out, diag *d);

/* What these options say together; `d` is told why not. */
bool option_load_check(const load_options *options, diag *d);

/*
 * A blob in memory: FILE itself if it is a .pelt, which has to be of the precision that was given
 * and cannot be chosen from any more, else the glTF file baked.
 */
typedef struct loaded_blob {
    void *bytes; /* malloc'ed, 4-byte aligned, native byte order */
    size_t size_bytes;
} loaded_blob;

bool load_blob(loaded_blob *out, const char *path, const load_options *options, diag *d);
bool is_blob(const void *bytes, size_t size_bytes); /* of either byte order, by its first word */

/* The whole file, malloc'ed with one NUL byte behind; DIAG_IO on failure. Never an output. */
bool read_file(void **bytes, size_t *size_bytes, const char *path, diag *d);

/* gltf_load for commands: the files of the scene are never an output. */
bool load_scene(scene *out, const char *path, const load_options *options, diag *d);

#endif
