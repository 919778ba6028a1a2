/* SPDX-License-Identifier: MIT */
/* Motion between the clip and the palette: times in clips, their events, poses from several clips,
 * and edits of a pose before model matrices are built.
 *
 *   player -> [events, root motion] -> poses -> layers -> overrides, aim, limbs -> joints -> bounds
 *
 * All calls are built on the stages of pelt.h, and its conventions hold. Nothing is linked that is
 * not called. _q16 calls give the same bits on every core; _f32 calls compute in float. The library
 * keeps no state but in the caller's objects. */
#ifndef PELT_MOTION_H
#define PELT_MOTION_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Player: time in a clip ///////////////////////////////////////////////////////////////////////
/* Flag of a player: to the clip's end, back to its start, and again. Others: PELT_LOOP; 0 stops at
 * either end. */
#define PELT_PING_PONG 2u

/* Where a clip is, by any clock and at any speed, in whole ticks and a remainder, so that it never
 * drifts from the sum of all that has elapsed. 56 bytes with 32-bit pointers; arithmetic of poses
 * plays no part in it. After a start, `speed` is yours to change at any time, the rest is to read.
 * One that was not started, all zeros, is refused: by calls of players with PELT_E_ARGUMENT.
 *
 * phase is in ticks since the clip's start, one period being
 *   PELT_LOOP       [0, duration)           duration
 *   PELT_PING_PONG  [-duration, duration)   2 duration: below 0 it goes back, at the tick -phase
 *   0               [-1, duration + 1]      none: one tick past an end is past it
 * The last update, move or follow went turns * period + phase - from ticks. Loops of length zero stand
 * still at phase 0. */
typedef struct pelt_player {
    const pelt_model *model;
    uint32_t clip;
    pelt_time start;    /* of the clip */
    int32_t duration;   /* of the clip, ticks, >= 0 */
    uint32_t clock_hz;  /* clock units per second */
    uint32_t clock;     /* last reading */
    int32_t speed;      /* Q16.16, 65536 as made, 0 stands, negative goes back */
    uint32_t flags;     /* PELT_LOOP, PELT_PING_PONG or 0 */
    int32_t phase;      /* now */
    int32_t from;       /* before the last update, move or follow */
    int32_t turns;      /* periods crossed by it, < 0 going back; saturated */
    uint32_t remainder; /* ticks / clock_hz beyond phase, [0, clock_hz) */
    uint32_t finished;  /* 1: flags are 0 and phase is past an end */
    pelt_time time;     /* glTF time to sample the clip at, within it */
} pelt_player;

/* At the start of a clip, at speed one. To play once backwards, seek the clip's end and set speed.
 * clock_hz  1 to 2^31: 1000 for milliseconds, 60 for frames, 65536 for Q16.16 seconds
 * now       the clock's reading; it may wrap at 2^32
 * PELT_E_RANGE: no such clip, or it is longer than 2^31 - 4 ticks (2047 s). */
pelt_status pelt_player_start(pelt_player *player, const pelt_model *model, uint32_t clip,
                              uint32_t clock_hz, uint32_t now, uint32_t flags);

/* Plays on to the clock's reading, less than 2^32 units after the last one: by elapsed * speed * 16
 * / clock_hz ticks, exactly as far as 2^59 of them. */
pelt_status pelt_player_update(pelt_player *player, uint32_t now);

/* The same by a number of ticks, of either sign, whatever speed and clock are: for scrubbing, and
 * clocks in ticks. */
pelt_status pelt_player_move(pelt_player *player, pelt_time ticks);

/* Goes to a glTF time at once: nothing fires, the remainder is dropped. Loops take it modulo their
 * period, from the clip's start; others stop past the end. */
pelt_status pelt_player_seek(pelt_player *player, pelt_time time);

/* Clips in step, as walk and run: puts a player where its leader is, as a part of its own clip,
 * with the leader's flags, turns and clock; `from` too, so that its events and root motion are
 * those of this step. Update the leader, then call this instead of updating. Its own speed is kept;
 * only pelt_change_follow_* uses it. Phase is the leader's * duration / the leader's duration,
 * towards zero to a tick; past an end is past the end. */
