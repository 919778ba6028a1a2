/* SPDX-License-Identifier: MIT */
/* Implements board.h on a hosted C library, so that the same test sources run on the host. */
#include "board.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int argument_count;
static char **arguments;

/* An image's main() has no arguments, but this C library passes them to constructors, too. */
__attribute__((constructor)) static void keep_arguments(int argc, char **argv)
{
    argument_count = argc;
    arguments = argv;
}

void board_puts(const char *text)
{
    (void)fputs(text, stdout);
}

void board_write(const char *text, size_t bytes)
{
    (void)fwrite(text, 1, bytes, stdout);
}

void board_exit(int status)
{
    exit(status);
}

bool board_command_line(char *text, size_t text_bytes)
{
    size_t used = 0;
    if (text_bytes == 0u)
        return false;
    text[0] = '\0';
    for (int i = 1; i < argument_count; i++) {
        const size_t left = text_bytes - used, bytes = strlen(arguments[i]) + (i > 1 ? 1u : 0u);
        if (bytes >= left) {
            text[0] = '\0';
            return false;
        }
        (void)snprintf(text + used, left, i > 1 ? " %s" : "%s", arguments[i]);
        used += bytes;
    }
    return argument_count > 0;
}

int board_file_open(const char *path, const char *mode)
{
    return open(path, mode[0] == 'w' ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY, 0666);
}

int32_t board_file_read(void *to, int handle, size_t bytes)
{
    return (int32_t)read(handle, to, bytes);
}

int32_t board_file_write(int handle, const void *from, size_t bytes)
{
    return (int32_t)write(handle, from, bytes);
}

void board_file_close(int handle)
{
    (void)close(handle);
}

/* The host does not count instructions and has no memory to report. */
#define NOT_THERE(name)                                                                            \
    uint32_t name(void)                                                                            \
    {                                                                                              \
        return 0;                                                                                  \
    }
NOT_THERE(board_counter)
NOT_THERE(board_stack_used)
NOT_THERE(board_stack_bytes)
NOT_THERE(board_code_bytes)
NOT_THERE(board_flash_bytes)
NOT_THERE(board_ram_used_bytes)
NOT_THERE(board_ram_bytes)

void board_counter_init(void)
{
}

uint32_t board_instructions(uint32_t start_ticks, uint32_t end_ticks)
{
    return end_ticks - start_ticks;
}

/* The memory of the benchmark. */
void *board_free_ram(size_t *bytes)
{
    static uint64_t memory[1u << 17];
    *bytes = sizeof memory;
    return memory;
}
