/* SPDX-License-Identifier: MIT */
#include "scene/retarget.h"

#include <string.h>

#include "common/choice.h"
#include "scene/channel.h"
#include "scene/decompose.h"

#define NAMES_TOLD 20
#define LOWEST 0.05 /* feet are joints at most this part of the height above the lowest */
#define ALIKE 1e-6  /* of directions that agree as well as others */

/// Rest poses ////////////////////////////////////////////////////////////////////////////////////

typedef struct rig {
    const scene *s;
    trs *rest;          /* [node_count] */
    double (*turns)[4]; /* [node_count] in model space */
    mat34 *globals;     /* [node_count] */
} rig;

static rig rig_make(const scene *s, region *memory)
{
    rig k = {.s = s};
    k.rest = region_calloc(memory, s->node_count, sizeof *k.rest);
    k.turns = region_calloc(memory, s->node_count, sizeof *k.turns);
    k.globals = region_calloc(memory, s->node_count, sizeof *k.globals);
    for (uint32_t n = 0; n < s->node_count; n++) {
        const uint32_t i = s->order[n], parent = s->nodes[i].parent;
        const scene_local *local = &s->nodes[i].local;
        trs *rest = &k.rest[i];
        *rest = local->trs;
        quat_normalise(rest->r);
        if (local->has_matrix)
            trs_decompose(rest, &local->matrix);
        k.globals[i] = trs_matrix(rest);
        memcpy(k.turns[i], rest->r, sizeof rest->r);
        if (parent != SCENE_NONE) {
            k.globals[i] = mat34_mul(&k.globals[parent], &k.globals[i]);
            quat_multiply(k.turns[i], k.turns[parent], rest->r);
        }
    }
    return k;
}

static void origin_of(double out[3], const rig *k, uint32_t node)
{
    for (int c = 0; c < 3; c++)
        out[c] = k->globals[node].m[c][3];
}

static double apart(const rig *k, uint32_t a, uint32_t b)
{
    double from[3], to[3];
    origin_of(from, k, a);
    origin_of(to, k, b);
    return vec3_distance(from, to);
}

static void conjugate(double out[4], const double q[4])
{
    for (int c = 0; c < 4; c++)
        out[c] = c < 3 ? -q[c] : q[c];
}

/// Both skeletons ////////////////////////////////////////////////////////////////////////////////

typedef struct retarget {
    rig from, to;
    const uint32_t *match;
    uint32_t *above; /* [from node_count] the next joint above that has a match, or SCENE_NONE */
    bool axes_alike; /* C = 1 */
    double legs;     /* k */
} retarget;

static void direction(double out[3], const rig *k, uint32_t joint, uint32_t child, bool in_joint)
{
    double a[3], back[4];
    origin_of(a, k, joint);
    origin_of(out, k, child);
    for (int c = 0; c < 3; c++)
        out[c] -= a[c];
    vec3_normalise(out);
    if (!in_joint)
        return;
    conjugate(back, k->turns[joint]);
    const mat34 turn = mat34_from_trs((double[3]){0}, back, (double[3]){1, 1, 1});
    mat34_direction(out, &turn, out);
}

/* Whether bones lie along their joints' axes in both skeletons alike, rather than in model space. */
static bool are_axes_alike(const retarget *g)
{
    double sums[2] = {0, 0};
    for (uint32_t i = 0; i < g->from.s->node_count; i++) {
        const uint32_t joint = g->above[i];
        if (g->match[i] == SCENE_NONE || joint == SCENE_NONE)
            continue;
        for (int in_joint = 0; in_joint < 2; in_joint++) {
            double a[3], b[3];
            direction(a, &g->from, joint, i, in_joint);
            direction(b, &g->to, g->match[joint], g->match[i], in_joint);
            sums[in_joint] += vec_dot(a, b, 3);
        }
    }
    return sums[1] >= sums[0] * (1 - ALIKE) - ALIKE;
}

/* The way from the lowest animated joint up to where the legs meet: below the joint on which all
 * feet hang. */
