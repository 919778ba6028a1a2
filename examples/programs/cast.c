/* SPDX-License-Identifier: MIT */
/* Draws three characters that wave and walk by one set of clips. They have the same joints, but meshes and
 * proportions of their own. The store of clips is opened once and given to each, which then plays them as
 * if they were its own. */
#include <string.h>

#include "backdrop.h"
#include "draw.h"
#include "guard.h" /* pelt bake guard.glb -o guard.pelt --c guard --without-clips */
#include "moves.h" /* pelt bake guard.glb -o moves.pelt --c moves --as-clips */
#include "recording.h"
#include "sage.h" /* pelt bake sage.glb -o sage.pelt --c sage --without-clips --clips-from guard.glb */
#include "scout.h"

#define WIDTH 240
#define HEIGHT 160
#define LINES 16
#define COUNT 3
#define PICTURES 24u
#define PICTURE_MS 80u
#define SOME 64u /* vertices that are skinned at a time */
#define TRIANGLES (GUARD_TRIANGLES + SAGE_TRIANGLES + SCOUT_TRIANGLES)

static uint64_t scout_memory[SCOUT_ARENA_BYTES / 8], guard_memory[GUARD_ARENA_BYTES / 8],
    sage_memory[SAGE_ARENA_BYTES / 8];
static pelt_draw_vertex scout_seen[SCOUT_VERTICES], guard_seen[GUARD_VERTICES],
    sage_seen[SAGE_VERTICES];
static uint32_t strips[PELT_PICTURE_BYTES(WIDTH, HEIGHT, LINES, 1, TRIANGLES) / 4];
static pelt_model moves;
static pelt_character_q16 scout, guard, sage;
static pelt_picture picture;
static pelt_body bodies[COUNT]; /* from the left */
static recording film = {-1, 0, 0, WIDTH, HEIGHT, 16, PICTURES, PICTURE_MS};

static void sky(const pelt_band *band, void *own)
{
    (void)own;
    backdrop_sky(band, HEIGHT);
}

static void panel(void *user, int x, int y, int width, int height, const void *pixels)
{
    (void)user, (void)x, (void)y;
    recording_add_pixels(&film, (uint16_t *)(uintptr_t)pixels, (uint32_t)(width * height));
}

/* Gives a character the clips. The store has the same joints in the same order: they take no memory. */
static void join(int32_t place, pelt_character_q16 *character, pelt_draw_vertex *seen)
{
    pelt_box_q16 box;
    pelt_body *body = &bodies[place];
    expect(pelt_character_clips_open_q16(character, &moves, NULL) == PELT_OK, "other joints");
    body->model = character->pose.model;
    body->vertices = seen;
    body->next = place + 1 < COUNT ? body + 1 : NULL;
    /* The box of its own body in the store's clip. Each has a third of the picture. */
    pelt_clip_box_get_q16(&box, body->model, MOVES_CLIP_WALK, PELT_ALL_MESHES);
    pelt_camera_frame(&body->cam, &box, WIDTH, HEIGHT);
    body->cam.centre_x += (2 * place + 1 - COUNT) * WIDTH * 8 / COUNT;
}

static void open_all(void)
{
    expect(pelt_model_open(&moves, moves_blob, sizeof moves_blob, MOVES_FAMILY) == PELT_OK &&
               pelt_character_open_q16(&scout, scout_blob, sizeof scout_blob, SCOUT_FAMILY,
                                       scout_memory, sizeof scout_memory) == PELT_OK &&
               pelt_character_open_q16(&guard, guard_blob, sizeof guard_blob, GUARD_FAMILY,
                                       guard_memory, sizeof guard_memory) == PELT_OK &&
               pelt_character_open_q16(&sage, sage_blob, sizeof sage_blob, SAGE_FAMILY, sage_memory,
                                       sizeof sage_memory) == PELT_OK &&
               pelt_picture_open(&picture, WIDTH, HEIGHT, LINES, 1, strips, sizeof strips) ==
                   PELT_OK,
           "open");
    join(0, &scout, scout_seen);
    join(1, &guard, guard_seen);
    join(2, &sage, sage_seen);
    picture.background = sky;
}

static void show(pelt_body *body, pelt_character_q16 *character, uint32_t clip, uint32_t ms)
{
    static pelt_vertex_q16 skinned[SOME];
    const uint32_t all = pelt_vertices_count(body->model);
    pelt_camera_turn(&body->cam, ms * PELT_TURN / (PICTURES * PICTURE_MS), 1900);
    pelt_character_play_q16(character, clip, ms, PELT_LOOP);
    for (uint32_t first = 0; first < all; first += SOME) {
        const uint32_t count = all - first < SOME ? all - first : SOME;
        pelt_character_skin_q16(character, 0, skinned, first, count);
        pelt_body_project(body, 0, skinned, first, count);
    }
}

int main(void)
{
    open_all();
    expect(recording_open(&film), "the pictures cannot be written");
    for (uint32_t ms = 0; ms < PICTURES * PICTURE_MS; ms += PICTURE_MS) {
        show(&bodies[0], &scout, MOVES_CLIP_WAVE, ms);
        show(&bodies[1], &guard, MOVES_CLIP_WALK, ms);
        show(&bodies[2], &sage, MOVES_CLIP_WALK, ms);
        for (uint32_t joint = 0; joint < MOVES_JOINT_COUNT; joint++)
            expect(memcmp(sage.pose.locals[joint].rotation, guard.pose.locals[joint].rotation,
                          sizeof guard.pose.locals[joint].rotation) == 0,
                   "another walk");
        expect(pelt_picture_begin(&picture, bodies) == PELT_OK &&
                   pelt_picture_show(&picture, panel, NULL) == PELT_OK,
               "a picture");
        recording_end_frame(&film);
    }
    return pass("cast");
}
