/* SPDX-License-Identifier: MIT */
/* Runs a Nintendo 64 image on cen64, which draws the lists of the RDP and keeps the processor's time, in a
 * display of its own:
 *
 *   run_cen64 [-p SCREEN.png] IMAGE NAME [WORD...]
 *
 * As run_mupen, but without keys. The machine's memory is a mapping of the emulator's process. Its boot ROM is
 * ours: it copies the image as the boot code in it does. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../boards/common/crc32.h"
#include "runner.h"

#define CALL '\001'
#define RAM_BYTES 0x400000u
#define BOOT_BYTES                                                                                 \
    0x1000u /* header and boot code, of which the emulator knows some by a checksum */
#define BOOT_CRC 0x90bb6cb5u

static char folder[] = "/tmp/run_cen64.XXXXXX";
static pid_t emulator, display;
static int memory = -1;
static uint64_t ram;

static char *path_of(const char *name)
{
    static char paths[2][64];
    static int next;
    next ^= 1;
    snprintf(paths[next], sizeof paths[next], "%s/%s", folder, name);
    return paths[next];
}

static void end(void)
{
    if (emulator > 0)
        kill(emulator, SIGKILL);
    if (display > 0)
        kill(display, SIGTERM);
    unlink(path_of("boot"));
    unlink(path_of("image"));
    rmdir(folder);
}

/// Files ////////////////////////////////////////////////////////////////////////////////////////

static void put_word(uint8_t *to, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(word >> (24 - 8 * i));
}

static void write_file(const char *path, const void *bytes, size_t count)
{
    FILE *const file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, count, file) != count || fclose(file) != 0)
        runner_fail("%s: cannot be written", path);
}

/* Copies 1 MB of the cartridge to 0x1000 and goes there. */
static void write_boot(void)
{
    static const uint32_t code[] = {0x3c08a460u, 0x24091000u, 0xad090000u, 0x3c091000u, 0x35291000u,
                                    0xad090004u, 0x3c09000fu, 0x3529ffffu, 0xad09000cu, 0x8d090010u,
                                    0x31290003u, 0x1520fffdu, 0x00000000u, 0x3c088000u, 0x35081000u,
                                    0x01000008u, 0x00000000u};
    uint8_t boot[2048] = {0};
    for (size_t i = 0; i < sizeof code / sizeof code[0]; i++)
        put_word(boot + 4 * i, code[i]);
    write_file(path_of("boot"), boot, sizeof boot);
}

/* Chooses the last four bytes of the boot code so that it has the checksum of one that is known. */
static void write_image(uint8_t *image, size_t bytes)
{
    uint32_t last = ~BOOT_CRC;
    for (int i = 0; i < 32; i++) /* back to what it was before four bytes of zeros */
        last = last >> 31 != 0u ? (last ^ 0xedb88320u) << 1 | 1u : last << 1;
    last ^= ~crc32_add(0, image + 0x40, BOOT_BYTES - 4u - 0x40u);
    for (unsigned i = 0; i < 4u; i++)
        image[BOOT_BYTES - 4u + i] = (uint8_t)(last >> 8u * i);
    write_file(path_of("image"), image, bytes);
}

/// Processes ////////////////////////////////////////////////////////////////////////////////////

/* Starts a program that ends with this one; `from` becomes the reading end of its descriptor `fd`. */
static pid_t start(char *const *words, int fd, FILE **from)
{
    int ends[2];
    if (pipe(ends) != 0)
        runner_fail("no pipe");
    const pid_t child = fork();
    if (child == 0) {
        const int null = open("/dev/null", O_RDWR);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(null, 0);
        dup2(null, 1);
        dup2(null, 2);
        dup2(ends[1], fd);
        execvp(words[0], words);
        _exit(127);
    }
    close(ends[1]);
    *from = fdopen(ends[0], "r");
    if (child < 0 || *from == NULL)
        runner_fail("%s: cannot be started", words[0]);
    return child;
}

static FILE *start_all(void)
{
    char *const server[] = {"Xvfb",       "-displayfd", "1",   "-screen", "0",
                            "640x480x24", "-nolisten",  "tcp", NULL};
    char *const machine[] = {"stdbuf",     "-oL",           "cen64",          "-noaudio",
                             "-is-viewer", path_of("boot"), path_of("image"), NULL};
    char name[16] = ":";
    FILE *from;
    display = start(server, 1, &from);
    if (fgets(name + 1, sizeof name - 1, from) == NULL)
        runner_fail("Xvfb does not start");
    name[strcspn(name, "\n")] = '\0';
    setenv("DISPLAY", name, 1);
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    emulator = start(machine, 1, &from);
    return from;
}

