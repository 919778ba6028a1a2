/* SPDX-License-Identifier: MIT */
/* MIPS Unified Hosting Interface: POSIX-like calls through SDBBP 1. */
#include "board.h"
#include "image.h"

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

static uint32_t address(const void *pointer)
{
    return (uint32_t)(uintptr_t)pointer;
}

void board_puts(const char *text)
{
    size_t bytes = 0;

    while (text[bytes] != '\0') {
        bytes++;
    }
    board_write(text, bytes);
}

void board_write(const char *text, size_t bytes)
{
    (void)board_uhi(UHI_WRITE, UHI_STDOUT, address(text), (uint32_t)bytes);
}

__attribute__((noreturn)) void board_leave(int status)
{
    (void)board_uhi(UHI_EXIT, (uint32_t)status, 0, 0);
    for (;;) { /* nobody is listening */
    }
}

bool board_command_line(char *text, size_t text_bytes)
{
    const int count = board_uhi(UHI_ARGC, 0, 0, 0);
    size_t used = 0;
    int i;

    if (text_bytes == 0u) {
        return false;
    }
    for (i = 1; i < count; i++) { /* the first is the image's name */
        const int bytes = board_uhi(UHI_ARGNLEN, (uint32_t)i, 0, 0);

        /* one more for the space or NUL in front of or behind each word */
        if (bytes < 0 || (size_t)bytes + 2u > text_bytes - used) {
            text[0] = '\0';
            return false;
        }
        if (used != 0u) {
            text[used++] = ' ';
        }
        (void)board_uhi(UHI_ARGN, (uint32_t)i, address(text + used), 0);
        used += (size_t)bytes;
    }
    text[used] = '\0';
    return count > 0;
}

int board_file_open(const char *path, const char *mode)
{
    const uint32_t flags = mode[0] == 'w' ? UHI_O_WRONLY | UHI_O_CREAT | UHI_O_TRUNC : UHI_O_RDONLY;

    return board_uhi(UHI_OPEN, address(path), flags, 0644);
}

int32_t board_file_bytes(int handle)
{
    const int bytes = board_uhi(UHI_LSEEK, (uint32_t)handle, 0, UHI_SEEK_END);

    return board_uhi(UHI_LSEEK, (uint32_t)handle, 0, UHI_SEEK_SET) < 0 ? -1 : bytes;
}

int32_t board_file_read(void *to, int handle, size_t bytes)
{
    return board_uhi(UHI_READ, (uint32_t)handle, address(to), (uint32_t)bytes);
}

int32_t board_file_write(int handle, const void *from, size_t bytes)
{
    return board_uhi(UHI_WRITE, (uint32_t)handle, address(from), (uint32_t)bytes);
}

void board_file_close(int handle)
{
    (void)board_uhi(UHI_CLOSE, (uint32_t)handle, 0, 0);
}
