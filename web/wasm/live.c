/* SPDX-License-Identifier: MIT */
/* Plays a character in a page: after live_open(), poses and pictures as often as wanted. An
 * instance plays one character; errors go to stderr. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backdrop.h"
#include "cmd/options.h"
#include "cmd/overlay.h"
#include "pelt/gpu.h"
#include "scene/moments.h"
#include "web/wasm/exhibit.h"

#define EXPORT(name) __attribute__((export_name(#name)))

#define SWING_S (1 / 60.0)
#define SWING_MOST_S 0.25     /* from one pose to the next: beyond is a jump */
#define QUICK_TEXTURE_SIDE 64 /* while the bake finds what colours need */

enum { SHOW_COLOURS, SHOW_ERROR, SHOW_INFLUENCES };

EXPORT(live_open) int live_open(int argc, char **argv, int clips);
EXPORT(live_clip_count) uint32_t live_clip_count(void);
EXPORT(live_clip_name) const char *live_clip_name(uint32_t clip);
EXPORT(live_clip_time) double live_clip_time(uint32_t clip, bool end);
EXPORT(live_pose) int live_pose(int clip, double time_s, int other, double other_s, double share);
EXPORT(live_checksum) uint32_t live_checksum(void);
EXPORT(live_error) double live_error(int clip, double time_s);
EXPORT(live_draw)
const uint8_t *live_draw(int width, int height, uint32_t yaw, uint32_t pitch, double zoom,
                         int shows, double limit, uint32_t level);
EXPORT(live_levels) uint32_t live_levels(void);
EXPORT(live_vertices) uint32_t live_vertices(void);
EXPORT(live_joints) uint32_t live_joints(void);
EXPORT(live_joint_name) const char *live_joint_name(uint32_t joint);
EXPORT(live_expression) const char *live_expression(uint32_t index);
EXPORT(live_face) void live_face(uint32_t index, double weight);
EXPORT(live_show) int live_show(int argc, char **argv);

static exhibit s;
static const char *file = "page"; /* for messages */
static diag problem;
static double travel[3]; /* at the current moment */
static pelt_body body;
static overlay over;
static double *face;             /* [expressions] */
static pelt_vertex_q16 *skinned; /* [largest mesh] */
static uint16_t *colours, *depths;
static uint8_t *pixels;
static size_t pixel_room;

static int finish(bool ok)
{
    const int status = ok ? DIAG_OK : problem.exit_code;
    if (!ok)
        diag_print(&problem, file);
    problem = (diag){0};
    fflush(NULL);
    return status;
}

/// Opening ///////////////////////////////////////////////////////////////////////////////////////

/* Counts the joints that move each vertex in the blob. */
static bool count_influences(uint32_t mesh, uint32_t count)
{
    uint8_t(*weights)[4] = diag_calloc(count + 1u, sizeof *weights);
    const pelt_attributes to = {
        .vertices = weights, .stride_bytes = 4, .weights = {PELT_UNORM8, 0}};
    const pelt_status status = pelt_attributes_export(&to, &s.p.model, mesh, 0, count);
    for (uint32_t v = 0; v < count; v++)
        for (int k = 0; k < 4; k++)
            s.influences[mesh][v] += weights[v][k] != 0;
    free(weights);
    return status == PELT_OK || diag_fail(&problem, DIAG_INVALID,
                                          "%s, weights of mesh %u, report it as a bug of this tool",
                                          pelt_status_describe(status), mesh);
}

static bool make_room(void)
{
    const uint32_t meshes = s.p.model.mesh_count;
    uint32_t largest = 0;
    s.positions = diag_calloc(meshes + 1u, sizeof *s.positions);
    s.normals = diag_calloc(meshes + 1u, sizeof *s.normals);
    s.errors = diag_calloc(meshes + 1u, sizeof *s.errors);
    s.influences = diag_calloc(meshes + 1u, sizeof *s.influences);
    for (uint32_t m = 0; m < meshes; m++) {
        pelt_mesh_info info = {0};
        (void)pelt_mesh_get(&info, &s.p.model, m);
        const size_t count = info.vertex_count + 1u;
        s.vertex_count += info.vertex_count;
        largest = info.vertex_count > largest ? info.vertex_count : largest;
        s.positions[m] = diag_calloc(count, sizeof **s.positions);
        s.normals[m] = diag_calloc(count, sizeof **s.normals);
        s.errors[m] = diag_calloc(count, sizeof **s.errors);
        s.influences[m] = diag_calloc(count, 1);
        if (!count_influences(m, info.vertex_count))
            return false;
    }
    body.model = &s.p.model;
    body.lods = &s.p.lods;
    body.shifts = s.p.shifts;
    body.shift_count = s.p.shift_count;
    body.vertices = diag_calloc(s.vertex_count + 1u, sizeof *body.vertices);
    body.shadows = diag_calloc(s.vertex_count + 1u, sizeof *body.shadows);
    skinned = diag_calloc(largest + 1u, sizeof *skinned);
    memcpy(body.shadow_colour, backdrop_shadow, sizeof backdrop_shadow);
    return true;
}

