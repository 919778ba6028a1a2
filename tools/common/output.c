/* SPDX-License-Identifier: MIT */
/* Reads and writes the files of every command of the tool. A regular file is replaced as a whole or
 * left alone; pipes and devices are written in place. No output replaces a file that was read. */
#include "common/output.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"

#define MAX_INPUT_BYTES ((size_t)1 << 31)
#define MAX_LINKS 40
#define MAX_PATH_BYTES 4096
#define TEMPORARY_NAME ".pelt-XXXXXX" /* mkstemp replaces the Xs */

/* A file or folder, which may have several names. */
typedef struct file_id {
    uint64_t device, inode;
} file_id;

static file_id *protected_files; /* [protected_count], each once */
static uint32_t protected_count;

static file_id id_of(const struct stat *status)
{
    return (file_id){status->st_dev, status->st_ino};
}

static bool same_file(file_id a, file_id b)
{
    return a.device == b.device && a.inode == b.inode;
}

static bool is_protected(file_id file)
{
    for (size_t i = 0; i < protected_count; i++)
        if (same_file(protected_files[i], file))
            return true;
    return false;
}

void output_protect(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0 || is_protected(id_of(&status)))
        return;
    protected_files = diag_grow(protected_files, protected_count, sizeof *protected_files);
    protected_files[protected_count++] = id_of(&status);
}

bool read_file(void **bytes, size_t *size_bytes, const char *path, diag *d)
{
    *bytes = NULL;
    *size_bytes = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return diag_fail(d, DIAG_IO, "cannot open it: %s, reading, check the path",
                         strerror(errno));
    size_t capacity = 1 << 16, size = 0;
    unsigned char *memory = diag_calloc(capacity, 1);
    for (;;) {
        size += fread(memory + size, 1, capacity - size - 1, file);
        if (size + 1 < capacity || capacity == MAX_INPUT_BYTES)
            break;
        unsigned char *larger = diag_calloc(capacity, 2);
        memcpy(larger, memory, size);
        free(memory);
        memory = larger;
        capacity *= 2;
    }
    const bool whole = feof(file) && !ferror(file);
    const char *reason = ferror(file) ? strerror(errno) : "too large";
    fclose(file);
    if (!whole) {
        free(memory);
        return diag_fail(d, DIAG_IO, "cannot read it whole: %s, byte %zu, check the file", reason,
                         size);
    }
    output_protect(path);
    memory[size] = 0;
    *bytes = memory;
    *size_bytes = size;
    return true;
}

/// Places ////////////////////////////////////////////////////////////////////////////////////////

/* The place of one output. */
typedef struct place {
    char *path;        /* the user's path with its symbolic links followed */
    char *folder;      /* of `path`: "." or a path that ends in "/." */
    char *temporary;   /* path of the unfinished file in `folder`, NULL when there is none */
    bool direct;       /* opened and written in place: a pipe, a device or standard output */
    bool is_stdout;    /* written through standard output, so that `>>` still appends */
    file_id folder_id; /* means nothing if direct */
} place;

/* Follows symbolic links, also to a file that does not exist yet. Returns NULL where they form a
 * circle. */
static char *follow_links(const char *path)
{
    char *at = diag_copy(path);
    for (int i = 0; i < MAX_LINKS; i++) {
        char target[MAX_PATH_BYTES];
        const ssize_t length = readlink(at, target, sizeof target - 1);
        if (length < 0)
            return at;
        target[length] = '\0';
        char *next = path_beside(at, target);
        free(at);
        at = next;
    }
    free(at);
    errno = ELOOP;
    return NULL;
}

static bool is_full(int reason)
{
#ifdef EDQUOT /* not on Windows */
    if (reason == EDQUOT)
        return true;
#endif
    return reason == ENOSPC || reason == EFBIG;
}

static bool fail(const char *path, diag *d)
{
    return diag_fail(d, DIAG_IO, "cannot write %s: %s, output, %s", path, strerror(errno),
                     is_full(errno) ? "make room there" : "check the path");
}

bool output_is_stdout(const char *path)
{
    struct stat file, standard;
    return stat(path, &file) == 0 && fstat(STDOUT_FILENO, &standard) == 0 &&
           same_file(id_of(&file), id_of(&standard));
}

