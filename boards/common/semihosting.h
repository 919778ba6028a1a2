/* SPDX-License-Identifier: MIT */
/*
 * Arm's semihosting, which all boards speak in one way or another: an operation and a block of words.
 * The host's half for emulators that have none is tests/emulators/semihost.c.
 */
#ifndef PELT_BOARD_SEMIHOSTING_H
#define PELT_BOARD_SEMIHOSTING_H

#define SYS_OPEN 0x01
#define SYS_CLOSE 0x02
#define SYS_WRITE0 0x04
#define SYS_WRITE 0x05
#define SYS_READ 0x06
#define SYS_FLEN 0x0c
#define SYS_GET_CMDLINE 0x15
#define SYS_EXIT_EXTENDED 0x20

#define OPEN_READ_BINARY 1u
#define OPEN_WRITE_BINARY 5u

/* One call; in assembly, beside the core's start-up, or in a file of the board's. */
int board_semihost(int operation, const void *block);

#endif
