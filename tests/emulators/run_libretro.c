/* SPDX-License-Identifier: MIT */
/* Runs a console's image on a libretro core, without a display:
 *
 *   run_libretro [OPTION...] CORE CONTENT [NAME [WORD...]]
 *     -d FOLDER     the core finds its BIOS and keeps its saves here. The path is absolute, because
 *                   DeSmuME takes the parent of a relative one
 *     -f FRAMES     ends after so many frames, with status 0
 *     -p FILE.png   writes the screen at the end
 *     -m BYTES:FILE at each picture that is kept, appends so much memory around the mailbox, a
 *                   power of two
 *     -n            leaves the image's calls unanswered, as a real console does
 *
 * RUN_SCRIPT in the environment names a script of keys (play.h). They are those of a RetroPad,
 * which a core maps to its machine's by their place: a PlayStation's cross is b, its circle a, its
 * triangle x. A picture that is kept is the whole screen.
 *
 * CORE is how the name of one of the system's cores begins, such as desmume. CONTENT is passed to the
 * core unchanged. An image with a mailbox (boards/common/mailbox.h) has text, files, command line (NAME
 * and the WORDs) and an exit status. */
#define _GNU_SOURCE /* memmem */
#include <dlfcn.h>
#include <glob.h>
#include <inttypes.h>
#include <libretro-common/libretro.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../boards/common/mailbox.h"
#include "play.h"
#include "runner.h"

/* The core's functions, of which libretro.h has the types. */
#define CORE_FUNCTIONS(OF)                                                                         \
    OF(set_environment)                                                                            \
    OF(set_video_refresh)                                                                          \
    OF(set_audio_sample)                                                                           \
    OF(set_audio_sample_batch)                                                                     \
    OF(set_input_poll)                                                                             \
    OF(set_input_state)                                                                            \
    OF(init)                                                                                       \
    OF(get_system_info)                                                                            \
    OF(load_game)                                                                                  \
    OF(run)
#define POINTER(name) __typeof__(retro_##name) *name;
#define NAME(name) "retro_" #name,

static struct {
    CORE_FUNCTIONS(POINTER)
} core;
static const char *const core_names[] = {CORE_FUNCTIONS(NAME)};

static struct {
    const char *core, *content, *folder, *png, *memory;
    long frames; /* -1: until the image ends */
    bool deaf;
} arguments = {.folder = ".", .frames = -1};

static void *allocate(size_t bytes)
{
    void *const memory = calloc(bytes + 1u, 1);
    if (memory == NULL)
        runner_fail("no memory");
    return memory;
}

/// The screen ///////////////////////////////////////////////////////////////////////////////////

static enum retro_pixel_format pixel_format;
static uint8_t *shown, *screen; /* the last picture in that format; and R G B, by read_screen() */
static unsigned screen_width, screen_height;

static uint8_t widen(unsigned value, unsigned bits)
{
    value &= (1u << bits) - 1u;
    return (uint8_t)(value << (8u - bits) | value >> (2u * bits - 8u));
}

static void put_pixel(uint8_t *to, const uint8_t *from)
{
    uint32_t wide;
    uint16_t narrow;
    if (pixel_format == RETRO_PIXEL_FORMAT_XRGB8888) {
        memcpy(&wide, from, sizeof wide);
        for (unsigned i = 0; i < 3u; i++) /* a PlayStation's five bits, without the lower three */
            to[i] = widen(wide >> (19u - 8u * i), 5);
        return;
    }
    memcpy(&narrow, from, sizeof narrow);
    const unsigned green_bits = pixel_format == RETRO_PIXEL_FORMAT_RGB565 ? 6u : 5u;
    to[0] = widen((unsigned)narrow >> (5u + green_bits), 5);
    to[1] = widen((unsigned)narrow >> 5, green_bits);
    to[2] = widen(narrow, 5);
}

static size_t pixel_bytes(void)
{
    return pixel_format == RETRO_PIXEL_FORMAT_XRGB8888 ? 4u : 2u;
}

/* Of a PlayStation's line of 350 pixels, the 320 that are shown if the line begins as Sony's library sets
 * it. The core's own cut begins one pixel before these. */
enum { PSX_LINE = 350, PSX_BORDER = 15, PSX_WIDTH = 320 };

