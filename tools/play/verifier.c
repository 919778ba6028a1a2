/* SPDX-License-Identifier: MIT */
/* Compares a played blob with the reference. */
#include "play/verifier.h"

#include <stdlib.h>
#include <string.h>

#include "common/progress.h"
#include "scene/channel.h"
#include "scene/eval.h"
#include "scene/moments.h"
#include "scene/root_place.h"

#define UNIT_ROTATION 1e-5 /* a rotation whose length is closer to one counts as a unit rotation */

/// Ninety-nine per cent ///////////////////////////////////////////////////////////////////////////

#define BINS_PER_OCTAVE 64
#define OCTAVES 48 /* below one; smaller errors fall into the last */
#define BIN_COUNT (BINS_PER_OCTAVE * OCTAVES)

typedef struct histogram {
    uint64_t total;
    uint64_t bins[BIN_COUNT];
} histogram;

static void histogram_add(histogram *h, double value)
{
    const double octave = value > 0 ? log2(value) + OCTAVES : 0;
    const double bin = fmin(fmax(octave * BINS_PER_OCTAVE, 0), BIN_COUNT - 1);
    h->bins[(size_t)bin]++;
    h->total++;
}

/* The upper edge of the bin that contains the 99th percentile; 0 if all errors are in the lowest
 * bin. */
static double histogram_p99(const histogram *h)
{
    int bin = 0;
    uint64_t below = h->bins[0];
    while (100 * below < 99 * h->total)
        below += h->bins[++bin];
    return bin == 0 ? 0 : exp2((double)(bin + 1) / BINS_PER_OCTAVE - OCTAVES);
}

/// One moment ////////////////////////////////////////////////////////////////////////////////////

typedef double (*vectors)[3];

/* The vertices of an instance: one glTF primitive, drawn by one node. */
typedef struct drawn {
    source_place *places;         /* [vertex_count] */
    uint32_t vertex_count, first; /* first: index among the vertices of a moment */
} drawn;

/* The vertices of all instances at a moment. The search for the best keys uses the same moments
 * again and again, so as many as there is room for are kept. */
typedef struct moment {
    vectors exact; /* [vertex_count of the verifier]; NULL: the slot is empty */
    double time_s;
    int clip;
    unsigned flags;
} moment;

#define KEPT_BYTES ((size_t)64 << 20)
#define MOST_KEPT 8192u

struct verifier {
    region memory; /* holds everything that lives as long */
    play *p;
    const scene *s;
    uint32_t mesh_count;
    vectors *played;       /* [mesh_count][vertices] */
    drawn *instances;      /* [s->instance_count] */
    uint32_t vertex_count; /* of all instances */
    uint32_t kept_count;
    moment *kept;  /* [kept_count], each in the slot that its key selects */
    vectors exact; /* of the current moment, in kept */
    eval_pose pose;
    unsigned blend; /* flags of all references: EVAL_DUAL or none */
    histogram errors;
};

/* The worst vertex at one moment against one reference. */
typedef struct frame_error {
    double size, units;
    uint32_t instance, vertex;
} frame_error;

/* root: the root motion that is applied to both, or NULL. */
static double vertex_error(const verifier *c, const drawn *instance, uint32_t vertex,
                           const mat34 *root)
{
    const source_place place = instance->places[vertex];
    const double *played = c->played[place.mesh][place.vertex];
    const double *exact = c->exact[instance->first + vertex];
    double off[3];
    for (int a = 0; a < 3; a++)
        off[a] = played[a] - exact[a];
    if (root != NULL)
        mat34_direction(off, root, off);
    const double x = fabs(off[0]), y = fabs(off[1]), z = fabs(off[2]);
    const double error = x > y ? x : y; /* without branches, which would be unpredictable */
    return isnan(x + y + z) ? HUGE_VAL : z > error ? z : error;
}

static frame_error compare(const verifier *c, const mat34 *root)
{
    frame_error worst = {0};
    box3 box = box3_empty();
    for (uint32_t i = 0; i < c->s->instance_count; i++) {
        const drawn *instance = &c->instances[i];
        for (uint32_t v = 0; v < instance->vertex_count; v++) {
            const double error = vertex_error(c, instance, v, root);
            double place[3];
            memcpy(place, c->exact[instance->first + v], sizeof place);
            if (root != NULL)
                mat34_point(place, root, place);
            box3_add(&box, place);
            if (error > worst.units) {
                worst.units = error;
                worst.instance = i;
                worst.vertex = v;
            }
        }
    }
    worst.size = box3_size(&box);
    if (!(worst.size > 0))
        worst.size = 1; /* the model is a single point at the origin */
    return worst;
}

