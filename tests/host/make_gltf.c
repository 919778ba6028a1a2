/* SPDX-License-Identifier: MIT */
/*
 * Generated glTF files: for the order of vertices and what they share, and large and hostile ones for
 * limits of time and memory. Usage: make_gltf KIND OUT.glb
 *
 *   shared     joint sets, equal joints and weights, seams, morphed vertices: see make_shared
 *   nested     a skinned and a rigid strip under rotated, mirrored and unevenly scaled nodes
 *   face       80 morph targets, each of a few vertices, of which a clip moves six at a time
 *   large      a body of 50,000 vertices on 60 joints, 10 s of animation at 30 keys a second
 *   chain      20,000 nodes, each the child of the one before, all animated, one vertex at the end
 *   joints     4,000 joints side by side, each with three channels of 16 keys
 *   channels   a clip with 100,000 channels on as many nodes without a mesh
 *   clips      20,000 clips
 *   instances  65,000 nodes with the same mesh of 1,000 vertices
 *   zeros      4 million vertices from an accessor without data
 *   targets    4,000 morph targets without data on 4,000 vertices
 *   primitives 30,000 primitives of one mesh
 *   keys       a million keys in each of 10 channels that share them
 */
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GLTF_U8 5121
#define GLTF_U16 5123
#define GLTF_F32 5126

typedef struct text {
    char *bytes;
    size_t count, capacity;
} text;

/* The parts of the JSON as they grow; lists are joined with commas. */
static text bin, views, accessors, nodes, channels, samplers;
static uint32_t view_count, sampler_count;

static void *grow(text *t, size_t count)
{
    while (t->capacity - t->count < count) {
        t->capacity = t->capacity == 0 ? 4096 : 2 * t->capacity;
        t->bytes = realloc(t->bytes, t->capacity);
        if (t->bytes == NULL)
            abort();
    }
    void *at = t->bytes + t->count;
    t->count += count;
    return at;
}

static void print(text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *line = grow(t, 512);
    t->count -= 512;
    t->count += (size_t)vsnprintf(line, 512, format, arguments);
    va_end(arguments);
}

static void append(text *t, const char *string)
{
    const size_t length = strlen(string);
    memcpy(grow(t, length), string, length);
}

static const char *comma(const text *t)
{
    return t->count > 0 ? "," : "";
}

static void put_float(double value)
{
    const float f = (float)value;
    memcpy(grow(&bin, sizeof f), &f, sizeof f);
}

static void put_u16(uint32_t value)
{
    const uint16_t u = (uint16_t)value;
    memcpy(grow(&bin, sizeof u), &u, sizeof u);
}

static size_t begin(void)
{
    while (bin.count % 4 != 0)
        *(char *)grow(&bin, 1) = 0;
    return bin.count;
}

/* An accessor over what was put since `start`; its index. */
static uint32_t add_accessor(size_t start, uint32_t count, int component, const char *type)
{
    print(&views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}", comma(&views), start,
          bin.count - start);
    print(&accessors, "%s{\"bufferView\":%u,\"componentType\":%d,\"count\":%u,\"type\":\"%s\"",
          comma(&accessors), view_count, component, count, type);
    print(&accessors, ",\"min\":[0,0,0],\"max\":[0,0,0]}");
    return view_count++;
}

static void add_channel(uint32_t node, uint32_t input, uint32_t output, const char *path)
{
    print(&samplers, "%s{\"input\":%u,\"output\":%u}", comma(&samplers), input, output);
    print(&channels, "%s{\"sampler\":%u,\"target\":{\"node\":%u,\"path\":\"%s\"}}",
          comma(&channels), sampler_count++, node, path);
}

