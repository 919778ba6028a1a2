/* SPDX-License-Identifier: MIT */
/* Takes root motion out of a scene's clips. */
#include "reduce/root_motion.h"

#include <stdlib.h>
#include <string.h>

#include "reduce/root_track.h"
#include "reduce/samples.h"
#include "scene/root_place.h"
#include "scene/select.h"

#define MOMENTS 64u /* moments by which the model's size is measured */
#define SMALLEST_SIZE                                                                              \
    (1.0 / 16) /* of the largest size; a model that shrinks to nothing needs no keys */

root_options root_parse(const char *text)
{
    static const struct ending {
        const char *text;
        bool moves, turns;
    } endings[] = {{":xz", true, false}, {":yaw", false, true}, {":xz+yaw", true, true}};
    root_options out = {text, strlen(text), true, true};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t length = strlen(endings[i].text);
        if (out.node_length > length &&
            strcmp(text + out.node_length - length, endings[i].text) == 0)
            return (root_options){text, out.node_length - length, endings[i].moves,
                                  endings[i].turns};
    }
    return out;
}

/// The node //////////////////////////////////////////////////////////////////////////////////////

static bool find_node(uint32_t *node, const scene *s, const root_options *options, const char *file,
                      diag *d)
{
    FREED char *text = diag_calloc(options->node_length + 1, 1);
    memcpy(text, options->node, options->node_length);
    return scene_find_node(node, s, text, "node", "--root-motion", file, d);
}

/* Whether every joint or node that moves an instance is a node of a subtree. */
static bool hangs_below(const scene *s, const scene_instance *instance, const bool *below)
{
    if (instance->skin == SCENE_NONE)
        return below[instance->node];
    const scene_primitive *p = scene_instance_primitive(s, instance);
    const size_t count = (size_t)p->vertex_count * p->influences_per_vertex;
    for (size_t i = 0; i < count; i++)
        if (p->weights[i] > 0 && !below[s->skins[instance->skin].joints[p->joints[i]]])
            return false;
    return true;
}

static void warn_of_others(const scene *s, uint32_t node, const char *file)
{
    FREED bool *below = diag_calloc(s->node_count, sizeof *below);
    uint32_t count = 0, first = 0;
    for (uint32_t i = 0; i < s->node_count; i++) {
        const uint32_t at = s->order[i], parent = s->nodes[at].parent;
        below[at] = at == node || (parent != SCENE_NONE && below[parent]);
    }
    for (uint32_t i = s->instance_count; i-- > 0;) {
        if (hangs_below(s, &s->instances[i], below))
            continue;
        first = s->instances[i].node;
        count++;
    }
    if (count == 0)
        return;
    diag_warn(file,
              "%u of %u primitives do not hang below node %u of --root-motion and keep their "
              "motion, first \"%s\", /nodes/%u",
              count, s->instance_count, node, diag_name(scene_mesh_name(s, first)), first);
}

/// All clips /////////////////////////////////////////////////////////////////////////////////////

static void set_tolerances(root_job *job, double error)
{
    FREED_BY(samples_free) scene_samples samples;
    samples_make(&samples, job->c.s, MOMENTS);
    double least = HUGE_VAL, most = 0;
    for (uint32_t i = 0; i < samples.count; i++) {
        const double size = samples.sizes[i];
        least = size > 0 ? fmin(least, size) : least;
        most = fmax(most, size);
    }
    if (!(most > 0))
        least = most = 1;
    job->reach = most;
    job->length = error * ROOT_SHARE * fmax(least, most * SMALLEST_SIZE);
}

bool root_take(scene *s, const root_options *options, double error, const char *file, diag *d)
{
    uint32_t node = 0;
    if (options->node == NULL)
        return true;
    if (!find_node(&node, s, options, file, d))
        return false;
    warn_of_others(s, node, file);
    scene_root *root = scene_alloc(s, 1, sizeof *root);
    scene_root_track *tracks = scene_alloc(s, s->clip_count, sizeof *tracks);
    bool ok = true;
    FREED_BY(region_free) region memory = {0};
    root_job job = {.c = {.s = s}, .options = options, .memory = &memory, .d = d};
    set_tolerances(&job, error);
    job.place = region_calloc(&memory, s->node_count, sizeof *job.place);
    memset(job.place, 0xFF, s->node_count * sizeof *job.place);
    chain_make(&job.c, region_calloc(&memory, s->node_count, sizeof(uint32_t)), job.place,
               SCENE_NONE, node);
    job.c.channels = region_calloc(&memory, (size_t)job.c.count * 3, sizeof *job.c.channels);
    for (uint32_t i = 0; i < s->clip_count && ok; i++)
        ok = root_take_clip(&tracks[i], s, &job, i) && scene_is_within(s);
    if (!ok)
        return diag_fail(d, DIAG_INVALID,
                         "the clips without root motion need more than %zu bytes, "
                         "/animations, split the asset",
                         SCENE_MAX_BYTES);
    *root = (scene_root){node, options->moves, options->turns, tracks};
    s->root = root;
    return true;
}
