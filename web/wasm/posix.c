/* SPDX-License-Identifier: MIT */
/* Over an in-memory file system (pelt.mjs): nobody else is there, and no file has rights. */
#include "web/wasm/posix.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <wasi/libc.h>

mode_t umask(mode_t mask)
{
    (void)mask;
    return 0;
}

int fchmod(int file, mode_t rights)
{
    (void)file, (void)rights;
    return 0;
}

int flock(int file, int operation)
{
    (void)file, (void)operation;
    return 0;
}

/* Of the standard ones alone, which have names. */
static int open_standard(int file)
{
    static const char *const names[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
    if (file < 0 || file > STDERR_FILENO) {
        errno = EBADF;
        return -1;
    }
    return open(names[file], O_WRONLY);
}

int dup(int file)
{
    return open_standard(file);
}

int dup2(int from, int to)
{
    const int file = open_standard(from);
    return file < 0 || __wasilibc_fd_renumber(file, to) != 0 ? -1 : to;
}

/* The path ends in XXXXXX; at most 1000 such files at once. */
int mkstemp(char *path)
{
    char *digits = path + strlen(path) - 3;
    for (int i = 0; i < 1000; i++) {
        digits[0] = (char)('0' + i / 100);
        digits[1] = (char)('0' + i / 10 % 10);
        digits[2] = (char)('0' + i % 10);
        const int file = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}