static double leg_ratio(const retarget *g)
{
    const uint32_t count = g->from.s->node_count;
    double low = HUGE_VAL, high = -HUGE_VAL;
    uint32_t lowest = SCENE_NONE, all = 0;
    FREED uint32_t *feet = diag_calloc(count + 1u, sizeof *feet); /* how many hang on each joint */
    FREED bool *is_end = diag_calloc(count + 1u, sizeof *is_end);
    for (uint32_t c = 0; c < g->from.s->clip_count; c++)
        for (uint32_t k = 0; k < g->from.s->clips[c].channel_count; k++) {
            const scene_channel *channel = &g->from.s->clips[c].channels[k];
            is_end[channel->node] |= channel->path != SCENE_WEIGHTS;
        }
    for (uint32_t n = count; n-- > 0;) { /* what is below a joint stands behind it */
        const uint32_t i = g->from.s->order[n];
        is_end[i] &= g->match[i] != SCENE_NONE;
        for (uint32_t up = is_end[i] ? g->above[i] : SCENE_NONE; up != SCENE_NONE;
             up = g->above[up])
            is_end[up] = false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const double y = g->from.globals[i].m[1][3];
        if (!is_end[i])
            continue;
        lowest = y < low ? i : lowest;
        low = fmin(low, y);
        high = fmax(high, y);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!is_end[i] || g->from.globals[i].m[1][3] > low + LOWEST * (high - low))
            continue;
        all++;
        for (uint32_t up = i; up != SCENE_NONE; up = g->above[up])
            feet[up]++;
    }
    double from = 0, to = 0;
    for (int whole = 0; whole < 2 && !(from > 0 && to > 0); whole++) {
        from = to = 0;
        for (uint32_t i = lowest; i != SCENE_NONE && g->above[i] != SCENE_NONE; i = g->above[i]) {
            if (!whole && all > 1 && feet[g->above[i]] == all)
                break;
            from += apart(&g->from, i, g->above[i]);
            to += apart(&g->to, g->match[i], g->match[g->above[i]]);
        }
    }
    return from > 0 && to > 0 ? to / from : 1;
}

static retarget retarget_make(scene *to, const scene *from, const uint32_t *match, region *memory)
{
    retarget g = {.from = rig_make(from, memory), .to = rig_make(to, memory), .match = match};
    g.above = region_calloc(memory, from->node_count, sizeof *g.above);
    for (uint32_t n = 0; n < from->node_count; n++) {
        const uint32_t i = from->order[n], parent = from->nodes[i].parent;
        g.above[i] = parent == SCENE_NONE || match[parent] != SCENE_NONE ? parent : g.above[parent];
    }
    g.axes_alike = are_axes_alike(&g);
    g.legs = leg_ratio(&g);
    return g;
}

/// Channels //////////////////////////////////////////////////////////////////////////////////////

/* q becomes left q right. */
static void turn_of(double left[4], double right[4], const retarget *g, uint32_t from, uint32_t to)
{
    const double *a = g->from.rest[from].r, *b = g->to.rest[to].r;
    double change[4] = {0, 0, 0, 1}, back[4];
    if (!g->axes_alike && memcmp(g->from.turns[from], g->to.turns[to], sizeof back) != 0) {
        conjugate(back, g->to.turns[to]);
        quat_multiply(change, back, g->from.turns[from]);
    }
    conjugate(right, change);
    memcpy(left, change, sizeof change);
    if (memcmp(a, b, sizeof back) == 0 && change[3] == 1)
        return; /* the very same keys */
    conjugate(back, a);
    quat_multiply(left, change, back);
    quat_multiply(left, b, left);
}

static mat34 parent_of(const rig *k, uint32_t node)
{
    const uint32_t parent = k->s->nodes[node].parent;
    return parent == SCENE_NONE ? mat34_identity() : k->globals[parent];
}

/* t becomes move t: k P t + t2 - k P t1. */
static mat34 move_of(const retarget *g, uint32_t from, uint32_t to)
{
    const mat34 source = parent_of(&g->from, from), target = parent_of(&g->to, to);
    mat34 out = mat34_identity(), inverse;
    const bool same = memcmp(&source, &target, sizeof source) == 0;
    if (g->axes_alike && g->above[from] != SCENE_NONE) {
        const double longer = matrix_norm(&source) / matrix_norm(&target);
        for (int c = 0; c < 3 && isfinite(longer); c++)
            out.m[c][c] = longer;
    } else if (!same && mat34_invert(&inverse, &target)) {
        out = mat34_mul(&inverse, &source);
    }
    double rest[3];
    for (int i = 0; i < 9; i++)
        out.m[i / 3][i % 3] *= g->legs;
    mat34_direction(rest, &out, g->from.rest[from].t);
    for (int r = 0; r < 3; r++)
        out.m[r][3] = g->to.rest[to].t[r] - rest[r];
    return out;
}

