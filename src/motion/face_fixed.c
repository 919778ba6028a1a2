/* SPDX-License-Identifier: MIT */
/* Expressions in fixed point: weights are Q16.16, up to 65536. */
#include "pelt/face.h"

#include "../arithmetic/q16.h"
#include "faces.h"

#define FACE_ONE ((num)65536)

/* A weight up to one times a part in Q15: up to one, or below two in a damaged blob. */
static num face_part(num weight, uint32_t part)
{
    return (num)fx_mulwu((uint32_t)weight << 1, (uint16_t)part);
}

/* A weight up to one times another below one, rounded down. */
static num face_product(num weight, num left)
{
    return (num)fx_mulwu((uint32_t)weight, (uint16_t)left);
}

#include "../arithmetic/checks.inc"
#include "face.inc"

pelt_status pelt_face_set_q16(pose_t *pose, const num *weights, uint32_t count)
{
    return face_set(pose, weights, count);
}
