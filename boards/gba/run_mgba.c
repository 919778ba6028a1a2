/* SPDX-License-Identifier: MIT */
/*
 * Runs a Game Boy Advance image without a display, on mGBA's library:
 *
 *   run_mgba IMAGE NAME [WORD...]
 *
 * What the image prints goes to stdout, its files are those of the current folder, NAME and the
 * WORDs are its command line (boards/gba/mailbox.c). The exit status is the image's; 99 where it
 * does what a console would not survive.
 *
 * RUN_MGBA_SCRIPT in the environment names a script of keys (play.h). Pictures that it or the image
 * wants kept go to frames.bin (examples/hero/frames.h), with a line "frame INDEX crc XXXXXXXX"
 * each.
 */
#include <limits.h> /* mGBA's headers forget it */

#include <mgba/flags.h>

#include <mgba/core/config.h>
#include <mgba/core/core.h>
#include <mgba/core/log.h>

#include "../../examples/hero/crc32.h"
#include "../../examples/hero/frames.h"
#include "play.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATUS_FAULT 99
#define STATUS_USAGE 2

#define SYS_OPEN          0x01
#define SYS_CLOSE         0x02
#define SYS_WRITE         0x05
#define SYS_READ          0x06
#define SYS_FLEN          0x0c
#define SYS_GET_CMDLINE   0x15
#define SYS_EXIT_EXTENDED 0x20
#define OP_KEEP           0x100 /* console_keep_picture() */

#define OPEN_WRITE_BINARY 5u

#define FILES_MAX 8u
#define PATH_BYTES 1024u

static struct mCore *core;
static FILE *files[FILES_MAX];
static char command_line[1024];
static int exit_status = -1; /* once it is known */

static color_t *pixels;
static unsigned width, height;
static FILE *frames;
static uint16_t frame_count;
static unsigned keep_in; /* pictures until one is kept, 0: none */

/// The image's memory ///////////////////////////////////////////////////////////////////////////

static uint8_t load_byte(uint32_t address)
{
    return (uint8_t)core->rawRead8(core, address, -1);
}

static void store_byte(uint32_t address, uint8_t byte)
{
    core->rawWrite8(core, address, -1, byte);
}

static uint32_t load_word(uint32_t address)
{
    uint32_t word = 0;
    for (uint32_t i = 0; i < 4u; i++)
        word |= (uint32_t)load_byte(address + i) << (8u * i);
    return word;
}

static void store_word(uint32_t address, uint32_t word)
{
    for (uint32_t i = 0; i < 4u; i++)
        store_byte(address + i, (uint8_t)(word >> (8u * i)));
}

/// Pictures /////////////////////////////////////////////////////////////////////////////////////

static void put_u16(uint8_t *to, unsigned value)
{
    to[0] = (uint8_t)value;
    to[1] = (uint8_t)(value >> 8);
}

static bool write_header(void)
{
    uint8_t header[FRAMES_HEADER_BYTES] = {0};
    put_u16(header, FRAMES_MAGIC & 0xffffu);
    put_u16(header + 2, FRAMES_MAGIC >> 16);
    put_u16(header + 4, width);
    put_u16(header + 6, height);
    put_u16(header + 8, frame_count);
    put_u16(header + 10, 16); /* bits per pixel */
    put_u16(header + 12, 67); /* ms: every fourth picture */
    return fseek(frames, 0, SEEK_SET) == 0 && fwrite(header, sizeof header, 1, frames) == 1;
}

static bool keep_picture(void)
{
    uint32_t crc = 0;
    if (frames == NULL)
        frames = fopen(FRAMES_FILE, "wb");
    if (frames == NULL || !write_header() || fseek(frames, 0, SEEK_END) != 0)
        return false;
    for (size_t i = 0; i < (size_t)width * height; i++) { /* 8 bits each of red, green, blue */
        const unsigned red = pixels[i] & 255u, green = pixels[i] >> 8 & 255u;
        const unsigned blue = pixels[i] >> 16 & 255u;
        uint8_t bytes[2];
        put_u16(bytes, red >> 3 << 11 | green >> 2 << 5 | blue >> 3);
        crc = crc32_add(crc, bytes, sizeof bytes);
        if (fwrite(bytes, sizeof bytes, 1, frames) != 1)
            return false;
    }
    printf("frame %u crc %08x\n", (unsigned)frame_count, (unsigned)crc);
    frame_count++;
    return true;
}

static bool close_pictures(void)
{
    return frames == NULL || (write_header() && fclose(frames) == 0);
}

/// Semihosting //////////////////////////////////////////////////////////////////////////////////

static uint32_t open_file(uint32_t path_address, uint32_t mode, uint32_t path_bytes)
{
    char path[PATH_BYTES];
    if (path_bytes >= sizeof path)
        return UINT32_MAX;
    for (uint32_t i = 0; i < path_bytes; i++)
        path[i] = (char)load_byte(path_address + i);
    path[path_bytes] = '\0';
    for (uint32_t handle = 0; handle < FILES_MAX; handle++) {
        if (files[handle] == NULL) {
            files[handle] = fopen(path, mode == OPEN_WRITE_BINARY ? "wb" : "rb");
            return files[handle] != NULL ? handle : UINT32_MAX;
        }
    }
    return UINT32_MAX;
}

