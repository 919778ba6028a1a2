/* SPDX-License-Identifier: MIT */
/*
 * Between the clip and the palette: what time it is in a clip, what happens there, which pose several
 * clips make together, and what is changed of it before model matrices are built.
 *
 *   player -> [events, root motion] -> poses -> layers -> overrides, aim, limbs -> joints -> bounds
 *
 * Everything is written over the stages of pelt.h, whose conventions hold, in object files of its
 * own. _q16 calls give the same bits on every core; _f32 ones are the same in float. Nothing is kept
 * but what the caller holds.
 */
#ifndef PELT_MOTION_H
#define PELT_MOTION_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Player: time in a clip ///////////////////////////////////////////////////////////////////////

/// Events ///////////////////////////////////////////////////////////////////////////////////////

/// Root motion //////////////////////////////////////////////////////////////////////////////////

/// Masks ////////////////////////////////////////////////////////////////////////////////////////

/// Layers ///////////////////////////////////////////////////////////////////////////////////////

/// Rotations ////////////////////////////////////////////////////////////////////////////////////

/// Overrides, aim, limbs ////////////////////////////////////////////////////////////////////////

/// Sockets //////////////////////////////////////////////////////////////////////////////////////
/*
 * Hangs a prop, another model, on a joint of a model: `joints`, built from the prop's pose, come out
 * as if its scene were below the joint, which is (bake --socket) of any node. Palettes built of them
 * skin the prop's vertices in the scene of the other model, in the prop's own units. Build the prop's
 * anew before each hang; of a prop that does not move, keep a copy of the built ones.
 * with    built joints of the other model, not these; any units, exact and lean may be mixed
 * q16: 3x3 within half a step of Q29, translation within one step of the prop's; PELT_E_RANGE, and
 * nothing changed, where an element leaves +-2, in a lean prop +-1.15, or a translation 32 bits: a
 * prop may become larger than it is by no more than that (bake it larger, or the joint smaller).
 */
pelt_status pelt_joints_hang_q16(pelt_joints_q16 *joints, const pelt_joints_q16 *with,
                                 uint32_t joint);
pelt_status pelt_joints_hang_f32(pelt_joints_f32 *joints, const pelt_joints_f32 *with,
                                 uint32_t joint);

/// Bounds ///////////////////////////////////////////////////////////////////////////////////////

#ifdef __cplusplus
}
#endif

#endif
