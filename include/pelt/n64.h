/* SPDX-License-Identifier: MIT */
/* Pictures of pelt/draw.h drawn by the Nintendo 64's RDP: the processor projects and shades vertices and
 * writes the RDP's commands itself, so that no microcode is needed. Compiled where
 * PELT_N64 is defined. Conventions: pelt.h.
 *
 * Triangles are shaded, textured in perspective, point by point, and compared by depth in 16 bits.
 * Pixels are covered as in a picture in strips, and have 5 bits a channel.
 *
 *     pelt_n64_list_open(&list, words, count, send, NULL);
 *     pelt_n64_body_open(&body, &model, memory, bytes);      body.look: flags, vertices, shadows, ...
 *     for each picture:
 *         pelt_n64_list_begin(&list, colours, depths, 320, 240);   clears the depths
 *         pelt_n64_list_add(&list, corners);                       what lies behind the bodies
 *         body.look.cam = ...;
 *         pelt_n64_body_project(&body, ...);                       each mesh, skinned
 *         pelt_n64_body_draw(&body, &list);
 *         pelt_n64_list_start(&list);                              the RDP will be done with a full sync
 */
#ifndef PELT_N64_H
#define PELT_N64_H

#include "draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Words of a list, at least, and of the largest piece that is written at once. */
#define PELT_N64_LIST_WORDS 512u
#define PELT_N64_PIECE_WORDS 64u
#define PELT_N64_INVERSES 256u /* of 1/16 pixel */

/* Yours: has the RDP run commands, an even number of words. It waits until the RDP has read those of the
 * call before, which are then written over, writes the data cache back from `words` on, and sets
 * DPC_START and DPC_END to the physical addresses. */
typedef void (*pelt_n64_send)(void *own, const uint32_t *words, uint32_t count);

/* Commands, in two halves of which one is written while the RDP reads the other. */
typedef struct pelt_n64_list {
    uint32_t *at, *end; /* where the next command goes, and the end of its half */
    uint32_t drawn;     /* triangles of bodies in this picture */
    /* Internal: */
    uint32_t *halves[2], *begun, half, half_words;
    pelt_n64_send send;
    void *own;
    uint32_t mode, colour; /* what the RDP is set to, 0 if that is not known */
    const pelt_camera *cam;
    int32_t width, height; /* of the picture, 1/16 pixel */
    uint16_t inverses[PELT_N64_INVERSES];
} pelt_n64_list;

/* Of a triangle: where its corners are in the texture, s and t, 1/32 texel. */
typedef struct pelt_n64_places {
    int16_t at[3][2];
} pelt_n64_places;

/* A character as the RDP takes it. */
typedef struct pelt_n64_body {
    /* The program sets its camera, vertices, shadows, flags and shifts; `next` is not used. */
    pelt_body look;
    uint32_t shared; /* textures that the RDP's memory does not hold, so it is loaded by parts */
    uint32_t halved; /* triangles that are larger than such a part: they have a smaller texture */
    /* Internal: */
    uint16_t *corners;
    pelt_n64_places *places;
    struct pelt_n64_batch *batches;
    uint8_t *display; /* [1024]: what light looks like */
    uint32_t triangle_count, place_count, batch_count;
    uint32_t crossed; /* not 0: vertices are outside */
} pelt_n64_body;

/* words: [count], 16-byte aligned (else PELT_E_ALIGNMENT), in RAM, count >= PELT_N64_LIST_WORDS; stays in use. */
pelt_status pelt_n64_list_open(pelt_n64_list *list, uint32_t *words, uint32_t count,
                               pelt_n64_send send, void *own);

/* Begins a picture of up to 640 x 480 pixels and clears its depths; the width is even.
 * colours, depths  physical addresses of [height][width] halves, 64-byte aligned */
pelt_status pelt_n64_list_begin(pelt_n64_list *list, uint32_t colours, uint32_t depths,
                                int32_t width, int32_t height);

/* Adds a triangle without depths, whatever its side; those of one colour are quicker, and quickest if they
 * follow others of that colour. */
pelt_status pelt_n64_list_add(pelt_n64_list *list, const pelt_draw_vertex corners[3]);

/* Adds commands of your own, at most PELT_N64_PIECE_WORDS, an even number. The next triangle sets all modes
 * anew. */
pelt_status pelt_n64_list_store(pelt_n64_list *list, const uint32_t *words, uint32_t count);

/* Ends the picture with a full sync, and sends what is left. */
pelt_status pelt_n64_list_start(pelt_n64_list *list);

/* Bytes of memory for pelt_n64_body_open(), a multiple of 8; 0 for an invalid model. */
size_t pelt_n64_body_bytes_get(const pelt_model *model);

/* Prepares a model's triangles and textures. The texture memory holds 64 x 64 texels of 4 bits, or 64 x 32
 * of 8 or 16. Larger textures are loaded by parts of that size, each for the triangles that lie
 * in it; a triangle that no part holds has the texture reduced to that size. Corners on a clamped texture are
 * taken to be within 512 texels of its first one, those on others within 1024 less half of what repeats. Where
 * a side has more than 256 texels, which the tool does not make, all are within 1024, and no texture may move.
 * memory  8-byte aligned (else PELT_E_ALIGNMENT), in RAM, stays in use; write the data cache back after it
 * PELT_E_ARENA    there is too little memory
 * PELT_E_CORRUPT  a texture is damaged
 * PELT_E_RANGE    the model has more than 65536 vertices */
pelt_status pelt_n64_body_open(pelt_n64_body *body, const pelt_model *model, void *memory,
                               size_t memory_bytes);

/* As pelt_body_project, to 1/8 pixel of it and faster. What is nearer than 9/8 of `near_plane`, or so near
 * that a camera unit is larger than a pixel, is outside, too. A vertex that is outside has its place in camera
 * units: right, up, and away as an int16_t in `depth`; that of a shadow is the pixels of a camera unit, Q16. */
pelt_status pelt_n64_body_project(pelt_n64_body *body, uint32_t mesh,
                                  const pelt_vertex_q16 *vertices, uint32_t first, uint32_t count);

/* Adds the shadow and the triangles of a body whose vertices are projected. Triangles of which a corner is
 * outside are cut at the nearest plane and beside the picture. */
pelt_status pelt_n64_body_draw(pelt_n64_body *body, pelt_n64_list *list);

#ifdef __cplusplus
}
#endif

#endif
