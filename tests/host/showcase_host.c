/* SPDX-License-Identifier: MIT */
/* The showcase of examples/showcase on the host: showcase [WORD...]
 *
 * The words are those of a board. Environment variables: SHOWCASE_BLOB, a file of `pelt bake`;
 * SHOWCASE_TITLE; SHOWCASE_SIZE, as 320x240; SHOWCASE_HELP, the text about buttons; SHOWCASE_RAM,
 * bytes; SHOWCASE_MS, the time at which `play` draws one picture before it ends. Pictures are only
 * written to frames.bin. */
#include <stdio.h>
#include <stdlib.h>

#include "../../examples/showcase/showcase.h"
#include "machine.h"

int machine_width = 320, machine_height = 240;
const char *machine_help;

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
}

static const char *setting(const char *name, const char *otherwise)
{
    const char *const value = getenv(name);
    return value != NULL ? value : otherwise;
}

uint32_t machine_milliseconds(void)
{
    static uint32_t asked;
    return asked++ == 0 ? 0 : (uint32_t)strtoul(setting("SHOWCASE_MS", "0"), NULL, 10);
}

uint32_t machine_buttons(void) /* all at once, which ends `play` */
{
    static uint32_t asked;
    return asked++ == 0 && getenv("SHOWCASE_MS") != NULL
               ? 0
               : MACHINE_NEXT | MACHINE_PREVIOUS | MACHINE_TEXT | MACHINE_CAMERA;
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
    const size_t blob_bytes = fread(blob, 1, sizeof blob, file);
    fclose(file);
    return showcase_run(blob, blob_bytes, setting("SHOWCASE_TITLE", "host"), memory, bytes);
}
