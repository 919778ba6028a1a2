/* SPDX-License-Identifier: MIT */
/* pelt view: draws a picture or an animation of a file from the results of the device library, as
 * the demo draws. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backdrop.h"
#include "cmd/commands.h"
#include "cmd/overlay.h"
#include "common/progress.h"
#include "common/region.h"
#include "picture/picture.h"
#include "pelt/draw.h"
#include "play/play.h"
#include "scene/box.h"
#include "scene/moments.h"
#include "scene/texture.h"

enum { FRAME_MS = 70, SHEET_COLUMNS = 6 };

#define VIEW_YAW 5461u       /* 30 degrees, in 1/65536 turns */
#define VIEW_PITCH 1900u     /* 10 degrees */
#define VIEW_UNITS 4194304.0 /* largest coordinate handed to the camera, 2^22 */

typedef struct view {
    play p;
    source_map map; /* empty if the blob is stripped */
    model_names names;
    pelt_body body;
    uint16_t *depths;
    texture_light light;
    float (*sums)[3];                      /* [height][width] */
    double (*positions)[3], (*normals)[3]; /* [largest mesh] */
    pelt_vertex_q16 *skinned;              /* [largest mesh] */
    double centre[3], travel[3], scale;    /* travel: of the model up to the last frame */
    double way;                            /* the part of `travel` that the frame has behind it */
    uint32_t frame_count;
    double frame_ms;
    int clip; /* index, PLAY_REST or PLAY_BIND */
    bool turns, is_gif;
    overlay over;
    /* springs were stepped up to this tick since the clip's start; INT64_MAX: never */
    int64_t swung;
} view;

/* Finds the kind of picture by the file's suffix. */
static bool find_kind(bool *is_gif, const char *path, diag *d)
{
    const char *ending = strrchr(path, '.');
    *is_gif = ending != NULL && strcmp(ending, ".gif") == 0;
    return *is_gif || (ending != NULL && strcmp(ending, ".png") == 0) ||
           diag_fail(d, DIAG_USAGE,
                     "%s ends neither in .png nor in .gif, command line, use one of these endings",
                     path);
}

static bool clip_moves(const play *p, uint32_t clip, double *length_s)
{
    pelt_clip_info info = {0};
    if (pelt_clip_get(&info, &p->model, clip) != PELT_OK)
        return false;
    *length_s = ((double)info.end - info.start) / PELT_TICKS_PER_SECOND;
    return info.end > info.start;
}

/* Decides which clip is shown, and in how many frames. */
static bool plan(view *v, const command_line *o, diag *d)
{
    const play *p = &v->p;
    double length_s = 0;
    bool moves = false;
    v->clip = o->has_time && p->model.clip_count > 0 ? 0 : PLAY_REST;
    if (o->clip != NULL && !choose_clip(&v->clip, "--clip", o->clip, &v->names, d))
        return false;
    if (o->clip == NULL && o->pose.pose == NULL && (v->is_gif || o->frame_count > 1u))
        for (uint32_t c = 0; c < p->model.clip_count && v->clip == PLAY_REST; c++)
            v->clip = clip_moves(p, c, &length_s) ? (int)c : PLAY_REST;
    if (v->clip >= 0)
        moves = clip_moves(p, (uint32_t)v->clip, &length_s);
    v->frame_count = o->frame_count;
    if (v->frame_count == 0u) {
        const double frames = moves ? ceil(length_s * 1000 / FRAME_MS) : 48;
        v->frame_count = !v->is_gif ? 1u : (uint32_t)fmin(fmax(frames, 2), 120);
    }
    v->turns = v->frame_count > 1u && !moves;
    v->frame_ms = FRAME_MS;
    if (moves)
        v->frame_ms = fmin(fmax(length_s * 1000 / v->frame_count, 20), 1000);
    return true;
}

/* Steps springs, 60 a second, up to a frame's moment of a clip: from a whole time through it before on,
 * and anew where the frame is one before. */
