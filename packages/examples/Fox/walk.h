// SPDX-License-Identifier: MIT
// The fox of the sketches Fox*, the same for each display: it walks in strips of eight lines, which a
// function of the sketch shows. No framebuffer; about 17 KB of RAM.
#pragma once

#include <Arduino.h>
#include <pelt/draw.h>

#include "fox.h" // pelt bake fox.glb -o fox.pelt --c fox --strip

static const int WIDTH = 240, HEIGHT = 240, STRIP_LINES = 8;
static const int TRIANGLES = 480; // of the fox; with fewer the same is drawn, slower
static const uint32_t SOME = 25;  // vertices that are skinned at a time

static uint64_t fox_memory[(FOX_ARENA_BYTES + 7) / 8];
static uint32_t strip_memory[PELT_PICTURE_BYTES(WIDTH, HEIGHT, STRIP_LINES, 1, TRIANGLES) / 4];
static pelt_draw_vertex fox_vertices[FOX_VERTICES]; // as seen by the camera
static pelt_character_q16 fox;
static pelt_body body;
static pelt_picture picture;

// Opens the fox, or tells on the serial line why it cannot. The camera sees the whole walk.
static void walk_open()
{
    pelt_box_q16 space;
    const pelt_status status = pelt_character_open_q16(&fox, fox_blob, sizeof fox_blob, FOX_FAMILY,
                                                       fox_memory, sizeof fox_memory);
    if (status != PELT_OK) {
        Serial.println(pelt_status_describe(status));
        for (;;)
            delay(1000);
    }
    pelt_picture_open(&picture, WIDTH, HEIGHT, STRIP_LINES, 1, strip_memory, sizeof strip_memory);
    body.model = fox.pose.model;
    body.vertices = fox_vertices;
    pelt_clip_box_get_q16(&space, body.model, FOX_CLIP_WALK, PELT_ALL_MESHES);
    pelt_camera_frame(&body.cam, &space, WIDTH, HEIGHT);
}

// Shows the fox as it is now.
static void walk_show(pelt_panel panel)
{
    const uint32_t ms = millis();
    pelt_vertex_q16 some[SOME];
    pelt_character_play_q16(&fox, FOX_CLIP_WALK, ms, PELT_LOOP);
    pelt_camera_turn(&body.cam, ms * 8, 3000);
    for (uint32_t first = 0; first < FOX_VERTICES; first += SOME) {
        const uint32_t left = FOX_VERTICES - first, count = left < SOME ? left : SOME;
        pelt_character_skin_q16(&fox, FOX_MESH_FOX, some, first, count);
        pelt_body_project(&body, FOX_MESH_FOX, some, first, count);
    }
    pelt_picture_begin(&picture, &body);
    pelt_picture_show(&picture, panel, nullptr);
}
