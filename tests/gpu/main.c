/* SPDX-License-Identifier: MIT */
/* Compares the shaders of examples/gpu with the library: gpu VERTEX_SHADER FRAGMENT_SHADER BLOB...
 *
 * The vertex shader skins every mesh of every blob, at rest and at some moments of every clip, from
 * exported attributes and palettes, and the result is captured. It must agree with pelt_mesh_skin_*
 * within 1e-5 of the model's size. Meshes with more joints than the shader has bones are sent in
 * ranges of vertices with a list of joints each. The first blob is tested once more with few bones,
 * and its triangles have to cover some pixels. The last line is "N passed, N failed", with a test
 * for each mesh of a blob. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../host/check.h"
#include "common/output.h"
#include "context.h"
#include "pelt/gpu.h"
#include "play/play.h"
#include "scene/box.h"

#define BONES 80 /* with 12 vectors of matrices, within the 256 that ES 3.0 guarantees */
#define PICTURE 128
#define MOMENTS 4 /* of each clip */

/// Vertex buffers ////////////////////////////////////////////////////////////////////////////////

/* Vertices of float models, and of fixed-point ones with positions and normals as short as they
 * are stored. */
typedef struct wide_vertex {
    float position[3], normal[3], uv[2], weights[4];
    uint16_t joints[4];
} wide_vertex;

typedef struct short_vertex {
    int16_t position[4], normal[4];
    float uv[2], weights[4];
    uint8_t joints[4];
} short_vertex;

#define AT(vertex, component, field) .field = {component, (uint32_t)offsetof(vertex, field)}

static const pelt_attributes wide_layout = {.stride_bytes = sizeof(wide_vertex),
                                            AT(wide_vertex, PELT_FLOAT32, position),
                                            AT(wide_vertex, PELT_FLOAT32, normal),
                                            AT(wide_vertex, PELT_FLOAT32, uv),
                                            AT(wide_vertex, PELT_UINT16, joints),
                                            AT(wide_vertex, PELT_FLOAT32, weights)};
static const pelt_attributes short_layout = {.stride_bytes = sizeof(short_vertex),
                                             AT(short_vertex, PELT_SNORM16, position),
                                             AT(short_vertex, PELT_SNORM16, normal),
                                             AT(short_vertex, PELT_FLOAT32, uv),
                                             AT(short_vertex, PELT_UINT8, joints),
                                             AT(short_vertex, PELT_FLOAT32, weights)};

static void point(GLuint location, GLint components, pelt_attribute a, uint32_t stride)
{
    const void *const at = (const void *)(uintptr_t)a.offset_bytes;
    glEnableVertexAttribArray(location);
    if (a.type == PELT_UINT8 || a.type == PELT_UINT16)
        glVertexAttribIPointer(location, components,
                               a.type == PELT_UINT8 ? GL_UNSIGNED_BYTE : GL_UNSIGNED_SHORT,
                               (GLsizei)stride, at);
    else
        glVertexAttribPointer(location, components, a.type == PELT_FLOAT32 ? GL_FLOAT : GL_SHORT,
                              GL_TRUE, (GLsizei)stride, at);
}

/// Batches ///////////////////////////////////////////////////////////////////////////////////////

/* Consecutive vertices, and the palette entries that they need. */
typedef struct batch {
    uint32_t first, count, entry_count;
    uint16_t entries[BONES];
} batch;

static bool add_entry(batch *b, uint16_t entry, uint32_t most)
{
    for (uint32_t i = 0; i < b->entry_count; i++)
        if (b->entries[i] == entry)
            return true;
    if (b->entry_count == most)
        return false;
    b->entries[b->entry_count++] = entry;
    return true;
}

/* As many vertices from `first` on as `most` entries suffice for. joints: [vertices][4]. */
static batch next_batch(const uint16_t (*joints)[4], uint32_t first, uint32_t vertices,
                        uint32_t most)
{
    batch b = {.first = first};
    for (uint32_t v = first; v < vertices; v++, b.count++) {
        const uint32_t before = b.entry_count;
        for (int k = 0; k < 4; k++) {
            if (!add_entry(&b, joints[v][k], most)) {
                b.entry_count = before;
                return b;
            }
        }
    }
    return b;
}

/// Drawing ///////////////////////////////////////////////////////////////////////////////////////

