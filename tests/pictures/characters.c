/* SPDX-License-Identifier: MIT */
/* Makes characters with textures, which stand for those of modelling programs, for documents and tests:
 *
 *   characters FOLDER     FOLDER/snake.glb, giraffe, fish, robot */
#include <jansson.h>
#include <math.h>
#include <png.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/mat.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image_write.h>

#define PI 3.14159265358979323846

/// Textures ///////////////////////////////////////////////////////////////////////////////////////

#define TEXTURE 256

typedef struct bytes {
    uint8_t *data;
    size_t count, capacity;
} bytes;

static void append(void *to, void *from, int count)
{
    bytes *out = to;
    if (out->count + (size_t)count + 3 > out->capacity) {
        out->capacity = 2 * (out->capacity + (size_t)count) + 4096;
        out->data = realloc(out->data, out->capacity);
        if (out->data == NULL)
            abort();
    }
    memcpy(out->data + out->count, from, (size_t)count);
    out->count += (size_t)count;
}

/* Smooth noise of period 1 in both directions, from -1 to 1, without a table. */
static double noise(double u, double v, double frequency)
{
    double sum = 0;
    for (int i = 1; i <= 4; i++) {
        const double k = floor(frequency * i / 2 + 1);
        sum += sin(2 * PI * (k * u + i * 0.37) + 2.2 * sin(2 * PI * (k * v + i * 0.71))) *
               cos(2 * PI * ((k + i) * v + 0.13 * i) + 1.7 * sin(2 * PI * (k * u + i * 0.29))) / i;
    }
    return sum / 2.1;
}

typedef void painter(double rgb[3], double u, double v);

static void set(double rgb[3], double r, double g, double b)
{
    rgb[0] = r;
    rgb[1] = g;
    rgb[2] = b;
}

static void mix(double rgb[3], double r, double g, double b, double share)
{
    const double other[3] = {r, g, b};
    const double s = fmin(fmax(share, 0), 1);
    for (int c = 0; c < 3; c++)
        rgb[c] += (other[c] - rgb[c]) * s;
}

static void paint_scales(double rgb[3], double u, double v)
{
    const double ring = sin(2 * PI * v);
    set(rgb, 0.16, 0.50, 0.23);
    mix(rgb, 0.93, 0.80, 0.22, (ring - 0.1) * 5);
    mix(rgb, 0.09, 0.16, 0.10, (0.18 - fabs(ring - 0.05)) * 9);
    mix(rgb, 0.95, 0.90, 0.72, (0.14 - fabs(u - 0.25)) * 20);
}

static void paint_spots(double rgb[3], double u, double v)
{
    set(rgb, 0.93, 0.78, 0.48);
    mix(rgb, 0.48, 0.24, 0.09, (noise(u, v, 3) - 0.12) * 9);
}

static void paint_fish(double rgb[3], double u, double v)
{
    const double belly = 0.5 - 0.5 * cos(2 * PI * (u - 0.25));
    set(rgb, 0.95, 0.45 + 0.35 * (1 - belly), 0.35);
    mix(rgb, 0.12, 0.20, 0.55, belly * 1.5 - 0.35 + 0.15 * noise(u, v, 5));
    mix(rgb, 0.98, 0.97, 0.95, (0.035 - fabs(fmod(v * 3 + 0.1, 1) - 0.5)) * 30);
}

/* A palette of four by four cells. */
static void paint_palette(double rgb[3], double u, double v)
{
    static const uint8_t cells[16][3] = {
        {214, 64, 52},   {240, 240, 236}, {52, 58, 74},    {250, 196, 60},
        {70, 130, 200},  {120, 180, 90},  {240, 150, 60},  {40, 40, 46},
        {180, 120, 200}, {120, 200, 210}, {250, 220, 170}, {150, 90, 60},
        {90, 90, 100},   {230, 110, 150}, {30, 80, 70},    {200, 200, 60}};
    const uint8_t *cell = cells[(int)(v * 4) * 4 + (int)(u * 4)];
    set(rgb, cell[0] / 255.0, cell[1] / 255.0, cell[2] / 255.0);
}

static void paint(bytes *out, painter *by, bool jpeg)
{
    static uint8_t pixels[TEXTURE * TEXTURE][3];
    for (int i = 0; i < TEXTURE * TEXTURE; i++) {
        double rgb[3];
        by(rgb, (i % TEXTURE + 0.5) / TEXTURE, (i / TEXTURE + 0.5) / TEXTURE);
        for (int c = 0; c < 3; c++)
            pixels[i][c] = (uint8_t)lrint(255 * fmin(fmax(rgb[c], 0), 1));
    }
    if (jpeg)
        stbi_write_jpg_to_func(append, out, TEXTURE, TEXTURE, 3, pixels, 90);
    else
        stbi_write_png_to_func(append, out, TEXTURE, TEXTURE, 3, pixels, 3 * TEXTURE);
}

