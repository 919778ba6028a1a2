/* SPDX-License-Identifier: MIT */
/* Chooses the joints to fold, one after the other. */
#include "reduce/fold.h"

#include <stdlib.h>
#include <string.h>

#include "reduce/fitter.h"
#include "scene/decompose.h"

#define UNIFORM 1e-6 /* scales of the axes that differ by less count as equal */

/* The weight of how far a joint could move a vertex, relative to how far folding it does. It
 * decides between joints that no clip moves. */
#define REACH_SHARE (1.0 / 64)
#define MOST_POINTS                                                                                \
    (1u << 25) /* evaluated once for all joints; beyond this there are fewer moments */
#define FEWEST_MOMENTS 8u

/* A drawn primitive with its skin. */
typedef struct use {
    const scene_primitive *primitive;
    uint32_t skin;
    uint32_t *first;  /* [vertex_count + 1] index of its first influence */
    influence *pairs; /* weights sum to one */
    bool misses_some; /* some vertices have no weights and move with the node that draws them */
} use;

typedef struct vertex_ref {
    uint32_t use, vertex;
} vertex_ref;

/* The facts known of a node. */
typedef struct folder_node {
    bool wanted, stays;
    bool similar;      /* it scales all axes alike, so its children can hang on its parent */
    bool moves;        /* a clip moves it */
    bool dirty;        /* score and off are out of date */
    uint32_t joints;   /* joints that it takes in the blob: one, or two */
    uint32_t children; /* number of children that are wanted and not folded */
    double score, off; /* off: how far folding it moves a vertex, as a fraction of the size */
    uint32_t ref_count;
    vertex_ref *refs; /* the vertices that it, or a node folded into it, moves */
} folder_node;

typedef struct folder {
    const scene_samples *samples;
    const scene *s;
    region *memory;
    folder_node *nodes;
    uint32_t *into;
    uint32_t use_count;
    use *uses;
    uint32_t **place_of_node; /* [skins][nodes] the first joint of a skin that is this node */
    uint32_t moment_step;
} folder;

static uint32_t where_to(const folder *f, uint32_t node)
{
    while (f->into[node] != node)
        node = f->into[node];
    return node;
}

/// Places ////////////////////////////////////////////////////////////////////////////////////////

static uint32_t *places_of_nodes(region *memory, const scene *s, const scene_skin *skin)
{
    uint32_t *place = region_calloc(memory, s->node_count, sizeof *place);
    memset(place, 0xFF, s->node_count * sizeof *place); /* SCENE_NONE */
    for (uint32_t k = skin->joint_count; k-- > 0;)
        place[skin->joints[k]] = k;
    return place;
}

/* The inverse bind matrix of joint `k` for its vertices once they hang on `node`. */
static mat34 bind_on(const scene_samples *samples, const scene_skin *skin, const uint32_t *place,
                     uint32_t k, uint32_t node)
{
    if (skin->joints[k] == node)
        return skin->inverse_binds[k];
    if (place[node] != SCENE_NONE)
        return skin->inverse_binds[place[node]];
    mat34 m = mat34_mul(samples_global(samples, 0, skin->joints[k]), &skin->inverse_binds[k]);
    mat34 inverse;
    if (mat34_invert(&inverse, samples_global(samples, 0, node)))
        return mat34_mul(&inverse, &m);
    return skin->inverse_binds[k];
}

uint32_t *fold_skin(scene *out, region *memory, const scene_samples *samples, uint32_t skin,
                    const uint32_t *into)
{
    const scene_skin *before = &samples->s->skins[skin];
    const uint32_t *place = places_of_nodes(memory, samples->s, before);
    const size_t most = before->joint_count;
    uint32_t *of_joint = region_calloc(memory, most, sizeof *of_joint);
    uint32_t *joints = scene_alloc(out, most, sizeof *joints), count = 0;
    mat34 *binds = scene_alloc(out, most, sizeof *binds);
    for (int folded = 0; folded < 2; folded++) { /* joints that stay come first */
        for (uint32_t k = 0; k < before->joint_count; k++) {
            const uint32_t node = into[before->joints[k]];
            if ((node != before->joints[k]) != (folded == 1))
                continue;
            if (folded && place[node] != SCENE_NONE) {
                of_joint[k] = of_joint[place[node]];
                continue;
            }
            const mat34 bind = bind_on(samples, before, place, k, node);
            uint32_t same = 0; /* joints without a parent in the skin, folded into one place */
            while (same < count && (!folded || joints[same] != node ||
                                    memcmp(&binds[same], &bind, sizeof bind) != 0))
                same++;
            of_joint[k] = same;
            if (same < count)
                continue;
            joints[same] = node;
            binds[same] = bind;
            count++;
        }
    }
    out->skins[skin].joint_count = count;
    out->skins[skin].joints = joints;
    out->skins[skin].inverse_binds = binds;
    return of_joint;
}

