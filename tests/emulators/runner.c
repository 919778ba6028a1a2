/* SPDX-License-Identifier: MIT */
/* The parts that programs for emulators' libraries share, see runner.h. */
#include "runner.h"

#include <fcntl.h>
#include <png.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../boards/common/crc32.h"
#include "../../boards/common/mailbox.h"
#include "../../boards/common/recording.h"
#include "play.h"

static FILE *complaints; /* the program's own stderr, once it is silenced */

void runner_fail(const char *format, ...)
{
    FILE *const to = complaints != NULL ? complaints : stderr;
    va_list values;
    va_start(values, format);
    fputs("tests/emulators: ", to);
    vfprintf(to, format, values);
    fputc('\n', to);
    va_end(values);
    exit(RUNNER_STATUS_USAGE);
}

const char *runner_open(semihost *host, const char *usage, const char **screen, int argc,
                        char *const *argv)
{
    const char *const script = getenv("RUN_SCRIPT");
    size_t used = 0;
    if (screen != NULL) {
        const bool wanted = argc > 2 && strcmp(argv[1], "-p") == 0;
        *screen = wanted ? argv[2] : NULL;
        argc -= wanted ? 2 : 0;
        argv += wanted ? 2 : 0;
    }
    if (argc < 3)
        runner_fail("usage: %s NAME [WORD...]", usage);
    for (int i = 2; i < argc; i++) {
        const size_t room_bytes = sizeof host->command_line - used;
        const int bytes =
            snprintf(host->command_line + used, room_bytes, "%s%s", i > 2 ? " " : "", argv[i]);
        if (bytes < 0 || (size_t)bytes >= room_bytes)
            runner_fail("the command line is too long");
        used += (size_t)bytes;
    }
    if (script != NULL && *script != '\0' && !play_open(script))
        exit(RUNNER_STATUS_USAGE);
    host->text = stdout;
    host->exit_status = -1;
    return argv[1];
}

void runner_silence(semihost *host)
{
    const int image = dup(STDOUT_FILENO), errors = dup(STDERR_FILENO);
    const int rest = open("/dev/null", O_WRONLY);
    host->text = image < 0 ? NULL : fdopen(image, "w");
    complaints = errors < 0 ? NULL : fdopen(errors, "w");
    if (host->text == NULL || complaints == NULL || rest < 0 || dup2(rest, STDOUT_FILENO) < 0 ||
        dup2(rest, STDERR_FILENO) < 0)
        exit(RUNNER_STATUS_USAGE);
    setvbuf(host->text, NULL, _IOLBF, 0);
}

void *runner_read(const char *path, size_t *bytes)
{
    FILE *const file = fopen(path, "rb");
    long size = -1;
    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0)
        runner_fail("%s: cannot be read", path);
    void *const data = malloc((size_t)size + 1u);
    rewind(file);
    if (data == NULL || fread(data, 1, (size_t)size, file) != (size_t)size)
        runner_fail("%s: cannot be read", path);
    fclose(file);
    *bytes = (size_t)size;
    return data;
}

void runner_write_png(const char *path, const uint8_t *rgb, uint32_t width, uint32_t height)
{
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGB};
    if (rgb == NULL)
        runner_fail("%s: there was no picture", path);
    if (!png_image_write_to_file(&image, path, 0, rgb, 0, NULL))
        runner_fail("%s: %s", path, image.message);
}

void runner_write_screen(const char *path, const semihost *host, const uint32_t *video)
{
    static uint8_t rgb[640 * 240 * 3];
    const uint32_t width = video == NULL ? 0u : video[2];
    if (width == 0u || width > 640u)
        runner_fail("%s: there was no picture", path);
    for (uint32_t i = 0, from = video[1]; i < width * 240u; i++, from += 2u) {
        const unsigned pixel = (unsigned)host->load_byte(from) << 8 | host->load_byte(from + 1u);
        for (unsigned c = 0; c < 3u; c++) {
            const unsigned five = pixel >> (11u - 5u * c) & 31u;
            rgb[3u * i + c] = (uint8_t)(five << 3 | five >> 2);
        }
    }
    runner_write_png(path, rgb, width, 240);
}

void runner_keep(semihost *host, const uint8_t *rgb, uint32_t width, uint32_t height,
                 uint32_t picture)
{
    static FILE *frames;
    static uint32_t count, first;
    const uint32_t pixels = width * height;
    uint8_t header[FRAMES_HEADER_BYTES], *const bytes = malloc(2u * (size_t)pixels + 1u);
    if (rgb == NULL || bytes == NULL)
        runner_fail(FRAMES_FILE ": there was no picture");
    if (count++ == 0u) {
        frames = fopen(FRAMES_FILE, "wb");
        first = picture;
    }
    for (uint32_t i = 0; i < pixels; i++, rgb += 3) {
        bytes[2u * i] = (uint8_t)(rgb[1] >> 2 << 5 | rgb[2] >> 3);
        bytes[2u * i + 1u] = (uint8_t)((rgb[0] & 0xf8) | rgb[1] >> 5);
    }
    recording_head(header, width, height, count, 16,
                   count == 1u ? 67u : (picture - first) * 1000u / 60u / (count - 1u));
    if (frames == NULL || fseek(frames, 0, SEEK_SET) != 0 ||
        fwrite(header, sizeof header, 1, frames) != 1 || fseek(frames, 0, SEEK_END) != 0 ||
        fwrite(bytes, 2, pixels, frames) != pixels || fflush(frames) != 0)
        runner_fail(FRAMES_FILE ": cannot be written");
    fprintf(host->text, "frame %u crc %08x\n", (unsigned)count - 1u,
            (unsigned)crc32_add(0, bytes, 2u * pixels));
    free(bytes);
}

#define FIELD(name) (box + (uint32_t)offsetof(mailbox, name))

void runner_serve(semihost *host, uint32_t box)
{
    static uint32_t taken;
    if (box == 0u)
        return;
    /* Text that was written before a call is taken before it. */
    const uint32_t operation = semihost_load(host, FIELD(operation));
    const uint32_t written = semihost_load(host, FIELD(text_written));
    while (taken != written)
        putc(host->load_byte(FIELD(text) + taken++ % MAILBOX_TEXT_BYTES), host->text);
    if (written - semihost_load(host, FIELD(text_taken)) > MAILBOX_TEXT_BYTES / 2u)
        semihost_store(host, FIELD(text_taken), taken);
    if (operation != 0u) {
        const uint32_t block = semihost_load(host, FIELD(block));
        semihost_store(host, FIELD(result), semihost_call(host, operation, block));
        semihost_store(host, FIELD(operation), 0);
    }
}

void runner_call(semihost *host, const char *digits)
{
    unsigned operation, block, result, done;
    if (sscanf(digits, "%8x%8x%8x%8x", &operation, &block, &result, &done) != 4)
        return;
    semihost_store(host, result, semihost_call(host, operation, block));
    semihost_store(host, done, 1);
}
