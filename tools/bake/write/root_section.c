/* SPDX-License-Identifier: MIT */
/* Writes root motion to ROOT. */
#include "bake/write/sections.h"

/* Writes the keys of one clip; returns false if it goes or turns too far for the format. */
static bool put_keys(byte_buffer *to, const bake_model *model, const scene_root_track *track)
{
    const encoding_traits *p = model->job->traits;
    const double length_one = p->fixed ? ldexp(1, 16 - model->units.unit_shift) : 1;
    const double turn_one = p->fixed ? (double)(1 << FORMAT_ROOT_TURN_BITS) : 1;
    const double limit = p->fixed ? (double)FORMAT_ROOT_LIMIT : HUGE_VAL;
    for (uint32_t k = 0; k < track->key_count; k++) {
        const scene_root_key *key = &track->keys[k];
        const double values[3] = {key->x * length_one, key->z * length_one, key->turns * turn_one};
        buffer_u32(to, (uint32_t)key->tick);
        for (int i = 0; i < 3; i++) {
            if (!(fabs(values[i]) <= limit))
                return false;
            if (p->fixed)
                buffer_i32(to, (int32_t)rint(values[i]));
            else
                buffer_f32(to, (float)values[i]);
        }
    }
    return true;
}

bool write_root(sections *out, const bake_model *model)
{
    const scene *s = model->job->scene;
    const scene_root *root = s->root;
    uint32_t first = 0;
    if (root == NULL)
        return true;
    byte_buffer *to = section_add_optional(out, FORMAT_ROOT);
    const uint32_t joint = model->joints.of_node[root->node];
    buffer_u16s(
        to, joint == BAKE_NONE ? PELT_NO_JOINT : (uint16_t)joint,
        (uint16_t)((root->moves ? FORMAT_ROOT_MOVES : 0) | (root->turns ? FORMAT_ROOT_TURNS : 0)));
    for (uint32_t i = 0; i < s->clip_count; i++) {
        buffer_u32s(to, root->tracks[i].key_count == 0 ? 0 : first, root->tracks[i].key_count);
        first += root->tracks[i].key_count;
    }
    for (uint32_t i = 0; i < s->clip_count; i++)
        if (!put_keys(to, model, &root->tracks[i]))
            return diag_fail(model->job->d, DIAG_INVALID,
                             "root motion beyond 8192 units of 2^%d or 32 turns, /animations/%u, "
                             "use a coarser --unit-shift or --precision float, or cut the clip",
                             model->units.unit_shift, s->clips[i].index);
    return true;
}