static int write_glb(const char *path, const char *meshes, const char *rest)
{
    text json = {0};
    print(&json, "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"buffers\":[{\"byteLength\":%zu}],",
          begin());
    const text *const parts[] = {&views, &accessors, &nodes};
    static const char *const names[] = {"bufferViews", "accessors", "nodes"};
    for (int i = 0; i < 3; i++) {
        print(&json, "\"%s\":[", names[i]);
        if (parts[i]->count > 0)
            memcpy(grow(&json, parts[i]->count), parts[i]->bytes, parts[i]->count);
        print(&json, "],");
    }
    if (channels.count > 0) {
        print(&json, "\"animations\":[{\"channels\":[");
        memcpy(grow(&json, channels.count), channels.bytes, channels.count);
        print(&json, "],\"samplers\":[");
        memcpy(grow(&json, samplers.count), samplers.bytes, samplers.count);
        print(&json, "]}],");
    }
    append(&json, rest);
    append(&json, "\"meshes\":[");
    append(&json, meshes);
    append(&json, "]}");
    while (json.count % 4 != 0)
        print(&json, " ");

    const uint32_t header[5] = {0x46546C67u, 2, (uint32_t)(28 + json.count + bin.count),
                                (uint32_t)json.count, 0x4E4F534Au};
    const uint32_t chunk[2] = {(uint32_t)bin.count, 0x004E4942u};
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return 3;
    fwrite(header, 1, sizeof header, file);
    fwrite(json.bytes, 1, json.count, file);
    fwrite(chunk, 1, sizeof chunk, file);
    fwrite(bin.bytes, 1, bin.count, file);
    return fclose(file) == 0 ? 0 : 3;
}

/// Kinds /////////////////////////////////////////////////////////////////////////////////////////

#define TAU 6.28318530717958647692
#define LIMBS 6u
#define LIMB_JOINTS 10u
#define RINGS 250u
#define SIDES 34u /* 6 limbs of 250 rings of 34: 51,000 */
#define KEYS 301u