static bool find_place(place *out, const char *path, diag *d)
{
    struct stat status;
    const bool exists = stat(path, &status) == 0;
    if (exists && is_protected(id_of(&status)))
        return diag_fail(d, DIAG_USAGE,
                         "output %s would replace an input file, command line, choose another "
                         "name for the output",
                         path);
    const bool is_folder = exists && S_ISDIR(status.st_mode);
    out->is_stdout = exists && output_is_stdout(path);
    out->direct = exists && (out->is_stdout || !S_ISREG(status.st_mode));
    if (is_folder)
        errno = EISDIR;
    if (is_folder || (!exists && errno != ENOENT))
        return fail(path, d);
    out->path = out->direct ? diag_copy(path) : follow_links(path);
    if (out->path == NULL)
        return fail(path, d);
    out->folder = path_beside(out->path, ".");
    if (!out->direct && stat(out->folder, &status) != 0)
        return fail(path, d);
    out->folder_id = id_of(&status);
    return true;
}

/* Of an array that ends with a place without a path. */
static void places_free(place **places)
{
    for (place *p = *places; p->path != NULL; p++) {
        free(p->path);
        free(p->folder);
        free(p->temporary);
    }
    free(*places);
}

static bool collide(const place *a, const place *b)
{
    return !a->direct && !b->direct && same_file(a->folder_id, b->folder_id) &&
           strcmp(path_name(a->path), path_name(b->path)) == 0;
}

/* places: zeroed, one more than there are files */
static bool find_places(place *places, const output_file *files, size_t count, diag *d)
{
    for (size_t i = 0; i < count; i++) {
        if (!find_place(&places[i], files[i].path, d))
            return false;
        for (size_t k = 0; k < i; k++)
            if (collide(&places[k], &places[i]))
                return diag_fail(d, DIAG_USAGE,
                                 "outputs %s and %s are the same file, command line, "
                                 "choose other names",
                                 files[k].path, files[i].path);
    }
    return true;
}

/// Writing ///////////////////////////////////////////////////////////////////////////////////////

/* Writes all bytes of `source` to the descriptor and closes it, even on failure. A negative
 * descriptor is a failed open(). */
static bool write_and_close(int descriptor, const output_file *source, diag *d)
{
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    bool ok =
        file != NULL && fwrite(source->bytes, 1, source->size_bytes, file) == source->size_bytes;
    if (!ok)
        fail(source->path, d);
    if (file != NULL)
        ok = (fclose(file) == 0 || fail(source->path, d)) && ok;
    else if (descriptor >= 0)
        close(descriptor);
    return ok;
}

/* The permissions of a file that open() creates; mkstemp's files are private. */
static mode_t default_permissions(void)
{
    const mode_t mask = umask(0);
    (void)umask(mask);
    return (mode_t)(0666 & ~mask);
}

/* The outputs that are being written, NULL between writes. The signal handler reads them. */
static place *volatile unfinished;
static volatile sig_atomic_t renames, held; /* held: the signal that waits until it has renamed */

/* The handler of the signals that end a process: it removes the temporary files, then lets the
 * signal end the process. SIGKILL cannot be handled. */
static void remove_temporaries(int signal_number)
{
    if (renames) {
        held = signal_number;
        signal(signal_number, remove_temporaries); /* some systems forget it now */
        return;
    }
    for (const place *p = unfinished; p != NULL && p->path != NULL; p++)
        if (p->temporary != NULL)
            unlink(p->temporary);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Installs the handler for these places; NULL removes it. Ignored signals stay ignored. */
static void handle_signals(place *places)
{
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU};
    unfinished = places;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (signal(signals[i], SIG_IGN) != SIG_IGN)
            signal(signals[i], places != NULL ? remove_temporaries : SIG_DFL);
    if (places == NULL && held != 0)
        raise(held);
}

/* Sets the pointer to NULL before it frees the name, as the signal handler may read it between. */
static void forget_temporary(place *to)
{
    char *name = to->temporary;
    to->temporary = NULL;
    free(name);
}