pelt_status pelt_player_follow(pelt_player *player, const pelt_player *leader);

/* Poses a character where a player is. The clock of pelt_character_play_* does not notice.
 * PELT_E_MISMATCH: the player was not started, or is of another model than character->pose.model. */
pelt_status pelt_character_follow_q16(pelt_character_q16 *character, const pelt_player *player);
pelt_status pelt_character_follow_f32(pelt_character_f32 *character, const pelt_player *player);

/* Speed, Q16.16, for the leader of two clips that are blended: a period then lasts the mean of both
 * durations.
 * weight  of the follower, Q16.16, 0 to 65536 (clamped)
 * Rounded down, the mean to a tick; saturated. 65536 where the mean is zero, or a player is NULL or
 * was not started. */
int32_t pelt_player_pace_get(const pelt_player *leader, const pelt_player *follower,
                             int32_t weight);

/* A weight, Q16.16, for the layer of a clip that plays once: from 0 at its start to 65536 `in`
 * ticks later, and back to 0 over the last `out` ticks; the smaller of both, rounded down. It is 0
 * for a player that is finished or was never started, and 65536 for one that loops: between loops a
 * fade is yours, elapsed * 65536 / length.
 * in, out  0 and less: at once */
int32_t pelt_player_fade_get(const pelt_player *player, pelt_time in, pelt_time out);

/// Changes of clips /////////////////////////////////////////////////////////////////////////////
/* Turns one clip into another without a second sample in each frame. The offset of the pose from
 * the new clip at the change, and the speed of that offset, decay over a time (inertialisation: D.
 * Bollo, GDC 2018). Rotations, translations, scales and morph weights keep their speed, also in a
 * change during another one. While a change decays, a frame costs below 60 % of a cross-fade's on a
 * Cortex-M4 and a Game Boy Advance (docs/MOTION.md), and between changes only the sample. */

/* Words for the offsets: 52 bytes a joint, 8 a morph weight. */
#define PELT_CHANGE_WORDS(joints, targets) (13 * (joints) + 2 * (targets))

/* A change of one character, in either arithmetic. Set words and word_count, zero the rest. Copies
 * of this and of the words are the whole state. */
typedef struct pelt_change {
    uint32_t *words;     /* yours, [word_count] */
    uint32_t word_count; /* PELT_CHANGE_WORDS of the model's joint_count and target_count */
    uint32_t restarts;   /* yours: 1 makes the next call a change, though the clip is the same */
    uint32_t length, elapsed; /* of the last change, clock units; equal: it is over */
    pelt_player last;         /* the player at the last call */
} pelt_change;

/* Call it instead of pelt_character_follow_*: it poses a character where a player is and adds the
 * offset that is left. A change begins when the player is in another clip than at the last call.
 * The old clip plays on to now by itself: just start the player on the new clip. A change takes the
 * room of the model matrices, which are then built anew. Apply layers, aims and limbs afterwards.
 * length  in units of the player's clock: a change at this call decays over it, by updates, not by
 *         pelt_player_move, which leaves the clock; 0: at once
 * Rotations are right within 2^-12; those of over 140 degrees may lose some of their speed. Speeds
 * are measured over 1/256 s, and count for at most 4 s of length. A jump at a loop's end is not
 * counted as speed, but that of a STEP key just before a change is. A morph weight overshoots by less
 * than one.
 * PELT_E_MISMATCH: the player, or the number of words, is another model's. Where a page of the new
 * clip is missing at a change, the pose is left in either clip, and the change begins at the next call;
 * if the old clip can no longer be sampled, the new one plays at once. */
pelt_status pelt_change_follow_q16(pelt_character_q16 *character, pelt_change *change,
                                   const pelt_player *player, uint32_t length);
pelt_status pelt_change_follow_f32(pelt_character_f32 *character, pelt_change *change,
                                   const pelt_player *player, uint32_t length);

/// Events ///////////////////////////////////////////////////////////////////////////////////////
/* Events are named moments of a clip: glTF `animations[i].extras.events`, or `bake --events FILE`. */

