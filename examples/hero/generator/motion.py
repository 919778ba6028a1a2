# SPDX-License-Identifier: MIT
"""The fox's motions, as poses at any time. Legs of two bones reach for the places of the feet. Angles are
in degrees; positive about x bends forward."""
from math import floor, sqrt, tau
from types import SimpleNamespace

from body import JOINTS, offset
from vector import (IDENTITY, add, after, along, arc, clamp, degrees, dot, inverse, length, mix, rotated,
                    scale, sine, smooth_step, sub, unit)

STRAIGHTEST = 0.999  # of a leg's length: the knee always knows which way to bend
AHEAD = (0, 0, 1)
SIDES = (".L", ".R")


def across(v, axis):
    """v without its component along the unit vector `axis`, as a unit vector."""
    return unit(along(v, axis, -dot(v, axis)))


class Pose:
    """A pose: the place of the hips in model space, and local rotations."""

    def __init__(self, hips):
        self.hips = add(JOINTS["hips"].position, hips)
        self.rotations = dict.fromkeys(JOINTS, IDENTITY)

    def turn(self, joint, x, y, z):
        self.rotations[joint] = degrees(x, y, z)

    def turn_ears(self, x):
        for side in SIDES:
            self.turn("ear" + side, x, 0.0, 0.0)

    def hang_arm(self, side, forward, bend):
        """Lets an arm hang, turned `forward` by that many degrees, with its elbow bent by `bend`."""
        lowered = degrees(0.0, 0.0, 24.0 if side == ".R" else -24.0)
        self.rotations["upper_arm" + side] = after(degrees(-forward, 0.0, 0.0), lowered)
        # The elbow bends about the axis to the body's right, in whatever direction the upper arm hangs.
        self.rotations["lower_arm" + side] = after(inverse(lowered),
                                                   after(degrees(-bend, 0.0, 0.0), lowered))

    def wag_tail(self, sway, lift):
        for joint, lifted, swayed in (("tail.1", 1.0, 0.6), ("tail.2", 0.5, 1.0), ("tail.3", 0.5, 1.2)):
            self.turn(joint, lifted * lift, swayed * sway, 0.0)

    def reach_for(self, side, ankle, foot):
        """Turns thigh, shin and foot so that the ankle is at a place and the foot has a rotation."""
        hips = self.rotations["hips"]
        thigh, shin = offset("lower_leg" + side), offset("foot" + side)
        a, b = length(thigh), length(shin)
        way = sub(ankle, add(self.hips, rotated(hips, offset("upper_leg" + side))))
        distance = clamp(length(way), 0.0, STRAIGHTEST * (a + b))
        # The knee, from the hip: its distance along the way to the ankle, and before it.
        far = (a * a - b * b + distance * distance) / (2.0 * distance)
        before = sqrt(a * a - far * far)
        way = unit(way)
        ahead = rotated(hips, AHEAD)
        knee = along(scale(way, far), across(ahead, way), before)
        knee_way, shin_way = unit(knee), unit(sub(scale(way, distance), knee))
        # The thigh turns to its new direction, then about it until it faces as the hips do.
        turn = arc(unit(thigh), knee_way)
        turn = after(arc(across(rotated(turn, AHEAD), knee_way), across(ahead, knee_way)), turn)
        shin_turn = after(arc(unit(rotated(turn, shin)), shin_way), turn)
        self.rotations["upper_leg" + side] = after(inverse(hips), turn)
        self.rotations["lower_leg" + side] = after(inverse(turn), shin_turn)
        self.rotations["foot" + side] = after(inverse(shin_turn), foot)

    def stand(self, rise=0.0):
        """Bends the legs so that both feet stay where they rest, or `rise` metres above it."""
        for side in SIDES:
            self.reach_for(side, add(JOINTS["foot" + side].position, (0.0, rise, 0.0)), IDENTITY)
        return self


## Walk and run ##################################################################################

WALKING = 0.60  # part of a cycle that a walking foot carries
NARROW = 0.25   # part of their distance from the middle that walking feet come in
HEEL = (0.0, -0.10, -0.03)  # where the sole touches the ground first, from the joint of the foot

