/* SPDX-License-Identifier: MIT */
/* The showcase of examples/showcase on the host: showcase [WORD...]
 *
 * The words are those of a board. Environment variables: SHOWCASE_BLOB, a file of `pelt bake`;
 * SHOWCASE_TITLE; SHOWCASE_SIZE, as 320x240; SHOWCASE_HELP, the text about buttons; SHOWCASE_RAM,
 * bytes; SHOWCASE_MS, until when `play` plays, SHOWCASE_STEP, the time from one picture to the next, and
 * SHOWCASE_PRESS, as 12000:4, buttons that are held in one picture; SHOWCASE_BELOW, which also writes the
 * second screen to below.bin. Pictures are only written to frames.bin. */
#include <stdio.h>
#include <stdlib.h>

#include "../../examples/showcase/renderer.h"
#include "../../examples/showcase/showcase.h"
#include "machine.h"
#include "recording.h"

int machine_width = 320, machine_height = 240;
const char *machine_help;
static uint32_t now, last, step, press_at, pressed;
static bool past;

void machine_start(void)
{
}

void machine_panel(int x, int y, int width, int height, const uint16_t *rgb565)
{
    (void)x;
    (void)y;
    (void)width;
    (void)height;
    (void)rgb565;
}

void machine_show(void)
{
    past = now == last;
    now = last - now > step ? now + step : last;
}

static const char *setting(const char *name, const char *otherwise)
{
    const char *const value = getenv(name);
    return value != NULL ? value : otherwise;
}

uint32_t machine_milliseconds(void)
{
    return now;
}

uint32_t machine_buttons(void) /* all at once end `play` */
{
    return past ? MACHINE_NEXT | MACHINE_LIST | MACHINE_TEXT | MACHINE_CAMERA
           : pressed && now == press_at ? pressed
                                        : 0;
}

static void below(int y, int height, const uint16_t *rgb565)
{
    uint8_t header[FRAMES_HEADER_BYTES];
    recording_head(header, (uint32_t)machine_width, RENDERER_BELOW_HEIGHT, 1, 16, 1);
    FILE *const file = fopen("below.bin", y == 0 ? "wb" : "ab");
    if (file == NULL || (y == 0 && fwrite(header, sizeof header, 1, file) != 1) ||
        fwrite(rgb565, 2u * (size_t)machine_width, (size_t)height, file) != (size_t)height ||
        fclose(file) != 0)
        exit(2);
}

int main(void)
{
    static uint64_t blob[1u << 20], memory[1u << 20];
    size_t bytes = strtoul(setting("SHOWCASE_RAM", "8388608"), NULL, 10);
    FILE *const file = fopen(setting("SHOWCASE_BLOB", ""), "rb");
    if (file == NULL || bytes > sizeof memory ||
        sscanf(setting("SHOWCASE_SIZE", "320x240"), "%dx%d", &machine_width, &machine_height) !=
            2) {
        fputs("showcase: see the head of tests/host/showcase_host.c\n", stderr);
        return 2;
    }
    machine_help = setting("SHOWCASE_HELP", "");
    last = (uint32_t)strtoul(setting("SHOWCASE_MS", "0"), NULL, 10);
    step = (uint32_t)strtoul(setting("SHOWCASE_STEP", "4294967295"), NULL, 10);
    (void)sscanf(setting("SHOWCASE_PRESS", "0:0"), "%u:%u", &press_at, &pressed);
    renderer_below = getenv("SHOWCASE_BELOW") != NULL ? below : NULL;
    const size_t blob_bytes = fread(blob, 1, sizeof blob, file);
    fclose(file);
    return showcase_run(blob, blob_bytes, setting("SHOWCASE_TITLE", "host"), memory, bytes);
}
