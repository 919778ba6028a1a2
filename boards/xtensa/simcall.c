/* SPDX-License-Identifier: MIT */
/* Semihosting by Xtensa's SIMCALL: POSIX-like calls, with the flags of a Linux host. */
#include <stdint.h>

#include "semihosting.h"

#define SIM_EXIT 1
#define SIM_READ 3
#define SIM_WRITE 4
#define SIM_OPEN 5
#define SIM_CLOSE 6
#define SIM_LSEEK 19
#define SIM_ARGC 1000
#define SIM_ARGV_BYTES 1001
#define SIM_ARGV 1002

#define SIM_STDOUT 1u

#define LINUX_O_RDONLY 0x0u
#define LINUX_O_WRONLY 0x1u
#define LINUX_O_CREAT 0x40u
#define LINUX_O_TRUNC 0x200u
#define LINUX_SEEK_SET 0u
#define LINUX_SEEK_END 2u

/* Returns -1 if the call fails. */
static int simcall(int operation, uint32_t a, uint32_t b, uint32_t c)
{
    register int result __asm__("a2") = operation;
    register uint32_t first __asm__("a3") = a; /* becomes errno */
    register uint32_t second __asm__("a4") = b;
    register uint32_t third __asm__("a5") = c;

    __asm__ volatile("simcall" : "+r"(result), "+r"(first) : "r"(second), "r"(third) : "memory");
    return result;
}

static uint32_t address(const void *pointer)
{
    return (uint32_t)(uintptr_t)pointer;
}

/* Joins the words of the command line with spaces. The host writes pointers to them, a NULL, and
 * then the words, each with its NUL, one behind the other. */
static int join_words(char *text, uint32_t text_bytes)
{
    uint32_t vector[64];
    const char *words = (const char *)vector;
    const uint32_t bytes = (uint32_t)simcall(SIM_ARGV_BYTES, 0, 0, 0);
    const uint32_t first = 4u * ((uint32_t)simcall(SIM_ARGC, 0, 0, 0) + 1u);

    if (bytes > sizeof vector || bytes <= first || bytes - first > text_bytes)
        return -1;
    (void)simcall(SIM_ARGV, address(vector), 0, 0);
    for (uint32_t i = first; i < bytes; i++)
        *text++ = (char)(words[i] == '\0' && i + 1u < bytes ? ' ' : words[i]);
    return 0;
}

static int write_text(const char *text)
{
    uint32_t bytes = 0;

    while (text[bytes] != '\0')
        bytes++;
    return simcall(SIM_WRITE, SIM_STDOUT, address(text), bytes);
}

int board_semihost(int operation, const void *block)
{
    const uint32_t *word = block;
    int bytes;

    switch (operation) {
    case SYS_WRITE0: return write_text(block);
    case SYS_OPEN:
        return simcall(SIM_OPEN, word[0],
                       word[1] == OPEN_WRITE_BINARY ? LINUX_O_WRONLY | LINUX_O_CREAT | LINUX_O_TRUNC
                                                    : LINUX_O_RDONLY,
                       0644);
    case SYS_CLOSE: return simcall(SIM_CLOSE, word[0], 0, 0);
    case SYS_READ:
    case SYS_WRITE: /* these return the bytes that were moved, semihosting those that were not */
        bytes = simcall(operation == SYS_READ ? SIM_READ : SIM_WRITE, word[0], word[1], word[2]);
        return bytes < 0 ? -1 : (int)word[2] - bytes;
    case SYS_FLEN:
        bytes = simcall(SIM_LSEEK, word[0], 0, LINUX_SEEK_END);
        return simcall(SIM_LSEEK, word[0], 0, LINUX_SEEK_SET) < 0 ? -1 : bytes;
    case SYS_GET_CMDLINE: return join_words((char *)(uintptr_t)word[0], word[1]);
    case SYS_EXIT_EXTENDED: return simcall(SIM_EXIT, word[1], 0, 0);
    default: return -1;
    }
}
