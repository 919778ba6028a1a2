/* SPDX-License-Identifier: MIT */
/* The demo's frame loop, see performance.h. */
#include "performance.h"

#include "board.h"
#include "text.h"

#ifdef HERO_MONO
#define STRIP_LINES 8
#define PITCH 700u /* looking down, 1/65536 turns */
#else
#define STRIP_LINES 25
#define PITCH 1900u
#endif

void failed(pelt_status status, const char *what)
{
    board_print("FAIL hero: %s: %s\n", what, pelt_status_describe(status));
    board_exit(1);
}

/// Set-up ///////////////////////////////////////////////////////////////////////////////////////

void performance_add(performance *p, const void *blob, size_t blob_bytes, const pelt_family *family)
{
    actor *a = &p->actors[p->body_count];
    const uint32_t start = board_counter();
    need(pelt_model_open(&a->model, blob, blob_bytes, family), "open");
    const uint32_t instructions = board_instructions(start, board_counter());
    actor_place(a, &p->arena, &p->arena);
    p->bodies[p->body_count].model = &a->model;
    p->vertex_count += pelt_vertices_count(&a->model);
    p->triangle_count += pelt_triangles_count(&a->model);
    if (p->body_count++ == 0u) {
        p->open_instructions = instructions;
        p->character_bytes = (uint32_t)(p->arena.used_bytes - pelt_pose_bytes_get(&a->model));
    }
}

/* Sets up a frame's shot, with the camera where it is then. */
static void aim(performance *p, shot *s, uint32_t frame)
{
    cast_shot(s, p, frame);
    pelt_camera_turn(&p->bodies[0].cam, s->yaw, PITCH);
    for (uint32_t body = 1; body < p->body_count; body++)
        p->bodies[body].cam = p->bodies[0].cam;
}

/* The receiver of vertices whose places on the screen extend `covered`. */
typedef struct cover {
    const pelt_camera *cam;
    pelt_extent covered;
} cover;

static void extend(void *own, uint32_t mesh, const pelt_vertex_q16 *some, uint32_t first,
                   uint32_t count)
{
    cover *c = own;
    (void)mesh, (void)first;
    for (uint32_t i = 0; i < count; i++)
        pelt_extent_add(&c->covered, c->cam, some[i].position);
}

static void skin_all(performance *p, actor_receiver *take, void *own)
{
    for (uint32_t i = 0; i < p->body_count; i++)
        actor_skin_all(&p->actors[i], take, own);
}

/* Places the camera for all frames. */
static void find_camera(performance *p)
{
    const uint32_t count = p->frame_count, step = (count + 15u) / 16u;
    cover all = {&p->bodies[0].cam, pelt_extent_nothing};
    pelt_box_q16 box = pelt_box_nothing;
    shot s;
    for (uint32_t i = 0; i < count; i += step) {
        cast_shot(&s, p, i);
        cast_pose(p, &s);
        skin_all(p, actor_add_box, &box);
    }
    pelt_camera_frame(&p->bodies[0].cam, &box, PERFORMANCE_WIDTH, PERFORMANCE_HEIGHT);
    if (STRIPS_ARE_MONO) { /* there are few lines and no ground, so the figure fills them */
        p->bodies[0].cam.focal += p->bodies[0].cam.focal / 6;
        p->bodies[0].cam.centre_y = PERFORMANCE_HEIGHT * 8;
        return;
    }
    for (uint32_t i = 0; i < count; i += step) {
        aim(p, &s, i);
        cast_pose(p, &s);
        skin_all(p, extend, &all);
    }
    pelt_camera_fit(&p->bodies[0].cam, &all.covered, PERFORMANCE_WIDTH, PERFORMANCE_HEIGHT);
}

/// Show /////////////////////////////////////////////////////////////////////////////////////////

void performance_open(performance *p)
{
    size_t bytes;
    void *memory = board_free_ram(&bytes);
    need(pelt_arena_init(&p->arena, memory, bytes), "memory");
    p->screen = (strips){.film = {.file = -1,
                                  .width = PERFORMANCE_WIDTH,
                                  .height = PERFORMANCE_HEIGHT,
                                  .bits = STRIPS_ARE_MONO ? 1 : 16,
                                  .frame_ms = PERFORMANCE_FRAME_MS},
                         .costs = p->costs,
                         .lines = STRIP_LINES,
                         .most_lines = STRIP_LINES};
    cast_open(p);
    p->screen.film.frame_count = (uint16_t)p->frame_count;
    strips_place(&p->screen, &p->arena, p->bodies, p->body_count);
    find_camera(p);
}

static void show_frame(performance *p, uint32_t frame)
{
    shot s;
    aim(p, &s, frame);
    cast_pose(p, &s);
    for (uint32_t i = 0; i < p->body_count; i++)
        strips_skin(&p->screen, &p->actors[i], &p->bodies[i]);
    strips_show(&p->screen, p->bodies);
}

void performance_play(performance *p)
{
    const uint32_t count = p->frame_count;
    recording *film = &p->screen.film;
    if (!recording_open(film))
        board_puts("no host takes " FRAMES_FILE "\n");
    for (uint32_t frame = 0; film->file < 0; frame = frame + 1u < count ? frame + 1u : 0u)
        show_frame(p, frame);
    for (uint32_t frame = 0; frame < count; frame++) {
        show_frame(p, frame);
        for (uint32_t i = 0; i < COST_COUNT; i++)
            p->all_costs[i] += p->costs[i];
    }
    board_file_close(film->file);
}