/* Limbs that stand on a circle, each a tube around a chain of joints one unit apart. */
static int make_large(const char *path)
{
    const uint32_t count = LIMBS * RINGS * SIDES, joints = LIMBS * LIMB_JOINTS;
    uint32_t attribute[4];
    size_t start = begin();
    for (uint32_t v = 0; v < count; v++) {
        const double a = TAU * (v % SIDES) / SIDES, y = 9.5 * (v / SIDES % RINGS) / RINGS;
        const double limb = TAU * (v / SIDES / RINGS) / LIMBS;
        put_float(5 * cos(limb) + 0.4 * cos(a));
        put_float(y);
        put_float(5 * sin(limb) + 0.4 * sin(a));
    }
    attribute[0] = add_accessor(start, count, GLTF_F32, "VEC3");
    start = begin();
    for (uint32_t v = 0; v < count; v++) {
        put_float(cos(TAU * (v % SIDES) / SIDES));
        put_float(0);
        put_float(sin(TAU * (v % SIDES) / SIDES));
    }
    attribute[1] = add_accessor(start, count, GLTF_F32, "VEC3");
    start = begin();
    for (uint32_t v = 0; v < count; v++) {
        const double y = 9.5 * (v / SIDES % RINGS) / RINGS;
        const uint32_t first = v / SIDES / RINGS * LIMB_JOINTS;
        for (int k = 0; k < 4; k++) {
            const int joint = (int)y - 1 + k;
            *(uint8_t *)grow(&bin, 1) = (uint8_t)(first + (uint32_t)(joint < 0   ? 0
                                                                     : joint > 9 ? 9
                                                                                 : joint));
        }
    }
    attribute[2] = add_accessor(start, count, GLTF_U8, "VEC4");
    start = begin();
    for (uint32_t v = 0; v < count; v++) {
        const double y = 9.5 * (v / SIDES % RINGS) / RINGS, u = y - floor(y);
        put_float((1 - u) * (1 - u) * (1 - u) / 6);
        put_float((3 * u * u * u - 6 * u * u + 4) / 6);
        put_float((-3 * u * u * u + 3 * u * u + 3 * u + 1) / 6);
        put_float(u * u * u / 6);
    }
    attribute[3] = add_accessor(start, count, GLTF_F32, "VEC4");
    start = begin();
    uint32_t index_count = 0;
    for (uint32_t v = 0; v < count; v++) {
        if (v / SIDES % RINGS == RINGS - 1)
            continue;
        const uint32_t right = v % SIDES == SIDES - 1 ? v + 1 - SIDES : v + 1;
        const uint32_t corners[6] = {v, v + SIDES, right, right, v + SIDES, right + SIDES};
        for (int k = 0; k < 6; k++)
            put_u16(corners[k]);
        index_count += 6;
    }
    const uint32_t indices = add_accessor(start, index_count, GLTF_U16, "SCALAR");

    start = begin();
    for (uint32_t j = 0; j < joints; j++) {
        const double limb = TAU * (j / LIMB_JOINTS) / LIMBS;
        for (int k = 0; k < 12; k++)
            put_float(k % 5 == 0);
        put_float(-5 * cos(limb));
        put_float(-(double)(j % LIMB_JOINTS));
        put_float(-5 * sin(limb));
        put_float(1);
    }
    const uint32_t inverse_binds = add_accessor(start, joints, GLTF_F32, "MAT4");
    start = begin();
    for (uint32_t k = 0; k < KEYS; k++)
        put_float(k / 30.0);
    const uint32_t times = add_accessor(start, KEYS, GLTF_F32, "SCALAR");
    print(&nodes, "{\"mesh\":0,\"skin\":0}");
    for (uint32_t j = 0; j < joints; j++) {
        const double limb = TAU * (j / LIMB_JOINTS) / LIMBS;
        const int root = j % LIMB_JOINTS == 0, last = j % LIMB_JOINTS == LIMB_JOINTS - 1;
        print(&nodes, ",{\"translation\":[%.9g,%d,%.9g]", root ? 5 * cos(limb) : 0, !root,
              root ? 5 * sin(limb) : 0);
        if (!last)
            print(&nodes, ",\"children\":[%u]", j + 2);
        print(&nodes, "}");
        start = begin();
        for (uint32_t k = 0; k < KEYS; k++) {
            const double a = 0.2 * sin(k * 0.11 + j) + 0.03 * sin(k * 0.9 + 3.0 * j);
            const double b = 0.1 * sin(k * 0.23 + 2.0 * j);
            put_float(sin(a) * cos(b));
            put_float(sin(b));
            put_float(0);
            put_float(cos(a) * cos(b));
        }
        add_channel(j + 1, times, add_accessor(start, KEYS, GLTF_F32, "VEC4"), "rotation");
    }
    text mesh = {0}, rest = {0};
    print(&mesh,
          "{\"primitives\":[{\"attributes\":{\"POSITION\":%u,\"NORMAL\":%u,\"JOINTS_0\":%u,"
          "\"WEIGHTS_0\":%u},\"indices\":%u}]}",
          attribute[0], attribute[1], attribute[2], attribute[3], indices);
    print(&rest, "\"scenes\":[{\"nodes\":[0");
    for (uint32_t i = 0; i < LIMBS; i++)
        print(&rest, ",%u", 1 + i * LIMB_JOINTS);
    print(&rest, "]}],\"skins\":[{\"inverseBindMatrices\":%u,\"joints\":[1", inverse_binds);
    for (uint32_t j = 1; j < joints; j++)
        print(&rest, ",%u", j + 1);
    print(&rest, "]}],");
    return write_glb(path, mesh.bytes, rest.bytes);
}

#define SHARED_JOINTS 4u
#define SHARED_RING 4u
#define SHARED_MORPHED 4u

/* A vertex of make_shared. */
typedef struct shared_vertex {
    double angle, y;
    uint8_t joints[4];
    double weights[4];
    uint8_t green; /* of its colour */
    bool left;     /* handedness of its tangent */
} shared_vertex;

static shared_vertex shared[128];
static uint32_t shared_count;

static void add_shared(double angle, double y, const uint8_t joints[4], const double weights[4])
{
    shared_vertex *v = &shared[shared_count++];
    *v = (shared_vertex){.angle = angle, .y = y, .green = 255, .left = shared_count % 3 == 0};
    memcpy(v->joints, joints, sizeof v->joints);
    memcpy(v->weights, weights, sizeof v->weights);
}

/* The same vertex in another colour. */
static void add_seam(uint32_t vertex)
{
    shared[shared_count] = shared[vertex];
    shared[shared_count++].green = 0;
}

/*
 * Points around a chain of four joints: most on one joint; a ring each of equal joints and weights,
 * one of them large enough for a run; a group of one joint set with all weights different; and some
 * that have nothing in common. Then seams of all these. The last four are morphed, two of them but
 * for their colour alike.
 */
