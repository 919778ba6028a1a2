/* SPDX-License-Identifier: MIT */
/* One animated property of one joint, between a glTF channel and a track. channels.c makes curves,
 * fit_curves.c chooses their keys and quantise.c packs them. */
#pragma once

#include "bake/model.h"
#include "src/blob/format.h"

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
    bool at_ticks;    /* cubic keys are made at ticks, and none of them is moved to a frame */
    uint32_t key_count;
    int32_t start;  /* of the clip */
    int32_t *ticks; /* strictly increasing */
    double *values;
    double *middles;     /* of linear rotations, for fitting: halfway to the next key */
    uint32_t inserted;   /* candidates that the source does not have */
    uint32_t *keys_left; /* budget of inserted keys, which all curves share */
    uint32_t kept_count;
    uint32_t *kept; /* [kept_count] candidates, ascending; the first and the last among them */
} bake_curve;

/* Makes candidates from a channel of the curve's path and width, whose keys lie within
 * CURVE_MAX_SECONDS. Returns false if keys_left is used up. */
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

/// Distances, and whether one segment can replace several ////////////////////////////////////////

/* Angle of the rotation between two unit quaternions. */
double quat_turn(const double a[4], const double b[4]);

/* The largest angle of a linear segment, in radians: for the library's formulas, and for its arc to
 * stay within a tolerance. */
#define CURVE_MOST_TURN 1.53588974175501 /* 88 degrees */
double curve_turn_within(double tolerance);

/* Whether the stored numbers can hold a rotation's segment, and its quaternions can be normalised
 * safely. */
bool curve_rotation_fits(double points[4][CURVE_BLOCK]);

/* The distance of two values of the curve's kind, in the units of its tolerance. */
double curve_distance(const bake_curve *curve, const double *a, const double *b);

/* Whether all candidates stay within half the tolerance of the first one. */
bool curve_is_constant(const bake_curve *curve);

/* Whether one segment from candidate `from` to candidate `to` > from stays within the tolerance. */
bool curve_spans(const bake_curve *curve, uint32_t from, uint32_t to);

/* The Bezier points of the segment between two candidates of a FORMAT_CUBIC curve, which need not
 * be neighbours. points[1] and points[2] are the `out` of `from` and the `in` of `to`. Only the
 * components of one block. */
void curve_bezier(double points[4][CURVE_BLOCK], const bake_curve *curve, uint32_t from,
                  uint32_t to, uint32_t first);

/// The channels of a clip as curves, each with the tolerance that it may use /////////////////////

typedef struct clip_curves {
    uint32_t count;
    bake_curve *curves;
} clip_curves;

/* Gathers every curve of a clip, not fitted yet. clip_curves_free releases it even after a failure.
 * keys_left: see bake_curve. */
bool clip_curves_gather(clip_curves *out, const bake_model *model, uint32_t clip,
                        uint32_t *keys_left);
void clip_curves_free(clip_curves *curves);

/// The frame grid of a clip //////////////////////////////////////////////////////////////////////

/* The frame grid of a clip, on which its keys are stored where they lie on it: frames of a rate,
 * from the clip's start on. */
typedef struct clip_frames {
    int32_t start;
    uint32_t rate; /* as in format_clip; 0: there is no grid */
} clip_frames;

/* Chooses the grid on which most candidates of all curves lie, and among equals the coarsest. */
clip_frames clip_frames_choose(const bake_curve *curves, uint32_t count, int32_t start,
                               int32_t end);

/* Returns whether the kept keys of a curve lie on the grid, closely enough for their interpolation,
 * and if so writes their frames. */
bool clip_frames_of(uint32_t *frames, const clip_frames *grid, const bake_curve *curve);

/// The keys of a fitted curve in as few bits as its tolerance allows /////////////////////////////

/* The fields of a format_curve and its numbers. region_free releases their memory. */
typedef struct packed_curve {
    uint32_t components;
    uint32_t rows; /* number of keys, or three times as many for cubic curves: in, value, out */
    uint8_t form;
    bool whole;           /* no ranges are stored */
    uint8_t *bits;        /* [components] */
    format_range *ranges; /* [components] */
    uint32_t *numbers;    /* [rows][components] */
    region memory;        /* holds these arrays */
} packed_curve;

#define CURVE_FLOATS INT32_MIN

/* bits: the numbers of a pose are value * 2^bits, except rotations; or CURVE_FLOATS. */
packed_curve curve_quantise(const bake_curve *curve, int bits);
