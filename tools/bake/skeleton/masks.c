/* SPDX-License-Identifier: MIT */
/* Parses --mask. */
#include "bake/model.h"

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
static bool add_item(uint8_t *weights, char *item, const char *text, const bake_model *m)
{
    const scene *s = m->job.scene;
    const bake_job *job = &m->job;
    const bake_joints *joints = &m->joints;
    const char *times = choice_cut(strrchr(item, '*'));
    double weight = 1;
    uint32_t top;
    bool reaches = false;
    if (item[0] == '\0' || (times != NULL && choice_numbers(&weight, 1, times) != 1) ||
        !(weight >= 0 && weight <= 1))
        return fail_mask(text, job->d);
    if (!scene_find_node(&top, s, item, "joint", "--mask", job->options->file, job->d))
        return false;
    const uint8_t byte = (uint8_t)lrint(weight * 255);
    for (uint32_t i = 0; i < joints->count + m->meshes.count; i++) {
        const uint32_t node =
            i < joints->count ? joints_node(joints, i) : m->meshes.meshes[i - joints->count].node;
        if (is_below(s, node, top)) {
            weights[i] = byte;
            reaches = true;
        }
    }
    if (!reaches) /* --joints folded all of them, or there were none */
        diag_warn(job->options->file, "--mask %.100s: no joint and no mesh is left below %.100s",
                  text, item);
    return true;
}

bool masks_make(bake_model *m)
{
    const bake_options *options = m->job.options;
    for (uint32_t i = 0; i < options->mask_count; i++) {
        const char *text = options->masks[i];
        const size_t bytes = strlen(text) + 1;
        const bake_mask mask = {job_calloc(&m->job, bytes, 1),
                                job_calloc(&m->job, m->joints.count + m->meshes.count, 1)};
        memcpy(mask.name, text, bytes);
        char *item = choice_cut(strchr(mask.name, '='));
        if (item == NULL || mask.name[0] == '\0')
            return fail_mask(text, m->job.d);
        for (char *next = item; next != NULL; item = next) {
            next = choice_cut(strchr(item, '+'));
            if (!add_item(mask.weights, item, text, m))
                return false;
        }
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(m->masks[k].name, mask.name) == 0)
                return diag_fail(m->job.d, DIAG_USAGE,
                                 "two masks are named %.100s, command line, rename one --mask",
                                 mask.name);
        m->masks[i] = mask;
    }
    return true;
}
