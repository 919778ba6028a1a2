/* SPDX-License-Identifier: MIT */
/* The Game Boy Advance's own renderer. Poses, skinned vertices and the rasteriser's lists use the
 * same fast RAM (IWRAM) one after the other, if it is large enough. The slow RAM (EWRAM) holds the
 * rest, and the blob, too, if there is room. The video hardware draws sky, turntable and text. */
#include "renderer.h"

#include <string.h>

#include "board.h"
#include "checksum.h"
#include "console.h"
#include "draw.h"
#include "ramps.h"
#include "scene.h"
#include "screen_text.h"
#include "projection.h"
#include "textures.h"
#include "slot.h"

const uint32_t renderer_cameras = 1;

static CONSOLE_FAST actor fast; /* the renderer's actor, in the memory that is read fastest */
static draw_triangle *triangles;
static draw_area drawn[2]; /* area drawn on each page */
static bool is_recorded;
static uint32_t zoomed = PROJECTION_ZOOM;

/// Opening //////////////////////////////////////////////////////////////////////////////////////

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t work_bytes(const actor *a)
{
    return larger(larger(larger(sizeof(pelt_vertex_q16) * a->vertex_count, 4u * a->triangle_count),
                         draw_work_bytes(a->vertex_count, a->triangle_count)),
                  actor_pose_bytes(&a->model));
}

size_t renderer_bytes(const renderer *r)
{
    const actor *a = &r->actor;
    return work_bytes(a) + actor_bytes(&a->model) - actor_pose_bytes(&a->model) +
           (sizeof(draw_triangle) + 4u) * a->triangle_count + 4u * a->vertex_count + 32u +
           textures_bytes(&a->model);
}

/* Vertices and triangles with their colours, places and lists; another pose of each joint; the lists' buckets,
 * and lists of palettes and targets. */
extern const uint32_t image_ewram_used_end[], image_ewram_end[];
const rom_slot rom_slot_image = {SLOT_COMMON,
                                 .ram = image_ewram_used_end,
                                 .ram_end = image_ewram_end,
                                 .vertex_bytes = 28,
                                 .triangle_bytes = 14,
                                 .joint_bytes = 48,
                                 .fixed_bytes = 4096,
                                 .most_vertices = DRAW_VERTICES_MAX,
                                 .most_triangles = DRAW_TRIANGLES_MAX,
                                 .most_joints = PROJECTION_JOINTS_MAX,
                                 .texture_bytes = TEXTURES_BYTES};

static bool is_drawable(const actor *a)
{
    return a->vertex_count <= DRAW_VERTICES_MAX && a->triangle_count <= DRAW_TRIANGLES_MAX &&
           a->model.joint_count <= PROJECTION_JOINTS_MAX;
}

/* From the linker: code that only one encoding needs; both share one place
 * (boards/gba/link.ld.in). */
extern const uint32_t __load_start_hot_q12[], __load_stop_hot_q12[];
extern const uint32_t __load_start_hot_q16[], __load_stop_hot_q16[];
extern uint32_t hot_overlay[];

static void load_code(const pelt_model *model)
{
    const bool lean = model->encoding == PELT_LEAN;
    const uint32_t *from = lean ? __load_start_hot_q12 : __load_start_hot_q16;
    const uint32_t *end = lean ? __load_stop_hot_q12 : __load_stop_hot_q16;
    memcpy(hot_overlay, from, (size_t)(end - from) * 4u);
}

/* The mean of the corners' colours; if there are none, what is white in the brightest light of ramps.c, of
 * 338 / 256; none of a triangle with a texture. */
static void colour_of(uint8_t rgba[4], const pelt_mesh_info *mesh, const uint32_t corner[3],
                      bool textured)
{
    for (uint32_t i = 0; i < 3u; i++) {
        uint32_t sum = mesh->colours == NULL ? 3u * 194u : 0u;
        for (int k = 0; k < 3 && mesh->colours != NULL; k++)
            sum += pelt_mesh_colour_get(mesh, corner[k])[i];
        rgba[i] = pelt_display_get((int32_t)(sum * 16u / 3u));
    }
    rgba[3] = textured ? 0 : 255;
}

