/* SPDX-License-Identifier: MIT */
/* Collects palette entries and chooses their grids. */
#include "bake/model.h"

#include <string.h>

#include "scene/between.h"

#define MAX_ENTRIES (1u << 20) /* of all skins together, to bound memory */
#define GRID_FINER 4           /* powers of two by which a second grid must be finer */

/// Grids /////////////////////////////////////////////////////////////////////////////////////////

static bake_extent no_extent(void)
{
    return (bake_extent){.box = box3_empty()};
}

static void take_in(bake_extent *e, const bake_extent *by)
{
    box3_extend(&e->box, by->box.low, by->box.high);
    e->delta = fmax(e->delta, by->delta);
}

static int exponent_of(const bake_extent *e)
{
    double origin[3];
    return grid_exponent(origin, e);
}

static void set_grid(const bake_model *m, bake_entry *entries, uint32_t count, const bake_extent *e)
{
    /* Floats use the grid's origin, too: far from it they would lose bits. */
    bake_grid grid;
    const int exponent = grid_exponent(grid.origin, e);
    grid.step = m->job.traits->fixed ? ldexp(1, exponent) : 1;
    for (uint32_t i = 0; i < count; i++)
        entries[i].finest = grid;
}

/// Entries ///////////////////////////////////////////////////////////////////////////////////////

static bake_skin *push_skin(bake_model *m, uint32_t skin)
{
    bake_skin *out = &m->skins.skins[m->skins.count++];
    *out = (bake_skin){.skin = skin, .first = m->skins.entry_count};
    return out;
}

/* Adds an entry to the last skin. */
static bake_entry *push_entry(bake_model *m, uint32_t joint, uint32_t skin_joint)
{
    bake_skins *all = &m->skins;
    bake_skin *skin = &all->skins[all->count - 1];
    all->entries = job_grow(&m->job, all->entries, all->entry_count++, sizeof *all->entries);
    skin->entries = all->entries + skin->first;
    bake_entry *entry = &skin->entries[skin->entry_count++];
    *entry = (bake_entry){.joint = joint, .skin_joint = skin_joint, .box = box3_empty()};
    entry->inverse_bind = mat34_identity();
    return entry;
}

box3 skin_swung(const bake_skin *skin, uint32_t entry, const box3 *box)
{
    if (entry < skin->entry_count)
        return *box;
    /* The ball about the pivot, which turns by less than the target, around the box. */
    const double *pivot = skin->betweens[entry - skin->entry_count].pivot;
    double reach[3];
    box3 out;
    for (int c = 0; c < 3; c++)
        reach[c] = fmax(fabs(box->low[c] - pivot[c]), fabs(box->high[c] - pivot[c]));
    const double radius = vec_length(reach, 3);
    for (int c = 0; c < 3; c++) {
        out.low[c] = pivot[c] - radius;
        out.high[c] = pivot[c] + radius;
    }
    return out;
}

/* Adds a mesh's vertices to the counts and boxes of their entries. */
static void count_vertices(const bake_model *m, uint32_t index)
{
    const bake_mesh *mesh = &m->meshes.meshes[index];
    const bake_skin *skin = &m->skins.skins[m->skins.count - 1];
    for (uint32_t p = 0; p < mesh->primitive_count; p++) {
        const bake_primitive *primitive = &mesh->primitives[p];
        for (uint32_t v = 0; v < primitive->source->vertex_count; v++) {
            const bake_influences *in = &primitive->influences[v];
            const box3 box = morph_box(&m->morphs[index], primitive->source, v);
            for (uint32_t k = 0; k < in->count; k++) {
                uint32_t of[2];
                const uint32_t at = binding_entry(&m->skins.of_mesh[index], in->joint[k]);
                const box3 swung = skin_swung(skin, at, &box);
                for (uint32_t n = skin_made_of(of, skin, at); n-- > 0;) {
                    skin->entries[of[n]].vertex_count++;
                    box3_extend(&skin->entries[of[n]].box, swung.low, swung.high);
                }
            }
        }
    }
}

/* Marks the joints and in-betweens of the glTF skin that move a vertex of the chosen meshes. Returns
 * how many entries these need, plus one for each mesh with vertices without weights. used:
 * [skin_size] */
