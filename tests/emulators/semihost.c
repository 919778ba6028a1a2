/* SPDX-License-Identifier: MIT */
/* Carries out semihosting calls, see semihost.h. */
#include "semihost.h"

#include <string.h>

#include "../../boards/common/semihosting.h"

#define FILES_MAX 8u
#define PATH_BYTES 1024u

static FILE *files[FILES_MAX];

uint32_t semihost_load(const semihost *host, uint32_t address)
{
    uint32_t word = 0;
    if (host->load_word != NULL)
        return host->load_word(address);
    for (uint32_t i = 0; i < 4u; i++)
        word |= (uint32_t)host->load_byte(address + i) << (8u * i);
    return word;
}

void semihost_store(const semihost *host, uint32_t address, uint32_t word)
{
    if (host->store_word != NULL) {
        host->store_word(address, word);
        return;
    }
    for (uint32_t i = 0; i < 4u; i++)
        host->store_byte(address + i, (uint8_t)(word >> (8u * i)));
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

/* Both return the number of bytes that were not transferred. */
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

static uint32_t put_command_line(const semihost *host, uint32_t to, uint32_t room_bytes,
                                 uint32_t length_address)
{
    const size_t length = strlen(host->command_line);
    if (length >= room_bytes)
        return SEMIHOST_FAILED;
    for (uint32_t i = 0; i <= length; i++)
        host->store_byte(to + i, (uint8_t)host->command_line[i]);
    semihost_store(host, length_address, (uint32_t)length);
    return 0;
}

uint32_t semihost_call(semihost *host, uint32_t operation, uint32_t block)
{
    if (operation == SYS_WRITE0)
        return write_text(host, block);
    /* Calls with fewer arguments do not look at what stands behind them. */
    const uint32_t first = semihost_load(host, block), second = semihost_load(host, block + 4u),
                   third = semihost_load(host, block + 8u);
    switch (operation) {
    case SYS_OPEN: return open_file(host, first, second, third);
    case SYS_GET_CMDLINE: return put_command_line(host, first, second, block + 4u);
    case SYS_EXIT_EXTENDED: host->exit_status = (int)(second & 255u); return 0;
    default: break;
    }
    FILE *const file = first < FILES_MAX ? files[first] : NULL;
    if (file == NULL)
        return SEMIHOST_FAILED;
    switch (operation) {
    case SYS_WRITE: return write_file(host, file, second, third);
    case SYS_READ: return read_file(host, file, second, third);
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
