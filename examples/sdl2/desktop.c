/* SPDX-License-Identifier: MIT */
/* A character in a window, by SDL2. Keys: 1 to 9 fade to a clip, left and right turn, space stops
 * the time, escape ends.
 *
 *   desktop [MS]     the picture at this millisecond of the first clip, without motion */
#include <SDL.h>
#include <stdlib.h>

#include "model.h" /* pelt bake fox.glb -o model.pelt --c model */
#include "pelt/draw.h"

#define SIDE 480
#define LINES 32
#define FADE_MS 250
#define PITCH 1900u /* looks down by 10 degrees, 1/PELT_TURN turns */

static uint64_t memory[MODEL_ARENA_BYTES / 8], more[MODEL_ACTOR_BYTES / 8];
static pelt_vertex_q16 vertices[MODEL_VERTICES];
static pelt_draw_vertex seen[MODEL_VERTICES];
static uint32_t strips[PELT_PICTURE_BYTES(SIDE, SIDE, LINES, 1, MODEL_TRIANGLES) / 4];
static pelt_character_q16 now, before; /* before: what `now` fades in from */
static pelt_player player, last;
static pelt_picture picture;
static pelt_body body;

static void need(pelt_status status)
{
    if (status != PELT_OK)
        SDL_Log("pelt: %s", pelt_status_describe(status)), exit(1);
}

static void background(const pelt_band *strip, void *own)
{
    for (int32_t i = 0; i < strip->width * strip->line_count; i++)
        strip->colours[i] = PELT_RGB565(32, 40, 64);
    (void)own;
}

/* The camera sees the character in every clip. */
static void open_all(void)
{
    pelt_box_q16 all, one;
    need(pelt_character_open_q16(&now, model_blob, sizeof model_blob, MODEL_FAMILY, memory,
                                 sizeof memory));
    need(pelt_character_share_q16(&before, &now, more, sizeof more));
    need(pelt_player_start(&player, now.pose.model, 0, 1000, 0, PELT_LOOP));
    need(pelt_picture_open(&picture, SIDE, SIDE, LINES, 1, strips, sizeof strips));
    picture.background = background;
    body.model = now.pose.model;
    body.vertices = seen;
    all = pelt_box_nothing;
    for (uint32_t clip = 0; clip < body.model->clip_count; clip++) {
        need(pelt_clip_box_get_q16(&one, body.model, clip, PELT_ALL_MESHES));
        pelt_box_add_q16(&all, one.min);
        pelt_box_add_q16(&all, one.max);
    }
    need(pelt_camera_frame(&body.cam, &all, SIDE, SIDE));
}

/* Draws what is `ms` on the players' clock, faded in for `faded` of FADE_MS. */
static void draw(uint32_t ms, uint32_t faded, uint32_t yaw, void *pixels, int row_bytes)
{
    need(pelt_player_update(&player, ms));
    need(pelt_character_follow_q16(&now, &player));
    if (faded < FADE_MS) {
        const int32_t old = 65536 - (int32_t)(faded * 65536u / FADE_MS);
        need(pelt_player_update(&last, ms));
        need(pelt_character_follow_q16(&before, &last));
        need(pelt_pose_blend_q16(&now.pose, &before.pose, old, NULL));
    }
    need(pelt_character_skin_q16(&now, PELT_ALL_MESHES, vertices, 0,
                                 pelt_vertices_count(body.model)));
    need(pelt_camera_turn(&body.cam, yaw, PITCH));
    for (uint32_t mesh = 0, first = 0; mesh < body.model->mesh_count; mesh++) {
        pelt_mesh_info info;
        need(pelt_mesh_get(&info, body.model, mesh));
        need(pelt_body_project(&body, mesh, vertices + first, 0, info.vertex_count));
        first += info.vertex_count;
    }
    need(pelt_picture_begin(&picture, &body));
    need(pelt_picture_store(&picture, pixels, (size_t)row_bytes));
}

int main(int argc, char **argv)
{
    uint32_t ms = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0u, then, chosen, yaw = 0u;
    int stopped = argc > 1, row_bytes;
    void *pixels;
    SDL_Event e;
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        return 1;
    SDL_Window *window =
        SDL_CreateWindow("pelt", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, SIDE, SIDE, 0);
    SDL_Renderer *renderer = SDL_CreateRenderer(window, -1, SDL_RENDERER_PRESENTVSYNC);
    SDL_Texture *texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGB565,
                                             SDL_TEXTUREACCESS_STREAMING, SIDE, SIDE);
    open_all();
    chosen = ms - FADE_MS;                                      /* nothing fades */
    for (then = SDL_GetTicks();; SDL_Delay(stopped ? 16 : 1)) { /* else at the display's rate */
        while (SDL_PollEvent(&e)) {
            const int key = e.type == SDL_KEYDOWN ? (int)e.key.keysym.sym : 0;
            if (e.type == SDL_QUIT || key == SDLK_ESCAPE)
                return 0;
            stopped ^= key == SDLK_SPACE;
            yaw += key == SDLK_LEFT ? PELT_TURN / 64 : key == SDLK_RIGHT ? -PELT_TURN / 64 : 0;
            if (key < '1' || key > '9' || (uint32_t)(key - '1') >= body.model->clip_count)
                continue;
            last = player, chosen = ms;
            need(
                pelt_player_start(&player, body.model, (uint32_t)(key - '1'), 1000, ms, PELT_LOOP));
        }
        ms += stopped ? 0u : SDL_GetTicks() - then;
        then = SDL_GetTicks();
        SDL_LockTexture(texture, NULL, &pixels, &row_bytes);
        draw(ms, ms - chosen, yaw, pixels, row_bytes);
        SDL_UnlockTexture(texture);
        SDL_RenderCopy(renderer, texture, NULL, NULL);
        SDL_RenderPresent(renderer);
    }
}
