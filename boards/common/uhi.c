/* SPDX-License-Identifier: MIT */
/* Semihosting by the MIPS Unified Hosting Interface: POSIX-like calls through SDBBP 1. */
#include <stdint.h>

#include "semihosting.h"

#define CALL_EXIT 1
#define CALL_OPEN 2
#define CALL_CLOSE 3
#define CALL_READ 4
#define CALL_WRITE 5
#define CALL_ARGC 9
#define CALL_ARGNLEN 10
#define CALL_ARGN 11

#define FLAGS_READ 0x0u
#define FLAGS_WRITE 0x601u /* write, create, truncate */

int board_uhi(int operation, uint32_t a, uint32_t b, uint32_t c);
#define call board_uhi

/* Joins the words of the command line with spaces. */
static int join_words(char *text, uint32_t text_bytes)
{
    const int count = call(CALL_ARGC, 0, 0, 0);
    uint32_t used = 0;
    for (int i = 0; i < count; i++) {
        const int bytes = call(CALL_ARGNLEN, (uint32_t)i, 0, 0);
        /* The additional byte is for the space or NUL behind each word. */
        if (bytes < 0 || (uint32_t)bytes + 1u > text_bytes - used)
            return -1;
        (void)call(CALL_ARGN, (uint32_t)i, (uint32_t)(uintptr_t)(text + used), 0);
        used += (uint32_t)bytes + 1u;
        text[used - 1u] = i + 1 < count ? ' ' : '\0';
    }
    return count > 0 ? 0 : -1;
}

#include "posix_calls.inc"
