/* SPDX-License-Identifier: MIT */
#include "common/output.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"

#define MOST_BYTES ((size_t)1 << 31) /* that a file may have to be read */
#define MAX_LINKS 40
#define MAX_PATH_BYTES 4096
#define PART_NAME ".pelt-XXXXXX" /* of a file that is not whole yet */

/* What a path leads to, whatever it is called. */
typedef struct identity {
    uint64_t device, inode;
} identity;

static identity *read_files; /* [read_count], each once */
static uint32_t read_count, read_capacity;

static identity identity_of(const struct stat *status)
{
    return (identity){status->st_dev, status->st_ino};
}

static bool same(identity a, identity b)
{
    return a.device == b.device && a.inode == b.inode;
}

static bool was_read(identity file)
{
    for (size_t i = 0; i < read_count; i++)
        if (same(read_files[i], file))
            return true;
    return false;
}

void output_protect(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0 || was_read(identity_of(&status)))
        return;
    read_files = diag_grow(read_files, read_count, &read_capacity, sizeof *read_files);
    read_files[read_count++] = identity_of(&status);
}

bool read_file(void **bytes, size_t *size_bytes, const char *path, diag *d)
{
    *bytes = NULL;
    *size_bytes = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return diag_fail(d, DIAG_IO, "cannot open: %s, reading, check the path", strerror(errno));
    size_t capacity = 1 << 16, size = 0;
    unsigned char *memory = diag_calloc(capacity, 1);
    for (;;) {
        size += fread(memory + size, 1, capacity - size - 1, file);
        if (size + 1 < capacity)
            break;
        unsigned char *larger = diag_calloc(capacity, 2);
        memcpy(larger, memory, size);
        free(memory);
        memory = larger;
        capacity *= 2;
        if (capacity > MOST_BYTES)
            break;
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

/* Where an output goes. */
typedef struct place {
    char *path;     /* behind the links that the user named */
    char *folder;   /* "." or with its slash */
    char *part;     /* the file beside it while it is written, else NULL */
    bool direct;    /* no regular file: written as it is */
    bool is_stdout; /* which may be a file that is appended to */
    identity home;  /* the folder */
} place;

/* What a path is in the end, and where a file that is not there yet goes; NULL: a circle. */
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

static bool fail(const char *path, diag *d)
{
    const bool full = errno == ENOSPC || errno == EFBIG;
    return diag_fail(d, DIAG_IO, "cannot write %s: %s, output, %s", path, strerror(errno),
                     full ? "make room there" : "check the path");
}

bool output_is_stdout(const char *path)
{
    struct stat file, standard;
    return stat(path, &file) == 0 && fstat(STDOUT_FILENO, &standard) == 0 &&
           same(identity_of(&file), identity_of(&standard));
}

static bool find_place(place *out, const char *path, diag *d)
{
    struct stat status;
    const bool exists = stat(path, &status) == 0;
    if (exists && was_read(identity_of(&status)))
        return diag_fail(d, DIAG_USAGE,
                         "output %s would replace a file that is read, command "
                         "line, choose another",
                         path);
    const int reason = errno;
    out->is_stdout = exists && output_is_stdout(path);
    out->direct = exists && (out->is_stdout || !S_ISREG(status.st_mode));
    errno = exists && S_ISDIR(status.st_mode) ? EISDIR : reason;
    if ((exists && S_ISDIR(status.st_mode)) || (!exists && errno != ENOENT))
        return fail(path, d);
    out->path = out->direct ? diag_copy(path) : follow_links(path);
    if (out->path == NULL)
        return fail(path, d);
    out->folder = path_beside(out->path, ".");
    if (!out->direct && stat(out->folder, &status) != 0)
        return fail(path, d);
    out->home = identity_of(&status);
    return true;
}

static void free_places(place *places, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(places[i].path);
        free(places[i].folder);
        free(places[i].part);
    }
    free(places);
}

static bool collide(const place *a, const place *b)
{
    return !a->direct && !b->direct && same(a->home, b->home) &&
           strcmp(path_name(a->path), path_name(b->path)) == 0;
}

static place *find_places(const output_file *files, size_t count, diag *d)
{
    place *places = diag_calloc(count, sizeof *places);
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++) {
        ok = find_place(&places[i], files[i].path, d);
        for (size_t k = 0; k < i && ok; k++)
            if (collide(&places[k], &places[i]))
                ok = diag_fail(d, DIAG_USAGE,
                               "outputs %s and %s are the same file, command line, "
                               "choose other names",
                               files[k].path, files[i].path);
    }
    if (ok)
        return places;
    free_places(places, count);
    return NULL;
}

