/* SPDX-License-Identifier: MIT */
/* The host's side of semihosting for emulators that have none: carries out an image's call (see
 * boards/common/semihosting.c) on its memory. Files are those of the current folder. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#define SEMIHOST_FAILED UINT32_MAX

typedef struct semihost {
    /* Access to the machine's memory. Words are in its own byte order, at addresses divisible by
     * four; without functions for words they are read as four bytes, little-endian. */
    uint8_t (*load_byte)(uint32_t address);
    void (*store_byte)(uint32_t address, uint8_t byte);
    uint32_t (*load_word)(uint32_t address);
    void (*store_word)(uint32_t address, uint32_t word);
    FILE *text; /* what the image prints */
    char command_line[1024];
    int exit_status; /* -1 until the image has ended */
} semihost;

/* Reads a word of the machine's memory. */
uint32_t semihost_load(const semihost *host, uint32_t address);
void semihost_store(const semihost *host, uint32_t address, uint32_t word);

/* Returns the call's result for the image. */
uint32_t semihost_call(semihost *host, uint32_t operation, uint32_t block);

/* Closes files that the image left open. */
void semihost_end(void);
