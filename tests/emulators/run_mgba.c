/* SPDX-License-Identifier: MIT */
/* Runs a Game Boy Advance image without a display, on mGBA's library:
 *
 *   run_mgba IMAGE NAME [WORD...]
 *
 * The image's text goes to stdout, its files are those of the current folder, NAME and the WORDs
 * are its command line (boards/gba/message.c). The exit status is the image's, or 99 if the image
 * does something that would crash a console.
 *
 * RUN_SCRIPT in the environment names a script of keys (play.h). Pictures that the script or the
 * image wants kept go to frames.bin (boards/common/recording.h), each with a line "frame INDEX crc
 * XXXXXXXX". */

#include <mgba/flags.h>

#include <mgba/core/config.h>
#include <mgba/core/core.h>
#include <mgba/core/log.h>

#include "play.h"
#include "runner.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OP_KEEP 0x100 /* a call in addition to semihosting: console_keep_picture() */

static struct mCore *core;

static color_t *pixels;
static unsigned width, height;
static bool keep_next; /* the image wants the next picture, as the current one is not whole */

/// The image's memory ///////////////////////////////////////////////////////////////////////////

static uint8_t load_byte(uint32_t address)
{
    return (uint8_t)core->rawRead8(core, address, -1);
}

static void store_byte(uint32_t address, uint8_t byte)
{
    core->rawWrite8(core, address, -1, byte);
}

static semihost host = {.load_byte = load_byte, .store_byte = store_byte};

/// Pictures /////////////////////////////////////////////////////////////////////////////////////

static void keep_picture(uint32_t picture)
{
    uint8_t *const rgb = malloc(3u * (size_t)width * height);
    for (size_t i = 0; rgb != NULL && i < (size_t)width * height; i++)
        for (unsigned c = 0; c < 3u; c++) /* red is lowest */
            rgb[3u * i + c] = (uint8_t)(pixels[i] >> 8u * c);
    runner_keep(&host, rgb, width, height, picture);
    free(rgb);
}

/// The emulator /////////////////////////////////////////////////////////////////////////////////

/* Whether mGBA reports an access or an instruction that the machine does not have. */
static bool is_fault(enum mLogLevel level, const char *text)
{
    return (level & (mLOG_FATAL | mLOG_ERROR | mLOG_GAME_ERROR)) != 0 ||
           strncmp(text, "Illegal opcode", 14) == 0;
}

static void receive(struct mLogger *logger, int category, enum mLogLevel level, const char *format,
                    va_list arguments)
{
    char text[512];
    unsigned operation, block, result;
    const char *id = mLogCategoryId(category);
    (void)logger;
    if (host.exit_status >= 0)
        return;
    vsnprintf(text, sizeof text, format, arguments);
    if (id == NULL || strcmp(id, "gba.debug") != 0) {
        if (core != NULL && is_fault(level, text)) {
            printf("FAULT %s\n", text);
            host.exit_status = RUNNER_STATUS_FAULT;
        }
    } else if (level != mLOG_DEBUG) {
        fputs(text, stdout);
    } else if (sscanf(text, "%8x%8x%8x", &operation, &block, &result) == 3) {
        if (operation == OP_KEEP)
            keep_next = true;
        semihost_store(&host, result,
                       operation == OP_KEEP ? 0u : semihost_call(&host, operation, block));
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
    /* Not mCoreLoadConfig(), which would create and read a folder in the user's home. */
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

int main(int argc, char **argv)
{
    static struct mLogger logger = {.log = receive};
    const char *const image = runner_open(&host, "run_mgba IMAGE", NULL, argc, argv);
    mLogSetDefaultLogger(&logger);
    if (!start(image))
        runner_fail("%s: cannot be started", image);
    for (uint32_t picture = 0; host.exit_status < 0; picture++) {
        bool keep;
        core->setKeys(core, play_at(picture, &keep));
        keep |= keep_next;
        keep_next = false;
        core->runFrame(core);
        if (keep)
            keep_picture(picture);
    }
    semihost_end();
    return host.exit_status;
}
