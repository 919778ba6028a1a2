/* SPDX-License-Identifier: MIT */
/*
 * Palette entries and the grids of int16 positions. A blob skin is a glTF skin with one grid; parts
 * that would have a grid at least 16 times finer than all together get a second one. Rigid meshes
 * share a blob skin in which each has an entry, and a grid, of its own.
 */
#include <stdlib.h>
#include <string.h>

#include "bake/internal.h"

#define MAX_ENTRIES (1u << 20) /* of all skins together; each takes memory while baking */
#define GRID_FINER 4 /* powers of two that justify a second grid */

typedef struct grid {
    double low[3], high[3];
    double delta; /* largest of a morph target */
    bool empty;
} grid;

uint32_t bake_max_entries(const baker *b)
{
    return b->fixed ? FORMAT_MAX_ENTRIES_Q16 : FORMAT_MAX_ENTRIES_F32;
}

static void grid_extend(grid *g, const bake_mesh *mesh)
{
    for (int c = 0; c < 3; c++) {
        g->low[c] = g->empty ? mesh->low[c] : fmin(g->low[c], mesh->low[c]);
        g->high[c] = g->empty ? mesh->high[c] : fmax(g->high[c], mesh->high[c]);
    }
    g->delta = fmax(g->delta, mesh->largest_delta);
    g->empty = false;
}

int bake_grid_exponent(double origin[3], const double low[3], const double high[3], double delta)
{
    const double limit = BAKE_POSITION_LIMIT;
    double half = delta, largest = 0;
    for (int c = 0; c < 3; c++) {
        half = fmax(half, (high[c] - low[c]) / 2);
        largest = fmax(largest, fmax(fabs(low[c]), fabs(high[c])));
    }
    if (half < largest * 1e-6) /* a point: any step, and normals want one that is not tiny */
        half = largest * 1e-6;
    if (!(half > 0))
        half = 1;
    int exponent = bake_exponent(half / limit);
    while (half + ldexp(0.5, exponent) > ldexp(limit, exponent))
        exponent++;
    for (int c = 0; c < 3; c++)
        origin[c] = rint(ldexp((low[c] + high[c]) / 2, -exponent)) * ldexp(1, exponent);
    return exponent;
}

static int grid_exponent(double origin[3], const grid *g)
{
    return bake_grid_exponent(origin, g->low, g->high, g->delta);
}

static void set_grid(const baker *b, bake_entry *entries, uint32_t count, const grid *g)
{
    double origin[3];
    const int exponent = grid_exponent(origin, g);
    for (uint32_t i = 0; i < count; i++) {
        /* Floats keep the origin too: far from it they would lose bits. */
        entries[i].step = b->fixed ? ldexp(1, exponent) : 1;
        memcpy(entries[i].origin, origin, sizeof origin);
    }
}

static bake_skin *push_skin(baker *b, uint32_t skin, uint32_t capacity)
{
    bake_skin *out = &b->skins[b->skin_count++];
    *out = (bake_skin){.skin = skin};
    out->entries = diag_calloc(capacity, sizeof *out->entries);
    return out;
}

static bake_entry *push_entry(bake_skin *skin, uint32_t joint, uint32_t skin_joint)
{
    bake_entry *entry = &skin->entries[skin->entry_count++];
    *entry = (bake_entry){.joint = joint, .skin_joint = skin_joint};
    entry->inverse_bind = mat34_identity();
    return entry;
}

/* Lets the influences of a mesh point to entries instead of joints of the glTF skin. */
static void resolve(bake_mesh *mesh, const uint32_t *entry_of, uint32_t node_entry)
{
    for (uint32_t p = 0; p < mesh->primitive_count; p++) {
        bake_primitive *primitive = &mesh->primitives[p];
        for (uint32_t v = 0; v < primitive->source->vertex_count; v++) {
            bake_influences *in = &primitive->influences[v];
            for (uint32_t k = 0; k < in->count; k++)
                in->entry[k] = in->entry[k] == BAKE_NONE ? node_entry : entry_of[in->entry[k]];
        }
    }
}

