/* SPDX-License-Identifier: MIT */
/* For the Nintendo DS's geometry engine: pictures of pelt/draw.h as lists of its commands; and palette
 * entries of exact models as its matrices. Compiled where PELT_NDS is defined. Conventions: pelt.h.
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

#define PELT_NDS_ERROR 14 /* steps of 1/4096 */

/* For MTX_LOAD_4x3: images of the axes x, y, z, then the translation; 20.12. */
typedef struct pelt_nds_matrix {
    int32_t m[12];
} pelt_nds_matrix;

/* The matrices of one entry of a palette, for vertices that it alone moves. `positions` takes
 * PELT_SNORM16 positions (pelt/gpu.h), as VTX_16 has them, to the model's units. Directions come out
 * with the length they went in with, where the entry scales all axes alike.
 *
 * positions, directions  either may be NULL
 * entry            PELT_E_RANGE past the palette's last
 * raw_normal_bits  of the mesh: pelt_mesh_info; 0 to 30, else PELT_E_ARGUMENT
 * PELT_E_FAMILY    where the model is not exact */
pelt_status pelt_nds_matrices_get(pelt_nds_matrix *positions, pelt_nds_matrix *directions,
                                  const pelt_palette_q16 *palette, uint32_t entry,
                                  uint32_t raw_normal_bits);

/* The parameter of NORMAL for a unit vector in Q16.16, int32_t[3]: Q9 to nearest, in 10 bits each,
 * which can hold -1 but not 1. 131136 is 64, which rounds, and 2^17, which keeps the sum positive and
 * does not reach the ten bits. */
#define PELT_NDS_NORMAL(v)                                                                         \
    (PELT_NDS_STEPS((v)[0]) | PELT_NDS_STEPS((v)[1]) << 10 | PELT_NDS_STEPS((v)[2]) << 20)
#define PELT_NDS_STEPS(q16) (PELT_CAST(uint32_t, PELT_NDS_CLAMPED(q16) + 131136) >> 7 & 1023u)
#define PELT_NDS_CLAMPED(q16) ((q16) > 65407 ? 65407 : (q16) < -65536 ? -65536 : (q16))

/// Pictures /////////////////////////////////////////////////////////////////////////////////////
/* A picture of bodies that the engine projects, clips at the picture's sides and the camera's near plane,
 * fills and textures; the ARM9 writes a vertex's place before the camera and its colour into all
 * commands that have it. Places and colours are those of a picture in strips (pelt/draw.h), within a
 * pixel and with colours of 5 bits.
 *
 *     pelt_nds_texture_export(&textures[i], &space, &info);    once, for every texture of the model
 *     pelt_nds_body_open(&body, &list, &model, 0, grey, textures, texture_count);
 *     for each picture, when the engine has taken the list of the one before:
 *         pelt_nds_list_begin(&list, 256, 192);
 *         pelt_nds_list_add(&list, corners, NULL, 0);           what lies behind the bodies
 *         body.cam = ...;
 *         pelt_nds_body_shade(&body, mesh, vertices, first, count);      all of the body's vertices
 *         pelt_nds_body_draw(&body, &list);
 *
 * then send list.words to 0x04000400, by DMA or one by one, and SWAP_BUFFERS after it. The engine keeps
 * 2,048 triangles and 6,144 vertices of those that it is sent, that face the viewer and that lie in the
 * picture. */

/* Video memory for textures: texels from the first texture slot's beginning on, tables of colours from
 * the palette's. It is mapped for the processor while they are written, in halfwords, then for the
 * engine. */
typedef struct pelt_nds_space {
    uint16_t *texels, *colours;
    uint32_t texel_halves, colour_halves; /* sizes: up to 2^18 and 2^15 halfwords */
    uint32_t used_texels, used_colours;   /* 0 at first */
} pelt_nds_space;

/* A texture in video memory. */
typedef struct pelt_nds_texture {
    uint32_t image, table; /* parameters of TEXIMAGE_PARAM and PLTT_BASE */
} pelt_nds_texture;

/* Commands of a picture, packed; zeroed at first but for words and word_most. */
typedef struct pelt_nds_list {
    uint32_t *words;
    uint32_t word_most;    /* 19, 16 for each triangle that is added, and what bodies take */
    uint32_t word_count;   /* so far */
    uint32_t body_words;   /* of them those of bodies, which come first */
    int32_t width, height; /* of the picture */
} pelt_nds_list;

