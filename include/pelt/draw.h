/* SPDX-License-Identifier: MIT */
/* Draws skinned fixed-point characters without a GPU, in integers only, so that the same vertices
 * give the same pixels on every machine:
 *
 *   skinned vertices -> [camera] -> bodies: vertices on the screen -> picture -> strips -> panel
 *
 * A picture is drawn in strips of a few lines. Each is handed to the display as soon as it is drawn, so
 * that no framebuffer and no depth buffer of a whole picture is needed, or is stored into a framebuffer.
 * Models are smooth or faceted, with vertex colours and the blob's textures, and cast shadows on the
 * ground; any number of bodies share one picture and its depths.
 *
 *   static uint32_t memory[PELT_PICTURE_BYTES(240, 240, 8, 1, TRIANGLES) / 4];
 *   pelt_picture picture;
 *
 *   pelt_picture_open(&picture, 240, 240, 8, 1, memory, sizeof memory);
 *   for each frame:
 *       pelt_body_project(&body, ...);             places and shades skinned vertices
 *       pelt_picture_begin(&picture, &body);       finds the triangles of each strip
 *       pelt_picture_show(&picture, panel, NULL);  calls panel() for strip after strip
 *
 * docs/DRAWING.md has a whole program. Nothing here keeps a global, and a program that does not call
 * it links none of it. Right shifts of negative numbers have to be arithmetic, as in every compiler that
 * builds the library. */
#ifndef PELT_DRAW_H
#define PELT_DRAW_H

#include "../pelt.h"
#include "motion.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PELT_TURN 65536       /* a full turn of a camera's angles */
#define PELT_PICTURE_MAX 1024 /* pixels, width and height of a picture */

/// Camera ///////////////////////////////////////////////////////////////////////////////////////
/* Light that stays with the camera; colours R, G, B, linear, Q8, but of the rim Q10. */
typedef struct pelt_light {
    int16_t direction[3]; /* towards the lamp, Q14, unit length: right, up, towards the camera */
    uint16_t lamp[3];     /* from there, up to 1023; half of it wraps around the body */
    uint16_t ambient[3];  /* from everywhere, up to 1023 */
    uint16_t rim[3];      /* from above, around the outline, up to 1023 */
} pelt_light;

/* From the upper left: what pelt_camera_frame takes. */
extern const pelt_light pelt_light_from_left;

/* A camera that circles the model's vertical axis. pelt_camera_frame chooses camera units in which the
 * larger of the model's radius and half its height is from 2^11 to 2^12. A program may set all of it; a
 * camera out of the ranges below is refused. */
typedef struct pelt_camera {
    int32_t centre[3]; /* of the model, camera units */
    int32_t ground;    /* height of the floor above the centre, camera units, [-64000, 64000] */
    int32_t radius;    /* of the model round its vertical axis, camera units */
    int32_t distance, near_plane; /* camera units, [1, 2^20], [1, 32767] */
    int32_t focal;                /* focal length, 1/16 pixel, [1, 65535] */
    int32_t centre_x, centre_y;   /* 1/16 pixel, [-64000, 64000] */
    uint32_t shift;               /* model units >> shift = camera units, [0, 31] */
    int32_t yaw_sine, yaw_cosine, pitch_sine, pitch_cosine; /* Q14, of angles: not checked */
    const pelt_light *light;                                /* the program may set another one */
} pelt_camera;

/* The part of a picture that vertices cover, 1/16 pixel, [-16384, 16384); nothing while min[0] > max[0]. */
typedef struct pelt_extent {
    int32_t min[2], max[2];
} pelt_extent;

/* A vertex on the screen.
 * x, y   1/16 pixel, y down, [-16384, 16384); (8, 8) is the centre of the first pixel
 * depth  [1, 32767], larger is nearer, linear in 1 / distance; 0, not drawn, beyond 32767 times `near_plane`
 * Where a vertex is nearer than the camera's `near_plane`, or out of this range, it is `outside`: then they
 * are how far it is to the right, up and away, camera units. Bodies cut such triangles; others leave them out. */
