/* SPDX-License-Identifier: MIT */
#include "cmd/overlay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/choice.h"
#include "pelt/gpu.h"
#include "src/blob/stored.h"
#include "src/draw/body.h"

enum { CIRCLE = 24 };

static const uint8_t bone_colour[3] = {255, 255, 255}, spring_colour[3] = {255, 96, 0},
                     collider_colour[3] = {0, 160, 255}, between_colour[3] = {255, 0, 255};

/// What is shown /////////////////////////////////////////////////////////////////////////////////

/* The weights of a joint, of all meshes. */
static float *find_heat(const pelt_model *model, uint32_t joint)
{
    float *heat = diag_calloc(pelt_vertices_count(model) + 1u, sizeof *heat);
    pelt_mesh_info info;
    for (uint32_t mesh = 0, first = 0; pelt_mesh_get(&info, model, mesh) == PELT_OK;
         mesh++, first += info.vertex_count) {
        FREED float(*of)[8] = diag_calloc(info.vertex_count + 1u, sizeof *of);
        const pelt_attributes to = {.vertices = of,
                                    .stride_bytes = sizeof *of,
                                    .joints = {PELT_FLOAT32, 0},
                                    .weights = {PELT_FLOAT32, 16}};
        (void)pelt_attributes_export(&to, model, mesh, 0, info.vertex_count);
        for (uint32_t i = 0; i < info.vertex_count; i++)
            for (int k = 0; k < 4; k++)
                if (pelt_palette_joint_get(model, info.skin, (uint32_t)of[i][k]) == joint)
                    heat[first + i] += of[i][4 + k];
    }
    return heat;
}

static bool take_word(overlay *o, const char *word, play *p, const model_names *in, diag *d)
{
    static const char weights[] = "weights:";
    static const char *const names[] = {"skeleton", "betweens", "springs"};
    bool *const flags[] = {&o->skeleton, &o->betweens, &o->springs};
    uint32_t joint;
    for (int i = 0; i < 3; i++)
        if (strcmp(word, names[i]) == 0) {
            *flags[i] = true;
            return i < 2 || play_swing(p, 60, d);
        }
    if (strncmp(word, weights, sizeof weights - 1) != 0)
        return diag_fail(
            d, DIAG_USAGE,
            "--show %.200s is none of skeleton, weights:JOINT, springs and betweens, command "
            "line, see --help",
            word);
    if (!choose_joint(&joint, "--show", word + sizeof weights - 1, in, d))
        return false;
    free(o->heat);
    o->heat = find_heat(&p->model, joint);
    return true;
}

bool overlay_open(overlay *o, const char *text, play *p, const model_names *in, diag *d)
{
    FREED char *words = text != NULL ? diag_copy(text) : NULL;
    bool ok = true;
    for (char *word = words, *next; word != NULL && ok; word = next) {
        next = choice_cut(strchr(word, ','));
        ok = take_word(o, word, p, in, d);
    }
    return ok;
}

/// Heat //////////////////////////////////////////////////////////////////////////////////////////

void overlay_heat(const overlay *o, const pelt_body *body, uint32_t mesh,
                  const pelt_vertex_q16 *vertices, uint32_t count, bool has_normals)
{
    const bool is_lit = has_normals && (body->flags & PELT_DRAW_UNLIT) == 0;
    pelt_mesh_info info;
    uint32_t place;
    if (o->heat == NULL || pelt_draw_range(&info, &place, body->model, mesh, 0, count) != PELT_OK)
        return;
    for (uint32_t i = 0; i < count; i++) {
        const float w = fminf(o->heat[place + i], 1);
        const uint8_t none[3] = {64, 64, 64}, /* then from blue by violet to red and yellow */
            some[3] = {(uint8_t)(255 * fminf(2 * w, 1)), (uint8_t)(255 * fmaxf(2 * w - 1, 0)),
                       (uint8_t)(255 * fminf(2 - 2 * w, 1))};
        (void)pelt_camera_project(&body->vertices[place + i], &body->cam, vertices[i].position,
                                  is_lit ? vertices[i].normal : NULL, w > 0 ? some : none);
    }
}

/// Lines /////////////////////////////////////////////////////////////////////////////////////////

typedef struct pen {
    const pelt_band *band;
    const overlay_space *space;
    const uint8_t *colour;
    double half; /* of its width, 1/16 pixel */
} pen;

