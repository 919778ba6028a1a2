/* SPDX-License-Identifier: MIT */
/* Runs a console's image on a libretro core, without a display:
 *
 *   run_libretro [OPTION...] CORE CONTENT [NAME [WORD...]]
 *     -d FOLDER     where the core finds its BIOS and keeps its saves, absolute: DeSmuME takes
 *                   another's parent
 *     -o KEY=VALUE  an option of the core
 *     -f FRAMES     end after so many frames, with status 0
 *     -p FILE.png   the screen at the end
 *     -s FILE       the machine's state at the end, as the core saves it
 *     -m BYTES:FILE at each picture that is kept, memory: a power of two, those around the mailbox
 *     -n            the image's calls are not answered, as on a real console
 *     -v            prints the core's messages
 *
 * RUN_SCRIPT in the environment names a script of keys (play.h). They are those of a RetroPad,
 * which a core maps to its machine's by their place: a PlayStation's cross is b, its circle a, its
 * triangle x. A picture that is kept is the whole screen.
 *
 * CORE is a file, or the first part of the name of one of the system's cores, such as desmume.
 * CONTENT is passed to the core unchanged. An image with a mailbox (boards/common/mailbox.h) has
 * text, files, command line (NAME and the WORDs) and an exit status. */
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../boards/common/mailbox.h"
#include "play.h"
#include "runner.h"

/// What of libretro's interface is needed ///////////////////////////////////////////////////////

#define ENVIRONMENT_GET_CAN_DUPE 3u
#define ENVIRONMENT_GET_SYSTEM_DIRECTORY 9u
#define ENVIRONMENT_SET_PIXEL_FORMAT 10u
#define ENVIRONMENT_GET_VARIABLE 15u
#define ENVIRONMENT_GET_VARIABLE_UPDATE 17u
#define ENVIRONMENT_GET_LOG_INTERFACE 27u
#define ENVIRONMENT_GET_SAVE_DIRECTORY 31u

#define PIXEL_FORMAT_XRGB8888 1u
#define PIXEL_FORMAT_RGB565 2u

typedef struct game_info {
    const char *path;
    const void *data;
    size_t bytes;
    const char *meta;
} game_info;

typedef struct system_info {
    const char *name, *version, *extensions;
    bool need_full_path, block_extract;
} system_info;

typedef struct variable {
    const char *key, *value;
} variable;

typedef struct log_interface {
    void (*log)(int level, const char *format, ...);
} log_interface;

typedef bool environment_call(unsigned command, void *data);
typedef void video_call(const void *pixels, unsigned width, unsigned height, size_t pitch_bytes);
typedef void sample_call(int16_t left, int16_t right);
typedef size_t samples_call(const int16_t *samples, size_t frames);
typedef void poll_call(void);
typedef int16_t input_call(unsigned port, unsigned device, unsigned index, unsigned id);

typedef struct core_calls {
    void (*set_environment)(environment_call *);
    void (*set_video_refresh)(video_call *);
    void (*set_audio_sample)(sample_call *);
    void (*set_audio_sample_batch)(samples_call *);
    void (*set_input_poll)(poll_call *);
    void (*set_input_state)(input_call *);
    void (*init)(void);
    void (*get_system_info)(system_info *);
    bool (*load_game)(const game_info *);
    void (*run)(void);
    size_t (*serialize_size)(void);
    bool (*serialize)(void *to, size_t bytes);
    bool (*unserialize)(const void *from, size_t bytes);
} core_calls;

/* The name of each function, in the order of the struct. */
static const char *const core_names[] = {
    "retro_set_environment",
    "retro_set_video_refresh",
    "retro_set_audio_sample",
    "retro_set_audio_sample_batch",
    "retro_set_input_poll",
    "retro_set_input_state",
    "retro_init",
    "retro_get_system_info",
    "retro_load_game",
    "retro_run",
    "retro_serialize_size",
    "retro_serialize",
    "retro_unserialize",
};

#define OPTIONS_MAX 16

static struct {
    const char *core, *content, *folder, *png, *state, *memory;
    long frames; /* -1: until the image ends */
    variable options[OPTIONS_MAX];
    int option_count;
    bool verbose, deaf;
} arguments = {.folder = ".", .frames = -1};

static core_calls core;

static void *allocate(size_t bytes)
{
    void *const memory = calloc(bytes + 1u, 1);
    if (memory == NULL)
        runner_fail("no memory");
    return memory;
}

/// The screen ///////////////////////////////////////////////////////////////////////////////////

