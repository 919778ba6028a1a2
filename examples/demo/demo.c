/* SPDX-License-Identifier: MIT */
/* Host side of `make demo` and `make run`: reads the frames and the printed text of the hero image,
 * checks that the pixels are the board's own, writes pictures of them, and prints the table.
 *
 *   demo FRAMES LOG [--gif OUT.gif] [--png OUT.png] [--bake BAKE_LOG]
 *        [--scale N]           pixels of the GIF per pixel of the board; default 2, small screens 3
 *
 * Exit status 0 only if every frame's CRC is the printed one and the log has its PASS line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/output.h"
#include "crc32.h"
#include "recording.h"
#include "picture/picture.h"

enum { SHEET_COLUMNS = 6, SHEET_FRAMES = 30 };

typedef struct arguments {
    const char *frames, *log, *gif, *png, *bake, *scale;
} arguments;

typedef struct film {
    picture_strip strip;
    uint32_t frame_ms, bits;
    uint32_t *crcs; /* [frame_count], of the bytes in the file */
} film;

/// Frames ///////////////////////////////////////////////////////////////////////////////////////

static uint32_t read_u16(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

static uint32_t read_u32(const uint8_t *bytes)
{
    return read_u16(bytes) | read_u16(bytes + 2) << 16;
}

static void decode_frame(uint16_t *pixels, const uint8_t *bytes, size_t pixel_count, uint32_t bits)
{
    for (size_t i = 0; i < pixel_count; i++) {
        if (bits == 16u)
            pixels[i] = (uint16_t)read_u16(bytes + 2 * i);
        else
            pixels[i] = (bytes[i / 8] >> (7 - i % 8) & 1) != 0 ? 0xFFFF : 0;
    }
}

static bool read_recording(film *out, const char *path, diag *d)
{
    FREED void *file = NULL;
    size_t size_bytes;
    if (!read_file(&file, &size_bytes, path, d))
        return false;
    const uint8_t *bytes = file;
    if (size_bytes < FRAMES_HEADER_BYTES || read_u32(bytes) != FRAMES_MAGIC)
        return diag_fail(d, DIAG_INVALID, "not a file of frames, byte 0, run the image again");
    const uint32_t width = read_u16(bytes + 4);
    const uint32_t height = read_u16(bytes + 6);
    const uint32_t frame_count = read_u16(bytes + 8);
    out->bits = read_u16(bytes + 10);
    out->frame_ms = read_u32(bytes + 12);
    const size_t pixel_count = (size_t)width * height;
    const size_t frame_bytes = (pixel_count * out->bits + 7u) / 8u;
    if (pixel_count == 0 || frame_count == 0u || (out->bits != 16u && out->bits != 1u) ||
        size_bytes != FRAMES_HEADER_BYTES + frame_bytes * frame_count)
        return diag_fail(d, DIAG_INVALID,
                         "%zu bytes do not hold its %u frames, header, run the "
                         "image again",
                         size_bytes, (unsigned)frame_count);
    picture_alloc(&out->strip, width, height, frame_count);
    out->crcs = diag_calloc(frame_count, sizeof *out->crcs);
    for (uint32_t k = 0; k < frame_count; k++) {
        const uint8_t *frame = bytes + FRAMES_HEADER_BYTES + frame_bytes * k;
        out->crcs[k] = crc32_add(0, frame, frame_bytes);
        decode_frame(picture_frame(&out->strip, k), frame, pixel_count, out->bits);
    }
    return true;
}

/// Log //////////////////////////////////////////////////////////////////////////////////////////

/* The rest of the first line that starts with these words, or NULL; lines end with NUL or \n. */
static const char *find_line(const char *log, const char *words)
{
    const size_t length = strlen(words);
    while (log != NULL && *log != '\0') {
        if (strncmp(log, words, length) == 0)
            return log + length;
        log = strchr(log, '\n');
        log = log == NULL ? NULL : log + 1;
    }
    return NULL;
}

static uint32_t number_of(const char *log, const char *key)
{
    char words[64], *end = NULL;
    const char *rest = log;
    unsigned long number = 0;
    snprintf(words, sizeof words, "%s ", key);
    while ((end == NULL || *end == ' ') && (rest = find_line(rest, words)) != NULL)
        number = strtoul(rest, &end, 10); /* a line has the number alone */
    return (uint32_t)number;
}

static bool check_crcs(const film *r, const char *log, diag *d)
{
    for (uint32_t k = 0; k < r->strip.frame_count; k++) {
        char words[40];
        snprintf(words, sizeof words, "frame %" PRIu32 " crc ", k);
        const char *rest = find_line(log, words);
        if (rest == NULL || strtoul(rest, NULL, 16) != r->crcs[k])
            return diag_fail(d, DIAG_INVALID,
                             "the pixels are not those that the board printed the "
                             "CRC of, frame %" PRIu32 ", run the image again",
                             k);
    }
    if (find_line(log, "PASS ") == NULL)
        return diag_fail(d, DIAG_INVALID, "no PASS line, log, run the image again");
    return true;
}

/// Table ////////////////////////////////////////////////////////////////////////////////////////

/* Formats a number with a comma at every thousand. */
static const char *grouped(uint32_t value, char text[16])
{
    char digits[12];
    const int length = snprintf(digits, sizeof digits, "%" PRIu32, value);
    char *to = text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

static void row(const char *what, uint32_t value, const char *unit)
{
    char text[16];
    printf("  %-28s %12s %s\n", what, grouped(value, text), unit);
}

static void stage_row(const char *what, const char *log, const char *key, uint32_t total,
                      uint32_t count, const char *per)
{
    const uint32_t value = number_of(log, key);
    char text[16];
    printf("  %-28s %12s %5.1f %%", what, grouped(value, text),
           total == 0u ? 0.0 : 100.0 * value / total);
    if (count > 0u)
        printf("  %9.1f per %s", (double)value / count, per);
    putchar('\n');
}

/* The largest "error X of the size" that `pelt bake` printed; negative if it printed none. */
static double largest_error(const char *bake)
{
    static const char word[] = "error ";
    static const char unit[] = " of the size";
    double largest = -1;
    for (const char *at = bake; at != NULL && (at = strstr(at, word)) != NULL;) {
        char *end;
        const double value = strtod(at + sizeof word - 1, &end);
        if (strncmp(end, unit, sizeof unit - 1) == 0 && value > largest)
            largest = value;
        at += sizeof word - 1;
    }
    return largest;
}

/* Prints how many vertices have 1 to 4 joints, from that log, too. */
static void put_influences(const char *bake)
{
    static const char words[] = "moved by 1/2/3/4 joints ";
    const char *at = bake == NULL ? NULL : strstr(bake, words);
    unsigned count[4];
    if (at != NULL && sscanf(at + sizeof words - 1, "%u/%u/%u/%u", &count[0], &count[1], &count[2],
                             &count[3]) == 4)
        printf("  %-28s %12s %u / %u / %u / %u\n", "  with 1 / 2 / 3 / 4 joints", "", count[0],
               count[1], count[2], count[3]);
}

static void put_instructions(const char *log)
{
    const uint32_t total = number_of(log, "insn_frame");
    const uint32_t joints = number_of(log, "joints");
    const uint32_t vertices = number_of(log, "vertices");
    const char *open = find_line(log, "insn_open_per_byte ");
    if (total == 0u)
        return;
    printf("\n  %s per frame\n", find_line(log, "unit cycles") == NULL ? "instructions" : "cycles");
    stage_row("  sample the clip", log, "insn_sample", total, joints, "joint");
    stage_row("  blend and aim", log, "insn_mix", total, 0, "");
    stage_row("  build model matrices", log, "insn_joints", total, joints, "joint");
    stage_row("  build palette", log, "insn_palette", total, joints, "joint");
    stage_row("  skin", log, "insn_skin", total, vertices, "vertex");
    stage_row("  project and shade", log, "insn_project", total, vertices, "vertex");
    stage_row("  draw", log, "insn_draw", total, number_of(log, "triangles"), "triangle");
    row("  all", total, "");
    if (open != NULL)
        printf("  %-28s %12s %.*s per byte of blob, once\n", "opening the model", "",
               (int)strcspn(open, "\n"), open);
}

static void put_table(const film *r, const char *log, const char *bake)
{
    const char *board = find_line(log, "board ");
    const char *golden = find_line(log, "checksum q16 ");
    const char *rest = golden == NULL ? find_line(log, "checksum ") : NULL;
    const double error = largest_error(bake);
    printf("\n%.*s: %" PRIu32 " frames of %" PRIu32 " x %" PRIu32
           ", every CRC as the board printed it\n\n",
           board == NULL ? 5 : (int)strcspn(board, "\n"), board == NULL ? "board" : board,
           r->strip.frame_count, r->strip.width, r->strip.height);
    if (number_of(log, "vertices") == 0u)
        return; /* a program of examples/programs, which counts nothing */
    row("vertices", number_of(log, "vertices"), "");
    put_influences(bake);
    row("triangles", number_of(log, "triangles"), "");
    row("joints", number_of(log, "joints"), "");
    row("blob in flash", number_of(log, "blob_bytes"), "bytes");
    row("code, demo and board included", number_of(log, "code_bytes"), "bytes");
    row("arena", number_of(log, "arena_bytes"), "bytes");
    row("stack, deepest", number_of(log, "stack_bytes"), "bytes");
    row("RAM in all, pictures included", number_of(log, "ram_bytes"), "bytes");
    put_instructions(log);
    if (error >= 0)
        printf("  %-28s %12.1e of the model's size at most\n", "error against double", error);
    if (golden != NULL)
        printf("  %-28s %12.8s\n", "checksum of `walk`, q16", golden);
    if (rest != NULL)
        printf("  %-28s %12.8s\n", "checksum of the rest pose", rest);
    putchar('\n');
}

/// Command line /////////////////////////////////////////////////////////////////////////////////

static bool parse(arguments *a, int argc, char **argv, diag *d)
{
    bool ok = argc >= 3 && argc % 2 == 1; /* two files, and names with their values */
    for (int i = 3; ok && i < argc; i += 2) {
        const char *name = argv[i];
        const char **to = strcmp(name, "--gif") == 0     ? &a->gif
                          : strcmp(name, "--png") == 0   ? &a->png
                          : strcmp(name, "--bake") == 0  ? &a->bake
                          : strcmp(name, "--scale") == 0 ? &a->scale
                                                         : NULL;
        ok = to != NULL;
        if (ok)
            *to = argv[i + 1];
    }
    if (!ok)
        return diag_fail(d, DIAG_USAGE, "wrong words, command line, see examples/demo/demo.c");
    a->frames = argv[1];
    a->log = argv[2];
    return true;
}

static bool write_pictures(const arguments *a, const film *r, diag *d)
{
    const uint32_t step = (r->strip.frame_count + SHEET_FRAMES - 1u) / SHEET_FRAMES;
    const long scale = a->scale != NULL        ? strtol(a->scale, NULL, 10)
                       : r->strip.width < 150u ? 3
                                               : 2;
    picture_strip sheet;
    bool ok = (scale >= 1 && scale <= 8) ||
              diag_fail(d, DIAG_USAGE, "--scale %s, command line, give it 1 to 8", a->scale);
    if (ok && a->gif != NULL)
        ok = picture_write_gif(a->gif, &r->strip, r->frame_ms, (uint32_t)scale, d);
    if (ok && a->png != NULL) {
        picture_sheet(&sheet, &r->strip, step, SHEET_COLUMNS);
        ok = picture_write_png(a->png, &sheet, r->bits == 1u ? 2u : 1u, d);
        picture_free(&sheet);
    }
    return ok;
}

int main(int argc, char **argv)
{
    diag d = {0};
    arguments a = {0};
    film r = {0};
    FREED void *log = NULL, *bake = NULL;
    size_t log_bytes, bake_bytes;
    if (parse(&a, argc, argv, &d) && read_recording(&r, a.frames, &d) &&
        read_file(&log, &log_bytes, a.log, &d) &&
        (a.bake == NULL || read_file(&bake, &bake_bytes, a.bake, &d)) && check_crcs(&r, log, &d) &&
        write_pictures(&a, &r, &d))
        put_table(&r, log, bake);
    else
        diag_print(&d, a.frames == NULL ? "demo" : a.frames);
    picture_free(&r.strip);
    free(r.crcs);
    return d.exit_code;
}
