/* SPDX-License-Identifier: MIT */
/* One animated property of one joint, between a glTF channel and a track. channels.c makes curves,
 * fit_curves.c chooses their keys and quantise.c packs them. */
#pragma once

#include "common/diag.h"
#include "src/blob/format.h"
#include "scene/scene.h"

#define CURVE_MAX_SECONDS 2047.0
#define CURVE_MAX_NEW_KEYS 262144u /* for cubic rotations of a model that become linear keys */
#define CURVE_CHECKS 8u            /* points checked in each segment of the source */
#define CURVE_ROUNDING 0.5         /* share of the tolerance for the rounding of keys, */
#define CURVE_ROUNDING_ALONE 0.75  /* the same if all candidates are kept */
#define CURVE_BLOCK 4u             /* components handled together, as there may be many weights */

/* Candidate keys that follow the source; fitting keeps some of them. A key has `width` values, or
 * three times as many for FORMAT_CUBIC: the Bezier points in, value, out. Rotations are unit
 * quaternions, each in the hemisphere of the one before (linear), or of any length (cubic). */
typedef struct bake_curve {
    uint32_t joint; /* blob joint; for weights the blob mesh */
    enum format_path path;
    enum format_interpolation interpolation;
    uint32_t width;   /* 3 or 4; for weights the number of the mesh's targets */
    double tolerance; /* largest error: length of the difference; rotation: radians; weights: any */
    double most_turn; /* for linear rotations: the largest angle between two keys, radians */
    uint32_t key_count, capacity;
    int32_t *ticks; /* strictly increasing */
    double *values;
    uint32_t inserted;   /* candidates that the source does not have */
    uint32_t *keys_left; /* budget of inserted keys, which all curves share */
    uint32_t kept_count;
    uint32_t *kept; /* [kept_count] candidates, ascending; the first and the last among them */
} bake_curve;

/* Makes candidates from a channel. Returns false if a key's time is out of range or keys_left is
 * used up. */
bool curve_from_channel(bake_curve *curve, const scene_channel *channel, diag *d);

/* Sets one key at time 0: the value does not change. */
void curve_set_constant(bake_curve *curve, const double *value);
void curve_free(bake_curve *curve);

/* fit_curves.c: sets `kept` of all curves, for as few bytes as the tolerance allows. Curves that end
 * with equal key times share a timeline in the blob. */
void fit_curves(bake_curve *curves, uint32_t count);

static inline uint32_t curve_stride(const bake_curve *curve)
{
    return curve->interpolation == FORMAT_CUBIC ? 3 * curve->width : curve->width;
}

/* The value of candidate `key`, without the Bezier points around it. */
static inline const double *curve_value(const bake_curve *curve, uint32_t key)
{
    const uint32_t stride = curve_stride(curve);
    return curve->values + (size_t)key * stride +
           (curve->interpolation == FORMAT_CUBIC ? curve->width : 0);
}

static inline uint32_t curve_block_width(const bake_curve *curve, uint32_t first)
{
    return curve->width - first < CURVE_BLOCK ? curve->width - first : CURVE_BLOCK;
}