/* The values of a channel of a joint, with the tangents beside them, for another node. */
static const double *change_values(scene *to, const scene_channel *c, const retarget *g,
                                   uint32_t node)
{
    const trs *a = &g->from.rest[c->node], *b = &g->to.rest[node];
    double left[4], right[4], scale[3];
    turn_of(left, right, g, c->node, node);
    const mat34 move = move_of(g, c->node, node);
    for (int k = 0; k < 3; k++)
        scale[k] = a->s[k] != 0 && a->s[k] != b->s[k] ? b->s[k] / a->s[k] : 1;
    return channel_change(to, c, &move, left, right, scale);
}

/* The morph target whose weights one of another mesh takes: that of the same name or, where a mesh
 * names none and has as many, of the same index. SCENE_NONE: there is none. */
static uint32_t source_of(const scene_mesh *to, uint32_t target, const scene_mesh *from)
{
    if (to->target_names == NULL || from->target_names == NULL)
        return to->target_count == from->target_count ? target : SCENE_NONE;
    for (uint32_t k = 0; k < from->target_count; k++)
        if (strcmp(to->target_names[target], from->target_names[k]) == 0)
            return k;
    return SCENE_NONE;
}

static bool takes_weights(const scene *to, uint32_t node, const scene_mesh *from)
{
    const uint32_t mesh = node == SCENE_NONE ? node : to->nodes[node].mesh;
    uint32_t k = 0;
    while (mesh != SCENE_NONE && k < to->meshes[mesh].target_count &&
           source_of(&to->meshes[mesh], k, from) == SCENE_NONE)
        k++;
    return mesh != SCENE_NONE && k < to->meshes[mesh].target_count;
}

/* The node that takes a channel, or SCENE_NONE. Weights go to the node of that name, or to the first
 * whose mesh has a target of a name. */
static uint32_t taker(const scene *to, const scene_channel *c, const retarget *g)
{
    uint32_t node = g->match[c->node];
    if (c->path != SCENE_WEIGHTS)
        return node;
    const scene *s = g->from.s;
    const scene_mesh *mesh = &s->meshes[s->nodes[c->node].mesh];
    if (takes_weights(to, node, mesh))
        return node;
    node = 0;
    while (mesh->target_names != NULL && node < to->node_count && !takes_weights(to, node, mesh))
        node++;
    return mesh->target_names != NULL && node < to->node_count ? node : SCENE_NONE;
}

/* The rows of a channel of weights, for the mesh of another node, which keeps its own elsewhere. */
static void change_weights(scene *to, scene_channel *out, const scene_channel *c,
                           const scene_mesh *from)
{
    const size_t rows = (size_t)c->key_count * scene_key_values(c);
    const scene_node *node = &to->nodes[out->node];
    const scene_mesh *mesh = &to->meshes[node->mesh];
    double *values = scene_alloc(to, rows * mesh->target_count, sizeof *values);
    for (uint32_t k = 0; k < mesh->target_count; k++) {
        const uint32_t source = source_of(mesh, k, from);
        const double rest = k < node->weight_count ? node->weights[k] : mesh->weights[k];
        for (size_t i = 0; i < rows; i++) {
            const bool is_tangent = c->interpolation == SCENE_CUBICSPLINE && i % 3 != 1;
            values[i * mesh->target_count + k] = source != SCENE_NONE
                                                     ? c->values[i * c->width + source]
                                                 : is_tangent ? 0
                                                              : rest;
        }
    }
    out->width = mesh->target_count;
    out->values = values;
}

static scene_channel change_channel(scene *to, const scene_channel *c, const retarget *g,
                                    uint32_t node)
{
    const scene *s = g->from.s;
    scene_channel out = *c;
    const size_t bytes = c->key_count * sizeof *c->times;
    out.node = node;
    out.times = memcpy(scene_alloc(to, bytes, 1), c->times, bytes);
    if (c->path == SCENE_WEIGHTS)
        change_weights(to, &out, c, &s->meshes[s->nodes[c->node].mesh]);
    else
        out.values = change_values(to, c, g, node);
    return out;
}

