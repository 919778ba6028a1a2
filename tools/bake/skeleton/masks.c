/* SPDX-License-Identifier: MIT */
/* Parses --mask. */
#include "bake/skeleton/masks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/choice.h"
#include "scene/select.h"

static bool fail_mask(const char *text, diag *d)
{
    return diag_fail(d, DIAG_USAGE,
                     "--mask %.100s is not NAME=JOINT[*W][+JOINT[*W]...] with "
                     "weights from 0 to 1, command line, see --help",
                     text);
}

static bool is_below(const scene *s, uint32_t node, uint32_t top)
{
    while (node != SCENE_NONE && node != top)
        node = s->nodes[node].parent;
    return node == top;
}

/* Parses one JOINT[*W]; changes `item`. */
static bool add_item(uint8_t *weights, char *item, const char *text, const bake_job *job,
                     const bake_meshes *meshes, const bake_joints *joints)
{
    const scene *s = job->scene;
    char *times = strrchr(item, '*'), *end = NULL;
    double weight = 1;
    uint32_t top;
    if (times != NULL) {
        *times++ = '\0';
        weight = strtod(times, &end);
    }
    if (item[0] == '\0' || (times != NULL && (end == times || *end != '\0')) ||
        !(weight >= 0 && weight <= 1))
        return fail_mask(text, job->d);
    if (!scene_find_node(&top, s, item, "joint", "--mask", job->options->file, job->d))
        return false;
    const uint8_t m = (uint8_t)lrint(weight * 255);
    for (uint32_t i = 0; i < joints->count; i++) {
        uint32_t at = i; /* a helper, which stands before its joint, gets the joint's weight */
        while (joints->joints[at].node == BAKE_NONE && at + 1 < joints->count)
            at++;
        if (is_below(s, joints->joints[at].node, top))
            weights[i] = m;
    }
    for (uint32_t i = 0; i < meshes->count; i++)
        if (is_below(s, meshes->meshes[i].node, top))
            weights[joints->count + i] = m;
    return true;
}

static bool make_mask(bake_mask *out, const char *text, const bake_job *job,
                      const bake_meshes *meshes, const bake_joints *joints)
{
    const size_t bytes = strlen(text) + 1;
    char *name = job_calloc(job, bytes, 1);
    memcpy(name, text, bytes);
    char *item = strchr(name, '=');
    if (item == NULL || item == name)
        return fail_mask(text, job->d);
    *item++ = '\0';
    *out = (bake_mask){name, job_calloc(job, joints->count + meshes->count, 1)};
    for (char *next = item; next != NULL; item = next) {
        next = choice_cut(strchr(item, '+'));
        if (!add_item(out->weights, item, text, job, meshes, joints))
            return false;
    }
    return true;
}

bool masks_make(bake_masks *out, const bake_job *job, const bake_meshes *meshes,
                const bake_joints *joints)
{
    const bake_options *options = job->options;
    *out =
        (bake_masks){options->mask_count, job_calloc(job, options->mask_count, sizeof *out->masks)};
    for (uint32_t i = 0; i < out->count; i++) {
        if (!make_mask(&out->masks[i], options->masks[i], job, meshes, joints))
            return false;
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(out->masks[k].name, out->masks[i].name) == 0)
                return diag_fail(job->d, DIAG_USAGE,
                                 "two masks are named %.100s, command line, rename one --mask",
                                 out->masks[i].name);
    }
    return true;
}
