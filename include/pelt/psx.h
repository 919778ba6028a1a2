/* SPDX-License-Identifier: MIT */
/* The PlayStation: characters transformed by its geometry coprocessor, the GTE, and drawn by its GPU.
 * Compiled for -DPELT_PORT_PSX. Conventions: pelt.h. */
#ifndef PELT_PSX_H
#define PELT_PSX_H

#include "../pelt.h"
#include "draw.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Characters as pelt/draw.h has them, with its cameras and its light (of a rim at most 511): transformed by
 * the GTE, sorted into a table by depth, drawn by the GPU from a list that DMA sends while the next picture is
 * made. Nothing waits for an interrupt or calls the BIOS. The program sets up video and its two pages of at
 * most 320 x 240 at (0, 0) and (0, 256) of video memory, and calls
 *
 *     pelt_psx_list_open(&list);
 *     pelt_psx_body_open(&body, &model, flags, shadow, &space, memory, bytes);
 *     for each picture:
 *         body.cam = ...;
 *         pelt_psx_body_skin(&body, mesh, &palette, NULL);              each mesh
 *         pelt_psx_list_begin(&list, page_line, 320, 240);
 *         pelt_psx_list_add(&list, first, last, depth);                 packets of your own
 *         pelt_psx_body_draw(&body, &list);
 *         pelt_psx_list_wait();      for the picture before, which may then be shown
 *         pelt_psx_list_start(&list);
 *
 * Overwrites the GTE's registers, and pelt_psx_body_skin the scratchpad. */
#define PELT_PSX_DEPTHS 1024u                /* places of a table */
#define PELT_PSX_FRONT 8u                    /* the first ones are the program's, */
#define PELT_PSX_BACK (PELT_PSX_DEPTHS - 8u) /* and those from here on */
#define PELT_PSX_SHADOW (PELT_PSX_BACK + 4u) /* where the shadows of bodies are */
#define PELT_PSX_PIECES 128u                 /* of triangles that are cut, in a picture */
#define PELT_PSX_TABLES 32u                  /* textures with a table of colours */
#define PELT_PSX_TAG(words) (PELT_CAST(uint32_t, words) << 24) /* of a packet of so many more */

/* Video memory that textures have taken so far; zeroed at first. They lie from x = 320 on, in columns
 * of 64, each 256 lines high; their tables of colours below the pages. */
typedef struct pelt_psx_space {
    uint16_t column, line; /* where the next texture goes, */
    uint16_t width;        /* columns, if it is as wide as this */
    uint16_t tables;
} pelt_psx_space;

/* A texture in video memory, as packets name it. */
typedef struct pelt_psx_texture {
    uint32_t window;        /* a command: texture coordinates are its texels, and repeat */
    uint32_t table, page;   /* in the upper halves of a packet's first and second coordinates */
    uint32_t width, height; /* powers of two, 8 to 256 */
    uint32_t across, down;  /* a coordinate here is one of the blob, in 1/16 texel, >> this */
} pelt_psx_texture;

/* A picture's packets by depth, in two tables, of which the GPU may be reading one. */
typedef struct pelt_psx_list {
    uint32_t tables[2][PELT_PSX_DEPTHS];
    uint32_t areas[2][6]; /* the packets that come first: where to draw */
    uint32_t index;       /* the table that is being filled */
} pelt_psx_list;

/* A vertex on the screen. */
typedef struct pelt_psx_vertex {
    uint32_t xy, colour; /* as packets have them */
    uint32_t away;       /* 18 bits, camera units; with PELT_PSX_OUTSIDE it is not on the screen */
    uint32_t shadow;     /* xy of its shadow */
} pelt_psx_vertex;
#define PELT_PSX_OUTSIDE 0x1000000u /* of `away`, and of any sum of three with one of these */

/* A palette entry in view space, as the GTE takes it; the last upper half and two more move. */
typedef struct pelt_psx_entry {
    uint32_t rotation[5], moved;
} pelt_psx_entry;

/* A character: its vertices, and its packets, twice, in which only places and colours change. */
typedef struct pelt_psx_body {
    const pelt_model *model;
    pelt_camera cam;
    uint32_t flags;                   /* PELT_DRAW_TWO_SIDED, PELT_DRAW_UNLIT or 0 */
    uint32_t drawn;                   /* triangles in the last picture */
    const pelt_texture_shift *shifts; /* [shift_count], by pelt_part_info.material, or NULL */
    uint32_t shift_count;
    pelt_psx_vertex *vertices; /* [pelt_vertices_count] */
    /* Internal: */
    pelt_psx_texture *textures;
    pelt_psx_entry *entries; /* of a palette larger than the scratchpad */
    uint32_t *packets[2], *shadows[2], *pieces[2], words, shadow_count;
    uint32_t crossed;               /* not 0: vertices are outside */
    pelt_texture_shift *shifted[2]; /* of each part: where its packets have its texture */
    pelt_light light;
    uint32_t *lamps;  /* light by how much a vertex faces it, */
    uint8_t *display; /* and what it looks like */
} pelt_psx_body;