/* Name and glTF time of an event of a clip, which are in the order of time, those of one time in the
 * file's order. `time` may be NULL. Past the last or without a model it returns NULL, and *time stays.
 * The name is in the blob; it is "" if the blob's is damaged. */
const char *pelt_clip_event_get(pelt_time *time, const pelt_model *model, uint32_t clip,
                                uint32_t index);

/* Name of the index-th event that fired in the last update, move or follow, in the order of
 * playing, or NULL past the last:
 *     const char *name;
 *     for (uint32_t i = 0; (name = pelt_player_event_get(&player, i)) != NULL; i++)
 * Going from a to b, on the line on which periods follow each other, events at a <= t < b fire,
 * going back those at b < t <= a: none is lost and none fires twice while the direction stays. The
 * end of a loop is the start of its next period: first come the events at the end, then those at
 * the start. Where ping-pong turns, events fire once. One at the end of a clip without a loop fires
 * when it is past. */
const char *pelt_player_event_get(const pelt_player *player, uint32_t index);

/// Root motion //////////////////////////////////////////////////////////////////////////////////
/* What moves a character as a whole, taken out of the clips by `bake --root-motion NODE`: the program
 * adds it to the character's place in the world, in a matrix of its own. A turn about +Y, then a
 * translation; a movement between two moments, or a place that movements have led to.
 *
 *     pelt_player_root_get_q16(&step, &player);     what the last update moved it by
 *     pelt_root_move_q16(&place, &step);            in the place's own frame
 *     pelt_root_matrix_get_q16(&matrix, &place);    from model space to the world */
typedef struct pelt_root_q16 {
    int32_t translation[3]; /* Q16.16 in the model's units; y is 0 in clips, yours in places */
    int32_t yaw;            /* 2^32 is one turn: it wraps; from +Z towards +X */
} pelt_root_q16;
typedef struct pelt_root_f32 {
    float translation[3]; /* glTF units */
    float yaw;            /* turns, [-0.5, 0.5] in what comes from here */
} pelt_root_f32;

/* The movement of a clip from one moment to another, in the frame at `from`: (T Ry)(from)^-1 times
 * (T Ry)(to). Zero where the clip stays in place, or the blob has no root motion. Fixed: within 2^-15
 * units, 2^-21 of its length and 2^-23 turns of the lines between stored keys; float: to the rounding
 * of their places and turns; whole periods add theirs.
 * from, to  glTF time, clamped to the clip
 * turns     whole periods in between: of a loop that passed its end once 1, back through its start -1
 * PELT_E_RANGE: no such clip, or the movement, or that of 2, 4, 8 ... up to `turns` periods, leaves
 * Q16.16 (float: is not finite).
 * PELT_E_CORRUPT: the section contradicts itself. */
pelt_status pelt_clip_root_get_q16(pelt_root_q16 *root, const pelt_model *model, uint32_t clip,
                                   pelt_time from, pelt_time to, int32_t turns);
pelt_status pelt_clip_root_get_f32(pelt_root_f32 *root, const pelt_model *model, uint32_t clip,
                                   pelt_time from, pelt_time to, int32_t turns);

/* The movement of a player's last update, move or follow. Going back undoes what going forward did,
 * so ping-pong stays round its start. Statuses as above. */
pelt_status pelt_player_root_get_q16(pelt_root_q16 *root, const pelt_player *player);
pelt_status pelt_player_root_get_f32(pelt_root_f32 *root, const pelt_player *player);

/* Moves a movement towards another, as pelt_pose_blend_* does poses: translations in a straight
 * line, yaw the shorter way. To nearest.
 * weight  Q16.16, 0 (it stays) to 65536 (it becomes `other`); float 0 to 1 */
pelt_status pelt_root_blend_q16(pelt_root_q16 *root, const pelt_root_q16 *other, int32_t weight);
pelt_status pelt_root_blend_f32(pelt_root_f32 *root, const pelt_root_f32 *other, float weight);

/* The place after a movement in its own frame: translation + Ry(yaw) times the movement's, which is
 * then rounded to nearest; yaws add up. PELT_E_RANGE, and the place stays, where it leaves Q16.16
 * (float: where it is not finite): move the world's origin, or start again at the other edge. */
