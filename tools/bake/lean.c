/* SPDX-License-Identifier: MIT */
/*
 * How far the numbers of q12 go that its kernels form in 32 bits (src/q12.h), over rest and clips:
 * of every entry the element and the way from the grid's origin to a vertex, of every two entries
 * that share a vertex the distance between the places where they put the grid's origin.
 */
#include <stdlib.h>
#include <string.h>

#include "bake/internal.h"

#define ELEMENT_LIMIT (65535 / 1073741824.0) /* Q30 */
#define DISTANCE_LIMIT 2.0                   /* internal units: 2^17 of the output's steps */
#define MARGIN (1 + 1.0 / 16)                /* between the moments that are looked at */
#define MAX_PAIR_SAMPLES 50000000u           /* of the model: then all entries share a vertex */

typedef struct pair {
    uint32_t a, b; /* entries, a < b */
} pair;

typedef struct lean_skin {
    pair *pairs;
    size_t pair_count;
    double *radii;       /* [entry_count], of the vertices around the grid's origin; < 0: none */
    double (*boxes)[3];  /* [entry_count], half of one around the grid's origin that holds them */
    double (*places)[3]; /* [entry_count], of the grid's origin */
} lean_skin;

struct bake_lean {
    lean_skin *skins;
    uint32_t skin_count;
    uint64_t samples;
    double element, distance;
};

static void note_radius(lean_skin *skin, const bake_entry *entry, uint32_t index,
                        const double low[3], const double high[3])
{
    double squares = 0;
    for (int c = 0; c < 3; c++) {
        const double x = entry->origin[c], reach = fmax(fabs(low[c] - x), fabs(high[c] - x));
        squares += reach * reach;
        skin->boxes[index][c] = fmax(skin->boxes[index][c], reach);
    }
    skin->radii[index] = fmax(skin->radii[index], sqrt(squares));
}

/* Bit a * count + b of `shared` for every a < b that share a vertex of the mesh. */
static void note_mesh(lean_skin *skin, uint8_t *shared, const bake_skin *source,
                      const bake_mesh *mesh)
{
    for (uint32_t p = 0; p < mesh->primitive_count; p++) {
        const bake_primitive *primitive = &mesh->primitives[p];
        for (uint32_t v = 0; v < primitive->source->vertex_count; v++) {
            const bake_influences *in = &primitive->influences[v];
            double low[3], high[3];
            bake_morph_box(low, high, mesh, primitive->source, v);
            for (uint32_t i = 0; i < in->count; i++) {
                const uint32_t a = in->entry[i];
                note_radius(skin, &source->entries[a], a, low, high);
                for (uint32_t k = 0; k < in->count; k++) {
                    const size_t bit = (size_t)a * source->entry_count + in->entry[k];
                    if (a < in->entry[k])
                        shared[bit / 8] |= (uint8_t)(1u << bit % 8);
                }
            }
        }
    }
}

static void list_pairs(lean_skin *skin, const uint8_t *shared, uint32_t count)
{
    const size_t bits = (size_t)count * count;
    size_t capacity = 0;
    for (size_t i = 0; i < (bits + 7) / 8; i++)
        for (unsigned byte = shared[i]; byte != 0; byte &= byte - 1)
            capacity++;
    skin->pairs = diag_calloc(capacity, sizeof *skin->pairs);
    for (size_t bit = 0; bit < bits; bit++) {
        if (shared[bit / 8] == 0)
            bit |= 7;
        else if ((shared[bit / 8] >> bit % 8 & 1) != 0)
            skin->pairs[skin->pair_count++] =
                (pair){(uint32_t)(bit / count), (uint32_t)(bit % count)};
    }
}

void bake_lean_begin(baker *b)
{
    if (!b->lean)
        return;
    b->reach = diag_calloc(1, sizeof *b->reach);
    b->reach->skins = diag_calloc(b->skin_count, sizeof *b->reach->skins);
    b->reach->skin_count = b->skin_count;
    for (uint32_t s = 0; s < b->skin_count; s++) {
        lean_skin *skin = &b->reach->skins[s];
        const uint32_t count = b->skins[s].entry_count;
        uint8_t *shared = diag_calloc(((size_t)count * count + 7) / 8, 1);
        skin->radii = diag_calloc(count, sizeof *skin->radii);
        skin->boxes = diag_calloc(count, sizeof *skin->boxes);
        skin->places = diag_calloc(count, sizeof *skin->places);
        for (uint32_t k = 0; k < count; k++)
            skin->radii[k] = -1;
        for (uint32_t m = 0; m < b->mesh_count; m++)
            if (b->meshes[m].blob_skin == s)
                note_mesh(skin, shared, &b->skins[s], &b->meshes[m]);
        list_pairs(skin, shared, count);
        free(shared);
    }
}