static void count_vertices(bake_skin *skin, const bake_mesh *mesh)
{
    for (uint32_t p = 0; p < mesh->primitive_count; p++) {
        const bake_primitive *primitive = &mesh->primitives[p];
        for (uint32_t v = 0; v < primitive->source->vertex_count; v++) {
            const bake_influences *in = &primitive->influences[v];
            double low[3], high[3];
            bake_morph_box(low, high, mesh, primitive->source, v);
            for (uint32_t k = 0; k < in->count; k++) {
                bake_entry *entry = &skin->entries[in->entry[k]];
                const bool first = entry->vertex_count++ == 0;
                for (int c = 0; c < 3; c++) {
                    entry->low[c] = first ? low[c] : fmin(low[c], entry->low[c]);
                    entry->high[c] = first ? high[c] : fmax(high[c], entry->high[c]);
                }
            }
        }
    }
}

/* Marks joints of the glTF skin that move a vertex of these meshes. */
static void mark_used(bool *used, const bake_mesh *mesh)
{
    for (uint32_t p = 0; p < mesh->primitive_count; p++) {
        const bake_primitive *primitive = &mesh->primitives[p];
        for (uint32_t v = 0; v < primitive->source->vertex_count; v++) {
            const bake_influences *in = &primitive->influences[v];
            for (uint32_t k = 0; k < in->count; k++)
                if (in->entry[k] != BAKE_NONE)
                    used[in->entry[k]] = true;
        }
    }
}

/* One blob skin of a glTF skin, for the meshes that chosen[] names. */
static bool add_skin(baker *b, uint32_t index, const bool *chosen, const grid *g)
{
    const scene_skin *source = &b->s->skins[index];
    bool *used = diag_calloc(source->joint_count, sizeof *used);
    uint32_t *entry_of = diag_calloc(source->joint_count, sizeof *entry_of);
    uint32_t extra = 0;
    for (uint32_t i = 0; i < b->mesh_count; i++) {
        if (chosen[i])
            mark_used(used, &b->meshes[i]);
        extra += chosen[i] && b->meshes[i].binds_node;
    }
    /* All joints, so that palettes compare with the glTF's; only the needed ones where too many. */
    const bool all = source->joint_count + extra <= bake_max_entries(b);
    bake_skin *skin = push_skin(b, index, source->joint_count + extra);
    for (uint32_t k = 0; k < source->joint_count; k++) {
        if (!all && !used[k])
            continue;
        entry_of[k] = skin->entry_count;
        push_entry(skin, b->joint_of_node[source->joints[k]], k)->inverse_bind =
            source->inverse_binds[k];
    }
    for (uint32_t i = 0; i < b->mesh_count; i++) {
        bake_mesh *mesh = &b->meshes[i];
        if (!chosen[i])
            continue;
        mesh->blob_skin = b->skin_count - 1;
        const uint32_t node_entry = skin->entry_count;
        if (mesh->binds_node)
            push_entry(skin, b->joint_of_node[mesh->node], BAKE_NONE);
        resolve(mesh, entry_of, node_entry);
        count_vertices(skin, mesh);
    }
    set_grid(b, skin->entries, skin->entry_count, g);
    free(used);
    free(entry_of);
    if (skin->entry_count > bake_max_entries(b))
        return diag_fail(
            b->d, DIAG_INVALID,
            "/skins/%u moves vertices with %u joints, the limit is %u: split its meshes", index,
            skin->entry_count, bake_max_entries(b));
    return true;
}

/* Joints that the meshes of a group move vertices by, if it takes this mesh too. */
static uint32_t count_joined(const baker *b, uint32_t index, const bool *group, uint32_t mesh)
{
    const uint32_t joint_count = b->s->skins[index].joint_count;
    bool *used = diag_calloc(joint_count, sizeof *used);
    uint32_t count = 0;
    for (uint32_t i = 0; i <= mesh; i++) {
        if (!group[i] && i != mesh)
            continue;
        mark_used(used, &b->meshes[i]);
        count += b->meshes[i].binds_node;
    }
    for (uint32_t k = 0; k < joint_count; k++)
        count += used[k];
    free(used);
    return count;
}

