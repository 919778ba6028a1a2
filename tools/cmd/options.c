/* SPDX-License-Identifier: MIT */
/* The table of options, and the parser that uses it. */
#include "cmd/options.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/choice.h"
#include "pelt/draw.h"

/* The command line that is being read; the table below points into it. */
static command_line line;

/// Values ////////////////////////////////////////////////////////////////////////////////////////

static bool read_number(const option *o, const char *text, diag *d)
{
    const bool ok = choice_numbers(o->number, 1, text) == 1;
    return (ok && (o->most == 0 || (*o->number > 0 && *o->number <= (double)o->most))) ||
           diag_fail(d, DIAG_USAGE, "%s %s is not %s, command line, see --help", o->name, text,
                     ok ? "above 0 and at most 1" : "a number");
}

static bool read_integer(long *out, const option *o, const char *text, diag *d)
{
    char *end;
    errno = 0;
    *out = strtol(text, &end, 10);
    return (end != text && *end == '\0' && errno == 0 && *out >= o->least && *out <= o->most) ||
           diag_fail(d, DIAG_USAGE,
                     "%s %s is not an integer from %ld to %ld, command line, see --help", o->name,
                     text, o->least, o->most);
}

/* The index of `text` among the words of o->value, from o->least on. */
static bool read_choice(const option *o, const char *text, diag *d)
{
    const size_t length = strlen(text);
    *o->choice = (uint32_t)o->least;
    for (const char *at = o->value; at != NULL; at = strchr(at, '|'), ++*o->choice) {
        at += *at == '|';
        if (strncmp(at, text, length) == 0 && (at[length] == '|' || at[length] == '\0'))
            return true;
    }
    return diag_fail(d, DIAG_USAGE, "unknown %s %s, command line, use %s", o->name, text, o->value);
}

/* Parses a fraction of the model's size: 0.0001, 1/8192, or 2px@240, which is 2/240. */
static bool read_fraction(const option *o, const char *text, diag *d)
{
    char *end;
    double value = strtod(text, &end), whole = 1;
    const size_t between = strncmp(end, "px@", 3) == 0 ? 3 : *end == '/' ? 1 : 0;
    if (end != text && between > 0) {
        const char *behind = end + between;
        whole = strtod(behind, &end);
        if (end == behind)
            end = (char *)text;
    }
    *o->fraction = value /= whole;
    return (end != text && *end == '\0' && value > 0 && whole > 0 &&
            (value < 1 || (o->most > 0 && isfinite(value)))) ||
           diag_fail(d, DIAG_USAGE,
                     "%s %s is not a fraction of the model's size, command line, write it as "
                     "0.0001, 1/8192 or 2px@240",
                     o->name, text);
}

/* none, auto, or the longest side. */
static bool take_textures(const option *o, const char *text, diag *d)
{
    bake_options *bake = &line.load.bake;
    long side = 0;
    bake->texture_side = strcmp(text, "auto") == 0 ? BAKE_AUTO : 0;
    if (bake->texture_side == BAKE_AUTO || strcmp(text, "none") == 0)
        return true;
    if (!read_integer(&side, o, text, d))
        return false;
    bake->texture_side = (uint32_t)side;
    return (side & (side - 1)) == 0 ||
           diag_fail(d, DIAG_USAGE,
                     "%s %s is not a power of two, command line, use none, auto or 8 to 256",
                     o->name, text);
}

static bool take_precision(const option *o, const char *text, diag *d)
{
    const encoding_traits *found = traits_find(text);
    if (found == NULL)
        return diag_fail(d, DIAG_USAGE, "unknown %s %s, command line, use %s, or q16, q12 or f32",
                         o->name, text, o->value);
    line.load.bake.encoding = found->encoding;
    return true;
}

static bool take_core(const option *o, const char *text, diag *d)
{
    (void)o;
    line.load.bake.order.cost = bake_cost_find(text, d);
    return line.load.bake.order.cost != NULL;
}

