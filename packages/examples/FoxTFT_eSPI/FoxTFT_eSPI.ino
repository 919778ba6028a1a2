// SPDX-License-Identifier: MIT
// A fox walks on a display of 240 x 240 pixels by the library TFT_eSPI.
#include <TFT_eSPI.h> // its User_Setup.h has the display and its pins

#include <pelt/draw.h>

#include "fox.h" // pelt bake fox.glb -o fox.pelt --c fox --strip

static const int WIDTH = 240, HEIGHT = 240, STRIP_LINES = 8;
static const int TRIANGLES = 480; // of the fox; with fewer the same is drawn, slower
static const uint32_t SOME = 25;  // vertices that are skinned at a time

static TFT_eSPI tft;
static uint64_t fox_memory[(FOX_ARENA_BYTES + 7) / 8];
static uint32_t strip_memory[PELT_PICTURE_BYTES(WIDTH, HEIGHT, STRIP_LINES, 1, TRIANGLES) / 4];
static pelt_draw_vertex fox_vertices[FOX_VERTICES]; // as seen by the camera
static pelt_character_q16 fox;
static pelt_body body;
static pelt_picture picture;

// All that pelt asks of a display: these pixels, there.
static void panel(void *, int x, int y, int width, int height, const void *pixels)
{
    // The one for RAM, which takes no constants.
    tft.pushImage(x, y, width, height, static_cast<uint16_t *>(const_cast<void *>(pixels)));
}

void setup()
{
    pelt_box_q16 space;
    Serial.begin(115200);
    tft.init();
    tft.setRotation(0);
    tft.setSwapBytes(true); // pixels are numbers here, the display takes their higher byte first
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

void loop()
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