/// What there is /////////////////////////////////////////////////////////////////////////////////

static void want(folder *f, uint32_t node)
{
    for (; node != SCENE_NONE && !f->nodes[node].wanted; node = f->s->nodes[node].parent)
        f->nodes[node].wanted = true;
}

static void add_ref(folder_node *node, vertex_ref ref)
{
    const uint32_t last = node->ref_count - 1;
    if (node->ref_count > 0 && node->refs[last].use == ref.use &&
        node->refs[last].vertex == ref.vertex)
        return;
    node->refs = diag_grow(node->refs, node->ref_count, sizeof *node->refs);
    node->refs[node->ref_count++] = ref;
}

/* Records the vertices of an instance and the joints that move them. */
static const use *add_use(folder *f, const scene_instance *instance)
{
    const scene_primitive *primitive = scene_instance_primitive(f->s, instance);
    const scene_skin *skin = &f->s->skins[instance->skin];
    for (uint32_t i = 0; i < f->use_count; i++)
        if (f->uses[i].primitive == primitive && f->uses[i].skin == instance->skin)
            return &f->uses[i];
    use *out = &f->uses[f->use_count];
    *out = (use){.primitive = primitive, .skin = instance->skin};
    out->first = region_calloc(f->memory, (size_t)primitive->vertex_count + 1, sizeof *out->first);
    out->pairs =
        region_calloc(f->memory, (size_t)primitive->vertex_count * primitive->influences_per_vertex,
                      sizeof *out->pairs);
    influence pairs[SCENE_MAX_INFLUENCES];
    for (uint32_t v = 0; v < primitive->vertex_count; v++) {
        const uint32_t count = influences_collect(pairs, primitive, v);
        influences_scale(out->pairs + out->first[v], pairs, count);
        out->first[v + 1] = out->first[v] + count;
        for (uint32_t i = 0; i < count; i++)
            add_ref(&f->nodes[skin->joints[pairs[i].joint]], (vertex_ref){f->use_count, v});
        out->misses_some |= count == 0;
    }
    f->use_count++;
    if (f->place_of_node[instance->skin] == NULL)
        f->place_of_node[instance->skin] = places_of_nodes(f->memory, f->s, skin);
    return out;
}

static bool is_even(const double s[3])
{
    const double most = UNIFORM * vec_largest(s, 3);
    return fabs(s[0] - s[1]) <= most && fabs(s[0] - s[2]) <= most;
}

/* Marks nodes that clips move, and those that clips scale unevenly. */
static void note_channels(folder *f)
{
    for (uint32_t i = 0; i < f->s->clip_count; i++) {
        for (uint32_t k = 0; k < f->s->clips[i].channel_count; k++) {
            const scene_channel *channel = &f->s->clips[i].channels[k];
            folder_node *node = &f->nodes[channel->node];
            const size_t values = (size_t)channel->key_count * scene_key_values(channel);
            node->moves |= channel->path != SCENE_WEIGHTS;
            for (size_t v = 0; channel->path == SCENE_SCALE && v < values; v++)
                node->similar &= is_even(channel->values + 3 * v);
        }
    }
}

static void gather(folder *f)
{
    const scene *s = f->s;
    for (uint32_t i = 0; i < s->instance_count; i++) {
        const scene_instance *instance = &s->instances[i];
        if (instance->skin == SCENE_NONE || add_use(f, instance)->misses_some) {
            want(f, instance->node);
            f->nodes[instance->node].stays = true;
        }
        if (instance->skin == SCENE_NONE)
            continue;
        const scene_skin *skin = &s->skins[instance->skin];
        for (uint32_t k = 0; k < skin->joint_count; k++)
            want(f, skin->joints[k]);
    }
    for (uint32_t i = 0; i < s->node_count; i++) {
        if (!s->nodes[i].is_socket)
            continue;
        want(f, i);
        f->nodes[i].stays = true;
    }
    uint64_t points = 1;
    for (uint32_t i = 0; i < s->node_count; i++) {
        folder_node *node = &f->nodes[i];
        const uint32_t parent = s->nodes[i].parent;
        const scene_node *source = &s->nodes[i];
        double length;
        trs local;
        f->into[i] = i;
        if (!node->wanted)
            continue;
        const bool sheared =
            source->local.has_matrix && trs_decompose(&local, &source->local.matrix) > SHEAR_LIMIT;
        node->joints = sheared ? 2 : 1;
        node->similar = source->local.has_matrix
                            ? matrix_is_uniform(&length, &source->local.matrix, UNIFORM)
                            : is_even(source->local.trs.s);
        node->dirty = true;
        node->stays |= parent == SCENE_NONE;
        if (parent != SCENE_NONE)
            f->nodes[parent].children++;
        points += 2 * (uint64_t)node->ref_count;
    }
    note_channels(f);
    uint64_t moments = MOST_POINTS / points;
    if (moments < FEWEST_MOMENTS)
        moments = FEWEST_MOMENTS;
    f->moment_step = 1 + (uint32_t)((f->samples->count - 1) / moments);
}

