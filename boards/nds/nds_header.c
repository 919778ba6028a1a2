/* SPDX-License-Identifier: MIT */
/* Completes the header of an .nds file in place: nds_header FILE */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_BYTES  0x200u
#define AT_CAPACITY   0x14u  /* the card holds 128 KB times two to the power of this */
#define AT_BYTES      0x80u
#define AT_LOGO       0xc0u
#define AT_LOGO_SUM   0x15cu
#define AT_HEADER_SUM 0x15eu

/* CRC-16 of IBM, as Modbus has it. */
static uint16_t check_sum(const uint8_t *bytes, size_t count)
{
    unsigned sum = 0xffff;
    for (size_t i = 0; i < count; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ ((sum & 1u) != 0u ? 0xa001u : 0u);
    }
    return (uint16_t)sum;
}

static void put(uint8_t *to, uint32_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        to[i] = (uint8_t)(value >> (8u * i));
}

static int fail(const char *path)
{
    fprintf(stderr, "nds_header: %s: cannot be completed\n", path);
    return 1;
}

int main(int argc, char **argv)
{
    uint8_t header[HEADER_BYTES];
    if (argc != 2) {
        fputs("usage: nds_header FILE\n", stderr);
        return 2;
    }
    FILE *const file = fopen(argv[1], "r+b");
    if (file == NULL || fread(header, 1, sizeof header, file) != sizeof header ||
        fseek(file, 0, SEEK_END) != 0)
        return fail(argv[1]);
    const long bytes = ftell(file);
    unsigned capacity = 0;
    while (bytes > 131072L << capacity)
        capacity++;
    put(header + AT_CAPACITY, capacity, 1);
    put(header + AT_BYTES, (uint32_t)bytes, 4);
    put(header + AT_LOGO_SUM, check_sum(header + AT_LOGO, AT_LOGO_SUM - AT_LOGO), 2);
    put(header + AT_HEADER_SUM, check_sum(header, AT_HEADER_SUM), 2);
    if (fseek(file, 0, SEEK_SET) != 0 || fwrite(header, 1, sizeof header, file) != sizeof header ||
        fclose(file) != 0)
        return fail(argv[1]);
    return 0;
}
