/* SPDX-License-Identifier: MIT */
/* Semihosting by Xtensa's SIMCALL: POSIX-like calls, with the flags of a Linux host. */
#include <stdint.h>

#include "semihosting.h"

#define CALL_EXIT 1
#define CALL_READ 3
#define CALL_WRITE 4
#define CALL_OPEN 5
#define CALL_CLOSE 6
#define CALL_ARGC 1000
#define CALL_ARGV_BYTES 1001
#define CALL_ARGV 1002

#define FLAGS_READ 0x0u
#define FLAGS_WRITE 0x241u /* write, create, truncate */

/* Returns -1 if the call fails. */
static int call(int operation, uint32_t a, uint32_t b, uint32_t c)
{
    register int result __asm__("a2") = operation;
    register uint32_t first __asm__("a3") = a; /* becomes errno */
    register uint32_t second __asm__("a4") = b;
    register uint32_t third __asm__("a5") = c;

    __asm__ volatile("simcall" : "+r"(result), "+r"(first) : "r"(second), "r"(third) : "memory");
    return result;
}

/* Joins the words of the command line with spaces. The host writes pointers to them, a NULL, and
 * then the words, each with its NUL, one behind the other. */
static int join_words(char *text, uint32_t text_bytes)
{
    uint32_t vector[64];
    const char *words = (const char *)vector;
    const uint32_t bytes = (uint32_t)call(CALL_ARGV_BYTES, 0, 0, 0);
    const uint32_t first = 4u * ((uint32_t)call(CALL_ARGC, 0, 0, 0) + 1u);
    if (bytes > sizeof vector || bytes <= first || bytes - first > text_bytes)
        return -1;
    (void)call(CALL_ARGV, (uint32_t)(uintptr_t)vector, 0, 0);
    for (uint32_t i = first; i < bytes; i++)
        *text++ = (char)(words[i] == '\0' && i + 1u < bytes ? ' ' : words[i]);
    return 0;
}

#include "posix_calls.inc"