static void video(const void *pixels, unsigned width, unsigned height, size_t pitch_bytes)
{
    const uint8_t *from = pixels;
    if (pixels == NULL) /* the picture is the same as before */
        return;
    if (width == PSX_LINE) {
        from += PSX_BORDER * pixel_bytes();
        width = PSX_WIDTH;
    }
    const size_t row_bytes = width * pixel_bytes();
    if (screen == NULL || width != screen_width || height != screen_height) {
        free(shown);
        free(screen);
        shown = allocate(row_bytes * height);
        screen = allocate((size_t)width * height * 3u);
        screen_width = width;
        screen_height = height;
    }
    for (unsigned y = 0; y < height; y++)
        memcpy(shown + y * row_bytes, from + y * pitch_bytes, row_bytes);
}

/* Called only for pictures that are looked at, which are few. */
static void read_screen(void)
{
    for (size_t i = 0; i < (size_t)screen_width * screen_height; i++)
        put_pixel(screen + i * 3u, shown + i * pixel_bytes());
}

/// What the core asks for ///////////////////////////////////////////////////////////////////////

static bool environment(unsigned command, void *data)
{
    switch (command) {
    case RETRO_ENVIRONMENT_GET_OVERSCAN: /* the whole line, see PSX_LINE */
    case RETRO_ENVIRONMENT_GET_CAN_DUPE: *(bool *)data = true; return true;
    case RETRO_ENVIRONMENT_GET_SYSTEM_DIRECTORY:
    case RETRO_ENVIRONMENT_GET_SAVE_DIRECTORY: *(const char **)data = arguments.folder; return true;
    case RETRO_ENVIRONMENT_SET_PIXEL_FORMAT:
        pixel_format = *(const enum retro_pixel_format *)data;
        return true;
    default: return false;
    }
}

static void sample(int16_t left, int16_t right)
{
    (void)left;
    (void)right;
}

static size_t samples(const int16_t *from, size_t frames)
{
    (void)from;
    return frames;
}

static uint32_t keys; /* keys that are held, as in play.h */

static void poll_input(void)
{
}

static int16_t input(unsigned port, unsigned device, unsigned index, unsigned id)
{
    /* In the interface's order: b y select start up down left right a x l r. */
    static const uint8_t order[] = {PLAY_B,  PLAY_Y,    PLAY_SELECT, PLAY_START,
                                    PLAY_UP, PLAY_DOWN, PLAY_LEFT,   PLAY_RIGHT,
                                    PLAY_A,  PLAY_X,    PLAY_L,      PLAY_R};
    (void)index;
    if (port != 0u || device != RETRO_DEVICE_JOYPAD || id >= sizeof order)
        return 0;
    return (int16_t)(keys >> order[id] & 1u);
}

/// The machine's memory and the image's calls ///////////////////////////////////////////////////

/* The cores give no access to RAM while they run, but they keep it, unchanged, in this program's own
 * memory, at a place that follows from where the mailbox is found. */
static uint8_t *box;         /* NULL while there is none */
static uint32_t box_address; /* 0 while there is none */
static uintptr_t low, high;  /* of the mapping that it is in */

/* Where a byte of the machine is, or NULL if that is not in the mapping. */
static uint8_t *at(uint32_t address)
{
    const uintptr_t place = (uintptr_t)box + (uintptr_t)(intptr_t)(int32_t)(address - box_address);
    return place >= low && place < high ? (uint8_t *)place : NULL;
}

static uint8_t load_byte(uint32_t address)
{
    const uint8_t *const from = at(address);
    return from != NULL ? *from : 0u;
}

static void store_byte(uint32_t address, uint8_t byte)
{
    uint8_t *const to = at(address);
    if (to != NULL)
        *to = byte;
}

static semihost host = {.load_byte = load_byte, .store_byte = store_byte};

