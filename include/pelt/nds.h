/* SPDX-License-Identifier: MIT */
/* For the Nintendo DS's geometry engine: pictures of pelt/draw.h as lists of its commands; and palette
 * entries of exact models as its matrices, with the vertices of one influence as its commands take
 * them. Compiled where PELT_NDS is defined. Conventions: pelt.h.
 *
 * The engine multiplies in 20.12 fixed point and drops what is below. Positions come out in 20.12
 * of the model's units; each component is within PELT_NDS_ERROR / 4096 units of what
 * pelt_mesh_skin_q16 gives, for every entry and every position: 1.1e-4 of the model's size. */
#ifndef PELT_NDS_H
#define PELT_NDS_H

#include "draw.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PELT_NDS_ERROR 14  /* steps of 1/4096 */
#define PELT_NDS_STACK 31u /* matrices in the engine's stack */

/* For MTX_LOAD_4x3: images of the axes x, y, z, then the translation; 20.12. */
typedef struct pelt_nds_matrix {
    int32_t m[12];
} pelt_nds_matrix;

/* Of one entry of a palette. Positions: from a pelt_nds_vertex to the model's units. Directions
 * come out with the length they went in with, where the entry scales all axes alike.
 *
 * positions, directions  either may be NULL
 * entry            0 up to what pelt_nds_vertex_get names; PELT_E_RANGE past the palette's last
 * raw_normal_bits  of the mesh: pelt_mesh_info; 0 to 30, else PELT_E_ARGUMENT
 * PELT_E_FAMILY    where the model is not exact */
pelt_status pelt_nds_matrices_get(pelt_nds_matrix *positions, pelt_nds_matrix *directions,
                                  const pelt_palette_q16 *palette, uint32_t entry,
                                  uint32_t raw_normal_bits);

/* A vertex as commands of the engine, and the entry that moves it. */
typedef struct pelt_nds_vertex {
    uint32_t entry;  /* of the palette */
    uint32_t xy, z;  /* parameters of VTX_16 */
    uint32_t normal; /* parameter of NORMAL */
} pelt_nds_vertex;

/* A vertex as it is stored, without what morph targets add; its normal is of unit length, in blobs
 * of `bake --pack` 0.8 to 1.1 long. PELT_E_RANGE if there is no such, it has more than one
 * influence, or the baker made it a copy of another; PELT_E_FAMILY where the model is not exact. */
pelt_status pelt_nds_vertex_get(pelt_nds_vertex *vertex, const pelt_model *model, uint32_t mesh,
                                uint32_t index);

/* The parameter of NORMAL for a unit vector in Q16.16, int32_t[3]: Q9 to nearest, in 10 bits each,
 * which have -1 and not 1. 64 rounds; 2^17 keeps the sum positive and leaves the ten bits. */
#define PELT_NDS_NORMAL(v)                                                                         \
    (PELT_NDS_STEPS((v)[0]) | PELT_NDS_STEPS((v)[1]) << 10 | PELT_NDS_STEPS((v)[2]) << 20)
#define PELT_NDS_STEPS(q16)                                                                        \
    ((uint32_t)(((q16) > 65407 ? 65407 : (q16) < -65536 ? -65536 : (q16)) + 131136) >> 7 & 1023u)

/// Pictures /////////////////////////////////////////////////////////////////////////////////////
/* A picture of bodies (pelt/draw.h) that the engine draws: the ARM9 projects and shades their vertices
 * with pelt_body_project, the engine fills triangles, textures them and compares depths. Places and
 * colours are those of a picture in strips, with textures linear on the screen and colours of 5 bits.
 *
 *     pelt_nds_texture_export(&textures[i], &space, &info);    once, for every texture of the model
 *     for each picture:
 *         pelt_body_project(&body, ...);
 *         pelt_nds_list_begin(&list, 256, 192);
 *         pelt_nds_list_add(&list, corners, 0);                 what lies behind the bodies
 *         pelt_nds_body_export(&list, &body, textures, texture_count);
 *
 * then send list.words to 0x04000400, by DMA or one by one, and SWAP_BUFFERS after it. The engine keeps
 * 2,048 triangles and 6,144 vertices of those that it is sent and that lie in the picture. */

/* Video memory for textures: mapped for the processor while they are written, as halves, then for the
 * engine: texels from the first texture slot's beginning on, tables from the palette's. */
typedef struct pelt_nds_space {
    uint16_t *texels, *colours;
    uint32_t texel_halves, colour_halves; /* sizes: up to 2^18 and 2^15 halves */
    uint32_t used_texels, used_colours;   /* 0 at first */
} pelt_nds_space;

/* A texture in video memory. */
typedef struct pelt_nds_texture {
    uint32_t image, table;  /* parameters of TEXIMAGE_PARAM and PLTT_BASE */
    uint32_t width, height; /* as stored: at least 8 */
} pelt_nds_texture;

/* Commands of a picture, packed. */
typedef struct pelt_nds_list {
    uint32_t *words;
    uint32_t
        word_most; /* 38, 5 for each part, 15 for each of its triangles, and again for its shadow;
                           16 for each triangle that is added */
    uint32_t word_count, triangle_count; /* so far; both 0 before the first picture */
    uint32_t drawn_count;                /* of the bodies' triangles, those that face the viewer */
    uint32_t kept_count;                 /* words of the picture before */
    int32_t width, height;               /* of the picture */
} pelt_nds_list;

/* PELT_E_ARENA: too little of `space` is left. */
pelt_status pelt_nds_texture_export(pelt_nds_texture *texture, pelt_nds_space *space,
                                    const pelt_texture_info *info);

/* Begins a list with the matrices of a picture of up to 256 x 192 pixels. A picture has what the one
 * before had, in its order, and only what has changed is written: colours, places and depths. Set
 * word_count to 0 before a picture of other bodies. PELT_E_ARENA, here and below: word_most is too
 * small; what has been written is a valid list. */
pelt_status pelt_nds_list_begin(pelt_nds_list *list, int32_t width, int32_t height);

/* Adds a triangle behind all bodies and shadows; layer 0 is the deepest, 2 the nearest one. */
pelt_status pelt_nds_list_add(pelt_nds_list *list, const pelt_draw_vertex corners[3],
                              uint32_t layer);

/* Adds the shadows and the triangles of a body and all next ones; the engine drops those that face away.
 * textures: [texture_count] of the model's, in its order. */
pelt_status pelt_nds_body_export(pelt_nds_list *list, const pelt_body *bodies,
                                 const pelt_nds_texture *textures, uint32_t texture_count);

#ifdef __cplusplus
}
#endif

#endif