typedef struct pelt_draw_vertex {
    int16_t x, y;
    uint16_t depth;
    uint8_t r, g, b; /* as displayed (sRGB) */
    uint8_t outside; /* not 0: see above */
} pelt_draw_vertex;

/* x and y on the screen are below this, and not below minus this. */
#define PELT_DRAW_LIMIT 16384

/* The nearest depth. */
#define PELT_DEPTH_MAX 32767

/* A box that holds nothing, to begin with, and a call that extends a box by a position. */
extern const pelt_box_q16 pelt_box_nothing;
pelt_status pelt_box_add_q16(pelt_box_q16 *box, const int32_t position[3]);

/* Places a camera so that the box fits a picture of 1 to PELT_PICTURE_MAX pixels a side from every
 * angle; a box that holds nothing is taken as one of no size at the origin. */
pelt_status pelt_camera_frame(pelt_camera *camera, const pelt_box_q16 *box, int32_t width,
                              int32_t height);

/* With yaw 0 the model faces the camera; pitch > 0 looks down. 1/PELT_TURN turns. */
pelt_status pelt_camera_turn(pelt_camera *camera, uint32_t yaw, uint32_t pitch);

/* How long the diagonal of the framed box is on the screen at the camera's distance, in 1/16 pixel,
 * within an eighth: a size for pelt_lod_choose; 0 for a camera that has framed nothing. */
uint32_t pelt_camera_size_get(const pelt_camera *camera);

/* Zooms and moves the picture so that the covered part is centred and takes four fifths of the height,
 * or almost the width if it is wide, as far as the camera's ranges allow. */
pelt_status pelt_camera_fit(pelt_camera *camera, const pelt_extent *covered, int32_t width,
                            int32_t height);

/* An extent that covers nothing, and a call that extends one by the place of a position. */
extern const pelt_extent pelt_extent_nothing;
pelt_status pelt_extent_add(pelt_extent *extent, const pelt_camera *camera,
                            const int32_t position[3]);

/* Projects a position, Q16.16 in the model's units, and shades it.
 * normal  Q16.16, unit length, or NULL: the colour is only converted for display
 * colour  RGB, linear */
pelt_status pelt_camera_project(pelt_draw_vertex *out, const pelt_camera *camera,
                                const int32_t position[3], const int32_t *normal,
                                const uint8_t colour[3]);

/* Projects a point of the floor, camera units from the centre, before the yaw; the colour is a
 * displayed one. For props that lie there. */
pelt_status pelt_camera_project_ground(pelt_draw_vertex *out, const pelt_camera *camera, int32_t x,
                                       int32_t z, const uint8_t colour[3]);

/* Sine of an angle in 1/PELT_TURN turns, Q14, within 3 of its last place. */
int32_t pelt_sine_get(uint32_t angle);

/* The displayed value (sRGB) of linear light, of which 4096 is white; clamped to [0, 255]. */
uint8_t pelt_display_get(int32_t linear);

/// Triangles ////////////////////////////////////////////////////////////////////////////////////
/* Some lines of a picture, or all; the caller owns the pixels. */
typedef struct pelt_band {
    uint16_t *colours;  /* [line_count][width], RGB 5-6-5 in the core's byte order */
    uint16_t *depths;   /* [line_count][width], 0 where nothing was drawn */
    int32_t width;      /* [1, PELT_PICTURE_MAX] */
    int32_t first_line; /* of the picture */
    int32_t line_count;
    const pelt_camera *camera; /* for PELT_DRAW_FACETED but of bodies, else it may be NULL */
} pelt_band;

/* Draws clockwise (back) faces too. */
#define PELT_DRAW_TWO_SIDED 8192u

/* Of bodies: colours as they are, without light. */
#define PELT_DRAW_UNLIT 16384u

/* Of triangles: paints all pixels in the first corner's colour, without reading or writing depths. */
#define PELT_DRAW_PAINT 32768u

/* Of triangles: scales each one's colours by its slope, for models without normals. */
#define PELT_DRAW_FACETED 65536u

/* Of bodies: colours of the vertices alone, without textures. */
#define PELT_DRAW_PLAIN 131072u

