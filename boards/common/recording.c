/* SPDX-License-Identifier: MIT */
/* Writes pictures to a file, see recording.h. */
#include "recording.h"

#include "board.h"
#include "crc32.h"
#include "text.h"

static void write_all(const recording *r, const uint8_t *bytes, uint32_t count)
{
    if (board_file_write(r->file, bytes, count) != (int32_t)count) {
        board_puts("FAIL " FRAMES_FILE ": cannot be written\n");
        board_exit(1);
    }
}

bool recording_open(recording *r)
{
    uint8_t header[FRAMES_HEADER_BYTES];
    r->frame = r->crc = 0;
    r->file = board_file_open(FRAMES_FILE, "wb");
    recording_head(header, r->width, r->height, r->frame_count, r->bits, r->frame_ms);
    if (r->file >= 0)
        write_all(r, header, sizeof header);
    return r->file >= 0;
}

bool recording_begin(recording *r, int width, int height, uint32_t frame_count, uint32_t frame_ms)
{
    const recording next = {
        -1, 0, 0, (uint16_t)width, (uint16_t)height, 16, (uint16_t)frame_count, (uint16_t)frame_ms};
    if (r->file >= 0)
        board_file_close(r->file);
    *r = next;
    return frame_count == 0u || recording_open(r);
}

void recording_add(recording *r, const uint8_t *bytes, uint32_t count)
{
    r->crc = crc32_add(r->crc, bytes, count);
    write_all(r, bytes, count);
}

void recording_add_pixels(recording *r, uint16_t *pixels, uint32_t count)
{
    uint8_t *bytes = (uint8_t *)pixels;
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t pixel = pixels[i];
        bytes[2u * i] = (uint8_t)pixel;
        bytes[2u * i + 1u] = (uint8_t)(pixel >> 8);
    }
    recording_add(r, bytes, 2u * count);
}

void recording_end_frame(recording *r)
{
    board_print("frame %u crc %08x\n", r->frame++, r->crc);
    r->crc = 0;
}
