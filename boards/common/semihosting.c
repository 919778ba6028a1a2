/* SPDX-License-Identifier: MIT */
/* Implements the calls of board.h by semihosting. */
#include "board.h"
#include "image.h"
#include "semihosting.h"

#define ADP_STOPPED_APPLICATION_EXIT 0x20026u

/* Blocks hold addresses as words of 32 bits. */
static uint32_t address(const void *pointer)
{
    return (uint32_t)(uintptr_t)pointer;
}

void board_puts(const char *text)
{
    (void)board_semihost(SYS_WRITE0, text);
}

void board_write(const char *text, size_t bytes)
{
    char piece[65]; /* NUL-terminated for SYS_WRITE0; small, as some boards have 2 KB of stack */
    while (bytes != 0u) {
        size_t i;
        for (i = 0; i < bytes && i < sizeof piece - 1u; i++)
            piece[i] = text[i];
        piece[i] = '\0';
        board_puts(piece);
        text += i;
        bytes -= i;
    }
}

__attribute__((noreturn)) void board_leave(int status)
{
    const uint32_t block[2] = {ADP_STOPPED_APPLICATION_EXIT, (uint32_t)status};
    (void)board_semihost(SYS_EXIT_EXTENDED, block);
    for (;;) { /* no host is listening */
    }
}

bool board_command_line(char *text, size_t text_bytes)
{
    uint32_t block[2] = {address(text), (uint32_t)text_bytes}; /* the host writes to it */
    size_t from = 0;
    size_t to = 0;
    if (text_bytes == 0u)
        return false;
    text[0] = '\0';
    if (board_semihost(SYS_GET_CMDLINE, block) != 0) {
        text[0] = '\0';
        return false;
    }
    while (text[from] != '\0' && text[from] != ' ') /* skips the image's name */
        from++;
    while (text[from] == ' ')
        from++;
    do {
        text[to++] = text[from];
    } while (text[from++] != '\0');
    return true;
}

int board_file_open(const char *path, const char *mode)
{
    uint32_t path_bytes = 0;
    while (path[path_bytes] != '\0')
        path_bytes++;
    const uint32_t block[3] = {address(path), mode[0] == 'w' ? OPEN_WRITE_BINARY : OPEN_READ_BINARY,
                               path_bytes};
    return board_semihost(SYS_OPEN, block);
}

/* Both operations return the number of bytes that they did NOT transfer. */
static int32_t transfer(int operation, int handle, const void *buffer, size_t bytes)
{
    const uint32_t block[3] = {(uint32_t)handle, address(buffer), (uint32_t)bytes};
    const int left = board_semihost(operation, block);
    return left < 0 || (size_t)left > bytes ? -1 : (int32_t)(bytes - (size_t)left);
}

int32_t board_file_read(void *to, int handle, size_t bytes)
{
    return transfer(SYS_READ, handle, to, bytes);
}

int32_t board_file_write(int handle, const void *from, size_t bytes)
{
    return transfer(SYS_WRITE, handle, from, bytes);
}

void board_file_close(int handle)
{
    const uint32_t block[1] = {(uint32_t)handle};
    (void)board_semihost(SYS_CLOSE, block);
}