/// What folding costs ////////////////////////////////////////////////////////////////////////////

/* How far a vertex moves if everything on `node` hangs on `parent` instead; as a fraction of the
 * size. */
static double displacement(const folder *f, vertex_ref ref, uint32_t node, uint32_t parent)
{
    const use *u = &f->uses[ref.use];
    const scene_skin *skin = &f->s->skins[u->skin];
    const double *position = u->primitive->positions[ref.vertex];
    struct {
        uint32_t from, to; /* nodes */
        double before[3], after[3], weight;
    } moved[SCENE_MAX_INFLUENCES];
    uint32_t count = 0;
    for (uint32_t i = u->first[ref.vertex]; i < u->first[ref.vertex + 1]; i++) {
        const uint32_t joint = u->pairs[i].joint, from = skin->joints[joint];
        uint32_t to = where_to(f, from);
        if (to == node)
            to = parent;
        if (to == from)
            continue;
        const mat34 after = bind_on(f->samples, skin, f->place_of_node[u->skin], joint, to);
        moved[count].from = from;
        moved[count].to = to;
        moved[count].weight = u->pairs[i].weight;
        mat34_point(moved[count].before, &skin->inverse_binds[joint], position);
        mat34_point(moved[count].after, &after, position);
        count++;
    }
    double largest = 0;
    for (uint32_t m = 0; m < f->samples->count; m += f->moment_step) {
        double sum[3] = {0};
        for (uint32_t i = 0; i < count; i++) {
            double before[3], after[3];
            mat34_point(before, samples_global(f->samples, m, moved[i].from), moved[i].before);
            mat34_point(after, samples_global(f->samples, m, moved[i].to), moved[i].after);
            for (int c = 0; c < 3; c++)
                sum[c] += moved[i].weight * (after[c] - before[c]);
        }
        const double size = f->samples->sizes[m] > 0 ? f->samples->sizes[m] : 1;
        largest = fmax(largest, vec_largest(sum, 3) / size);
    }
    return largest;
}

/* The largest distance from the origin of `pivot` to a vertex of `node` at rest, times its
 * weight. */
static double reach(const folder *f, uint32_t pivot, uint32_t node)
{
    const mat34 *global = samples_global(f->samples, 0, pivot);
    const double origin[3] = {global->m[0][3], global->m[1][3], global->m[2][3]};
    double longest = 0;
    for (uint32_t i = 0; i < f->nodes[node].ref_count; i++) {
        const vertex_ref ref = f->nodes[node].refs[i];
        const use *u = &f->uses[ref.use];
        const scene_skin *skin = &f->s->skins[u->skin];
        double weight = 0, at[3] = {0};
        for (uint32_t k = u->first[ref.vertex]; k < u->first[ref.vertex + 1]; k++) {
            const uint32_t joint = u->pairs[k].joint;
            if (where_to(f, skin->joints[joint]) != node)
                continue;
            weight += u->pairs[k].weight;
            mat34_point(at, &skin->inverse_binds[joint], u->primitive->positions[ref.vertex]);
            mat34_point(at, samples_global(f->samples, 0, skin->joints[joint]), at);
        }
        longest = fmax(longest, weight * vec3_distance(at, origin));
    }
    return longest;
}

/* The largest change, over all moments, of an element of the joint's rotation and scale relative
 * to its parent. */
static double motion(const folder *f, uint32_t node, uint32_t parent)
{
    mat34 rest = {{{0}}};
    double largest = 0;
    for (uint32_t m = 0; m < f->samples->count; m += f->moment_step) {
        mat34 local;
        if (!mat34_invert(&local, samples_global(f->samples, m, parent)))
            continue;
        local = mat34_mul(&local, samples_global(f->samples, m, node));
        if (m == 0)
            rest = local;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++)
                largest = fmax(largest, fabs(local.m[r][c] - rest.m[r][c]));
    }
    const double scale = matrix_norm(&rest);
    return scale > 0 ? largest / scale : largest;
}