pelt_status pelt_root_move_q16(pelt_root_q16 *place, const pelt_root_q16 *movement);
pelt_status pelt_root_move_f32(pelt_root_f32 *place, const pelt_root_f32 *movement);

/* T(translation) Ry(yaw), which takes what is skinned there. Sines to nearest; in float within 3e-7
 * of the yaw's. */
pelt_status pelt_root_matrix_get_q16(pelt_matrix_q16 *matrix, const pelt_root_q16 *place);
pelt_status pelt_root_matrix_get_f32(pelt_matrix_f32 *matrix, const pelt_root_f32 *place);

/* Root motion off: what the bake took out of a clip goes back into a pose that was sampled from it, so
 * that it is where the file has it, as exactly as without --root-motion. Only the local transform of
 * the node that was named changes; do it before layers and aims, and move no place by that clip.
 * Nothing to do where a clip stays in place.
 * time  as sampled: glTF time, at the clip's ends beyond them
 * PELT_E_RANGE, and the pose stays: no such clip, or a translation leaves the format of poses, 1024
 * units in exact models, or what is above the node scales to nothing. PELT_E_CORRUPT as above. */
pelt_status pelt_pose_root_restore_q16(pelt_pose_q16 *pose, uint32_t clip, pelt_time time);
pelt_status pelt_pose_root_restore_f32(pelt_pose_f32 *pose, uint32_t clip, pelt_time time);

/// Masks ////////////////////////////////////////////////////////////////////////////////////////
/* How much of a layer each part of a model takes: uint8_t mask[PELT_MASK_BYTES(model)], 255 is all
 * of it and 0 nothing; joints first, then one for the morph weights of each mesh. Yours to fill by
 * hand; NULL instead of a mask is all of everything. Layers cannot tell whose mask they are given:
 * it must have the bytes of the pose's model. */
#define PELT_MASK_BYTES(model) ((model)->joint_count + (model)->mesh_count)

/* A joint, all below it, and the meshes whose joint is among them (pelt_mesh_info). The rest of the
 * mask stays: begin with zeros.
 * mask_bytes  PELT_MASK_BYTES(model), else PELT_E_MISMATCH: it is a mask of another model
 * weight      0 to 255, else PELT_E_ARGUMENT
 * PELT_E_RANGE: no such joint. */
pelt_status pelt_mask_set(uint8_t *mask, uint32_t mask_bytes, const pelt_model *model,
                          uint32_t joint, uint32_t weight);

/* Finds a mask that `bake --mask` stored in the blob by its name; NULL if there is none. */
const uint8_t *pelt_mask_find(const pelt_model *model, const char *name);

/// Layers ///////////////////////////////////////////////////////////////////////////////////////
/* All change `pose`, morph weights too, and take poses of its model, which may be `pose` itself.
 * mask: see above, or NULL; where it is m, the weight is the call's times m / 255. Weights are Q16.16 in
 * fixed point. Weight 0 leaves the pose to the bit; one that is out of range, or not a number:
 * PELT_E_ARGUMENT. docs/MOTION.md has the errors.
 *
 * blend: towards another pose. Translations, scales and morph weights in a straight line; rotations
 * the shorter way, in a line and then normalised (unit within 2^-23; float 1e-6), which is off the
 * even pace by 0.1 degrees where the poses are 45 degrees apart, by 0.9 at 90.
 * weight  0 to 1; at 1 it becomes `other`, to the bit */
pelt_status pelt_pose_blend_q16(pelt_pose_q16 *pose, const pelt_pose_q16 *other, int32_t weight,
                                const uint8_t *mask);
pelt_status pelt_pose_blend_f32(pelt_pose_f32 *pose, const pelt_pose_f32 *other, float weight,
                                const uint8_t *mask);

/* Several poses at once, in place of what `pose` was: weighted sums, divided by the sum of all
 * weights; of each rotation the one of q and -q that is nearer to the first pose's, normalised.
 * poses, weights  [count]; weights >= 0, their sum > 0 (float: 1e-30 to 1e30), else
 *                 PELT_E_ARGUMENT */
