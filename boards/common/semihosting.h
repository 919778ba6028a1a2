/* SPDX-License-Identifier: MIT */
/* Arm's semihosting, an operation and a block of words, which all boards use in some form.
 * tests/emulators/semihost.c is the host's side for emulators that have none. */
#pragma once

#define SYS_OPEN 0x01
#define SYS_CLOSE 0x02
#define SYS_WRITE0 0x04
#define SYS_WRITE 0x05
#define SYS_READ 0x06
#define SYS_GET_CMDLINE 0x15
#define SYS_EXIT_EXTENDED 0x20

#define OPEN_READ_BINARY 1u
#define OPEN_WRITE_BINARY 5u

/* Makes one call. It is implemented in assembly beside the core's start-up code, or in a file of
 * the board. */
int board_semihost(int operation, const void *block);