/* Blob skins for these meshes: one, unless together they need more entries than it holds. */
static bool add_skins(baker *b, uint32_t index, const bool *chosen, const grid *g)
{
    bool *group = diag_calloc(b->mesh_count, sizeof *group);
    uint32_t binding = 0;
    bool ok = true, any = false;
    for (uint32_t i = 0; i < b->mesh_count; i++)
        binding += chosen[i] && b->meshes[i].binds_node;
    const bool all = b->s->skins[index].joint_count + binding <= bake_max_entries(b);
    for (uint32_t i = 0; ok && i < b->mesh_count; i++) {
        if (!chosen[i])
            continue;
        if (any && !all && count_joined(b, index, group, i) > bake_max_entries(b)) {
            ok = add_skin(b, index, group, g);
            memset(group, 0, b->mesh_count * sizeof *group);
        }
        group[i] = true;
        any = true;
    }
    ok = ok && (!any || add_skin(b, index, group, g));
    free(group);
    return ok;
}

static bool add_skin_grids(baker *b, uint32_t index)
{
    bool *fine = diag_calloc(b->mesh_count, sizeof *fine);
    bool *coarse = diag_calloc(b->mesh_count, sizeof *coarse);
    grid whole = {.empty = true}, small = {.empty = true};
    double origin[3];
    for (uint32_t i = 0; i < b->mesh_count; i++)
        if (b->meshes[i].skin == index)
            grid_extend(&whole, &b->meshes[i]);
    if (whole.empty) { /* no instance uses this skin */
        free(fine);
        free(coarse);
        return true;
    }
    const int exponent = grid_exponent(origin, &whole);
    bool any_coarse = false;
    for (uint32_t i = 0; i < b->mesh_count; i++) {
        const bake_mesh *mesh = &b->meshes[i];
        if (mesh->skin != index)
            continue;
        grid own = {.empty = true};
        grid_extend(&own, mesh);
        fine[i] = b->fixed && grid_exponent(origin, &own) <= exponent - GRID_FINER;
        coarse[i] = !fine[i];
        any_coarse |= coarse[i];
        if (fine[i])
            grid_extend(&small, mesh);
    }
    /* Small parts that lie far apart are no finer together. */
    const bool split =
        any_coarse && !small.empty && grid_exponent(origin, &small) <= exponent - GRID_FINER;
    for (uint32_t i = 0; !split && i < b->mesh_count; i++)
        coarse[i] |= fine[i];
    const bool ok =
        add_skins(b, index, coarse, &whole) && (!split || add_skins(b, index, fine, &small));
    free(fine);
    free(coarse);
    return ok;
}

static void add_rigid(baker *b)
{
    bake_skin *skin = NULL;
    for (uint32_t i = 0; i < b->mesh_count; i++) {
        bake_mesh *mesh = &b->meshes[i];
        if (mesh->skin != BAKE_NONE)
            continue;
        if (skin == NULL || skin->entry_count == bake_max_entries(b))
            skin = push_skin(b, BAKE_NONE, bake_max_entries(b));
        bake_entry *entry = push_entry(skin, b->joint_of_node[mesh->node], BAKE_NONE);
        grid g = {.empty = true};
        grid_extend(&g, mesh);
        set_grid(b, entry, 1, &g);
        mesh->blob_skin = b->skin_count - 1;
        resolve(mesh, NULL, skin->entry_count - 1);
        count_vertices(skin, mesh);
    }
}

