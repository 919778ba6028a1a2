/* SPDX-License-Identifier: MIT */
/* The section FACE, which opening does not look into. */
#ifndef PELT_MOTION_FACES_H
#define PELT_MOTION_FACES_H

#include "../blob/format.h"
#include "pelt.h"

typedef struct stored_faces {
    const format_expression *expressions;
    const format_face_bind *binds;
    const void *gaze; /* format_gaze_*, or NULL */
    uint32_t expression_count, bind_count;
} stored_faces;

/* All zeros where there is none. Both encodings' gazes have one size. */
static inline pelt_status stored_faces_of(stored_faces *out, const pelt_model *model)
{
    uint32_t bytes = 0;
    const format_faces *head = (const format_faces *)pelt_section_find(&bytes, model, FORMAT_FACES);
    const stored_faces none = {NULL, NULL, NULL, 0, 0};
    *out = none;
    if (head == NULL)
        return PELT_OK;
    if (bytes < sizeof *head)
        return PELT_E_CORRUPT;
    const uint32_t expressions = head->expression_count, binds = head->bind_count;
    const uint32_t gaze = (head->flags & FORMAT_FACES_GAZE) != 0u ? sizeof(format_gaze_q16) : 0u;
    if (bytes - sizeof *head < expressions * (uint32_t)sizeof(format_expression) +
                                   binds * (uint32_t)sizeof(format_face_bind) + gaze)
        return PELT_E_CORRUPT;
    out->expressions = (const format_expression *)(const void *)(head + 1);
    out->binds = (const format_face_bind *)(const void *)(out->expressions + expressions);
    out->gaze = gaze != 0u ? (const void *)(out->binds + binds) : NULL;
    out->expression_count = expressions;
    out->bind_count = binds;
    return PELT_OK;
}

#endif
