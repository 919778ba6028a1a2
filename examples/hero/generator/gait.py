# SPDX-License-Identifier: MIT
"""Legs of two bones that reach for a place on the ground, and the steps that give these places."""
from math import sqrt

from body import JOINTS, offset
from vector import (IDENTITY, add, after, along, arc, clamp, degrees, dot, inverse, length, rotated,
                    scale, smooth_step, sub, unit)

WALKING = 0.60       # part of a cycle that a walking foot carries
NARROW = 0.25        # part of their distance from the middle that walking feet come in
STRAIGHTEST = 0.999  # of a leg's length: the knee always knows which way to bend

AHEAD = (0, 0, 1)
HEEL = (0.0, -0.10, -0.03)  # where the sole touches the ground first, from the joint of the foot


class Gait:
    """A foot moves back by `stride` metres while it carries, for the part `carry` of a cycle, and rises
    by `lift` metres between. `length` is what one cycle covers of the ground, in metres."""

    def __init__(self, stride, carry, lift):
        self.stride, self.carry, self.lift = stride, carry, lift
        self.length = stride / carry


WALK = Gait(0.32, WALKING, 0.075)
RUN = Gait(0.36, 0.40, 0.16)


def across(v, axis):
    """v without its component along the unit vector `axis`, as a unit vector."""
    return unit(along(v, axis, -dot(v, axis)))


def reach_for(pose, side, ankle, foot):
    """Local rotations of thigh, shin and foot that bring the ankle to a place and turn the foot."""
    hips = pose.rotations["hips"]
    thigh, shin = offset("lower_leg" + side), offset("foot" + side)
    a, b = length(thigh), length(shin)
    way = sub(ankle, add(pose.hips, rotated(hips, offset("upper_leg" + side))))
    distance = clamp(length(way), 0.0, STRAIGHTEST * (a + b))
    # The knee, from the hip: its distance along the way to the ankle, and before it.
    far = (a * a - b * b + distance * distance) / (2.0 * distance)
    before = sqrt(a * a - far * far)
    way = unit(way)
    ahead = rotated(hips, AHEAD)
    knee = along(scale(way, far), across(ahead, way), before)
    knee_way = unit(knee)
    shin_way = unit(sub(scale(way, distance), knee))
    # The thigh turns to its new direction, then about it until it faces as the hips do.
    turn = arc(unit(thigh), knee_way)
    turn = after(arc(across(rotated(turn, AHEAD), knee_way), across(ahead, knee_way)), turn)
    shin_turn = after(arc(unit(rotated(turn, shin)), shin_way), turn)
    pose.rotations["upper_leg" + side] = after(inverse(hips), turn)
    pose.rotations["lower_leg" + side] = after(inverse(turn), shin_turn)
    pose.rotations["foot" + side] = after(inverse(shin_turn), foot)


def stand(pose, rise=0.0):
    """Bends the legs so that both feet stay where they rest, or `rise` metres above it, while the hips
    move."""
    for side in (".L", ".R"):
        reach_for(pose, side, add(JOINTS["foot" + side].position, (0.0, rise, 0.0)), IDENTITY)


def foot_place(gait, phase):
    """How far ahead of its place at rest the foot is, and how high."""
    t = (phase - gait.carry) / (1.0 - gait.carry)
    u = 1.0 - t
    if t < 0.0:
        return gait.stride * (0.5 - phase / gait.carry), 0.0
    # Leaves and lands with the speed of the ground: a cubic between the two.
    slope = -gait.stride * (1.0 - gait.carry) / gait.carry
    return (gait.stride * (t * t * (3.0 - 2.0 * t) - 0.5) + slope * t * u * (u - t),
            gait.lift * 16.0 * t * t * u * u)


def step(pose, gait, side, phase):
    rest = JOINTS["foot" + side].position
    ball = offset("toe" + side)
    ahead, lift = foot_place(gait, phase)
    # The foot turns as a walking one does at the same part of carrying or swinging.
    if gait.carry != WALKING:
        phase = WALKING * phase / gait.carry if phase < gait.carry else \
            1.0 - (1.0 - WALKING) * (1.0 - phase) / (1.0 - gait.carry)
    # Degrees: the heel lands first, the sole is flat soon, then rolls over the ball.
    pitch = -10.0 + 10.0 * smooth_step(0.0, 0.10, phase) + 34.0 * smooth_step(0.34, 0.62, phase) - \
        44.0 * smooth_step(0.64, 0.95, phase)
    toe = -34.0 * smooth_step(0.34, 0.62, phase) + 34.0 * smooth_step(0.62, 0.80, phase)
    foot = degrees(pitch, 0.0, 0.0)
    # The sole turns about its heel or ball; the ankle goes along.
    pivot = HEEL if pitch < 0.0 else (ball[0], -rest[1], ball[2])
    at = add(add(rest, pivot), (-NARROW * rest[0], lift, ahead))
    reach_for(pose, side, sub(at, rotated(foot, pivot)), foot)
    pose.rotations["toe" + side] = degrees(toe, 0.0, 0.0)


def go(pose, gait, phase):
    """Walks on the spot: 0 <= phase < 1, the left foot lands at 0."""
    step(pose, gait, ".L", phase)
    step(pose, gait, ".R", phase + 0.5 - int(phase + 0.5))
