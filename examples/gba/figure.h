/* SPDX-License-Identifier: MIT */
/*
 * The character on the Game Boy Advance: versions of it in slow RAM (EWRAM), one posed and skinned in
 * the fast (IWRAM) if it fits there, and what each stage took.
 */
#ifndef GBA_FIGURE_H
#define GBA_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pelt/motion.h"

#define FIGURE_VERTICES_MAX 8191u   /* of all meshes: eight times as much is a halfword */
#define FIGURE_TRIANGLES_MAX 65534u
#define FIGURE_JOINTS_MAX 1024u
#define FIGURE_MESHES_MAX 64u /* and skins */
#define FIGURE_RAMPS 7u

typedef enum figure_stage {
    STAGE_SAMPLE,
    STAGE_BLEND, /* another clip's sample, and the blend */
    STAGE_JOINTS,
    STAGE_PALETTE,
    STAGE_SKIN,
    STAGE_TURN, /* the pose's roots, towards the camera */
    STAGE_PROJECT,
    STAGE_SORT,
    STAGE_CLEAR,
    STAGE_DRAW,
    STAGE_COUNT
} figure_stage;

typedef enum figure_size { FIGURE_500, FIGURE_250, FIGURE_SIZES } figure_size;
typedef enum figure_precision { FIGURE_Q12, FIGURE_Q16, FIGURE_PRECISIONS } figure_precision;

/*
 * For the rasteriser, low halves first: byte offsets of the corners' screen vertices, 8 bytes each,
 * and the ramp's first colour times 256.
 */
typedef struct figure_triangle {
    uint32_t a_b, c_ramp;
} figure_triangle;

/* Versions that are not there have no blob. */
typedef struct figure {
    pelt_model models[FIGURE_SIZES][FIGURE_PRECISIONS];
    figure_triangle *triangles[FIGURE_SIZES][FIGURE_PRECISIONS];
    const char *names[FIGURE_SIZES]; /* for the screen and for tables */
    /* Of all meshes. */
    uint32_t triangle_counts[FIGURE_SIZES][FIGURE_PRECISIONS];
    uint32_t vertex_counts[FIGURE_SIZES][FIGURE_PRECISIONS];
    uint8_t ramps[FIGURE_RAMPS][3]; /* linear RGB */
    uint32_t cycles[STAGE_COUNT];   /* of the last frame */
    figure_size size;
    figure_precision precision;
    bool unit_normals; /* renormalised */
} figure;

/* What is played: one clip, and one that still fades out. PELT_NONE: the rest pose. */
typedef struct figure_moment {
    uint32_t clip, other_clip;
    pelt_time time, other_time;
    int32_t other_weight; /* Q16; 0: none */
    uint32_t yaw;         /* 1/65536 turns */
} figure_moment;

/*
 * Memory that the stages of a frame have one after the other: poses and model matrices, then the
 * skinned vertices, then the screen's vertices and the rasteriser's lists.
 */
extern int32_t *figure_work;

typedef struct figure_memory {
    void *work, *palettes; /* 8-byte aligned; palettes: and what morph targets move */
    uint32_t work_bytes, palette_bytes;
} figure_memory;
void figure_use(const figure_memory *memory);

/* Bytes of work of a version: of its vertices, its triangles and its poses. */
uint32_t figure_work_bytes(const figure *f, figure_size size, figure_precision precision);

/* Opens a version; ends the run where that cannot be used. Its triangles are counted. */
void figure_add(figure *f, figure_size size, figure_precision precision,
                const pelt_family *family, const void *blob, size_t bytes);

/*
 * Lists the triangles of a version; with `chooses_ramps` colours are chosen for them first.
 * to       [triangle_counts of it]
 * colours  work space: [vertex_counts of it]
 * off      work space, with chooses_ramps: [triangle_counts of it]
 */
void figure_list(figure *f, figure_size size, figure_precision precision, figure_triangle *to,
                 uint8_t (*colours)[4], uint32_t *off, bool chooses_ramps);

/* Has the code of this precision in fast memory; figure_skin() does that itself. */
void figure_load(figure_precision precision);

/* Poses and skins into figure_work, six words a vertex, seen from the camera (view.h). */
void figure_skin(figure *f, const figure_moment *moment);

static inline const pelt_model *figure_model(const figure *f)
{
    return &f->models[f->size][f->precision];
}

static inline bool figure_has(const figure *f, figure_size size, figure_precision precision)
{
    return f->models[size][precision].blob != NULL;
}

/* Prints why, and ends the run, unless PELT_OK. */
void figure_need(pelt_status status, const char *what);

#endif