pelt_status pelt_pose_blend_many_q16(pelt_pose_q16 *pose, const pelt_pose_q16 *const *poses,
                                     const int32_t *weights, uint32_t count);
pelt_status pelt_pose_blend_many_f32(pelt_pose_f32 *pose, const pelt_pose_f32 *const *poses,
                                     const float *weights, uint32_t count);

/* Adds the difference of `layer` from `reference`, the rest pose or a moment of the layer's clip:
 *   rotation       pose * (1 + weight (d - 1)), normalised; d = conj(reference) * layer, w >= 0
 *   translation    pose + weight (layer - reference); morph weights alike
 *   scale          pose * (1 + weight (layer / reference - 1)); stays where the reference is 0
 * In fixed point what leaves the format of a pose is saturated, and morph weights at +-64.
 * weight  -1 to 2 */
pelt_status pelt_pose_add_q16(pelt_pose_q16 *pose, const pelt_pose_q16 *layer,
                              const pelt_pose_q16 *reference, int32_t weight, const uint8_t *mask);
pelt_status pelt_pose_add_f32(pelt_pose_f32 *pose, const pelt_pose_f32 *layer,
                              const pelt_pose_f32 *reference, float weight, const uint8_t *mask);

/// Rotations ////////////////////////////////////////////////////////////////////////////////////
/* Rotations are unit quaternions: Q30, or float. Angles are Q32 of a turn, which wraps, or turns in
 * float. Directions have any length but 0 and any format. Results are unit within 2^-23 in q16, 1e-6
 * in f32; outputs may be inputs. */
#define PELT_HALF_TURN_Q16 0x7FFFFFFF /* less 2^-32 turns: no limit */
#define PELT_HALF_TURN_F32 0.5f

/* second, then first: the turn first * second. Within 2^-24, or 4e-7. */
pelt_status pelt_rotation_multiply_q16(int32_t rotation[4], const int32_t first[4],
                                       const int32_t second[4]);
pelt_status pelt_rotation_multiply_f32(float rotation[4], const float first[4],
                                       const float second[4]);

/* The turn back, exactly, as initialiser of an array of the rotation's own type:
 * int32_t back[4] = PELT_ROTATION_INVERSE(turn); `rotation` is evaluated four times. */
#define PELT_ROTATION_INVERSE(rotation)                                                            \
    {                                                                                              \
        -(rotation)[0], -(rotation)[1], -(rotation)[2], (rotation)[3]                              \
    }

/* From one towards another by a weight, the nearer way, as pelt_pose_blend_* turns joints: in a line
 * and then normalised.
 * weight  Q16.16, 0 (it is `from`, to the bit) to 65536 (`to`); float 0 to 1; else PELT_E_ARGUMENT */
pelt_status pelt_rotation_blend_q16(int32_t rotation[4], const int32_t from[4], const int32_t to[4],
                                    int32_t weight);
pelt_status pelt_rotation_blend_f32(float rotation[4], const float from[4], const float to[4],
                                    float weight);

/* By an angle about an axis, counter-clockwise as seen from its tip; axis 0: none. q16 within
 * 2^-24; f32 within 4e-7 for angles within one turn. */
pelt_status pelt_rotation_build_about_q16(int32_t rotation[4], const int32_t axis[3],
                                          int32_t angle);
pelt_status pelt_rotation_build_about_f32(float rotation[4], const float axis[3], float angle);

/* The shortest turn that brings one direction to another, within 2^-21, or 2e-6. Opposite ones:
 * half a turn about the cross product of the first with that of x, y and z which is least aligned
 * with it. A direction 0: none. */
pelt_status pelt_rotation_build_between_q16(int32_t rotation[4], const int32_t from[3],
                                            const int32_t to[3]);
pelt_status pelt_rotation_build_between_f32(float rotation[4], const float from[3],
                                            const float to[3]);

/* A vector turned, in its own format; |vector| < 2^31. Within one step and 2^-23 of its length; in
 * float 1e-6 of it. */
pelt_status pelt_rotation_apply_q16(int32_t turned[3], const int32_t rotation[4],
                                    const int32_t vector[3]);