/* A colour of a band from three displayed values of 8 bits. */
#define PELT_RGB565(r, g, b) PELT_CAST(uint16_t, ((r)&0xF8u) << 8 | ((g)&0xFCu) << 3 | (b) >> 3)

/* Where a corner is in a texture, 1/16 texel, below 2^30. Corners of a triangle more than 2048 texels
 * apart are drawn as if that were the distance. Those of a triangle that is partly on a clamped texture have
 * to be within 2048 texels of the texture's first one. */
typedef struct pelt_texel_place {
    int32_t u, v;
} pelt_texel_place;

/* Clears depths, so that anything is nearer. */
pelt_status pelt_band_clear(const pelt_band *band);

/* Draws a triangle by the top-left fill rule: of triangles that share an edge, each pixel is drawn
 * once. Colours are within 1/31 of the exact ones. No division per pixel or line. Nothing is checked:
 * band and corners have to be as described above. */
void pelt_triangle_draw(const pelt_band *band, const pelt_draw_vertex *a, const pelt_draw_vertex *b,
                        const pelt_draw_vertex *c, uint32_t flags);

/* The same with a texture of the blob, without PELT_DRAW_PAINT and PELT_DRAW_FACETED. Each texel is
 * taken as it is, times the corners' colours. Texture coordinates are linear on the screen in triangles
 * of up to about 24 pixels a side, and where that is less than half a texel off; in others they are
 * right to 1/8 texel every 16 pixels of a line. */
void pelt_triangle_draw_textured(const pelt_band *band, const pelt_draw_vertex *const corners[3],
                                 const pelt_texel_place places[3], const pelt_texture_info *texture,
                                 uint32_t flags);

/* Kinds of pixels of displays. */
typedef enum pelt_pixels {
    PELT_PIXELS_RGB565 = 1,     /* a uint16_t each in the core's byte order, as in a band */
    PELT_PIXELS_RGB565_SWAPPED, /* in the other one, as most displays on SPI take it from bytes */
    PELT_PIXELS_RGB332, /* a byte each, index of a palette: red in the upper three bits, green
                                   in three, blue in two; by ordered dither */
    PELT_PIXELS_MONO    /* one bit each, leftmost in a byte's highest, 1 is lit; by ordered
                                   dither of brightness, with the outline of bodies lit; the width is a
                                   multiple of 8 */
} pelt_pixels;

/* Converts a band. Outlines of PELT_PIXELS_MONO are found within it.
 * out        [line_count][row_bytes]; may be the band's colours, with row_bytes what a row takes
 * row_bytes  between the beginnings of two lines, at least what a row takes */
pelt_status pelt_band_pack(void *out, size_t row_bytes, const pelt_band *band, pelt_pixels pixels);

/// Bodies ///////////////////////////////////////////////////////////////////////////////////////
/* A character or a static prop in a picture. */
typedef struct pelt_body {
    const pelt_model *model;
    pelt_camera cam;
    pelt_draw_vertex *vertices; /* [pelt_vertices_count], all meshes one after the other */
    /* The same for the shadow on the ground, which falls to the right and away, whatever the light;
     * NULL: none, or an oval. */
    pelt_draw_vertex *shadows;
    uint32_t flags;                   /* of PELT_DRAW_TWO_SIDED, _UNLIT, _PLAIN */
    const struct pelt_body *next;     /* another one in the same picture, or NULL */
    uint8_t shadow_colour[4];         /* RGB as displayed, and 0 */
    const pelt_lods *lods;            /* levels of detail of the model, or NULL */
    uint32_t level;                   /* of these that is drawn: its vertices alone are needed */
    const pelt_texture_shift *shifts; /* [shift_count], by pelt_part_info.material, or NULL */
    uint32_t shift_count;
    /* What the soft oval shadow on the ground is below, model units, or NULL; its middle has shadow_colour. */
    const pelt_box_q16 *shadow_box;
} pelt_body;

/* The number of vertices, and of triangles, of all meshes; 0 for an invalid model. */
uint32_t pelt_vertices_count(const pelt_model *model);
uint32_t pelt_triangles_count(const pelt_model *model);

