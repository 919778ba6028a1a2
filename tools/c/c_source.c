/* SPDX-License-Identifier: MIT */
#include "c/c_source.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blob/table.h"
#include "c/c_names.h"
#include "pelt/motion.h"
#include "play/play.h"
#include "src/blob/stored.h"
#include "src/kernel/family.h"
#include "scene/eval.h"
#include "scene/moments.h"

#define LINE_SIZE 1024

/* What a header is written from. */
typedef struct c_header {
    byte_buffer *out;
    char prefix[C_NAME_BYTES]; /* of macros */
    pelt_model model;          /* in this machine's byte order */
    c_names names;
    c_object *objects; /* [object_count] */
    uint32_t object_count;
} c_header;

static void print_list(byte_buffer *out, const char *format, va_list arguments)
{
    char line[LINE_SIZE];
    const int length = vsnprintf(line, sizeof line, format, arguments);
    buffer_bytes(out, line, length < LINE_SIZE ? (size_t)length : LINE_SIZE - 1);
}

static void print(byte_buffer *out, const char *format, ...) DIAG_PRINTF(2, 3);

static void print(byte_buffer *out, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_list(out, format, arguments);
    va_end(arguments);
}

bool c_name_valid(const char *name)
{
    static const char characters[] =
        "_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    /* Headers of C, which NAME.h would hide from #include <...>, as files may not tell a from A. */
    static const char standard[] =
        " ASSERT COMPLEX CTYPE ERRNO FENV FLOAT INTTYPES ISO646 LIMITS LOCALE MATH SETJMP SIGNAL "
        "STDARG STDALIGN STDATOMIC STDBIT STDBOOL STDCKDINT STDDEF STDINT STDIO STDLIB STDNORETURN "
        "STRING TGMATH THREADS TIME UCHAR WCHAR WCTYPE ";
    char capitals[C_NAME_BYTES], word[C_NAME_BYTES + 2];
    const size_t length = strlen(name);
    if (length == 0 || length >= C_NAME_BYTES || isdigit((unsigned char)name[0]) ||
        strspn(name, characters) != length)
        return false;
    c_capitals(capitals, name);
    snprintf(word, sizeof word, " %s ", capitals);
    return strstr(standard, word) == NULL &&
           (strncmp(capitals, "PELT", 4) != 0 || (capitals[4] != '\0' && capitals[4] != '_'));
}

void c_write_source(byte_buffer *out, const char *name, const uint8_t *blob, size_t blob_bytes)
{
    blob_table table;
    blob_table_read(&table, blob, blob_bytes);
    print(out, "/* Baked by pelt %s for a %s-endian target. Do not edit: bake again. */\n",
          PELT_VERSION, table.big_endian ? "big" : "little");
    print(out, "#include \"%s.h\"\n\n", name);
    /* A compiler for the 68000 is content with two bytes. */
    print(out, "#ifdef __GNUC__\n__attribute__((aligned(4)))\n#endif\n");
    print(out, "const uint32_t %s_blob[%zu] = {\n", name, blob_bytes / 4);
    for (size_t i = 0; i < blob_bytes; i += 4)
        print(out, "%s0x%08Xu,%s", i % 32 == 0 ? "    " : " ",
              blob_word(blob + i, table.big_endian),
              i % 32 == 28 || i + 4 == blob_bytes ? "\n" : "");
    print(out, "};\n");
}

/* A constant that is no integer; `text` holds it. */
static char *number_text(char text[32], const char *format, double value)
{
    snprintf(text, 28, format, value);
    return strpbrk(text, ".e") == NULL ? strcat(text, ".0") : text;
}

/* A macro that belongs to nothing in the file. */
static void define(c_header *h, const char *text, const char *format, ...) DIAG_PRINTF(3, 4);

static void define(c_header *h, const char *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    c_names_reserve(&h->names, text);
    print(h->out, "#define %s_%s ", h->prefix, text);
    print_list(h->out, format, arguments);
    print(h->out, "\n");
    va_end(arguments);
}