static unsigned pixel_format;
static uint8_t *screen; /* R G B */
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
    if (pixel_format == PIXEL_FORMAT_XRGB8888) {
        memcpy(&wide, from, sizeof wide);
        for (unsigned i = 0; i < 3u; i++) /* a PlayStation's five bits, without the lower three */
            to[i] = widen(wide >> (19u - 8u * i), 5);
        return;
    }
    memcpy(&narrow, from, sizeof narrow);
    const unsigned green_bits = pixel_format == PIXEL_FORMAT_RGB565 ? 6u : 5u;
    to[0] = widen((unsigned)narrow >> (5u + green_bits), 5);
    to[1] = widen((unsigned)narrow >> 5, green_bits);
    to[2] = widen(narrow, 5);
}

static void video(const void *pixels, unsigned width, unsigned height, size_t pitch_bytes)
{
    const size_t pixel_bytes = pixel_format == PIXEL_FORMAT_XRGB8888 ? 4u : 2u;
    if (pixels == NULL) /* the picture is the same as before */
        return;
    if (screen == NULL || width != screen_width || height != screen_height) {
        free(screen);
        screen = allocate((size_t)width * height * 3u);
        screen_width = width;
        screen_height = height;
    }
    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 0; x < width; x++)
            put_pixel(screen + ((size_t)y * width + x) * 3u,
                      (const uint8_t *)pixels + y * pitch_bytes + x * pixel_bytes);
}

/// What the core asks for ///////////////////////////////////////////////////////////////////////

__attribute__((format(printf, 2, 3))) static void log_text(int level, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    (void)level;
    if (arguments.verbose)
        vfprintf(stderr, format, values);
    va_end(values);
}

static bool get_variable(variable *wanted)
{
    wanted->value = NULL;
    for (int i = 0; i < arguments.option_count; i++)
        if (strcmp(arguments.options[i].key, wanted->key) == 0)
            wanted->value = arguments.options[i].value;
    return wanted->value != NULL;
}