static bool take_part(const option *o, const char *text, diag *d)
{
    bake_options *bake = &line.load.bake;
    const bake_part part = strcmp(o->name, "--as-clips") == 0 ? BAKE_CLIPS : BAKE_WITHOUT_CLIPS;
    (void)text;
    if (bake->part != BAKE_WHOLE && bake->part != part)
        return diag_fail(
            d, DIAG_USAGE,
            "--as-clips and --without-clips, command line, write each in a call of its own");
    bake->part = part;
    return true;
}

/* Adds to a list of texts, [*count] of `most`. */
static bool add_text(const char **list, uint32_t *count, long most, const option *o,
                     const char *text, diag *d)
{
    if (*count == (uint32_t)most)
        return diag_fail(d, DIAG_USAGE, "more than %ld %ss, %s, command line, give fewer", most,
                         o->name + 2, o->name);
    list[(*count)++] = text;
    return true;
}

/* With '=' it makes an expression; without, it shows one. */
static bool take_expression(const option *o, const char *text, diag *d)
{
    scene_selection *wanted = &line.load.gltf.wanted;
    const bool makes = strchr(text, '=') != NULL;
    if (!makes && (o->commands & FOR_BAKE) != 0)
        return diag_fail(d, DIAG_USAGE, "%s %.200s names no target, command line, see --help",
                         o->name, text);
    return add_text(makes ? wanted->expressions : line.pose.shown,
                    makes ? &wanted->expression_options : &line.pose.shown_count,
                    SCENE_EXPRESSIONS_MAX, o, text, d);
}

static bool take_root_motion(const option *o, const char *text, diag *d)
{
    (void)o, (void)d;
    line.load.root = root_parse(text);
    return true;
}

static bool take_target(const option *o, const char *text, diag *d)
{
    (void)o;
    line.all_targets = strcmp(text, "all") == 0;
    line.target = line.all_targets ? NULL : target_find(text, d);
    return line.all_targets || line.target != NULL;
}

static bool take_edit(const option *o, const char *text, diag *d)
{
    return pose_options_add(&line.pose, o->name, text, d);
}

static bool take_look(const option *o, const char *text, diag *d)
{
    line.pose.looks = choice_numbers(line.pose.look, 3, text) == 3;
    return line.pose.looks ||
           diag_fail(d, DIAG_USAGE, "%s %.200s is not X,Y,Z, command line, see --help", o->name,
                     text);
}

static bool take_size(const option *o, const char *text, diag *d)
{
    unsigned width = 0, height = 0;
    char more;
    const bool ok = sscanf(text, "%5ux%5u%c", &width, &height, &more) == 2 && width >= 8u &&
                    height >= 8u && width <= PELT_PICTURE_MAX && height <= PELT_PICTURE_MAX;
    line.width = width;
    line.height = height;
    return ok || diag_fail(d, DIAG_USAGE,
                           "%s %s is not WxH with both from 8 to %d, command line, see --help",
                           o->name, text, PELT_PICTURE_MAX);
}

static bool take_pixel_samples(const option *o, const char *text, diag *d)
{
    const char *const squares[] = {"1", "4", "9", "16"};
    uint32_t side = 1;
    while (side <= 4 && strcmp(text, squares[side - 1]) != 0)
        side++;
    line.pixel_samples = side * side;
    return side <= 4 ||
           diag_fail(d, DIAG_USAGE, "%s %s, command line, give 1, 4, 9 or 16", o->name, text);
}

/// The table /////////////////////////////////////////////////////////////////////////////////////

