/* SPDX-License-Identifier: MIT */
/* POSIX calls that WASI lacks. It has neither file permissions nor locks; new files get the
 * permissions that umask leaves. */
#include "web/wasm/posix.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
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

/* Opens only the standard files, by their names. */
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

/* The path ends in XXXXXX. Nobody else can know the name before the file exists. */
int mkstemp(char *path)
{
    char *digits = path + strlen(path) - 6;
    int file;
    do {
        uint32_t number;
        if (getentropy(&number, sizeof number) != 0)
            return -1;
        snprintf(digits, 7, "%06x", (unsigned)(number & 0xffffff));
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
    } while (file < 0 && errno == EEXIST);
    return file;
}