/* Bakes the first clips without measuring their error or ordering vertices for a core. */
static bool bake_quickly(const load_options *load, uint32_t clips)
{
    bake_result result;
    bake_options options = load->bake;
    scene some = s.source;
    some.clip_count = clips < some.clip_count ? clips : some.clip_count;
    options.order = (bake_order){.plain = true};
    options.strip = false;
    if (options.texture_side == BAKE_AUTO)
        options.texture_side = QUICK_TEXTURE_SIDE;
    if (!bake_scene(&result, &some, &options, &problem))
        return false;
    s.blob = (loaded_blob){.bytes = result.blob, .size_bytes = result.bytes};
    result.blob = NULL;
    bake_result_free(&result);
    return true;
}

/* Opens BLOB, the glTF file from which it was baked, and the options of that bake. clips: if it is
 * not negative, bakes that many quickly instead of reading BLOB. */
static bool open_files(int argc, char **argv, int clips)
{
    command_line line;
    const load_options plain = LOAD_OPTIONS;
    file = argv[1];
    bool ok = command_line_read(&line, FOR_REPORT, argc - 2, argv + 2, &problem);
    diag_set_warnings(false); /* bake prints them */
    ok = ok && load_check(&line.load, &problem) &&
         load_scene(&s.source, NULL, argv[1], &line.load, &problem) &&
         (clips >= 0 ? bake_quickly(&line.load, (uint32_t)clips)
                     : load_blob(&s.blob, argv[0], &plain, &problem)) &&
         play_open(&s.p, s.blob.bytes, s.blob.size_bytes, &problem) &&
         source_map_open(&s.map, &s.p.model, &problem);
    if (ok)
        s.reference = verify_open(&s.p, &s.map, &s.source, &problem);
    return ok && s.reference != NULL;
}

int live_open(int argc, char **argv, int clips)
{
    return finish(open_files(argc, argv, clips) && make_room() && framing_find(&s, &problem));
}

/* The clips of the file, which a quick blob need not have all. */
uint32_t live_clip_count(void)
{
    return s.source.clip_count;
}

const char *live_clip_name(uint32_t clip)
{
    return s.source.clips[clip].name;
}

/* The first or last moment of a clip, in glTF's seconds. */
double live_clip_time(uint32_t clip, bool end)
{
    return end ? s.source.clips[clip].end_s : s.source.clips[clip].start_s;
}

uint32_t live_levels(void)
{
    return s.p.lods.count;
}

uint32_t live_vertices(void)
{
    return s.vertex_count;
}

uint32_t live_joints(void)
{
    return s.p.model.joint_count;
}

const char *live_joint_name(uint32_t joint)
{
    pelt_joint_info info;
    return pelt_joint_get(&info, &s.p.model, joint) == PELT_OK ? info.name : "";
}

/* Its name; NULL past the last. */
const char *live_expression(uint32_t index)
{
    pelt_expression_info info;
    return pelt_expression_get(&info, &s.p.model, index) == PELT_OK ? info.name : NULL;
}

/* Every following pose shows this expression alone; a weight of 0: none. */
void live_face(uint32_t index, double weight)
{
    uint32_t count = 0;
    while (live_expression(count) != NULL)
        count++;
    free(face);
    face = diag_calloc(count + 1u, sizeof *face);
    if (index < count)
        face[index] = weight;
    s.p.face = index < count ? face : NULL;
    s.p.face_count = count;
}

/* What is drawn over every following picture: a list of `pelt view --show`, or nothing. */
int live_show(int argc, char **argv)
{
    const model_names names = {&s.p.model, &s.map, file};
    free(over.heat);
    over = (overlay){0};
    return finish(argc == 0 || overlay_open(&over, argv[0], &s.p, &names, &problem));
}

/// A moment //////////////////////////////////////////////////////////////////////////////////////