static void judge(const folder *f, uint32_t node)
{
    folder_node *of = &f->nodes[node];
    const uint32_t parent = where_to(f, f->s->nodes[node].parent);
    const double size = f->samples->sizes[0] > 0 ? f->samples->sizes[0] : 1;
    of->off = 0;
    for (uint32_t i = 0; i < of->ref_count; i++)
        of->off = fmax(of->off, displacement(f, of->refs[i], node, parent));
    of->score = of->off + REACH_SHARE * reach(f, node, node) / size;
    if (!of->moves || of->children == 0)
        return;
    double longest = 0;
    for (uint32_t i = 0; i < f->s->node_count; i++) {
        uint32_t above = f->nodes[i].wanted && f->into[i] == i ? i : SCENE_NONE;
        while (above != SCENE_NONE && above != node)
            above = f->s->nodes[above].parent;
        if (above == node)
            longest = fmax(longest, reach(f, node, i));
    }
    of->score += REACH_SHARE * (1 + motion(f, node, parent)) * longest / size;
}

static bool can_fold(const folder *f, uint32_t node)
{
    const folder_node *of = &f->nodes[node];
    return of->wanted && f->into[node] == node && !of->stays && (of->children == 0 || of->similar);
}

/* The joint that matters least, of equals the deepest; SCENE_NONE if none can be folded. */
static uint32_t choose(folder *f)
{
    uint32_t best = SCENE_NONE;
    for (uint32_t i = f->s->node_count; i-- > 0;) {
        const uint32_t node = f->s->order[i];
        if (!can_fold(f, node))
            continue;
        if (f->nodes[node].dirty)
            judge(f, node);
        f->nodes[node].dirty = false;
        if (best == SCENE_NONE || f->nodes[node].score < f->nodes[best].score)
            best = node;
    }
    return best;
}

static void fold(folder *f, uint32_t node)
{
    folder_node *gone = &f->nodes[node];
    const uint32_t parent = where_to(f, f->s->nodes[node].parent);
    /* Updates all nodes whose vertices change, and those that would now fold elsewhere. */
    for (uint32_t i = 0; i < gone->ref_count; i++) {
        const vertex_ref ref = gone->refs[i];
        const use *u = &f->uses[ref.use];
        for (uint32_t k = u->first[ref.vertex]; k < u->first[ref.vertex + 1]; k++)
            f->nodes[where_to(f, f->s->skins[u->skin].joints[u->pairs[k].joint])].dirty = true;
        add_ref(&f->nodes[parent], ref);
    }
    f->into[node] = parent;
    f->nodes[parent].children += gone->children - 1;
    f->nodes[parent].dirty = true;
    for (uint32_t i = 0; i < f->s->node_count; i++)
        if (f->s->nodes[i].parent != SCENE_NONE && where_to(f, f->s->nodes[i].parent) == parent)
            f->nodes[i].dirty = true;
    free(gone->refs);
    gone->refs = NULL;
    gone->ref_count = 0;
}

bool fold_choose(fold_plan *out, region *memory, const scene_samples *samples, uint32_t most,
                 diag *d)
{
    const scene *s = samples->s;
    folder f = {.samples = samples, .s = s, .memory = memory};
    f.nodes = region_calloc(memory, s->node_count, sizeof *f.nodes);
    f.into = region_calloc(memory, s->node_count, sizeof *f.into);
    f.uses = region_calloc(memory, s->instance_count, sizeof *f.uses);
    f.place_of_node = region_calloc(memory, s->skin_count, sizeof *f.place_of_node);
    gather(&f);
    *out = (fold_plan){.into = f.into,
                       .folded = region_calloc(memory, s->node_count, sizeof *out->folded)};
    for (uint32_t i = 0; i < s->node_count; i++)
        out->before += f.nodes[i].joints;
    out->after = out->before;
    uint32_t node = SCENE_NONE;
    while (out->after > most && (node = choose(&f)) != SCENE_NONE) {
        out->after -= f.nodes[node].joints;
        out->off = fmax(out->off, f.nodes[node].off);
        fold(&f, node);
        out->folded[out->folded_count++] = node;
    }
    for (uint32_t i = 0; i < s->node_count; i++)
        free(f.nodes[i].refs);
    for (uint32_t i = 0; i < s->node_count; i++)
        f.into[i] = where_to(&f, i);
    return out->after <= most ||
           diag_fail(
               d, DIAG_INVALID,
               "%u joints have to stay, not %u (roots, sockets, joints of meshes without a skin, "
               "joints that scale their children unevenly), /nodes, ask for --joints %u or more",
               out->after, most, out->after);
}
