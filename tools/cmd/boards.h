/* SPDX-License-Identifier: MIT */
/* The boards of `bake --target`. */
#ifndef PELT_TOOLS_CMD_BOARDS_H
#define PELT_TOOLS_CMD_BOARDS_H

#include "cmd/target.h"

extern const target_board target_boards[]; /* [target_board_count] */
extern const size_t target_board_count;

#endif
