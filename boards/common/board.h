/* SPDX-License-Identifier: MIT */
/* Functions of the board that every image uses, the same on every board.
 *
 * Everything that leaves the board (text, files, exit status) goes through semihosting: the
 * emulator or the debugger does the work on the host. Without either, text is dropped, files fail
 * to open and board_exit() stops the core. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int main(void); /* an image's; freestanding compilers do not declare it */

/// Text and exit ///

void board_puts(const char *text);

/* The text may not contain NUL bytes. */
void board_write(const char *text, size_t bytes);

/* Ends the run with this exit status (0..255). Status 0 becomes BOARD_STATUS_STACK when the
 * stack has been used to its last word. The statuses below are kept for the board code. */
__attribute__((noreturn)) void board_exit(int status);

#define BOARD_STATUS_STACK 98
#define BOARD_STATUS_FAULT 99

/* Copies the words after the image's name from the command line to `text`, separated by single
 * spaces and NUL terminated. Returns false, with an empty text, if there is no command line or it
 * does not fit. */
bool board_command_line(char *text, size_t text_bytes);

/// Files on the host ///

/* Returns a handle, or -1. Mode is "rb" or "wb"; the path is relative to the run's folder. */
int board_file_open(const char *path, const char *mode);

/* Returns the number of bytes transferred, or -1. It is lower than `bytes` only at the end of
 * the file or when the host's disk is full. */
int32_t board_file_read(void *to, int handle, size_t bytes);
int32_t board_file_write(int handle, const void *from, size_t bytes);

void board_file_close(int handle);

/// Counting instructions ///

/* Measures instructions, exactly under the emulator's -icount, where an instruction takes a fixed
 * virtual time:
 *
 *     board_counter_init();
 *     uint32_t start = board_counter();
 *     work();
 *     uint32_t instructions = board_instructions(start, board_counter());
 *
 * An empty measurement gives 0. Intervals must be below 2^32 timer ticks, at least 696 million
 * instructions. On hardware the ticks are those of a real timer, and the result is not a number of
 * instructions. With BOARD_COUNTS_CYCLES, on a board whose emulator keeps time, it is cycles; the
 * macro is the cycles of a subtraction and a taken branch. */
void board_counter_init(void);
uint32_t board_counter(void);
uint32_t board_instructions(uint32_t start_ticks, uint32_t end_ticks);

/// Memory ///

/* The deepest use of the stack so far, in bytes: the start-up code fills the stack with a
 * pattern. */
uint32_t board_stack_used(void);
uint32_t board_stack_bytes(void);

/* Bytes of vectors, code and hot code, without constants; and bytes of everything in flash,
 * including .data's image. */
uint32_t board_code_bytes(void);
uint32_t board_flash_bytes(void);

/* RAM used by stack, variables and hot code; and RAM of the board. */
uint32_t board_ram_used_bytes(void);
uint32_t board_ram_bytes(void);

/* All the remaining RAM, 16-byte aligned and uninitialised, for an arena whose size is known
 * only at run time. */
void *board_free_ram(size_t *bytes);
