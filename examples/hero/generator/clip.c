/* SPDX-License-Identifier: MIT */
/* Keys: a motion looked at at the times of its keys, and for tangents shortly before and after. */
#include "hero.h"

#include <stdlib.h>

/* Below this a component has not moved. */
#define STILL 1e-7

/* The value of a track at some time, 4 components or 3; returns their number. */
static int look(double value[4], const motion *m, const track *t, double time_s)
{
    hero_pose pose;
    quat q;

    m->pose_at(&pose, time_s);
    if (t->path == PATH_TRANSLATION) {
        value[0] = pose.hips.x;
        value[1] = pose.hips.y;
        value[2] = pose.hips.z;
        return 3;
    }
    /* No motion turns a joint by half a turn from its rest, so one sign serves for all. */
    q = q_unit(pose.rotation[t->joint]);
    if (q.w < 0.0)
        q = (quat){-q.x, -q.y, -q.z, -q.w};
    value[0] = q.x;
    value[1] = q.y;
    value[2] = q.z;
    value[3] = q.w;
    return 4;
}

static float *store(float *at, const double *value, const track *t, int count)
{
    int i;

    for (i = 0; i < count; ++i)
        at[i] = t->path == PATH_ROTATION ? on_fine_grid(value[i]) : on_grid(value[i]);
    return at + count;
}

static void add_track(clip *c, const motion *m, int joint, channel_path path, interpolation keys,
                      int row)
{
    const double e = 1.0 / 1024.0; /* seconds either side for a tangent */
    track *t = &c->tracks[c->track_count++];
    int count = c->key_count[row];
    float *out = hero_alloc(NULL, (size_t)count * 3 * 4 * sizeof *out);
    int i, k;

    *t = (track){joint, row, path, keys, out};
    for (i = 0; i < count; ++i) {
        double time_s = (double)c->time_s[row][i];
        double value[4], before[4], tangent[4];
        int size = look(value, m, t, time_s);

        if (keys != KEYS_CUBICSPLINE) {
            out = store(out, value, t, size);
            continue;
        }
        (void)look(before, m, t, time_s - e);
        (void)look(tangent, m, t, time_s + e);
        for (k = 0; k < size; ++k)
            tangent[k] = (tangent[k] - before[k]) / (2.0 * e);
        out = store(out, tangent, t, size);
        out = store(out, value, t, size);
        out = store(out, tangent, t, size);
    }
}

/* Moving: the value changes between keys. Otherwise away from rest, or nothing to store. */
static void add_track_if_needed(clip *c, const motion *m, int joint, channel_path path)
{
    track t = {joint, ROW_EVEN, path, m->keys, NULL};
    double first[4], now[4];
    int size = look(first, m, &t, 0.0);
    int moving = 0, away = path == PATH_TRANSLATION || first[3] < 1.0 - STILL;
    int i, k;

    for (i = 0; i < c->key_count[ROW_EVEN]; ++i) {
        (void)look(now, m, &t, (double)c->time_s[ROW_EVEN][i]);
        for (k = 0; k < size; ++k)
            moving |= fabs(now[k] - first[k]) > STILL;
    }
    if (moving) {
        add_track(c, m, joint, path, m->keys, ROW_EVEN);
    } else if (away) {
        c->key_count[ROW_FIRST] = 1;
        add_track(c, m, joint, path, KEYS_LINEAR, ROW_FIRST);
    }
}

void clip_make(clip *c, const motion *m)
{
    int i;

    *c = (clip){.name = m->name};
    c->key_count[ROW_EVEN] = m->intervals + 1;
    for (i = 0; i <= m->intervals; ++i)
        c->time_s[ROW_EVEN][i] = on_grid(m->length_s * i / m->intervals);
    c->key_count[ROW_STEPS] = m->step_count;
    for (i = 0; i < m->step_count; ++i)
        c->time_s[ROW_STEPS][i] = on_grid(m->step_s[i]);

    add_track_if_needed(c, m, JOINT_HIPS, PATH_TRANSLATION);
    for (i = 0; i < JOINT_COUNT; ++i)
        if (i == m->step_joint)
            add_track(c, m, i, PATH_ROTATION, KEYS_STEP, ROW_STEPS);
        else
            add_track_if_needed(c, m, i, PATH_ROTATION);
}

void clip_free(clip *c)
{
    int i;

    for (i = 0; i < c->track_count; ++i)
        free(c->tracks[i].values);
}