bool bake_skins(baker *b)
{
    /* Each has at least one mesh. */
    b->skins = diag_calloc(b->mesh_count, sizeof *b->skins);
    uint32_t counted = 0, entries = 0;
    for (uint32_t i = 0; i < b->s->skin_count; i++) {
        if (!add_skin_grids(b, i))
            return false;
        for (; counted < b->skin_count; counted++)
            entries += b->skins[counted].entry_count;
        if (entries > MAX_ENTRIES)
            return diag_fail(b->d, DIAG_INVALID,
                             "more than %u palette entries of all skins, /skins/%u, split the model",
                             MAX_ENTRIES, i);
    }
    add_rigid(b);
    for (uint32_t i = 0; i < b->skin_count; i++)
        b->stats->entry_count += b->skins[i].entry_count;
    if (b->skin_count > UINT16_MAX || b->mesh_count > UINT16_MAX)
        return diag_fail(b->d, DIAG_INVALID, "%u meshes, the limit is %u, /meshes, split the model",
                         b->mesh_count, UINT16_MAX);
    return true;
}

mat34 bake_fold_entry(const baker *b, const bake_entry *entry)
{
    const mat34 *inverse = &entry->inverse_bind;
    const double frame = ldexp(1, b->joints[entry->joint].scale_shift - b->unit_shift);
    const double finer = ldexp(1, b->unit_shift - bake_pose_unit(b));
    mat34 out;
    for (int r = 0; r < 3; r++) {
        double origin = inverse->m[r][3];
        for (int c = 0; c < 3; c++) {
            origin += inverse->m[r][c] * entry->origin[c];
            out.m[r][c] = inverse->m[r][c] * entry->step * frame;
        }
        out.m[r][3] = origin * frame * finer;
    }
    return out;
}

static void put_entry_numbers(byte_buffer *out, const mat34 *m, unsigned shift, int q)
{
    buffer_u16(out, (uint16_t)shift);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++)
            buffer_i32(out, bake_round(ldexp(m->m[r][c], q), INT32_MAX));
        buffer_i32(out, bake_round(ldexp(m->m[r][3], 20), INT32_MAX));
    }
}

/* 3x3 in Q(36 + shift) */
static void put_entry_q16(byte_buffer *out, const mat34 *m)
{
    double largest = 0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            largest = fmax(largest, fabs(m->m[r][c]));
    /* largest * 2^(36 + shift) <= 2^31 - 1 */
    unsigned shift = FORMAT_ENTRY_MAX_SHIFT;
    while (shift > FORMAT_ENTRY_MIN_SHIFT && ldexp(largest, 36 + (int)shift) > INT32_MAX - 1.0)
        shift--;
    put_entry_numbers(out, m, shift, 36 + (int)shift);
}

/* 3x3 in Q(18 + shift), columns shorter than 2^18 */
static void put_entry_q12(byte_buffer *out, const mat34 *m)
{
    unsigned shift = FORMAT_ENTRY_MAX_SHIFT_Q12;
    while (shift > FORMAT_ENTRY_MIN_SHIFT && ldexp(matrix_norm(m), 18 + (int)shift) > 262143)
        shift--;
    put_entry_numbers(out, m, shift, 18 + (int)shift);
}

void bake_write_skins(baker *b)
{
    byte_buffer *skins = blob_section_add(&b->writer, FORMAT_SKINS, FORMAT_SECTION_REQUIRED);
    byte_buffer *entries = blob_section_add(&b->writer, FORMAT_ENTRIES, FORMAT_SECTION_REQUIRED);
    uint32_t first = 0;
    for (uint32_t i = 0; i < b->skin_count; i++) {
        const bake_skin *skin = &b->skins[i];
        buffer_u32(skins, first);
        buffer_u32(skins, skin->entry_count);
        first += skin->entry_count;
        for (uint32_t k = 0; k < skin->entry_count; k++) {
            const mat34 folded = bake_fold_entry(b, &skin->entries[k]);
            buffer_u16(entries, (uint16_t)skin->entries[k].joint);
            if (b->fixed) {
                (b->lean ? put_entry_q12 : put_entry_q16)(entries, &folded);
                continue;
            }
            buffer_u16(entries, 0);
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 4; c++)
                    buffer_f32(entries, (float)folded.m[r][c]);
        }
    }
}
