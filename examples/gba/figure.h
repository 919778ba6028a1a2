/* SPDX-License-Identifier: MIT */
/*
 * The character on the Game Boy Advance: four versions of it in slow RAM (EWRAM), one posed and
 * skinned in the fast (IWRAM), and what each stage took.
 *
 * FIGURE_IS_MODEL: a character that the user chose, in one size
 */
#ifndef GBA_FIGURE_H
#define GBA_FIGURE_H

#include <stdbool.h>
#include <stdint.h>

#include "pelt/motion.h"

#ifdef FIGURE_IS_MODEL
#include "hero500_q12.h"
#include "hero500_q16.h"
#define FIGURE_TRIANGLES_MAX 3000u
#else
#define FIGURE_TRIANGLES_MAX 1024u
#endif
/* What does not fit into fast memory is in the slow. */
#if defined(FIGURE_IS_MODEL) && HERO500_Q12_VERTICES > 500
#define FIGURE_VERTICES_MAX 2000u
#define FIGURE_WORK
#else
#define FIGURE_VERTICES_MAX 500u
#define FIGURE_WORK CONSOLE_FAST
#endif
#if defined(FIGURE_IS_MODEL) && \
    HERO500_Q16_STAGES_BYTES - HERO500_Q16_POSE_BYTES - HERO500_Q16_JOINTS_BYTES > 2400
#define FIGURE_ENTRIES_MAX 250u
#define FIGURE_PALETTES
#else
#define FIGURE_ENTRIES_MAX 50u /* of all palettes, mixes included */
#define FIGURE_PALETTES CONSOLE_FAST
#endif
#define FIGURE_JOINTS_MAX 93u /* two poses and the model matrices in the space of 500 vertices */
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

#ifdef FIGURE_IS_MODEL
#define FIGURE_SIZE_NAMES { "ALL" }
typedef enum figure_size { FIGURE_500, FIGURE_SIZES } figure_size;
#else
#define FIGURE_SIZE_NAMES { "500", "250" }
typedef enum figure_size { FIGURE_500, FIGURE_250, FIGURE_SIZES } figure_size;
#endif
typedef enum figure_precision { FIGURE_Q12, FIGURE_Q16, FIGURE_PRECISIONS } figure_precision;

/*
 * For the rasteriser, low halves first: byte offsets of the corners' screen vertices, 8 bytes each,
 * and the ramp's first colour times 256.
 */
typedef struct figure_triangle {
    uint32_t a_b, c_ramp;
} figure_triangle;

typedef struct figure {
    pelt_model models[FIGURE_SIZES][FIGURE_PRECISIONS];
    figure_triangle triangles[FIGURE_SIZES][FIGURE_PRECISIONS][FIGURE_TRIANGLES_MAX];
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
 * Fast memory that the stages of a frame have one after the other: poses and model matrices, then
 * the skinned vertices, then the screen's vertices and the rasteriser's lists.
 */
extern int32_t figure_work[FIGURE_VERTICES_MAX * 6u];

/* Copies and opens all versions; ends the run where one cannot be used. */
void figure_open(figure *f);

/* Has the code of this precision in fast memory; figure_skin() does that itself. */
void figure_load(figure_precision precision);

/* Poses and skins into figure_work, six words a vertex, seen from the camera (view.h). */
void figure_skin(figure *f, const figure_moment *moment);

static inline const pelt_model *figure_model(const figure *f)
{
    return &f->models[f->size][f->precision];
}

/* For the screen and for tables. */
static inline const char *figure_size_name(figure_size size)
{
    static const char *const names[FIGURE_SIZES] = FIGURE_SIZE_NAMES;

    return names[size];
}

/* Prints why, and ends the run, unless PELT_OK. */
void figure_need(pelt_status status, const char *what);

#endif
