/* SPDX-License-Identifier: MIT */
/* Expressions in float. */
#include "pelt/face.h"

#include "../arithmetic/f32.h"
#include "faces.h"

#define FACE_ONE 1.0f

static num face_part(num weight, uint32_t part)
{
    return weight * ((float)part * (1.0f / 32768.0f));
}

static num face_product(num weight, num left)
{
    return weight * left;
}

#include "../arithmetic/checks.inc"
#include "face.inc"

pelt_status pelt_face_set_f32(pose_t *pose, const num *weights, uint32_t count)
{
    return face_set(pose, weights, count);
}
