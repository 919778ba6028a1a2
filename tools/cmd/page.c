/* SPDX-License-Identifier: MIT */
/* pelt report: writes the page that the tool carries with a character and options in it. */
#include <string.h>

#include "blob/writer.h"
#include "cmd/commands.h"
#include "cmd/json_out.h"
#include "common/files.h"
#include "common/output.h"
#include "rom/carried.h"

/* The place of the character in the page: web/page/page.html. */
static const char before[] = "<script type=\"application/json\" id=\"character\">";
static const char behind[] = "</script>";

static bool find_page(carried_file *page, diag *d)
{
    return carried_find(page, "page.html") ||
           diag_fail(d, DIAG_INVALID,
                     "this tool contains no page, build one that does with `make page`, which "
                     "installs clang for WebAssembly, or use a tool of `make dist`");
}

/// The character /////////////////////////////////////////////////////////////////////////////////

static json_t *base64(const uint8_t *bytes, size_t count)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    FREED char *text = diag_calloc(count / 3 + 1, 4);
    size_t length = 0;
    for (size_t i = 0; i < count; i += 3) {
        const size_t left = count - i;
        const uint32_t group = (uint32_t)bytes[i] << 16 |
                               (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                               (left > 2 ? bytes[i + 2] : 0u);
        for (size_t k = 0; k < 4; k++)
            text[length++] = k <= left ? digits[group >> (18 - 6 * k) & 63u] : '=';
    }
    return json_stringn(text, length);
}

/* The file name without its folder, which is private. */
static const char *own_name(const command_line *o, const char *path)
{
    const size_t folder = (size_t)(path_name(o->in) - o->in);
    return strncmp(path, o->in, folder) == 0 ? path + folder : path;
}

static json_t *files_json(const command_line *o, const scene *s, diag *d)
{
    json_auto_t *files = json_object();
    for (const scene_file *file = s->files; file != NULL; file = file->next) {
        FREED void *bytes = NULL;
        size_t count;
        if (!file->was_read)
            continue;
        if (!read_file(&bytes, &count, file->path, d))
            return NULL;
        if (json_object_set_new(files, own_name(o, file->path), base64(bytes, count)) != 0) {
            diag_fail(d, DIAG_INVALID, "the name of %s is not UTF-8, file, rename it", file->path);
            return NULL;
        }
    }
    return json_incref(files);
}

/* The character as JSON that may stand in a script; free() it. */
static char *character(const command_line *o, const scene *s, diag *d)
{
    json_t *files = files_json(o, s, d), *words = files == NULL ? NULL : json_array();
    if (files == NULL)
        return NULL;
    for (int i = 0; i < o->word_count; i++)
        json_array_append_new(words, json_out_text(own_name(o, o->words[i])));
    json_auto_t *all = json_pack("{s:o, s:o, s:o}", "name", json_out_text(own_name(o, o->in)),
                                 "files", files, "options", words);
    char *text = all == NULL ? NULL : json_dumps(all, JSON_ENSURE_ASCII | JSON_SORT_KEYS);
    if (text == NULL)
        diag_fail(d, DIAG_INVALID, "its name is not UTF-8, command line, rename the file");
    return text;
}

static const uint8_t *find(const uint8_t *from, const uint8_t *end, const char *text)
{
    const size_t length = strlen(text);
    for (; (size_t)(end - from) >= length; from++)
        if (memcmp(from, text, length) == 0)
            return from;
    return NULL;
}

static bool put_character(byte_buffer *out, const carried_file *page, const char *text, diag *d)
{
    const uint8_t *end = page->bytes + page->count;
    const uint8_t *first = find(page->bytes, end, before);
    const uint8_t *past = first == NULL ? NULL : find(first, end, behind);
    if (past == NULL)
        return diag_fail(d, DIAG_INVALID,
                         "the page has no place for a character, the tool, build it "
                         "again with `make page`");
    first += strlen(before);
    buffer_bytes(out, page->bytes, (size_t)(first - page->bytes));
    for (const char *at = text; *at != '\0'; at++) /* no name can end the script */
        *at == '<' ? buffer_bytes(out, "\\u003c", 6) : buffer_u8(out, (uint8_t)*at);
    buffer_bytes(out, past, (size_t)(end - past));
    return true;
}

/// All of it /////////////////////////////////////////////////////////////////////////////////////

/* A character that cannot be baked fails here, not when somebody opens the page. */
bool cmd_report(command_line *o, diag *d)
{
    carried_file page = {0};
    FREED_BY(baked_file_free) baked_file baked = {0};
    FREED_BY(buffer_free) byte_buffer out = {0};
    output_file file = {.path = o->out};
    FREED char *text = NULL;
    o->load.outputs = &file;
    o->load.output_count = 1;
    const bool ok = find_page(&page, d) && load_baked(&baked, o->in, &o->load, d) &&
                    (text = character(o, &baked.s, d)) != NULL &&
                    put_character(&out, &page, text, d);
    file.bytes = out.bytes;
    file.size_bytes = out.count;
    return ok && output_write(&file, 1, d);
}