pelt_status pelt_rotation_apply_f32(float turned[3], const float rotation[4],
                                    const float vector[3]);

/* rotation = swing * twist: twist about the axis, swing about one across it. Where the axis is
 * turned over, twist is none. Either may be NULL; axis 0: twist is none. */
pelt_status pelt_rotation_split_q16(int32_t swing[4], int32_t twist[4], const int32_t rotation[4],
                                    const int32_t axis[3]);
pelt_status pelt_rotation_split_f32(float swing[4], float twist[4], const float rotation[4],
                                    const float axis[3]);

/* About the same axis, by no more than an angle, [0, half a turn], else PELT_E_ARGUMENT. As given,
 * to the bit, where it is within it. */
pelt_status pelt_rotation_limit_q16(int32_t limited[4], const int32_t rotation[4], int32_t angle);
pelt_status pelt_rotation_limit_f32(float limited[4], const float rotation[4], float angle);

/// Overrides, aim, limbs ////////////////////////////////////////////////////////////////////////
/* Edits of a pose between sampling and model matrices. PELT_E_RANGE: no such joint. */
#define PELT_ROTATE_ADD 32u   /* turns it further; else the rotation replaces its own */
#define PELT_ROTATE_MODEL 64u /* in the model's axes, else in its parent's */

/* Axes as rotations alone make them: scales above the joint are left out. No matrices are needed,
 * and those that were built stay: pelt_joints_rebuild_* makes them true. */
pelt_status pelt_pose_rotate_q16(pelt_pose_q16 *pose, uint32_t joint, const int32_t rotation[4],
                                 uint32_t flags);
pelt_status pelt_pose_rotate_f32(pelt_pose_f32 *pose, uint32_t joint, const float rotation[4],
                                 uint32_t flags);

#define PELT_MOVE_ADD 2048u /* moves it further; else the translation replaces its own */

/* Moves a joint, along its parent's axes: hips down, a prop along a hand. Model matrices as above.
 * translation  Q16.16 of the model's units, as poses have it; with PELT_GLTF_UNITS of glTF's, as the
 *              node has it in the file (to nearest); float: glTF units with and without
 * flags        0, PELT_MOVE_ADD, PELT_GLTF_UNITS
 * PELT_E_RANGE also where it leaves the range of poses (float: where it is not finite). */
pelt_status pelt_pose_move_q16(pelt_pose_q16 *pose, uint32_t joint, const int32_t translation[3],
                               uint32_t flags);
pelt_status pelt_pose_move_f32(pelt_pose_f32 *pose, uint32_t joint, const float translation[3],
                               uint32_t flags);

/* How far an aim or a limb is from its target when all has turned, weight and limits included. */
typedef struct pelt_miss_q16 {
    int32_t distance; /* a limb's end from its target, Q16.16, to a step; INT32_MAX: more; aims 0 */
    int32_t angle;    /* an aim's axis from its target, 2^32 is a turn; limbs 0 */
    uint32_t stopped; /* 1: the weight aside, something kept it from the target (see below) */
} pelt_miss_q16;

/* The same in float. */
typedef struct pelt_miss_f32 {
    float distance, angle; /* glTF units; turns */
    uint32_t stopped;
} pelt_miss_f32;

/* Turns a joint so that an axis of its own points at a place: the shortest way, in its parent's
 * axes, whatever scales are above. With a count its ancestors take part, the uppermost first: each
 * makes an equal part of what is left of the turn, and no more than the limit.
 *
 * Where a head faces +Z in the rest pose, its axis is elements 8 to 10 of its matrix in that pose.
 * Members from `up` on may stay 0. With an up the joint does not roll: of all turns that point the axis
 * at the place it makes the one which brings up as near to the pole as can be. Where either is along
 * the axis, it is the shortest turn. With an offset the axis begins there, as at an eye, and is a line
 * that goes through the target, or beside one that is nearer to the joint than the line. */