/* Lists the triangles with their colours, and the places of their corners in textures. */
static void list_triangles(uint8_t (*colours)[4], const pelt_model *model,
                           const draw_textures *textures)
{
    uint32_t count = 0, first = 0;
    pelt_mesh_info mesh;
    pelt_part_info part;
    pelt_texture_info texture;
    for (uint32_t i = 0; i < model->mesh_count; i++, first += mesh.vertex_count) {
        need(pelt_mesh_get(&mesh, model, i), "character");
        for (uint32_t p = 0; p < mesh.part_count; p++) {
            need(pelt_part_get(&part, model, i, p), "character");
            const bool textured = textures->texels != NULL && mesh.uvs_i16 != NULL &&
                                  part.texture != PELT_NONE &&
                                  pelt_texture_get(&texture, model, part.texture) == PELT_OK;
            for (uint32_t v = 0; part.corners == 3u && v + 2u < part.index_count;
                 v += 3u, count++) {
                uint32_t corner[3];

                need(pelt_indices_get(corner, &part, v, 3), "character");
                triangles[count].a_b = (first + corner[0]) * 8u | (first + corner[1]) << 19;
                triangles[count].c_ramp = (first + corner[2]) * 8u |
                                          (textured ? textures_word(&texture, part.texture) : 0u);
                colour_of(colours[count], &mesh, corner, textured);
                for (int k = 0; k < 3 && textured; k++)
                    textures->places[first + corner[k]] =
                        textures_place(&texture, &mesh, corner[k]);
            }
        }
    }
}

/* Chooses the colours of triangles and textures. */
static void colour_triangles(const ramps_set *own, const pelt_model *model,
                             const draw_textures *textures)
{
    static ramps r;
    ramps_set sets[2] = {*own, {NULL, NULL, 0}};
    r.count = textures->texels == NULL ? RAMPS_COUNT : RAMPS_TEXTURED;
    if (textures->texels != NULL)
        textures_colours(&sets[1], model, textures);
    ramps_choose(&r, sets);
    for (uint32_t i = 0; i < own->count; i++) {
        const uint32_t ramp = ramps_nearest(&r, own->rgba[i]);
        if (own->rgba[i][3] != 0u)
            triangles[i].c_ramp |=
                r.count == RAMPS_COUNT ? ramps_first(&r, ramp) << 24 : ramp << 16;
    }
    if (textures->texels != NULL)
        textures_fill(textures, model, &r);
    ramps_show(&r);
}

/* `work` is free until poses are in it. Not in its caller's frame, as the stack is small. */
__attribute__((noinline)) static void place_triangles(pelt_arena *slow, void *work)
{
    const uint32_t bytes = textures_bytes(&fast.model);
    draw_textures textures = {NULL, NULL};
    ramps_set own = {work, NULL, fast.triangle_count};
    triangles = actor_take(slow, sizeof triangles[0] * fast.triangle_count);
    if (bytes != 0u) {
        textures.places = actor_take(slow, 4u * fast.vertex_count);
        textures.texels = actor_take(slow, bytes);
    }
    const uint32_t used = slow->used_bytes;
    own.off = actor_take(slow, 4u * fast.triangle_count);
    list_triangles(work, &fast.model, &textures);
    colour_triangles(&own, &fast.model, &textures);
    draw_open(&textures);
    slow->used_bytes = used;
}

/* Takes memory from the first arena that has enough. */
static void take(pelt_arena *out, pelt_arena *first, pelt_arena *second, size_t bytes)
{
    pelt_arena *const from = actor_left(first) >= bytes ? first : second;
    need(pelt_arena_init(out, actor_take(from, bytes), bytes), "memory");
}

/* Opens the blob with families that have neither morph targets nor packed runs, to save code.
 * Lean model matrices are not used, as they are for cores without long products. */
static void open_fast(const void *blob, size_t blob_bytes)
{
    if (fast.model.target_count != 0u ||
        (pelt_model_open(&fast.model, blob, blob_bytes, &pelt_lean_wide) != PELT_OK &&
         pelt_model_open(&fast.model, blob, blob_bytes, &pelt_exact) != PELT_OK))
        actor_open(&fast, blob, blob_bytes);
}

static void place(renderer *r, pelt_arena *slow, const void *blob, size_t blob_bytes)
{
    const size_t poses_bytes = actor_pose_bytes(&fast.model);
    pelt_arena near, work, palettes;
    size_t near_bytes;
    void *const near_memory = board_free_ram(&near_bytes);
    need(pelt_arena_init(&near, near_memory, near_bytes), "memory");
    take(&work, &near, slow, work_bytes(&fast));
    take(&palettes, &near, slow, actor_bytes(&fast.model) - poses_bytes);
    place_triangles(slow, work.memory);
    load_code(&fast.model);
    need(
        checksum_rest(&r->checksum, &fast.model, slow->memory + slow->used_bytes, actor_left(slow)),
        "character");
    if (actor_left(slow) >= blob_bytes)
        blob = memcpy(actor_take(slow, blob_bytes), blob, blob_bytes);
    open_fast(blob, blob_bytes);
    draw_work = (int32_t *)(void *)work.memory;
    actor_place(&fast, &work, &palettes);
    r->used_bytes = near.used_bytes + slow->used_bytes;
}

