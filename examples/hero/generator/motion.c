/* SPDX-License-Identifier: MIT */
/* What the fox does, as poses at any time. Angles in degrees; about x positive bends forward. */
#include "hero.h"

static void rest_pose(hero_pose *pose)
{
    int i;

    pose->hips = hero_joint_at(JOINT_HIPS).position;
    for (i = 0; i < JOINT_COUNT; ++i)
        pose->rotation[i] = quat_identity;
}

static void turn(hero_pose *pose, int joint, double x, double y, double z)
{
    pose->rotation[joint] = q_degrees(x, y, z);
}

/* An arm that hangs, `forward` by that many degrees, its elbow bent by `bend`. */
static void hang_arm(hero_pose *pose, int right, double forward, double bend)
{
    int joint = right ? JOINT_RIGHT(JOINT_UPPER_ARM) : JOINT_UPPER_ARM;
    double down = right ? 24.0 : -24.0;
    quat lowered = q_degrees(0.0, 0.0, down);
    quat elbow = q_degrees(-bend, 0.0, 0.0);

    pose->rotation[joint] = q_mul(q_degrees(-forward, 0.0, 0.0), lowered);
    /* The elbow bends about the axis of the body's right, whatever way the upper arm hangs. */
    pose->rotation[joint + 1] = q_mul(q_inverse(lowered), q_mul(elbow, lowered));
}

static void wag_tail(hero_pose *pose, double sway, double lift)
{
    turn(pose, JOINT_TAIL1, lift, 0.6 * sway, 0.0);
    turn(pose, JOINT_TAIL2, 0.5 * lift, sway, 0.0);
    turn(pose, JOINT_TAIL3, 0.5 * lift, 1.2 * sway, 0.0);
}

#define IDLE_S 4.0
#define FLICK_FIRST_S 2.50
#define FLICK_SECOND_S 2.75
#define FLICK_S 0.125

static void idle_pose(hero_pose *pose, double time_s)
{
    double turns = time_s / IDLE_S;
    double breath = sine(2.0 * turns), sway = sine(turns), slow = sine(turns - 0.1);
    double flick = 0.0;

    if ((time_s >= FLICK_FIRST_S && time_s < FLICK_FIRST_S + FLICK_S) ||
        (time_s >= FLICK_SECOND_S && time_s < FLICK_SECOND_S + FLICK_S))
        flick = 1.0;
    rest_pose(pose);
    pose->hips = v_add(pose->hips, (vec3){0.022 * sway, -0.012 + 0.004 * breath, 0.0});
    turn(pose, JOINT_HIPS, 0.0, 0.0, -2.5 * sway);
    turn(pose, JOINT_SPINE, -1.5 * breath, 0.0, 2.0 * sway);
    turn(pose, JOINT_CHEST, -1.5 * breath, 1.5 * slow, 1.5 * sway);
    turn(pose, JOINT_NECK, 1.5 * breath, 2.0 * slow, 0.0);
    turn(pose, JOINT_HEAD, 1.0 * breath, 6.0 * slow, 3.0 * slow);
    turn(pose, JOINT_EAR, 0.0, 0.0, -26.0 * flick);
    turn(pose, JOINT_RIGHT(JOINT_EAR), -3.0 * breath, 0.0, 3.0 * breath);
    hang_arm(pose, 0, 2.0 * breath, 14.0);
    hang_arm(pose, 1, 2.0 * breath, 14.0);
    wag_tail(pose, 14.0 * sine(2.0 * turns - 0.12), 2.0 * breath);
    gait_stand(pose);
}

#define WALK_S 1.0

