/* SPDX-License-Identifier: MIT */
#include "c/c_source.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blob/table.h"
#include "c/c_names.h"
#include "pelt.h"
#include "scene/scene_boxes.h"

#define LINE_SIZE 1024

/* What a header is written from. */
typedef struct c_header {
    byte_buffer *out;
    char prefix[C_NAME_BYTES]; /* of macros */
    const uint8_t *blob;
    blob_table table;
    c_names names;
    uint32_t window;
} c_header;

static void print(byte_buffer *out, const char *format, ...) DIAG_PRINTF(2, 3);

static void print(byte_buffer *out, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    buffer_bytes(out, line, length < LINE_SIZE ? (size_t)length : LINE_SIZE - 1);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Headers of C, which NAME.h would hide from #include <...>, as files may not tell a from A. */
static const char *const standard[] = {
    "ASSERT", "COMPLEX", "CTYPE",     "ERRNO",  "FENV",   "FLOAT",  "INTTYPES", "ISO646",
    "LIMITS", "LOCALE",  "MATH",      "SETJMP", "SIGNAL", "STDARG", "STDALIGN", "STDATOMIC",
    "STDBIT", "STDBOOL", "STDCKDINT", "STDDEF", "STDINT", "STDIO",  "STDLIB",   "STDNORETURN",
    "STRING", "TGMATH",  "THREADS",   "TIME",   "UCHAR",  "WCHAR",  "WCTYPE",
};

bool c_name_valid(const char *name)
{
    char capitals[C_NAME_BYTES];
    const size_t length = strlen(name);
    if (length == 0 || length >= C_NAME_BYTES || !is_letter(name[0]))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!is_letter(name[i]) && !(name[i] >= '0' && name[i] <= '9'))
            return false;
    c_capitals(capitals, name);
    for (size_t i = 0; i < sizeof standard / sizeof *standard; i++)
        if (strcmp(capitals, standard[i]) == 0)
            return false;
    return strncmp(capitals, "PELT", 4) != 0 || (capitals[4] != '\0' && capitals[4] != '_');
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

static uint32_t record_count(const c_header *h, uint32_t tag, size_t record_bytes)
{
    return (uint32_t)(blob_section_bytes(&h->table, tag) / record_bytes);
}

/* A record's word; `offset` is in bytes, from offsetof. */
static uint32_t record_word(const c_header *h, uint32_t tag, size_t record_bytes, uint32_t index,
                            size_t offset)
{
    return blob_word(blob_section_at(&h->table, h->blob, tag) + index * record_bytes + offset,
                     h->table.big_endian);
}

#define COUNT(h, tag, type) record_count(h, tag, sizeof(type))
#define WORD(h, tag, type, index, field)                                                           \
    record_word(h, tag, sizeof(type), index, offsetof(type, field))

/* A macro that belongs to nothing in the file. */
static void define(c_header *h, const char *text, uint32_t value)
{
    c_names_reserve(&h->names, text);
    print(h->out, "#define %s_%s %u\n", h->prefix, text, value);
}

/* As the alloc calls count: multiples of 8. */
static size_t arena_bytes(size_t count, size_t each, size_t pad)
{
    return (count * each + pad + 7) / 8 * 8;
}

/* As pelt_morphed_bytes: records of the morphed runs and their tangents; 0 without targets. */
static size_t morphed_bytes(const c_header *h, size_t mesh)
{
    const uint8_t *blob = h->blob;
    const blob_table *table = &h->table;
    const bool big = table->big_endian, f32 = table->header.encoding == PELT_FLOAT;
    const bool lean = table->header.encoding == PELT_LEAN;
    const uint8_t *morph = blob_section_at(table, blob, FORMAT_MORPHS);
    const uint8_t *info = blob_section_at(table, blob, FORMAT_MESHES) + mesh * sizeof(format_mesh);
    if (morph == NULL || blob_word(morph + mesh * sizeof(format_morph), big) == 0)
        return 0;
    const uint8_t *run =
        blob_section_at(table, blob, FORMAT_RUNS) +
        blob_word(info + offsetof(format_mesh, first_run), big) * sizeof(format_run);
    size_t records = 0;
    for (uint32_t i = 0; i < blob_word(info + offsetof(format_mesh, run_count), big);
         i++, run += sizeof(format_run)) {
        uint16_t influences, flags;
        blob_halves(&influences, &flags, run + 12, big);
        if ((flags & FORMAT_RUN_MORPHED) != 0)
            records +=
                (size_t)blob_word(run + 4, big) * (lean  ? format_record_bytes_q12(influences)
                                                   : f32 ? format_record_bytes_f32(influences)
                                                         : format_record_bytes_q16(influences));
    }
    const size_t tangent = blob_word(info + offsetof(format_mesh, tangents), big) == FORMAT_NONE ? 0
                           : f32 ? FORMAT_TANGENT_BYTES_F32
                                 : FORMAT_TANGENT_BYTES_Q16;
    const uint32_t touched =
        blob_word(morph + mesh * sizeof(format_morph) + offsetof(format_morph, vertex_count), big);
    return arena_bytes(touched, tangent, records + 16);
}

static size_t palette_bytes(const c_header *h, uint32_t skin)
{
    return arena_bytes(WORD(h, FORMAT_SKINS, format_skin, skin, entry_count),
                       sizeof(pelt_matrix_q16), FORMAT_PALETTE_PAD_BYTES);
}

static void define_sizes(c_header *h)
{
    char text[40];
    const uint32_t joints = COUNT(h, FORMAT_JOINTS, format_joint);
    size_t weights = 0;
    for (uint32_t m = 0; m < COUNT(h, FORMAT_MORPHS, format_morph); m++)
        weights += WORD(h, FORMAT_MORPHS, format_morph, m, target_count);
    const size_t pose = arena_bytes(weights, sizeof(int32_t), joints * sizeof(pelt_local_q16));
    const size_t matrices = arena_bytes(joints, sizeof(pelt_matrix_q16), 0);
    const uint32_t skins = COUNT(h, FORMAT_SKINS, format_skin);
    const uint32_t meshes = COUNT(h, FORMAT_MESHES, format_mesh);
    size_t all = pose + matrices;
    print(h->out, "/* Bytes of an arena: what the alloc calls take; STAGES is one of each, ARENA a "
                  "character,\n * ACTOR one more that shares with it. */\n");
    define(h, "POSE_BYTES", (uint32_t)pose);
    define(h, "JOINTS_BYTES", (uint32_t)matrices);
    for (uint32_t k = 0; k < skins; k++) {
        snprintf(text, sizeof text, "PALETTE_BYTES_%u", k);
        define(h, text, (uint32_t)palette_bytes(h, k));
        all += palette_bytes(h, k);
    }
    for (uint32_t m = 0; m < meshes; m++) {
        const size_t morphed = morphed_bytes(h, m);
        snprintf(text, sizeof text, "MORPHED_BYTES_%u", m);
        if (morphed > 0)
            define(h, text, (uint32_t)morphed);
        all += morphed;
    }
    define(h, "STAGES_BYTES", (uint32_t)all);
    define(h, "ACTOR_BYTES", (uint32_t)pose);
    c_names_reserve(&h->names, "ARENA_BYTES");
    print(h->out, "#define %s_ARENA_BYTES (%zuu + PELT_SCRATCH_BYTES(%uu, %uu))\n", h->prefix, all,
          skins, meshes);
    print(h->out, "\n");
}

/* What is behind pelt_exact and the like: the least family that has all kernels. */
static const char *family_suffix(const c_header *h)
{
    uint32_t all = 0;
    for (uint32_t i = 0; i < COUNT(h, FORMAT_RUNS, format_run); i++) {
        const uint8_t *run = blob_section_at(&h->table, h->blob, FORMAT_RUNS);
        uint16_t influences, flags;
        blob_halves(&influences, &flags,
                    run + i * sizeof(format_run) + offsetof(format_run, influences),
                    h->table.big_endian);
        all |= flags;
    }
    return blob_section_bytes(&h->table, FORMAT_MORPHS) > 0 ? "_morphs"
           : (all & FORMAT_RUN_PACKED) != 0                 ? "_packed"
           : (all & FORMAT_RUN_SAME_JOINTS) != 0            ? ""
                                                            : "_plain";
}

static void define_whole(c_header *h)
{
    const uint16_t encoding = h->table.header.encoding;
    const char *family = encoding == PELT_FLOAT  ? "float"
                         : encoding == PELT_LEAN ? "lean"
                                                 : "exact";
    uint32_t vertices = 0, triangles = 0;
    for (uint32_t i = 0; i < COUNT(h, FORMAT_MESHES, format_mesh); i++)
        vertices += WORD(h, FORMAT_MESHES, format_mesh, i, vertex_count);
    for (uint32_t i = 0; i < COUNT(h, FORMAT_PARTS, format_part); i++)
        if (WORD(h, FORMAT_PARTS, format_part, i, corners) == 3u)
            triangles += WORD(h, FORMAT_PARTS, format_part, i, index_count) / 3u;
    print(h->out, "/* The kernels that it needs, and glTF units = the model's units * "
                  "2^UNIT_SHIFT. */\n");
    c_names_reserve(&h->names, "FAMILY");
    print(h->out, "#define %s_FAMILY (&pelt_%s%s)\n", h->prefix, family, family_suffix(h));
    c_names_reserve(&h->names, "UNIT_SHIFT");
    print(h->out, "#define %s_UNIT_SHIFT (%d)\n\n", h->prefix, (int)h->table.header.unit_shift);
    define(h, "JOINT_COUNT", COUNT(h, FORMAT_JOINTS, format_joint));
    define(h, "SKIN_COUNT", COUNT(h, FORMAT_SKINS, format_skin));
    define(h, "MESH_COUNT", COUNT(h, FORMAT_MESHES, format_mesh));
    define(h, "CLIP_COUNT", COUNT(h, FORMAT_CLIPS, format_clip));
    define(h, "VERTICES", vertices);
    define(h, "TRIANGLES", triangles);
    if (h->window > 0)
        define(h, "WINDOW", h->window);
    print(h->out, "\n");
}

/// What has a name ///////////////////////////////////////////////////////////////////////////////

/* String at an offset of the NAMES section; "" where there is none. */
static const char *name_at(const c_header *h, uint32_t offset)
{
    return offset < blob_section_bytes(&h->table, FORMAT_NAMES)
               ? (const char *)blob_section_at(&h->table, h->blob, FORMAT_NAMES) + offset
               : "";
}

/* A float constant; `text` holds it. */
static const char *float_text(char text[32], double value)
{
    snprintf(text, 24, "%.9g", fmin(fmax(value, -(double)FLT_MAX), (double)FLT_MAX) + 0.0);
    if (strpbrk(text, ".e") == NULL)
        strcat(text, ".0");
    return strcat(text, "f");
}

static void define_mesh(c_header *h, const c_object *mesh, const box3 *box)
{
    print(h->out, "#define %s %u\n", mesh->stem, mesh->index);
    print(h->out, "#define %s_VERTICES %u\n", mesh->stem,
          WORD(h, FORMAT_MESHES, format_mesh, mesh->index, vertex_count));
    print(h->out, "#define %s_BOX {", mesh->stem);
    for (int i = 0; i < 6; i++) {
        char text[32];
        print(h->out, "%s%s", float_text(text, i < 3 ? box->low[i] : box->high[i - 3]),
              i < 5 ? ", " : "}\n");
    }
}

static void define_clip(c_header *h, const c_object *clip)
{
    const int32_t start = (int32_t)WORD(h, FORMAT_CLIPS, format_clip, clip->index, start);
    const int32_t end = (int32_t)WORD(h, FORMAT_CLIPS, format_clip, clip->index, end);
    print(h->out, "#define %s %u\n", clip->stem, clip->index);
    /* The least integer has no decimal constant. */
    print(h->out, "#define %s_START (%d%s)\n", clip->stem, start + (start == INT32_MIN),
          start == INT32_MIN ? " - 1" : "");
    print(h->out, "#define %s_END (%d%s)\n", clip->stem, end + (end == INT32_MIN),
          end == INT32_MIN ? " - 1" : "");
    const uint32_t ticks = (uint32_t)end - (uint32_t)start;
    print(h->out, "#define %s_TICKS %u%s\n", clip->stem, ticks, ticks > INT32_MAX ? "u" : "");
}

static uint32_t list_objects(c_object *to, const c_header *h, uint32_t tag, size_t record_bytes,
                             size_t name_offset, const c_object *pattern)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < record_count(h, tag, record_bytes); i++) {
        to[count] = *pattern;
        to[count].index = i;
        to[count].name = name_at(h, record_word(h, tag, record_bytes, i, name_offset));
        /* Joints without a name are seldom asked for. */
        if (tag != FORMAT_JOINTS || to[count].name[0] != '\0')
            count++;
    }
    return count;
}

