/* SPDX-License-Identifier: MIT */
/* Faces: expressions, which are names for weights of morph targets, a blinker and a gaze. They are those
 * of a .vrm (VRMC_vrm 1.0, VRM 0.x), or found by what morph targets are usually called: blink, blinkLeft,
 * blinkRight, the visemes aa ih ou ee oh, and lookUp, lookDown, lookLeft, lookRight; or `bake --expression`.
 *
 *     int32_t weights[FOX_EXPRESSION_COUNT] = {0};
 *     weights[FOX_EXPRESSION_BLINK] = pelt_blinker_step(&blinker, elapsed_ms);
 *     pelt_gaze_aim_q16(&pose, &joints, weights, FOX_EXPRESSION_COUNT, target);     if it looks at something
 *     pelt_face_set_q16(&pose, weights, FOX_EXPRESSION_COUNT);                      before morph targets
 *
 * Conventions are those of pelt.h; _q16 calls give the same bits on every core. */
#ifndef PELT_FACE_H
#define PELT_FACE_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What an expression is of; others may hold back those of a kind, as a laugh the blinks. */
typedef enum pelt_expression_kind {
    PELT_EXPRESSION_OTHER = 0, /* a mood, or anything else */
    PELT_EXPRESSION_BLINK,     /* of one eye, or both */
    PELT_EXPRESSION_LOOK,      /* to one side */
    PELT_EXPRESSION_MOUTH      /* a viseme */
} pelt_expression_kind;

/* Of one expression. */
typedef struct pelt_expression_info {
    const char *name;   /* in the blob; "" if the blob's is damaged */
    uint32_t kind;      /* pelt_expression_kind */
    uint32_t is_binary; /* 1: it is all there from above a half on, else not at all */
    /* What it does, while it shows, to expressions of the kinds blink, look and mouth. 0: nothing, 1: they
     * do not show, 2: they show by what it leaves of one. */
    uint32_t overrides[3];
} pelt_expression_info;

/* find: the first of that name, or PELT_NONE. get: PELT_E_RANGE past the last. */
uint32_t pelt_expression_find(const pelt_model *model, const char *name);
pelt_status pelt_expression_get(pelt_expression_info *info, const pelt_model *model,
                                uint32_t index);

/* Raises morph weights of a pose to what expressions make of them: of each target the sum of its part in
 * each, at most one. What has more already, of a clip, keeps it, so that calling again changes nothing.
 * weights  [count], Q16.16, 0 to 65536 (float 0 to 1), clamped; missing ones are 0, those beyond the
 *          blob's expressions are left alone
 * Within 2^-16 for each expression of a target. A pose without weights stays as it is.
 * PELT_E_CORRUPT: the section contradicts itself. */
pelt_status pelt_face_set_q16(pelt_pose_q16 *pose, const int32_t *weights, uint32_t count);
pelt_status pelt_face_set_f32(pelt_pose_f32 *pose, const float *weights, uint32_t count);

/* Looks at a place, as lookAt of VRM has it: how far it is aside and above of where the head looks, and from
 * that either turns of the eyes or weights of lookUp, lookDown, lookLeft and lookRight. A blob without a
 * lookAt has no gaze, and all stays as it is; pelt_pose_aim_* (pelt/motion.h) turns any joint.
 * pose    eyes turn further from where it has them
 * joints  built from it; what hangs on an eye is built anew
 * weights [count], as above: the four expressions' are written, the others stay. NULL with count 0
 * target  in the model's space, Q16.16 of its units (float: glTF units)
 * Angles are right within a tenth of a degree. PELT_E_CORRUPT as above. */
pelt_status pelt_gaze_aim_q16(pelt_pose_q16 *pose, pelt_joints_q16 *joints, int32_t *weights,
                              uint32_t count, const int32_t target[3]);
pelt_status pelt_gaze_aim_f32(pelt_pose_f32 *pose, pelt_joints_f32 *joints, float *weights,
                              uint32_t count, const float target[3]);

/* Flip-book faces: where a clip has the textures of materials at a moment (STEP keys of
 * KHR_animation_pointer at the offset of a baseColorTexture), for pelt_body.shifts of pelt/draw.h.
 * shifts  [count] by pelt_part_info.material, begun with zeros. Of those that the clip moves they are
 *         written, the others stay, so that a program sets its own, or takes a frame of a clip `blink`
 *         that it never plays
 * PELT_E_RANGE: no such clip. */
pelt_status pelt_texture_shifts_get(pelt_texture_shift *shifts, uint32_t count,
                                    const pelt_model *model, uint32_t clip, pelt_time time);

/* Eyes that close for a quarter of a second every two to six, by any clock; 16 bytes, of which a copy is
 * the whole state: put back, what follows is the same to the bit. */
typedef struct pelt_blinker {
    uint32_t random;
    uint32_t clock_hz;
    uint32_t at, length; /* of eyes that are open, then blink; in units of the clock */
} pelt_blinker;

/* clock_hz  8 to 2^24: 1000 for milliseconds, 60 for frames; else PELT_E_RANGE
 * seed      characters with other ones blink at other times */
pelt_status pelt_blinker_open(pelt_blinker *blinker, uint32_t clock_hz, uint32_t seed);

/* How far the eyes are closed, Q16.16, 0 to 65536, `elapsed` units after the last call, however time is
 * cut. After a pause of more than 16 seconds it goes on as after 16. 0 for NULL and what was not opened. */
int32_t pelt_blinker_step(pelt_blinker *blinker, uint32_t elapsed);

#ifdef __cplusplus
}
#endif

#endif
