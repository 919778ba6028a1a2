/* SPDX-License-Identifier: MIT */
/*
 * The file in which an image leaves its pictures, little-endian on every board:
 *   uint32 magic; uint16 width, height, frame count, bits per pixel (16 or 1); uint32 milliseconds
 *   per frame; then the frames, each line from the left, from the top:
 *   16 bits  RGB 5-6-5
 *   1 bit    eight pixels a byte, leftmost highest, 1 is lit
 * For every frame the image prints "frame INDEX crc XXXXXXXX", the CRC-32 of its bytes.
 */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdbool.h>
#include <stdint.h>

#define FRAMES_FILE "frames.bin"
#define FRAMES_MAGIC 0x4D524650u /* "PFRM" */
#define FRAMES_HEADER_BYTES 16u

typedef struct recording {
    int file; /* negative: nobody takes the pictures */
    uint32_t frame, crc;
    uint16_t width, height, bits, frame_count, frame_ms;
} recording;

/* Opens the file with the fields from `width` on; false where no host takes it. All that fails later
 * ends the run. */
bool recording_open(recording *r);

/* Adds bytes of the present frame. */
void recording_add(recording *r, const uint8_t *bytes, uint32_t count);

/* The same for pixels, which on a big-endian board are none any more afterwards. */
void recording_add_pixels(recording *r, uint16_t *pixels, uint32_t count);

/* The frame is whole: prints its CRC. */
void recording_end_frame(recording *r);

#endif