/// Bodies /////////////////////////////////////////////////////////////////////////////////////////

#define MOST 20000

typedef struct body {
    float positions[MOST][3], normals[MOST][3], uvs[MOST][2];
    uint8_t joints[MOST][4];
    float weights[MOST][4];
    uint16_t indices[3 * MOST];
    uint32_t count, index_count;
} body;

static body now; /* the body that is being built; joint 0 is at the origin, joint 1 is the head's */

static uint32_t add_vertex(const double p[3], const double n[3], double u, double v, int joint)
{
    const uint32_t i = now.count++;
    for (int c = 0; c < 3; c++) {
        now.positions[i][c] = (float)p[c];
        now.normals[i][c] = (float)n[c];
    }
    now.uvs[i][0] = (float)u;
    now.uvs[i][1] = (float)v;
    now.joints[i][0] = (uint8_t)joint;
    now.weights[i][0] = 1;
    return i;
}

static void add_triangle(uint32_t a, uint32_t b, uint32_t c)
{
    const uint16_t corners[3] = {(uint16_t)a, (uint16_t)b, (uint16_t)c};
    memcpy(now.indices + now.index_count, corners, sizeof corners);
    now.index_count += 3;
}

typedef struct ring {
    double at[3], wide, tall; /* wide, tall: half axes, across and up */
} ring;

/* Adds a tube through rings, splined; u goes around it from its right, v along it from v0 to v1. */
static void add_tube(const ring *rings, int count, int along, int around, double v0, double v1,
                     int joint)
{
    const uint32_t first = now.count;
    double side[3] = {1, 0, 0}, up[3];
    for (int i = 0; i <= along; i++) {
        const double t = (double)i / along * (count - 1);
        const int k = t >= count - 1 ? count - 2 : (int)t;
        const ring *a = &rings[k > 0 ? k - 1 : 0], *b = &rings[k], *c = &rings[k + 1];
        const ring *d = &rings[k + 2 < count ? k + 2 : count - 1];
        const double f = t - k, g = f * f * (3 - 2 * f);
        double at[3], way[3];
        for (int x = 0; x < 3; x++) { /* Catmull-Rom spline */
            at[x] = b->at[x] + 0.5 * f *
                                   (c->at[x] - a->at[x] +
                                    f * (2 * a->at[x] - 5 * b->at[x] + 4 * c->at[x] - d->at[x] +
                                         f * (3 * (b->at[x] - c->at[x]) + d->at[x] - a->at[x])));
            way[x] = (1 - f) * (c->at[x] - a->at[x]) + f * (d->at[x] - b->at[x]);
        }
        vec3_normalise(way);
        vec3_cross(up, way, side); /* no more twisted than the ring before */
        vec3_normalise(up);
        vec3_cross(side, up, way);
        const double wide = b->wide + (c->wide - b->wide) * g;
        const double tall = b->tall + (c->tall - b->tall) * g;
        for (int k2 = 0; k2 <= around; k2++) {
            const double angle = 2 * PI * (k2 % around) / around, x = cos(angle), y = sin(angle);
            double p[3], n[3];
            for (int e = 0; e < 3; e++) {
                p[e] = at[e] + side[e] * x * wide + up[e] * y * tall;
                n[e] = side[e] * x * tall + up[e] * y * wide + 1e-9 * way[e];
                n[e] += i == 0 ? -1e-3 * way[e] : i == along ? 1e-3 * way[e] : 0;
            }
            vec3_normalise(n);
            add_vertex(p, n, (double)k2 / around, v0 + (v1 - v0) * i / along, joint);
        }
    }
    for (int i = 0; i < along; i++)
        for (int k = 0; k < around; k++) {
            const uint32_t a = first + (uint32_t)(i * (around + 1) + k),
                           b = a + (uint32_t)around + 1;
            add_triangle(a, a + 1, b);
            add_triangle(a + 1, b + 1, b);
        }
}