const option option_table[] = {
    {"-o", "OUT", FOR_BAKE | FOR_REPORT | FOR_ROM | FOR_VIEW | FOR_FIT, .text = &line.out,
     .help = "the file to write"},
    {"--help", NULL, FOR_ALL, .flag = &line.help, .help = "this text; -h too"},
    {"--json", NULL, FOR_BAKE | FOR_INFO | FOR_VERIFY, .flag = &line.json,
     .help = "prints one JSON object instead of text"},
    {"--verbose", NULL, FOR_BAKE, .flag = &line.verbose,
     .help = "also lists meshes, clips, limbs, and how vertices are stored"},

    {"--endian", "little|big", FOR_BAKE, .choice = &line.endian,
     .help = "byte order of the target; little is the default"},
    {"--c", "NAME", FOR_BAKE, .text = &line.c_name,
     .help = "also writes NAME.c and NAME.h beside OUT: the blob as an array, its names and sizes"},
    {"--strip", NULL, FOR_BAKE | FOR_ROM, .flag = &line.load.bake.strip,
     .help = "leaves out the map back to glTF vertices, which only the host tools use"},
    {"--depfile", "FILE", FOR_BAKE, .text = &line.depfile,
     .help = "also writes FILE, a rule for make and ninja by which the outputs depend on all files "
             "that were read"},
    {"--target", "BOARD", FOR_BAKE, .take = take_target, .values = target_names,
     .help = "bakes for the core of this board and prints whether the character fits and how many "
             "pictures a second the board shows; if it does not fit, also a command that makes it "
             "fit. `all` prints this for every board that is for sale, without advice. One of: "},

    {"--board", "BOARD", FOR_FIT, .take = take_target, .values = target_board_names,
     .help = "the board, as of `bake --target`: "},
    {"--fps", "F", FOR_FIT, .number = &line.fps,
     .help = "the pictures that the board shows in a second, at least, up to 1000; 30 is the "
             "default"},
    {"--rom", "FILE", FOR_FIT, .text = &line.rom,
     .help = "fits the showcase of `pelt rom`, begins with its options, and writes its FILE, too"},

    {"--what",
     "vertices|colours|joints|palette|bounds|checksum|events|root|residual|textures|uvs|springs",
     FOR_DUMP, .choice = &line.what, .help = "the output, see above"},
    {"--clip", "CLIP", FOR_DUMP | FOR_VIEW, .text = &line.clip,
     .help = "rest, bind (a .pelt must be baked with --bind), an index, or a name; name:X stands "
             "for a name X that is one of these words or an index"},
    {"--time", "SECONDS", FOR_DUMP | FOR_VIEW, .number = &line.time_s, .given = &line.has_time,
     .help = "the moment of the clip, in glTF's time; 0 is the default"},
    {"--to", "SECONDS", FOR_DUMP, .number = &line.to_s, .given = &line.has_to,
     .help = "with --what events or root: the end of the span of time that --time begins"},
    {"--loop", NULL, FOR_DUMP, .flag = &line.loop,
     .help = "the clip repeats for ever: --time and --to may lie outside it"},
    {"--hz", "H", FOR_DUMP, .integer = &line.rate_hz, .least = 10, .most = 1000,
     .help = "with --what springs: steps per second, 10 to 1000; 60 is the default"},
    {"--frames", "N", FOR_DUMP, .integer = &line.frame_count, .least = 1, .most = 1000000,
     .help = "with --what springs: steps; 600 is the default"},
    {"--restore-root", NULL, FOR_DUMP | FOR_VIEW, .flag = &line.pose.restores_root,
     .help = "plays clips with the root motion that --root-motion took out of them"},
    {"--tangents", NULL, FOR_DUMP, .flag = &line.tangents,
     .help = "appends TX TY TZ TW to each vertex (- - - - without tangents)"},
    {"--morph", "W0,W1,...", FOR_DUMP, .text = &line.morph,
     .help = "weights of the morph targets of every mesh instead of rest or animated ones: extra "
             "ones are ignored, missing ones 0"},
    {"--pose", "LAYER,LAYER,...", FOR_DUMP | FOR_VIEW, .text = &line.pose.pose,
     .help = "instead of --clip and --time: LAYER is [+]CLIP@TIME[^T0]*WEIGHT[:JOINT]. Layers "
             "without + and :JOINT in a row are one blend, their weights divided by their sum; "
             "with :JOINT that joint and what is below it go towards CLIP at TIME by WEIGHT, 0 to "
             "1; + adds, -1 to 2 times, what CLIP has more than the rest pose, or than at T0"},
    {"--aim", "JOINT:AX,AY,AZ:X,Y,Z[*W]", FOR_DUMP | FOR_VIEW, .take = take_edit,
     .help = "turns JOINT the shortest way so that its own axis AX AY AZ points at X Y Z in glTF "
             "units, by the weight W from 0 to 1; JOINT is the index of a node or a name; name:X "
             "is the name X"},
    {"--ik", "[UPPER,MIDDLE,]END:X,Y,Z[:PX,PY,PZ][*W]", FOR_DUMP | FOR_VIEW, .take = take_edit,
     .help = "turns UPPER and MIDDLE, or END's grandparent and parent, by the weight W so that "
             "END's origin reaches X Y Z and MIDDLE bends towards PX PY PZ; this and --aim apply "
             "in the order given"},

    {"--expression", "NAME[:WEIGHT]|NAME=TARGET[:WEIGHT],...", FOR_DUMP | FOR_VIEW,
     .take = take_expression,
     .help = "shows an expression on top of the pose's; with = makes one, as bake does"},
    {"--look", "X,Y,Z", FOR_DUMP | FOR_VIEW, .take = take_look,
     .help = "eyes look at X Y Z in glTF units, as lookAt of a VRM has it"},

    {"--samples", "N", FOR_VIEW, .take = take_pixel_samples,
     .help = "samples of each pixel: 1, 4, 9 or 16; 4 is the default"},
    {"--light", "none|sun", FOR_VIEW, .choice = &line.light,
     .help = "none: colours as they are; sun is the default"},
    {"--samples", "N", FOR_VERIFY, .integer = &line.samples, .least = 1, .most = 1000000,
     .help = "moments per clip; the default is every key time, three moments behind each, and 64 "
             "others"},
    {"--max-error", "E", FOR_VERIFY, .fraction = &line.max_error, .most = 1,
     .help = "the exit status is 1 if max_rel is larger, in the rest pose or a clip; written as "
             "--error is. The default is that of --error, or what --volume allows"},
    {"--store", "STORE.pelt", FOR_VERIFY, .text = &line.store,
     .help = "plays the clips of a store of `bake --as-clips`, and compares them with IN's of the "
             "same names: those of --clips-from, as a rule"},

    {"--size", "WxH", FOR_VIEW, .take = take_size,
     .help = "size of the picture in pixels, up to 1024x1024; 320x320 is the default"},
    {"--frames", "N", FOR_VIEW, .integer = &line.frame_count, .least = 1, .most = 500,
     .help = "the number of moments of the clip"},

    {"--show", "A,B", FOR_VIEW, .text = &line.show,
     .help = "over the picture, with commas between: skeleton; springs, and their colliders; "
             "betweens, where in-betweens turn; weights:JOINT, where its weights are, from blue by "
             "red to yellow"},
    {"--lod", "L", FOR_DUMP | FOR_VIEW, .integer = &line.lod, .least = 0,
     .most = SCENE_MAX_LEVELS - 1,
     .help = "a level of detail of `bake --lods`; 0, the default, is all of the model"},

    {"--precision", "exact|lean|float", FOR_LOADING, .take = take_precision,
     .given = &line.load.has_precision, .suits_blob = true,
     .help = "the encoding. exact: fixed point, the default; lean: fixed point with half the "
             "accuracy, for cores that multiply 32 x 32 bits to 32, like a Cortex-M0; float. Their "
             "other names are q16, q12 and f32"},
    {"--error", "E", FOR_LOADING, .fraction = &line.load.bake.error,
     .help = "how far any vertex may be off at any moment, as a fraction of the model's size: "
             "0.0001, 1/8192, or 2px@240 (two pixels where the model is 240 high); the default is "
             "1/8192 for exact, 1/4096 for lean, 2e-5 for float, or more where --volume allows it. "
             "If the encoding cannot keep E, nothing is written"},
    {"--textures", "auto|none|N", FOR_LOADING, .take = take_textures, .least = 8, .most = 256,
     .help = "the longest side of a texture, a power of two from 8 to 256. none: vertices have the "
             "colours around them; auto, the default: whatever needs the fewest bytes within "
             "--colour-error, vertex colours alone if they do"},
    {"--texels", "i4|i8|rgb565", FOR_LOADING, .choice = &line.load.bake.texels,
     .least = PELT_TEXELS_I4,
     .help = "how texels are stored: by a palette of 16 or 256 colours, or as colours; the default "
             "is the smallest within --colour-error, or a palette"},
    {"--colour-error", "E", FOR_LOADING, .number = &line.load.bake.colour_error, .most = 1,
     .help = "how different the colours of 95 % of the picture may be at most, as a distance in "
             "OKLab, in which black and white are 1 apart; 0.12 is the default, which is only "
             "warned of. If E is given and cannot be kept, nothing is written"},
    {"--clips", "A,B", FOR_LOADING, .text = &line.load.gltf.wanted.clips, .suits_blob = true,
     .help =
         "only these animations of the glTF: names, patterns (* and ?) or indices with commas "
         "between; name:X is a name X that could be mistaken for something else, \\, is a comma in "
         "a name. For a .pelt: the file of a store (bake --as-clips) whose clips it takes"},
    {"--clips-from", "A,B", FOR_LOADING, .text = &line.load.clips.files,
     .help = "also takes the clips of these glTF files, by the names of joints; where rest poses "
             "differ, turns are those from rest, and the root travels by the length of the legs. "
             "Their indices follow those of the file's own; \\, is a comma in a name"},
    {"--retarget", "FILE", FOR_LOADING, .text = &line.load.clips.names,
     .help = "names joints for --clips-from: lines `source target`. Names of Mixamo, Rigify, VRM "
             "and Unreal need none"},
    {"--as-clips", NULL, FOR_BAKE, .take = take_part,
     .help = "writes joints and clips alone: a store that models with these joints open beside "
             "their own blobs (pelt_clips_open)"},
    {"--pages", "BYTES", FOR_BAKE, .integer = &line.load.bake.page_bytes, .least = 64,
     .most = 32768,
     .help = "with --as-clips: cuts the clips into pages of this size behind the blob in OUT, "
             "which a program reads when it needs them (pelt/pages.h), from an SD card for "
             "example; a multiple of 4"},
    {"--without-clips", NULL, FOR_BAKE, .take = take_part,
     .help = "leaves the clips to such a store, but bakes with them, so that their ranges and "
             "boxes are the model's"},
    {"--meshes", "A,B", FOR_LOADING, .text = &line.load.gltf.wanted.meshes,
     .help = "only these meshes, by the node's or the mesh's name or the mesh's index, with the "
             "joints and skins that they need"},
    {"--socket", "A,B", FOR_LOADING, .text = &line.load.gltf.wanted.sockets,
     .help = "makes these nodes joints even if they move no vertex, so that something can be "
             "attached to them: by name, pattern or index of the node"},
    {"--spring", "NODES[:NAME=VALUE,...]", FOR_LOADING, .list = line.load.gltf.wanted.springs,
     .count = &line.load.gltf.wanted.spring_options, .most = SCENE_SPRINGS_MAX,
     .help =
         "lets these joints swing, as hair and tails: by name, pattern or index with commas "
         "between. Of a chain the last is only the end of a bone, but for `leaf`. stiffness (1) "
         "and gravity (0) are glTF units in a second, drag (0.5) the part of the speed that a step "
         "takes, radius (0) what keeps clear of colliders, centre a node with which it moves; may "
         "be given several times. Springs of VRMC_springBone, and of VRM 0.x, need none"},
    {"--expression", "NAME=TARGET[:WEIGHT],...", FOR_LOADING & ~(FOR_DUMP | FOR_VIEW),
     .take = take_expression,
     .help = "makes an expression of morph targets, by name or number, with weights up to 1 "
             "(pelt/face.h). Those of VRM, and of targets with usual names, as blink, eyeBlinkLeft "
             "or viseme_aa, need none"},
    {"--joints", "N", FOR_LOADING, .integer = &line.load.reduce.joints, .least = 1, .most = 65535,
     .help = "keeps at most N joints, including the ancestors of joints and meshes: the joints "
             "that matter least are folded into their parents, and a warning says how far vertices "
             "move by it"},
    {"--influences", "N", FOR_LOADING, .integer = &line.load.reduce.influences, .least = 1,
     .most = PELT_MAX_INFLUENCES,
     .help = "lets at most N joints move a vertex, 1 to 4, and fits the weights anew"},
    {"--triangles", "N", FOR_LOADING, .integer = &line.load.reduce.triangles, .least = 1,
     .most = 1 << 30,
     .help = "leaves about N triangles of all meshes together: vertices go to neighbours where the "
             "surface moves least, at rest and in clips, and a warning says how far it moves"},
    {"--lods", "2|3", FOR_LOADING, .integer = &line.load.reduce.levels, .least = 2,
     .most = SCENE_MAX_LEVELS,
     .help = "adds one or two coarser levels of detail, for characters that are small on the "
             "screen (pelt_lods_open): each with half the triangles of the one before, and only "
             "some of its vertices to skin"},
    {"--volume", "E", FOR_LOADING, .fraction = &line.load.reduce.volume,
     .help = "keeps the volume of joints that bend and twist: adds in-betweens, entries of the "
             "palette that turn by a part of a joint's turn, and fits weights anew, so that no "
             "vertex is more than E, as of --error, away from dual quaternion skinning"},
    {"--root-motion", "NODE[:xz|:yaw|:xz+yaw]", FOR_LOADING, .take = take_root_motion,
     .help = "takes the motion of NODE, an index or a name, out of the clips, so that the program "
             "can move the character by it: its way (xz: horizontally), its turns (yaw: about the "
             "vertical), or without an ending both; warns of meshes that do not hang below NODE"},
    {"--unit-shift", "N", FOR_LOADING, .integer = (uint32_t *)&line.load.bake.unit_shift,
     .least = -1000, .most = 1000, .given = &line.load.bake.forces_unit,
     .help = "makes the unit of the output 2^N glTF units, so that models can share one; the "
             "default is the finest that fits, and a finer one is refused"},
    {"--core", BAKE_CORES, FOR_LOADING, .take = take_core,
     .help = "the core whose costs decide on order and sharing of vertices; m4 is the default. It "
             "changes no vertex, but their order and so `--what checksum`"},
    {"--plain", NULL, FOR_LOADING, .flag = &line.load.bake.order.plain,
     .help = "makes one run of vertices per number of influences; vertices share nothing"},
    {"--pack", NULL, FOR_LOADING, .flag = &line.load.bake.order.pack,
     .help = "stores vertices in 10 to 16 bytes instead of 12 to 28; skinning unpacks them. "
             "Normals turn by up to 2.6 degrees, weights have 10 to 15 bits; not in float"},
    {"--indices", "16|8", FOR_LOADING, .choice = &line.load.bake.order.clusters,
     .help = "the bits of an index: 16, the default, which any GPU reads, or 8: triangles in "
             "clusters of few vertices, where that is smaller, drawn as fast, the same pictures"},
    {"--max-palette", "N", FOR_LOADING, .integer = &line.load.bake.order.max_palette, .least = 1,
     .most = 65535,
     .help = "cuts meshes into parts of at most N joints and lists the joints of each, for "
             "hardware with N matrices: for example 120 for shader uniforms, 31 for the Nintendo "
             "DS. Each vertex then belongs to one part. Without --pack results stay the same"},
    {"--window", "N", FOR_LOADING, .integer = &line.load.bake.order.window, .least = WINDOW_LEAST,
     .most = WINDOW_MOST,
     .help = "for programs that keep only N skinned vertices, for example 64: each triangle in "
             "order has its vertices among the last N that were skinned; some vertices are stored, "
             "and skinned, again"},
    {"--bind", NULL, FOR_LOADING, .flag = &line.load.bake.bind,
     .help = "stores the bind pose, too, for pelt_pose_set_* and --clip bind; this may make frames "
             "and the unit coarser"},
    {"--no-boxes", NULL, FOR_LOADING, .flag = &line.load.bake.no_boxes,
     .help = "leaves out the boxes of pelt_mesh_box_get_* and pelt_clip_box_get_*"},
    {"--events", "FILE", FOR_LOADING, .text = &line.load.gltf.events,
     .help = "FILE is JSON, {\"clip\": [{\"name\": \"step\", \"time\": 0.25}, ...], ...}: the "
             "events of these clips, instead of those in the extras of the glTF's animations"},
    {"--mask", "NAME=JOINT[*W][+JOINT[*W]...]", FOR_LOADING, .list = line.load.bake.masks,
     .count = &line.load.bake.mask_count, .most = BAKE_MASKS_MAX,
     .help = "stores a mask for layers of poses: each JOINT and everything below it, with a weight "
             "W from 0 to 1; may be given several times"},
    {"--allow-outside", NULL, FOR_LOADING, .flag = &line.load.gltf.allow_outside,
     .suits_blob = true, .help = "lets buffers and images lie outside the folder of the glTF file"},
};

