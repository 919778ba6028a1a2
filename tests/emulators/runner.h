/* SPDX-License-Identifier: MIT */
/* The parts that the host programs share which run images in an emulator's library. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "semihost.h"

/* Status of a run that ended by a fault, or because the runner was called wrongly. */
#define RUNNER_STATUS_FAULT 99
#define RUNNER_STATUS_USAGE 2

/* Prints the reason on stderr, even if that is silenced, and ends the program. */
__attribute__((noreturn, format(printf, 1, 2))) void runner_fail(const char *format, ...);

/* Reads [-p SCREEN.png] IMAGE NAME [WORD...], where NAME and the WORDs are the image's command line, and the
 * script of keys that RUN_SCRIPT names (play.h). Returns IMAGE; *screen is NULL without -p, `screen` where
 * the program has no -p. `usage`: the command line of the program itself. */
const char *runner_open(semihost *host, const char *usage, const char **screen, int argc,
                        char *const *argv);

/* Silences libraries: from here on only the image's text goes to stdout, and nothing to stderr. */
void runner_silence(semihost *host);

/* Reads a whole file; *bytes is its size. */
void *runner_read(const char *path, size_t *bytes);

/* rgb  [height][width][3]; NULL: there was no picture. */
void runner_write_png(const char *path, const uint8_t *rgb, uint32_t width, uint32_t height);

/* Writes a Nintendo 64's screen of 240 lines: pixels of 5-5-5-1 bits in the machine's memory, where the
 * registers of its video interface say; NULL: there was no picture. */
void runner_write_screen(const char *path, const semihost *host, const uint32_t *video);

/* Keeps a picture of the emulator in frames.bin (boards/common/recording.h), with a line "frame INDEX
 * crc XXXXXXXX"; picture: its number. rgb: as above */
void runner_keep(semihost *host, const uint8_t *rgb, uint32_t width, uint32_t height,
                 uint32_t picture);

/* Takes the text from the mailbox at this address (boards/common/mailbox.h), then carries out
 * the call that waits there. 0: there is no mailbox. */
void runner_serve(semihost *host, uint32_t box);

/* Carries out a call in a Nintendo 64's text (boards/n64/isviewer.c), hexadecimal digits: the operation, then
 * the addresses of its parameters, of its result, and of a word that becomes 1 when it is done. */
void runner_call(semihost *host, const char *digits);