static bool see(pelt_draw_vertex *out, const pen *with, const double place[3])
{
    int32_t at[3];
    for (int i = 0; i < 3; i++) {
        const double x = (place[i] - with->space->centre[i]) * with->space->scale;
        if (!(fabs(x) < 1 << 28))
            return false;
        at[i] = (int32_t)lrint(x);
    }
    return pelt_camera_project(out, with->space->cam, at, NULL, with->colour) == PELT_OK;
}

static void draw_line(const pen *with, const double from[3], const double to[3])
{
    pelt_draw_vertex corners[4];
    if (!see(&corners[0], with, from) || !see(&corners[2], with, to))
        return;
    const double x = corners[2].x - corners[0].x, y = corners[2].y - corners[0].y;
    const double length = hypot(x, y), across = length > 0 ? with->half / length : 0;
    const int32_t right = (int32_t)lrint(-y * across), down = (int32_t)lrint(x * across);
    for (int i = 0; i < 4; i += 2) {
        corners[i + 1] = corners[i];
        corners[i].x = (int16_t)(corners[i].x + right);
        corners[i].y = (int16_t)(corners[i].y + down);
        corners[i + 1].x = (int16_t)(corners[i + 1].x - right);
        corners[i + 1].y = (int16_t)(corners[i + 1].y - down);
    }
    for (int i = 0; i < 2; i++)
        pelt_triangle_draw(with->band, &corners[i], &corners[i + 1], &corners[i + 2],
                           PELT_DRAW_PAINT | PELT_DRAW_TWO_SIDED);
}

/* Three circles around a place. */
static void draw_sphere(const pen *with, const double middle[3], double radius)
{
    for (int axis = 0; axis < 3; axis++) {
        double last[3] = {0, 0, 0};
        for (int i = 0; i <= CIRCLE; i++) {
            const double turn = i * 6.283185307179586 / CIRCLE;
            double at[3] = {middle[0], middle[1], middle[2]};
            at[axis] += radius * cos(turn);
            at[(axis + 1) % 3] += radius * sin(turn);
            if (i > 0)
                draw_line(with, last, at);
            memcpy(last, at, sizeof last);
        }
    }
}

static void place_of(double place[3], const play *p, uint32_t joint)
{
    const mat34 m = play_joint(p, joint);
    for (int i = 0; i < 3; i++)
        place[i] = m.m[i][3];
}

static void draw_springs(const pen *bones, const pen *round, const play *p)
{
    double from[3], to[3], radius;
    uint32_t joint;
    for (uint32_t i = 0; play_tail(&joint, to, p, i); i++) {
        place_of(from, p, joint);
        draw_line(bones, from, to);
    }
    for (uint32_t i = 0; play_collider(from, to, &radius, p, i); i++) {
        draw_sphere(round, from, radius);
        if (memcmp(from, to, sizeof from) == 0)
            continue;
        draw_sphere(round, to, radius);
        draw_line(round, from, to);
    }
}

/* Where the model's in-betweens turn: rings about their pivots, wider by the part of the turn. */
static void draw_betweens(const pen *with, const play *p)
{
    const pelt_model *model = &p->model;
    for (uint32_t s = 0; s < model->skin_count && model->betweens != 0; s++) {
        const stored_list list = stored_betweens(model, s);
        for (uint32_t i = 0; i < list.count; i++) {
            const format_between_q16 *fixed = (const format_between_q16 *)list.first + i;
            const format_between_f32 *real = (const format_between_f32 *)list.first + i;
            const mat34 m = play_entry(p, s, list.entries + i);
            double pivot[3];
            for (int k = 0; k < 3; k++)
                pivot[k] = model->encoding == PELT_FLOAT ? (double)real->pivot[k] : fixed->pivot[k];
            mat34_point(pivot, &m, pivot);
            draw_sphere(with, pivot, (16384 + 2 * fixed->part) / with->space->scale);
        }
    }
}

void overlay_draw(const overlay *o, const pelt_band *band, const play *p,
                  const overlay_space *space)
{
    const pen bones = {band, space, bone_colour, 10}, springs = {band, space, spring_colour, 18},
              round = {band, space, collider_colour, 8}, between = {band, space, between_colour, 8};
    pelt_joint_info info;
    for (uint32_t i = 0; o->skeleton && pelt_joint_get(&info, &p->model, i) == PELT_OK; i++) {
        double from[3], to[3];
        if (info.parent == PELT_NO_JOINT)
            continue;
        place_of(from, p, info.parent);
        place_of(to, p, i);
        draw_line(&bones, from, to);
    }
    if (o->betweens)
        draw_betweens(&between, p);
    if (o->springs)
        draw_springs(&springs, &round, p);
}