typedef struct pelt_aim_q16 {
    uint32_t joint;
    uint32_t count;    /* of joints that turn: it and those above it, as far as there are; 0 is 1 */
    int32_t axis[3];   /* in the joint's glTF space, any length; 0: nothing turns */
    int32_t limit;     /* of each joint's turn, 2^32 is a turn; PELT_HALF_TURN_Q16: none */
    int32_t up[3];     /* an axis as `axis`; 0: none */
    int32_t pole[3];   /* a direction in the model's space, any length; 0: +Y */
    int32_t offset[3]; /* a place in the joint's glTF space, Q16.16 of the model's units */
} pelt_aim_q16;

/* The same in float. */
typedef struct pelt_aim_f32 {
    uint32_t joint, count;
    float axis[3], limit; /* turns, [0, 0.5] */
    float up[3], pole[3], offset[3];
} pelt_aim_f32;

/* joints  built from the pose; what hangs on a joint that turned is built anew, so that they stay true
 * miss    or NULL. stopped: by the joint's own limit, or where there is no way, the axis being 0 or the
 *         target at the joint, or the line passes the target. angle: at the eye, 0 where no way is, by
 *         the matrix: where scales make an axis n times shorter it may be 2^-21 n radians off
 * target  in the model's space, Q16.16 of its units (float: glTF units); one at the joint's own place
 *         turns nothing
 * weight  Q16.16, 0 (nothing turns, to the bit) to 65536; float 0 to 1; else PELT_E_ARGUMENT. Each
 *         joint makes this part of its turn, as pelt_rotation_blend_*, within this part of its limit.
 */
pelt_status pelt_pose_aim_q16(pelt_pose_q16 *pose, pelt_joints_q16 *joints, pelt_miss_q16 *miss,
                              const pelt_aim_q16 *aim, const int32_t target[3], int32_t weight);
pelt_status pelt_pose_aim_f32(pelt_pose_f32 *pose, pelt_joints_f32 *joints, pelt_miss_f32 *miss,
                              const pelt_aim_f32 *aim, const float target[3], float weight);

#define PELT_LIMB_POLE 128u    /* of a limb: bends towards its pole */
#define PELT_LIMB_JOINTS 4096u /* of a limb: upper and middle are named; else both have to be 0 */

/* Two bones, as an arm or a leg: two joints above a joint, upper and middle, turn so that its end
 * reaches a place, and it keeps its local rotation. They are its grandparent and parent, or named: any
 * joint above another; what is between follows rigidly. The end is the joint's origin, or an offset
 * from it, as the ball of a foot.
 * The middle joint bends in the plane of upper, target and pole, to the pole's side. Without a pole, or
 * where it is in line with the target, the plane is the one nearest to that in which the limb is bent;
 * for a straight limb, that in which the rest pose bends; where that is straight too, it bends towards
 * +Z, then +Y. Too far: straight towards the target. Too near for bones of different length: folded, as
 * near as it comes. Without a first bone the second turns alone, and vice versa; without both nothing.
 * softness  part of the limb's length, Q16.16, [0, 65536]: how far before full stretch it begins to
 *           fall behind the target, so that it is never quite straight and the middle joint does
 *           not snap; 0 reaches exactly. The length reached has no kink. */
typedef struct pelt_limb_q16 {
    uint32_t joint, flags; /* 0, PELT_LIMB_POLE, PELT_LIMB_JOINTS */
    int32_t pole[3];       /* a place, as target */
    int32_t softness;
    uint32_t upper, middle; /* with PELT_LIMB_JOINTS */
    int32_t offset[3];      /* in the joint's glTF space, Q16.16 of the model's units */
} pelt_limb_q16;

/* The same in float. */
typedef struct pelt_limb_f32 {
    uint32_t joint, flags;
    float pole[3], softness; /* [0, 1] */
    uint32_t upper, middle;
    float offset[3];
} pelt_limb_f32;

/* As pelt_pose_aim_*; with a weight both joints go from where they were to where the limb reaches, as
 * pelt_rotation_blend_*. stopped: the limb is too short, too long or too soft for its target. Bones are
 * what translations make of them; right to rounding where scales above are the same along all axes. A
 * target at the upper joint is reached where both bones are as long, folded the way the limb points.
 * PELT_E_RANGE where two joints above the joint are missing, or those named are not above it in this
 * order. */
