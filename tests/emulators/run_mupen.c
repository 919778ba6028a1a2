/* SPDX-License-Identifier: MIT */
/* Runs a Nintendo 64 image without a display, on Mupen64Plus's library:
 *
 *   run_mupen [-p SCREEN.png] IMAGE NAME [WORD...]
 *
 * The image's text goes to stdout, its files are those of the current folder, NAME and the WORDs
 * are its command line (boards/n64/isviewer.c). The exit status is the image's.
 *
 * RUN_SCRIPT in the environment names a script of keys (play.h); select is Z. Its pictures are
 * counted by how often the image reads the controller; none is kept. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play.h"
#include "runner.h"

#define CALL '\001'

/// What of the library's interface is needed ////////////////////////////////////////////////////

#define LIBRARY "libmupen64plus.so.2"
#define DATA "/usr/share/games/mupen64plus"
#define API 0x020001

#define COMMAND_ROM_OPEN 1
#define COMMAND_EXECUTE 5
#define COMMAND_STOP 6
#define COMMAND_CORE_STATE_SET 17

#define STATE_SPEED_LIMITER 5
#define TYPE_INTEGER 1
#define POINTER_RAM 1
#define POINTER_VIDEO 4
#define RECOMPILER 2 /* the interpreters stop at a comparison of NaNs */

typedef void debug_call(void *context, int level, const char *text);
typedef void state_call(void *context, int parameter, int value);

static struct {
    int (*CoreStartup)(int api, const char *configuration, const char *data, void *debug_context,
                       debug_call *debug, void *state_context, state_call *state);
    int (*CoreDoCommand)(int command, int number, void *pointer);
    int (*CoreAttachPlugin)(int type, void *library);
    int (*ConfigOpenSection)(const char *name, void **section);
    int (*ConfigSetParameter)(void *section, const char *name, int type, const void *value);
    void *(*DebugMemGetPointer)(int which);
} core;

/* The name of each function, in the order of the struct. */
static const char *const core_names[] = {"CoreStartup",        "CoreDoCommand",
                                         "CoreAttachPlugin",   "ConfigOpenSection",
                                         "ConfigSetParameter", "DebugMemGetPointer"};

static char last_error[256] = "no reason given";

static void need(int status, const char *what)
{
    if (status != 0)
        runner_fail("%s: %s", what, last_error);
}

/// The image's memory ///////////////////////////////////////////////////////////////////////////

#define RAM_BYTES 0x400000u

static uint32_t *ram; /* words in the host's byte order */

static uint32_t load_word(uint32_t address)
{
    return ram[address % RAM_BYTES / 4u];
}

static void store_word(uint32_t address, uint32_t word)
{
    ram[address % RAM_BYTES / 4u] = word;
}

static unsigned shift_of(uint32_t address)
{
    return 24u - 8u * (address % 4u);
}

static uint8_t load_byte(uint32_t address)
{
    return (uint8_t)(load_word(address) >> shift_of(address));
}

static void store_byte(uint32_t address, uint8_t byte)
{
    const unsigned shift = shift_of(address);
    store_word(address, (load_word(address) & ~(0xffu << shift)) | (uint32_t)byte << shift);
}

static semihost host = {load_byte, store_byte, load_word, store_word, NULL, "", 0};

/// What the image says //////////////////////////////////////////////////////////////////////////

static void carry_out(const char *numbers)
{
    unsigned operation, block, result, done;
    ram = core.DebugMemGetPointer(POINTER_RAM);
    if (ram == NULL || sscanf(numbers, "%8x%8x%8x%8x", &operation, &block, &result, &done) != 4)
        return;
    store_word(result, semihost_call(&host, operation, block));
    store_word(done, 1);
    if (host.exit_status >= 0)
        core.CoreDoCommand(COMMAND_STOP, 0, NULL);
}

/* Receives a line at a time; a call ends a line that is still open. */
static void receive(void *context, int level, const char *text)
{
    static const char mark[] = "IS64: ";
    static bool unlimited;
    int off = 0;
    (void)context;
    if (strncmp(text, mark, sizeof mark - 1u) != 0) {
        if (level == 1)
            snprintf(last_error, sizeof last_error, "%s", text);
        return;
    }
    if (!unlimited) { /* possible once the machine runs */
        core.CoreDoCommand(COMMAND_CORE_STATE_SET, STATE_SPEED_LIMITER, &off);
        unlimited = true;
    }
    text += sizeof mark - 1u;
    const char *const call = strchr(text, CALL);
    if (host.exit_status >= 0) { /* the image loops until it is stopped */
    } else if (call == NULL) {
        fprintf(host.text, "%s\n", text);
    } else {
        fwrite(text, 1, (size_t)(call - text), host.text);
        carry_out(call + 1);
    }
}

static void note_state(void *context, int parameter, int value)
{
    (void)context;
    (void)parameter;
    (void)value;
}

/// The screen ///////////////////////////////////////////////////////////////////////////////////

#define SCREEN_HEIGHT 240u

/* Writes the picture of the video interface, as no plugin draws it. */
static void write_screen(const char *path)
{
    const uint32_t *const video = core.DebugMemGetPointer(POINTER_VIDEO);
    const uint32_t origin = video[1], width = video[2];
    uint8_t *const pixels = malloc(3u * (size_t)width * SCREEN_HEIGHT + 1u);
    if (pixels == NULL || width == 0u || ram == NULL)
        runner_fail("%s: there was no picture", path);
    for (uint32_t i = 0; i < width * SCREEN_HEIGHT; i++) {
        const uint32_t at = origin + 2u * i;
        const unsigned pixel = (unsigned)load_byte(at) << 8 | load_byte(at + 1u);
        for (unsigned c = 0; c < 3u; c++) {
            const unsigned five = pixel >> (11u - 5u * c) & 31u;
            pixels[3u * i + c] = (uint8_t)(five << 3 | five >> 2);
        }
    }
    runner_write_png(path, pixels, width, SCREEN_HEIGHT);
    free(pixels);
}