/* Projects skinned vertices [first, first + count) of a mesh by the body's camera, and shades them if
 * the mesh has normals and its material takes light. The vertices need not be kept. Meshes without colours
 * are white: under a light where they face it, else all over.
 * mesh      one, not PELT_ALL_MESHES, as each has a colour and a light of its own
 * vertices  [count], as pelt_mesh_skin_q16 writes them with their normals */
pelt_status pelt_body_project(const pelt_body *body, uint32_t mesh, const pelt_vertex_q16 *vertices,
                              uint32_t first, uint32_t count);

/* Draws the shadows and the triangles of this body and all next ones over the band's colours, nearer
 * than its depths. */
pelt_status pelt_body_draw(const pelt_body *body, const pelt_band *band);

/// Pictures /////////////////////////////////////////////////////////////////////////////////////
/* Your display's function: shows width x height pixels with their upper left corner at (x, y), rows
 * without a gap, of the picture's kind of pixels. x is 0, and width the picture's. With one buffer the
 * pixels are lost when it returns. With two they stay until the next call returns: DMA may send them
 * meanwhile, and the next call then waits for it. */
typedef void (*pelt_panel)(void *user, int x, int y, int width, int height, const void *pixels);

/* Draws into a strip. */
typedef void (*pelt_paint)(const pelt_band *strip, void *own);

/* Bytes of memory for pelt_picture_open().
 * lines      of a strip
 * buffers    strips in memory at a time: 1, or 2 for DMA or for two cores
 * triangles  in a picture, including shadows; with fewer, or 0, the picture is the same, but each
 *            strip goes through all triangles */
#define PELT_PICTURE_STRIPS(height, lines) (((height) + (lines)-1) / (lines))
#define PELT_PICTURE_BUFFER_BYTES(width, lines) (((width) * (lines) + 1) / 2 * 8)
#define PELT_PICTURE_BYTES(width, height, lines, buffers, triangles)                               \
    ((buffers)*PELT_PICTURE_BUFFER_BYTES(width, lines) +                                           \
     PELT_PICTURE_STRIPS(height, lines) * (((triangles) + 31) / 32 * 4))

/* A picture in strips. */
typedef struct pelt_picture {
    /* The program may set these after pelt_picture_open(); NULL stands for: */
    pelt_paint background; /* black; otherwise it draws before the bodies and writes each pixel */
    pelt_paint overlay;    /* nothing; otherwise it draws after them */
    void *own;             /* handed to both */
    pelt_pixels pixels;    /* for the panel; PELT_PIXELS_RGB565 */
    /* The program may read these: */
    int32_t width, height, lines;
    int32_t count; /* strips of the picture */
    /* Internal: */
    const pelt_body *bodies;
    uint16_t *buffers; /* [buffer_count][2][lines * width, even]: colours, depths */
    uint32_t buffer_count, next_buffer;
    uint32_t *bins;             /* [count][words]: a bit for each triangle in the strip */
    uint32_t have_words, words; /* of bins in memory; of a bin of this picture, or 0 */
    uint32_t may_cross;         /* a vertex is outside */
} pelt_picture;

/* PELT_E_ARENA: the memory is too small for the buffers.
 * width, height  1 to PELT_PICTURE_MAX
 * lines          1 to height
 * memory         aligned to 4 bytes, stays in use */
pelt_status pelt_picture_open(pelt_picture *picture, int32_t width, int32_t height, int32_t lines,
                              uint32_t buffers, void *memory, size_t memory_bytes);

/* Begins a picture of this body and those that follow it by `next`, with the shadows of those that
 * have one; NULL: an empty picture. Their vertices must not change until it is drawn. */
pelt_status pelt_picture_begin(pelt_picture *picture, const pelt_body *bodies);

/* Draws strip 0 <= index < count into a buffer; `strip` then describes where its pixels are. Strips
 * may be drawn in any order, by several cores at a time if each has its own buffer, as everything
 * that they share is only read. */
pelt_status pelt_picture_draw(pelt_band *strip, const pelt_picture *picture, int32_t index,
                              uint32_t buffer);