/* Steps springs up to a moment, in the pose that it has; at rest after a jump or a cut between clips. */
static bool swing_to(int clip, double time_s, bool blends)
{
    static int before = PLAY_BIND;
    static double swung_s;
    bool ok = true;
    if (pelt_springs_bytes_get(&s.p.model) == 0)
        return true;
    if (clip == before && clip >= 0 && time_s < swung_s) /* it starts again */
        swung_s -= live_clip_time((uint32_t)clip, true) - live_clip_time((uint32_t)clip, false);
    const double way_s = time_s - swung_s;
    const bool cut = clip != before && !blends;
    if (s.p.tails == NULL || cut || (clip == before && !(way_s >= 0 && way_s < SWING_MOST_S)))
        ok = play_swing(&s.p, 60, &problem);
    if (clip != before || !(way_s >= 0 && way_s < SWING_MOST_S))
        swung_s = time_s;
    before = clip;
    s.p.steps = true;
    for (; swung_s + SWING_S <= time_s && ok; swung_s += SWING_S)
        ok = play_pose(&s.p, clip, scene_ticks(time_s), &problem);
    s.p.steps = false;
    return ok;
}

static uint32_t still_crc; /* of live_pose */

/* clip: of the blob, or PLAY_REST. other: a second clip, blended into the pose by `share`, or
 * PLAY_BIND for none. */
int live_pose(int clip, double time_s, int other, double other_s, double share)
{
    const play_layer layers[2] = {
        {.clip = clip, .time = scene_ticks(time_s), .weight = 1 - share},
        {.clip = other, .time = scene_ticks(other_s), .weight = share},
    };
    const bool blends = other != PLAY_BIND && share > 0;
    double way[3];
    framing_travel(travel, &s, clip, time_s);
    framing_travel(way, &s, blends ? other : PLAY_REST, other_s);
    for (int a = 0; a < 3 && blends; a++)
        travel[a] += share * (way[a] - travel[a]);
    s.p.layers = blends ? layers : NULL;
    s.p.layer_count = blends ? 2 : 0;
    void *tails = s.p.tails;
    s.p.tails = NULL;
    bool ok = play_pose(&s.p, clip, scene_ticks(time_s), &problem) &&
              play_checksum(&still_crc, &s.p, &problem);
    s.p.tails = tails;
    ok = ok && swing_to(clip, time_s, blends) &&
         play_pose(&s.p, clip, scene_ticks(time_s), &problem) && exhibit_skin(&s, &problem);
    s.p.layers = NULL;
    return finish(ok);
}

/* The checksum of the pose without what swings, as `pelt dump --what checksum` prints it. */
uint32_t live_checksum(void)
{
    return still_crc;
}

/* The largest error of a vertex at a moment of a clip, as a fraction of the model's size. Also
 * sets the errors that SHOW_ERROR shows; the pose is then that moment's. */
double live_error(int clip, double time_s)
{
    float most = 0;
    free(s.p.tails); /* what swings is no error */
    s.p.tails = NULL;
    for (uint32_t m = 0; m < s.p.model.mesh_count; m++) {
        pelt_mesh_info info = {0};
        (void)pelt_mesh_get(&info, &s.p.model, m);
        memset(s.errors[m], 0, info.vertex_count * sizeof **s.errors);
    }
    if (finish(verify_vertices(s.errors, s.reference, clip, time_s, &problem)) != DIAG_OK)
        return -1;
    for (uint32_t m = 0; m < s.p.model.mesh_count; m++) {
        pelt_mesh_info info = {0};
        (void)pelt_mesh_get(&info, &s.p.model, m);
        for (uint32_t v = 0; v < info.vertex_count; v++)
            most = s.errors[m][v] > most ? s.errors[m][v] : most;
    }
    return (double)most;
}

/// A picture /////////////////////////////////////////////////////////////////////////////////////

/* Colours in linear light; page.css has the same in sRGB. */
static const uint8_t ramp[][3] = {
    {14, 28, 62}, {16, 78, 118}, {58, 150, 84}, {226, 168, 22}, {222, 36, 16}};
#define RAMP_STEPS (sizeof ramp / sizeof *ramp - 1)

/* at: 0 to 1. */
static void ramp_colour(uint8_t out[3], double at)
{
    const double step = fmin(fmax(at, 0), 1) * RAMP_STEPS;
    const size_t i = step < RAMP_STEPS ? (size_t)step : RAMP_STEPS - 1;
    for (int c = 0; c < 3; c++)
        out[c] = (uint8_t)lrint(ramp[i][c] + (step - (double)i) * (ramp[i + 1][c] - ramp[i][c]));
}

/* Converts vertices for the camera, which follows the character's travel. */
static void to_fixed(uint32_t mesh, uint32_t count)
{
    for (uint32_t v = 0; v < count; v++) {
        pelt_vertex_q16 *to = &skinned[v];
        for (int a = 0; a < 3; a++) {
            const double x =
                (s.positions[mesh][v][a] - s.view.centre[a] - travel[a]) * s.view.scale;
            to->position[a] =
                (int32_t)lrint(fmin(fmax(x, -EXHIBIT_UNITS * 64), EXHIBIT_UNITS * 64));
            to->normal[a] = (int32_t)lrint(s.normals[mesh][v][a] * 65536);
        }
    }
}

