/* SPDX-License-Identifier: MIT */
/* The parts that renderers share whose camera framing.h places. */
#pragma once

#include "framing.h"
#include "renderer.h"

/* Clears the text and lets it be shown. */
void view_begin(renderer *r);

/* Opens a blob, and an arena of all the memory, from which the renderer then takes what it needs. */
void view_open(renderer *r, pelt_arena *arena, const void *blob, size_t blob_bytes, void *memory,
               size_t memory_bytes);

/* Frames the actor; after actor_place(). */
void view_frame(renderer *r);

/* Poses the actor; returns the camera that a shot has. */
const pelt_camera *view_pose(renderer *r, const shot *s);

/* PELT_DRAW_TWO_SIDED where the triangles are so few that back faces cost little, else 0. */
uint32_t view_flags(const actor *a);

/* Bytes of the actor's projected vertices. */
size_t view_vertices_bytes(const actor *a);

/* Corners of the sky: left ones from above, then right ones from below. */
void view_sky(pelt_draw_vertex sky[4], int width, int height);