# A foot moves back by `stride` metres while it carries, for the part `carry` of a cycle, and rises by
# `lift` metres between. hips: metres of sway, above their rest, of bob, and ahead; highest: the bob's phase
# in turns. turns: degrees forward, with the step, and to the side. ears: degrees, those of the bob, its phase.
# arms: degrees of swing, of bend, and how much more the arm bends that is ahead. tail: degrees of sway, of
# lift, and of bob.
WALK = SimpleNamespace(
    cycle_s=1.0, stride=0.32, carry=WALKING, lift=0.075, hips=(0.020, -0.012, 0.010, 0.0), highest=0.70,
    turns={"hips": (3.0, -6.0, -3.0), "spine": (1.0, 4.0, 2.5), "chest": (2.0, 8.0, 2.0),
           "neck": (-2.0, -3.0, -1.0), "head": (-3.0, -3.0, -2.0)},
    ears=(0.0, 7.0, 0.05), arms=(32.0, 28.0, 14.0), tail=(16.0, 0.0, 4.0))
RUN = SimpleNamespace(
    cycle_s=0.625, stride=0.36, carry=0.40, lift=0.16, hips=(0.012, -0.035, 0.030, 0.03), highest=-0.65,
    turns={"hips": (8.0, -9.0, -3.0), "spine": (5.0, 6.0, 2.0), "chest": (5.0, 12.0, 2.0),
           "neck": (-6.0, -4.0, -1.0), "head": (-9.0, -4.0, -1.0)},
    ears=(-14.0, 9.0, -0.45), arms=(48.0, 70.0, 16.0), tail=(12.0, 14.0, 8.0))


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


def step_foot(pose, gait, side, phase):
    rest, ball = JOINTS["foot" + side].position, offset("toe" + side)
    ahead, lift = foot_place(gait, phase)
    # The foot turns as a walking one does at the same part of carrying or swinging.
    if gait.carry != WALKING:
        phase = WALKING * phase / gait.carry if phase < gait.carry else \
            1.0 - (1.0 - WALKING) * (1.0 - phase) / (1.0 - gait.carry)
    # Degrees: the heel lands first, the sole is flat soon, then rolls over the ball.
    rolled = 34.0 * smooth_step(0.34, 0.62, phase)
    pitch = -10.0 + 10.0 * smooth_step(0.0, 0.10, phase) + rolled - 44.0 * smooth_step(0.64, 0.95, phase)
    foot = degrees(pitch, 0.0, 0.0)
    # The sole turns about its heel or ball; the ankle goes along.
    pivot = HEEL if pitch < 0.0 else (ball[0], -rest[1], ball[2])
    at = add(add(rest, pivot), (-NARROW * rest[0], lift, ahead))
    pose.reach_for(side, sub(at, rotated(foot, pivot)), foot)
    pose.turn("toe" + side, 34.0 * smooth_step(0.62, 0.80, phase) - rolled, 0.0, 0.0)


def go(gait, time_s, covers_ground=False):
    """Goes on the spot or, straight ahead, over the ground. The left foot lands at phase 0."""
    cycles = time_s / gait.cycle_s
    phase = cycles - floor(cycles)
    step, side, bob = sine(phase + 0.25), sine(phase), sine(2.0 * phase + gait.highest)
    sway, height, bounce, ahead = gait.hips
    pose = Pose((sway * side, height + bounce * bob, ahead))
    for joint, (forward, turned, leaned) in gait.turns.items():
        nod = 2.0 * bob if joint == "head" else 0.0
        pose.turn(joint, forward + nod, turned * step, leaned * side)
    ear, with_bob, later = gait.ears
    pose.turn_ears(ear + with_bob * sine(2.0 * phase + later))
    for arm, swing in (".L", -step), (".R", step):
        pose.hang_arm(arm, gait.arms[0] * swing, gait.arms[1] + gait.arms[2] * swing)
    swayed, lifted, bobs = gait.tail
    pose.wag_tail(swayed * sine(phase - 0.05), lifted + bobs * sine(2.0 * phase - 0.1))
    step_foot(pose, gait, ".L", phase)
    step_foot(pose, gait, ".R", phase + 0.5 - int(phase + 0.5))
    if covers_ground:
        pose.hips = add(pose.hips, (0.0, 0.0, gait.stride / gait.carry * cycles))
    return pose


CIRCLE_WALKS = 8.0  # cycles of the walk in a full circle over the ground


def travel(time_s):
    """Walks in a circle over the ground."""
    turns = time_s / WALK.cycle_s / CIRCLE_WALKS
    radius = WALK.stride / WALK.carry * CIRCLE_WALKS / tau
    heading = degrees(0.0, 360.0 * turns, 0.0)
    pose = go(WALK, time_s)
    pose.hips = add(rotated(heading, pose.hips),
                    (radius * (1.0 - sine(turns + 0.25)), 0.0, radius * sine(turns)))
    pose.rotations["hips"] = after(heading, pose.rotations["hips"])
    return pose


## On the spot ###################################################################################

IDLE_S = 4.0
FLICKS_S = ((2.50, 2.625), (2.75, 2.875))  # of an ear; it jumps