/* Adds a box whose faces have one cell of the palette; x, y, z are half sizes. */
static void add_box(double x, double y, double z, double a, double b, double c, int cell, int joint)
{
    const double half[3] = {a, b, c}, middle[3] = {x, y, z};
    const double u = (cell % 4 + 0.5) / 4, v = (cell / 4 + 0.5) / 4, r = 0.12;
    for (int face = 0; face < 6; face++) {
        const int axis = face / 2, s = (axis + 1) % 3, t = (axis + 2) % 3;
        const double sign = face % 2 ? -1 : 1;
        uint32_t corner[4];
        for (int i = 0; i < 4; i++) {
            const double ds = i == 0 || i == 3 ? -1 : 1, dt = i < 2 ? -1 : 1;
            double p[3], n[3] = {0, 0, 0};
            n[axis] = sign;
            p[axis] = middle[axis] + sign * half[axis];
            p[s] = middle[s] + ds * sign * half[s];
            p[t] = middle[t] + dt * half[t];
            corner[i] = add_vertex(p, n, u + r * ds, v + r * dt, joint);
        }
        add_triangle(corner[0], corner[1], corner[2]);
        add_triangle(corner[0], corner[2], corner[3]);
    }
}

static void build_snake(void)
{
    static const ring rings[] = {{{0.9, 0.05, -0.9}, 0.02, 0.02},  {{0.3, 0.08, -1.1}, 0.09, 0.09},
                                 {{-0.6, 0.13, -0.6}, 0.14, 0.14}, {{0.5, 0.16, -0.1}, 0.17, 0.16},
                                 {{0.0, 0.3, 0.45}, 0.18, 0.18},   {{-0.15, 0.9, 0.1}, 0.17, 0.17},
                                 {{0.0, 1.45, 0.05}, 0.15, 0.15},  {{0.0, 1.75, 0.25}, 0.15, 0.13},
                                 {{0.0, 1.8, 0.5}, 0.2, 0.12},     {{0.0, 1.74, 0.75}, 0.13, 0.07},
                                 {{0.0, 1.72, 0.82}, 0.0, 0.0}};
    add_tube(rings, 11, 150, 24, 0, 1, 0);
}

static void build_giraffe(void)
{
    static const ring trunk[] = {{{0, 1.05, -0.75}, 0.0, 0.0},  {{0, 1.1, -0.65}, 0.24, 0.25},
                                 {{0, 1.15, 0.0}, 0.3, 0.32},   {{0, 1.3, 0.5}, 0.25, 0.33},
                                 {{0, 1.7, 0.75}, 0.15, 0.2},   {{0, 2.3, 0.95}, 0.11, 0.12},
                                 {{0, 2.62, 1.02}, 0.13, 0.13}, {{0, 2.72, 1.3}, 0.1, 0.09},
                                 {{0, 2.66, 1.52}, 0.07, 0.06}, {{0, 2.65, 1.55}, 0.0, 0.0}};
    add_tube(trunk, 10, 90, 28, 0, 2.2, 1);
    for (int i = 0; i < 4; i++) {
        const double x = i % 2 ? 0.17 : -0.17, z = i < 2 ? -0.5 : 0.42;
        const ring leg[] = {{{x, 1.2, z}, 0.13, 0.16},
                            {{x, 0.6, z + 0.02}, 0.085, 0.09},
                            {{x, 0.1, z}, 0.075, 0.075},
                            {{x, 0.0, z}, 0.085, 0.085},
                            {{x, 0.0, z}, 0.0, 0.0}};
        add_tube(leg, 5, 30, 14, 0.1, 0.9, 0);
    }
}

static void build_fish(void)
{
    static const ring trunk[] = {
        {{0, 0.9, 0.95}, 0.0, 0.0},   {{0, 0.9, 0.9}, 0.09, 0.1},    {{0, 0.93, 0.5}, 0.22, 0.36},
        {{0, 0.95, 0.0}, 0.24, 0.47}, {{0, 0.9, -0.5}, 0.14, 0.27},  {{0, 0.9, -0.85}, 0.06, 0.12},
        {{0, 0.9, -1.0}, 0.04, 0.3},  {{0, 0.9, -1.25}, 0.02, 0.55}, {{0, 0.9, -1.26}, 0.0, 0.0}};
    static const ring fin[] = {
        {{0, 1.2, 0.2}, 0.05, 0.2}, {{0, 1.5, -0.05}, 0.03, 0.16}, {{0, 1.68, -0.3}, 0.01, 0.05}};
    add_tube(trunk, 9, 80, 32, 0, 1, 1);
    add_tube(fin, 3, 16, 12, 0.3, 0.6, 1);
    for (int side = -1; side <= 1; side += 2) {
        const ring small[] = {{{side * 0.2, 0.75, 0.35}, 0.1, 0.04},
                              {{side * 0.45, 0.6, 0.2}, 0.12, 0.03},
                              {{side * 0.6, 0.5, 0.05}, 0.03, 0.01}};
        add_tube(small, 3, 12, 10, 0.7, 0.8, 1);
    }
}