const size_t option_count = sizeof option_table / sizeof *option_table;

/// Reading ///////////////////////////////////////////////////////////////////////////////////////

static bool take(const option *o, const char *value, diag *d)
{
    long number = 0;
    if (o->given != NULL)
        *o->given = true;
    if (o->flag != NULL)
        return *o->flag = true;
    if (o->text != NULL)
        return (*o->text = value) != NULL;
    if (o->list != NULL)
        return add_text(o->list, o->count, o->most, o, value, d);
    if (o->number != NULL)
        return read_number(o, value, d);
    if (o->fraction != NULL)
        return read_fraction(o, value, d);
    if (o->choice != NULL)
        return read_choice(o, value, d);
    if (o->take != NULL)
        return o->take(o, value, d);
    const bool ok = read_integer(&number, o, value, d);
    *o->integer = (uint32_t)number;
    return ok;
}

static const option *find_option(unsigned command, const char *name)
{
    for (size_t i = 0; i < option_count; i++)
        if ((option_table[i].commands & command) != 0 && strcmp(option_table[i].name, name) == 0)
            return &option_table[i];
    return NULL;
}

/* Makes two words of the word at `i` if it is `--name=value`. */
static void split_word(unsigned command, int i)
{
    char **word = line.argv + i, *equals = strchr(*word, '=');
    if (equals == NULL)
        return;
    *equals = '\0';
    const option *o = find_option(command, *word);
    if (o == NULL || o->value == NULL) {
        *equals = '='; /* unknown with its value */
        return;
    }
    memmove(word + 2, word + 1, (size_t)(line.argc++ - i - 1) * sizeof *word);
    word[1] = equals + 1;
}

