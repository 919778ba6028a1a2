// SPDX-License-Identifier: MIT
// A fox walks on an ST7789 display of 240 x 240 pixels, on SPI: strips of eight lines, no framebuffer,
// in about 17 KB of RAM. Another display: change panel() and what setup() tells it.
#include <SPI.h>

#include <pelt/draw.h>

#include "fox.h" // pelt bake fox.glb -o fox.pelt --c fox --strip

// Where the display is connected; set them to your wiring.
static const int PIN_SELECT = 10, PIN_DATA = 9, PIN_RESET = 8;
static const uint32_t SPI_HERTZ = 24000000;

static const int WIDTH = 240, HEIGHT = 240, STRIP_LINES = 8;
static const int TRIANGLES = 480; // of the fox; with fewer the same is drawn, slower
static const uint32_t SOME = 25;  // vertices that are skinned at a time

static uint64_t fox_memory[(FOX_ARENA_BYTES + 7) / 8];
static uint32_t strip_memory[PELT_PICTURE_BYTES(WIDTH, HEIGHT, STRIP_LINES, 1, TRIANGLES) / 4];
static pelt_draw_vertex fox_vertices[FOX_VERTICES]; // as seen by the camera
static pelt_character_q16 fox;
static pelt_body body;
static pelt_picture picture;

static void send(uint8_t command, const uint8_t *data, int count)
{
    digitalWrite(PIN_DATA, LOW);
    SPI.transfer(command);
    digitalWrite(PIN_DATA, HIGH);
    for (int i = 0; i < count; i++)
        SPI.transfer(data[i]);
}

// All that pelt asks of a display: these pixels, there.
static void panel(void *, int x, int y, int width, int height, const void *pixels)
{
    const uint16_t *rgb565 = static_cast<const uint16_t *>(pixels);
    const int right = x + width - 1, bottom = y + height - 1;
    const uint8_t columns[4] = {uint8_t(x >> 8), uint8_t(x), uint8_t(right >> 8), uint8_t(right)};
    const uint8_t lines[4] = {uint8_t(y >> 8), uint8_t(y), uint8_t(bottom >> 8), uint8_t(bottom)};
    SPI.beginTransaction(SPISettings(SPI_HERTZ, MSBFIRST, SPI_MODE3));
    digitalWrite(PIN_SELECT, LOW);
    send(0x2A, columns, 4);
    send(0x2B, lines, 4);
    send(0x2C, nullptr, 0);
    for (int i = 0; i < width * height; i++)
        SPI.transfer16(rgb565[i]);
    digitalWrite(PIN_SELECT, HIGH);
    SPI.endTransaction();
}

static void start_display()
{
    const uint8_t rgb565 = 0x55, upright = 0;
    pinMode(PIN_SELECT, OUTPUT);
    pinMode(PIN_DATA, OUTPUT);
    pinMode(PIN_RESET, OUTPUT);
    digitalWrite(PIN_SELECT, HIGH);
    digitalWrite(PIN_RESET, LOW);
    delay(10);
    digitalWrite(PIN_RESET, HIGH);
    delay(120);
    SPI.begin();
    SPI.beginTransaction(SPISettings(SPI_HERTZ, MSBFIRST, SPI_MODE3));
    digitalWrite(PIN_SELECT, LOW);
    send(0x11, nullptr, 0); // awake
    delay(120);
    send(0x3A, &rgb565, 1);
    send(0x36, &upright, 1);
    send(0x21, nullptr, 0); // its panels show colours inverted otherwise
    send(0x29, nullptr, 0); // on
    digitalWrite(PIN_SELECT, HIGH);
    SPI.endTransaction();
}

void setup()
{
    static const float box[6] = FOX_MESH_FOX_BOX; // whatever clip plays, in glTF units
    const float unit = 65536.0f * float(1 << -FOX_UNIT_SHIFT);
    pelt_box_q16 space;
    Serial.begin(115200);
    start_display();
    const pelt_status status = pelt_character_open_q16(&fox, fox_blob, sizeof fox_blob, FOX_FAMILY,
                                                       fox_memory, sizeof fox_memory);
    if (status != PELT_OK) {
        Serial.println(pelt_status_describe(status));
        for (;;)
            delay(1000);
    }
    pelt_picture_open(&picture, WIDTH, HEIGHT, STRIP_LINES, 1, strip_memory, sizeof strip_memory);
    for (int i = 0; i < 3; i++) {
        space.min[i] = int32_t(box[i] * unit);
        space.max[i] = int32_t(box[3 + i] * unit);
    }
    body.model = fox.pose.model;
    body.vertices = fox_vertices;
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
