/* SPDX-License-Identifier: MIT */
/* Joints. The table holds the middle and the left; the right is its mirror image. */
#include "hero.h"

#include <string.h>

static const struct {
    const char *name;
    int parent;
    double girth;
    vec3 position, tip;
} rows[JOINT_RIGHT_EAR] = {
    [JOINT_HIPS] = {"hips", -1, 0.17, {0.00, 0.56, 0.00}, {0.00, 0.64, 0.00}},
    [JOINT_SPINE] = {"spine", JOINT_HIPS, 0.16, {0.00, 0.67, 0.00}, {0.00, 0.78, 0.00}},
    [JOINT_CHEST] = {"chest", JOINT_SPINE, 0.15, {0.00, 0.80, 0.00}, {0.00, 0.93, 0.00}},
    [JOINT_NECK] = {"neck", JOINT_CHEST, 0.11, {0.00, 0.96, 0.00}, {0.00, 1.04, 0.01}},
    [JOINT_HEAD] = {"head", JOINT_NECK, 0.22, {0.00, 1.06, 0.01}, {0.00, 1.34, 0.03}},
    [JOINT_JAW] = {"jaw", JOINT_HEAD, 0.06, {0.00, 1.12, 0.14}, {0.00, 1.10, 0.30}},
    [JOINT_TAIL1] = {"tail.1", JOINT_HIPS, 0.07, {0.00, 0.54, -0.15}, {0.00, 0.50, -0.30}},
    [JOINT_TAIL2] = {"tail.2", JOINT_TAIL1, 0.10, {0.00, 0.50, -0.30}, {0.00, 0.58, -0.47}},
    [JOINT_TAIL3] = {"tail.3", JOINT_TAIL2, 0.09, {0.00, 0.58, -0.47}, {0.00, 0.80, -0.54}},
    [JOINT_EAR] = {"ear", JOINT_HEAD, 0.09, {0.15, 1.40, 0.00}, {0.23, 1.66, -0.01}},
    [JOINT_SHOULDER] = {"shoulder", JOINT_CHEST, 0.08, {0.04, 0.90, 0.00}, {0.13, 0.90, 0.00}},
    [JOINT_UPPER_ARM] = {"upper_arm", JOINT_SHOULDER, 0.08, {0.15, 0.89, 0.00}, {0.29, 0.75, 0.00}},
    [JOINT_LOWER_ARM] =
        {"lower_arm", JOINT_UPPER_ARM, 0.07, {0.29, 0.75, 0.00}, {0.42, 0.62, 0.01}},
    [JOINT_HAND] = {"hand", JOINT_LOWER_ARM, 0.07, {0.42, 0.62, 0.01}, {0.49, 0.55, 0.02}},
    [JOINT_UPPER_LEG] = {"upper_leg", JOINT_HIPS, 0.11, {0.11, 0.52, 0.00}, {0.125, 0.30, 0.02}},
    [JOINT_LOWER_LEG] =
        {"lower_leg", JOINT_UPPER_LEG, 0.09, {0.125, 0.30, 0.02}, {0.13, 0.10, -0.02}},
    [JOINT_FOOT] = {"foot", JOINT_LOWER_LEG, 0.08, {0.13, 0.10, -0.02}, {0.135, 0.05, 0.08}},
    [JOINT_TOE] = {"toe", JOINT_FOOT, 0.07, {0.135, 0.03, 0.10}, {0.14, 0.03, 0.18}},
};

hero_joint hero_joint_at(int joint)
{
    int right = joint >= JOINT_RIGHT_EAR;
    int row = right ? joint - JOINT_SIDE_COUNT : joint;
    int parent = rows[row].parent;
    hero_joint j = {"", parent, rows[row].girth, rows[row].position, rows[row].tip};

    strcpy(j.name, rows[row].name);
    if (row >= JOINT_EAR)
        strcat(j.name, right ? ".R" : ".L");
    if (right) {
        j.position = v_mirrored(j.position);
        j.tip = v_mirrored(j.tip);
        if (parent >= JOINT_EAR)
            j.parent = JOINT_RIGHT(parent);
    }
    return j;
}

vec3 hero_joint_offset(int joint)
{
    hero_joint j = hero_joint_at(joint);

    return j.parent < 0 ? j.position : v_sub(j.position, hero_joint_at(j.parent).position);
}