static void define_sizes(c_header *h)
{
    const pelt_model *model = &h->model;
    char text[40];
    const size_t pose = pelt_pose_bytes_get(model);
    print(h->out,
          "/* Bytes of an arena: what the alloc calls take; STAGES is one of each, ARENA a "
          "character,\n * ACTOR one more that shares with it; and of a mask of your own. */\n");
    define(h, "POSE_BYTES", "%zu", pose);
    define(h, "JOINTS_BYTES", "%u", pelt_joints_bytes(model));
    for (uint32_t k = 0; k < model->skin_count; k++) {
        snprintf(text, sizeof text, "PALETTE_BYTES_%u", k);
        define(h, text, "%u", pelt_palette_bytes(model, k));
    }
    for (uint32_t m = 0; m < model->mesh_count; m++) {
        snprintf(text, sizeof text, "MORPHED_BYTES_%u", m);
        if (stored_targets(model, m) != NULL)
            define(h, text, "%u", pelt_morph_bytes(model, m));
    }
    define(h, "STAGES_BYTES", "%zu", play_arena_bytes(model));
    define(h, "ACTOR_BYTES", "%zu", pose);
    define(h, "MASK_BYTES", "%u", PELT_MASK_BYTES(model));
    define(h, "ARENA_BYTES", "(%zuu + PELT_SCRATCH_BYTES(%uu, %uu))", play_arena_bytes(model),
           model->skin_count, model->mesh_count);
    print(h->out, "\n");
}

static void define_whole(c_header *h, uint32_t window)
{
    const pelt_model *model = &h->model;
    uint32_t vertices = 0, triangles = 0, runs = 0;
    char text[32];
    pelt_mesh_info mesh = {0};
    pelt_part_info part;
    for (uint32_t m = 0; m < model->mesh_count; m++) {
        const format_mesh *stored = stored_mesh(model, m);
        (void)pelt_mesh_get(&mesh, model, m);
        vertices += mesh.vertex_count;
        for (uint32_t k = 0; pelt_part_get(&part, model, m, k) == PELT_OK; k++)
            triangles += part.corners == 3u ? part.index_count / 3u : 0u;
        for (uint32_t k = 0; k < stored->run_count; k++)
            runs |= stored_run(model, stored->first_run + k)->flags;
    }
    /* The least family that has all kernels. */
    const char *suffix = model->betweens != 0                   ? "_volume"
                         : model->morphs != 0                   ? "_morphs"
                         : (runs & FORMAT_RUN_PACKED) != 0      ? "_packed"
                         : (runs & FORMAT_RUN_SAME_JOINTS) != 0 ? ""
                                                                : "_plain";
    print(h->out, "/* The kernels that it needs, and glTF units = the model's units * "
                  "2^UNIT_SHIFT. */\n");
    define(h, "FAMILY", "(&pelt_%s%s)", traits_of((pelt_encoding)model->encoding)->name, suffix);
    define(h, "UNIT_SHIFT", "(%d)", (int)model->unit_shift);
    c_names_reserve(&h->names, "UNITS");
    print(h->out, "/* glTF units as the library takes places and lengths: %s. */\n",
          model->encoding == PELT_FLOAT ? "the same" : "Q16.16 of the model's, to nearest");
    if (model->encoding == PELT_FLOAT)
        print(h->out, "#define %s_UNITS(x) ((float)(x))\n\n", h->prefix);
    else
        print(h->out, "#define %s_UNITS(x) PELT_Q16((x) * %s)\n\n", h->prefix,
              number_text(text, "%.17g", ldexp(1, -model->unit_shift)));
    define(h, "JOINT_COUNT", "%u", model->joint_count);
    define(h, "SKIN_COUNT", "%u", model->skin_count);
    define(h, "MESH_COUNT", "%u", model->mesh_count);
    define(h, "CLIP_COUNT", "%u", model->clip_count);
    define(h, "TARGET_COUNT", "%u", model->target_count);
    uint32_t expressions = 0;
    pelt_expression_info info;
    while (pelt_expression_get(&info, model, expressions) == PELT_OK)
        expressions++;
    if (expressions > 0)
        define(h, "EXPRESSION_COUNT", "%u", expressions);
    define(h, "VERTICES", "%u", vertices);
    define(h, "TRIANGLES", "%u", triangles);
    if (window > 0)
        define(h, "WINDOW", "%u", window);
    uint32_t bytes;
    const format_pages *pages = pelt_section_find(&bytes, model, FORMAT_PAGES);
    if (pages != NULL)
        define(h, "PAGE_BYTES", "%u", pages->page_bytes);
    print(h->out, "\n");
}