/* Largest |coordinate| that the 3x3 gives a vector of a box and a ball. The box is for scales that
 * are not uniform; the ball is exact for rotations times a scale. */
static double farthest(const mat34 *m, const double box[3], double radius)
{
    double most = 0, corner = 0;
    for (int r = 0; r < 3; r++) {
        const double *row = m->m[r];
        corner = fmax(corner, fabs(row[0]) * box[0] + fabs(row[1]) * box[1] +
                                  fabs(row[2]) * box[2]);
    }
    for (int i = 0; i < 3; i++) {
        double sum = 0;
        for (int k = 0; k < 3; k++)
            sum += fabs(m->m[0][i] * m->m[0][k] + m->m[1][i] * m->m[1][k] +
                        m->m[2][i] * m->m[2][k]);
        most = fmax(most, sum); /* of M^T M: no less than the square of its norm */
    }
    return fmin(corner, sqrt(most) * radius);
}

static double distance_between(const double a[3], const double b[3])
{
    double squares = 0;
    for (int c = 0; c < 3; c++)
        squares += (a[c] - b[c]) * (a[c] - b[c]);
    return sqrt(squares);
}

/* Diagonal of the box around the places of all entries with vertices. */
static double widest(const lean_skin *skin, uint32_t count)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t k = 0; k < count; k++)
        for (int c = 0; c < 3 && skin->radii[k] >= 0; c++) {
            low[c] = fmin(low[c], skin->places[k][c]);
            high[c] = fmax(high[c], skin->places[k][c]);
        }
    return skin->pair_count > 0 ? distance_between(low, high) : 0;
}

void bake_lean_note(baker *b, const mat34 *globals)
{
    struct bake_lean *reach = b->reach;
    for (uint32_t s = 0; reach != NULL && s < reach->skin_count; s++) {
        lean_skin *skin = &reach->skins[s];
        const uint32_t count = b->skins[s].entry_count;
        for (uint32_t k = 0; k < count; k++) {
            const bake_entry *entry = &b->skins[s].entries[k];
            if (skin->radii[k] < 0)
                continue;
            const mat34 m = mat34_mul(&globals[entry->joint], &entry->inverse_bind);
            mat34_point(skin->places[k], &m, entry->origin);
            reach->distance =
                fmax(reach->distance, farthest(&m, skin->boxes[k], skin->radii[k]));
            for (int i = 0; i < 9; i++)
                reach->element = fmax(reach->element, fabs(m.m[i / 3][i % 3]) * entry->step);
        }
        reach->samples += skin->pair_count;
        if (reach->samples > MAX_PAIR_SAMPLES)
            reach->distance = fmax(reach->distance, widest(skin, count));
        for (size_t i = 0; i < skin->pair_count && reach->samples <= MAX_PAIR_SAMPLES; i++) {
            const pair *p = &skin->pairs[i];
            reach->distance = fmax(reach->distance, distance_between(skin->places[p->a],
                                                                     skin->places[p->b]));
        }
    }
}

bool bake_lean_fits(const baker *b, double room)
{
    if (b->reach == NULL)
        return true;
    const double unit = ldexp(1, b->unit_shift) / fmax(room, MARGIN);
    return b->reach->element <= ELEMENT_LIMIT * unit && b->reach->distance <= DISTANCE_LIMIT * unit;
}

void bake_lean_free(baker *b)
{
    for (uint32_t s = 0; b->reach != NULL && s < b->reach->skin_count; s++) {
        free(b->reach->skins[s].pairs);
        free(b->reach->skins[s].radii);
        free(b->reach->skins[s].boxes);
        free(b->reach->skins[s].places);
    }
    if (b->reach != NULL)
        free(b->reach->skins);
    free(b->reach);
}
