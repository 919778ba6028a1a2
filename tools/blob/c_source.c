/* SPDX-License-Identifier: MIT */
#include "blob/c_source.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blob/table.h"
#include "pelt.h"

#define NAME_SIZE 65
#define LINE_SIZE 512

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

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool c_name_valid(const char *name)
{
    const size_t length = strlen(name);
    if (length == 0 || length >= NAME_SIZE || !is_letter(name[0]))
        return false;
    for (size_t i = 0; i < length; i++)
        if (!is_letter(name[i]) && !is_digit(name[i]))
            return false;
    return true;
}

/* Capitals; everything that an identifier cannot hold becomes '_'. */
static void to_macro(char out[NAME_SIZE], const char *name)
{
    size_t length = 0;
    for (; name[length] != '\0' && length + 1 < NAME_SIZE; length++) {
        const char c = name[length];
        out[length] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
        if (!is_letter(c) && !is_digit(c))
            out[length] = '_';
    }
    out[length] = '\0';
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

/* A name that may repeat: NAME_KIND_<NAME>, with its index where an earlier one has the same. */
static void define_indexed(byte_buffer *out, const char *prefix, const char *kind,
                           const char *suffix, char (*seen)[NAME_SIZE], uint32_t index,
                           uint32_t value)
{
    char numbered[24] = "";
    bool repeated = seen[index][0] == '\0';
    for (uint32_t k = 0; k < index && !repeated; k++)
        repeated = strcmp(seen[k], seen[index]) == 0;
    if (repeated)
        snprintf(numbered, sizeof numbered, "%s%u", seen[index][0] == '\0' ? "" : "_", index);
    print(out, "#define %s_%s_%s%s%s %u\n", prefix, kind, seen[index], numbered, suffix, value);
}

/* As the alloc calls count: multiples of 8. */
static size_t arena_bytes(size_t count, size_t each, size_t pad)
{
    return (count * each + pad + 7) / 8 * 8;
}

/* As pelt_morphed_bytes: records of the morphed runs and their tangents; 0 without targets. */
static size_t morphed_bytes(const uint8_t *blob, const blob_table *table, size_t mesh)
{
    const bool big = table->big_endian, f32 = table->header.flavour == PELT_F32;
    const bool lean = table->header.flavour == PELT_Q12;
    const uint8_t *morph = blob_section_at(table, blob, FORMAT_MORPHS);
    const uint8_t *info = blob_section_at(table, blob, FORMAT_MESHES) + mesh * sizeof(format_mesh);
    if (morph == NULL || blob_word(morph + mesh * sizeof(format_morph), big) == 0)
        return 0;
    const uint8_t *run = blob_section_at(table, blob, FORMAT_RUNS) +
                         blob_word(info + 8, big) * sizeof(format_run);
    size_t records = 0;
    for (uint32_t i = 0; i < blob_word(info + 12, big); i++, run += sizeof(format_run)) {
        uint16_t influences, flags;
        blob_halves(&influences, &flags, run + 12, big);
        if ((flags & FORMAT_RUN_MORPHED) != 0)
            records += (size_t)blob_word(run + 4, big) *
                       (lean  ? format_record_bytes_q12(influences)
                        : f32 ? format_record_bytes_f32(influences)
                              : format_record_bytes_q16(influences));
    }
    const size_t tangent = blob_word(info + 40, big) == FORMAT_NONE ? 0
                           : f32                                    ? FORMAT_TANGENT_BYTES_F32
                                                                    : FORMAT_TANGENT_BYTES_Q16;
    const uint32_t touched = blob_word(morph + mesh * sizeof(format_morph) + 8, big);
    return arena_bytes(touched, tangent, records + 16);
}

static void define_sizes(byte_buffer *out, const char *prefix, const uint8_t *blob,
                         const blob_table *table)
{
    const size_t joints = blob_section_bytes(table, FORMAT_JOINTS) / sizeof(format_joint);
    const size_t skins = blob_section_bytes(table, FORMAT_SKINS) / sizeof(format_skin);
    const size_t meshes = blob_section_bytes(table, FORMAT_MESHES) / sizeof(format_mesh);
    const size_t pose = arena_bytes(joints, sizeof(pelt_local_q16), 0);
    const size_t matrices = arena_bytes(joints, sizeof(pelt_matrix_q16), 0);
    size_t all = pose + matrices;
    print(out, "#define %s_JOINT_COUNT %zu\n", prefix, joints);
    print(out, "#define %s_SKIN_COUNT %zu\n\n", prefix, skins);
    print(out, "/* Arena bytes: what the alloc calls take; ARENA is one pose, its joints, all "
               "palettes and all\n * morphed meshes. */\n");
    print(out, "#define %s_POSE_BYTES %zu\n", prefix, pose);
    print(out, "#define %s_JOINTS_BYTES %zu\n", prefix, matrices);
    const uint8_t *skin = blob_section_at(table, blob, FORMAT_SKINS);
    const uint8_t *blends = blob_section_at(table, blob, FORMAT_BLENDS); /* NULL: none */
    for (size_t k = 0; k < skins; k++, skin += sizeof(format_skin)) {
        size_t entries = blob_word(skin + 4, table->big_endian);
        for (int n = 1; n < 4 && blends != NULL; n++)
            entries += blob_word(blends + k * sizeof(format_blends) + 4 * n, table->big_endian);
        const size_t palette =
            arena_bytes(entries, sizeof(pelt_matrix_q16), PELT_PALETTE_PAD_BYTES);
        print(out, "#define %s_PALETTE_BYTES_%zu %zu\n", prefix, k, palette);
        all += palette;
    }
    for (size_t m = 0; m < meshes; m++) {
        const size_t morphed = morphed_bytes(blob, table, m);
        if (morphed > 0)
            print(out, "#define %s_MORPHED_BYTES_%zu %zu\n", prefix, m, morphed);
        all += morphed;
    }
    print(out, "#define %s_ARENA_BYTES %zu\n\n", prefix, all);
}

/* String at an offset of the NAMES section; "" where there is none. */
static const char *name_in(const uint8_t *blob, const blob_table *table, uint32_t offset)
{
    return offset < blob_section_bytes(table, FORMAT_NAMES)
               ? (const char *)blob_section_at(table, blob, FORMAT_NAMES) + offset
               : "";
}

static void define_meshes(byte_buffer *out, const char *prefix, const uint8_t *blob,
                          const blob_table *table)
{
    const uint32_t count = blob_section_bytes(table, FORMAT_MESHES) / (uint32_t)sizeof(format_mesh);
    const uint8_t *meshes = blob_section_at(table, blob, FORMAT_MESHES);
    char(*seen)[NAME_SIZE] = diag_calloc(count, sizeof *seen);
    print(out, "#define %s_MESH_COUNT %u\n", prefix, count);
    for (uint32_t i = 0; i < count && meshes != NULL; i++) {
        const uint8_t *mesh = meshes + i * sizeof(format_mesh);
        to_macro(seen[i], name_in(blob, table, blob_word(mesh + 36, table->big_endian)));
        define_indexed(out, prefix, "MESH", "", seen, i, i);
        define_indexed(out, prefix, "MESH", "_VERTICES", seen, i,
                       blob_word(mesh + 4, table->big_endian));
    }
    free(seen);
    print(out, "\n");
}

void c_write_header(byte_buffer *out, const char *name, const uint8_t *blob, size_t blob_bytes,
                    const scene *s)
{
    blob_table table;
    char prefix[NAME_SIZE];
    blob_table_read(&table, blob, blob_bytes);
    to_macro(prefix, name);
    print(out, "/* Baked by pelt %s. Do not edit: bake again. */\n", PELT_VERSION);
    print(out, "#ifndef PELT_BAKED_%s_H\n#define PELT_BAKED_%s_H\n\n", prefix, prefix);
    print(out, "#include \"pelt.h\"\n\n");
    print(out, "#if PELT_FORMAT_VERSION != %d\n", PELT_FORMAT_VERSION);
    print(out,
          "#error \"%s was baked for blob format %d: bake it again with this version of pelt\"\n",
          name, PELT_FORMAT_VERSION);
    print(out, "#endif\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    print(out, "#define %s_BLOB_BYTES %zu\n", prefix, blob_bytes);
    print(out, "extern const uint32_t %s_blob[%zu];\n\n", name, blob_bytes / 4);
    define_sizes(out, prefix, blob, &table);
    define_meshes(out, prefix, blob, &table);
    char(*seen)[NAME_SIZE] = diag_calloc(s->clip_count, sizeof *seen);
    for (uint32_t i = 0; i < s->clip_count; i++) {
        to_macro(seen[i], s->clips[i].name);
        define_indexed(out, prefix, "CLIP", "", seen, i, i);
    }
    free(seen);
    print(out, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
