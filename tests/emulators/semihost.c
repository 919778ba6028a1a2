/* SPDX-License-Identifier: MIT */
#include "semihost.h"

#include <string.h>

#include "../../boards/common/semihosting.h"

#define FILES_MAX 8u
#define PATH_BYTES 1024u

static FILE *files[FILES_MAX];

bool semihost_command_line(semihost *host, char *const *words, int count)
{
    size_t used = 0;
    host->command_line[0] = '\0';
    for (int i = 0; i < count; i++) {
        const size_t room_bytes = sizeof host->command_line - used;
        const int bytes =
            snprintf(host->command_line + used, room_bytes, "%s%s", i > 0 ? " " : "", words[i]);
        if (bytes < 0 || (size_t)bytes >= room_bytes)
            return false;
        used += (size_t)bytes;
    }
    return true;
}

static uint32_t open_file(const semihost *host, uint32_t path_address, uint32_t mode,
                          uint32_t path_bytes)
{
    char path[PATH_BYTES];
    if (path_bytes >= sizeof path)
        return SEMIHOST_FAILED;
    for (uint32_t i = 0; i < path_bytes; i++)
        path[i] = (char)host->load_byte(path_address + i);
    path[path_bytes] = '\0';
    for (uint32_t handle = 0; handle < FILES_MAX; handle++) {
        if (files[handle] == NULL) {
            files[handle] = fopen(path, mode == OPEN_WRITE_BINARY ? "wb" : "rb");
            return files[handle] != NULL ? handle : SEMIHOST_FAILED;
        }
    }
    return SEMIHOST_FAILED;
}

static uint32_t file_bytes(FILE *file)
{
    const long at = ftell(file);
    if (at < 0 || fseek(file, 0, SEEK_END) != 0)
        return SEMIHOST_FAILED;
    const long bytes = ftell(file);
    return fseek(file, at, SEEK_SET) != 0 || bytes > INT32_MAX ? SEMIHOST_FAILED : (uint32_t)bytes;
}

/* Both return what was not transferred. */
static uint32_t write_file(const semihost *host, FILE *file, uint32_t from, uint32_t bytes)
{
    while (bytes > 0u && putc(host->load_byte(from), file) != EOF) {
        from++;
        bytes--;
    }
    return bytes;
}

static uint32_t read_file(const semihost *host, FILE *file, uint32_t to, uint32_t bytes)
{
    int byte;
    while (bytes > 0u && (byte = getc(file)) != EOF) {
        host->store_byte(to++, (uint8_t)byte);
        bytes--;
    }
    return bytes;
}

static uint32_t write_text(const semihost *host, uint32_t from)
{
    uint8_t byte;
    while ((byte = host->load_byte(from++)) != 0u)
        putc(byte, host->text);
    return 0;
}

static uint32_t put_command_line(const semihost *host, uint32_t block)
{
    const uint32_t to = host->load_word(block), room_bytes = host->load_word(block + 4u);
    const size_t length = strlen(host->command_line);
    if (length >= room_bytes)
        return SEMIHOST_FAILED;
    for (uint32_t i = 0; i <= length; i++)
        host->store_byte(to + i, (uint8_t)host->command_line[i]);
    host->store_word(block + 4u, (uint32_t)length);
    return 0;
}

uint32_t semihost_call(semihost *host, uint32_t operation, uint32_t block)
{
    if (operation == SYS_WRITE0)
        return write_text(host, block);
    const uint32_t first = host->load_word(block);
    switch (operation) {
    case SYS_OPEN:
        return open_file(host, first, host->load_word(block + 4u), host->load_word(block + 8u));
    case SYS_GET_CMDLINE: return put_command_line(host, block);
    case SYS_EXIT_EXTENDED: host->exit_status = (int)(host->load_word(block + 4u) & 255u); return 0;
    default: break;
    }
    FILE *const file = first < FILES_MAX ? files[first] : NULL;
    if (file == NULL)
        return SEMIHOST_FAILED;
    switch (operation) {
    case SYS_WRITE:
        return write_file(host, file, host->load_word(block + 4u), host->load_word(block + 8u));
    case SYS_READ:
        return read_file(host, file, host->load_word(block + 4u), host->load_word(block + 8u));
    case SYS_FLEN: return file_bytes(file);
    case SYS_CLOSE: files[first] = NULL; return fclose(file) == 0 ? 0u : SEMIHOST_FAILED;
    default: return SEMIHOST_FAILED;
    }
}

void semihost_end(void)
{
    for (unsigned i = 0; i < FILES_MAX; i++) {
        if (files[i] != NULL)
            fclose(files[i]);
        files[i] = NULL;
    }
}
