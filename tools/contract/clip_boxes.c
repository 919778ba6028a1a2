/* SPDX-License-Identifier: MIT */
/* Measures boxes of clips. */
#include "contract/clip_boxes.h"

#include <string.h>

#include "common/region.h"
#include "scene/moments.h"

/* The boxes of one mesh over the moments of a clip. */
typedef struct mesh_way {
    uint32_t vertex_count;
    double (*now)[3], (*before)[3];
    double step[3]; /* the largest that any vertex makes between two moments */
} mesh_way;

static void note(box3 *box, mesh_way *way, bool first)
{
    for (uint32_t v = 0; v < way->vertex_count; v++) {
        box3_add(box, way->now[v]);
        for (int c = 0; c < 3 && !first; c++)
            way->step[c] = fmax(way->step[c], fabs(way->now[v][c] - way->before[v][c]));
    }
    memcpy(way->before, way->now, way->vertex_count * sizeof *way->now);
}

static bool play_moment(box3 *boxes, mesh_way *ways, play *p, int clip, double time, bool first,
                        diag *d)
{
    if (!play_pose(p, clip, scene_ticks(time), d))
        return false;
    for (uint32_t m = 0; m < p->model.mesh_count; m++) {
        if (!play_mesh(p, m, ways[m].now, NULL, d))
            return false;
        note(&boxes[m], &ways[m], first);
    }
    return true;
}

bool clip_boxes(box3 *boxes, play *p, uint32_t clip, const double *times, uint32_t count, diag *d)
{
    const uint32_t mesh_count = p->model.mesh_count;
    FREED_BY(region_free) region memory = {0};
    mesh_way *ways = region_calloc(&memory, mesh_count, sizeof *ways);
    for (uint32_t m = 0; m < mesh_count; m++) {
        pelt_mesh_info info;
        ways[m].vertex_count =
            pelt_mesh_get(&info, &p->model, m) == PELT_OK ? info.vertex_count : 0;
        ways[m].now = region_calloc(&memory, ways[m].vertex_count, sizeof *ways[m].now);
        ways[m].before = region_calloc(&memory, ways[m].vertex_count, sizeof *ways[m].before);
        boxes[m] = box3_empty();
    }
    bool ok = true;
    for (uint32_t i = 0; i < count && ok; i++)
        ok = play_moment(boxes, ways, p, (int)clip, times[i], i == 0, d);
    for (uint32_t m = 0; m < mesh_count; m++)
        for (int c = 0; c < 3; c++) {
            boxes[m].low[c] -= ways[m].step[c] / 2;
            boxes[m].high[c] += ways[m].step[c] / 2;
        }
    return ok;
}