static void place_shared(void)
{
    static const uint8_t chain[4] = {0, 1, 2, 3}, high[4] = {2, 3, 0, 0};
    static const uint8_t single[3][4] = {{2, 0, 0, 0}, {3, 1, 0, 0}, {3, 0, 2, 0}};
    static const double one[4] = {1, 0, 0, 0};
    static const double weights_of[4][4] = {
        {0.5, 0.5, 0, 0}, {0.625, 0.375, 0, 0}, {0.5, 0.3, 0.2, 0}, {0.4, 0.3, 0.2, 0.1}};
    for (uint32_t i = 0; i < 4; i++)
        add_shared(i, 0.05 * i, chain, one);
    for (uint32_t ring = 0; ring < 4; ring++)
        for (uint32_t i = 0; i < (ring == 2 ? 2 : 1) * SHARED_RING; i++)
            add_shared(TAU * i / SHARED_RING, 1 + 0.5 * ring, ring == 1 ? high : chain,
                       weights_of[ring]);
    for (uint32_t i = 0; i < 12; i++) {
        const double weights[4] = {0.4 - 0.01 * i, 0.3 + 0.004 * i, 0.2 + 0.003 * i,
                                   0.1 + 0.003 * i};
        add_shared(2 * i, 0.5 + 0.1 * i, chain, weights);
    }
    for (uint32_t i = 0; i < 3; i++) {
        const double weights[4] = {i == 0 ? 1 : 0.6, 0.4 * (i == 1) + 0.25 * (i == 2),
                                   0.15 * (i == 2), 0};
        add_shared(i, 2.5, single[i], weights);
    }
    for (uint32_t vertex = 3, count = shared_count; vertex < count; vertex += 7)
        add_seam(vertex);
    add_shared(0, 3, single[0], one);
    add_shared(1, 3, chain, weights_of[0]);
    add_shared(2, 3, chain, weights_of[0]);
    add_seam(shared_count - 1);
}

static int make_shared(const char *path)
{
    uint32_t attribute[6];
    text mesh = {0}, rest = {0};
    place_shared();
    size_t start = begin();
    for (uint32_t v = 0; v < shared_count; v++) {
        put_float(0.3 * cos(shared[v].angle));
        put_float(shared[v].y);
        put_float(0.3 * sin(shared[v].angle));
    }
    attribute[0] = add_accessor(start, shared_count, GLTF_F32, "VEC3");
    start = begin();
    for (uint32_t v = 0; v < shared_count; v++) {
        put_float(cos(shared[v].angle));
        put_float(0);
        put_float(sin(shared[v].angle));
    }
    attribute[1] = add_accessor(start, shared_count, GLTF_F32, "VEC3");
    start = begin();
    for (uint32_t v = 0; v < shared_count; v++) {
        put_float(-sin(shared[v].angle));
        put_float(0);
        put_float(cos(shared[v].angle));
        put_float(shared[v].left ? -1 : 1);
    }
    attribute[2] = add_accessor(start, shared_count, GLTF_F32, "VEC4");
    start = begin();
    for (uint32_t v = 0; v < shared_count; v++)
        memcpy(grow(&bin, 4), shared[v].joints, 4);
    attribute[3] = add_accessor(start, shared_count, GLTF_U8, "VEC4");
    start = begin();
    for (uint32_t v = 0; v < shared_count; v++)
        for (int k = 0; k < 4; k++)
            put_float(shared[v].weights[k]);
    attribute[4] = add_accessor(start, shared_count, GLTF_F32, "VEC4");
    start = begin();
    for (uint32_t v = 0; v < shared_count; v++) {
        put_float(1);
        put_float(shared[v].green / 255.0);
        put_float(1);
    }
    attribute[5] = add_accessor(start, shared_count, GLTF_F32, "VEC3");
    start = begin();
    for (uint32_t v = 0; v < shared_count; v++) {
        const bool moves = v + SHARED_MORPHED >= shared_count;
        for (int c = 0; c < 3; c++)
            put_float(moves ? 0.1 * (c + 1) : 0);
    }
    const uint32_t target = add_accessor(start, shared_count, GLTF_F32, "VEC3");

    start = begin();
    for (uint32_t j = 0; j < SHARED_JOINTS; j++) {
        for (int k = 0; k < 13; k++)
            put_float(k % 5 == 0);
        put_float(-1.0 * j);
        put_float(0);
        put_float(1);
    }
    const uint32_t inverse_binds = add_accessor(start, SHARED_JOINTS, GLTF_F32, "MAT4");
    start = begin();
    for (uint32_t k = 0; k < 3; k++)
        put_float(0.5 * k);
    const uint32_t times = add_accessor(start, 3, GLTF_F32, "SCALAR");
    print(&nodes, "{\"mesh\":0,\"skin\":0}");
    for (uint32_t j = 0; j < SHARED_JOINTS; j++) {
        print(&nodes, ",{\"translation\":[0,%d,0]", j > 0);
        if (j + 1 < SHARED_JOINTS)
            print(&nodes, ",\"children\":[%u]", j + 2);
        print(&nodes, "}");
        start = begin();
        for (int k = 0; k < 3; k++) {
            put_float(sin(0.2 * k * (j + 1)));
            put_float(0);
            put_float(0);
            put_float(cos(0.2 * k * (j + 1)));
        }
        add_channel(j + 1, times, add_accessor(start, 3, GLTF_F32, "VEC4"), "rotation");
    }
    print(&mesh,
          "{\"primitives\":[{\"mode\":0,\"attributes\":{\"POSITION\":%u,\"NORMAL\":%u,"
          "\"TANGENT\":%u,\"JOINTS_0\":%u,\"WEIGHTS_0\":%u,\"COLOR_0\":%u},"
          "\"targets\":[{\"POSITION\":%u}]}]}",
          attribute[0], attribute[1], attribute[2], attribute[3], attribute[4], attribute[5],
          target);
    print(&rest,
          "\"scenes\":[{\"nodes\":[0,1]}],\"skins\":[{\"inverseBindMatrices\":%u,"
          "\"joints\":[1,2,3,4]}],",
          inverse_binds);
    return write_glb(path, mesh.bytes, rest.bytes);
}

