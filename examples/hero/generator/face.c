/* SPDX-License-Identifier: MIT */
/* Morph targets of the face, and the clip that plays them. */
#include "hero.h"

const char *const face_names[FACE_COUNT] = {"blink", "smile"};

/* Blinks are short; the smile comes and goes. */
const face_key face_keys[FACE_KEY_COUNT] = {
    {0.00, {0, 0}}, {0.60, {0, 0}}, {0.70, {1, 0}}, {0.80, {0, 0}}, {1.20, {0, 0}}, {1.70, {0, 1}},
    {2.20, {0, 1}}, {2.30, {1, 1}}, {2.40, {0, 1}}, {3.10, {0, 1}}, {3.50, {0, 0}}, {4.00, {0, 0}},
};

/* The eyes, dark buttons of their own, close to a line. */
static vec3 blink(const vertex *v)
{
    const vec3 eye = surface_project(eye_centre);
    const vec3 p = {fabs(v->position.x), v->position.y, v->position.z};

    if (v->feature != ON_EYE)
        return (vec3){0, 0, 0};
    return (vec3){0, -0.88 * (p.y - eye.y), 0};
}

vec3 face_mouth(double x, double smile)
{
    const double out = x / 0.1;

    return surface_project((vec3){x * (1.0 + 0.25 * smile),
                                  1.098 + smile * (0.085 * out * out - 0.012),
                                  0.365 - 0.09 * out * out});
}

/* The corners of the mouth go up, back and out, and the cheeks with them. */
static vec3 smile(const vertex *v)
{
    const vec3 corner = {0.115, 1.105, 0.245};
    const vec3 p = {fabs(v->position.x), v->position.y, v->position.z};
    const double reach = smooth_step(0.0, 1.0, 1.0 - v_length(v_sub(p, corner)) / 0.15);
    const vec3 pull = {0.022 * reach, 0.052 * reach, -0.012 * reach};

    if (v->feature == ON_EYE)
        return (vec3){0, 0, 0};
    if (v->feature == ON_MOUTH) /* its vertices lie round a point of this x */
        return v_sub(face_mouth(v->position.x, 1.0), face_mouth(v->position.x, 0.0));
    return v->position.x < 0 ? v_mirrored(pull) : pull;
}

vec3 face_delta(int target, const vertex *v)
{
    return target == FACE_BLINK ? blink(v) : smile(v);
}
