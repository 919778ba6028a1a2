/* SPDX-License-Identifier: MIT */
/* Runs a Nintendo 64 image without a display, on Mupen64Plus's library:
 *
 *   run_mupen [-p SCREEN.png] IMAGE NAME [WORD...]
 *
 * The image's text goes to stdout, its files are those of the current folder, NAME and the WORDs
 * are its command line (boards/n64/isviewer.c). The exit status is the image's.
 *
 * RUN_SCRIPT in the environment names a script of keys (play.h). In it `select` is the button Z, a picture
 * is each time the image reads the controller, and `keep` does nothing. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define M64P_CORE_PROTOTYPES
#define M64P_PLUGIN_PROTOTYPES
#include <mupen64plus/m64p_common.h>
#include <mupen64plus/m64p_config.h>
#include <mupen64plus/m64p_debugger.h>
#include <mupen64plus/m64p_frontend.h>
#include <mupen64plus/m64p_plugin.h>

#include "play.h"
#include "runner.h"

#define CALL_MARK '\001'
#define DATA "/usr/share/games/mupen64plus"
#define API 0x020001
#define RECOMPILER 2 /* the interpreters stop at a comparison of NaNs */

static char last_error[256] = "no reason given";

static void need(m64p_error status, const char *what)
{
    if (status != M64ERR_SUCCESS)
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

static uint8_t *byte_at(uint32_t address) /* on a little-endian host */
{
    return (uint8_t *)ram + ((address ^ 3u) % RAM_BYTES);
}

static uint8_t load_byte(uint32_t address)
{
    return *byte_at(address);
}

static void store_byte(uint32_t address, uint8_t byte)
{
    *byte_at(address) = byte;
}

static semihost host = {load_byte, store_byte, load_word, store_word, NULL, "", 0};

/// What the image says //////////////////////////////////////////////////////////////////////////

/* Receives the library's messages. Those that begin with "IS64: " are lines of the image's text. If a line
 * contains CALL_MARK, the hexadecimal digits behind it are a call, and the text before it is printed without
 * a newline. */
static void receive(void *context, int level, const char *text)
{
    static const char mark[] = "IS64: ";
    static bool unlimited;
    int off = 0;
    (void)context;
    if (strncmp(text, mark, sizeof mark - 1u) != 0) {
        if (level == M64MSG_ERROR)
            snprintf(last_error, sizeof last_error, "%s", text);
        return;
    }
    if (!unlimited) { /* possible once the machine runs */
        CoreDoCommand(M64CMD_CORE_STATE_SET, M64CORE_SPEED_LIMITER, &off);
        unlimited = true;
    }
    text += sizeof mark - 1u;
    const char *const call = strchr(text, CALL_MARK);
    if (host.exit_status >= 0) { /* the image loops until it is stopped */
    } else if (call == NULL) {
        fprintf(host.text, "%s\n", text);
    } else {
        fwrite(text, 1, (size_t)(call - text), host.text);
        ram = DebugMemGetPointer(M64P_DBG_PTR_RDRAM);
        if (ram != NULL)
            runner_call(&host, call + 1);
        if (host.exit_status >= 0)
            CoreDoCommand(M64CMD_STOP, 0, NULL);
    }
}

/// The controller ///////////////////////////////////////////////////////////////////////////////

/* The library looks these up in its input plugin, which is this program. */
#define PLUGIN_VERSION 1
#define PLUGIN_API 0x020100

m64p_error PluginGetVersion(m64p_plugin_type *type, int *version, int *api, const char **name,
                            int *capabilities)
{
    *type = M64PLUGIN_INPUT;
    *version = PLUGIN_VERSION;
    *api = PLUGIN_API;
    (void)name; /* of this and the next the library asks nothing */
    (void)capabilities;
    return M64ERR_SUCCESS;
}

void InitiateControllers(CONTROL_INFO info)
{
    info.Controls[0].Present = 1;
    info.Controls[0].RawData = 0;
    info.Controls[0].Plugin = PLUGIN_NONE;
}

void GetKeys(int which, BUTTONS *buttons)
{
    /* In the order of the bits: right left down up start Z B A, and from 12 on R L. */
    static const uint8_t order[14] = {PLAY_RIGHT,  PLAY_LEFT, PLAY_DOWN, PLAY_UP,   PLAY_START,
                                      PLAY_SELECT, PLAY_B,    PLAY_A,    PLAY_KEYS, PLAY_KEYS,
                                      PLAY_KEYS,   PLAY_KEYS, PLAY_R,    PLAY_L};
    static uint32_t picture;
    bool keep;
    buttons->Value = 0;
    if (which != 0)
        return;
    const uint32_t keys = play_at(picture++, &keep);
    for (uint32_t i = 0; i < sizeof order; i++)
        buttons->Value |= (keys >> order[i] & 1u) << i;
}

#define IGNORED(name, type)                                                                        \
    void name(int which, type what)                                                                \
    {                                                                                              \
        (void)which;                                                                               \
        (void)what;                                                                                \
    }
IGNORED(ControllerCommand, unsigned char *)
IGNORED(ReadController, unsigned char *)
IGNORED(SDL_KeyDown, int)
IGNORED(SDL_KeyUp, int)

int RomOpen(void)
{
    return 1;
}

void RomClosed(void)
{
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
    need(CoreStartup(API, folder, DATA, NULL, receive, NULL, NULL), "the library");
    need(ConfigOpenSection("Core", &section), "settings");
    need(ConfigSetParameter(section, "R4300Emulator", M64TYPE_INT, &recompiler), "settings");
}

static void open_image(const char *path)
{
    size_t bytes;
    void *const image = runner_read(path, &bytes);
    need(CoreDoCommand(M64CMD_ROM_OPEN, (int)bytes, image), path);
    free(image);
}

/* Attaches the plugins, in the order that the library demands: this program for input, and for video, audio
 * and RSP the library's own dummies, which do nothing. */
static void attach_plugins(void)
{
    static const m64p_plugin_type types[] = {M64PLUGIN_GFX, M64PLUGIN_AUDIO, M64PLUGIN_INPUT,
                                             M64PLUGIN_RSP};
    void *const own = dlopen(NULL, RTLD_NOW);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        need(CoreAttachPlugin(types[i], types[i] == M64PLUGIN_INPUT ? own : NULL), "plugins");
}

int main(int argc, char **argv)
{
    const char *screen;
    const char *const image =
        runner_open(&host, "run_mupen [-p SCREEN.png] IMAGE", &screen, argc, argv);
    runner_silence(&host);
    start_library();
    open_image(image);
    attach_plugins();
    need(CoreDoCommand(M64CMD_EXECUTE, 0, NULL), image);
    semihost_end();
    if (screen != NULL) /* from memory, as no video plugin is loaded that would draw it */
        runner_write_screen(screen, &host,
                            ram == NULL ? NULL : DebugMemGetPointer(M64P_DBG_PTR_VI_REG));
    remove_folder();
    fflush(NULL);
    /* Not exit(), as the library sometimes crashes in its destructors. */
    _Exit(host.exit_status < 0 ? RUNNER_STATUS_FAULT : host.exit_status);
}