static bool swing_to(view *v, int64_t length, pelt_time start, uint32_t frame, diag *d)
{
    const int64_t step = PELT_TICKS_PER_SECOND / 60;
    const int64_t to = length * frame / v->frame_count;
    bool ok = true;
    if (pelt_springs_bytes_get(&v->p.model) == 0)
        return true;
    if (v->swung > to) {
        ok = play_swing(&v->p, 60, d);
        v->swung = -length;
    }
    v->p.steps = true;
    for (; v->swung + step <= to && ok; v->swung += step)
        ok = play_pose(&v->p, v->clip, (pelt_time)(start + (v->swung + length) % length), d);
    v->p.steps = false; /* the frame itself shows where tails are */
    return ok;
}

/* Handles a mesh of a frame, whose vertices are in the view. */
typedef void take_mesh(view *v, uint32_t mesh, const pelt_mesh_info *info, void *to);

/* Poses the character for a frame and passes on its meshes. A clip that is played whole does not
 * show both its end and its start. */
static bool each_mesh(view *v, const command_line *o, uint32_t frame, take_mesh *take, void *to,
                      diag *d)
{
    const pelt_model *model = &v->p.model;
    pelt_clip_info clip = {0};
    pelt_mesh_info info;
    pelt_time time = scene_ticks(o->time_s);
    if (v->clip >= 0 && v->frame_count > 1u &&
        pelt_clip_get(&clip, model, (uint32_t)v->clip) == PELT_OK) {
        const int64_t length = (int64_t)clip.end - clip.start;
        time = (pelt_time)(clip.start + length * frame / v->frame_count);
        if (length > 0 && !swing_to(v, length, clip.start, frame, d))
            return false;
    }
    v->way = v->frame_count > 1u ? frame / (v->frame_count - 1.0) : 0;
    bool ok = play_pose(&v->p, v->clip, time, d);
    for (uint32_t m = 0; ok && pelt_mesh_lod(&info, &v->p.lods, m, o->lod) == PELT_OK; m++) {
        ok = play_mesh(&v->p, m, v->positions, v->normals, d);
        if (ok)
            take(v, m, &info, to);
    }
    return ok;
}

static void take_box(view *v, uint32_t mesh, const pelt_mesh_info *info, void *to)
{
    (void)mesh;
    for (uint32_t i = 0; i < info->vertex_count; i++)
        box3_add(to, v->positions[i]);
}

/* Converts vertices to fixed point, as seen by a camera that follows the model's travel. Those far outside of
 * the frames that frame_camera() looks at are clamped. */
static void to_fixed(view *v, uint32_t count, bool has_normals)
{
    for (uint32_t i = 0; i < count; i++) {
        pelt_vertex_q16 *to = &v->skinned[i];
        for (int axis = 0; axis < 3; axis++) {
            const double x =
                (v->positions[i][axis] - v->centre[axis] - v->way * v->travel[axis]) * v->scale;
            to->position[axis] = (int32_t)lrint(fmin(fmax(x, -VIEW_UNITS * 64), VIEW_UNITS * 64));
            to->normal[axis] = has_normals ? (int32_t)lrint(v->normals[i][axis] * 65536) : 0;
        }
    }
}

static void take_extent(view *v, uint32_t mesh, const pelt_mesh_info *info, void *to)
{
    (void)mesh;
    to_fixed(v, info->vertex_count, false);
    for (uint32_t i = 0; i < info->vertex_count; i++)
        pelt_extent_add(to, &v->body.cam, v->skinned[i].position);
}

static void take_picture(view *v, uint32_t mesh, const pelt_mesh_info *info, void *to)
{
    (void)to;
    to_fixed(v, info->vertex_count, info->has_normals != 0);
    pelt_body_project(&v->body, mesh, v->skinned, 0, info->vertex_count);
    overlay_heat(&v->over, &v->body, mesh, v->skinned, info->vertex_count, info->has_normals != 0);
}

/* Finds the model's displacement from the first frame to the last, if it is more than half of
 * its size: characters that walk in place stay. */
static bool find_travel(view *v, const command_line *o, diag *d)
{
    box3 from = box3_empty(), to = from;
    if (!each_mesh(v, o, 0, take_box, &from, d) ||
        !each_mesh(v, o, v->frame_count - 1u, take_box, &to, d))
        return false;
    for (int axis = 0; axis < 3; axis += 2) {
        const double way = (to.low[axis] + to.high[axis] - from.low[axis] - from.high[axis]) / 2;
        if (fabs(way) > (from.high[axis] - from.low[axis]) / 2)
            v->travel[axis] = way;
    }
    return true;
}

