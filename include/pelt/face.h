/* SPDX-License-Identifier: MIT */
/* Faces: expressions (names for weights of morph targets), a blinker and a gaze. Expressions come
 * from a .vrm (VRMC_vrm 1.0, VRM 0.x), `bake --expression`, or usual names of morph targets: blink,
 * blinkLeft, blinkRight, the visemes aa ih ou ee oh, and lookUp, lookDown, lookLeft, lookRight.
 *
 *     int32_t weights[FOX_EXPRESSION_COUNT] = {0};
 *     weights[FOX_EXPRESSION_BLINK] = pelt_blinker_step(&blinker, elapsed_ms);
 *     pelt_gaze_aim_q16(&pose, &joints, weights, FOX_EXPRESSION_COUNT, target);  optional
 *     pelt_face_set_q16(&pose, weights, FOX_EXPRESSION_COUNT);  before pelt_morph_build_q16
 *
 * Conventions are those of pelt.h; _q16 calls give the same bits on every core. */
#ifndef PELT_FACE_H
#define PELT_FACE_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of expressions. An expression may hold back a whole kind, as a laugh does blinks. */
typedef enum pelt_expression_kind {
    PELT_EXPRESSION_OTHER = 0, /* a mood, or anything else */
    PELT_EXPRESSION_BLINK,     /* closes one eye or both */
    PELT_EXPRESSION_LOOK,      /* looks to one side */
    PELT_EXPRESSION_MOUTH      /* a viseme */
} pelt_expression_kind;

/* Describes one expression. */
typedef struct pelt_expression_info {
    const char *name;   /* in the blob; "" if the blob's is damaged */
    uint32_t kind;      /* pelt_expression_kind */
    uint32_t is_binary; /* 1: above a half it shows fully, else not at all */
    /* Its effect, while it shows, on each kind: blink, look, mouth. 0: none; 1: they do not show;
     * 2: their weights are multiplied by one minus its weight. */
    uint32_t overrides[3];
} pelt_expression_info;

/* find: the index of the first with that name, or PELT_NONE. get: PELT_E_RANGE past the last. */
uint32_t pelt_expression_find(const pelt_model *model, const char *name);
pelt_status pelt_expression_get(pelt_expression_info *info, const pelt_model *model,
                                uint32_t index);

/* Raises morph weights of a pose: each target to the sum of its parts in all expressions, at most
 * one. A larger weight from a clip stays, so that calling again changes nothing.
 * weights  [count], of the expressions, Q16.16, 0 to 65536 (float 0 to 1), clamped; missing ones
 *          are 0, those beyond the blob's expressions are ignored
 * Right within 2^-16 for each expression of a target. A pose without weights stays as it is.
 * PELT_E_CORRUPT: the blob's section of faces contradicts itself. */
pelt_status pelt_face_set_q16(pelt_pose_q16 *pose, const int32_t *weights, uint32_t count);
pelt_status pelt_face_set_f32(pelt_pose_f32 *pose, const float *weights, uint32_t count);

/* Looks at a place, as VRM's lookAt does: from the angles between the head's view and the place it
 * either turns the eyes or sets the weights of lookUp, lookDown, lookLeft and lookRight. In a blob
 * without a lookAt nothing changes; pelt_pose_aim_* (pelt/motion.h) turns any joint.
 * pose    eyes turn on from their rotations in it
 * joints  built from the pose; those of the eyes and below them are built anew
 * weights [count], as above: those of the four are written, the others stay. NULL with count 0
 * target  in the model's space, Q16.16 of its units (float: glTF units)
 * Angles are right within a tenth of a degree. PELT_E_CORRUPT as above. */
pelt_status pelt_gaze_aim_q16(pelt_pose_q16 *pose, pelt_joints_q16 *joints, int32_t *weights,
                              uint32_t count, const int32_t target[3]);
pelt_status pelt_gaze_aim_f32(pelt_pose_f32 *pose, pelt_joints_f32 *joints, float *weights,
                              uint32_t count, const float target[3]);

/* Flip-book faces: gets the places of the textures of materials at a moment of a clip (STEP keys of
 * KHR_animation_pointer at the offset of a baseColorTexture), for pelt_body.shifts of pelt/draw.h.
 * shifts  [count] by pelt_part_info.material, begun with zeros. The call writes those that the clip
 *         moves and leaves the others, so that a program can set its own, or take a frame of a clip
 *         `blink` that it never plays
 * PELT_E_RANGE: no such clip. */
pelt_status pelt_texture_shifts_get(pelt_texture_shift *shifts, uint32_t count,
                                    const pelt_model *model, uint32_t clip, pelt_time time);

/* A blinker closes the eyes for a quarter of a second every two to six seconds, by any clock. These 16
 * bytes are its whole state: a copy that is put back repeats what followed, to the bit. */
typedef struct pelt_blinker {
    uint32_t random;
    uint32_t clock_hz;
    uint32_t at, length; /* time in, and length of, one period: open, then a blink; clock units */
} pelt_blinker;

/* clock_hz  8 to 2^24: 1000 for milliseconds, 60 for frames; else PELT_E_RANGE
 * seed      characters with different seeds blink at different times */
pelt_status pelt_blinker_open(pelt_blinker *blinker, uint32_t clock_hz, uint32_t seed);

/* How far the eyes are closed, Q16.16, 0 to 65536, `elapsed` units after the last call, however time is
 * divided into calls. More than 16 seconds count as 16. A blinker that is NULL or was not opened: 0. */
int32_t pelt_blinker_step(pelt_blinker *blinker, uint32_t elapsed);

#ifdef __cplusplus
}
#endif

#endif