/* Paints heat colours over the model's own. */
static void paint(pelt_draw_vertex *to, const pelt_mesh_info *info, uint32_t mesh, int shows,
                  double limit)
{
    for (uint32_t v = 0; v < info->vertex_count; v++) {
        const pelt_vertex_q16 *at = &skinned[v];
        uint8_t colour[3];
        ramp_colour(colour, shows == SHOW_ERROR ? (double)s.errors[mesh][v] / limit
                                                : s.influences[mesh][v] / 4.0);
        pelt_camera_project(&to[v], &body.cam, at->position, info->has_normals ? at->normal : NULL,
                            colour);
    }
}

static void place_all(int shows, double limit)
{
    uint32_t first = 0;
    for (uint32_t m = 0; m < s.p.model.mesh_count; m++) {
        pelt_mesh_info info;
        if (pelt_mesh_lod(&info, &s.p.lods, m, body.level) != PELT_OK)
            continue;
        to_fixed(m, info.vertex_count);
        pelt_body_project(&body, m, skinned, 0, info.vertex_count);
        if (shows == SHOW_COLOURS)
            overlay_heat(&over, &body, m, skinned, info.vertex_count, info.has_normals != 0);
        else
            paint(body.vertices + first, &info, m, shows, limit);
        first += info.vertex_count;
    }
}

/* Derives the camera for this picture from the one for 256 x 256. */
static void aim(int width, int height, uint32_t yaw, uint32_t pitch, double zoom)
{
    const int shorter = width < height ? width : height;
    body.cam = s.view.cam;
    body.cam.focal = (int32_t)fmin(s.view.cam.focal * zoom * shorter / 256, 65535);
    body.cam.centre_x = width * 8;
    body.cam.centre_y = height * 8 - height * 2 / 5;
    pelt_camera_turn(&body.cam, yaw, pitch);
}

#define SAMPLES 4 /* of a pixel, two by two, so that edges are smooth */

/* Draws width x height pixels R, G, B, A, which are valid until the next call. Sizes are 8 ...
 * PELT_PICTURE_MAX, angles 1/65536 turns; zoom 1 shows everything. limit: the error that gets the
 * hottest colour; level: of detail, 0 is all of the model. */
const uint8_t *live_draw(int width, int height, uint32_t yaw, uint32_t pitch, double zoom,
                         int shows, double limit, uint32_t level)
{
    const size_t count = (size_t)width * (size_t)height;
    pelt_band band = {.width = width, .line_count = height};
    backdrop behind;
    if (count > pixel_room) {
        free(colours);
        free(depths);
        free(pixels);
        colours = diag_calloc(count, sizeof *colours);
        depths = diag_calloc(count, sizeof *depths);
        pixels = diag_calloc(count, 4);
        pixel_room = count;
    }
    overlay_space space = {.cam = &body.cam, .scale = s.view.scale};
    for (int a = 0; a < 3; a++)
        space.centre[a] = s.view.centre[a] + travel[a];
    body.level = level < s.p.lods.count ? level : 0;
    band.colours = colours;
    band.depths = depths;
    body.flags =
        PELT_DRAW_TWO_SIDED | (shows == SHOW_COLOURS && over.heat == NULL ? 0u : PELT_DRAW_PLAIN);
    memset(pixels, 0, count * 4);
    for (int sample = 0; sample < SAMPLES; sample++) {
        aim(width, height, yaw, pitch, zoom);
        body.cam.centre_x += sample % 2 * 8 - 4; /* 1/16 pixel */
        body.cam.centre_y += sample / 2 * 8 - 4;
        place_all(shows, limit);
        backdrop_place(&behind, &body.cam, height);
        backdrop_paint(&band, &behind);
        pelt_band_clear(&band);
        pelt_body_draw(&body, &band);
        overlay_draw(&over, &band, &s.p, &space);
        for (size_t i = 0; i < count; i++) { /* sums of 5 and 6 bits, up to 252 */
            pixels[4 * i] = (uint8_t)(pixels[4 * i] + (colours[i] >> 11));
            pixels[4 * i + 1] = (uint8_t)(pixels[4 * i + 1] + (colours[i] >> 5 & 63));
            pixels[4 * i + 2] = (uint8_t)(pixels[4 * i + 2] + (colours[i] & 31));
        }
    }
    for (size_t i = 0; i < 4 * count; i++)
        pixels[i] = (uint8_t)(i % 4 == 3   ? 255
                              : i % 4 == 1 ? pixels[i] * 255u / (63u * SAMPLES)
                                           : pixels[i] * 255u / (31u * SAMPLES));
    return pixels;
}