/// What has a name ///////////////////////////////////////////////////////////////////////////////

static void add_object(c_header *h, const char *kind, uint32_t index, const char *name,
                       const char *const *suffixes)
{
    h->objects = diag_grow(h->objects, h->object_count, sizeof *h->objects);
    h->objects[h->object_count++] = (c_object){kind, index, name, suffixes, ""};
}

/* A float constant; `text` holds it. */
static const char *float_text(char text[32], double value)
{
    value = fmin(fmax(value, -(double)FLT_MAX), (double)FLT_MAX) + 0.0;
    return strcat(number_text(text, "%.9g", value), "f");
}

/* STEM and its name as a string constant. */
static void define_text(c_header *h, const c_object *object)
{
    print(h->out, "#define %s \"", object->stem);
    for (const char *c = object->name; *c != '\0'; c++)
        print(h->out,
              isalnum((unsigned char)*c) || strchr(" -_.,:+/", *c) != NULL ? "%c" : "\\%03o",
              (unsigned char)*c);
    print(h->out, "\"\n");
}

static void define_mesh(c_header *h, const c_object *mesh, uint32_t *first, const box3 *box)
{
    pelt_mesh_info info = {0};
    (void)pelt_mesh_get(&info, &h->model, mesh->index);
    print(h->out, "#define %s %u\n", mesh->stem, mesh->index);
    print(h->out, "#define %s_VERTICES %u\n", mesh->stem, info.vertex_count);
    print(h->out, "#define %s_FIRST %u\n", mesh->stem, *first);
    *first += info.vertex_count;
    print(h->out, "#define %s_BOX {", mesh->stem);
    for (int i = 0; i < 6; i++) {
        char text[32];
        print(h->out, "%s%s", float_text(text, i < 3 ? box->low[i] : box->high[i - 3]),
              i < 5 ? ", " : "}\n");
    }
}

static void define_clip(c_header *h, const c_object *clip)
{
    pelt_clip_info info = {0};
    pelt_time time;
    uint32_t events = 0;
    while (pelt_clip_event_get(&time, &h->model, clip->index, events) != NULL)
        events++;
    (void)pelt_clip_get(&info, &h->model, clip->index);
    print(h->out, "#define %s %u\n", clip->stem, clip->index);
    /* The least integer has no decimal constant. */
    print(h->out, "#define %s_START (%d%s)\n", clip->stem, info.start + (info.start == INT32_MIN),
          info.start == INT32_MIN ? " - 1" : "");
    print(h->out, "#define %s_END (%d%s)\n", clip->stem, info.end + (info.end == INT32_MIN),
          info.end == INT32_MIN ? " - 1" : "");
    const uint32_t ticks = (uint32_t)info.end - (uint32_t)info.start;
    print(h->out, "#define %s_TICKS %u%s\n", clip->stem, ticks, ticks > INT32_MAX ? "u" : "");
    if (events > 0)
        print(h->out, "#define %s_EVENTS %u\n", clip->stem, events);
}

/// Masks and events //////////////////////////////////////////////////////////////////////////////

/* Whether none of the objects from `first` on has this kind and name. */
static bool is_new(const c_header *h, uint32_t first, const char *kind, const char *name)
{
    for (uint32_t i = first; i < h->object_count; i++)
        if (strcmp(h->objects[i].kind, kind) == 0 && strcmp(h->objects[i].name, name) == 0)
            return false;
    return true;
}