/* Takes the option argv[*i] and its value. */
static bool take_option(unsigned command, int *i, diag *d)
{
    const int first = *i;
    split_word(command, first);
    const char *name = line.argv[first];
    const option *o = find_option(command, strcmp(name, "-h") == 0 ? "--help" : name);
    const char *next = first + 1 < line.argc ? line.argv[first + 1] : "";
    if (command == FOR_VIEW && strcmp(name, "--window") == 0 &&
        (*next == '\0' || next[strspn(next, "0123456789")] != '\0'))
        return line.window = true; /* with a number it is the one of bake */
    if (o == NULL)
        return diag_fail(d, DIAG_USAGE, "unknown option %s, command line, see --help", name);
    if (o->value != NULL && ++*i >= line.argc)
        return diag_fail(d, DIAG_USAGE, "%s needs a value, command line, see --help", name);
    if (o->commands == FOR_LOADING) {
        for (int k = first; k <= *i; k++)
            line.words[line.word_count++] = line.argv[k];
        if (!o->suits_blob)
            line.load.shapes = o->name;
    }
    return take(o, line.argv[*i], d);
}

/* A file's name behind `--`: ./ before a dash, so that options may follow it. */
static char *take_file(char *name)
{
    if (name[0] != '-' || name[1] == '\0' || line.dashed != NULL)
        return name;
    line.dashed = diag_calloc(strlen(name) + 3, 1);
    return strcat(strcpy(line.dashed, "./"), name);
}

