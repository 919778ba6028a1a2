/* SPDX-License-Identifier: MIT */
/* The frame of the calls that zeroed.py writes: two models of each arithmetic with a valid object
 * of every public type, made anew for every call, and the check of a call's answer. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pelt.h"
#include "pelt/arrays.h"
#include "pelt/draw.h"
#include "pelt/gpu.h"
#include "pelt/motion.h"
#include "pelt/n64.h"
#include "pelt/nds.h"
#include "pelt/pages.h"
#include "pelt/face.h"
#include "pelt/springs.h"
#include "src/blob/format.h"

#define VERTICES 4u
#define MOST 64u /* items of an array that any call here reads or writes */
#define MEMORY_BYTES 32768u
#define SIDE 8 /* pixels of a picture */

static uint32_t passed, failed;
static const char *at = "set-up"; /* the call that is being made */

static void die(void)
{
    printf("FAIL %s: died\n%u passed, %u failed\n", at, passed, failed + 1u);
    fflush(stdout);
}

static void hung(int signal)
{
    (void)signal;
    printf("FAIL %s: does not return\n%u passed, %u failed\n", at, passed, failed + 1u);
    fflush(stdout);
    _exit(1);
}

static void must(int right, const char *text)
{
    if (!right) {
        printf("FAIL fixture: %s\n0 passed, 1 failed\n", text);
        exit(1);
    }
}
#define MUST(expression) must(expression, #expression)

/* A blob, 4-byte aligned. */
typedef struct stored_blob {
    uint32_t words[16384];
    size_t bytes;
} stored_blob;

static void read_blob(stored_blob *blob, const char *path)
{
    FILE *file = fopen(path, "rb");
    MUST(file != NULL);
    blob->bytes = fread(blob->words, 1, sizeof blob->words, file);
    fclose(file);
}

static stored_blob exact_blob, float_blob, exact_pages, float_pages;

static int read_page(void *user, void *page, uint32_t offset, uint32_t bytes)
{
    const stored_blob *of = user == NULL ? &exact_pages : user;
    memcpy(page, (const uint8_t *)of->words + offset, bytes);
    return 0;
}

/* In float a joint's matrix is a plain matrix. */
#define pelt_joint_matrix_f32 pelt_matrix_f32

/* Objects of one model, and values that are not of any; zeroed.py lists those of which one suffices. */
#define DECLARE_WORLD(suffix, num)                                                                 \
    typedef struct world_##suffix {                                                                \
        ONE_OF_EACH(suffix)                                                                        \
        const stored_blob *blob;                                                                   \
        const pelt_family *family;                                                                 \
        pelt_model store, paged;                                                                   \
        uint32_t page_memory[MOST], change_words[16u * MOST];                                      \
        uint64_t memory[MEMORY_BYTES / 8u], character_memory[MEMORY_BYTES / 8u];                   \
        pelt_pose_##suffix layer, reference;                                                       \
        const pelt_pose_##suffix *poses[2];                                                        \
        pelt_joints_##suffix prop, *its_joints;                                                    \
        const pelt_palette_##suffix *its_palettes;                                                 \
        pelt_character_##suffix actor;                                                             \
        pelt_player follower, cast;                                                                \
        pelt_root_##suffix step;                                                                   \
        pelt_rsp_matrix rsp_matrices[MOST];                                                        \
        pelt_local_##suffix locals[MOST];                                                          \
        pelt_joint_matrix_##suffix matrices[MOST];                                                 \
        pelt_arrays_bind_q16 binds[MOST];                                                          \
        pelt_matrix_##suffix plain[MOST];                                                          \
        pelt_entry_##suffix entries[MOST];                                                         \
        pelt_bind_light_##suffix lights[MOST];                                                     \
        pelt_vertex_##suffix vertices[MOST];                                                       \
        pelt_corner_##suffix corners[MOST];                                                        \
        num numbers[6u * MOST], more[6u * MOST], weights[MOST], rotation[4], vector[3];            \
        const num *shapes[2];                                                                      \
        float floats[16u * MOST];                                                                  \
        uint32_t words[MOST], word, nds_words[1024];                                               \
        uint32_t list_words[4096] __attribute__((aligned(16)));                                    \
        uint16_t halves[MOST], parents[MOST], halves_for_texels[4096];                             \
        int16_t narrow[6u * MOST];                                                                 \
        uint8_t mask[MOST];                                                                        \
        pelt_texture_shift shifts[MOST];                                                           \
        pelt_draw_vertex seen[MOST], own_seen[MOST];                                               \
        const pelt_draw_vertex *seen_corners[3];                                                   \
        pelt_texel_place places[MOST];                                                             \
        uint16_t pixels[3][SIDE * SIDE];                                                           \
        uint32_t picture_memory[PELT_PICTURE_BYTES(SIDE, SIDE, SIDE, 1, 0) / 4];                   \
        uint64_t n64_memory[2048];                                                                 \
        pelt_ring_group groups[MOST];                                                              \
        const uint16_t *list;                                                                      \
    } world_##suffix

