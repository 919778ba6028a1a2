# SPDX-License-Identifier: MIT
"""Samples a motion at the times of its keys, and for tangents shortly before and after."""
from collections import namedtuple
from functools import lru_cache, partial

import motion
from body import JOINTS
from vector import normalised, on_grid

STILL = 1e-7            # below this a component has not moved
TANGENT_S = 1.0 / 1024  # to either side of a key

# A joint's rotation, or the translation of the hips, at the times of one row: values, or in-tangent,
# value, out-tangent for each key.
Track = namedtuple("Track", "joint path keys row values")


class Clip:
    """`pose_at` is a function of the time, which may lie a little outside of 0 to `length_s`. Keys
    are evenly spaced except those of `step_joint`, which jumps at its own times."""

    def __init__(self, name, pose_at, length_s, intervals, keys="LINEAR", step_joint=None, steps_s=()):
        self.name = name
        self.pose_at = lru_cache(None)(pose_at)
        self.rows = {"even": [on_grid(length_s * i / intervals) for i in range(intervals + 1)],
                     "first": [0.0], "steps": [on_grid(time_s) for time_s in steps_s]}
        self.tracks = []
        for joint, path in [("hips", "translation")] + [(joint, "rotation") for joint in JOINTS]:
            values = [self.look(joint, path, time_s) for time_s in self.rows["even"]]
            first = values[0]
            if joint == step_joint:
                self.add_track(joint, path, "STEP", "steps")
            elif any(abs(a - b) > STILL for value in values for a, b in zip(value, first)):
                self.add_track(joint, path, keys, "even")
            elif path == "translation" or first[3] < 1.0 - STILL:  # constant, but not as at rest
                self.add_track(joint, path, "LINEAR", "first")

    def look(self, joint, path, time_s):
        pose = self.pose_at(time_s)
        if path == "translation":
            return pose.hips
        # No motion turns a joint by half a turn from its rest, so one sign serves for all.
        q = normalised(pose.rotations[joint])
        return tuple(-c for c in q) if q[3] < 0.0 else q

    def add_track(self, joint, path, keys, row):
        values = []
        for time_s in self.rows[row]:
            before, value, behind = (self.look(joint, path, time_s + shift)
                                     for shift in (-TANGENT_S, 0.0, TANGENT_S))
            tangent = tuple((b - a) / (2.0 * TANGENT_S) for a, b in zip(before, behind))
            values += [tangent, value, tangent] if keys == "CUBICSPLINE" else [value]
        self.tracks.append(Track(joint, path, keys, row, values))


def clips(name):
    """Returns the clips of one version of the character. A walker's walk leads over the ground along a
    circle; an adventurer walks and runs straight ahead, and jumps. A sage and a scout have none: they take a
    guard's."""
    if name in ("sage", "scout"):
        return []
    is_free = name == "adventurer"
    walk = motion.travel if name == "walker" else partial(motion.go, motion.WALK, covers_ground=is_free)
    wave = motion.greet if name in ("fox", "performer") else motion.wave
    flicks = [time_s for flick in motion.FLICKS_S for time_s in flick]
    made = [Clip("idle", motion.idle, motion.IDLE_S, 16, "LINEAR", "ear.L", [0.0, *flicks, motion.IDLE_S]),
            Clip("walk", walk, motion.WALK.cycle_s, 20),
            Clip("wave", wave, motion.WAVE_S, 16, "CUBICSPLINE")]
    if is_free:
        made += [Clip("run", partial(motion.go, motion.RUN, covers_ground=True), motion.RUN.cycle_s, 20),
                 Clip("jump", motion.jump, motion.JUMP_S, 32)]
    return made