static uint32_t mark_used(bool *used, const bake_model *m, uint32_t index, const bool *chosen)
{
    const scene_skin *source = &m->job.scene->skins[index];
    const uint32_t size = skin_size(source);
    uint32_t count = 0;
    memset(used, 0, size * sizeof *used);
    for (uint32_t i = 0; i < m->meshes.count; i++) {
        const bake_mesh *mesh = &m->meshes.meshes[i];
        count += chosen[i] && mesh->binds_node;
        for (uint32_t p = 0; p < mesh->primitive_count && chosen[i]; p++) {
            const bake_primitive *primitive = &mesh->primitives[p];
            for (uint32_t v = 0; v < primitive->source->vertex_count; v++) {
                const bake_influences *in = &primitive->influences[v];
                for (uint32_t k = 0; k < in->count; k++)
                    if (in->joint[k] != BAKE_NONE)
                        used[in->joint[k]] = true;
            }
        }
    }
    for (uint32_t i = 0; i < source->between_count; i++)
        if (used[source->joint_count + i])
            used[source->betweens[i].parent] = used[source->betweens[i].joint] = true;
    for (uint32_t k = 0; k < size; k++)
        count += used[k];
    return count;
}

static uint32_t count_bindings(const bake_model *m, const bool *chosen)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->meshes.count; i++)
        count += chosen[i] && m->meshes.meshes[i].binds_node;
    return count;
}

/// Skins /////////////////////////////////////////////////////////////////////////////////////////

/* Adds the in-betweens behind all entries of a skin. */
static void add_betweens(bake_model *m, bake_skin *skin, const scene_skin *source, const bool *used,
                         uint32_t *entry_of)
{
    skin->betweens = job_calloc(&m->job, source->between_count, sizeof *skin->betweens);
    for (uint32_t i = 0; i < source->between_count; i++) {
        const scene_between *from = &source->betweens[i];
        if (!used[source->joint_count + i])
            continue;
        entry_of[source->joint_count + i] = skin->entry_count + skin->between_count;
        bake_between *b = &skin->betweens[skin->between_count++];
        *b = (bake_between){entry_of[from->parent], entry_of[from->joint], from->part / 256.0, {0}};
        memcpy(b->pivot, from->pivot, sizeof b->pivot);
    }
}

/* Adds one blob skin of a glTF skin, for the meshes that chosen[] names. */
static bool add_skin(bake_model *m, uint32_t index, const bool *chosen, const bake_extent *e)
{
    const scene_skin *source = &m->job.scene->skins[index];
    const uint32_t most = m->job.traits->most_entries;
    FREED bool *used = diag_calloc(skin_size(source), sizeof *used);
    uint32_t *entry_of = job_calloc(&m->job, skin_size(source), sizeof *entry_of);
    const uint32_t extra = count_bindings(m, chosen);
    bake_extent with_pivots = *e;
    mark_used(used, m, index, chosen);
    /* Takes all joints, so that palettes can be compared with the glTF's, but only the needed ones
     * if they are too many. */
    const bool all = skin_size(source) + extra <= most;
    bake_skin *skin = push_skin(m, index);
    for (uint32_t k = 0; k < source->joint_count; k++) {
        if (!all && !used[k])
            continue;
        entry_of[k] = skin->entry_count;
        push_entry(m, m->joints.of_node[source->joints[k]], k)->inverse_bind =
            source->inverse_binds[k];
    }
    for (uint32_t i = 0; i < m->meshes.count; i++) {
        const bake_mesh *mesh = &m->meshes.meshes[i];
        if (!chosen[i])
            continue;
        m->skins.of_mesh[i] = (bake_binding){m->skins.count - 1, entry_of, skin->entry_count};
        if (mesh->binds_node)
            push_entry(m, m->joints.of_node[mesh->node], BAKE_NONE);
    }
    add_betweens(m, skin, source, used, entry_of);
    for (uint32_t i = 0; i < m->meshes.count; i++)
        if (chosen[i])
            count_vertices(m, i);
    for (uint32_t i = 0; i < skin->between_count; i++)
        box3_add(&with_pivots.box, skin->betweens[i].pivot);
    set_grid(m, skin->entries, skin->entry_count, &with_pivots);
    if (skin_palette_count(skin) > most)
        return diag_fail(m->job.d, DIAG_INVALID,
                         "%u joints move vertices, more than %u, /skins/%u, split its meshes",
                         skin_palette_count(skin), most, index);
    return true;
}

/* Adds blob skins for these meshes: one, unless they need more entries than it holds. */
static bool add_skins(bake_model *m, uint32_t index, const bool *chosen, const bake_extent *e)
{
    const uint32_t mesh_count = m->meshes.count, most = m->job.traits->most_entries;
    const uint32_t size = skin_size(&m->job.scene->skins[index]);
    const bool all = size + count_bindings(m, chosen) <= most;
    FREED bool *group = diag_calloc(mesh_count, sizeof *group);
    FREED bool *used = diag_calloc(size, sizeof *used);
    bool ok = true, any = false;
    for (uint32_t i = 0; ok && i < mesh_count; i++) {
        group[i] = chosen[i];
        if (chosen[i] && any && !all && mark_used(used, m, index, group) > most) {
            group[i] = false;
            ok = add_skin(m, index, group, e);
            memset(group, 0, mesh_count * sizeof *group);
            group[i] = true;
        }
        any |= chosen[i];
    }
    return ok && (!any || add_skin(m, index, group, e));
}