/* Makes a moment the current one. */
static void evaluate(verifier *c, int clip, double time_s, unsigned flags)
{
    uint64_t key;
    memcpy(&key, &time_s, sizeof key);
    key = (key ^ ((uint64_t)(clip + 1) << 8 | flags)) *
          0x9E3779B97F4A7C15u; /* 2^64 / phi spreads the keys */
    moment *m = &c->kept[(key >> 32) % c->kept_count];
    if (m->exact == NULL || m->clip != clip || m->time_s != time_s || m->flags != flags) {
        if (m->exact == NULL)
            m->exact = diag_calloc(c->vertex_count + 1u, sizeof *m->exact);
        m->clip = clip;
        m->time_s = time_s;
        m->flags = flags;
        eval_pose_sample(&c->pose, c->s, clip < 0 ? EVAL_REST : (uint32_t)clip, time_s, flags);
        for (uint32_t i = 0; i < c->s->instance_count; i++)
            eval_instance(m->exact + c->instances[i].first, NULL, NULL, c->s, &c->pose,
                          &c->s->instances[i], flags);
    }
    c->exact = m->exact;
}

static frame_error compare_reference(verifier *c, int clip, double time_s, unsigned flags)
{
    evaluate(c, clip, time_s, flags);
    frame_error here = compare(c, NULL);
    if (clip < 0 || c->s->root == NULL || c->s->root->tracks[clip].key_count == 0)
        return here;
    /* Errors count also with root motion applied, relative to the scene before it was taken out. */
    const root_place place =
        root_at(&c->s->root->tracks[clip],
                time_s * PELT_TICKS_PER_SECOND - scene_ticks(c->s->clips[clip].start_s));
    const mat34 root = root_matrix(&place);
    const frame_error there = compare(c, &root);
    return there.units / there.size > here.units / here.size ? there : here;
}

/* *size: of the model. flags: of one or two references, or 0. */
static bool compare_moment(verify_result *out, double *size, verifier *c, const unsigned flags[2],
                           int clip, double time_s, diag *d)
{
    bool ok = play_pose(c->p, clip, scene_ticks(time_s), d);
    for (uint32_t m = 0; m < c->mesh_count && ok; m++)
        ok = play_mesh(c->p, m, c->played[m], NULL, d);
    if (!ok)
        return false;
    frame_error best = compare_reference(c, clip, time_s, flags[0]);
    if (flags[1] != 0) {
        const frame_error other = compare_reference(c, clip, time_s, flags[1]);
        if (other.units / other.size < best.units / best.size)
            best = other;
        else /* the histogram must have the vertices of the nearer reference */
            best = compare_reference(c, clip, time_s, flags[0]);
    }
    out->max_units = fmax(out->max_units, best.units);
    *size = best.size;
    if (best.units / best.size > out->max_rel) {
        out->max_rel = best.units / best.size;
        out->node = c->s->instances[best.instance].node;
        out->primitive = c->s->instances[best.instance].primitive;
        out->at = best.vertex;
        out->vertex = scene_vertex_origin(
            scene_instance_primitive(c->s, &c->s->instances[best.instance]), best.vertex);
        out->time_s = time_s;
    }
    return true;
}

/// A clip ////////////////////////////////////////////////////////////////////////////////////////

static bool unit_rotations(const scene *s, int clip)
{
    for (uint32_t i = 0; i < s->node_count; i++)
        if (!(quat_off_unit(s->nodes[i].local.trs.r) <= UNIT_ROTATION))
            return false;
    for (uint32_t i = 0; clip >= 0 && i < s->clips[clip].channel_count; i++)
        if (!channel_is_unit(&s->clips[clip].channels[i], UNIT_ROTATION))
            return false;
    return true;
}

verifier *verify_open(play *p, const source_map *map, const scene *s, diag *d)
{
    verifier *c = diag_calloc(1, sizeof *c);
    bool ok = true;
    c->p = p;
    c->s = s;
    c->blend = EVAL_DUAL;
    c->mesh_count = map->mesh_count;
    eval_pose_init(&c->pose, s);
    c->played = region_calloc(&c->memory, c->mesh_count, sizeof *c->played);
    for (uint32_t m = 0; m < c->mesh_count; m++) {
        pelt_mesh_info info = {0};
        if (pelt_mesh_get(&info, &p->model, m) == PELT_OK)
            c->played[m] = region_calloc(&c->memory, info.vertex_count, sizeof **c->played);
    }
    c->instances = region_calloc(&c->memory, s->instance_count, sizeof *c->instances);
    for (uint32_t i = 0; i < s->instance_count && ok; i++) {
        drawn *out = &c->instances[i];
        const scene_primitive *primitive = scene_instance_primitive(s, &s->instances[i]);
        out->vertex_count = primitive->vertex_count;
        out->first = c->vertex_count;
        c->vertex_count += out->vertex_count;
        uint32_t placed;
        out->places =
            source_map_find(&placed, map, s->instances[i].node, s->instances[i].primitive);
        ok = out->places != NULL && placed >= out->vertex_count;
        for (uint32_t v = 0; v < out->vertex_count && ok; v++) {
            out->places[v] = out->places[scene_vertex_origin(primitive, v)]; /* ascending */
            ok = out->places[v].mesh != SOURCE_NONE;
        }
        if (!ok)
            diag_fail(d, DIAG_INVALID,
                      "primitive %u is not in the blob, /nodes/%u, report it as a bug of this tool",
                      s->instances[i].primitive, s->instances[i].node);
    }
    const size_t room = KEPT_BYTES / ((c->vertex_count + 1u) * sizeof *c->exact);
    c->kept_count = room < 1 ? 1 : room > MOST_KEPT ? MOST_KEPT : (uint32_t)room;
    c->kept = region_calloc(&c->memory, c->kept_count, sizeof *c->kept);
    if (ok)
        return c;
    verify_close(c);
    return NULL;
}

