/* SPDX-License-Identifier: MIT */
/* Implements the POSIX calls of windows.h. */
#include "common/files.h"

#ifdef _WIN32
#undef stat
#undef fstat
#undef fopen
#undef open
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <shellapi.h>

#include <errno.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"

extern int _dowildcard;
int _dowildcard = 0; /* the C runtime must not expand patterns: --clips takes them */

/* Converts a name to UTF-16; free() it. */
static wchar_t *wide(const char *text)
{
    const int count = MultiByteToWideChar(CP_UTF8, 0, text, -1, NULL, 0);
    wchar_t *out = diag_calloc((size_t)count + 1, sizeof *out);
    MultiByteToWideChar(CP_UTF8, 0, text, -1, out, count);
    return out;
}

static char *narrow(const wchar_t *text)
{
    const int count = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *out = diag_calloc((size_t)count + 1, 1);
    WideCharToMultiByte(CP_UTF8, 0, text, -1, out, count, NULL, NULL);
    return out;
}

char **files_start(int argc, char **argv)
{
    _setmode(STDOUT_FILENO, _O_BINARY);
    _setmode(STDERR_FILENO, _O_BINARY);
    SetConsoleOutputCP(CP_UTF8);
    int count = 0;
    wchar_t **words = CommandLineToArgvW(GetCommandLineW(), &count);
    if (words == NULL || count != argc)
        return argv;
    char **out = diag_calloc((size_t)count + 1, sizeof *out);
    for (int i = 0; i < count; i++)
        out[i] = narrow(words[i]);
    LocalFree(words);
    return out;
}

/* Sets errno from Windows's last error. Returns -1. */
static int fail(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
    case ERROR_NOT_READY: errno = ENOENT; break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_WRITE_PROTECT: errno = EACCES; break;
    case ERROR_DIRECTORY: errno = ENOTDIR; break;
    case ERROR_DISK_FULL: errno = ENOSPC; break;
    default: errno = EIO; break;
    }
    return -1;
}

/* Describes an open file. Pipes and devices get the identity `other`, as Windows gives them
 * none. */
static int describe(HANDLE handle, uint64_t other, struct windows_stat *out)
{
    BY_HANDLE_FILE_INFORMATION info;
    *out = (struct windows_stat){.st_ino = other, .st_mode = S_IFCHR};
    if (GetFileType(handle) != FILE_TYPE_DISK)
        return 0;
    if (!GetFileInformationByHandle(handle, &info))
        return fail();
    out->st_dev = 1 + (uint64_t)info.dwVolumeSerialNumber;
    out->st_ino = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow;
    out->st_size = (uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow;
    out->st_mode = info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? S_IFDIR : S_IFREG;
    return 0;
}

int windows_stat(const char *path, struct windows_stat *out)
{
    FREED wchar_t *name = wide(path);
    const HANDLE handle = CreateFileW(
        name, FILE_READ_ATTRIBUTES, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
        OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS /* the flag also opens folders */, NULL);
    if (handle == INVALID_HANDLE_VALUE)
        return fail();
    const int status = describe(handle, 0, out);
    CloseHandle(handle);
    return status;
}

int windows_fstat(int file, struct windows_stat *out)
{
    return describe((HANDLE)_get_osfhandle(file), (uint64_t)file + 1, out);
}

FILE *windows_fopen(const char *path, const char *mode)
{
    FREED wchar_t *name = wide(path), *how = wide(mode);
    return _wfopen(name, how);
}

int windows_open(const char *path, int flags)
{
    FREED wchar_t *name = wide(path);
    return _wopen(name, flags | _O_BINARY);
}

/* Creates a new file; if the name is taken it tries others. */
int windows_mkstemp(char *path)
{
    static unsigned tries;
    char *end = path + strlen(path) - 6;
    for (int i = 0; i < 100; i++) {
        const unsigned number = (unsigned)GetCurrentProcessId() * 64 + tries++;
        snprintf(end, 7, "%06X", number & 0xFFFFFF);
        FREED wchar_t *name = wide(path);
        const int file = _wopen(name, _O_RDWR | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT,
                                _S_IREAD | _S_IWRITE);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

int windows_rename(const char *from, const char *to)
{
    FREED wchar_t *old = wide(from), *new = wide(to);
    return MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING) ? 0 : fail();
}

int windows_remove(const char *path)
{
    FREED wchar_t *name = wide(path);
    return DeleteFileW(name) ? 0 : fail();
}
#endif