/* Finds bytes in what the emulator has mapped from a file, "" for any; returns their address, or 0. */
static uint64_t find(const void *bytes, size_t count, const char *file)
{
    char path[64], line[512];
    unsigned long long from, to;
    uint64_t found = 0;
    snprintf(path, sizeof path, "/proc/%d/maps", (int)emulator);
    FILE *const maps = fopen(path, "r");
    while (maps != NULL && found == 0 && fgets(line, sizeof line, maps) != NULL) {
        if (sscanf(line, "%llx-%llx rw", &from, &to) != 2 || strstr(line, file) == NULL)
            continue;
        uint8_t *const copy = malloc(to - from), *at = copy;
        ssize_t got = copy == NULL ? -1 : pread(memory, copy, to - from, (off_t)from);
        for (; found == 0 && got >= (ssize_t)count; at += 4, got -= 4)
            if (memcmp(at, bytes, count) == 0)
                found = from + (uint64_t)(at - copy);
        free(copy);
    }
    if (maps != NULL)
        fclose(maps);
    return found;
}

static void find_ram(const uint8_t *image)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", (int)emulator);
    memory = open(path, O_RDWR);
    ram = memory < 0 ? 0 : find(image + BOOT_BYTES, 256, "/dev/zero");
    if (ram == 0)
        runner_fail("the machine's memory is not found");
    ram -= 0x1000u;
}

/// The image's memory ///////////////////////////////////////////////////////////////////////////

static uint8_t load_byte(uint32_t address)
{
    uint8_t byte = 0;
    return pread(memory, &byte, 1, (off_t)(ram + address % RAM_BYTES)) == 1 ? byte : 0;
}

static void store_byte(uint32_t address, uint8_t byte)
{
    if (pwrite(memory, &byte, 1, (off_t)(ram + address % RAM_BYTES)) != 1)
        runner_fail("the machine is gone");
}

static uint32_t load_word(uint32_t address)
{
    uint32_t word = 0;
    for (uint32_t i = 0; i < 4u; i++)
        word = word << 8 | load_byte(address + i);
    return word;
}

static void store_word(uint32_t address, uint32_t word)
{
    uint8_t bytes[4];
    put_word(bytes, word);
    if (pwrite(memory, bytes, 4, (off_t)(ram + address % RAM_BYTES)) != 4)
        runner_fail("the machine is gone");
}

static semihost host = {load_byte, store_byte, load_word, store_word, NULL, "", 0};

/* Carries out the image's calls until it ends. */
static void serve(FILE *from, const uint8_t *image)
{
    static char line[4096];
    bool begun = false;
    while (host.exit_status < 0 && fgets(line, sizeof line, from) != NULL) {
        char *const call = strchr(line, CALL);
        if (!begun && call == NULL) { /* remarks of the emulator come first */
            begun = strstr(line, "PIFROM") != NULL;
            continue;
        }
        if (call != NULL)
            *call = '\0';
        fputs(line, host.text);
        if (call == NULL)
            continue;
        kill(emulator, SIGSTOP); /* the image does not wait for ever */
        if (ram == 0)
            find_ram(image);
        runner_call(&host, call + 1);
        kill(emulator, SIGCONT);
    }
}

/* Writes the page that the video interface shows; its registers are known by those that never change. */
static void write_screen(const char *path)
{
    static const uint32_t timing[] = {0x03e52239u, 525, 0x00000c15u, 0x0c150c15u};
    const uint64_t at = memory < 0 ? 0 : find(timing, sizeof timing, " rw-p ");
    uint32_t video[5] = {0}; /* control, origin, width, interrupt, current */
    const bool found =
        at != 0 && pread(memory, video, sizeof video, (off_t)(at - sizeof video)) > 0;
    runner_write_screen(path, &host, found ? video : NULL);
}

int main(int argc, char **argv)
{
    const char *screen;
    size_t bytes;
    setvbuf(stdout, NULL, _IOLBF, 0);
    const char *const path =
        runner_open(&host, "run_cen64 [-p SCREEN.png] IMAGE", &screen, argc, argv);
    uint8_t *const image = runner_read(path, &bytes);
    if (bytes < 2u * BOOT_BYTES)
        runner_fail("%s: is no image", path);
    if (mkdtemp(folder) == NULL)
        runner_fail("%s: cannot be made", folder);
    atexit(end);
    write_boot();
    write_image(image, bytes);
    serve(start_all(), image);
    semihost_end();
    if (screen != NULL && host.exit_status >= 0)
        write_screen(screen);
    free(image);
    return host.exit_status < 0 ? RUNNER_STATUS_FAULT : host.exit_status;
}
