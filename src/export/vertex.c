/* SPDX-License-Identifier: MIT */
/* A vertex out of its run: copies are looked up, packed records unpacked. Clear rather than fast: a
 * vertex is exported once, where kernels read it every frame. */
#include "vertex.h"

#include "../arithmetic/f32.h"
#include "../blob/stored.h"
#include "../kernel/family.h"

#define GRID 32767.0f /* largest |coordinate| */

/// Joints and weights ////////////////////////////////////////////////////////////////////////////

/* Offsets, and weights where there is more than one, as records have them. */
static void read_influences(export_vertex *out, const pelt_model *model, const void *offsets,
                            const void *weights, uint32_t influences)
{
    const bool fixed = model->encoding != PELT_FLOAT, lean = model->encoding == PELT_LEAN;
    const uint16_t *fixed_weights = (const uint16_t *)weights;
    const float one = lean ? 16384.0f : 32768.0f;
    out->influences = influences;
    for (uint32_t k = 0; k < PELT_MAX_INFLUENCES; k++) {
        out->joints[k] = 0;
        out->weights[k] = k == 0u ? 1.0f : 0.0f;
    }
    for (uint32_t k = 0; k < influences; k++) {
        const uint32_t offset =
            fixed ? ((const uint16_t *)offsets)[k] : ((const uint32_t *)offsets)[k];
        out->joints[k] = offset / FORMAT_ENTRY_BYTES;
        if (influences == 1u)
            break;
        if (!fixed)
            out->weights[k] = ((const float *)weights)[k];
        else if (!lean || influences > 2u)
            out->weights[k] = (float)fixed_weights[k] / one;
    }
    if (lean && influences == 2u) { /* the second's alone is stored */
        out->weights[1] = (float)fixed_weights[0] / one;
        out->weights[0] = 1.0f - out->weights[1];
    }
}

/// Records ///////////////////////////////////////////////////////////////////////////////////////

/* A record taken apart into places of its arrays. */
typedef struct record_parts {
    const void *offsets, *weights, *position, *normal;
    uint32_t unpacked[7];
} record_parts;

static const format_run *run_of(const pelt_model *model, const format_mesh *mesh, uint32_t vertex)
{
    const format_run *run = stored_run(model, mesh->first_run);
    while (vertex - run->first_vertex >= run->vertex_count)
        run++;
    return run;
}

/* Where the parts of a record are that begins with its offsets, or with `set` has those apart. */
static void take_apart(record_parts *parts, const uint8_t *at, const void *set, uint32_t encoding,
                       uint32_t influences)
{
    const bool fixed = encoding != PELT_FLOAT;
    const uint32_t slots = influences == 3u && fixed ? 4u : influences;
    parts->offsets = set != NULL ? set : at;
    if (set == NULL)
        at += fixed ? 2u * slots : 4u * slots;
    parts->weights = at;
    if (encoding == PELT_LEAN && influences == 2u)
        parts->weights = at + 6; /* behind the position */
    else if (influences > 1u)
        at += fixed ? 2u * slots : 4u * slots;
    parts->position = at;
    if (encoding == PELT_LEAN)
        parts->normal = at + (influences == 1u ? 6 : 8);
    else
        parts->normal = at + (fixed ? 6 : 12);
}

static void open_record(record_parts *parts, const pelt_model *model, const format_run *run,
                        uint32_t vertex)
{
    const uint8_t *record = record_of(model, run, vertex);
    const void *behind = stored_offsets(model, run);
    if ((run->flags & FORMAT_RUN_PACKED) == 0u) {
        take_apart(parts, record, behind, model->encoding, run->influences);
        return;
    }
    model->family->unpack((uint8_t *)parts->unpacked, record, 1,
                          format_packed_normal(record, behind, run->influences), run->influences);
    take_apart(parts, (const uint8_t *)parts->unpacked, NULL, model->encoding, run->influences);
}

