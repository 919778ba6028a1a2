/* SPDX-License-Identifier: MIT */
/* How the tool reports errors. Every function that can fail takes a diag, writes its message there
 * and returns false; main prints it once. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DIAG_OK = 0,
    DIAG_INVALID = 1, /* the input is invalid or unsupported */
    DIAG_USAGE = 2,
    DIAG_IO = 3
};

#if defined(__MINGW32__) /* MinGW's printf is not Microsoft's */
#define DIAG_PRINTF(format_index, first_index)                                                     \
    __attribute__((format(gnu_printf, format_index, first_index)))
#else
#define DIAG_PRINTF(format_index, first_index)                                                     \
    __attribute__((format(printf, format_index, first_index)))
#endif

#define DIAG_MESSAGE_BYTES 16384 /* enough for the names of a hundred clips */

typedef struct diag {
    int exit_code; /* DIAG_OK until something fails */
    char message[DIAG_MESSAGE_BYTES];
} diag;

/* Copies `text` in a form that can be printed, at most size_bytes with its NUL. Names in a hostile
 * file must not control the terminal, reverse its writing direction or forge a line, so such
 * characters become \uXXXX, and bytes that are not UTF-8 \xXX. Returns `out`. */
char *diag_printable(char *out, size_t size_bytes, const char *text);
char *diag_shown(const char *text); /* the same, whole; free() it */
#define DIAG_NAME_BYTES 96          /* for a name in a message */
/* The same in memory of its own, of DIAG_NAME_BYTES, which the call after the next uses again. */
const char *diag_name(const char *text);

/* Adds to the end of a text, which has room for size_bytes with its NUL. */
void diag_append(char *out, size_t size_bytes, const char *format, ...) DIAG_PRINTF(3, 4);

/* Records a message of the form "problem, place, remedy" and returns false, so that a check reads
 * `return diag_fail(...)`. The first failure is kept, as later ones are its consequences. */
bool diag_fail(diag *d, int exit_code, const char *format, ...) DIAG_PRINTF(3, 4);

/* Prints the error line, `pelt: FILE: message`. main calls it once. */
void diag_print(const diag *d, const char *file);

/* Prints `pelt: FILE: message` on stderr when nothing is wrong. */
void diag_note(const char *file, const char *format, ...) DIAG_PRINTF(2, 3);

/* Prints `pelt: warning: FILE: message` on stderr, once, as a bake that is tried again would repeat it; and
 * at most DIAG_MAX_WARNINGS of them, as a hostile file could cause any number. */
#define DIAG_MAX_WARNINGS 100u
void diag_warn(const char *file, const char *format, ...) DIAG_PRINTF(2, 3);

/* The messages of all warnings so far. */
size_t diag_warnings(const char *const **messages);

/* Switches the printing of warnings, which is on at the start and off for fuzzing and tests.
 * Returns the previous setting. */
bool diag_set_warnings(bool enabled);

/* Sets the file, a text that stays, that the message names when memory runs out. */
void diag_set_file(const char *file);
/* Returns zeroed memory of count * size bytes. It never returns NULL: if there is no memory or the
 * product overflows it prints a message and calls exit(1). */
void *diag_calloc(size_t count, size_t size);

/* Marks a local variable that is released when its block is left: memory of malloc() and its like, or
 * what the function of a type releases, which takes its address. */
#define FREED FREED_BY(diag_free)
#define FREED_BY(function) __attribute__((cleanup(function)))
void diag_free(void *pointer_at);

/* A copy of a text; free() it. */
char *diag_copy(const char *text);

/* Makes room for one more item behind `count` items of `size` bytes that were added by this function,
 * one at a time. Returns the items, moved to twice the room where they fill 8, 16, 32 and so on;
 * the old ones are then freed. The item must then be added: where they are full, each call moves them. */
void *diag_grow(void *items, uint32_t count, size_t size);