static void walk_pose(hero_pose *pose, double time_s)
{
    double phase = time_s / WALK_S - floor(time_s / WALK_S);
    /* The left foot is ahead at phase 0; the body is highest over a carrying foot. */
    double step = sine(phase + 0.25), side = sine(phase), bob = -sine(2.0 * phase + 0.20);

    rest_pose(pose);
    pose->hips = v_add(pose->hips, (vec3){0.020 * side, -0.012 + 0.010 * bob, 0.0});
    turn(pose, JOINT_HIPS, 3.0, -6.0 * step, -3.0 * side);
    turn(pose, JOINT_SPINE, 1.0, 4.0 * step, 2.5 * side);
    turn(pose, JOINT_CHEST, 2.0, 8.0 * step, 2.0 * side);
    turn(pose, JOINT_NECK, -2.0, -3.0 * step, -1.0 * side);
    turn(pose, JOINT_HEAD, -3.0 + 2.0 * bob, -3.0 * step, -2.0 * side);
    turn(pose, JOINT_EAR, 7.0 * sine(2.0 * phase + 0.05), 0.0, 0.0);
    turn(pose, JOINT_RIGHT(JOINT_EAR), 7.0 * sine(2.0 * phase + 0.05), 0.0, 0.0);
    hang_arm(pose, 0, -32.0 * step, 28.0 - 14.0 * step);
    hang_arm(pose, 1, 32.0 * step, 28.0 + 14.0 * step);
    wag_tail(pose, 16.0 * sine(phase - 0.05), 4.0 * sine(2.0 * phase - 0.1));
    gait_walk(pose, phase);
}

/* The same over the ground: along a circle that this many cycles of the walk close. */
#define CIRCLE_WALKS 8.0

static void travel_pose(hero_pose *pose, double time_s)
{
    double turns = time_s / WALK_S / CIRCLE_WALKS;
    double radius = gait_length() * CIRCLE_WALKS / 6.283185307179586;
    quat heading = q_degrees(0.0, 360.0 * turns, 0.0);

    walk_pose(pose, time_s);
    pose->hips = v_add(q_rotate(heading, pose->hips),
                       (vec3){radius * (1.0 - sine(turns + 0.25)), 0.0, radius * sine(turns)});
    pose->rotation[JOINT_HIPS] = q_mul(heading, pose->rotation[JOINT_HIPS]);
}

#define WAVE_S 2.0

static void wave_pose(hero_pose *pose, double time_s)
{
    double up = smooth_step(0.0, 0.5, time_s) - smooth_step(1.5, 2.0, time_s);
    double to_and_fro = sine(2.0 * (time_s - 0.4)) * smooth_step(0.3, 0.6, time_s) *
                        (1.0 - smooth_step(1.4, 1.7, time_s));
    int upper = JOINT_RIGHT(JOINT_UPPER_ARM);

    rest_pose(pose);
    pose->hips = v_add(pose->hips, (vec3){0.0, -0.012, 0.0});
    hang_arm(pose, 0, 0.0, 14.0);
    turn(pose, upper - 1, 0.0, 0.0, -16.0 * up);
    turn(pose, upper, -20.0 * up, 0.0, mix(24.0, -36.0, up));
    turn(pose, upper + 1, mix(-14.0, -6.0, up), 0.0, -46.0 * up + 26.0 * to_and_fro);
    turn(pose, upper + 2, 0.0, 0.0, 14.0 * to_and_fro);
    turn(pose, JOINT_SPINE, 0.0, 0.0, -3.0 * up);
    turn(pose, JOINT_CHEST, -2.0 * up, 0.0, -3.0 * up);
    turn(pose, JOINT_NECK, 0.0, 0.0, -2.0 * up);
    turn(pose, JOINT_HEAD, -3.0 * up, -5.0 * up, -7.0 * up + 2.0 * to_and_fro);
    turn(pose, JOINT_JAW, 14.0 * up, 0.0, 0.0);
    turn(pose, JOINT_EAR, 0.0, 0.0, -7.0 * up);
    turn(pose, JOINT_RIGHT(JOINT_EAR), 0.0, 0.0, 7.0 * up);
    wag_tail(pose, 18.0 * sine(1.5 * time_s) * up, 6.0 * up);
    gait_stand(pose);
}

const motion motions[MOTION_COUNT] = {
    {"idle",
     idle_pose,
     IDLE_S,
     16,
     KEYS_LINEAR,
     JOINT_EAR,
     6,
     {0.0, FLICK_FIRST_S, FLICK_FIRST_S + FLICK_S, FLICK_SECOND_S, FLICK_SECOND_S + FLICK_S,
      IDLE_S}},
    {"walk", walk_pose, WALK_S, 20, KEYS_LINEAR, NO_JOINT, 0, {0}},
    {"wave", wave_pose, WAVE_S, 16, KEYS_CUBICSPLINE, NO_JOINT, 0, {0}},
};

const motion travelling = {"walk", travel_pose, WALK_S, 20, KEYS_LINEAR, NO_JOINT, 0, {0}};
