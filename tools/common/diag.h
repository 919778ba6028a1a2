/* SPDX-License-Identifier: MIT */
/*
 * How the tool says no: functions that can fail take a diag, fill it and return false; main prints
 * it once.
 */
#ifndef PELT_TOOLS_COMMON_DIAG_H
#define PELT_TOOLS_COMMON_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    DIAG_OK = 0,
    DIAG_INVALID = 1, /* the input is invalid or unsupported */
    DIAG_USAGE = 2,
    DIAG_IO = 3
};

#if defined(__MINGW32__) /* printf is not Microsoft's there */
#define DIAG_PRINTF(format_index, first_index)                                                     \
    __attribute__((format(gnu_printf, format_index, first_index)))
#elif defined(__GNUC__)
#define DIAG_PRINTF(format_index, first_index)                                                     \
    __attribute__((format(printf, format_index, first_index)))
#else
#define DIAG_PRINTF(format_index, first_index)
#endif

#define DIAG_MESSAGE_BYTES 16384 /* the names of a hundred clips find room */

typedef struct diag {
    int exit_code; /* DIAG_OK until something failed */
    char message[DIAG_MESSAGE_BYTES];
} diag;

/*
 * `text` as it may be printed, at most size_bytes with its NUL: names out of a hostile file must
 * not steer the terminal, turn its writing direction or forge a line. Such characters become
 * \uXXXX, bytes that are not UTF-8 \xXX. Returns `out`.
 */
char *diag_printable(char *out, size_t size_bytes, const char *text);
#define DIAG_NAME_BYTES 96 /* of a name in a line */

/*
 * Records "what, where, what to do" and returns false, so that a check reads `return
 * diag_fail(...)`. The first failure wins: later ones are consequences.
 */
bool diag_fail(diag *d, int exit_code, const char *format, ...) DIAG_PRINTF(3, 4);

/* The error line, `pelt: FILE: message`; for main, once. */
void diag_print(const diag *d, const char *file);

/* `pelt: FILE: message` on stderr, where nothing is wrong. */
void diag_note(const char *file, const char *format, ...) DIAG_PRINTF(2, 3);

/* `pelt: warning: FILE: message` on stderr; a hostile file gets at most DIAG_MAX_WARNINGS. */
#define DIAG_MAX_WARNINGS 100u
void diag_warn(const char *file, const char *format, ...) DIAG_PRINTF(2, 3);

/* The warnings so far, as diag_warn was given them. */
size_t diag_warnings(const char *const **messages);

/* Whether diag_warn prints; on at start, off for fuzzing and for tests. Returns what was set. */
bool diag_set_warnings(bool enabled);

/* Zeroed memory of count * size bytes, or a message and exit(1): never NULL, overflow checked. */
void *diag_calloc(size_t count, size_t size);

/* A text of its own; free() it. */
char *diag_copy(const char *text);

/* Room for one more behind `count` items of `size` bytes: the items, free()d and copied to twice the
 * room where *capacity is full. */
void *diag_grow(void *items, uint32_t count, uint32_t *capacity, size_t size);

#endif
