/* SPDX-License-Identifier: MIT */
/*
 * What the tool uses of POSIX and Windows has not, or has otherwise: names of files are UTF-8,
 * rename() replaces, a file has an identity. Included by files.h only.
 */
#ifndef PELT_TOOLS_COMMON_WINDOWS_H
#define PELT_TOOLS_COMMON_WINDOWS_H

#include <signal.h>
#include <stdint.h>
#include <stdio.h>

struct windows_stat {
    uint64_t st_dev, st_ino, st_size;
    unsigned st_mode;
};
int windows_stat(const char *path, struct windows_stat *out);
int windows_fstat(int file, struct windows_stat *out);
FILE *windows_fopen(const char *path, const char *mode);
int windows_open(const char *path, int flags);
int windows_mkstemp(char *path);
int windows_rename(const char *from, const char *to);
int windows_remove(const char *path);
mode_t windows_umask(void); /* none */

#define stat windows_stat /* the type, too */
#define fstat windows_fstat
#define fopen windows_fopen
#define open windows_open
#define mkstemp windows_mkstemp
#define rename windows_rename
#define remove windows_remove
#define unlink windows_remove

/* Links are followed by the system; rights are those of the folder; nothing is locked. */
#define readlink(path, out, size) ((void)(path), (void)(out), (void)(size), (ssize_t)-1)
#define fchmod(file, rights) ((void)(rights), 0)
#define umask(mask) windows_umask()
#define flock(file, how) ((void)(file))

/* A console that is closed; and what never comes, which write_direct() may ignore. */
#define SIGHUP SIGBREAK
#define SIGPIPE SIGTERM
#define O_NOCTTY 0

#endif