/// Nested ////////////////////////////////////////////////////////////////////////////////////////

#define NESTED_VERTICES 12u

/* Numbers in [-1, 1] without a pattern. */
static double nested_number(uint32_t i)
{
    return sin(12.9898 * (i + 1.0) + 4.1 * (i % 7));
}

static uint32_t add_numbers(uint32_t first, uint32_t count, int width, double base, double reach)
{
    const size_t start = begin();
    for (uint32_t i = 0; i < count * (uint32_t)width; i++)
        put_float(base + reach * nested_number(first + i));
    static const char *const types[] = {"SCALAR", "VEC2", "VEC3", "VEC4"};
    return add_accessor(start, count, GLTF_F32, types[width - 1]);
}

static void add_curve(uint32_t node, uint32_t input, uint32_t output, const char *path,
                      const char *interpolation)
{
    print(&samplers, "%s{\"input\":%u,\"output\":%u,\"interpolation\":\"%s\"}", comma(&samplers),
          input, output, interpolation);
    print(&channels, "%s{\"sampler\":%u,\"target\":{\"node\":%u,\"path\":\"%s\"}}",
          comma(&channels), sampler_count++, node, path);
}

/* Unit quaternions; cubic ones with small tangents on either side. */
static uint32_t add_turns(uint32_t keys, bool cubic)
{
    const size_t start = begin();
    for (uint32_t k = 0; k < keys; k++) {
        const double a = 0.7 * k, b = 0.3 + 0.2 * k;
        for (int i = 0; i < 4 && cubic; i++)
            put_float(0.2 * nested_number(90 + 4 * k + (uint32_t)i));
        put_float(sin(a) * cos(b));
        put_float(sin(a) * sin(b) * 0.6);
        put_float(sin(a) * sin(b) * 0.8);
        put_float(cos(a));
        for (int i = 0; i < 4 && cubic; i++)
            put_float(0.2 * nested_number(130 + 4 * k + (uint32_t)i));
    }
    return add_accessor(start, cubic ? 3 * keys : keys, GLTF_F32, "VEC4");
}