/* Whether one of a clip's channels moves the same as another. */
static bool is_taken(const scene_channel *channels, uint32_t count, uint32_t node, scene_path path)
{
    while (count > 0 && !(channels[count - 1].node == node && channels[count - 1].path == path))
        count--;
    return count > 0;
}

/// Clips /////////////////////////////////////////////////////////////////////////////////////////

static const char *copy_name(scene *to, const char *name)
{
    return strcpy(scene_alloc(to, strlen(name) + 1, 1), name);
}

static scene_clip change_clip(scene *to, const scene_clip *clip, const retarget *g, bool *lost,
                              bool *found)
{
    scene_clip out = *clip;
    scene_channel *channels = scene_alloc(to, clip->channel_count, sizeof *channels);
    scene_event *events = scene_alloc(to, clip->event_count, sizeof *events);
    out.name = copy_name(to, clip->name);
    out.channels = channels;
    out.events = events;
    out.channel_count = out.shift_count = 0; /* the other file's materials are not these */
    for (uint32_t i = 0; i < clip->event_count; i++)
        events[i] = (scene_event){copy_name(to, clip->events[i].name), clip->events[i].time_s};
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const scene_channel *c = &clip->channels[i];
        uint32_t node = taker(to, c, g);
        if (c->path == SCENE_WEIGHTS && is_taken(channels, out.channel_count, node, c->path))
            node = SCENE_NONE;
        (node == SCENE_NONE ? lost : found)[c->node] = true;
        if (node == SCENE_NONE)
            continue;
        /* A node with a matrix is animated: its rest is then translation, rotation and scale. */
        if (c->path != SCENE_WEIGHTS && to->nodes[node].local.has_matrix)
            to->nodes[node].local = (scene_local){.trs = g->to.rest[node]};
        channels[out.channel_count++] = change_channel(to, c, g, node);
    }
    if (out.channel_count == 0)
        out.start_s = out.end_s = 0;
    return out;
}

/* Tells which animated nodes have found no joint. */
static bool tell(const scene *from, const bool *lost, const bool *found, const char *file,
                 const char *from_file, diag *d)
{
    choice_offer names = {0};
    uint32_t lost_count = 0, count = 0;
    for (uint32_t i = 0; i < from->node_count; i++) {
        count += lost[i] || found[i];
        if (lost[i] && lost_count++ < NAMES_TOLD)
            choice_add(&names, i, from->nodes[i].name);
    }
    if (lost_count > 0 && lost_count == count)
        return diag_fail(d, DIAG_INVALID,
                         "none of the %u animated nodes of %s has the name of a joint here: %s%s, "
                         "--clips-from, give --retarget FILE with lines `source target`",
                         count, from_file, names.text, lost_count > NAMES_TOLD ? ", ..." : "");
    if (lost_count > 0)
        diag_warn(file, "%u of %u animated nodes of %s find no joint and are left out: %s%s",
                  lost_count, count, from_file, names.text, lost_count > NAMES_TOLD ? ", ..." : "");
    return true;
}

bool retarget_clips(scene *to, const scene *from, const uint32_t *match, uint32_t first,
                    const char *file, const char *from_file, diag *d)
{
    FREED_BY(region_free) region memory = {0};
    const retarget g = retarget_make(to, from, match, &memory);
    bool *lost = region_calloc(&memory, from->node_count, sizeof *lost);
    bool *found = region_calloc(&memory, from->node_count, sizeof *found);
    scene_clip *clips = scene_alloc(to, to->clip_count + from->clip_count, sizeof *clips);
    if (to->clip_count > 0)
        memcpy(clips, to->clips, to->clip_count * sizeof *clips);
    for (uint32_t i = 0; i < from->clip_count && scene_is_within(to); i++) {
        scene_clip *clip = &clips[to->clip_count + i];
        *clip = change_clip(to, &from->clips[i], &g, lost, found);
        clip->index = first + i;
    }
    to->clips = clips;
    to->clip_count += from->clip_count;
    return (scene_is_within(to) || diag_fail(d, DIAG_INVALID,
                                             "the clips of %s need more than 1 GiB, --clips-from, "
                                             "split it",
                                             from_file)) &&
           tell(from, lost, found, file, from_file, d);
}