static void turn(view *v, uint32_t frame)
{
    const uint32_t turned = v->turns ? frame * (PELT_TURN / v->frame_count) : 0u;
    pelt_camera_turn(&v->body.cam, VIEW_YAW + turned, VIEW_PITCH);
}

/* Finds scale and camera from up to 16 of the frames: first their extent in space, then in the
 * picture. */
static bool frame_camera(view *v, const command_line *o, diag *d)
{
    box3 all = box3_empty();
    const uint32_t step = v->frame_count / 16u + 1u;
    pelt_extent covered;
    pelt_box_q16 box;
    if (!find_travel(v, o, d))
        return false;
    for (uint32_t frame = 0; frame < v->frame_count; frame += step) {
        box3 one = box3_empty();
        if (!each_mesh(v, o, frame, take_box, &one, d))
            return false;
        for (int axis = 0; axis < 3; axis++) {
            all.low[axis] = fmin(all.low[axis], one.low[axis] - v->way * v->travel[axis]);
            all.high[axis] = fmax(all.high[axis], one.high[axis] - v->way * v->travel[axis]);
        }
    }
    box = pelt_box_nothing;
    covered = pelt_extent_nothing;
    v->scale = 1;
    if (!box3_is_empty(&all)) {
        v->scale = box3_side(&all) > 0 ? VIEW_UNITS / box3_side(&all) : 1;
        for (int axis = 0; axis < 3; axis++) {
            v->centre[axis] = (all.low[axis] + all.high[axis]) / 2;
            box.max[axis] = (int32_t)lrint((all.high[axis] - v->centre[axis]) * v->scale);
            box.min[axis] = -box.max[axis];
        }
    }
    pelt_camera_frame(&v->body.cam, &box, (int32_t)o->width, (int32_t)o->height);
    for (uint32_t frame = 0; frame < v->frame_count; frame += step) {
        turn(v, frame);
        if (!each_mesh(v, o, frame, take_extent, &covered, d))
            return false;
    }
    pelt_camera_fit(&v->body.cam, &covered, (int32_t)o->width, (int32_t)o->height);
    return true;
}

/* Adds a drawn picture to sums of red, green and blue in linear light. */
static void add_picture(view *v, const pelt_band *band)
{
    const size_t count = (size_t)band->width * (size_t)band->line_count;
    for (size_t i = 0; i < count; i++) {
        uint8_t rgb[3];
        picture_rgb(rgb, band->colours[i]);
        for (int c = 0; c < 3; c++)
            v->sums[i][c] += (float)v->light.of[rgb[c]];
    }
}

/* The mean of these sums as a picture. */
static void take_mean(view *v, const pelt_band *band, uint32_t samples)
{
    const size_t count = (size_t)band->width * (size_t)band->line_count;
    for (size_t i = 0; i < count; i++) {
        double mean[3];
        for (int c = 0; c < 3; c++) {
            mean[c] = (double)v->sums[i][c] / samples;
            v->sums[i][c] = 0;
        }
        band->colours[i] = texture_565(&v->light, mean);
    }
}

/* Draws a frame once for each sample of a pixel, with the camera moved by a part of a pixel. */
static bool draw_frame(view *v, const command_line *o, const picture_strip *strip, uint32_t frame,
                       diag *d)
{
    pelt_band band = {.colours = picture_frame(strip, frame),
                      .depths = v->depths,
                      .width = (int32_t)o->width,
                      .line_count = (int32_t)o->height};
    const int32_t side = (int32_t)lrint(sqrt(o->pixel_samples));
    const pelt_camera cam = v->body.cam;
    bool ok = true;
    for (int32_t i = 0; ok && i < side * side; i++) {
        backdrop behind;
        v->body.cam = cam;
        v->body.cam.centre_x += (2 * (i % side) + 1 - side) * 8 / side; /* 1/16 pixel */
        v->body.cam.centre_y += (2 * (i / side) + 1 - side) * 8 / side;
        turn(v, frame);
        ok = each_mesh(v, o, frame, take_picture, NULL, d);
        backdrop_place(&behind, &v->body.cam, band.line_count);
        backdrop_paint(&band, &behind);
        pelt_band_clear(&band);
        pelt_body_draw(&v->body, &band);
        overlay_space space = {.cam = &v->body.cam, .scale = v->scale};
        for (int axis = 0; axis < 3; axis++)
            space.centre[axis] = v->centre[axis] + v->way * v->travel[axis];
        overlay_draw(&v->over, &band, &v->p, &space);
        if (side > 1)
            add_picture(v, &band);
    }
    v->body.cam = cam;
    if (side > 1)
        take_mean(v, &band, (uint32_t)(side * side));
    return ok;
}

