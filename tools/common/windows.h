/* SPDX-License-Identifier: MIT */
/* The POSIX calls that the tool uses and that Windows lacks or defines differently: here file names
 * are UTF-8, rename() replaces, and a file has an identity. Only files.h includes it. */
#pragma once

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

#define stat windows_stat /* the type, too */
#define fstat windows_fstat
#define fopen windows_fopen
#define open windows_open
#define mkstemp windows_mkstemp
#define rename windows_rename
#define remove windows_remove
#define unlink windows_remove

/* The system follows links; permissions are those of the folder; nothing is locked. */
#define readlink(path, out, size) ((void)(path), (void)(out), (void)(size), (ssize_t)-1)
#define fchmod(file, rights) ((void)(rights), 0)
#define umask(mask) ((void)(mask), (mode_t)0)
#define flock(file, how) ((void)(file))

/* SIGHUP is the closing of a console. The others never occur, but may be ignored and handled. */
#define SIGHUP SIGBREAK
#define SIGPIPE SIGTERM
#define SIGQUIT SIGTERM
#define SIGXCPU SIGTERM
#define O_NOCTTY 0
