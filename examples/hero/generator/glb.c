/* SPDX-License-Identifier: MIT */
/* Binary glTF 2.0: one mesh, its skin, the clips. Little-endian whatever the host. */
#include "hero.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { UNSIGNED_BYTE = 5121, UNSIGNED_SHORT = 5123, FLOAT = 5126 };
enum { NO_FACE = -1 };
enum { NO_TARGET = 0, ARRAY_BUFFER = 34962, ELEMENT_ARRAY_BUFFER = 34963 };

typedef struct {
    char *data;
    size_t size, room;
} text;

/* The parts of the file while they grow. */
typedef struct {
    text binary, views, accessors;
    int view_count, accessor_count;
    size_t view_start;
} builder;

static void append(text *t, const void *data, size_t size)
{
    if (t->size + size > t->room) {
        t->room = 2 * (t->size + size);
        t->data = hero_alloc(t->data, t->room);
    }
    memcpy(t->data + t->size, data, size);
    t->size += size;
}

static void print(text *t, const char *format, ...)
{
    char line[512];
    va_list arguments;
    int size;

    va_start(arguments, format);
    size = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    append(t, line, (size_t)size);
}

static void append_u32(text *t, uint32_t v)
{
    uint8_t b[4] = {(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), (uint8_t)(v >> 24)};

    append(t, b, sizeof b);
}

static void append_u16(text *t, int v)
{
    uint8_t b[2] = {(uint8_t)v, (uint8_t)(v >> 8)};

    append(t, b, sizeof b);
}

static void append_f32(text *t, float v)
{
    uint32_t bits;

    memcpy(&bits, &v, sizeof bits);
    append_u32(t, bits);
}

static void append_vec3(text *t, vec3 v)
{
    append_f32(t, on_grid(v.x));
    append_f32(t, on_grid(v.y));
    append_f32(t, on_grid(v.z));
}

static void pad(text *t, char with)
{
    while (t->size % 4 != 0)
        append(t, &with, 1);
}

static void begin_view(builder *b)
{
    pad(&b->binary, 0);
    b->view_start = b->binary.size;
}

static void end_view(builder *b, int target)
{
    print(&b->views, "%s{\"buffer\":0,\"byteOffset\":%lu,\"byteLength\":%lu",
          b->view_count++ > 0 ? "," : "", (unsigned long)b->view_start,
          (unsigned long)(b->binary.size - b->view_start));
    if (target != NO_TARGET)
        print(&b->views, ",\"target\":%d", target);
    print(&b->views, "}");
}

/* What follows in the open view; `more` holds further JSON members. Returns the index. */
static int add_accessor(builder *b, int count, int component, const char *type, const char *more)
{
    print(&b->accessors, "%s{\"bufferView\":%d", b->accessor_count > 0 ? "," : "", b->view_count);
    if (b->binary.size > b->view_start)
        print(&b->accessors, ",\"byteOffset\":%lu",
              (unsigned long)(b->binary.size - b->view_start));
    print(&b->accessors, ",\"componentType\":%d,\"count\":%d,\"type\":\"%s\"%s}", component, count,
          type, more);
    return b->accessor_count++;
}

static vec3 position_of(const mesh *m, int target, int i)
{
    return target < 0 ? m->vertices[i].position : face_delta(target, &m->vertices[i]);
}

/* Of the positions, or of what a target adds to them. */
static void position_range(char *more, size_t room, const mesh *m, int target)
{
    float low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    int i, k;

    for (i = 0; i < m->vertex_count; ++i) {
        vec3 p = position_of(m, target, i);
        float v[3] = {on_grid(p.x), on_grid(p.y), on_grid(p.z)};

        for (k = 0; k < 3; ++k) {
            low[k] = i == 0 || v[k] < low[k] ? v[k] : low[k];
            high[k] = i == 0 || v[k] > high[k] ? v[k] : high[k];
        }
    }
    snprintf(more, room, ",\"min\":[%.9g,%.9g,%.9g],\"max\":[%.9g,%.9g,%.9g]", (double)low[0],
             (double)low[1], (double)low[2], (double)high[0], (double)high[1], (double)high[2]);
}