void verify_linearly(verifier *c, bool linearly)
{
    c->blend = linearly ? 0 : EVAL_DUAL;
}

void verify_switch(verifier *c, play *p)
{
    c->p = p;
}

void verify_close(verifier *c)
{
    if (c == NULL)
        return;
    for (uint32_t i = 0; i < c->s->instance_count; i++)
        free(c->instances[i].places);
    for (uint32_t i = 0; i < c->kept_count; i++)
        free(c->kept[i].exact);
    region_free(&c->memory);
    eval_pose_free(&c->pose);
    free(c);
}

static void find_references(unsigned flags[2], const verifier *c, int clip)
{
    flags[0] = c->blend | EVAL_UNIT_WEIGHTS | EVAL_UNIT_ROTATIONS;
    flags[1] = unit_rotations(c->s, clip) ? 0 : c->blend | EVAL_UNIT_WEIGHTS;
}

static void nowhere(verify_result *out, const scene *s, double time_s)
{
    *out = (verify_result){.time_s = time_s};
    if (s->instance_count > 0) {
        out->node = s->instances[0].node;
        out->primitive = s->instances[0].primitive;
    }
}

bool verify_moments(verify_result *out, verifier *c, int clip, const double *times, uint32_t count,
                    double enough, diag *d)
{
    unsigned flags[2];
    double size;
    bool ok = true;
    find_references(flags, c, clip);
    /* One reference is used for all moments; otherwise the tracks' budget would be spent on the
     * difference between the two. */
    for (int r = 0; r < 2 && flags[r] != 0 && ok; r++) {
        const unsigned one[2] = {flags[r], 0};
        verify_result with;
        nowhere(&with, c->s, times[0]);
        for (uint32_t i = 0; i < count && ok && with.max_rel <= enough; i++) {
            progress_within(i, count);
            ok = compare_moment(&with, &size, c, one, clip, times[i], d);
        }
        if (r == 0 || with.max_rel < out->max_rel)
            *out = with;
    }
    return ok;
}

bool verify_clip(verify_result *out, verifier *c, int clip, uint32_t samples, diag *d)
{
    uint32_t count = 1;
    FREED double *times = clip < 0 ? diag_calloc(1, sizeof *times)
                                   : scene_moments(&count, c->s, (uint32_t)clip, samples);
    unsigned flags[2];
    double size;
    bool ok = true;
    find_references(flags, c, clip);
    nowhere(out, c->s, times[0]);
    memset(&c->errors, 0, sizeof c->errors);
    for (uint32_t i = 0; i < count && ok; i++) {
        progress_within(i, count);
        ok = compare_moment(out, &size, c, flags, clip, times[i], d);
        for (uint32_t k = 0; k < c->s->instance_count && ok; k++)
            for (uint32_t v = 0; v < c->instances[k].vertex_count; v++)
                histogram_add(&c->errors, vertex_error(c, &c->instances[k], v, NULL) / size);
    }
    out->p99_rel = fmin(histogram_p99(&c->errors), out->max_rel);
    return ok;
}

bool verify_vertices(float *const *errors, verifier *c, int clip, double time_s, diag *d)
{
    verify_result ignored = {0};
    unsigned flags[2];
    double size;
    find_references(flags, c, clip);
    if (!compare_moment(&ignored, &size, c, flags, clip, time_s, d))
        return false;
    for (uint32_t i = 0; i < c->s->instance_count; i++)
        for (uint32_t v = 0; v < c->instances[i].vertex_count; v++) {
            const source_place place = c->instances[i].places[v];
            float *error = &errors[place.mesh][place.vertex];
            const float here = (float)(vertex_error(c, &c->instances[i], v, NULL) / size);
            *error = here > *error ? here : *error; /* several vertices may be stored as one */
        }
    return true;
}
