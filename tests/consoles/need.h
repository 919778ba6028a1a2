/* SPDX-License-Identifier: MIT */
/* Ends an image's run where a call is refused. */
#pragma once

#include "board.h"
#include "pelt.h"
#include "text.h"

static inline void need(pelt_status status, const char *what)
{
    if (status == PELT_OK)
        return;
    board_print("FAIL %s: %s\n", what, pelt_status_describe(status));
    board_exit(1);
}