/* Draws all strips from top to bottom and hands each to the display, in the picture's kind of
 * pixels. */
pelt_status pelt_picture_show(pelt_picture *picture, pelt_panel panel, void *user);

/* Draws all strips into a framebuffer of the picture's kind of pixels: [height][row_bytes]. */
pelt_status pelt_picture_store(pelt_picture *picture, void *framebuffer, size_t row_bytes);

/// Without an array of vertices ////////////////////////////////////////////////////////////////
/* Draws pictures in strips from a ring of 64 vertices, for models of `bake --window 64` (or 32, 16,
 * 8, 4), on machines that have no room for all vertices. A group is half of the ring.
 *
 *     pelt_ring_open(&ring, &character, groups, PELT_RING_GROUPS(FOX_VERTICES), vertices, 64);
 *     for each frame:
 *         pelt_ring_begin(&ring, 128, 64, 8);        skins all once to find each strip's groups
 *         for each strip:
 *             pelt_ring_draw(&ring, strip, &band);   skins the groups that are in it
 *
 * Except for 12 bytes a group, the RAM does not depend on the number of vertices and triangles. In
 * exchange, a group is skinned again for each strip that one of its triangles is in. If there is
 * memory for more than 64 vertices, groups that are still there are not skinned again. Textures are
 * not drawn. */
#define PELT_RING_VERTICES 64u
#define PELT_RING_GROUP (PELT_RING_VERTICES / 2u)
#define PELT_RING_GROUPS(vertices)                                                                 \
    (((vertices) + PELT_RING_GROUP - 1u) / PELT_RING_GROUP) /* of each mesh: add them up */
#define PELT_RING_STRIPS 32                                 /* of a picture */

/* Consecutive vertices of a mesh, half as many as a ring of 64 has. */
typedef struct pelt_ring_group {
    uint32_t first_triangle; /* first triangle of the mesh whose last vertex is in this group */
    uint32_t strips;         /* bits of the strips that such triangles are in */
    uint32_t held;           /* the ring's place of the same index holds this group, if any */
} pelt_ring_group;

/* A ring of vertices on the screen. */
typedef struct pelt_ring {
    /* Set by the program: */
    pelt_camera cam;
    uint32_t flags;         /* PELT_DRAW_TWO_SIDED or 0 */
    uint32_t skinned_count; /* vertices so far, a measure of the cost */
    /* Set by the ring: */
    pelt_character_q16 *character;
    pelt_ring_group *groups;    /* [group count of all meshes] */
    pelt_draw_vertex *vertices; /* [place_count][PELT_RING_GROUP] */
    uint32_t group_count, place_count;
    int32_t width, height;
    uint32_t per_line; /* strips per line, Q20 */
    pelt_vertex_q16 skinned[PELT_RING_GROUP];
} pelt_ring;

/* Opens a ring, with flags 0; the program sets the camera. PELT_E_ARENA: the model has more groups, or there are
 * fewer vertices than PELT_RING_VERTICES. PELT_E_RANGE: a triangle needs more vertices than the ring
 * holds, as the model was not baked for one.
 * vertices  [vertex_count] */
pelt_status pelt_ring_open(pelt_ring *ring, pelt_character_q16 *character, pelt_ring_group *groups,
                           uint32_t group_count, pelt_draw_vertex *vertices, uint32_t vertex_count);

/* Takes vertices of the pose, a group at a time. */
typedef void (*pelt_ring_add)(void *own, const pelt_vertex_q16 *vertices, uint32_t count);

/* Calls `add` with all vertices of the character's pose, so that the program can place the camera. */
pelt_status pelt_ring_visit(pelt_ring *ring, pelt_ring_add add, void *own);

/* Begins a picture of the character's pose, in strips of `lines` lines, at most PELT_RING_STRIPS. */
pelt_status pelt_ring_begin(pelt_ring *ring, int32_t width, int32_t height, int32_t lines);

/* Draws strip `index` of the picture over the band's colours, nearer than its depths. */
pelt_status pelt_ring_draw(pelt_ring *ring, uint32_t index, const pelt_band *strip);

#ifdef __cplusplus
}
#endif

#endif