bool output_check(const output_file *files, size_t count, diag *d)
{
    place *places = find_places(files, count, d);
    if (places == NULL)
        return false;
    free_places(places, count);
    return true;
}

/// Writing ///////////////////////////////////////////////////////////////////////////////////////

/* Closes it, too. */
static bool write_whole(int descriptor, const output_file *source)
{
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (file == NULL)
        return false;
    const size_t written = fwrite(source->bytes, 1, source->size_bytes, file);
    const int reason = errno;
    if (fclose(file) != 0 && written == source->size_bytes)
        return false;
    errno = reason;
    return written == source->size_bytes;
}

/* Rights of a file that open() would make. */
static mode_t usual_rights(void)
{
    const mode_t mask = umask(0);
    umask(mask);
    return (mode_t)(0666 & ~mask);
}

/* What is written at this moment, for remove_parts. */
static place *volatile unfinished;
static volatile size_t unfinished_count;

/* Who ends the process finds no file that is not whole, SIGKILL apart. */
static void remove_parts(int signal_number)
{
    for (size_t i = 0; unfinished != NULL && i < unfinished_count; i++)
        if (unfinished[i].part != NULL)
            unlink(unfinished[i].part);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void watch_parts(place *places, size_t count)
{
    static const int signals[] = {SIGHUP, SIGINT, SIGTERM};
    unfinished_count = count;
    unfinished = places;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (signal(signals[i], SIG_IGN) != SIG_IGN)
            signal(signals[i], places != NULL ? remove_parts : SIG_DFL);
}

static void forget_part(place *to)
{
    char *part = to->part;
    to->part = NULL;
    free(part);
}

/* mkstemp makes a new file or none: a link or file that waits under the name is not touched. It is
 * known to remove_parts before it is there. */
static bool write_part(place *to, const output_file *source)
{
    to->part = path_beside(to->path, PART_NAME);
    const int file = mkstemp(to->part);
    if (file < 0) {
        const int reason = errno;
        forget_part(to);
        errno = reason;
        return false;
    }
    if (fchmod(file, usual_rights()) != 0) {
        close(file);
        return false;
    }
    return write_whole(file, source);
}

/* A reader that goes away is a failure to write, not the end of this process. */
static bool write_direct(const place *to, const output_file *source)
{
    void (*const handler)(int) = signal(SIGPIPE, SIG_IGN);
    fflush(stdout);
    const int file =
        to->is_stdout ? dup(STDOUT_FILENO) : open(to->path, O_WRONLY | O_TRUNC | O_NOCTTY);
    const bool ok = write_whole(file, source);
    const int reason = errno;
    signal(SIGPIPE, handler);
    errno = reason;
    return ok;
}

/* Two that write the same files at once do not mix theirs: renaming holds the first one's folder,
 * as far as the file system knows locks. */
static bool rename_all(place *places, size_t count, const output_file *files, diag *d)
{
    const int folder = open(places[0].folder, O_RDONLY);
    bool ok = true;
    if (folder >= 0)
        flock(folder, LOCK_EX);
    for (size_t i = 0; i < count && ok; i++) {
        if (places[i].part == NULL)
            continue;
        ok = rename(places[i].part, places[i].path) == 0 || fail(files[i].path, d);
        if (!ok)
            output_remove(files, i);
        else
            forget_part(&places[i]);
    }
    if (folder >= 0)
        close(folder);
    return ok;
}

bool output_write(const output_file *files, size_t count, diag *d)
{
    place *places = find_places(files, count, d);
    if (places == NULL)
        return false;
    bool ok = true;
    watch_parts(places, count);
    for (size_t i = 0; i < count && ok; i++)
        if (!places[i].direct)
            ok = write_part(&places[i], &files[i]) || fail(files[i].path, d);
    for (size_t i = 0; i < count && ok; i++)
        if (places[i].direct)
            ok = write_direct(&places[i], &files[i]) || fail(files[i].path, d);
    ok = ok && rename_all(places, count, files, d);
    for (size_t i = 0; i < count; i++)
        if (places[i].part != NULL)
            remove(places[i].part);
    watch_parts(NULL, 0);
    free_places(places, count);
    return ok;
}

void output_remove(const output_file *files, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct stat status;
        char *path = follow_links(files[i].path);
        if (path != NULL && stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
            !output_is_stdout(path))
            remove(path);
        free(path);
    }
}

bool output_flush(diag *d)
{
    const bool broken = fflush(stdout) != 0 || ferror(stdout);
    return !broken || diag_fail(d, DIAG_IO, "cannot write: %s, standard output, check the disk",
                                strerror(errno));
}
