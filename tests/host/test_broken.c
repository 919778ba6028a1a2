/* SPDX-License-Identifier: MIT */
/* Bakes damaged copies of good glTF files, in a build with sanitizers: test_broken FILE.glb...
 *
 * Each file is cut at many lengths, with the lengths in its headers unchanged or corrected, and has
 * bytes flipped in the JSON and in the buffer. tests/fuzz/fuzz_bake.c demands of each copy that it is
 * refused with a message, or gives a blob that opens and plays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../fuzz/target.h"
#include "check.h"
#include "common/output.h"

#define CUTS 400u
#define FLIPS 1500u
#define MAX_SECONDS 20.0 /* of CPU for each file, as sanitizers and old machines differ */

/* Options of fuzz_bake.c: the encoding, with the bind pose. */
enum { AS_EXACT = 32, AS_FLOAT = 33 };

/* The copy has no byte to spare. */
static void try_bytes(const uint8_t *bytes, size_t count, uint8_t options)
{
    FREED uint8_t *copy = diag_calloc(count + 1, 1);
    copy[0] = options;
    memcpy(copy + 1, bytes, count);
    LLVMFuzzerTestOneInput(copy, count + 1);
}

static void try_cuts(const uint8_t *bytes, size_t count)
{
    const size_t json_end = 20 + read32(bytes + 12);
    FREED uint8_t *fitted = diag_calloc(count, 1);
    for (uint32_t i = 0; i < CUTS; i++) {
        /* Tries all lengths of the headers, then some others. */
        const size_t length = i < 64 ? i : check_draw((uint32_t)count);
        memcpy(fitted, bytes, count);
        if (length >= 20) {
            write32(fitted + 8, length);
            if (length < json_end)
                write32(fitted + 12, length - 20);
            else if (length >= json_end + 8)
                write32(fitted + json_end, length - json_end - 8);
        }
        try_bytes(bytes, length, AS_EXACT);
        try_bytes(fitted, length, AS_FLOAT);
    }
}

static void try_flips(const uint8_t *bytes, size_t count)
{
    const clock_t start = clock();
    const uint32_t json_end = (uint32_t)(20 + read32(bytes + 12));
    FREED uint8_t *copy = diag_calloc(count, 1);
    for (uint32_t i = 0; i < FLIPS; i++) {
        if ((double)(clock() - start) / CLOCKS_PER_SEC > MAX_SECONDS)
            break;
        memcpy(copy, bytes, count);
        for (uint32_t k = 1 + check_draw(3); k > 0; k--) {
            const uint32_t at = i % 2 == 0 ? check_draw(json_end)
                                           : json_end + check_draw((uint32_t)count - json_end);
            copy[at] = check_draw(2) == 0 ? (uint8_t)(copy[at] ^ 1u << check_draw(8))
                                          : (uint8_t)check_draw(256);
        }
        try_bytes(copy, count, i % 4 < 2 ? AS_EXACT : AS_FLOAT);
    }
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        void *bytes;
        size_t count;
        diag d = {0};
        const unsigned before = fuzz_played;
        if (!read_file(&bytes, &count, argv[i], &d)) {
            diag_print(&d, argv[i]);
            return 3;
        }
        printf("%s: ", argv[i]);
        fflush(stdout); /* the targets may end the program */
        try_bytes(bytes, count, AS_EXACT);
        if (check(fuzz_played == before + 1, "%s is refused as it is", argv[i])) {
            try_cuts(bytes, count);
            try_flips(bytes, count);
        }
        printf("%u damaged files were still good\n", fuzz_played - before - 1);
        free(bytes);
    }
    return check_end();
}