/* The number of materials, from the first on, whose textures can move. */
#define PELT_NDS_SHIFTS 8u

/* A character or a static prop: its commands in a list, in which only places and colours change. */
typedef struct pelt_nds_body {
    const pelt_model *model;
    pelt_camera cam;
    /* [shift_count], by pelt_part_info.material, or NULL; at most PELT_NDS_SHIFTS are taken. */
    const pelt_texture_shift *shifts; /* set after opening */
    uint32_t shift_count;
    /* Internal: */
    pelt_texture_shift shifted[PELT_NDS_SHIFTS]; /* as the list has them */
    uint32_t flags;
    uint32_t *words;  /* of the list: the body's, and behind them its shadow's, if it has one */
    uint32_t shadow;  /* words from one to the other, or 0 */
    uint16_t *starts; /* [pelt_vertices_count + 1]: where a vertex's places begin */
    uint32_t *places; /* words up to a vertex in the body, and << 16 in its shadow */
    pelt_light light; /* of whose colours these are, by steps of what falls on a vertex: */
    uint32_t lamps[257], rims[257]; /* 10 bits a channel */
    uint8_t display[512];           /* 5 bits by linear light */
} pelt_nds_body;

/* PELT_E_ARENA: too little of `space` is left. */
pelt_status pelt_nds_texture_export(pelt_nds_texture *texture, pelt_nds_space *space,
                                    const pelt_texture_info *info);

/* Begins a picture of up to 256 x 192 pixels behind the list's bodies. PELT_E_ARENA, here and below:
 * word_most is too small; what has been written is a valid list. */
pelt_status pelt_nds_list_begin(pelt_nds_list *list, int32_t width, int32_t height);

/* Adds a triangle behind all bodies and shadows; layer 0 is the deepest, 2 the nearest one.
 * colour  RGB as displayed, or NULL: those of the corners */
pelt_status pelt_nds_list_add(pelt_nds_list *list, const pelt_draw_vertex *const corners[3],
                              const uint8_t *colour, uint32_t layer);

/* Adds a body to a list, before the list's first picture, as strips of triangles: at most 19 words, 5
 * for each part and 16 for each triangle; for its shadow 19, 5 and 10; and at the list's end 1 word, half a
 * word for each vertex and 3 for each triangle, which word_most is less afterwards. Meanwhile 1 word for each
 * vertex of a mesh and 4 for each triangle of a part have to be free. The engine drops triangles that
 * face away. Corners of a triangle have to be within 1024 texels of each other, and those on a clamped
 * texture within 2048 of its first one, also when it has moved; strips take whole textures off coordinates that
 * repeat. Mirrored textures of 1024 texels may be torn where they move.
 * flags     of PELT_DRAW_TWO_SIDED, _UNLIT, _PLAIN
 * shadow    its colour on the ground, RGB as displayed, or NULL: none
 * textures  [texture_count] of the model's, in its order
 * After an error the body is not to be used; the list stays as it was but for words behind its bodies.
 * PELT_E_RANGE  its commands are more than 65,535 words, which is more than the engine draws */
pelt_status pelt_nds_body_open(pelt_nds_body *body, pelt_nds_list *list, const pelt_model *model,
                               uint32_t flags, const uint8_t *shadow,
                               const pelt_nds_texture *textures, uint32_t texture_count);

/* Writes vertices [first, first + count) of a mesh into the list, shaded as by pelt_body_project. Light
 * that is more than 1023 in sum is taken as that.
 * vertices  [count], as pelt_mesh_skin_q16 writes them with their normals; they need not be kept */
pelt_status pelt_nds_body_shade(pelt_nds_body *body, uint32_t mesh, const pelt_vertex_q16 *vertices,
                                uint32_t first, uint32_t count);

/* Writes the camera's matrices into the list, and the colours of facets where a mesh has no normals:
 * last of a picture. list: the one the body is in, begun. */
pelt_status pelt_nds_body_draw(pelt_nds_body *body, const pelt_nds_list *list);

/* How many triangles of the last picture face the viewer with all corners within PELT_DRAW_LIMIT: for
 * figures, as it projects each corner anew. */
pelt_status pelt_nds_faces_count(uint32_t *count, const pelt_nds_body *body);

#ifdef __cplusplus
}
#endif

#endif