DECLARE_WORLD(q16, int32_t);
DECLARE_WORLD(f32, float);

#define DEFINE_WORLD(suffix, num, one, unit, half_turn)                                            \
    static void fill_##suffix(world_##suffix *w)                                                   \
    {                                                                                              \
        for (uint32_t i = 0; i < MOST; i++) {                                                      \
            const pelt_local_##suffix local = {{0, 0, 0, unit}, {0, 0, 0}, {unit, unit, unit}};    \
            const pelt_joint_matrix_##suffix still = {                                             \
                {unit / 2, 0, 0, 0, 0, unit / 2, 0, 0, 0, 0, unit / 2, 0}};                        \
            const pelt_matrix_##suffix plain = {{one, 0, 0, 0, 0, one, 0, 0, 0, 0, one, 0}};       \
            w->locals[i] = local;                                                                  \
            w->matrices[i] = still;                                                                \
            w->plain[i] = plain;                                                                   \
            w->parents[i] = PELT_NO_JOINT;                                                         \
            w->weights[i] = one;                                                                   \
        }                                                                                          \
        for (uint32_t i = 0; i < 6u * MOST; i++)                                                   \
            w->numbers[i] = (num)(i % 7u) * one;                                                   \
        w->rotation[3] = unit;                                                                     \
        w->vector[0] = w->vector[2] = one;                                                         \
        w->shapes[0] = w->shapes[1] = w->numbers;                                                  \
        w->output.positions = w->vertices->position;                                               \
        w->output.normals = w->vertices->normal;                                                   \
        w->output.stride_bytes = sizeof *w->vertices;                                              \
        w->arrays.positions = w->arrays.normals = w->arrays.tangents = w->numbers;                 \
        w->arrays.joints = w->halves;                                                              \
        w->arrays.weights = w->weights;                                                            \
        w->arrays.joint_type = PELT_ARRAYS_JOINTS_U16;                                             \
        w->arrays.vertex_count = VERTICES;                                                         \
        w->arrays.influence_count = 1;                                                             \
        w->attributes.vertices = w->floats;                                                        \
        w->attributes.stride_bytes = 16;                                                           \
        w->attributes.position.type = PELT_FLOAT32;                                                \
        w->aim.joint = 3;                                                                          \
        w->aim.axis[1] = one;                                                                      \
        w->aim.limit = half_turn;                                                                  \
        w->limb.joint = 3;                                                                         \
    }                                                                                              \
                                                                                                   \
    static void open_##suffix(world_##suffix *w, const stored_blob *blob, stored_blob *pages,      \
                              const pelt_family *family)                                           \
    {                                                                                              \
        memset(w, 0, sizeof *w);                                                                   \
        w->blob = blob;                                                                            \
        w->family = family;                                                                        \
        fill_##suffix(w);                                                                          \
        const pelt_model *model = &w->model;                                                       \
        MUST(pelt_model_open(&w->model, blob->words, blob->bytes, family) == PELT_OK);             \
        w->store = w->model;                                                                       \
        MUST(pelt_model_open(&w->paged, pages->words, pages->bytes, family) == PELT_OK);           \
        MUST(pelt_pages_open(&w->pages, &w->paged, read_page, pages, w->page_memory,               \
                             sizeof w->page_memory) == PELT_OK);                                   \
        MUST(pelt_arena_init(&w->arena, w->memory, sizeof w->memory) == PELT_OK);                  \
        MUST(pelt_pose_alloc_##suffix(&w->pose, model, &w->arena) == PELT_OK);                     \
        MUST(pelt_pose_alloc_##suffix(&w->layer, model, &w->arena) == PELT_OK);                    \
        MUST(pelt_pose_alloc_##suffix(&w->reference, model, &w->arena) == PELT_OK);                \
        w->poses[0] = w->poses[1] = &w->layer;                                                     \
        MUST(pelt_joints_alloc_##suffix(&w->joints, model, &w->arena) == PELT_OK);                 \
        MUST(pelt_joints_alloc_##suffix(&w->prop, model, &w->arena) == PELT_OK);                   \
        MUST(pelt_joints_build_##suffix(&w->joints, &w->pose) == PELT_OK);                         \
        MUST(pelt_joints_build_##suffix(&w->prop, &w->pose) == PELT_OK);                           \
        MUST(pelt_springs_alloc_##suffix(&w->springs, model, 60, &w->arena) == PELT_OK);           \
        MUST(w->springs.count > 0u);                                                               \
        MUST(pelt_blinker_open(&w->blinker, 1000, 0) == PELT_OK);                                  \
        MUST(pelt_palette_alloc_##suffix(&w->palette, model, 0, &w->arena) == PELT_OK);            \
        MUST(pelt_palette_build_##suffix(&w->palette, &w->joints) == PELT_OK);                     \
        MUST(pelt_morph_alloc(&w->morph, model, 0, &w->arena) == PELT_OK);                         \
        MUST(pelt_arrays_pack_##suffix(&w->arrays_packed, &w->arrays, &w->arena) == PELT_OK);      \
        MUST(pelt_mesh_get(&w->mesh_info, model, 0) == PELT_OK && w->mesh_info.colours != NULL);   \
        MUST(pelt_part_get(&w->part_info, model, 0, 0) == PELT_OK);                                \
        MUST(pelt_player_start(&w->player, model, 0, 1000, 0, PELT_LOOP) == PELT_OK);              \
        w->follower = w->player;                                                                   \
        MUST(pelt_player_update(&w->player, 10000) == PELT_OK); /* past an event */                \
        MUST(pelt_character_open_##suffix(&w->character, blob->words, blob->bytes, family,         \
                                          w->character_memory,                                     \
                                          sizeof w->character_memory) == PELT_OK);                 \
        MUST(pelt_player_start(&w->cast, w->character.pose.model, 0, 1000, 0, 0) == PELT_OK);      \
        w->change.words = w->change_words;                                                         \
        w->change.word_count = PELT_CHANGE_WORDS(w->model.joint_count, w->model.target_count);     \
    }

DEFINE_WORLD(q16, int32_t, 65536, (1 << 30), PELT_HALF_TURN_Q16)
DEFINE_WORLD(f32, float, 1.0f, 1.0f, PELT_HALF_TURN_F32)

/* The current model and another one, and as they were before a call. */
static world_q16 q16[2], q16_before[2];
static world_f32 f32[2], f32_before[2];

static void send_words(void *own, const uint32_t *words, uint32_t count)
{
    (void)own, (void)words, (void)count;
}

/* A picture of the body, and a ring of its own. */
static void open_picture(world_q16 *w)
{
    const pelt_box_q16 box = {{-65536, -65536, -65536}, {65536, 65536, 65536}};
    const pelt_band band = {w->pixels[0], w->pixels[1], SIDE, 0, SIDE, &w->camera};
    w->band = band;
    for (unsigned i = 0; i < 3u; i++)
        w->seen_corners[i] = &w->seen[i];
    MUST(pelt_camera_frame(&w->camera, &box, SIDE, SIDE) == PELT_OK);
    w->body.model = &w->model;
    w->body.cam = w->camera;
    w->body.vertices = w->own_seen;
    MUST(pelt_picture_open(&w->picture, SIDE, SIDE, SIDE, 1, w->picture_memory,
                           sizeof w->picture_memory) == PELT_OK);
    MUST(pelt_picture_begin(&w->picture, &w->body) == PELT_OK);
    w->nds_list.words = w->nds_words;
    w->nds_list.word_most = sizeof w->nds_words / 4u;
    MUST(pelt_nds_body_open(&w->nds_body, &w->nds_list, &w->model, 0, w->body.shadow_colour, NULL,
                            0) == PELT_OK);
    w->nds_body.cam = w->camera;
    w->nds_body.shifts = w->shifts;
    w->nds_body.shift_count = MOST;
    MUST(pelt_nds_list_begin(&w->nds_list, SIDE, SIDE) == PELT_OK);
    w->nds_space.texels = w->halves_for_texels;
    w->nds_space.colours = w->halves_for_texels;
    w->nds_space.texel_halves = w->nds_space.colour_halves = sizeof w->halves_for_texels / 2u;
    MUST(pelt_texture_get(&w->texture_info, &w->model, 0) == PELT_OK);
    MUST(pelt_lods_open(&w->lods, &w->model) == PELT_OK);
    MUST(pelt_n64_list_open(&w->n64_list, w->list_words, 4096, send_words, NULL) == PELT_OK);
    MUST(pelt_n64_body_open(&w->n64_body, &w->model, w->n64_memory, sizeof w->n64_memory) ==
         PELT_OK);
    w->n64_body.look = w->body;
    MUST(pelt_ring_open(&w->ring, &w->character, w->groups, MOST, w->seen, MOST) == PELT_OK);
    w->ring.cam = w->camera;
    MUST(pelt_ring_begin(&w->ring, SIDE, SIDE, SIDE) == PELT_OK);
}

/// Calls /////////////////////////////////////////////////////////////////////////////////////////

static void *zeroes;

/* Zeros of exactly so many bytes, so that an access beyond them is noticed. */
static void *zeroed(size_t bytes)
{
    zeroes = calloc(1, bytes);
    MUST(zeroes != NULL);
    return zeroes;
}

/* A list of pointers to zeros. */
static void *zeroed_list(size_t bytes)
{
    static const void *list[2];
    list[0] = list[1] = zeroed(bytes);
    return list;
}

static const void *const no_pointers[2] = {NULL, NULL};

static void begin(const char *what)
{
    at = what;
    free(zeroes);
    zeroes = NULL;
    alarm(20);
    for (unsigned i = 0; i < 2u; i++) {
        open_q16(&q16[i], &exact_blob, &exact_pages, &pelt_exact_volume);
        open_picture(&q16[i]);
        open_f32(&f32[i], &float_blob, &float_pages, &pelt_float_volume);
    }
    memcpy(q16_before, q16, sizeof q16);
    memcpy(f32_before, f32, sizeof f32);
}

static void take_pixels(void *user, int x, int y, int width, int height, const void *pixels)
{
    (void)user, (void)x, (void)y, (void)width, (void)height, (void)pixels;
}

static void take_vertices(void *own, const pelt_vertex_q16 *vertices, uint32_t count)
{
    (void)own, (void)vertices, (void)count;
}

static void end(int right, long got)
{
    passed += right != 0;
    failed += right == 0;
    if (!right)
        printf("FAIL %s: %ld\n", at, got);
}

/* A call that refuses an argument writes nothing. */
static void end_untouched(void)
{
    end(memcmp(q16_before, q16, sizeof q16) == 0 && memcmp(f32_before, f32, sizeof f32) == 0, 0);
}

/* The expected answer of a call: done, refused in any way, this status, or anything, once it
 * returns. */
enum answer { DONE = -1, REFUSED = -2, ANYTHING = -3 };

static void end_status(pelt_status got, int wanted)
{
    end(wanted == ANYTHING  ? 1
        : wanted == DONE    ? got == PELT_OK
        : wanted == REFUSED ? got != PELT_OK
                            : (int)got == wanted,
        (long)got);
}

/* Whether there is a result. */
static void end_made(int got, int wanted)
{
    end(wanted == ANYTHING || got == (wanted == DONE), got);
}

/* A number, which by contract is this one where there is none. */
static void end_number(int32_t got, int32_t none, int wanted)
{
    end(wanted == ANYTHING || wanted == DONE || got == none, got);
}

#ifdef __cplusplus
extern "C"
#endif
    void
    __sanitizer_set_death_callback(void (*callback)(void));

static void set_up(char *const *paths)
{
    read_blob(&exact_blob, paths[0]);
    read_blob(&float_blob, paths[1]);
    read_blob(&exact_pages, paths[2]);
    read_blob(&float_pages, paths[3]);
    signal(SIGALRM, hung);
    __sanitizer_set_death_callback(die);
}
