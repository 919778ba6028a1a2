/* SPDX-License-Identifier: MIT */
/* container KIND ADDRESS IMAGE OUT: the step from a linked image to a file for a loader, for make. */
#include <stdio.h>
#include <stdlib.h>

#include "common/diag.h"
#include "rom/container.h"

/* Images are smaller than the largest cartridge. */
#define MOST_BYTES 0x4000000u

static uint8_t *read_image(const char *path, size_t *bytes)
{
    uint8_t *image = diag_calloc(MOST_BYTES, 1);
    FILE *file = fopen(path, "rb");
    *bytes = file == NULL ? 0 : fread(image, 1, MOST_BYTES, file);
    if (file != NULL && fclose(file) == 0 && *bytes > 0)
        return image;
    free(image);
    return NULL;
}

static int write_file(const char *path, const byte_buffer *out)
{
    FILE *file = fopen(path, "wb");
    const int written = file != NULL && fwrite(out->bytes, 1, out->count, file) == out->count;
    return file != NULL && fclose(file) == 0 && written;
}

int main(int argc, char **argv)
{
    diag d = {0};
    byte_buffer out = {0};
    size_t bytes;
    if (argc != 5) {
        fputs("usage: container KIND ADDRESS IMAGE OUT\n", stderr);
        return DIAG_USAGE;
    }
    uint8_t *image = read_image(argv[3], &bytes);
    if (image == NULL)
        diag_fail(&d, DIAG_IO, "cannot be read, image, check the path");
    else if (container_make(&out, argv[1], (uint32_t)strtoul(argv[2], NULL, 0), image, bytes, &d) &&
             !write_file(argv[4], &out))
        diag_fail(&d, DIAG_IO, "cannot write %s, output, check the path", argv[4]);
    if (d.exit_code != DIAG_OK)
        diag_print(&d, argv[3]);
    free(image);
    buffer_free(&out);
    return d.exit_code;
}