static uint32_t file_bytes(FILE *file)
{
    const long at = ftell(file);
    if (at < 0 || fseek(file, 0, SEEK_END) != 0)
        return UINT32_MAX;
    const long bytes = ftell(file);
    return fseek(file, at, SEEK_SET) != 0 || bytes > INT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

/* Both return what was not transferred. */
static uint32_t write_file(FILE *file, uint32_t from, uint32_t bytes)
{
    while (bytes > 0u && putc(load_byte(from), file) != EOF) {
        from++;
        bytes--;
    }
    return bytes;
}

static uint32_t read_file(FILE *file, uint32_t to, uint32_t bytes)
{
    int byte;
    while (bytes > 0u && (byte = getc(file)) != EOF) {
        store_byte(to++, (uint8_t)byte);
        bytes--;
    }
    return bytes;
}

static uint32_t put_command_line(uint32_t block)
{
    const uint32_t to = load_word(block), room_bytes = load_word(block + 4u);
    const size_t length = strlen(command_line);
    if (length >= room_bytes)
        return UINT32_MAX;
    for (uint32_t i = 0; i <= length; i++)
        store_byte(to + i, (uint8_t)command_line[i]);
    store_word(block + 4u, (uint32_t)length);
    return 0;
}

static uint32_t call(uint32_t operation, uint32_t block)
{
    const uint32_t first = load_word(block);
    FILE *file = NULL;
    switch (operation) {
    case SYS_OPEN: return open_file(first, load_word(block + 4u), load_word(block + 8u));
    case SYS_GET_CMDLINE: return put_command_line(block);
    case OP_KEEP: keep_in = 2; return 0; /* the one in the making is not whole */
    case SYS_EXIT_EXTENDED: exit_status = (int)(load_word(block + 4u) & 255u); return 0;
    default: break;
    }
    if (first < FILES_MAX)
        file = files[first];
    if (file == NULL)
        return UINT32_MAX;
    switch (operation) {
    case SYS_WRITE: return write_file(file, load_word(block + 4u), load_word(block + 8u));
    case SYS_READ: return read_file(file, load_word(block + 4u), load_word(block + 8u));
    case SYS_FLEN: return file_bytes(file);
    case SYS_CLOSE: files[first] = NULL; return fclose(file) == 0 ? 0u : UINT32_MAX;
    default: return UINT32_MAX;
    }
}

/// The emulator /////////////////////////////////////////////////////////////////////////////////

/* An access or an instruction that the machine does not have. */
static bool is_fault(enum mLogLevel level, const char *text)
{
    return (level & (mLOG_FATAL | mLOG_ERROR | mLOG_GAME_ERROR)) != 0 ||
           strncmp(text, "Illegal opcode", 14) == 0;
}

static void receive(struct mLogger *logger, int category, enum mLogLevel level,
                    const char *format, va_list arguments)
{
    char text[512];
    unsigned operation, block, result;
    const char *id = mLogCategoryId(category);
    (void)logger;
    if (exit_status >= 0)
        return;
    vsnprintf(text, sizeof text, format, arguments);
    if (id == NULL || strcmp(id, "gba.debug") != 0) {
        if (core != NULL && is_fault(level, text)) {
            printf("FAULT %s\n", text);
            exit_status = STATUS_FAULT;
        }
    } else if (level != mLOG_DEBUG) {
        fputs(text, stdout);
    } else if (sscanf(text, "%8x%8x%8x", &operation, &block, &result) == 3) {
        store_word(result, call(operation, block));
    }
}

static bool start(const char *image)
{
    struct mCoreOptions options = {.useBios = false, .skipBios = true};
    struct mCore *found = mCoreFind(image);
    if (found == NULL || !found->init(found))
        return false;
    mCoreInitConfig(found, NULL);
    mCoreConfigSetValue(&found->config, "idleOptimization", "ignore");
    mCoreConfigLoadDefaults(&found->config, &options);
    /* Not mCoreLoadConfig(), which makes and reads a folder in the user's home. */
    mCoreConfigMap(&found->config, &found->opts);
    found->loadConfig(found, &found->config);
    found->desiredVideoDimensions(found, &width, &height);
    pixels = calloc((size_t)width * height, sizeof *pixels);
    if (pixels == NULL)
        return false;
    found->setVideoBuffer(found, pixels, width);
    if (!mCoreLoadFile(found, image))
        return false;
    core = found;
    core->reset(core);
    return true;
}

static bool join_words(char **words, int count)
{
    size_t used = 0;
    for (int i = 0; i < count; i++) {
        const int bytes = snprintf(command_line + used, sizeof command_line - used, "%s%s",
                                   i > 0 ? " " : "", words[i]);
        if (bytes < 0 || (size_t)bytes >= sizeof command_line - used)
            return false;
        used += (size_t)bytes;
    }
    return true;
}

int main(int argc, char **argv)
{
    static struct mLogger logger = {.log = receive};
    if (argc < 3 || !join_words(argv + 2, argc - 2)) {
        fputs("usage: run_mgba IMAGE NAME [WORD...]\n", stderr);
        return STATUS_USAGE;
    }
    const char *script = getenv("RUN_MGBA_SCRIPT");
    if (script != NULL && *script != '\0' && !play_open(script))
        return STATUS_USAGE;
    mLogSetDefaultLogger(&logger);
    if (!start(argv[1])) {
        fprintf(stderr, "run_mgba: %s: cannot be started\n", argv[1]);
        return STATUS_USAGE;
    }
    for (uint32_t picture = 0; exit_status < 0; picture++) {
        bool keep;
        core->setKeys(core, play_at(picture, &keep));
        const bool wanted = keep_in == 1u; /* before this one changes it */
        core->runFrame(core);
        if (keep_in > 0u && (wanted || keep_in == 2u))
            keep_in--;
        if ((keep || wanted) && !keep_picture()) {
            fputs("run_mgba: " FRAMES_FILE ": cannot be written\n", stderr);
            return STATUS_USAGE;
        }
    }
    if (!close_pictures())
        return STATUS_USAGE;
    for (unsigned i = 0; i < FILES_MAX; i++)
        if (files[i] != NULL)
            fclose(files[i]);
    return exit_status;
}