def idle(time_s):
    turns = time_s / IDLE_S
    breath, sway, slow = sine(2.0 * turns), sine(turns), sine(turns - 0.1)
    flick = 1.0 if any(start <= time_s < end for start, end in FLICKS_S) else 0.0
    pose = Pose((0.022 * sway, -0.012 + 0.004 * breath, 0.0))
    pose.turn("hips", 0.0, 0.0, -2.5 * sway)
    pose.turn("spine", -1.5 * breath, 0.0, 2.0 * sway)
    pose.turn("chest", -1.5 * breath, 1.5 * slow, 1.5 * sway)
    pose.turn("neck", 1.5 * breath, 2.0 * slow, 0.0)
    pose.turn("head", 1.0 * breath, 6.0 * slow, 3.0 * slow)
    pose.turn("ear.L", 0.0, 0.0, -26.0 * flick)
    pose.turn("ear.R", -3.0 * breath, 0.0, 3.0 * breath)
    for side in SIDES:
        pose.hang_arm(side, 2.0 * breath, 14.0)
    pose.wag_tail(14.0 * sine(2.0 * turns - 0.12), 2.0 * breath)
    return pose.stand()


WAVE_S = 2.0


def wave(time_s):
    up = smooth_step(0.0, 0.5, time_s) - smooth_step(1.5, 2.0, time_s)
    to_and_fro = sine(2.0 * (time_s - 0.4)) * smooth_step(0.3, 0.6, time_s) * \
        (1.0 - smooth_step(1.4, 1.7, time_s))
    pose = Pose((0.0, -0.012, 0.0))
    pose.hang_arm(".L", 0.0, 14.0)
    pose.turn("shoulder.R", 0.0, 0.0, -16.0 * up)
    pose.turn("upper_arm.R", -20.0 * up, 0.0, mix(24.0, -36.0, up))
    pose.turn("lower_arm.R", mix(-14.0, -6.0, up), 0.0, -46.0 * up + 26.0 * to_and_fro)
    pose.turn("hand.R", 0.0, 0.0, 14.0 * to_and_fro)
    pose.turn("spine", 0.0, 0.0, -3.0 * up)
    pose.turn("chest", -2.0 * up, 0.0, -3.0 * up)
    pose.turn("neck", 0.0, 0.0, -2.0 * up)
    pose.turn("head", -3.0 * up, -5.0 * up, -7.0 * up + 2.0 * to_and_fro)
    pose.turn("jaw", 14.0 * up, 0.0, 0.0)
    pose.turn("ear.L", 0.0, 0.0, -7.0 * up)
    pose.turn("ear.R", 0.0, 0.0, 7.0 * up)
    pose.wag_tail(18.0 * sine(1.5 * time_s) * up, 6.0 * up)
    return pose.stand()


TWIST = 150.0  # degrees


def greet(time_s):
    """A wave for which the hand turns about the arm, far enough to show what a wrist does then."""
    pose = wave(time_s)
    up = smooth_step(0.2, 0.7, time_s) - smooth_step(1.3, 1.8, time_s)
    arm = JOINTS["hand.R"]
    axis, turns = unit(sub(arm.tip, arm.position)), TWIST * up / 720.0
    twist = (*scale(axis, sine(turns)), sine(turns + 0.25))
    pose.rotations["hand.R"] = after(twist, pose.rotations["hand.R"])
    return pose


JUMP_S = 1.0
APEX_S = 0.5


def jump(time_s):
    crouch = smooth_step(0.0, 0.18, time_s) - smooth_step(0.18, 0.27, time_s) + \
        smooth_step(0.73, 0.82, time_s) - smooth_step(0.82, 1.0, time_s)
    air = max(0.0, 1.0 - (time_s - APEX_S) * (time_s - APEX_S) * 16.0)
    pose = Pose((0.0, -0.012 - 0.13 * crouch + 0.40 * air, 0.0))
    pose.turn("hips", 12.0 * crouch, 0.0, 0.0)
    pose.turn("spine", 14.0 * crouch - 4.0 * air, 0.0, 0.0)
    pose.turn("chest", 10.0 * crouch - 4.0 * air, 0.0, 0.0)
    pose.turn("head", -16.0 * crouch - 6.0 * air, 0.0, 0.0)
    pose.turn_ears(-18.0 * sine(0.5 * time_s) * air)
    for side in SIDES:
        pose.hang_arm(side, -40.0 * crouch + 70.0 * air, 20.0 + 20.0 * air)
    pose.wag_tail(0.0, 16.0 * crouch - 18.0 * air)
    return pose.stand(0.43 * air)