static int make_nested(const char *path)
{
    text mesh = {0};
    const uint32_t positions = add_numbers(0, NESTED_VERTICES, 3, 0.5, 2);
    size_t start = begin();
    for (uint32_t v = 0; v < NESTED_VERTICES; v++) {
        put_float(cos(0.7 * v) * 0.6);
        put_float(sin(0.7 * v));
        put_float(cos(0.7 * v) * 0.8);
    }
    const uint32_t normals = add_accessor(start, NESTED_VERTICES, GLTF_F32, "VEC3");
    start = begin();
    for (uint32_t v = 0; v < NESTED_VERTICES; v++)
        for (uint32_t k = 0; k < 4; k++)
            put_u16((v + k) % 3);
    const uint32_t joints = add_accessor(start, NESTED_VERTICES, GLTF_U16, "VEC4");
    start = begin();
    for (uint32_t v = 0; v < NESTED_VERTICES; v++) {
        const uint16_t first = (uint16_t)(20000 + 3000 * v);
        const uint16_t second = (uint16_t)(v % 3 == 0 ? 0 : (65535 - first) / 2);
        put_u16(first);
        put_u16(second);
        put_u16((uint16_t)(65535 - first - second));
        put_u16(0);
    }
    const uint32_t weights = add_accessor(start, NESTED_VERTICES, GLTF_U16, "VEC4");
    accessors.count--; /* the brace */
    append(&accessors, ",\"normalized\":true}");
    const uint32_t target = add_numbers(60, NESTED_VERTICES, 3, 0, 0.5);
    start = begin();
    for (uint32_t k = 0; k < 4; k++)
        put_float(k * k / 8.0);
    const uint32_t times = add_accessor(start, 4, GLTF_F32, "SCALAR");
    print(&nodes, "{\"children\":[1,2],\"rotation\":[0.6,0,0,0.8],\"scale\":[1,1,0.75]}");
    print(&nodes, ",{\"mesh\":1,\"children\":[3],\"translation\":[0.5,1,-2],"
                  "\"scale\":[-1,0.5,1.5]}");
    print(&nodes, ",{\"mesh\":0,\"skin\":0}");
    print(&nodes, ",{\"children\":[4],\"translation\":[0,1,0],\"rotation\":[0,0.28,0,0.96]}");
    print(&nodes, ",{\"translation\":[0.25,1,0],\"scale\":[1,-1,1]}");
    add_curve(1, times, add_turns(4, true), "rotation", "CUBICSPLINE");
    add_curve(3, times, add_turns(4, false), "rotation", "LINEAR");
    add_curve(4, times, add_numbers(70, 4, 3, 0, 1), "translation", "STEP");
    add_curve(3, times, add_numbers(100, 4, 3, 1, 0.5), "scale", "LINEAR");
    add_curve(0, times, add_numbers(150, 12, 3, 0, 1), "translation", "CUBICSPLINE");
    add_curve(2, times, add_numbers(180, 12, 1, 0.25, 0.5), "weights", "CUBICSPLINE");
    print(&mesh,
          "{\"primitives\":[{\"attributes\":{\"POSITION\":%u,\"NORMAL\":%u,\"JOINTS_0\":%u,"
          "\"WEIGHTS_0\":%u},\"targets\":[{\"POSITION\":%u}]}]},"
          "{\"primitives\":[{\"attributes\":{\"POSITION\":%u,\"NORMAL\":%u}}]}",
          positions, normals, joints, weights, target, positions, normals);
    return write_glb(path, mesh.bytes,
                     "\"scenes\":[{\"nodes\":[0]}],\"skins\":[{\"joints\":[1,3,4]}],");
}

/// Hostile ///////////////////////////////////////////////////////////////////////////////////////

/* `keys` times from 0 to 1. */
static uint32_t add_times(uint32_t keys)
{
    const size_t start = begin();
    for (uint32_t k = 0; k < keys; k++)
        put_float((double)k / keys);
    return add_accessor(start, keys, GLTF_F32, "SCALAR");
}

