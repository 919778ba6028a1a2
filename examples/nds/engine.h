/* SPDX-License-Identifier: MIT */
/* The Nintendo DS's geometry engine: commands for the upper screen that the demo uses. */
#pragma once

#include <stdint.h>

#define ENGINE_WIDTH 256
#define ENGINE_HEIGHT 192

/* Commands; each parameter is one write. */
#define ENGINE_COMMAND(offset) (*(volatile uint32_t *)(0x04000400u + (offset)))
#define MTX_MODE ENGINE_COMMAND(0x40)
#define MTX_STORE ENGINE_COMMAND(0x4c)
#define MTX_RESTORE ENGINE_COMMAND(0x50)
#define MTX_IDENTITY ENGINE_COMMAND(0x54)
#define MTX_LOAD_4X4 ENGINE_COMMAND(0x58)
#define MTX_LOAD_4X3 ENGINE_COMMAND(0x5c)
#define COLOR ENGINE_COMMAND(0x80)
#define NORMAL ENGINE_COMMAND(0x84)
#define VTX_16 ENGINE_COMMAND(0x8c)
#define POLYGON_ATTR ENGINE_COMMAND(0xa4)
#define TEXIMAGE_PARAM ENGINE_COMMAND(0xa8)
#define DIF_AMB ENGINE_COMMAND(0xc0)
#define SPE_EMI ENGINE_COMMAND(0xc4)
#define LIGHT_VECTOR ENGINE_COMMAND(0xc8)
#define LIGHT_COLOR ENGINE_COMMAND(0xcc)
#define BEGIN_VTXS ENGINE_COMMAND(0x100)
#define END_VTXS ENGINE_COMMAND(0x104)
#define SWAP_BUFFERS ENGINE_COMMAND(0x140)
#define VIEWPORT ENGINE_COMMAND(0x180)
#define POS_TEST ENGINE_COMMAND(0x1c4)

#define MODE_PROJECTION 0u
#define MODE_POSITION 1u
#define MODE_BOTH 2u /* positions and directions */

#define TRIANGLES 0u

/* Opaque polygons, front faces only. */
#define POLYGON_LIT(lights) (0x001f0080u | (lights))
#define POLYGON_PLAIN 0x001f0080u

#define RGB5(r, g, b) ((uint32_t)(r) | (uint32_t)(g) << 5 | (uint32_t)(b) << 10)

/* Switches everything on; the background is RGB5. */
void engine_start(uint32_t background);

/* Shows the finished picture at the next blank, and waits for it. */
void engine_show(void);

/* Transforms the vertex by projection and position matrix: x, y, z, w in 20.12. */
void engine_test(int32_t out[4], uint32_t xy, uint32_t z);

void engine_load_4x3(const int32_t m[12]);
void engine_load_4x4(const int32_t m[16]);
