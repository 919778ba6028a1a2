/* SPDX-License-Identifier: MIT */
/* Handles rotations that are not of unit length, whose meaning the specification leaves open.
 * Animated rotations are normalised. A constant rotation is converted to a matrix as it stands and
 * kept as a matrix, unless the asset has other data that is not of unit length (rotation keys,
 * weights): that is taken for imprecision, and everything is normalised; what then is far off is told. */
#include <math.h>

#include "gltf/loader.h"
#include "scene/channel.h"

#define REST_TOLERANCE 1e-6
#define REST_TOLD 1e-3
#define KEY_TOLERANCE 1e-5
#define SUM_TOLERANCE 1e-6

static bool weights_sum_to_one(const scene_primitive *p)
{
    const uint32_t width = p->influences_per_vertex;
    for (uint32_t v = 0; v < p->vertex_count && width > 0; v++) {
        double sum = 0;
        for (uint32_t i = 0; i < width; i++)
            sum += p->weights[(size_t)v * width + i];
        if (fabs(sum - 1) > SUM_TOLERANCE)
            return false;
    }
    return true;
}

static bool is_careful(const scene *s)
{
    for (uint32_t i = 0; i < s->clip_count; i++)
        for (uint32_t k = 0; k < s->clips[i].channel_count; k++)
            if (!channel_is_unit(&s->clips[i].channels[k], KEY_TOLERANCE))
                return false;
    for (uint32_t i = 0; i < s->instance_count; i++)
        if (s->instances[i].skin != SCENE_NONE &&
            !weights_sum_to_one(scene_instance_primitive(s, &s->instances[i])))
            return false;
    return true;
}

void gltf_keep_rotations(scene *s, const char *file)
{
    FREED bool *moves = diag_calloc(s->node_count, sizeof *moves);
    const bool careful = is_careful(s);
    uint32_t told = 0, first = 0;
    for (uint32_t i = 0; i < s->clip_count; i++)
        for (uint32_t k = 0; k < s->clips[i].channel_count; k++)
            if (s->clips[i].channels[k].path != SCENE_WEIGHTS)
                moves[s->clips[i].channels[k].node] = true;
    for (uint32_t i = 0; i < s->node_count; i++) {
        scene_local *local = &s->nodes[i].local;
        const double off = local->has_matrix ? 0 : quat_off_unit(local->trs.r);
        if (careful && !moves[i] && off > REST_TOLERANCE)
            *local = (scene_local){trs_identity(), true, trs_matrix(&local->trs)};
        else if (off > REST_TOLD && told++ == 0)
            first = i;
    }
    if (told > 0)
        diag_warn(file,
                  "%u rotations at rest are not of unit length and are normalised, "
                  "/nodes/%u/rotation first, export unit quaternions",
                  told, first);
}