static uint32_t add_values(uint32_t keys, int width)
{
    const size_t start = begin();
    uint32_t random = keys;
    for (uint32_t k = 0; k < keys * (uint32_t)width; k++) {
        random = random * 1664525u + 1013904223u;
        put_float(0.5 + random / 4294967296.0);
    }
    return add_accessor(start, keys, GLTF_F32, width == 4 ? "VEC4" : "VEC3");
}

static uint32_t add_zeros(uint32_t count, const char *type)
{
    print(&accessors, "%s{\"componentType\":5126,\"count\":%u,\"type\":\"%s\"", comma(&accessors),
          count, type);
    print(&accessors, ",\"min\":[0,0,0],\"max\":[0,0,0]}");
    return view_count++;
}

static void print_points(text *mesh, uint32_t position)
{
    print(mesh, "{\"primitives\":[{\"mode\":0,\"attributes\":{\"POSITION\":%u}}]}", position);
}

static int make_hostile(const char *kind, const char *path)
{
    text mesh = {0}, rest = {0};
    print(&rest, "\"scenes\":[{\"nodes\":[0");
    if (strcmp(kind, "chain") == 0) {
        const uint32_t count = 20000, times = add_times(2), values = add_values(2, 4);
        for (uint32_t i = 0; i < count; i++) {
            print(&nodes, "%s{\"translation\":[0,1,0]", comma(&nodes));
            if (i + 1 < count)
                print(&nodes, ",\"children\":[%u]}", i + 1);
            else
                print(&nodes, ",\"mesh\":0}");
            add_channel(i, times, values, "rotation");
        }
        print_points(&mesh, add_values(1, 3));
    } else if (strcmp(kind, "joints") == 0) {
        const uint32_t count = 4000, times = add_times(16);
        const uint32_t rotations = add_values(16, 4), vectors = add_values(16, 3);
        for (uint32_t i = 0; i < count; i++) {
            print(&nodes, "%s{\"mesh\":0}", comma(&nodes));
            add_channel(i, times, rotations, "rotation");
            add_channel(i, times, vectors, "translation");
            add_channel(i, times, vectors, "scale");
            if (i > 0)
                print(&rest, ",%u", i);
        }
        print_points(&mesh, add_values(3, 3));
    } else if (strcmp(kind, "channels") == 0) {
        const uint32_t times = add_times(2), values = add_values(2, 3);
        print(&nodes, "{\"mesh\":0}");
        for (uint32_t i = 1; i < 50000; i++) {
            print(&nodes, ",{}");
            add_channel(i, times, values, "scale");
            add_channel(i, times, values, "translation");
        }
        print_points(&mesh, add_values(3, 3));
    } else if (strcmp(kind, "instances") == 0) {
        for (uint32_t i = 0; i < 65000; i++) {
            print(&nodes, "%s{\"mesh\":0}", comma(&nodes));
            if (i > 0)
                print(&rest, ",%u", i);
        }
        print_points(&mesh, add_values(1000, 3));
    } else if (strcmp(kind, "zeros") == 0) {
        print(&nodes, "{\"mesh\":0}");
        print_points(&mesh, add_zeros(1u << 22, "VEC3"));
    } else if (strcmp(kind, "targets") == 0) {
        print(&nodes, "{\"mesh\":0}");
        const uint32_t position = add_zeros(4000, "VEC3");
        print(&mesh, "{\"primitives\":[{\"mode\":0,\"attributes\":{\"POSITION\":%u},\"targets\":[",
              position);
        for (uint32_t i = 0; i < 4000; i++)
            print(&mesh, "%s{\"POSITION\":%u}", i > 0 ? "," : "", position);
        print(&mesh, "]}]}");
    } else if (strcmp(kind, "primitives") == 0) {
        print(&nodes, "{\"mesh\":0}");
        const uint32_t position = add_values(3, 3);
        print(&mesh, "{\"primitives\":[");
        for (uint32_t i = 0; i < 30000; i++)
            print(&mesh, "%s{\"attributes\":{\"POSITION\":%u}}", i > 0 ? "," : "", position);
        print(&mesh, "]}");
    } else if (strcmp(kind, "keys") == 0) {
        const uint32_t times = add_times(1000000), values = add_values(1000000, 3);
        for (uint32_t i = 0; i < 10; i++) {
            print(&nodes, "%s{\"mesh\":0}", comma(&nodes));
            add_channel(i, times, values, "translation");
            if (i > 0)
                print(&rest, ",%u", i);
        }
        print_points(&mesh, add_values(3, 3));
    } else if (strcmp(kind, "clips") == 0) {
        const uint32_t times = add_times(2), values = add_values(2, 3);
        print(&nodes, "{\"mesh\":0}");
        print_points(&mesh, add_values(3, 3));
        print(&rest, "]}],\"animations\":[");
        for (uint32_t i = 0; i < 20000; i++)
            print(&rest,
                  "%s{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}}],"
                  "\"samplers\":[{\"input\":%u,\"output\":%u}]}",
                  i > 0 ? "," : "", times, values);
        print(&rest, "],");
        return write_glb(path, mesh.bytes, rest.bytes);
    } else {
        return 2;
    }
    print(&rest, "]}],");
    return write_glb(path, mesh.bytes, rest.bytes);
}

