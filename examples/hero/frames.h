/* SPDX-License-Identifier: MIT */
/*
 * The file in which an image leaves its pictures, little-endian on every board:
 *   uint32 magic; uint16 width, height, frame count, bits per pixel (16 or 1); uint32 milliseconds
 *   per frame; then the frames, each line from the left, from the top:
 *   16 bits  RGB 5-6-5
 *   1 bit    eight pixels a byte, leftmost highest, 1 is lit
 * For every frame the image prints "frame INDEX crc XXXXXXXX", the CRC-32 of its bytes.
 */
#ifndef HERO_FRAMES_H
#define HERO_FRAMES_H

#define FRAMES_FILE "frames.bin"
#define FRAMES_MAGIC 0x4D524650u /* "PFRM" */
#define FRAMES_HEADER_BYTES 16u

#endif