static void build_robot(void)
{
    add_box(0, 1.05, 0, 0.34, 0.36, 0.22, 4, 0);
    add_box(0, 1.1, 0.23, 0.2, 0.16, 0.02, 2, 0);
    add_box(-0.08, 1.14, 0.26, 0.04, 0.04, 0.02, 0, 0);
    add_box(0.08, 1.14, 0.26, 0.04, 0.04, 0.02, 5, 0);
    add_box(0, 1.48, 0, 0.1, 0.08, 0.1, 12, 1);
    add_box(0, 1.78, 0, 0.3, 0.24, 0.26, 1, 1);
    add_box(-0.12, 1.82, 0.27, 0.07, 0.08, 0.02, 7, 1);
    add_box(0.12, 1.82, 0.27, 0.07, 0.08, 0.02, 7, 1);
    add_box(0, 1.64, 0.27, 0.14, 0.03, 0.02, 0, 1);
    add_box(0, 2.12, 0, 0.02, 0.12, 0.02, 12, 1);
    add_box(0, 2.26, 0, 0.06, 0.06, 0.06, 3, 1);
    for (int side = -1; side <= 1; side += 2) {
        add_box(side * 0.46, 1.22, 0, 0.11, 0.14, 0.13, 3, 0);
        add_box(side * 0.48, 0.92, 0.03, 0.07, 0.2, 0.07, 12, 0);
        add_box(side * 0.5, 0.66, 0.1, 0.12, 0.1, 0.12, 6, 0);
        add_box(side * 0.18, 0.45, 0, 0.1, 0.26, 0.11, 12, 0);
        add_box(side * 0.18, 0.1, 0.06, 0.15, 0.1, 0.22, 0, 0);
    }
}

/// Files //////////////////////////////////////////////////////////////////////////////////////////

static void pad(bytes *out, int with)
{
    uint8_t byte = (uint8_t)with;
    while (out->count % 4 != 0)
        append(out, &byte, 1);
}

/* Appends bytes to the buffer and returns the index of their new bufferView. */
static json_int_t add_view(json_t *root, bytes *bin, const void *data, size_t count)
{
    json_t *views = json_object_get(root, "bufferViews");
    pad(bin, 0);
    json_array_append_new(views,
                          json_pack("{s:i, s:I, s:I}", "buffer", 0, "byteOffset",
                                    (json_int_t)bin->count, "byteLength", (json_int_t)count));
    append(bin, (void *)data, (int)count);
    return (json_int_t)json_array_size(views) - 1;
}

static json_int_t add_accessor(json_t *root, bytes *bin, const void *data, size_t element,
                               uint32_t count, int component, const char *type)
{
    json_t *accessors = json_object_get(root, "accessors");
    json_array_append_new(accessors,
                          json_pack("{s:I, s:i, s:I, s:s}", "bufferView",
                                    add_view(root, bin, data, element * count), "componentType",
                                    component, "count", (json_int_t)count, "type", type));
    return (json_int_t)json_array_size(accessors) - 1;
}

/* Adds texture 0 to material 0; `info` is merged into the material's reference to it. */
static void add_texture(json_t *root, bytes *bin, painter *by, bool jpeg, const char *sampler,
                        const char *info)
{
    bytes image = {0};
    paint(&image, by, jpeg);
    json_object_set_new(root, "images",
                        json_pack("[{s:s, s:I, s:s}]", "name", "skin", "bufferView",
                                  add_view(root, bin, image.data, image.count), "mimeType",
                                  jpeg ? "image/jpeg" : "image/png"));
    json_object_set_new(root, "samplers", json_pack("[o]", json_loads(sampler, 0, NULL)));
    json_object_set_new(root, "textures", json_loads("[{\"source\": 0, \"sampler\": 0}]", 0, NULL));
    json_object_set_new(root, "materials",
                        json_pack("[{s:s, s:{s:o, s:f}}]", "name", "skin", "pbrMetallicRoughness",
                                  "baseColorTexture", json_loads(info, 0, NULL), "metallicFactor",
                                  0.0));
    free(image.data);
}

static bytes write_glb(json_t *root, bytes *bin)
{
    bytes file = {0};
    pad(bin, 0);
    json_object_set_new(root, "buffers",
                        json_pack("[{s:I}]", "byteLength", (json_int_t)bin->count));
    char *text = json_dumps(root, JSON_COMPACT);
    append(&file, (char[20]){0}, 20);
    append(&file, text, (int)strlen(text));
    pad(&file, ' ');
    const uint32_t json_bytes = (uint32_t)file.count - 20;
    const uint32_t chunk[2] = {(uint32_t)bin->count, 0x004E4942};
    append(&file, (void *)chunk, 8);
    append(&file, bin->data, (int)bin->count);
    const uint32_t head[5] = {0x46546C67, 2, (uint32_t)file.count, json_bytes, 0x4E4F534A};
    memcpy(file.data, head, sizeof head);
    free(text);
    free(bin->data);
    json_decref(root);
    return file;
}

