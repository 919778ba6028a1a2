/* SPDX-License-Identifier: MIT */
/* Measures which unit the lean kernels need in poses. */
#include "bake/model.h"

/* What the kernels can hold, in units of the model: an element of an entry's matrix for a step of its grid,
 * Q30; how far a vertex lies from the place to which its entry takes the grid's origin, or how far apart two
 * entries that share a vertex take it, 2^17 steps of the output. */
#define ELEMENT_LIMIT (65535 / 1073741824.0)
#define DISTANCE_LIMIT 2.0
#define MARGIN (1 + 1.0 / 16)      /* for poses between the sampled moments */
#define MAX_PAIR_SAMPLES 50000000u /* beyond this, any two entries count as sharing a vertex */

typedef struct pair {
    uint32_t a, b; /* entries, a < b */
} pair;

typedef struct lean_skin {
    pair *pairs;
    size_t pair_count;
    /* [entry_count] distance of the entry's vertices from the grid's origin; < 0: it has none */
    double *radii;
    double (*boxes)
        [3]; /* [entry_count] half extents of the box around the grid's origin that holds them */
    double (*places)[3]; /* [entry_count] place of the grid's origin */
} lean_skin;

struct lean_probe {
    lean_skin *skins; /* [count of the skins] */
    uint64_t samples;
};

static void note_radius(lean_skin *skin, const bake_entry *entry, uint32_t index, const box3 *box)
{
    double squares = 0;
    for (int c = 0; c < 3; c++) {
        const double x = entry->finest.origin[c];
        const double reach = fmax(fabs(box->low[c] - x), fabs(box->high[c] - x));
        squares += reach * reach;
        skin->boxes[index][c] = fmax(skin->boxes[index][c], reach);
    }
    skin->radii[index] = fmax(skin->radii[index], sqrt(squares));
}

/* Sets shared[a * count + b] for every a < b that share a vertex of the mesh. */
static void note_mesh(lean_skin *skin, bool *shared, const bake_model *m, uint32_t index)
{
    const bake_binding *binding = &m->skins.of_mesh[index];
    const bake_skin *source = &m->skins.skins[binding->skin];
    const bake_mesh *mesh = &m->meshes.meshes[index];
    for (uint32_t p = 0; p < mesh->primitive_count; p++) {
        const bake_primitive *primitive = &mesh->primitives[p];
        for (uint32_t v = 0; v < primitive->source->vertex_count; v++) {
            const bake_influences *in = &primitive->influences[v];
            const box3 box = morph_box(&m->morphs[index], primitive->source, v);
            for (uint32_t i = 0; i < in->count; i++) {
                const uint32_t entry = binding_entry(binding, in->joint[i]);
                const box3 swung = skin_swung(source, entry, &box);
                uint32_t a[2], b[2];
                for (uint32_t n = skin_made_of(a, source, entry); n-- > 0;) {
                    note_radius(skin, &source->entries[a[n]], a[n], &swung);
                    for (uint32_t k = 0; k < in->count; k++)
                        for (uint32_t o =
                                 skin_made_of(b, source, binding_entry(binding, in->joint[k]));
                             o-- > 0;)
                            shared[(size_t)a[n] * source->entry_count + b[o]] |= a[n] < b[o];
                }
            }
        }
    }
}

static void list_pairs(lean_skin *skin, region *memory, const bool *shared, uint32_t count)
{
    const size_t all = (size_t)count * count;
    for (size_t i = 0; i < all; i++)
        skin->pair_count += shared[i];
    skin->pairs = region_calloc(memory, skin->pair_count, sizeof *skin->pairs);
    for (size_t i = 0, n = 0; i < all; i++)
        if (shared[i])
            skin->pairs[n++] = (pair){(uint32_t)(i / count), (uint32_t)(i % count)};
}