static void add_positions(builder *b, const mesh *m, int target)
{
    char range[256];
    int i;

    begin_view(b);
    position_range(range, sizeof range, m, target);
    (void)add_accessor(b, m->vertex_count, FLOAT, "VEC3", range);
    for (i = 0; i < m->vertex_count; ++i)
        append_vec3(&b->binary, position_of(m, target, i));
    end_view(b, ARRAY_BUFFER);
}

/* Accessors 0 to 3: indices, positions, normals, colours. */
static void add_shape(builder *b, const mesh *m)
{
    int n = m->vertex_count;
    int i;

    begin_view(b);
    (void)add_accessor(b, 3 * m->triangle_count, UNSIGNED_SHORT, "SCALAR", "");
    for (i = 0; i < 3 * m->triangle_count; ++i)
        append_u16(&b->binary, m->triangles[i / 3][i % 3]);
    end_view(b, ELEMENT_ARRAY_BUFFER);

    add_positions(b, m, NO_FACE);
    begin_view(b);
    (void)add_accessor(b, n, FLOAT, "VEC3", "");
    for (i = 0; i < n; ++i)
        append_vec3(&b->binary, m->vertices[i].normal);
    end_view(b, ARRAY_BUFFER);

    begin_view(b);
    (void)add_accessor(b, n, UNSIGNED_BYTE, "VEC4", ",\"normalized\":true");
    for (i = 0; i < n; ++i) {
        colour c = m->vertices[i].tint;

        append(&b->binary, (uint8_t[4]){c.r, c.g, c.b, 255}, 4);
    }
    end_view(b, ARRAY_BUFFER);
}

/* Accessors 4 to 6: joints, weights, inverse binds. */
static void add_skin(builder *b, const mesh *m)
{
    int n = m->vertex_count;
    int i, k;

    begin_view(b);
    (void)add_accessor(b, n, UNSIGNED_BYTE, "VEC4", "");
    for (i = 0; i < n; ++i)
        append(&b->binary, m->vertices[i].bound.joint, 4);
    end_view(b, ARRAY_BUFFER);

    begin_view(b);
    (void)add_accessor(b, n, FLOAT, "VEC4", "");
    for (i = 0; i < n; ++i)
        for (k = 0; k < 4; ++k)
            append_f32(&b->binary, m->vertices[i].bound.weight[k]);
    end_view(b, ARRAY_BUFFER);

    begin_view(b);
    (void)add_accessor(b, JOINT_COUNT, FLOAT, "MAT4", "");
    for (i = 0; i < JOINT_COUNT; ++i) {
        vec3 p = hero_joint_at(i).position;

        for (k = 0; k < 12; ++k)
            append_f32(&b->binary, k % 5 == 0 ? 1.0f : 0.0f);
        append_vec3(&b->binary, v_scale(p, -1.0));
        append_f32(&b->binary, 1.0f);
    }
    end_view(b, NO_TARGET);
}