/* Makes a temporary file beside the output `path`. Returns its descriptor, negative with a message. mkstemp
 * never opens a file or link that exists. The name is stored before the file exists, so that the signal
 * handler always finds it. */
static int open_temporary(place *to, const char *path, diag *d)
{
    to->temporary = path_beside(to->path, TEMPORARY_NAME);
    const int file = mkstemp(to->temporary);
    if (file < 0) {
        fail(path, d);
        forget_temporary(to);
    }
    return file;
}

/* If writing fails, the file stays for output_write to remove. */
static bool write_temporary(place *to, const output_file *source, diag *d)
{
    const int file = open_temporary(to, source->path, d);
    if (file < 0)
        return false;
    const bool ok = fchmod(file, default_permissions()) == 0 || fail(source->path, d);
    return write_and_close(file, source, d) && ok;
}

bool output_check(const output_file *files, size_t count, diag *d)
{
    FREED_BY(places_free) place *places = diag_calloc(count + 1, sizeof *places);
    bool ok = find_places(places, files, count, d);
    handle_signals(places);
    for (place *to = places; ok && to < places + count; to++) {
        if (to->direct)
            continue;
        const int file = open_temporary(to, files[to - places].path, d);
        ok = file >= 0;
        if (ok) {
            close(file);
            remove(to->temporary);
            forget_temporary(to);
        }
    }
    handle_signals(NULL);
    return ok;
}

/* Writes to a pipe, a device or standard output. SIGPIPE is ignored meanwhile: a reader that has
 * gone is an error to report, not the end of this process. */
static bool write_direct(const place *to, const output_file *source, diag *d)
{
    void (*const handler)(int) = signal(SIGPIPE, SIG_IGN);
    fflush(stdout);
    const int file =
        to->is_stdout ? dup(STDOUT_FILENO) : open(to->path, O_WRONLY | O_TRUNC | O_NOCTTY);
    const bool ok = write_and_close(file, source, d);
    signal(SIGPIPE, handler);
    return ok;
}

/* Renames every temporary file to its output. A lock on the first output's folder keeps two
 * processes from mixing their files, where the file system supports locks, and a signal waits, so
 * that it leaves all of them or none. If a rename fails, the outputs already renamed are removed. */
static bool rename_all(place *places, size_t count, const output_file *files, diag *d)
{
    const int folder = open(places[0].folder, O_RDONLY);
    bool ok = true;
    if (folder >= 0)
        flock(folder, LOCK_EX);
    renames = 1;
    for (size_t i = 0; i < count && ok; i++) {
        if (places[i].temporary == NULL)
            continue;
        ok = rename(places[i].temporary, places[i].path) == 0 || fail(files[i].path, d);
        if (!ok)
            output_remove(files, i);
        else
            forget_temporary(&places[i]);
    }
    renames = 0;
    if (folder >= 0)
        close(folder);
    return ok;
}

bool output_write(const output_file *files, size_t count, diag *d)
{
    FREED_BY(places_free) place *places = diag_calloc(count + 1, sizeof *places);
    if (!find_places(places, files, count, d))
        return false;
    bool ok = true;
    handle_signals(places);
    for (size_t i = 0; i < count && ok; i++)
        if (!places[i].direct)
            ok = write_temporary(&places[i], &files[i], d);
    for (size_t i = 0; i < count && ok; i++)
        if (places[i].direct)
            ok = write_direct(&places[i], &files[i], d);
    ok = ok && rename_all(places, count, files, d);
    for (size_t i = 0; i < count; i++)
        if (places[i].temporary != NULL)
            remove(places[i].temporary);
    handle_signals(NULL);
    return ok;
}

void output_remove(const output_file *files, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct stat status;
        FREED char *path = follow_links(files[i].path);
        if (path != NULL && stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
            !output_is_stdout(path))
            remove(path);
    }
}

bool output_flush(diag *d)
{
    const bool broken = fflush(stdout) != 0 || ferror(stdout);
    return !broken ||
           diag_fail(d, DIAG_IO, "cannot write: %s, standard output, %s", strerror(errno),
                     is_full(errno) ? "make room there" : "check what reads it");
}
