/* SPDX-License-Identifier: MIT */
/* Error messages and warnings of the tool. */
#include "common/diag.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/progress.h"

#define DIAG_FILE_BYTES 4200 /* of a path in a message */
#define FEWEST_ITEMS 8u      /* that have room; a power of two, as all others are */
#define BYTES_SHOWN 6u       /* of a character that is printed as \uXXXX */

static bool warnings_enabled = true;
static char *warned[DIAG_MAX_WARNINGS + 1];         /* "file: message" */
static const char *warnings[DIAG_MAX_WARNINGS + 1]; /* the messages in them */
static size_t warning_count;
static const char *file_in_work = "command line";

/* Returns the bytes of the UTF-8 character at `text` and sets its code; 0 if that is not valid
 * UTF-8. */
static size_t decode(uint32_t *code, const unsigned char *text)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t bytes = text[0] < 0x80   ? 1
                         : text[0] < 0xC2 ? 0
                         : text[0] < 0xE0 ? 2
                         : text[0] < 0xF0 ? 3
                         : text[0] < 0xF5 ? 4
                                          : 0;
    *code = bytes < 2 ? text[0] : text[0] & (0x7Fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (text[i] & 0x3F);
    }
    const bool valid = bytes > 0 && *code >= least[bytes] && *code <= 0x10FFFF &&
                       (*code < 0xD800 || *code > 0xDFFF);
    return valid ? bytes : 0;
}

/* Whether a character can disturb a terminal: controls (C0 and C1), line separators; marks,
 * overrides and isolates of writing direction; and format characters that hide or turn text. */
static bool steers(uint32_t code)
{
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x61C || code == 0x200E ||
           code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF ||
           (code >= 0xFFF9 && code <= 0xFFFB) || (code >= 0xE0000 && code <= 0xE007F);
}

char *diag_printable(char *out, size_t size_bytes, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t length = 0;
    while (*at != '\0') {
        uint32_t code;
        char piece[12];
        const size_t bytes = decode(&code, at);
        if (bytes == 0)
            snprintf(piece, sizeof piece, "\\x%02X", *at);
        else if (steers(code))
            snprintf(piece, sizeof piece, "\\u%04X", (unsigned)code);
        else
            snprintf(piece, sizeof piece, "%.*s", (int)bytes, (const char *)at);
        const size_t more = strlen(piece);
        if (length + more >= size_bytes)
            break;
        memcpy(out + length, piece, more);
        length += more;
        at += bytes == 0 ? 1 : bytes;
    }
    out[length] = '\0';
    return out;
}

char *diag_shown(const char *text)
{
    const size_t bytes = strlen(text) * BYTES_SHOWN + 1;
    return diag_printable(diag_calloc(bytes, 1), bytes, text);
}

const char *diag_name(const char *text)
{
    static char names[2][DIAG_NAME_BYTES];
    static unsigned last;
    return diag_printable(names[++last % 2], DIAG_NAME_BYTES, text);
}

void diag_append(char *out, size_t size_bytes, const char *format, ...)
{
    const size_t used = strlen(out);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out + used, size_bytes - used, format, arguments);
    va_end(arguments);
}

/* Prints into `out`. Of what is too long it leaves out the middle: the end says what to do. */
static void put_message(char *out, size_t size_bytes, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const size_t length = (size_t)vsnprintf(out, size_bytes, format, arguments);
    if (length >= size_bytes) {
        FREED char *whole = diag_calloc(length + 1, 1);
        vsnprintf(whole, length + 1, format, again);
        size_t head = size_bytes / 2;
        const char *tail = whole + length - (head - sizeof " ... ");
        for (; (out[head] & 0xC0) == 0x80; head--) /* no UTF-8 is cut */
            ;
        for (; (*tail & 0xC0) == 0x80; tail++)
            ;
        snprintf(out + head, size_bytes - head, " ... %s", tail);
    }
    va_end(again);
}

bool diag_fail(diag *d, int exit_code, const char *format, ...)
{
    if (d->exit_code != DIAG_OK)
        return false;
    d->exit_code = exit_code;
    va_list arguments;
    va_start(arguments, format);
    put_message(d->message, sizeof d->message, format, arguments);
    va_end(arguments);
    return false;
}

static void print_line(const char *kind, const char *file, const char *message)
{
    static char shown_file[DIAG_FILE_BYTES], shown[BYTES_SHOWN * DIAG_MESSAGE_BYTES];
    progress_clear();
    fprintf(stderr, "pelt: %s%s: %s\n", kind, diag_printable(shown_file, sizeof shown_file, file),
            diag_printable(shown, sizeof shown, message));
}

void diag_print(const diag *d, const char *file)
{
    print_line("", file, d->message);
}

void diag_note(const char *file, const char *format, ...)
{
    char message[DIAG_MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    put_message(message, sizeof message, format, arguments);
    va_end(arguments);
    print_line("", file, message);
}

void diag_warn(const char *file, const char *format, ...)
{
    if (!warnings_enabled || warning_count > DIAG_MAX_WARNINGS)
        return;
    char message[DIAG_MESSAGE_BYTES] = "further warnings are not shown";
    va_list arguments;
    va_start(arguments, format);
    if (warning_count < DIAG_MAX_WARNINGS)
        put_message(message, sizeof message, format, arguments);
    va_end(arguments);
    const size_t place = strlen(file) + 2;
    const size_t bytes = place + strlen(message) + 1;
    char *line = diag_calloc(bytes, 1);
    snprintf(line, bytes, "%s: %s", file, message);
    for (size_t i = 0; i < warning_count; i++)
        if (strcmp(warned[i], line) == 0) {
            free(line);
            return;
        }
    warned[warning_count] = line;
    warnings[warning_count++] = line + place;
    print_line("warning: ", file, message);
}

size_t diag_warnings(const char *const **messages)
{
    *messages = warnings;
    return warning_count;
}

bool diag_set_warnings(bool enabled)
{
    const bool before = warnings_enabled;
    warnings_enabled = enabled;
    return before;
}

void diag_set_file(const char *file)
{
    file_in_work = file;
}

void *diag_calloc(size_t count, size_t size)
{
    if (count == 0 || size == 0)
        count = size = 1;
    void *memory = count > SIZE_MAX / size ? NULL : calloc(count, size);
    if (memory == NULL) {
        diag_note(file_in_work, "out of memory, %zu x %zu bytes wanted, bake a smaller model",
                  count, size);
        exit(DIAG_INVALID);
    }
    return memory;
}

void diag_free(void *pointer_at)
{
    void *memory;
    memcpy(&memory, pointer_at, sizeof memory);
    free(memory);
}

char *diag_copy(const char *text)
{
    return strcpy(diag_calloc(strlen(text) + 1, 1), text);
}

void *diag_grow(void *items, uint32_t count, size_t size)
{
    const bool is_full = count == 0 || (count >= FEWEST_ITEMS && (count & (count - 1)) == 0);
    if (!is_full)
        return items;
    void *more = diag_calloc(count == 0 ? FEWEST_ITEMS : 2 * (size_t)count, size);
    if (count > 0)
        memcpy(more, items, count * size);
    free(items);
    return more;
}