pelt_status pelt_pose_reach_q16(pelt_pose_q16 *pose, pelt_joints_q16 *joints, pelt_miss_q16 *miss,
                                const pelt_limb_q16 *limb, const int32_t target[3], int32_t weight);
pelt_status pelt_pose_reach_f32(pelt_pose_f32 *pose, pelt_joints_f32 *joints, pelt_miss_f32 *miss,
                                const pelt_limb_f32 *limb, const float target[3], float weight);

/// Sockets //////////////////////////////////////////////////////////////////////////////////////
/* Hangs a prop, another model, on a joint of a model: `joints`, built from the prop's pose, come out
 * as if its scene were below the joint, which `bake --socket` makes of any node. Palettes built of them
 * skin the prop's vertices in the scene of the other model, in the prop's own units. Build the prop's
 * anew before each hang; of a prop that does not move, keep a copy of the built ones. On a joint that
 * mirrors, its fronts become backs: draw both faces.
 * with    built joints of the other model, not these; any units, exact and lean may be mixed
 * q16: 3x3 within half a step of Q29, translation within one step of the prop's; PELT_E_RANGE, and
 * nothing changed, where an element leaves +-2, in a lean prop +-1.15, or a translation 32 bits: a
 * prop may become larger than it is by no more than that (bake it larger, or the joint smaller). */
pelt_status pelt_joints_hang_q16(pelt_joints_q16 *joints, const pelt_joints_q16 *with,
                                 uint32_t joint);
pelt_status pelt_joints_hang_f32(pelt_joints_f32 *joints, const pelt_joints_f32 *with,
                                 uint32_t joint);

/// Bounds ///////////////////////////////////////////////////////////////////////////////////////
/* A box along the axes of model space, for culling and shadows. Fixed: Q16.16, the model's units;
 * INT32_MIN to INT32_MAX on all axes is anywhere (float: +-3.4e38). Blobs of `bake --no-boxes` have
 * none. */
typedef struct pelt_box_q16 {
    int32_t min[3], max[3];
} pelt_box_q16;

/* The same in float. */
typedef struct pelt_box_f32 {
    float min[3], max[3];
} pelt_box_f32;

/* The box of all vertices of a mesh, or of PELT_ALL_MESHES, over a whole clip, as it played in the
 * bake, plus half of a vertex's largest step between the moments looked at. PELT_E_RANGE: the blob
 * has no boxes, or no such clip or mesh. PELT_E_CORRUPT: its boxes are damaged. */
pelt_status pelt_clip_box_get_q16(pelt_box_q16 *box, const pelt_model *model, uint32_t clip,
                                  uint32_t mesh);
pelt_status pelt_clip_box_get_f32(pelt_box_f32 *box, const pelt_model *model, uint32_t clip,
                                  uint32_t mesh);

/* A box that holds every vertex of a mesh, or of PELT_ALL_MESHES, as pelt_mesh_skin_* makes it of
 * these model matrices, in any pose, to the last step of its rounding, with weights of any sign and
 * size; in lean models where kernels do not wrap (docs/NOTES.md). It costs what joints cost, no
 * palette and no vertex. It is anywhere if a joint's vertices may be 2048 units (lean: 124) away,
 * as a palette is clamped there. Zeros for a mesh without vertices. docs/MOTION.md has the proof.
 * weights  [weight_count] of the mesh's morph targets as pelt_morph_build_* takes them, of
 *          PELT_ALL_MESHES a pose's; missing ones 0; NULL and 0 for the base shape
 * flags    as pelt_morph_build_*; PELT_MORPH_SUM_TO_ONE takes in the base shape
 * Errors as above, PELT_E_RANGE also for more weights than targets. */
pelt_status pelt_mesh_box_get_q16(pelt_box_q16 *box, uint32_t mesh, const pelt_joints_q16 *joints,
                                  const int32_t *weights, uint32_t weight_count, uint32_t flags);
pelt_status pelt_mesh_box_get_f32(pelt_box_f32 *box, uint32_t mesh, const pelt_joints_f32 *joints,
                                  const float *weights, uint32_t weight_count, uint32_t flags);

#ifdef __cplusplus
}
#endif

#endif
