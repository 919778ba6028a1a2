/* SPDX-License-Identifier: MIT */
/* Legs of two bones that reach for a place on the ground, and the steps that tell them where. */
#include "hero.h"

#define STRIDE 0.32       /* metres that a foot moves back while it carries */
#define CARRY 0.60        /* part of the cycle that it does */
#define LIFT 0.075        /* metres that it rises between */
#define NARROW 0.25       /* part of their distance from the middle that walking feet come in */
#define STRAIGHTEST 0.999 /* of a leg's length: the knee always knows which way to bend */

/* Where the sole touches the ground first, from the joint of the foot. */
static const vec3 heel = {0.0, -0.10, -0.03};

/* What is left of v, as a unit vector, without its part along the unit vector `axis`. */
static vec3 across(vec3 v, vec3 axis)
{
    return v_unit(v_along(v, axis, -v_dot(v, axis)));
}

/* Local rotations of thigh, shin and foot that bring the ankle to `ankle` and turn the foot. */
static void reach_for(hero_pose *pose, int right, vec3 ankle, quat foot)
{
    int upper = right ? JOINT_RIGHT(JOINT_UPPER_LEG) : JOINT_UPPER_LEG;
    int lower = upper + JOINT_LOWER_LEG - JOINT_UPPER_LEG;
    int end = upper + JOINT_FOOT - JOINT_UPPER_LEG;
    const vec3 ahead = {0, 0, 1};
    quat hips = pose->rotation[JOINT_HIPS];
    vec3 thigh = hero_joint_offset(lower), shin = hero_joint_offset(end);
    double a = v_length(thigh), b = v_length(shin);
    vec3 way = v_sub(ankle, v_add(pose->hips, q_rotate(hips, hero_joint_offset(upper))));
    double distance = clamp(v_length(way), 0.0, STRAIGHTEST * (a + b));
    /* The knee, from the hip: so far along the way to the ankle, so far before it. */
    double along = (a * a - b * b + distance * distance) / (2.0 * distance);
    double before = sqrt(a * a - along * along);
    vec3 knee, knee_way, shin_way;
    quat turn, shin_turn;

    way = v_unit(way);
    knee = v_along(v_scale(way, along), across(q_rotate(hips, ahead), way), before);
    knee_way = v_unit(knee);
    shin_way = v_unit(v_sub(v_scale(way, distance), knee));

    /* The thigh turns to its new direction, then about it until it faces as the hips do. */
    turn = q_arc(v_unit(thigh), knee_way);
    turn = q_mul(
        q_arc(across(q_rotate(turn, ahead), knee_way), across(q_rotate(hips, ahead), knee_way)),
        turn);
    shin_turn = q_mul(q_arc(v_unit(q_rotate(turn, shin)), shin_way), turn);

    pose->rotation[upper] = q_mul(q_inverse(hips), turn);
    pose->rotation[lower] = q_mul(q_inverse(turn), shin_turn);
    pose->rotation[end] = q_mul(q_inverse(shin_turn), foot);
}

void gait_stand(hero_pose *pose)
{
    reach_for(pose, 0, hero_joint_at(JOINT_FOOT).position, quat_identity);
    reach_for(pose, 1, hero_joint_at(JOINT_RIGHT(JOINT_FOOT)).position, quat_identity);
}

/* How far ahead of its place at rest the foot is, and how high. */
static void foot_place(double *ahead, double *lift, double phase)
{
    double t = (phase - CARRY) / (1.0 - CARRY);
    double u = 1.0 - t;

    if (t < 0.0) {
        *ahead = STRIDE * (0.5 - phase / CARRY);
        *lift = 0.0;
    } else {
        /* Leaves and lands with the speed of the ground: a cubic between the two. */
        double slope = -STRIDE * (1.0 - CARRY) / CARRY;

        *ahead = STRIDE * (t * t * (3.0 - 2.0 * t) - 0.5) + slope * t * u * (u - t);
        *lift = LIFT * 16.0 * t * t * u * u;
    }
}

static void step(hero_pose *pose, int right, double phase)
{
    int joint = right ? JOINT_RIGHT(JOINT_FOOT) : JOINT_FOOT;
    vec3 rest = hero_joint_at(joint).position;
    vec3 ball = hero_joint_offset(joint + JOINT_TOE - JOINT_FOOT);
    vec3 pivot, at;
    double pitch, toe, ahead, lift;
    quat foot;

    /* Degrees: the heel lands first, the sole is flat soon, then rolls over the ball. */
    pitch = -10.0 + 10.0 * smooth_step(0.0, 0.10, phase) + 34.0 * smooth_step(0.34, 0.62, phase) -
            44.0 * smooth_step(0.64, 0.95, phase);
    toe = -34.0 * smooth_step(0.34, 0.62, phase) + 34.0 * smooth_step(0.62, 0.80, phase);
    foot = q_degrees(pitch, 0.0, 0.0);
    foot_place(&ahead, &lift, phase);

    /* The sole turns about its heel or ball; the ankle goes along. */
    pivot = pitch < 0.0 ? heel : (vec3){ball.x, -rest.y, ball.z};
    at = v_add(v_add(rest, pivot), (vec3){-NARROW * rest.x, lift, ahead});
    reach_for(pose, right, v_sub(at, q_rotate(foot, pivot)), foot);
    pose->rotation[joint + JOINT_TOE - JOINT_FOOT] = q_degrees(toe, 0.0, 0.0);
}

double gait_length(void)
{
    return STRIDE / CARRY;
}

void gait_walk(hero_pose *pose, double phase)
{
    step(pose, 0, phase);
    step(pose, 1, phase + 0.5 - floor(phase + 0.5));
}