/* Names of masks and of events as strings; and in each clip the first event of a name, as an index. */
static void define_names(c_header *h)
{
    static const char *const alone[] = {"", NULL};
    const pelt_model *model = &h->model;
    const uint32_t first = h->object_count;
    FREED char(*kinds)[C_NAME_BYTES] = diag_calloc(model->clip_count + 1, sizeof *kinds);
    const char *name;
    pelt_time time;
    for (uint32_t i = 0; (name = play_mask_name(model, i)) != NULL; i++)
        add_object(h, "mask", i, name, alone);
    for (uint32_t k = 0; k < model->clip_count; k++)
        for (uint32_t i = 0; (name = pelt_clip_event_get(&time, model, k, i)) != NULL; i++)
            if (is_new(h, first, "event", name))
                add_object(h, "event", h->object_count - first, name, alone);
    const uint32_t texts = h->object_count;
    for (uint32_t k = 0; k < model->clip_count; k++) {
        snprintf(kinds[k], sizeof kinds[k], "%.50s_event",
                 h->objects[model->mesh_count + k].stem + strlen(h->prefix) + 1);
        for (uint32_t i = 0; (name = pelt_clip_event_get(&time, model, k, i)) != NULL; i++)
            if (is_new(h, texts, kinds[k], name))
                add_object(h, kinds[k], i, name, alone);
    }
    c_names_choose(&h->names, h->objects, h->object_count);
    if (h->object_count > first)
        print(h->out,
              "\n/* Names of masks and events; the first event of a name in its clip. */\n");
    for (uint32_t i = first; i < texts; i++)
        define_text(h, &h->objects[i]);
    for (uint32_t i = texts; i < h->object_count; i++)
        print(h->out, "#define %s %u\n", h->objects[i].stem, h->objects[i].index);
}

/// Boxes over rest pose and clips ////////////////////////////////////////////////////////////////

#define MAX_VERTEX_SAMPLES 10000000u /* of the model; beyond this fewer moments are measured */
#define FEWEST_MOMENTS 16u           /* of a clip */
#define USUAL_MOMENTS 500u
#define WIDER 32

static void note_moment(box3 *boxes, const scene *s, eval_pose *pose, uint32_t clip, double time_s)
{
    eval_pose_sample(pose, s, clip, time_s, EVAL_UNIT_ROTATIONS);
    for (uint32_t i = 0; i < s->instance_count; i++)
        eval_extend_box(&boxes[s->instances[i].node], s, pose, &s->instances[i],
                        EVAL_UNIT_ROTATIONS | EVAL_UNIT_WEIGHTS);
}

static void widen(box3 *box)
{
    const double more = box3_side(box) / WIDER;
    for (int c = 0; c < 3; c++) {
        box->low[c] -= more;
        box->high[c] += more;
    }
    if (box3_is_empty(box))
        *box = (box3){{0}, {0}};
}

/* The moments of each clip, or 0 for scene_moments' own choice. */
static uint32_t moments_of(const scene *s)
{
    const uint64_t moments = MAX_VERTEX_SAMPLES / scene_moment_cost(s) / (s->clip_count + 1u);
    return moments >= USUAL_MOMENTS   ? 0
           : moments < FEWEST_MOMENTS ? FEWEST_MOMENTS
                                      : (uint32_t)moments;
}

/* For each node with a mesh, writes to boxes[node_count] the box of its vertices in the rest pose
 * and in all clips, widened by 1/32 of its longest side for motion between the measured moments. A
 * node that draws nothing has a box of zeros. */
static void scene_boxes(box3 *boxes, const scene *s)
{
    const uint32_t moments = moments_of(s);
    FREED_BY(eval_pose_free) eval_pose pose;
    eval_pose_init(&pose, s);
    for (uint32_t node = 0; node < s->node_count; node++)
        boxes[node] = box3_empty();
    note_moment(boxes, s, &pose, EVAL_REST, 0);
    for (uint32_t clip = 0; clip < s->clip_count; clip++) {
        uint32_t count;
        FREED double *times = scene_moments(&count, s, clip, moments);
        for (uint32_t i = 0; i < count; i++)
            note_moment(boxes, s, &pose, clip, times[i]);
    }
    for (uint32_t node = 0; node < s->node_count; node++)
        widen(&boxes[node]);
}

