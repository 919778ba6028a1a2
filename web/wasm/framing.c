/* SPDX-License-Identifier: MIT */
/* Places the camera of a page. */
#include "web/wasm/exhibit.h"

#include <stdlib.h>

#include "scene/box.h"
#include "scene/moments.h"

#define MOMENTS 24u /* moments to examine, of all clips together, but at least two of each */

bool exhibit_skin(exhibit *s, diag *d)
{
    for (uint32_t m = 0; m < s->p.model.mesh_count; m++)
        if (!play_mesh(&s->p, m, s->positions[m], s->normals[m], d))
            return false;
    return true;
}

static bool box_of(box3 *out, exhibit *s, int clip, pelt_time time, diag *d)
{
    *out = box3_empty();
    if (!play_pose(&s->p, clip, time, d) || !exhibit_skin(s, d))
        return false;
    for (uint32_t m = 0; m < s->p.model.mesh_count; m++) {
        pelt_mesh_info info;
        if (pelt_mesh_get(&info, &s->p.model, m) != PELT_OK)
            continue;
        for (uint32_t v = 0; v < info.vertex_count; v++)
            box3_add(out, s->positions[m][v]);
    }
    return true;
}

/* As in `pelt view`, a clip's travel is the place at its end less that at its start, if that is
 * further than half of the character's size. A character that walks in place stays. */
static bool add_clip(box3 *all, exhibit *s, uint32_t clip, uint32_t count, diag *d)
{
    pelt_clip_info info;
    box3 first, last, box;
    if (pelt_clip_get(&info, &s->p.model, clip) != PELT_OK)
        return true;
    if (!box_of(&first, s, (int)clip, info.start, d) || !box_of(&last, s, (int)clip, info.end, d))
        return false;
    double *travel = s->view.travel[clip];
    for (int a = 0; a < 3 && !box3_is_empty(&first); a += 2) {
        const double way = (last.low[a] + last.high[a] - first.low[a] - first.high[a]) / 2;
        if (fabs(way) > (first.high[a] - first.low[a]) / 2)
            travel[a] = way;
    }
    for (uint32_t i = 0; i < count; i++) {
        const double part = (double)i / count;
        const double ticks = info.start + part * ((double)info.end - info.start);
        if (!box_of(&box, s, (int)clip, (pelt_time)ticks, d))
            return false;
        for (int a = 0; a < 3; a++) {
            box.low[a] -= part * travel[a];
            box.high[a] -= part * travel[a];
        }
        box3_extend(all, box.low, box.high);
    }
    return true;
}

bool framing_find(exhibit *s, diag *d)
{
    const uint32_t clips = s->p.model.clip_count;
    framing *view = &s->view;
    box3 all;
    free(view->travel);
    view->travel = diag_calloc(clips + 1u, sizeof *view->travel);
    view->scale = 1;
    if (!box_of(&all, s, PLAY_REST, 0, d))
        return false;
    for (uint32_t c = 0; c < clips; c++)
        if (!add_clip(&all, s, c, MOMENTS / clips + 2u, d))
            return false;
    for (int a = 0; a < 3; a++)
        view->centre[a] = box3_is_empty(&all) ? 0 : (all.low[a] + all.high[a]) / 2;
    const double side = box3_is_empty(&all) ? 0 : box3_side(&all);
    view->scale = side > 0 ? EXHIBIT_UNITS / side : 1;
    pelt_box_q16 box = pelt_box_nothing;
    for (int a = 0; a < 3 && side > 0; a++) {
        box.max[a] = (int32_t)lrint((all.high[a] - view->centre[a]) * view->scale);
        box.min[a] = -box.max[a];
    }
    pelt_camera_frame(&view->cam, &box, 256, 256);
    return true;
}

void framing_travel(double out[3], const exhibit *s, int clip, double time_s)
{
    pelt_clip_info info;
    for (int a = 0; a < 3; a++)
        out[a] = 0;
    if (clip < 0 || pelt_clip_get(&info, &s->p.model, (uint32_t)clip) != PELT_OK ||
        info.end <= info.start)
        return;
    const double length = (double)info.end - info.start;
    const double part = fmin(fmax(((double)scene_ticks(time_s) - info.start) / length, 0), 1);
    for (int a = 0; a < 3; a++)
        out[a] = part * s->view.travel[clip][a];
}