/* Adds the blob skins of a glTF skin: another one for the meshes whose grid is much finer. */
static bool add_skin_grids(bake_model *m, uint32_t index)
{
    const bake_meshes *meshes = &m->meshes;
    FREED bool *fine = diag_calloc(meshes->count, sizeof *fine);
    FREED bool *coarse = diag_calloc(meshes->count, sizeof *coarse);
    bake_extent whole = no_extent(), small = no_extent();
    bool split = false;
    for (uint32_t i = 0; i < meshes->count; i++)
        if (meshes->meshes[i].skin == index)
            take_in(&whole, &m->morphs[i].extent);
    for (uint32_t i = 0; i < meshes->count; i++) {
        const bake_extent *own = &m->morphs[i].extent;
        if (meshes->meshes[i].skin != index)
            continue;
        fine[i] = m->job.traits->fixed && exponent_of(own) <= exponent_of(&whole) - GRID_FINER;
        coarse[i] = !fine[i];
        split |= coarse[i];
        if (fine[i])
            take_in(&small, own);
    }
    /* Small parts that lie far apart would need a coarse grid together. */
    split = split && !box3_is_empty(&small.box) &&
            exponent_of(&small) <= exponent_of(&whole) - GRID_FINER;
    for (uint32_t i = 0; i < meshes->count && !split; i++)
        coarse[i] |= fine[i];
    return add_skins(m, index, coarse, &whole) && (!split || add_skins(m, index, fine, &small));
}

static void add_rigid(bake_model *m)
{
    const uint32_t most = m->job.traits->most_entries;
    bake_skin *skin = NULL;
    for (uint32_t i = 0; i < m->meshes.count; i++) {
        const bake_mesh *mesh = &m->meshes.meshes[i];
        if (mesh->skin != BAKE_NONE)
            continue;
        if (skin == NULL || skin->entry_count == most)
            skin = push_skin(m, BAKE_NONE);
        bake_entry *entry = push_entry(m, m->joints.of_node[mesh->node], BAKE_NONE);
        set_grid(m, entry, 1, &m->morphs[i].extent);
        m->skins.of_mesh[i] = (bake_binding){m->skins.count - 1, NULL, skin->entry_count - 1};
        count_vertices(m, i);
    }
}

/* Finds the joints of vertices, and sockets, on which vertices will hang. Other joints, like the
 * end of a chain or a camera's node, may be anywhere. */
static bool *find_moving(const bake_model *m)
{
    bool *moves = job_calloc(&m->job, m->joints.count, sizeof *moves);
    for (uint32_t i = 0; i < m->skins.entry_count; i++)
        moves[m->skins.entries[i].joint] |= m->skins.entries[i].vertex_count > 0;
    for (uint32_t i = 0; i < m->joints.count; i++) {
        const uint32_t node = m->joints.joints[i].node;
        moves[i] |= node != BAKE_NONE && m->job.scene->nodes[node].is_socket;
    }
    for (uint32_t i = m->joints.count; i-- > 0;)
        if (moves[i] && m->joints.joints[i].parent != BAKE_NONE)
            moves[m->joints.joints[i].parent] = true;
    return moves;
}

bool skins_make(bake_model *m)
{
    bake_skins *out = &m->skins;
    out->skins =
        job_calloc(&m->job, m->meshes.count, sizeof *out->skins); /* each has a mesh at least */
    out->of_mesh = job_calloc(&m->job, m->meshes.count, sizeof *out->of_mesh);
    for (uint32_t i = 0; i < m->job.scene->skin_count; i++) {
        if (!add_skin_grids(m, i))
            return false;
        if (out->entry_count > MAX_ENTRIES)
            return diag_fail(m->job.d, DIAG_INVALID,
                             "more than %u palette entries of all skins, /skins/%u, split the "
                             "model",
                             MAX_ENTRIES, i);
    }
    add_rigid(m);
    for (uint32_t i = 0; i < out->count; i++)
        out->skins[i].entries = out->entries + out->skins[i].first; /* which may have moved */
    out->moves = find_moving(m);
    if (out->count > UINT16_MAX || m->meshes.count > UINT16_MAX)
        return diag_fail(m->job.d, DIAG_INVALID,
                         "%u meshes, the limit is %u, /meshes, split the model", m->meshes.count,
                         UINT16_MAX);
    return true;
}
