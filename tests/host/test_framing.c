/* SPDX-License-Identifier: MIT */
/* Tests the showcase's camera by where vertices and their shadows are on the screen: at rest the lowest
 * one of a character lies on its shadow, and its height is 70 to 90 % of the picture's, less only where
 * the width does not let it; whatever a clip does, it stays in the picture and is not small.
 *
 *   test_framing FILE...      glTF files */
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "cmd/load.h"
#include "examples/showcase/framing.h"
#include "src/draw/camera.h"
#include "stage.h"

enum { WIDTH = 320, HEIGHT = 240, MOMENTS = 5 };

static const char *path;

static void expect(bool ok, const char *what, int32_t value)
{
    check(ok, "%s: %s, %d", path, what, (int)value);
}

/* Where a pose is on the screen, 1/16 pixel; its lowest vertex in the model, and that one's shadow. */
typedef struct seen {
    const pelt_camera *cam;
    pelt_extent extent;
    int32_t lowest, feet, shadow;
    unsigned outside;
} seen;

static void look(void *own, uint32_t mesh, const pelt_vertex_q16 *some, uint32_t first,
                 uint32_t count)
{
    static const uint8_t colour[4];
    seen *s = own;
    (void)mesh, (void)first;
    for (uint32_t i = 0; i < count; i++) {
        pelt_draw_vertex at, shadow;
        pelt_draw_project(&at, &shadow, s->cam, some[i].position, NULL, colour, colour);
        s->outside += at.outside;
        pelt_extent_add(&s->extent, s->cam, some[i].position);
        if (some[i].position[1] < s->lowest) {
            s->lowest = some[i].position[1];
            s->feet = at.y;
            s->shadow = shadow.y;
        }
    }
}

static seen see(actor *a, framing *f, const actor_moment *m, uint32_t yaw, int32_t gone[2])
{
    seen s = {.cam = &f->cam, .lowest = INT32_MAX};
    s.extent = pelt_extent_nothing;
    actor_pose(a, m);
    framing_place(f, a, m, 0, yaw, gone);
    actor_skin_all(a, look, &s);
    return s;
}

static int32_t part_of(const pelt_extent *e, int axis) /* thousandths of the picture */
{
    return (e->max[axis] - e->min[axis]) * 1000 / (16 * (axis == 0 ? WIDTH : HEIGHT));
}

/* How far it leaves the picture, 1/16 pixel. */
static int32_t beyond(const pelt_extent *e)
{
    int32_t most = -e->min[0];
    most = -e->min[1] > most ? -e->min[1] : most;
    most = e->max[0] - 16 * WIDTH > most ? e->max[0] - 16 * WIDTH : most;
    return e->max[1] - 16 * HEIGHT > most ? e->max[1] - 16 * HEIGHT : most;
}

static void at_rest(actor *a, framing *f)
{
    const actor_moment rest = {PELT_NONE, PELT_NONE, 0, 0, 0, 0};
    int32_t widest = 0, tallest = 0, gone[2] = {0, 0};
    for (uint32_t turn = 0; turn < 4u; turn++) {
        const seen s = see(a, f, &rest, turn * (PELT_TURN / 4u), gone);
        const int32_t tall = part_of(&s.extent, 1), wide = part_of(&s.extent, 0);
        widest = wide > widest ? wide : widest;
        tallest = tall > tallest ? tall : tallest;
        expect(s.outside == 0, "vertices outside at rest", (int32_t)s.outside);
        expect(abs(s.feet - s.shadow) <= 16, "feet off the floor, 1/16 pixel", s.feet - s.shadow);
    }
    expect(tallest <= 900, "too tall at rest, thousandths", tallest);
    expect(tallest >= 700 || widest >= 700, "too small at rest, thousandths", tallest);
}

static void in_clip(actor *a, framing *f, uint32_t clip)
{
    actor_moment m = {clip, PELT_NONE, 0, 0, 0, 0};
    int32_t largest = 0, gone[2] = {0, 0};
    pelt_clip_info info;
    need(pelt_clip_get(&info, &a->model, clip), "clip");
    for (uint32_t i = 0; i < MOMENTS; i++) {
        m.time = info.start + (pelt_time)((int64_t)(info.end - info.start) * i / (MOMENTS - 1));
        const seen s = see(a, f, &m, i * (PELT_TURN / MOMENTS), gone);
        const int32_t tall = part_of(&s.extent, 1), wide = part_of(&s.extent, 0);
        largest = tall > largest ? tall : wide > largest ? wide : largest;
        expect(s.outside == 0 && beyond(&s.extent) <= 0, "leaves the picture in a clip, 1/16 pixel",
               beyond(&s.extent));
    }
    expect(largest >= 300, "small in its clip, thousandths", largest);
}

static void frame(const loaded_blob *blob)
{
    int32_t wide = 0;
    pelt_box_q16 rest;
    framing f;
    actor a;
    stage_open(&a, blob->bytes, blob->size_bytes);
    actor_rest(&rest, &a);
    for (int axis = 0; axis < 3; axis++)
        wide |= rest.max[axis] / 2 - rest.min[axis] / 2;
    if (a.vertex_count == 0u || wide == 0)
        return;
    framing_open(&f, &a, &rest, WIDTH, HEIGHT);
    at_rest(&a, &f);
    for (uint32_t clip = 0; clip < a.model.clip_count; clip++)
        in_clip(&a, &f, clip);
}

int main(int argc, char **argv)
{
    diag_set_warnings(false);
    for (int i = 1; i < argc; i++) {
        load_options options = LOAD_OPTIONS;
        FREED_BY(loaded_blob_free) loaded_blob blob = {0};
        diag d = {0};
        path = argv[i];
        options.bake.encoding = PELT_EXACT;
        const bool ok = load_blob(&blob, path, &options, &d);
        if (!ok)
            diag_print(&d, path);
        expect(ok, "bake", 0);
        if (ok)
            frame(&blob);
    }
    return check_end();
}