static void define_objects(c_header *h, const scene *s, const bake_mesh_stats *meshes_baked)
{
    static const char *const index_only[] = {"", NULL};
    static const char *const of_mesh[] = {"", "_VERTICES", "_BOX", NULL};
    static const char *const of_clip[] = {"", "_START", "_END", "_TICKS", NULL};
    const uint32_t most = COUNT(h, FORMAT_MESHES, format_mesh) +
                          COUNT(h, FORMAT_CLIPS, format_clip) +
                          COUNT(h, FORMAT_JOINTS, format_joint);
    c_object *objects = diag_calloc(most, sizeof *objects);
    box3 *boxes = diag_calloc(s->node_count, sizeof *boxes);
    const c_object mesh = {.kind = "mesh", .suffixes = of_mesh};
    const c_object clip = {.kind = "clip", .suffixes = of_clip};
    const c_object joint = {.kind = "joint", .suffixes = index_only};
    const uint32_t meshes = list_objects(objects, h, FORMAT_MESHES, sizeof(format_mesh),
                                         offsetof(format_mesh, name), &mesh);
    const uint32_t clips =
        meshes + list_objects(objects + meshes, h, FORMAT_CLIPS, sizeof(format_clip),
                              offsetof(format_clip, name), &clip);
    const uint32_t all =
        clips + list_objects(objects + clips, h, FORMAT_JOINTS, sizeof(format_joint),
                             offsetof(format_joint, name), &joint);
    c_names_choose(&h->names, objects, all);
    scene_boxes(boxes, s);
    print(h->out, "/* Boxes: {least x, y, z, largest x, y, z} in glTF units over the rest pose and "
                  "all clips. */\n");
    for (uint32_t i = 0; i < meshes; i++)
        define_mesh(h, &objects[i], &boxes[meshes_baked[i].node]);
    print(h->out, "\n/* pelt_time, in ticks of 2^-20 s; TICKS is the duration. */\n");
    for (uint32_t i = meshes; i < clips; i++)
        define_clip(h, &objects[i]);
    print(h->out, "\n");
    for (uint32_t i = clips; i < all; i++)
        print(h->out, "#define %s %u\n", objects[i].stem, objects[i].index);
    free(boxes);
    free(objects);
}

void c_write_header(byte_buffer *out, const char *name, const bake_result *baked, const scene *s,
                    const char *file)
{
    c_header h = {.out = out, .blob = baked->blob, .window = baked->stats.window};
    blob_table_read(&h.table, baked->blob, baked->bytes);
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
    define(&h, "BLOB_BYTES", (uint32_t)baked->bytes);
    print(out, "extern const uint32_t %s_blob[%zu];\n\n", name, baked->bytes / 4);
    define_whole(&h);
    define_sizes(&h);
    define_objects(&h, s, baked->stats.meshes);
    print(out, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    c_names_free(&h.names);
}