/* Finds a vertex, or in a run of copies what it equals. */
static const format_run *find(record_parts *parts, export_vertex *out, const pelt_model *model,
                              const format_mesh *mesh, uint32_t vertex)
{
    const format_run *run = run_of(model, mesh, vertex);
    if ((run->flags & FORMAT_RUN_COPIES) != 0u) {
        vertex = *(const uint32_t *)(const void *)record_of(model, run, vertex);
        run = run_of(model, mesh, vertex);
    }
    open_record(parts, model, run, vertex);
    read_influences(out, model, parts->offsets, parts->weights, run->influences);
    return run;
}

void pelt_export_influences(export_vertex *out, const pelt_model *model, uint32_t mesh,
                            uint32_t vertex)
{
    record_parts parts;
    (void)find(&parts, out, model, stored_mesh(model, mesh), vertex);
}

/// The whole vertex //////////////////////////////////////////////////////////////////////////////

/* To unit length; what has none stays zero. */
static void normalise(float v[3])
{
    const float squares = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    const float scale = squares > 1e-30f ? num_rsqrt(squares) : 0.0f;
    for (unsigned c = 0; c < 3u; c++)
        v[c] *= scale;
}

static void read_geometry(export_vertex *out, const record_parts *parts, uint32_t encoding,
                          uint32_t influences)
{
    const int16_t *p = (const int16_t *)parts->position;
    const int16_t *n = (const int16_t *)parts->normal;
    const int8_t *lean = (const int8_t *)parts->normal; /* x, y, 0, z */
    for (unsigned c = 0; c < 3u; c++) {
        if (encoding == PELT_FLOAT) {
            out->position[c] = ((const float *)parts->position)[c];
            out->normal[c] = ((const float *)parts->normal)[c];
        } else {
            out->position[c] = (float)p[c] / GRID;
            out->normal[c] = (float)(encoding == PELT_LEAN ? lean[c == 2u ? 3 : c] : n[c]);
        }
    }
    /* Lean records of three and more have z in a word. */
    if (encoding == PELT_LEAN && influences > 2u)
        out->position[2] = (float)*(const int32_t *)(const void *)(p + 2) / GRID;
    normalise(out->normal);
}

static void read_tangent(export_vertex *out, const pelt_model *model, uint32_t stream,
                         uint32_t vertex)
{
    const uint8_t *at = model->blob + model->streams + stream;
    const bool is_float = model->encoding == PELT_FLOAT;
    at += (size_t)vertex * (is_float ? FORMAT_TANGENT_BYTES_F32 : FORMAT_TANGENT_BYTES_Q16);
    if (is_float) /* two loops: GNU as does not read vcvtne.f32.s32 for the M55 */
        for (unsigned c = 0; c < 4u; c++)
            out->tangent[c] = ((const float *)(const void *)at)[c];
    else
        for (unsigned c = 0; c < 4u; c++)
            out->tangent[c] = ((const int16_t *)(const void *)at)[c];
    normalise(out->tangent);
    out->tangent[3] = out->tangent[3] < 0.0f ? -1.0f : 1.0f;
}

static void read_streams(export_vertex *out, const pelt_model *model, uint32_t mesh,
                         uint32_t vertex)
{
    pelt_mesh_info info;
    (void)pelt_mesh_get(&info, model, mesh);
    for (unsigned c = 0; c < 2u; c++)
        out->uv[c] = info.uvs_f32 != NULL ? info.uvs_f32[2u * vertex + c]
                     : info.uvs_i16 != NULL
                         ? (float)info.uvs_i16[2u * vertex + c] / (float)(1u << info.uv_bits)
                         : 0.0f;
    const uint8_t *colour = pelt_mesh_colour_get(&info, vertex);
    for (unsigned c = 0; c < 4u; c++)
        out->colour[c] = colour == NULL ? 255 : colour[c];
}

void pelt_export_vertex(export_vertex *out, const pelt_model *model, uint32_t mesh, uint32_t vertex)
{
    const format_mesh *m = stored_mesh(model, mesh);
    record_parts parts;
    const format_run *run = find(&parts, out, model, m, vertex);
    read_geometry(out, &parts, model->encoding, run->influences);
    for (unsigned c = 0; c < 4u; c++)
        out->tangent[c] = c == 3u ? 1.0f : 0.0f;
    if (m->tangents != FORMAT_NONE)
        read_tangent(out, model, m->tangents, vertex);
    read_streams(out, model, mesh, vertex);
}