/// The controller ///////////////////////////////////////////////////////////////////////////////

/* The library looks these up in its input plugin, which is this program. */
#define PLUGIN_INPUT 4
#define PLUGIN_VERSION 1
#define PLUGIN_API 0x020100
#define PACK_NONE 1

typedef struct controller {
    int present, raw, pack;
} controller;

typedef struct control_info {
    controller *controllers;
} control_info;

int PluginGetVersion(int *type, int *version, int *api, const char **name, int *capabilities);
void InitiateControllers(control_info info);
void GetKeys(int which, uint32_t *buttons);
void ControllerCommand(int which, unsigned char *command);
void ReadController(int which, unsigned char *command);
int RomOpen(void);
void RomClosed(void);
void SDL_KeyDown(int modifier, int symbol);
void SDL_KeyUp(int modifier, int symbol);

int PluginGetVersion(int *type, int *version, int *api, const char **name, int *capabilities)
{
    if (type != NULL)
        *type = PLUGIN_INPUT;
    if (version != NULL)
        *version = PLUGIN_VERSION;
    if (api != NULL)
        *api = PLUGIN_API;
    if (name != NULL)
        *name = "script";
    if (capabilities != NULL)
        *capabilities = 0;
    return 0;
}

void InitiateControllers(control_info info)
{
    info.controllers[0].present = 1;
    info.controllers[0].raw = 0;
    info.controllers[0].pack = PACK_NONE;
}

void GetKeys(int which, uint32_t *buttons)
{
    /* In the order of the bits: right left down up start Z B A, and from 12 on R L. */
    static const uint8_t order[14] = {PLAY_RIGHT,  PLAY_LEFT, PLAY_DOWN, PLAY_UP,   PLAY_START,
                                      PLAY_SELECT, PLAY_B,    PLAY_A,    PLAY_KEYS, PLAY_KEYS,
                                      PLAY_KEYS,   PLAY_KEYS, PLAY_R,    PLAY_L};
    static uint32_t picture;
    bool keep;
    *buttons = 0;
    if (which != 0)
        return;
    const uint32_t keys = play_at(picture++, &keep);
    for (uint32_t i = 0; i < sizeof order; i++)
        *buttons |= (keys >> order[i] & 1u) << i;
}

void ControllerCommand(int which, unsigned char *command)
{
    (void)which;
    (void)command;
}

void ReadController(int which, unsigned char *command)
{
    (void)which;
    (void)command;
}

int RomOpen(void)
{
    return 1;
}

void RomClosed(void)
{
}

void SDL_KeyDown(int modifier, int symbol)
{
    (void)modifier;
    (void)symbol;
}

void SDL_KeyUp(int modifier, int symbol)
{
    (void)modifier;
    (void)symbol;
}

/// The run //////////////////////////////////////////////////////////////////////////////////////

/* The library reads and creates its settings in a folder that is removed at the end. */
static char folder[] = "/tmp/run_mupen.XXXXXX";

static void remove_folder(void)
{
    static const char *const inner[] = {"/mupen64plus/save", "/mupen64plus", ""};
    char path[sizeof folder + 32];
    for (size_t i = 0; i < sizeof inner / sizeof inner[0]; i++) {
        snprintf(path, sizeof path, "%s%s", folder, inner[i]);
        rmdir(path);
    }
}

static void start_library(void)
{
    const int recompiler = RECOMPILER;
    void *section;
    if (mkdtemp(folder) == NULL)
        runner_fail("%s: cannot be made", folder);
    setenv("XDG_CONFIG_HOME", folder, 1);
    setenv("XDG_DATA_HOME", folder, 1);
    need(core.CoreStartup(API, folder, DATA, NULL, receive, NULL, note_state), LIBRARY);
    need(core.ConfigOpenSection("Core", &section), "settings");
    need(core.ConfigSetParameter(section, "R4300Emulator", TYPE_INTEGER, &recompiler), "settings");
}

static void open_image(const char *path)
{
    size_t bytes;
    void *const image = runner_read(path, &bytes);
    need(core.CoreDoCommand(COMMAND_ROM_OPEN, (int)bytes, image), path);
    free(image);
}

/* Attaches the library's own plugins for video, audio and RSP, which do nothing, in this order. */
static void attach_plugins(void)
{
    static const int types[] = {2, 3, PLUGIN_INPUT, 1};
    void *const own = dlopen(NULL, RTLD_NOW);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        need(core.CoreAttachPlugin(types[i], types[i] == PLUGIN_INPUT ? own : NULL), "plugins");
}

int main(int argc, char **argv)
{
    const char *screen = NULL;
    if (argc > 2 && strcmp(argv[1], "-p") == 0) {
        screen = argv[2];
        argc -= 2;
        argv += 2;
    }
    runner_open(&host, "run_mupen [-p SCREEN.png] IMAGE", argv + 2, argc - 2);
    runner_silence(&host, false);
    _Static_assert(sizeof core == sizeof core_names, "one name for each function");
    runner_functions(&core, LIBRARY, core_names, sizeof core_names / sizeof core_names[0]);
    start_library();
    open_image(argv[1]);
    attach_plugins();
    need(core.CoreDoCommand(COMMAND_EXECUTE, 0, NULL), argv[1]);
    semihost_end();
    if (screen != NULL)
        write_screen(screen);
    remove_folder();
    fflush(NULL);
    /* Not exit(), as the library sometimes crashes in its destructors. */
    _Exit(host.exit_status < 0 ? RUNNER_STATUS_FAULT : host.exit_status);
}