static bool environment(unsigned command, void *data)
{
    switch (command) {
    case ENVIRONMENT_GET_CAN_DUPE: *(bool *)data = true; return true;
    case ENVIRONMENT_GET_SYSTEM_DIRECTORY:
    case ENVIRONMENT_GET_SAVE_DIRECTORY: *(const char **)data = arguments.folder; return true;
    case ENVIRONMENT_SET_PIXEL_FORMAT: pixel_format = *(const unsigned *)data; return true;
    case ENVIRONMENT_GET_VARIABLE: return get_variable(data);
    case ENVIRONMENT_GET_VARIABLE_UPDATE: *(bool *)data = false; return true;
    case ENVIRONMENT_GET_LOG_INTERFACE: ((log_interface *)data)->log = log_text; return true;
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

#define DEVICE_JOYPAD 1u

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
    if (port != 0u || device != DEVICE_JOYPAD || id >= sizeof order)
        return 0;
    return (int16_t)(keys >> order[id] & 1u);
}

/// The machine's memory and the image's calls ///////////////////////////////////////////////////

/* The cores give no access to RAM while they run, but their saved states contain it unchanged, at a
 * place that follows from where the mailbox is found. */
static uint8_t *state; /* little-endian */
static size_t state_bytes;
static size_t box; /* address of the mailbox, 0 while there is none */
static uint32_t box_address;
static bool changed;

/* The address of a byte in the state; NULL outside it. */
static uint8_t *at(uint32_t address)
{
    static uint8_t nothing;
    const int64_t place = (int64_t)box + (int32_t)(address - box_address);
    if (place >= 0 && place < (int64_t)state_bytes)
        return &state[place];
    nothing = 0;
    return &nothing;
}

static uint8_t load_byte(uint32_t address)
{
    return *at(address);
}

static void store_byte(uint32_t address, uint8_t byte)
{
    *at(address) = byte;
    changed = true;
}

static semihost host = {.load_byte = load_byte, .store_byte = store_byte};

#define QUIET_FRAMES 30u

static void find_box(void)
{
    uint8_t magic[4u * MAILBOX_MAGIC_WORDS];
    for (uint32_t i = 0; i < sizeof magic; i++)
        magic[i] = (uint8_t)(MAILBOX_MAGIC(i / 4u) >> (i % 4u * 8u));
    for (box = 1; box + sizeof(mailbox) <= state_bytes; box++) {
        if (state[box] == magic[0] && memcmp(state + box, magic, sizeof magic) == 0) {
            box_address = 0;
            box_address = semihost_load(&host, (uint32_t)offsetof(mailbox, self));
            semihost_store(&host, box_address + (uint32_t)offsetof(mailbox, host),
                           MAILBOX_LISTENING);
            return;
        }
    }
    box = 0;
}

/* Serves the image's calls between two frames. Saving a state takes a part of a frame's time, so of
 * an image that has said nothing for a while only every eighth one is looked at; with a script of
 * keys every one, so that an answer always comes at the same picture. */
static void serve(uint32_t frame)
{
    static uint32_t asked;
    if (box != 0u && frame - asked > QUIET_FRAMES && frame % 8u != 0u &&
        getenv("RUN_SCRIPT") == NULL)
        return;
    if (!core.serialize(state, state_bytes))
        runner_fail("the core does not save its state");
    changed = false;
    if (box == 0u)
        find_box();
    if (box == 0u)
        return;
    runner_serve(&host, box_address);
    if (changed)
        asked = frame;
    if (changed && !core.unserialize(state, state_bytes))
        runner_fail("the core does not take its state back");
}

/* Appends the machine's memory around the mailbox to a file. */
static void keep_memory(void)
{
    static FILE *file;
    char *name;
    const uint32_t bytes = (uint32_t)strtoul(arguments.memory, &name, 10);
    const size_t from = box - (box_address & (bytes - 1u));
    if (file == NULL)
        file = fopen(name + 1, "wb");
    if (box == 0u || file == NULL || from > state_bytes - bytes ||
        fwrite(state + from, 1, bytes, file) != bytes || fflush(file) != 0)
        runner_fail("%s: cannot be kept", arguments.memory);
}

/// The run //////////////////////////////////////////////////////////////////////////////////////

static void load_core(void)
{
    char pattern[256];
    glob_t found = {0};
    _Static_assert(sizeof core == sizeof core_names, "one name for each function");
    snprintf(pattern, sizeof pattern, "/usr/lib/*/libretro/%s*_libretro.so", arguments.core);
    const char *path = arguments.core;
    if (strchr(path, '/') == NULL) {
        if (glob(pattern, 0, NULL, &found) != 0)
            runner_fail("%s: there is no such core", pattern);
        path = found.gl_pathv[0];
    }
    runner_functions(&core, path, core_names, sizeof core_names / sizeof core_names[0]);
    globfree(&found);
}

static void start(void)
{
    system_info system = {0};
    game_info game = {.path = arguments.content};
    load_core();
    core.set_environment(environment);
    core.set_video_refresh(video);
    core.set_audio_sample(sample);
    core.set_audio_sample_batch(samples);
    core.set_input_poll(poll_input);
    core.set_input_state(input);
    core.init();
    core.get_system_info(&system);
    if (!system.need_full_path)
        game.data = runner_read(game.path, &game.bytes);
    if (!core.load_game(&game))
        runner_fail("%s: cannot be started", game.path);
    state_bytes = core.serialize_size();
    state = allocate(state_bytes);
}

static void write_state(const char *path)
{
    FILE *const file = fopen(path, "wb");
    if (file == NULL || !core.serialize(state, state_bytes) ||
        fwrite(state, 1, state_bytes, file) != state_bytes || fclose(file) != 0)
        runner_fail("%s: cannot be written", path);
}

static void parse(int argc, char **argv)
{
    int letter;
    while ((letter = getopt(argc, argv, "+d:o:f:m:np:s:v")) != -1) {
        switch (letter) {
        case 'd': arguments.folder = optarg; break;
        case 'f': arguments.frames = strtol(optarg, NULL, 10); break;
        case 'm': arguments.memory = optarg; break;
        case 'n': arguments.deaf = true; break;
        case 'p': arguments.png = optarg; break;
        case 's': arguments.state = optarg; break;
        case 'v': arguments.verbose = true; break;
        case 'o': {
            char *const equals = strchr(optarg, '=');
            if (equals == NULL || arguments.option_count == OPTIONS_MAX)
                runner_fail("-o wants KEY=VALUE, at most %d times", OPTIONS_MAX);
            *equals = '\0';
            arguments.options[arguments.option_count].key = optarg;
            arguments.options[arguments.option_count++].value = equals + 1;
            break;
        }
        default: runner_fail("see the head of tests/emulators/run_libretro.c for what it takes");
        }
    }
    if (argc - optind < 2)
        runner_fail("a core and an image are needed");
    arguments.core = argv[optind];
    arguments.content = argv[optind + 1];
    runner_open(&host, "run_libretro [OPTION...] CORE CONTENT", argv + optind + 2,
                argc - optind - 2);
}

int main(int argc, char **argv)
{
    parse(argc, argv);
    runner_silence(&host, arguments.verbose);
    start();
    for (long frame = 0; frame != arguments.frames && host.exit_status < 0; frame++) {
        bool keep;
        keys = play_at((uint32_t)frame, &keep);
        core.run();
        if (keep)
            runner_keep(&host, screen, screen_width, screen_height, (uint32_t)frame);
        if (!arguments.deaf)
            serve((uint32_t)frame);
        if (keep && arguments.memory != NULL)
            keep_memory();
    }
    semihost_end();
    if (arguments.png != NULL)
        runner_write_png(arguments.png, screen, screen_width, screen_height);
    if (arguments.state != NULL)
        write_state(arguments.state);
    fflush(NULL);
    /* Not exit(), as some cores crash in their destructors. */
    _Exit(host.exit_status < 0 ? 0 : host.exit_status);
}