/// All of them ///////////////////////////////////////////////////////////////////////////////////

static void define_objects(c_header *h, const scene *s, const bake_mesh_stats *meshes_baked)
{
    static const char *const index_only[] = {"", NULL};
    static const char *const of_mesh[] = {"", "_VERTICES", "_FIRST", "_BOX", NULL};
    static const char *const of_clip[] = {"", "_START", "_END", "_TICKS", "_EVENTS", NULL};
    const pelt_model *model = &h->model;
    const uint32_t meshes = model->mesh_count, clips = meshes + model->clip_count;
    uint32_t first = 0;
    FREED box3 *boxes = diag_calloc(s->node_count, sizeof *boxes);
    pelt_mesh_info mesh = {0};
    pelt_clip_info clip = {0};
    pelt_joint_info joint = {0};
    pelt_expression_info expression;
    for (uint32_t i = 0; pelt_mesh_get(&mesh, model, i) == PELT_OK; i++)
        add_object(h, "mesh", i, mesh.name, of_mesh);
    for (uint32_t i = 0; pelt_clip_get(&clip, model, i) == PELT_OK; i++)
        add_object(h, "clip", i, clip.name, of_clip);
    for (uint32_t i = 0; pelt_joint_get(&joint, model, i) == PELT_OK; i++)
        if (joint.name[0] != '\0') /* others are seldom asked for */
            add_object(h, "joint", i, joint.name, index_only);
    for (uint32_t i = 0; pelt_expression_get(&expression, model, i) == PELT_OK; i++)
        add_object(h, "expression", i, expression.name, index_only);
    c_names_choose(&h->names, h->objects, h->object_count);
    scene_boxes(boxes, s);
    print(h->out,
          "/* FIRST: where its vertices begin among those of all meshes. Boxes: {least x, y, "
          "z, largest x, y, z}\n * in glTF units over the rest pose and all clips. */\n");
    for (uint32_t i = 0; i < meshes; i++)
        define_mesh(h, &h->objects[i], &first, &boxes[meshes_baked[i].node]);
    print(h->out,
          "\n/* pelt_time, in ticks of 2^-20 s; TICKS is the duration. EVENTS: how many. */\n");
    for (uint32_t i = meshes; i < clips; i++)
        define_clip(h, &h->objects[i]);
    print(h->out, "\n");
    for (uint32_t i = clips; i < h->object_count; i++)
        print(h->out, "#define %s %u\n", h->objects[i].stem, h->objects[i].index);
    define_names(h);
    free(h->objects);
}

void c_write_header(byte_buffer *out, const char *name, const bake_result *baked, const scene *s,
                    const char *file)
{
    c_header h = {.out = out};
    /* It does open: the bake has been played. */
    (void)play_open_model(&h.model, bake_result_native(baked), baked->bytes);
    c_capitals(h.prefix, name);
    h.names = (c_names){.prefix = h.prefix, .file = file};
    print(out, "/* Baked by pelt %s. Do not edit: bake again. */\n", PELT_VERSION);
    print(out, "#ifndef PELT_BAKED_%s_H\n#define PELT_BAKED_%s_H\n\n", h.prefix, h.prefix);
    print(out, "#include \"pelt.h\"\n\n");
    print(out, "#if PELT_FORMAT_VERSION != %d\n", PELT_FORMAT_VERSION);
    print(out,
          "#error \"%s was baked for blob format %d: bake it again with this version of pelt\"\n",
          name, PELT_FORMAT_VERSION);
    print(out, "#endif\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    define(&h, "BLOB_BYTES", "%zu", baked->bytes);
    print(out, "extern const uint32_t %s_blob[%zu];\n\n", name, baked->bytes / 4);
    define_whole(&h, baked->stats.window);
    define_sizes(&h);
    define_objects(&h, s, baked->stats.meshes);
    print(out, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    json_decref(h.names.owners);
}