bool command_line_read(command_line *out, unsigned command, int argc, char **argv, diag *d)
{
    bool ok = true, files_only = false;
    line = (command_line){.load = LOAD_OPTIONS,
                          .width = 320,
                          .height = 320,
                          .pixel_samples = 4,
                          .light = 1,
                          .fps = 30,
                          .argc = argc};
    /* Either may become twice as long. */
    line.words = diag_calloc(4u * (size_t)argc + 1u, sizeof *line.words);
    line.argv = line.words + 2 * argc;
    memcpy(line.argv, argv, (size_t)argc * sizeof *argv);
    for (int i = 0; i < line.argc && ok && !line.help; i++) {
        char *word = line.argv[i];
        if (!files_only && strcmp(word, "--") == 0) {
            files_only = true; /* after it a file name may begin with a dash */
            memmove(line.argv + i, line.argv + i + 1, (size_t)(--line.argc - i) * sizeof word);
            i--;
        } else if (!files_only && word[0] == '-' && word[1] != '\0')
            ok = take_option(command, &i, d);
        else if (line.in != NULL)
            ok = diag_fail(d, DIAG_USAGE, "%s is a second %s, command line, give only one", word,
                           command == FOR_COMPLETION ? "shell" : "file");
        else
            line.in = line.argv[i] = files_only ? take_file(word) : word;
    }
    *out = line;
    return ok;
}