/* Sends a texture into video memory. One larger than 256 texels loses every other row or column until
 * it fits; a mirrored one is stored with its mirror image.
 * PELT_E_ARENA  there is no room for it */
pelt_status pelt_psx_texture_store(pelt_psx_texture *stored, pelt_psx_space *space,
                                   const pelt_texture_info *texture);

/* Enables DMA for the GPU. The list has to be in RAM, 4-byte aligned, as have all packets. */
pelt_status pelt_psx_list_open(pelt_psx_list *list);

/* Begins the list of a picture of this size at line `line` of video memory; 0 < width, height. The
 * one begun before may still be drawn; that before it must have been waited for. */
pelt_status pelt_psx_list_begin(pelt_psx_list *list, uint32_t line, uint32_t width,
                                uint32_t height);

/* Adds a chain of packets, each naming the next in its tag, of which the last one's will name what is
 * at this depth already: `first` is drawn before that, and what has a larger depth before both. Until
 * the picture is drawn the packets must not change. PELT_E_RANGE: depth >= PELT_PSX_DEPTHS. */
pelt_status pelt_psx_list_add(pelt_psx_list *list, uint32_t *first, uint32_t *last, uint32_t depth);

/* Waits until the picture that was started last is drawn; sends the one that was begun. */
void pelt_psx_list_wait(void);
pelt_status pelt_psx_list_start(pelt_psx_list *list);

/* Bytes of memory for pelt_psx_body_open(), a multiple of 8; 0 for an invalid model. */
size_t pelt_psx_body_bytes_get(const pelt_model *model, uint32_t has_shadow);

/* Prepares a model's packets and sends its textures. Parts that are double sided in the model have
 * both faces without PELT_DRAW_TWO_SIDED, too. Packets have 8 bits for a texture coordinate. It counts from
 * where the repetition (or the mirrored pair) begins in which a triangle's least corner lies: corners more than
 * 255 texels from there are drawn at 255, those beside a clamped texture at its edge.
 * shadow  its colour on the ground, RGB as displayed, or NULL: none
 * memory  4-byte aligned (else PELT_E_ALIGNMENT), in RAM, stays in use; that of another body is free to use
 *         once pelt_psx_list_wait() has returned
 * After an error the body is not to be used; `space` stays as it was.
 * PELT_E_ARENA    there is too little memory, or video memory
 * PELT_E_CORRUPT  a texture is damaged
 * PELT_E_RANGE    a mesh has more than 65536 vertices */
pelt_status pelt_psx_body_open(pelt_psx_body *body, const pelt_model *model, uint32_t flags,
                               const uint8_t *shadow, pelt_psx_space *space, void *memory,
                               size_t memory_bytes);

/* As pelt_body_project of a whole mesh from its palette, by the GTE, in 16 bits and to whole pixels;
 * positions further than 8191 camera units from the centre along an axis are taken as there. The GTE
 * also moves vertices of exact models by their joints; pelt_mesh_skin_q16 skins those of lean and
 * packed models, copies with colours of their own, and those that targets touch.
 * morph  as in pelt_mesh_skin_q16 */
pelt_status pelt_psx_body_skin(pelt_psx_body *body, uint32_t mesh, const pelt_palette_q16 *palette,
                               const pelt_morph *morph);

/* Projects points of the floor, x and z in camera units from the centre, before the yaw, to the xy of
 * packets: props that lie there. A point that is too near, or too far off, comes out beside the
 * screen. points: [count][2] */
pelt_status pelt_psx_ground_project(uint32_t *xy, const pelt_camera *camera, const int16_t *points,
                                    uint32_t count);

/* Adds the shadow and the triangles to a list. A triangle with a corner nearer than the camera's
 * `near_plane`, or than half its focal length in pixels, or with an edge longer than the GPU draws, 1023 x 511
 * pixels, is cut to what is seen; those that come after PELT_PSX_PIECES pieces are left out. Models without
 * normals have facets. Bodies are sorted against each other if their cameras have the same `near_plane` and
 * `distance`. */
pelt_status pelt_psx_body_draw(pelt_psx_body *body, pelt_psx_list *list);

#ifdef __cplusplus
}
#endif

#endif
