/* SPDX-License-Identifier: MIT */
/* What `view --show` and the page draw over a picture: the skeleton, springs with their colliders,
 * in-betweens, and the weights of a joint as heat. */
#pragma once

#include "cmd/model_choice.h"
#include "pelt/draw.h"
#include "play/play.h"

typedef struct overlay {
    bool skeleton, springs, betweens;
    float *heat; /* [pelt_vertices_count] weights of the joint, or NULL; free() it */
} overlay;

/* From glTF units to the camera's: (place - centre) * scale. */
typedef struct overlay_space {
    const pelt_camera *cam;
    double centre[3], scale;
} overlay_space;

/* Reads a list of skeleton, springs, betweens and weights:JOINT; NULL shows nothing. For springs it
 * lets `p` swing them. */
bool overlay_open(overlay *o, const char *text, play *p, const model_names *in, diag *d);

/* Puts heat in place of the colours of vertices that pelt_body_project has drawn. */
void overlay_heat(const overlay *o, const pelt_body *body, uint32_t mesh,
                  const pelt_vertex_q16 *vertices, uint32_t count, bool has_normals);

/* Draws the lines over the picture, after play_pose. */
void overlay_draw(const overlay *o, const pelt_band *band, const play *p,
                  const overlay_space *space);