#define FACE_SIDE 24u
#define FACE_TARGETS 80u
#define FACE_KEYS 8u

/* A disc-like sheet without a skin; target t lifts what is near one of its places. */
static int make_face(const char *path)
{
    const uint32_t count = FACE_SIDE * FACE_SIDE;
    text mesh = {0};
    size_t start = begin();
    for (uint32_t v = 0; v < count; v++) {
        put_float(v % FACE_SIDE);
        put_float(v / FACE_SIDE);
        put_float(cos(TAU * v / count));
    }
    print(&mesh, "{\"primitives\":[{\"attributes\":{\"POSITION\":%u}",
          add_accessor(start, count, GLTF_F32, "VEC3"));
    start = begin();
    for (uint32_t v = 0; v + FACE_SIDE < count; v++) {
        put_u16(v);
        put_u16(v + 1);
        put_u16(v + FACE_SIDE);
    }
    print(&mesh, ",\"indices\":%u,\"targets\":[",
          add_accessor(start, 3 * (count - FACE_SIDE), GLTF_U16, "SCALAR"));
    for (uint32_t t = 0; t < FACE_TARGETS; t++) {
        start = begin();
        for (uint32_t v = 0; v < count; v++) {
            const double x = v % FACE_SIDE - 23.0 * (t % 9) / 8, y = v / FACE_SIDE - 23.0 * t / 79;
            const double reach = fmax(0, 1 - hypot(x, y) / 5);
            put_float(0.5 * reach);
            put_float(t % 2 == 0 ? reach : -reach);
            put_float(2 * reach);
        }
        print(&mesh, "%s{\"POSITION\":%u}", t > 0 ? "," : "",
              add_accessor(start, count, GLTF_F32, "VEC3"));
    }
    append(&mesh, "]}]}");
    start = begin();
    for (uint32_t k = 0; k < FACE_KEYS; k++)
        put_float(0.25 * k);
    const uint32_t times = add_accessor(start, FACE_KEYS, GLTF_F32, "SCALAR");
    start = begin();
    for (uint32_t i = 0; i < FACE_KEYS * FACE_TARGETS; i++) /* one of thirteen: six at most */
        put_float(i % 13 == 0 ? 1 - 0.05 * (i % 8) : 0);
    add_channel(0, times, add_accessor(start, FACE_KEYS * FACE_TARGETS, GLTF_F32, "SCALAR"),
                "weights");
    print(&nodes, "{\"mesh\":0}");
    return write_glb(path, mesh.bytes, "\"scenes\":[{\"nodes\":[0]}],");
}

int main(int argc, char **argv)
{
    int status = 2;
    if (argc == 3)
        status = strcmp(argv[1], "large") == 0    ? make_large(argv[2])
                 : strcmp(argv[1], "shared") == 0 ? make_shared(argv[2])
                 : strcmp(argv[1], "nested") == 0 ? make_nested(argv[2])
                 : strcmp(argv[1], "face") == 0   ? make_face(argv[2])
                                                  : make_hostile(argv[1], argv[2]);
    if (status != 0)
        fprintf(stderr, "make_gltf: %s\n",
                status == 2 ? "usage: make_gltf KIND OUT.glb" : "cannot write");
    return status;
}