typedef struct shaded {
    float position[3], normal[3], uv[2];
} shaded;

static const char *const outputs[] = {"world_position", "world_normal", "image_place"};

/* A quarter turn about y, so that a matrix that is left out is noticed; column by column. */
static const float quarter_turn[16] = {0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

typedef struct drawing {
    GLuint program, vertices, captured;
    play p;
    double size;
    uint32_t bones;  /* entries a batch */
    bool must_cover; /* whether some pixels must be covered */
} drawing;

static void set_matrix(const drawing *d, const char *name, const float *matrix)
{
    glUniformMatrix4fv(glGetUniformLocation(d->program, name), 1, GL_FALSE, matrix);
}

/* Looks along -z at a box of 2.2 sizes around the middle of the mesh. */
static void set_projection(const drawing *d, const double (*positions)[3], uint32_t count)
{
    box3 box = box3_empty();
    for (uint32_t v = 0; v < count; v++)
        box3_add(&box, positions[v]);
    const double turned[3] = {(box.low[2] + box.high[2]) / 2, (box.low[1] + box.high[1]) / 2,
                              -(box.low[0] + box.high[0]) / 2}; /* its middle, turned a quarter */
    float matrix[16] = {0};
    for (int c = 0; c < 3; c++) {
        const double scale = (c == 2 ? -1 : 1) / (1.1 * d->size);
        matrix[5 * c] = (float)scale;
        matrix[12 + c] = (float)(-turned[c] * scale);
    }
    matrix[15] = 1;
    set_matrix(d, "model", quarter_turn);
    set_matrix(d, "view", identity);
    set_matrix(d, "projection", matrix);
}

static pelt_status export_palette(float *rows, const play *p, uint32_t skin,
                                  const uint16_t *entries, uint32_t count)
{
    if (p->model.encoding == PELT_FLOAT)
        return pelt_palette_export_f32(rows, PELT_ROWS_3X4, &p->real.palettes[skin], entries,
                                       count);
    return pelt_palette_export_q16(rows, PELT_ROWS_3X4, &p->fixed.palettes[skin], entries, count);
}

/* Sends vertices and palette of a batch to the shader. by_part: the blob has lists, in which
 * every vertex's joints are counted. */
static bool send(const drawing *d, uint32_t mesh, uint32_t skin, const batch *b, bool by_part)
{
    pelt_attributes to = d->p.model.encoding == PELT_FLOAT ? wide_layout : short_layout;
    static float rows[BONES][12];
    FREED void *memory = calloc(b->count, to.stride_bytes);
    to.vertices = memory;
    to.entries = b->entries;
    to.entry_count = b->entry_count;
    to.by_part = by_part;
    const bool ok = pelt_attributes_export(&to, &d->p.model, mesh, b->first, b->count) == PELT_OK &&
                    export_palette(rows[0], &d->p, skin, b->entries, b->entry_count) == PELT_OK;
    glBindBuffer(GL_ARRAY_BUFFER, d->vertices);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)b->count * (GLsizeiptr)to.stride_bytes, memory,
                 GL_STREAM_DRAW);
    point(0, 3, to.position, to.stride_bytes);
    point(1, 3, to.normal, to.stride_bytes);
    point(2, 2, to.uv, to.stride_bytes);
    point(3, 4, to.joints, to.stride_bytes);
    point(4, 4, to.weights, to.stride_bytes);
    glUniform4fv(glGetUniformLocation(d->program, "bones"), 3 * (GLsizei)b->entry_count, rows[0]);
    return ok;
}

/* Captures the results of the vertex shader for a batch. */
static bool capture(shaded *out, const drawing *d, uint32_t count)
{
    const GLsizeiptr bytes = (GLsizeiptr)(count * sizeof *out);
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, d->captured);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, bytes, NULL, GL_STREAM_READ);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, d->captured);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, (GLsizei)count);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    const void *got = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, bytes, GL_MAP_READ_BIT);
    if (got == NULL)
        return false;
    memcpy(out, got, (size_t)bytes);
    glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
    return glGetError() == GL_NO_ERROR;
}

/* Draws the triangles of a mesh whose vertices are loaded, and counts the pixels that they
 * cover. */