lean_probe *lean_probe_make(region *memory, const bake_model *m)
{
    lean_probe *probe = region_calloc(memory, 1, sizeof *probe);
    probe->skins = region_calloc(memory, m->skins.count, sizeof *probe->skins);
    for (uint32_t s = 0; s < m->skins.count; s++) {
        lean_skin *skin = &probe->skins[s];
        const uint32_t count = m->skins.skins[s].entry_count;
        FREED bool *shared = diag_calloc(count, count * sizeof *shared);
        skin->radii = region_calloc(memory, count, sizeof *skin->radii);
        skin->boxes = region_calloc(memory, count, sizeof *skin->boxes);
        skin->places = region_calloc(memory, count, sizeof *skin->places);
        for (uint32_t k = 0; k < count; k++)
            skin->radii[k] = -1;
        for (uint32_t i = 0; i < m->meshes.count; i++)
            if (m->skins.of_mesh[i].skin == s)
                note_mesh(skin, shared, m, i);
        list_pairs(skin, memory, shared, count);
    }
    return probe;
}

/* The largest |coordinate| to which the 3x3 takes a vector that lies in a box and a ball. The box
 * serves scales that are not uniform; the ball is exact for rotations times a scale. */
static double farthest(const mat34 *m, const double box[3], double radius)
{
    double most = 0, corner = 0;
    for (int r = 0; r < 3; r++) {
        const double *row = m->m[r];
        corner =
            fmax(corner, fabs(row[0]) * box[0] + fabs(row[1]) * box[1] + fabs(row[2]) * box[2]);
    }
    for (int i = 0; i < 3; i++) {
        double sum = 0;
        for (int k = 0; k < 3; k++)
            sum +=
                fabs(m->m[0][i] * m->m[0][k] + m->m[1][i] * m->m[1][k] + m->m[2][i] * m->m[2][k]);
        most = fmax(most, sum); /* from M^T M: at least the square of its norm */
    }
    return fmin(corner, sqrt(most) * radius);
}

/* The diagonal of the box around the origins' places of all entries with vertices. */
static double widest(const lean_skin *skin, uint32_t count)
{
    box3 box = box3_empty();
    for (uint32_t k = 0; k < count; k++)
        if (skin->radii[k] >= 0)
            box3_add(&box, skin->places[k]);
    return skin->pair_count > 0 ? vec3_distance(box.low, box.high) : 0;
}

static void need_unit(lean_reach *reach, double unit, uint32_t joint)
{
    if (unit > reach->unit)
        *reach = (lean_reach){unit, joint};
}

void lean_note(bake_model *m, lean_probe *probe, const mat34 *globals)
{
    lean_reach *reach = &m->extremes.lean;
    for (uint32_t s = 0; s < m->skins.count; s++) {
        lean_skin *skin = &probe->skins[s];
        const bake_entry *entries = m->skins.skins[s].entries;
        const uint32_t count = m->skins.skins[s].entry_count;
        for (uint32_t k = 0; k < count; k++) {
            const bake_entry *entry = &entries[k];
            if (skin->radii[k] < 0)
                continue;
            const mat34 at = mat34_mul(&globals[entry->joint], &entry->inverse_bind);
            mat34_point(skin->places[k], &at, entry->finest.origin);
            need_unit(reach, farthest(&at, skin->boxes[k], skin->radii[k]) / DISTANCE_LIMIT,
                      entry->joint);
            for (int i = 0; i < 9; i++)
                need_unit(reach, fabs(at.m[i / 3][i % 3]) * entry->finest.step / ELEMENT_LIMIT,
                          entry->joint);
        }
        probe->samples += skin->pair_count;
        if (probe->samples > MAX_PAIR_SAMPLES)
            need_unit(reach, widest(skin, count) / DISTANCE_LIMIT, entries[0].joint);
        for (size_t i = 0; i < skin->pair_count && probe->samples <= MAX_PAIR_SAMPLES; i++) {
            const pair *p = &skin->pairs[i];
            const double apart = vec3_distance(skin->places[p->a], skin->places[p->b]);
            need_unit(reach, apart / DISTANCE_LIMIT, entries[p->b].joint);
        }
    }
}

bool lean_fits(const lean_reach *reach, int unit_shift, double room)
{
    return reach->unit * fmax(room, MARGIN) <= ldexp(1, unit_shift);
}
