/* SPDX-License-Identifier: MIT */
/* What all renderers share whose camera framing.h places. */
#pragma once

#include "framing.h"
#include "renderer.h"

/* Clears the text, and shows it. */
void view_begin(renderer *r);

/* Opens a blob and an arena in the renderer's memory, from which the renderer then takes. */
void view_open(renderer *r, pelt_arena *arena, const void *blob, size_t blob_bytes, void *memory,
               size_t memory_bytes);

/* Frames the actor, which has its memory now. */
void view_frame(renderer *r);

/* Poses the actor; returns the camera that a shot has. */
const pelt_camera *view_pose(renderer *r, const shot *s);

/* Of few triangles, back faces cost no picture. */
uint32_t view_flags(const actor *a);

/* Bytes of the actor's vertices on the screen. */
size_t view_vertices_bytes(const actor *a);

/* Corners of the sky: left ones from above, then right ones from below. */
void view_sky(pelt_draw_vertex sky[4], int width, int height);