static bool write_out(const view *v, const command_line *o, const picture_strip *strip, diag *d)
{
    FREED_BY(picture_free) picture_strip sheet = {0};
    if (v->is_gif)
        return picture_write_gif(o->out, strip, v->frame_ms, 1, d);
    if (strip->frame_count == 1u)
        return picture_write_png(o->out, strip, 1, d);
    picture_sheet(&sheet, strip, 1,
                  strip->frame_count < SHEET_COLUMNS ? strip->frame_count : SHEET_COLUMNS);
    return picture_write_png(o->out, &sheet, 1, d);
}

static bool show(view *v, const command_line *o, diag *d)
{
    const size_t count = pelt_vertices_count(&v->p.model) + 1u;
    FREED_BY(picture_free) picture_strip strip = {0};
    bool ok = plan(v, o, d) && overlay_open(&v->over, o->show, &v->p, &v->names, d);
    v->body.model = &v->p.model;
    v->body.lods = &v->p.lods;
    v->body.level = o->lod;
    v->body.shifts = v->p.shifts;
    v->body.shift_count = v->p.shift_count;
    memcpy(v->body.shadow_colour, backdrop_shadow, sizeof backdrop_shadow);
    v->body.flags = PELT_DRAW_TWO_SIDED | (o->light == 0 ? PELT_DRAW_UNLIT : 0u) |
                    (v->over.heat != NULL ? PELT_DRAW_PLAIN : 0u);
    FREED_BY(region_free) region memory = {0};
    v->body.vertices = region_calloc(&memory, count, sizeof *v->body.vertices);
    v->body.shadows = region_calloc(&memory, count, sizeof *v->body.shadows);
    v->positions = region_calloc(&memory, count, sizeof *v->positions);
    v->normals = region_calloc(&memory, count, sizeof *v->normals);
    v->skinned = region_calloc(&memory, count, sizeof *v->skinned);
    v->sums = region_calloc(&memory, o->width, o->height * sizeof *v->sums);
    texture_light_make(&v->light);
    v->depths = region_calloc(&memory, o->width, o->height * sizeof *v->depths);
    ok = ok && frame_camera(v, o, d);
    if (ok)
        picture_alloc(&strip, o->width, o->height, v->frame_count);
    for (uint32_t frame = 0; ok && frame < v->frame_count; frame++) {
        progress("drawing pictures", frame, v->frame_count);
        ok = draw_frame(v, o, &strip, frame, d);
    }
    progress_clear();
    return ok && write_out(v, o, &strip, d);
}

bool cmd_view(command_line *o, diag *d)
{
    FREED_BY(loaded_blob_free) loaded_blob blob = {0};
    view v = {.names = {&v.p.model, &v.map, o->in}, .swung = INT64_MAX};
    o->load.bake.bind |=
        (o->clip != NULL && clip_is_bind(o->clip)) || pose_options_take_bind(&o->pose);
    const bool has_moment = o->clip != NULL || o->has_time || o->frame_count > 1u;
    const output_file file = {.path = o->out};
    o->load.outputs = &file;
    o->load.output_count = o->window ? 0 : 1;
    if (o->window)
        return load_blob(&blob, o->in, &o->load, d) && show_window(&blob, o, d);
    const bool ok =
        find_kind(&v.is_gif, o->out, d) && pose_options_check(&o->pose, has_moment, d) &&
        load_blob(&blob, o->in, &o->load, d) && play_open(&v.p, blob.bytes, blob.size_bytes, d) &&
        play_take_level(&v.p, o->lod, d) &&
        (!source_map_exists(&v.p.model) || source_map_open(&v.map, &v.p.model, d)) &&
        load_store(&v.p, &v.map, &blob, &o->load, d) &&
        pose_options_find(&o->pose, &v.p, &v.names, d) && show(&v, o, d);
    source_map_free(&v.map);
    play_close(&v.p);
    free(v.over.heat);
    return ok;
}