/* Skins all meshes, one behind the other; meshes without normals have zeros for them. */
static void skin(void)
{
    pelt_vertex_q16 *vertices = (pelt_vertex_q16 *)(void *)draw_work;
    pelt_mesh_info mesh;
    for (uint32_t i = 0; i < fast.model.mesh_count; i++) {
        need(pelt_mesh_get(&mesh, &fast.model, i), "character");
        actor_skin(&fast, i, vertices, 0, mesh.vertex_count, PELT_RAW_NORMALS);
        for (uint32_t v = 0; v < mesh.vertex_count && !mesh.has_normals; v++)
            memset(vertices[v].normal, 0, sizeof vertices[v].normal);
        vertices += mesh.vertex_count;
    }
}

/* Places the camera by the first moment of the first clip. */
static void place_camera(void)
{
    const actor_moment first = {
        fast.model.clip_count == 0u ? PELT_NONE : 0u, PELT_NONE, 0, 0, 0, 0};
    const pelt_vertex_q16 *vertices = (pelt_vertex_q16 *)(void *)draw_work;
    pelt_box_q16 box = pelt_box_nothing;
    actor_pose(&fast, &first);
    skin();
    for (uint32_t i = 0; i < fast.vertex_count; i++)
        pelt_box_add_q16(&box, vertices[i].position);
    projection_open(&fast.model, &box, vertices, fast.vertex_count);
}

static void on_blank(void)
{
    scene_blank();
    text_show();
}

static void start(renderer *r, bool has_table)
{
    r->gone[0] = r->gone[1] = 0;
    r->text.shown = true;
    overlay_clear(&r->text);
    scene_open(has_table);
    text_open();
    console_start(on_blank);
}

bool renderer_open_empty(renderer *r, void *memory, size_t memory_bytes)
{
    (void)memory, (void)memory_bytes;
    start(r, false);
    return true;
}

void renderer_open(renderer *r, const void *blob, size_t blob_bytes, void *memory,
                   size_t memory_bytes)
{
    pelt_arena slow;
    actor_open(&fast, blob, blob_bytes);
    r->actor = fast; /* for renderer_bytes() */
    need(is_drawable(&fast) ? pelt_arena_init(&slow, memory, memory_bytes) : PELT_E_RANGE,
         "character");
    place(r, &slow, blob, blob_bytes);
    r->actor = fast;
    place_camera();
    start(r, true);
}

/// A picture ////////////////////////////////////////////////////////////////////////////////////

/* Makes the emulator's runner keep the picture that was just finished, once it is on the screen. */
static void keep_picture(void)
{
    const uint32_t from = console_blanks();
    scene_wait();
    while (console_blanks() - from < 5u)
        console_sleep();
    console_keep_picture();
    while (console_blanks() - from < 9u)
        console_sleep();
}

bool renderer_record(renderer *r, uint32_t frame_count, uint32_t frame_ms)
{
    (void)r, (void)frame_ms;
    is_recorded = frame_count != 0u;
    return true;
}

void renderer_draw(renderer *r, const shot *s)
{
    const actor *a = &fast;
    const uint32_t zoom = s != NULL ? s->zoom / (65536u / PROJECTION_ZOOM) : PROJECTION_ZOOM;
    draw_area area;
    uint32_t index;
    uint8_t *page;
    r->buttons = 0;
    text_write(&r->text);
    if (s == NULL)
        return;
    if (zoom != zoomed)
        projection_zoom(zoomed = zoom);
    renderer_pose(r->costs, &fast, s, projection_turn);
    uint32_t start = board_counter();
    skin();
    start = renderer_spent(r->costs, COST_SKIN, start);
    projection_project(&a->model);
    draw_sort(&area, triangles, a->triangle_count, a->vertex_count);
    (void)renderer_spent(r->costs, COST_PROJECT, start);

    page = scene_page(&index);
    start = board_counter();
    draw_clear(page, &drawn[index]);
    draw_kept(page);
    (void)renderer_spent(r->costs, COST_DRAW, start);
    drawn[index] = area;
    scene_show(s->yaw, zoom);
    if (is_recorded)
        keep_picture();
}
