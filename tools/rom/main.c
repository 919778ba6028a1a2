/* SPDX-License-Identifier: MIT */
/* container KIND ADDRESS IMAGE OUT: makes a loader's file from a linked image; the makefiles run
 * it. */
#include <stdio.h>
#include <stdlib.h>

#include "common/output.h"
#include "rom/container.h"

int main(int argc, char **argv)
{
    diag d = {0};
    FREED_BY(buffer_free) byte_buffer out = {0};
    void *image;
    size_t bytes;
    if (argc != 5) {
        fputs("usage: container KIND ADDRESS IMAGE OUT\n", stderr);
        return DIAG_USAGE;
    }
    if (!read_file(&image, &bytes, argv[3], &d) ||
        !container_make(&out, argv[1], (uint32_t)strtoul(argv[2], NULL, 0), image, bytes, &d) ||
        !output_write(&(output_file){argv[4], out.bytes, out.count}, 1, &d))
        diag_print(&d, argv[3]);
    free(image);
    return d.exit_code;
}