/* The keys of a clip, all in one view, and its animation. */
static void add_clip(builder *b, text *json, const clip *c, const char *extras)
{
    static const char *const names[] = {"LINEAR", "STEP", "CUBICSPLINE"};
    static const char *const paths[] = {"rotation", "translation"};
    int input[ROW_COUNT];
    int i, k;

    print(json, "{\"name\":\"%s\",%s\"samplers\":[", c->name, extras);
    begin_view(b);
    for (i = 0; i < ROW_COUNT; ++i) {
        const float *time_s = c->time_s[i];
        int count = c->key_count[i];
        char range[64];

        if (count == 0)
            continue;
        snprintf(range, sizeof range, ",\"min\":[%.9g],\"max\":[%.9g]", (double)time_s[0],
                 (double)time_s[count - 1]);
        input[i] = add_accessor(b, count, FLOAT, "SCALAR", range);
        for (k = 0; k < count; ++k)
            append_f32(&b->binary, time_s[k]);
    }
    for (i = 0; i < c->track_count; ++i) {
        const track *t = &c->tracks[i];
        int count = c->key_count[t->row] * (t->keys == KEYS_CUBICSPLINE ? 3 : 1);
        int turns = t->path == PATH_ROTATION;
        int output = add_accessor(b, count, FLOAT, turns ? "VEC4" : "VEC3", "");

        for (k = 0; k < count * (turns ? 4 : 3); ++k)
            append_f32(&b->binary, t->values[k]);
        print(json, "%s{\"input\":%d,\"interpolation\":\"%s\",\"output\":%d}", i > 0 ? "," : "",
              input[t->row], names[t->keys], output);
    }
    end_view(b, NO_TARGET);
    print(json, "],\"channels\":[");
    for (i = 0; i < c->track_count; ++i)
        print(json, "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}", i > 0 ? "," : "",
              i, c->tracks[i].joint, paths[c->tracks[i].path]);
    print(json, "]}");
}

/* Smiles and blinks: weights of the mesh's targets. */
static void add_face_clip(builder *b, text *json)
{
    char range[64];
    int input, output, i, k;

    begin_view(b);
    snprintf(range, sizeof range, ",\"min\":[%.9g],\"max\":[%.9g]",
             (double)on_grid(face_keys[0].time_s),
             (double)on_grid(face_keys[FACE_KEY_COUNT - 1].time_s));
    input = add_accessor(b, FACE_KEY_COUNT, FLOAT, "SCALAR", range);
    for (i = 0; i < FACE_KEY_COUNT; ++i)
        append_f32(&b->binary, on_grid(face_keys[i].time_s));
    output = add_accessor(b, FACE_KEY_COUNT * FACE_COUNT, FLOAT, "SCALAR", "");
    for (i = 0; i < FACE_KEY_COUNT; ++i)
        for (k = 0; k < FACE_COUNT; ++k)
            append_f32(&b->binary, (float)face_keys[i].weight[k]);
    end_view(b, NO_TARGET);
    print(json,
          ",{\"name\":\"face\",\"samplers\":[{\"input\":%d,\"interpolation\":\"LINEAR\","
          "\"output\":%d}],\"channels\":[{\"sampler\":0,\"target\":{\"node\":%d,"
          "\"path\":\"weights\"}}]}",
          input, output, (int)JOINT_COUNT);
}

/* Nodes 0 to JOINT_COUNT - 1 are the joints; the mesh comes after them. */
static void print_nodes(text *json)
{
    int i, k;

    print(json, "\"scene\":0,\"scenes\":[{\"nodes\":[%d,0]}],\"nodes\":[", (int)JOINT_COUNT);
    for (i = 0; i < JOINT_COUNT; ++i) {
        vec3 at = hero_joint_offset(i);
        int children = 0;

        print(json, "{\"name\":\"%s\",\"translation\":[%.9g,%.9g,%.9g]", hero_joint_at(i).name,
              (double)on_grid(at.x), (double)on_grid(at.y), (double)on_grid(at.z));
        for (k = i + 1; k < JOINT_COUNT; ++k)
            if (hero_joint_at(k).parent == i)
                print(json, "%s%d", children++ > 0 ? "," : ",\"children\":[", k);
        print(json, children > 0 ? "]}," : "},");
    }
    print(json, "{\"name\":\"fox\",\"mesh\":0,\"skin\":0}],");
    print(json, "\"skins\":[{\"name\":\"fox\",\"inverseBindMatrices\":6,\"skeleton\":0,"
                "\"joints\":[");
    for (i = 0; i < JOINT_COUNT; ++i)
        print(json, "%s%d", i > 0 ? "," : "", i);
    print(json, "]}],");
}