bool command_line_check(command_line *of, unsigned command, diag *d)
{
    const bool writes = find_option(command, "-o") != NULL && command != FOR_FIT && !of->window;
    if (of->in == NULL || (writes && of->out == NULL))
        return diag_fail(d, DIAG_USAGE, "no %s, command line, see --help",
                         of->in != NULL              ? "output file"
                         : command == FOR_COMPLETION ? "shell"
                                                     : "input file");
    if (strcmp(of->in, "-") == 0 || (of->out != NULL && strcmp(of->out, "-") == 0))
        return diag_fail(d, DIAG_USAGE,
                         "- is no file, command line, read a file, and write one or /dev/stdout "
                         "(./- is a file of that name)");
    if (of->window && (of->out != NULL || of->load.gltf.wanted.clips != NULL))
        return diag_fail(d, DIAG_USAGE,
                         "--window with -o or --clips, command line, a window shows one file and "
                         "all of its clips");
    of->load.bake.file = of->in;
    of->load.bake.big_endian = of->endian == 1;
    return load_check(&of->load, d);
}

void command_line_free(command_line *of)
{
    pose_options_free(&of->pose);
    free(of->words);
    free(of->dashed);
    of->words = NULL;
    of->dashed = NULL;
}

int options_split(char **words, char *text)
{
    int count = 0;
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " "))
        if (strcmp(word, "--endian") == 0)
            strtok(NULL, " ");
        else
            words[count++] = word;
    return count;
}
