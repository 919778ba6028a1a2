/* SPDX-License-Identifier: MIT */
/* The file in which an image leaves its pictures, little-endian on every board:
 *   uint32 magic; uint16 width, height, frame count, bits per pixel (16 or 1); uint32 milliseconds
 *   per frame; then the frames, each line from the left, from the top:
 *   16 bits  RGB 5-6-5
 *   1 bit    eight pixels a byte, leftmost highest, 1 is lit
 * For every frame the image prints "frame INDEX crc XXXXXXXX", the CRC-32 of its bytes. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define FRAMES_FILE "frames.bin"
#define FRAMES_MAGIC 0x4D524650u /* "PFRM" */
#define FRAMES_HEADER_BYTES 16u

typedef struct recording {
    int file; /* negative: no host takes the pictures */
    uint32_t frame, crc;
    uint16_t width, height, bits, frame_count, frame_ms;
} recording;

/* The beginning of the file. */
static inline void recording_head(uint8_t to[FRAMES_HEADER_BYTES], uint32_t width, uint32_t height,
                                  uint32_t frame_count, uint32_t bits, uint32_t frame_ms)
{
    const uint32_t words[4] = {FRAMES_MAGIC, height << 16 | width, bits << 16 | frame_count,
                               frame_ms};
    for (uint32_t i = 0; i < FRAMES_HEADER_BYTES; i++)
        to[i] = (uint8_t)(words[i / 4u] >> 8u * (i % 4u));
}

/* Opens the file and writes the fields from `width` on. Returns false if no host takes the file.
 * Any later failure ends the run. */
bool recording_open(recording *r);

/* Closes the file of `r` if one is open, and begins a new recording with 16 bits per pixel. Returns what
 * recording_open() does; with a frame_count of 0 it only closes, and returns true. Before the first call
 * set r->file to a negative number. */
bool recording_begin(recording *r, int width, int height, uint32_t frame_count, uint32_t frame_ms);

/* Adds bytes of the current frame. */
void recording_add(recording *r, const uint8_t *bytes, uint32_t count);

/* The same for pixels. On a big-endian board it changes their byte order in place. */
void recording_add_pixels(recording *r, uint16_t *pixels, uint32_t count);

/* Ends the frame and prints its CRC. */
void recording_end_frame(recording *r);