/* Targets are the accessors behind those of the mesh. */
static void print_mesh(text *json, int performs)
{
    int i;

    print(json, "\"meshes\":[{\"name\":\"fox\",\"primitives\":[{\"attributes\":{\"POSITION\":1,"
                "\"NORMAL\":2,\"COLOR_0\":3,\"JOINTS_0\":4,\"WEIGHTS_0\":5},\"indices\":0,"
                "\"material\":0");
    for (i = 0; i < FACE_COUNT && performs; ++i)
        print(json, "%s{\"POSITION\":%d}%s", i > 0 ? "," : ",\"targets\":[", 7 + i,
              i + 1 < FACE_COUNT ? "" : "]");
    print(json, "}]");
    for (i = 0; i < FACE_COUNT && performs; ++i)
        print(json, "%s\"%s\"%s", i > 0 ? "," : ",\"extras\":{\"targetNames\":[", face_names[i],
              i + 1 < FACE_COUNT ? "" : "]}");
    print(json, "}],");
    print(json, "\"materials\":[{\"name\":\"fur\",\"pbrMetallicRoughness\":{"
                "\"baseColorFactor\":[1,1,1,1],\"metallicFactor\":0,\"roughnessFactor\":1}}],");
}

/* Closes the JSON, writes it and the buffer, and gives both back. */
static int finish(FILE *out, builder *b, text *json)
{
    text header = {0};
    int failed;

    pad(&b->binary, 0);
    print(json, "\"accessors\":[");
    append(json, b->accessors.data, b->accessors.size);
    print(json, "],\"bufferViews\":[");
    append(json, b->views.data, b->views.size);
    print(json, "],\"buffers\":[{\"byteLength\":%lu}]}", (unsigned long)b->binary.size);
    pad(json, ' ');

    append(&header, "glTF", 4);
    append_u32(&header, 2);
    append_u32(&header, (uint32_t)(12 + 8 + json->size + 8 + b->binary.size));
    append_u32(&header, (uint32_t)json->size);
    append(&header, "JSON", 4);
    append_u32(json, (uint32_t)b->binary.size);
    append(json, "BIN", 4);

    failed = fwrite(header.data, header.size, 1, out) != 1 ||
             fwrite(json->data, json->size, 1, out) != 1 ||
             fwrite(b->binary.data, b->binary.size, 1, out) != 1;
    free(header.data);
    free(json->data);
    free(b->binary.data);
    free(b->views.data);
    free(b->accessors.data);
    return failed ? -1 : 0;
}

int glb_write(FILE *out, const mesh *m, const clip *clips, int clip_count, int performs)
{
    builder b = {0};
    text json = {0};
    int i;

    print(&json, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"pelt hero\"},");
    print_nodes(&json);
    print_mesh(&json, performs);
    add_shape(&b, m);
    add_skin(&b, m);
    for (i = 0; i < FACE_COUNT && performs; ++i)
        add_positions(&b, m, i);
    print(&json, "\"animations\":[");
    for (i = 0; i < clip_count; ++i) {
        const int walks = performs && strcmp(clips[i].name, "walk") == 0;

        if (i > 0)
            print(&json, ",");
        add_clip(&b, &json, &clips[i],
                 walks ? "\"extras\":{\"events\":[{\"name\":\"left\",\"time\":0},"
                         "{\"name\":\"right\",\"time\":0.5}]},"
                       : "");
    }
    if (performs)
        add_face_clip(&b, &json);
    print(&json, "],");
    return finish(out, &b, &json);
}

int glb_write_prop(FILE *out, const mesh *m, const char *name)
{
    builder b = {0};
    text json = {0};

    print(&json,
          "{\"asset\":{\"version\":\"2.0\",\"generator\":\"pelt hero\"},\"scene\":0,"
          "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"%s\",\"mesh\":0}],"
          "\"meshes\":[{\"name\":\"%s\",\"primitives\":[{\"attributes\":{\"POSITION\":1,"
          "\"NORMAL\":2,\"COLOR_0\":3},\"indices\":0}]}],",
          name, name);
    add_shape(&b, m);
    return finish(out, &b, &json);
}