static uint32_t cover(const drawing *d, uint32_t mesh, uint32_t parts)
{
    static uint8_t pixels[PICTURE * PICTURE][4];
    uint32_t covered = 0;
    glClearColor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    for (uint32_t i = 0; i < parts; i++) {
        pelt_part_info part;
        if (pelt_part_get(&part, &d->p.model, mesh, i) != PELT_OK || part.corners != 3 ||
            part.index_count == 0)
            continue;
        glDrawElements(GL_TRIANGLES, (GLsizei)part.index_count,
                       part.indices16 != NULL ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT,
                       part.indices16 != NULL ? (const void *)part.indices16
                                              : (const void *)part.indices32);
    }
    glReadPixels(0, 0, PICTURE, PICTURE, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    for (uint32_t i = 0; i < PICTURE * PICTURE; i++)
        covered += pixels[i][3] != 0;
    return covered;
}

/// Comparing /////////////////////////////////////////////////////////////////////////////////////

typedef struct errors {
    double position, normal; /* of the size; sine of the angle */
    uint32_t covered, batches;
} errors;

static void compare(errors *e, const shaded *got, const double position[3], const double normal[3],
                    double size)
{
    const double turned[3] = {position[2], position[1], -position[0]};
    const double n[3] = {normal[2], normal[1], -normal[0]};
    const double shaded_normal[3] = {(double)got->normal[0], (double)got->normal[1],
                                     (double)got->normal[2]};
    double cross[3];
    for (int c = 0; c < 3; c++)
        e->position = fmax(e->position, fabs((double)got->position[c] - turned[c]) / size);
    vec3_cross(cross, shaded_normal, n);
    if (vec_dot(n, n, 3) > 0.25)
        e->normal = fmax(e->normal, vec_length(cross, 3));
}

/* The same for a blob with lists, part by part; each part takes its vertices from all shaded
 * ones. */
static bool capture_parts(shaded *out, const drawing *d, uint32_t mesh, const pelt_mesh_info *info)
{
    FREED shaded *got = calloc(info->vertex_count, sizeof *got);
    bool ok = true;
    memset(out, 0, info->vertex_count * sizeof *out);
    for (uint32_t part = 0; part < info->part_count && ok; part++) {
        batch b = {.count = info->vertex_count};
        const uint16_t *entries;
        ok = pelt_part_joints_get(&entries, &b.entry_count, &d->p.model, mesh, part) == PELT_OK &&
             b.entry_count <= BONES;
        for (uint32_t i = 0; i < b.entry_count && ok; i++)
            b.entries[i] = entries[i];
        ok = ok && send(d, mesh, info->skin, &b, true) && capture(got, d, b.count);
        for (uint32_t v = 0; v < info->vertex_count && ok; v++)
            if (pelt_vertex_part_get(&d->p.model, mesh, v) == part)
                out[v] = got[v];
    }
    return ok;
}

static bool check_pose(errors *e, drawing *d, uint32_t mesh, const pelt_mesh_info *info,
                       const uint16_t (*joints)[4], double (*positions)[3], double (*normals)[3])
{
    diag problem = {0};
    FREED shaded *got = calloc(info->vertex_count, sizeof *got);
    bool ok = play_mesh(&d->p, mesh, positions, info->has_normals ? normals : NULL, &problem);
    set_projection(d, (const double(*)[3])positions, info->vertex_count);
    e->batches = 0;
    for (uint32_t first = 0; first < info->vertex_count && ok; e->batches++) {
        const batch b = next_batch(joints, first, info->vertex_count, d->bones);
        ok =
            b.count > 0 && send(d, mesh, info->skin, &b, false) && capture(got + first, d, b.count);
        first += b.count;
    }
    if (pelt_vertex_part_get(&d->p.model, mesh, 0) != PELT_NONE && d->bones == BONES)
        ok = ok && capture_parts(got, d, mesh, info);
    if (e->batches == 1 && e->covered == 0)
        e->covered = cover(d, mesh, info->part_count);
    for (uint32_t v = 0; v < info->vertex_count && ok; v++)
        compare(e, &got[v], positions[v], normals[v], d->size);
    return ok;
}

static bool check_mesh(drawing *d, uint32_t mesh, const char *file)
{
    pelt_mesh_info info;
    if (pelt_mesh_get(&info, &d->p.model, mesh) != PELT_OK || info.vertex_count == 0)
        return false;
    FREED uint16_t(*joints)[4] = calloc(info.vertex_count, sizeof *joints);
    FREED double(*positions)[3] = calloc(info.vertex_count, sizeof *positions);
    FREED double(*normals)[3] = calloc(info.vertex_count, sizeof *normals);
    pelt_attributes to = {
        .vertices = joints, .stride_bytes = sizeof *joints, .joints = {PELT_UINT16, 0}};
    diag problem = {0};
    errors e = {0, 0, 0, 0};
    bool ok = pelt_attributes_export(&to, &d->p.model, mesh, 0, info.vertex_count) == PELT_OK &&
              play_pose(&d->p, PLAY_REST, 0, &problem) &&
              check_pose(&e, d, mesh, &info, (const uint16_t(*)[4])joints, positions, normals);
    for (uint32_t clip = 0; clip < d->p.model.clip_count && ok; clip++) {
        pelt_clip_info c;
        (void)pelt_clip_get(&c, &d->p.model, clip);
        for (int k = 0; k < MOMENTS && ok; k++)
            ok = play_pose(&d->p, (int)clip, c.start + (c.end - c.start) / MOMENTS * k, &problem) &&
                 check_pose(&e, d, mesh, &info, (const uint16_t(*)[4])joints, positions, normals);
    }
    /* The error that pelt/gpu.h states for fixed point is larger for lean models, and for models
     * much smaller than their clips are wide. */
    const double steps = d->p.model.encoding == PELT_FLOAT ? 0 : 4 / 65536.0;
    const double limit = fmax(1e-5, ldexp(steps, d->p.model.unit_shift) / d->size);
    ok = ok && e.position < limit && e.normal < 5e-4 && (!d->must_cover || e.covered > 100);
    printf("%s%s %s: %u vertices, %u joints, %u batches, position %.2g, normal %.2g, %u pixels\n",
           ok ? "" : "FAIL ", file, info.name, info.vertex_count, info.entry_count, e.batches,
           e.position, e.normal, e.covered);
    return ok;
}

static double size_of(play *p)
{
    box3 box = box3_empty();
    diag problem = {0};
    if (!play_pose(p, PLAY_REST, 0, &problem))
        return 1;
    for (uint32_t m = 0; m < p->model.mesh_count; m++) {
        pelt_mesh_info info;
        (void)pelt_mesh_get(&info, &p->model, m);
        FREED double(*positions)[3] = calloc(info.vertex_count + 1u, sizeof *positions);
        (void)play_mesh(p, m, positions, NULL, &problem);
        for (uint32_t v = 0; v < info.vertex_count; v++)
            box3_add(&box, positions[v]);
    }
    return fmax(box3_size(&box), 1e-30);
}

static void make_texture(void)
{
    static const uint8_t white[4] = {255, 255, 255, 255};
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, white);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

static void check_blob(drawing *d, const char *path)
{
    static const double none[1];
    size_t bytes;
    diag problem = {0};
    FREED void *blob = NULL;
    if (!read_file(&blob, &bytes, path, &problem) || !play_open(&d->p, blob, bytes, &problem))
        context_fail(path, "does not open");
    play_set_morph(&d->p, none, 1); /* the base shape */
    d->size = size_of(&d->p);
    for (uint32_t m = 0; m < d->p.model.mesh_count; m++)
        check_count(check_mesh(d, m, path));
    play_close(&d->p);
}

int main(int argc, char **argv)
{
    drawing d = {0};
    GLint vectors = 0;
    if (argc < 4)
        context_fail("usage", "gpu VERTEX_SHADER FRAGMENT_SHADER BLOB...");
    context_open(PICTURE);
    glGetIntegerv(GL_MAX_VERTEX_UNIFORM_VECTORS, &vectors);
    printf("%d vectors of uniforms here, 256 guaranteed, %d used\n", vectors, 3 * BONES + 12);
    d.program = context_program(argv[1], argv[2], BONES, outputs, 3);
    glUniform3f(glGetUniformLocation(d.program, "light"), 0, 1, 0);
    make_texture();
    glGenBuffers(1, &d.vertices);
    glGenBuffers(1, &d.captured);
    for (int i = 3; i < argc; i++) {
        d.bones = BONES;
        d.must_cover = i == 3;
        check_blob(&d, argv[i]);
        if (i != 3)
            continue;
        d.bones = 12; /* now in several batches */
        d.must_cover = false;
        check_blob(&d, argv[i]);
    }
    return check_end();
}
