# SPDX-License-Identifier: MIT
"""The fox's motions, as poses at any time. Angles are in degrees; positive about x bends forward.
"""
from math import floor

import gait
from body import JOINTS
from vector import IDENTITY, add, after, degrees, inverse, mix, rotated, scale, sine, smooth_step, sub, unit


class Pose:
    """A pose: the place of the hips in model space, and local rotations."""

    def __init__(self, hips):
        self.hips = add(JOINTS["hips"].position, hips)
        self.rotations = {name: IDENTITY for name in JOINTS}

    def turn(self, joint, x, y, z):
        self.rotations[joint] = degrees(x, y, z)

    def hang_arm(self, side, forward, bend):
        """Lets an arm hang, turned `forward` by that many degrees, with its elbow bent by `bend`.
        """
        lowered = degrees(0.0, 0.0, 24.0 if side == ".R" else -24.0)
        elbow = degrees(-bend, 0.0, 0.0)
        self.rotations["upper_arm" + side] = after(degrees(-forward, 0.0, 0.0), lowered)
        # The elbow bends about the axis to the body's right, in whatever direction the upper arm
        # hangs.
        self.rotations["lower_arm" + side] = after(inverse(lowered), after(elbow, lowered))

    def wag_tail(self, sway, lift):
        self.turn("tail.1", lift, 0.6 * sway, 0.0)
        self.turn("tail.2", 0.5 * lift, sway, 0.0)
        self.turn("tail.3", 0.5 * lift, 1.2 * sway, 0.0)


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
    pose.hang_arm(".L", 2.0 * breath, 14.0)
    pose.hang_arm(".R", 2.0 * breath, 14.0)
    pose.wag_tail(14.0 * sine(2.0 * turns - 0.12), 2.0 * breath)
    gait.stand(pose)
    return pose


WALK_S = 1.0


def walk(time_s):
    phase = time_s / WALK_S - floor(time_s / WALK_S)
    # The left foot is ahead at phase 0; the body is highest over a carrying foot.
    step, side, bob = sine(phase + 0.25), sine(phase), -sine(2.0 * phase + 0.20)
    pose = Pose((0.020 * side, -0.012 + 0.010 * bob, 0.0))
    pose.turn("hips", 3.0, -6.0 * step, -3.0 * side)
    pose.turn("spine", 1.0, 4.0 * step, 2.5 * side)
    pose.turn("chest", 2.0, 8.0 * step, 2.0 * side)
    pose.turn("neck", -2.0, -3.0 * step, -1.0 * side)
    pose.turn("head", -3.0 + 2.0 * bob, -3.0 * step, -2.0 * side)
    for ear in ("ear.L", "ear.R"):
        pose.turn(ear, 7.0 * sine(2.0 * phase + 0.05), 0.0, 0.0)
    pose.hang_arm(".L", -32.0 * step, 28.0 - 14.0 * step)
    pose.hang_arm(".R", 32.0 * step, 28.0 + 14.0 * step)
    pose.wag_tail(16.0 * sine(phase - 0.05), 4.0 * sine(2.0 * phase - 0.1))
    gait.go(pose, gait.WALK, phase)
    return pose


CIRCLE_WALKS = 8.0  # cycles of the walk in a full circle over the ground


def travel(time_s):
    turns = time_s / WALK_S / CIRCLE_WALKS
    radius = gait.WALK.length * CIRCLE_WALKS / 6.283185307179586
    heading = degrees(0.0, 360.0 * turns, 0.0)
    pose = walk(time_s)
    pose.hips = add(rotated(heading, pose.hips),
                    (radius * (1.0 - sine(turns + 0.25)), 0.0, radius * sine(turns)))
    pose.rotations["hips"] = after(heading, pose.rotations["hips"])
    return pose


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
    gait.stand(pose)
    return pose


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


## An adventurer's ################################################################################

RUN_S = 0.625


def run(time_s):
    phase = time_s / RUN_S - floor(time_s / RUN_S)
    # The left foot is ahead at phase 0; the body is highest between two steps, at 0.45 and 0.95.
    step, side, bob = sine(phase + 0.25), sine(phase), sine(2.0 * phase - 0.65)
    pose = Pose((0.012 * side, -0.035 + 0.030 * bob, 0.03))
    pose.turn("hips", 8.0, -9.0 * step, -3.0 * side)
    pose.turn("spine", 5.0, 6.0 * step, 2.0 * side)
    pose.turn("chest", 5.0, 12.0 * step, 2.0 * side)
    pose.turn("neck", -6.0, -4.0 * step, -1.0 * side)
    pose.turn("head", -9.0 + 2.0 * bob, -4.0 * step, -1.0 * side)
    for ear in ("ear.L", "ear.R"):
        pose.turn(ear, -14.0 + 9.0 * sine(2.0 * phase - 0.45), 0.0, 0.0)
    pose.hang_arm(".L", -48.0 * step, 70.0 - 16.0 * step)
    pose.hang_arm(".R", 48.0 * step, 70.0 + 16.0 * step)
    pose.wag_tail(12.0 * sine(phase - 0.05), 14.0 + 8.0 * sine(2.0 * phase - 0.1))
    gait.go(pose, gait.RUN, phase)
    return pose


def ahead(pose, cycles, length):
    """The pose so many cycles further on, along +Z."""
    pose.hips = add(pose.hips, (0.0, 0.0, length * cycles))
    return pose


def walk_ahead(time_s):
    return ahead(walk(time_s), time_s / WALK_S, gait.WALK.length)


def run_ahead(time_s):
    return ahead(run(time_s), time_s / RUN_S, gait.RUN.length)


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
    for ear in ("ear.L", "ear.R"):
        pose.turn(ear, -18.0 * sine(0.5 * time_s) * air, 0.0, 0.0)
    for side in (".L", ".R"):
        pose.hang_arm(side, -40.0 * crouch + 70.0 * air, 20.0 + 20.0 * air)
    pose.wag_tail(0.0, 16.0 * crouch - 18.0 * air)
    gait.stand(pose, 0.43 * air)
    return pose
