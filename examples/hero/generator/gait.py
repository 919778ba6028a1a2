# SPDX-License-Identifier: MIT
"""Legs of two bones that reach for a place on the ground, and the steps that give these places."""
from math import sqrt

from body import JOINTS, offset
from vector import (IDENTITY, add, after, along, arc, clamp, degrees, dot, inverse, length, rotated,
                    scale, smooth_step, sub, unit)

STRIDE = 0.32        # metres that a foot moves back while it carries
CARRY = 0.60         # part of the cycle in which the foot carries
LIFT = 0.075         # metres that it rises in between
NARROW = 0.25        # part of their distance from the middle by which walking feet come in
STRAIGHTEST = 0.999  # of a leg's length, so that the knee always has a direction to bend
LENGTH = STRIDE / CARRY  # metres over the ground in one cycle

AHEAD = (0, 0, 1)
HEEL = (0.0, -0.10, -0.03)  # where the sole touches the ground first, from the joint of the foot


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


def stand(pose):
    """Bends the legs so that both feet stay where they rest while the hips move."""
    for side in (".L", ".R"):
        reach_for(pose, side, JOINTS["foot" + side].position, IDENTITY)


def foot_place(phase):
    """How far ahead of its rest place the foot is, and how high."""
    t = (phase - CARRY) / (1.0 - CARRY)
    u = 1.0 - t
    if t < 0.0:
        return STRIDE * (0.5 - phase / CARRY), 0.0
    # The foot leaves and lands with the speed of the ground; a cubic connects the two.
    slope = -STRIDE * (1.0 - CARRY) / CARRY
    return (STRIDE * (t * t * (3.0 - 2.0 * t) - 0.5) + slope * t * u * (u - t),
            LIFT * 16.0 * t * t * u * u)


def step(pose, side, phase):
    rest = JOINTS["foot" + side].position
    ball = offset("toe" + side)
    # Degrees: the heel lands first, the sole is flat soon, then rolls over the ball.
    pitch = -10.0 + 10.0 * smooth_step(0.0, 0.10, phase) + 34.0 * smooth_step(0.34, 0.62, phase) - \
        44.0 * smooth_step(0.64, 0.95, phase)
    toe = -34.0 * smooth_step(0.34, 0.62, phase) + 34.0 * smooth_step(0.62, 0.80, phase)
    foot = degrees(pitch, 0.0, 0.0)
    ahead, lift = foot_place(phase)
    # The sole turns about its heel or ball; the ankle goes along.
    pivot = HEEL if pitch < 0.0 else (ball[0], -rest[1], ball[2])
    at = add(add(rest, pivot), (-NARROW * rest[0], lift, ahead))
    reach_for(pose, side, sub(at, rotated(foot, pivot)), foot)
    pose.rotations["toe" + side] = degrees(toe, 0.0, 0.0)


def walk(pose, phase):
    """A step on the spot: 0 <= phase < 1, the left foot lands at 0."""
    step(pose, ".L", phase)
    step(pose, ".R", phase + 0.5 - int(phase + 0.5))