/* Searches all memory that this program can write except the stack, which has its own copy of the magic. */
static void find_box(void)
{
    uint32_t magic[MAILBOX_MAGIC_WORDS];
    char line[512], permissions[5];
    FILE *const maps = fopen("/proc/self/maps", "r");
    if (maps == NULL)
        runner_fail("/proc/self/maps: cannot be read");
    for (uint32_t i = 0; i < MAILBOX_MAGIC_WORDS; i++)
        magic[i] = MAILBOX_MAGIC(i);
    while (box == NULL && fgets(line, sizeof line, maps) != NULL)
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &low, &high, permissions) == 3 &&
            strncmp(permissions, "rw", 2) == 0 && strstr(line, "[stack]") == NULL)
            box = memmem((void *)low, high - low, magic, sizeof magic);
    fclose(maps);
    if (box == NULL)
        return;
    memcpy(&box_address, box + offsetof(mailbox, self), sizeof box_address);
    semihost_store(&host, box_address + (uint32_t)offsetof(mailbox, host), MAILBOX_LISTENING);
}

/* Appends the machine's memory around the mailbox to a file. */
static void keep_memory(void)
{
    static FILE *file;
    char *name;
    const uint32_t bytes = (uint32_t)strtoul(arguments.memory, &name, 10);
    const uint32_t from = box_address & ~(bytes - 1u);
    if (file == NULL)
        file = fopen(name + 1, "wb");
    if (box == NULL || file == NULL || at(from) == NULL || at(from + bytes - 1u) == NULL ||
        fwrite(at(from), 1, bytes, file) != bytes || fflush(file) != 0)
        runner_fail("%s: cannot be kept", arguments.memory);
}

/// The run //////////////////////////////////////////////////////////////////////////////////////

static void load_core(void)
{
    char pattern[256];
    glob_t found = {0};
    void **const functions = (void **)&core;
    snprintf(pattern, sizeof pattern, "/usr/lib/*/libretro/%s*_libretro.so", arguments.core);
    if (glob(pattern, 0, NULL, &found) != 0)
        runner_fail("%s: there is no such core", pattern);
    const char *const path = found.gl_pathv[0];
    void *const library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (library == NULL)
        runner_fail("%s", dlerror());
    for (size_t i = 0; i < sizeof core_names / sizeof core_names[0]; i++)
        if ((functions[i] = dlsym(library, core_names[i])) == NULL)
            runner_fail("%s has no %s", path, core_names[i]);
    globfree(&found);
}

static void start(void)
{
    struct retro_system_info system = {0};
    struct retro_game_info game = {.path = arguments.content};
    load_core();
    core.set_environment(environment);
    core.set_video_refresh(video);
    core.set_audio_sample(sample);
    core.set_audio_sample_batch(samples);
    core.set_input_poll(poll_input);
    core.set_input_state(input);
    core.init();
    core.get_system_info(&system);
    if (!system.need_fullpath)
        game.data = runner_read(game.path, &game.size);
    if (!core.load_game(&game))
        runner_fail("%s: cannot be started", game.path);
}

static void parse(int argc, char **argv)
{
    int letter;
    while ((letter = getopt(argc, argv, "+d:f:m:np:")) != -1) {
        switch (letter) {
        case 'd': arguments.folder = optarg; break;
        case 'f': arguments.frames = strtol(optarg, NULL, 10); break;
        case 'm': arguments.memory = optarg; break;
        case 'n': arguments.deaf = true; break;
        case 'p': arguments.png = optarg; break;
        default: runner_fail("see the head of tests/emulators/run_libretro.c for what it takes");
        }
    }
    arguments.core = argv[optind];
    arguments.content = runner_open(&host, "run_libretro [OPTION...] CORE CONTENT", NULL,
                                    argc - optind, argv + optind);
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    runner_silence(&host);
    start();
    for (long frame = 0; frame != arguments.frames && host.exit_status < 0; frame++) {
        bool keep;
        keys = play_at((uint32_t)frame, &keep);
        core.run();
        if (keep) {
            read_screen();
            runner_keep(&host, screen, screen_width, screen_height, (uint32_t)frame);
        }
        /* An image waits only a moment for the host's sign: every frame is searched for its mailbox. */
        if (!arguments.deaf && box == NULL)
            find_box();
        runner_serve(&host, box_address);
        if (keep && arguments.memory != NULL)
            keep_memory();
    }
    semihost_end();
    if (arguments.png != NULL) {
        read_screen();
        runner_write_png(arguments.png, screen, screen_width, screen_height);
    }
    fflush(NULL);
    /* Not exit(), as some cores crash in their destructors. */
    _Exit(host.exit_status < 0 ? 0 : host.exit_status);
}