static bytes write_body(painter *by, bool jpeg, const char *sampler, const char *info)
{
    static const float binds[2][16] = {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                                       {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1.4f, 0, 1}};
    static const float times[3] = {0, 0.5f, 1};
    static const float turns[3][4] = {
        {0, 0.13f, 0, 0.9915f}, {0, -0.13f, 0, 0.9915f}, {0, 0.13f, 0, 0.9915f}};
    static const char frame[] =
        "{\"asset\": {\"version\": \"2.0\"}, \"scene\": 0, \"scenes\": [{\"nodes\": [0, 2]}],"
        "\"nodes\": [{\"name\": \"root\", \"children\": [1]}, {\"name\": \"head\", "
        "\"translation\": [0, 1.4, 0]}, {\"name\": \"body\", \"mesh\": 0, \"skin\": 0}],"
        "\"bufferViews\": [], \"accessors\": []}";
    json_t *root = json_loads(frame, 0, NULL);
    bytes bin = {0};
    const json_int_t position =
        add_accessor(root, &bin, now.positions, 12, now.count, 5126, "VEC3");
    const json_int_t normal = add_accessor(root, &bin, now.normals, 12, now.count, 5126, "VEC3");
    const json_int_t uv = add_accessor(root, &bin, now.uvs, 8, now.count, 5126, "VEC2");
    const json_int_t joint = add_accessor(root, &bin, now.joints, 4, now.count, 5121, "VEC4");
    const json_int_t weight = add_accessor(root, &bin, now.weights, 16, now.count, 5126, "VEC4");
    const json_int_t index =
        add_accessor(root, &bin, now.indices, 2, now.index_count, 5123, "SCALAR");
    const json_int_t bind = add_accessor(root, &bin, binds, 64, 2, 5126, "MAT4");
    const json_int_t time = add_accessor(root, &bin, times, 4, 3, 5126, "SCALAR");
    const json_int_t turn = add_accessor(root, &bin, turns, 16, 3, 5126, "VEC4");
    json_object_set_new(root, "meshes",
                        json_pack("[{s:[{s:i, s:I, s:{s:I, s:I, s:I, s:I, s:I}}]}]", "primitives",
                                  "material", 0, "indices", index, "attributes", "POSITION",
                                  position, "NORMAL", normal, "TEXCOORD_0", uv, "JOINTS_0", joint,
                                  "WEIGHTS_0", weight));
    json_object_set_new(
        root, "skins", json_pack("[{s:[i, i], s:I}]", "joints", 0, 1, "inverseBindMatrices", bind));
    json_object_set_new(root, "animations",
                        json_pack("[{s:s, s:[{s:I, s:I}], s:[{s:i, s:{s:i, s:s}}]}]", "name",
                                  "look", "samplers", "input", time, "output", turn, "channels",
                                  "sampler", 0, "target", "node", 1, "path", "rotation"));
    add_texture(root, &bin, by, jpeg, sampler, info);
    return write_glb(root, &bin);
}

static void save(const char *folder, const char *name, const bytes *glb)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.glb", folder, name);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(glb->data, 1, glb->count, file) != glb->count || fclose(file) != 0) {
        fprintf(stderr, "characters: %s cannot be written\n", path);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*build)(void);
        painter *by;
        bool jpeg;
        const char *sampler, *info;
    } kinds[] = {
        {"snake", build_snake, paint_scales, false, "{}",
         "{\"index\": 0, \"extensions\": {\"KHR_texture_transform\": {\"scale\": [1, 12]}}}"},
        {"giraffe", build_giraffe, paint_spots, false, "{\"wrapS\": 10497, \"wrapT\": 33648}",
         "{\"index\": 0}"},
        {"fish", build_fish, paint_fish, true, "{\"wrapT\": 33071}", "{\"index\": 0}"},
        {"robot", build_robot, paint_palette, false, "{}", "{\"index\": 0}"}};
    if (argc != 2) {
        fputs("usage: characters FOLDER\n", stderr);
        return 2;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        memset(&now, 0, sizeof now);
        kinds[i].build();
        bytes glb = write_body(kinds[i].by, kinds[i].jpeg, kinds[i].sampler, kinds[i].info);
        save(argv[1], kinds[i].name, &glb);
        free(glb.data);
    }
    return 0;
}
