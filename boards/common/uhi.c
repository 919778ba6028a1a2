/* SPDX-License-Identifier: MIT */
/* Semihosting by the MIPS Unified Hosting Interface: POSIX-like calls through SDBBP 1. */
#include <stdint.h>

#include "semihosting.h"

#define UHI_EXIT 1
#define UHI_OPEN 2
#define UHI_CLOSE 3
#define UHI_READ 4
#define UHI_WRITE 5
#define UHI_LSEEK 6
#define UHI_ARGC 9
#define UHI_ARGNLEN 10
#define UHI_ARGN 11

#define UHI_STDOUT 1

#define UHI_O_RDONLY 0x0u
#define UHI_O_WRONLY 0x1u
#define UHI_O_CREAT 0x200u
#define UHI_O_TRUNC 0x400u

#define UHI_SEEK_SET 0u
#define UHI_SEEK_END 2u

int board_uhi(int operation, uint32_t a, uint32_t b, uint32_t c);

/* Joins the words of the command line with spaces. */
static int join_words(char *text, uint32_t text_bytes)
{
    const int count = board_uhi(UHI_ARGC, 0, 0, 0);
    uint32_t used = 0;

    for (int i = 0; i < count; i++) {
        const int bytes = board_uhi(UHI_ARGNLEN, (uint32_t)i, 0, 0);

        /* The additional byte is for the space or NUL behind each word. */
        if (bytes < 0 || (uint32_t)bytes + 1u > text_bytes - used)
            return -1;
        (void)board_uhi(UHI_ARGN, (uint32_t)i, (uint32_t)(uintptr_t)(text + used), 0);
        used += (uint32_t)bytes + 1u;
        text[used - 1u] = i + 1 < count ? ' ' : '\0';
    }
    return count > 0 ? 0 : -1;
}

static int write_text(const char *text)
{
    uint32_t bytes = 0;

    while (text[bytes] != '\0')
        bytes++;
    return board_uhi(UHI_WRITE, UHI_STDOUT, (uint32_t)(uintptr_t)text, bytes);
}

int board_semihost(int operation, const void *block)
{
    const uint32_t *word = block;
    int bytes;

    switch (operation) {
    case SYS_WRITE0: return write_text(block);
    case SYS_OPEN:
        return board_uhi(UHI_OPEN, word[0],
                         word[1] == OPEN_WRITE_BINARY ? UHI_O_WRONLY | UHI_O_CREAT | UHI_O_TRUNC
                                                      : UHI_O_RDONLY,
                         0644);
    case SYS_CLOSE: return board_uhi(UHI_CLOSE, word[0], 0, 0);
    case SYS_READ:
    case SYS_WRITE: /* UHI returns the bytes that were moved, semihosting those that were not */
        bytes = board_uhi(operation == SYS_READ ? UHI_READ : UHI_WRITE, word[0], word[1], word[2]);
        return bytes < 0 ? -1 : (int)word[2] - bytes;
    case SYS_FLEN:
        bytes = board_uhi(UHI_LSEEK, word[0], 0, UHI_SEEK_END);
        return board_uhi(UHI_LSEEK, word[0], 0, UHI_SEEK_SET) < 0 ? -1 : bytes;
    case SYS_GET_CMDLINE: return join_words((char *)(uintptr_t)word[0], word[1]);
    case SYS_EXIT_EXTENDED: return board_uhi(UHI_EXIT, word[1], 0, 0);
    default: return -1;
    }
}
