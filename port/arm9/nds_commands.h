/* SPDX-License-Identifier: MIT */
/* Commands of the Nintendo DS's geometry engine, with the number of words of their parameters. Four are
 * packed into a word, the first in its lowest byte; all their parameters follow it. */
#ifndef PELT_ARM9_NDS_COMMANDS_H
#define PELT_ARM9_NDS_COMMANDS_H

#define MTX_MODE 0x10u       /* 1 */
#define MTX_IDENTITY 0x15u   /* 0 */
#define MTX_LOAD_4X4 0x16u   /* 16 */
#define COLOR 0x20u          /* 1 */
#define TEXCOORD 0x22u       /* 1 */
#define VTX_16 0x23u         /* 2 */
#define POLYGON_ATTR 0x29u   /* 1 */
#define TEXIMAGE_PARAM 0x2au /* 1 */
#define PLTT_BASE 0x2bu      /* 1 */
#define BEGIN_VTXS 0x40u     /* 1 */

#define MODE_PROJECTION 0u
#define MODE_BOTH 2u
#define TRIANGLES 0u
#define STRIP 2u
#define POLYGON_OPAQUE 0x001f0000u /* no light, the vertices' colours times texels */
#define POLYGON_BACK 0x40u
#define POLYGON_FRONT 0x80u

/* What a picture and a body begin with: all matrices are the identity but the projection, which comes
 * after HEAD_MATRIX words. The last command of a word has to have a parameter. */
#define HEAD_MATRIX 3u
#define HEAD_WORDS 19u
#define HEAD_FIRST (MTX_MODE | MTX_IDENTITY << 8 | MTX_MODE << 16 | MTX_LOAD_4X4 << 24)

#endif
