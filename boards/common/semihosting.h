/* SPDX-License-Identifier: MIT */
#ifndef PELT_BOARD_SEMIHOSTING_H
#define PELT_BOARD_SEMIHOSTING_H

/* One semihosting call; in assembly, beside the core's start-up. */
int board_semihost(int operation, const void *block);

#endif
