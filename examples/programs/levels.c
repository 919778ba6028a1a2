/* SPDX-License-Identifier: MIT */
/* Draws twelve foxes in four rows, which come nearer and go away again, on a display of 240 x 160
 * pixels. Each is drawn at the coarsest level of detail that looks right to a pixel at its size: it has
 * fewer triangles, and fewer vertices to skin, project and keep. Then counts the instructions of a
 * picture of one fox at each level. */
#include "backdrop.h"
#include "board.h"
#include "draw.h"
#include "fox3.h"
#include "recording.h"
#include "text.h"

#define WIDTH 240
#define HEIGHT 160
#define LINES 16
#define FILES 3u
#define FOXES 12u
#define PICTURES 16u
#define PICTURE_MS 130u
#define PITCH 2600u   /* of the camera, 1/65536 turns: down */
#define PIXEL 16u     /* 1/16 pixel: what a level may be off */
#define VERTICES 6100 /* of all foxes: at full detail it would take 12 times FOX3_VERTICES */
#define SOME 64u      /* vertices that are skinned at a time */

static uint64_t memory[FOX3_ARENA_BYTES / 8];
static pelt_character_q16 fox;
static pelt_lods lods;
static pelt_vertex_q16 skinned[SOME];
static pelt_draw_vertex seen[VERTICES];
static uint32_t strip_memory[PELT_PICTURE_BYTES(WIDTH, HEIGHT, LINES, 1, 2 * VERTICES) / 4];
static pelt_picture picture;
static pelt_camera front; /* that frames one fox */
static pelt_body foxes[FOXES];
static uint32_t used, changes; /* vertices of `seen`; levels that were changed */
static recording film = {-1, 0, 0, WIDTH, HEIGHT, 16, PICTURES, PICTURE_MS};

static void sky(const pelt_band *band, void *own)
{
    (void)own;
    backdrop_sky(band, HEIGHT);
}

static void panel(void *user, int x, int y, int width, int height, const void *pixels)
{
    (void)user, (void)x, (void)y;
    if (film.file >= 0)
        recording_add_pixels(&film, (uint16_t *)(uintptr_t)pixels, (uint32_t)(width * height));
}

/* Skins the vertices of the body's level, some at a time, and projects them. */
static void show(pelt_body *body, uint32_t ms)
{
    pelt_mesh_info info;
    expect(pelt_mesh_lod(&info, &lods, FOX3_MESH_FOX, body->level) == PELT_OK &&
               used + info.vertex_count <= VERTICES,
           "a level");
    body->vertices = seen + used;
    used += info.vertex_count;
    pelt_character_play_q16(&fox, FOX3_CLIP_WALK, ms, PELT_LOOP);
    for (uint32_t first = 0; first < info.vertex_count; first += SOME) {
        const uint32_t left = info.vertex_count - first, count = left < SOME ? left : SOME;
        pelt_character_skin_q16(&fox, FOX3_MESH_FOX, skinned, first, count);
        pelt_body_project(body, FOX3_MESH_FOX, skinned, first, count);
    }
}

/* Moves a fox to the side and away, in camera units, and chooses its level by its size there. */
static void place(pelt_body *body, int32_t aside, int32_t away)
{
    pelt_camera *cam = &body->cam;
    const uint32_t before = body->level;
    *cam = front;
    cam->distance += (away * front.pitch_cosine) >> 14;
    cam->centre_x += aside * cam->focal / cam->distance;
    cam->centre_y -= ((away * front.pitch_sine) >> 14) * cam->focal / cam->distance;
    body->level = pelt_lod_choose(&lods, before, pelt_camera_size_get(cam), PIXEL);
    changes += body->level != before;
}

static void open_all(void)
{
    pelt_box_q16 box;
    expect(pelt_character_open_q16(&fox, fox3_blob, sizeof fox3_blob, FOX3_FAMILY, memory,
                                   sizeof memory) == PELT_OK &&
               pelt_lods_open(&lods, fox.pose.model) == PELT_OK && lods.count == 3u &&
               pelt_clip_box_get_q16(&box, fox.pose.model, FOX3_CLIP_WALK, FOX3_MESH_FOX) ==
                   PELT_OK &&
               pelt_picture_open(&picture, WIDTH, HEIGHT, LINES, 1, strip_memory,
                                 sizeof strip_memory) == PELT_OK,
           "open");
    pelt_camera_frame(&front, &box, WIDTH, HEIGHT);
    pelt_camera_turn(&front, 0, PITCH);
    front.centre_y += HEIGHT * 16 / 6; /* room for the rows behind */
    for (uint32_t i = 0; i < FOXES; i++) {
        foxes[i].model = fox.pose.model;
        foxes[i].lods = &lods;
        foxes[i].next = i + 1u < FOXES ? &foxes[i + 1u] : NULL;
    }
    picture.background = sky;
    (void)recording_open(&film);
}

/* The nearest row is one to five lengths away. */
static void draw_rows(uint32_t k)
{
    const int32_t length = front.radius * 2;
    const int32_t near = length * (int32_t)(k < PICTURES / 2u ? PICTURES - k - 6u : k - 6u) / 2;
    used = 0;
    board_puts("levels");
    for (uint32_t i = 0; i < FOXES; i++) {
        const uint32_t row = i / FILES, file = i % FILES;
        place(&foxes[i], ((int32_t)file - 1) * length, near + (int32_t)(row * row + row) * length);
        show(&foxes[i], PICTURE_MS * k + 90u * i);
        board_print("%s%u", file == 0u ? " " : "", foxes[i].level);
    }
    board_put_number(", vertices", used);
    expect(pelt_picture_begin(&picture, foxes) == PELT_OK &&
               pelt_picture_show(&picture, panel, NULL) == PELT_OK,
           "a picture");
    if (film.file >= 0)
        recording_end_frame(&film);
}

/* A picture of one fox that is half as high as the picture. */
static uint32_t count_level(uint32_t level)
{
    pelt_body one = foxes[0];
    film.file = -1;
    used = 0;
    one.cam = front;
    one.cam.distance *= 2;
    one.level = level;
    one.next = NULL;
    const uint32_t start = board_counter();
    show(&one, 300);
    const uint32_t shown = board_instructions(start, board_counter());
    pelt_picture_begin(&picture, &one);
    pelt_picture_show(&picture, panel, NULL);
    const uint32_t all = board_instructions(start, board_counter());
    board_print("level %u: vertices %u, instructions to pose and skin %u, of the picture %u\n",
                level, used, shown, all);
    return all;
}

int main(void)
{
    uint32_t counts[3];
    board_counter_init();
    open_all();
    for (uint32_t k = 0; k < PICTURES; k++)
        draw_rows(k);
    expect(changes > FOXES && changes < 4u * FOXES, "levels flicker or stay");
    for (uint32_t level = 0; level < 3u; level++)
        counts[level] = count_level(level);
    expect(counts[0] == 0u || (counts[1] < counts[0] && counts[2] < counts[1]),
           "a coarser level costs more");
    return pass("levels");
}
