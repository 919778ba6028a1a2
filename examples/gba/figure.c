/* SPDX-License-Identifier: MIT */
#include "figure.h"

#include <string.h>

#include "board.h"
#include "console.h"
#include "hero500_q12.h"
#include "hero500_q16.h"
#ifndef FIGURE_IS_MODEL
#include "hero250_q12.h"
#include "hero250_q16.h"
#endif
#include "ramps.h"
#include "text.h"
#include "view.h"

#ifdef FIGURE_IS_MODEL
#define COPIED_BYTES 98304u
#else
#define COPIED_BYTES                                                                               \
    (sizeof hero500_q12_blob + sizeof hero500_q16_blob + sizeof hero250_q12_blob +                 \
     sizeof hero250_q16_blob)
#endif

/* Slow memory: what of the cartridge fits. */
static uint32_t copied[COPIED_BYTES / 4u];
static uint32_t copied_words;

FIGURE_WORK __attribute__((aligned(8))) int32_t figure_work[FIGURE_VERTICES_MAX * 6u];
static FIGURE_PALETTES uint64_t palette_memory[FIGURE_ENTRIES_MAX * 6u + 2u]; /* padding: 16 bytes */

static CONSOLE_FAST pelt_model fast_model; /* a copy of the one in use */
static const pelt_model *in_use;
static CONSOLE_FAST pelt_pose_q16 pose, other_pose;
static CONSOLE_FAST pelt_joints_q16 joints;
static pelt_palette_q16 palettes[FIGURE_MESHES_MAX]; /* by skin */

void figure_need(pelt_status status, const char *what)
{
    if (status != PELT_OK) {
        board_puts("FAIL gba: ");
        board_puts(what);
        board_puts(": ");
        board_puts(pelt_status_text(status));
        board_puts("\n");
        board_exit(1);
    }
}

/// Opening //////////////////////////////////////////////////////////////////////////////////////

/* What the demo is not for: the sentence goes to the emulator's log. */
static void need_at_most(uint32_t count, uint32_t most, const char *what)
{
    if (count > most) {
        board_puts("this demo takes at most ");
        board_put_u32(most);
        board_puts(" ");
        board_puts(what);
        board_puts(", the character has ");
        board_put_u32(count);
        board_puts("\n");
        figure_need(PELT_E_RANGE, what);
    }
}

static void open_blob(figure *f, figure_size size, figure_precision precision,
                      const uint32_t *blob, uint32_t bytes)
{
    const pelt_family *family = precision == FIGURE_Q12 ? &pelt_lean_wide : &pelt_exact;
    pelt_model *model = &f->models[size][precision];
    pelt_mesh_info mesh;
    uint32_t vertices = 0;
    uint32_t i;

    if (bytes / 4u <= sizeof copied / 4u - copied_words) {
        memcpy(copied + copied_words, blob, bytes);
        blob = copied + copied_words;
        copied_words += bytes / 4u;
    }
    figure_need(pelt_model_open(model, blob, bytes, family), "open");
    for (i = 0; i < model->mesh_count; i++) {
        figure_need(pelt_mesh_get(&mesh, model, i), "mesh");
        vertices += mesh.vertex_count;
    }
    need_at_most(vertices, FIGURE_VERTICES_MAX, "vertices");
    need_at_most(model->joint_count, FIGURE_JOINTS_MAX, "joints");
    need_at_most(model->mesh_count, FIGURE_MESHES_MAX, "meshes");
    need_at_most(model->skin_count, FIGURE_MESHES_MAX, "skins");
    f->vertex_counts[size][precision] = vertices;
}

/* Each four bytes: of what has no colours grey. */
static const uint8_t *colour_of(const pelt_mesh_info *mesh, uint32_t vertex)
{
    static const uint8_t grey[4] = { 130, 130, 130, 255 };

    return mesh->colours == NULL ? grey : pelt_mesh_colour(mesh, vertex);
}

/* Vertices have another order in another precision. */
static void list_triangles(figure *f, figure_size size, figure_precision precision)
{
    static uint8_t colours[FIGURE_VERTICES_MAX][4];
    const pelt_model *model = &f->models[size][precision];
    figure_triangle *to = f->triangles[size][precision];
    uint32_t count = 0, first = 0;
    uint32_t i, p, v;

    for (i = 0; i < model->mesh_count; i++) {
        pelt_mesh_info mesh;
        pelt_part_info part;

        figure_need(pelt_mesh_get(&mesh, model, i), "mesh");
        for (v = 0; v < mesh.vertex_count; v++) {
            memcpy(colours[first + v], colour_of(&mesh, v), 4);
        }
        for (p = 0; p < mesh.part_count; p++) {
            figure_need(pelt_part_get(&part, model, i, p), "part");
            if (part.indices16 == NULL || part.corners != 3u) {
                continue;
            }
            need_at_most(count + part.index_count / 3u, FIGURE_TRIANGLES_MAX, "triangles");
            for (v = 0; v < part.index_count; v += 3u, count++) {
                const uint16_t *corner = part.indices16 + v;

                to[count].a_b = (first + corner[0]) * 8u | (first + corner[1]) << 19;
                to[count].c_ramp = (first + corner[2]) * 8u;
            }
        }
        first += mesh.vertex_count;
    }
    f->triangle_counts[size][precision] = count;
    if (size == FIGURE_500 && precision == FIGURE_Q12) {
        ramps_choose(f->ramps, to, count, colours[0]);
    }
    ramps_assign(to, count, colours[0], (const uint8_t(*)[3])f->ramps);
}

void figure_open(figure *f)
{
    uint32_t size;

    open_blob(f, FIGURE_500, FIGURE_Q12, hero500_q12_blob, sizeof hero500_q12_blob);
    open_blob(f, FIGURE_500, FIGURE_Q16, hero500_q16_blob, sizeof hero500_q16_blob);
#ifndef FIGURE_IS_MODEL
    open_blob(f, FIGURE_250, FIGURE_Q12, hero250_q12_blob, sizeof hero250_q12_blob);
    open_blob(f, FIGURE_250, FIGURE_Q16, hero250_q16_blob, sizeof hero250_q16_blob);
#endif
    for (size = 0; size < FIGURE_SIZES; size++) {
        list_triangles(f, (figure_size)size, FIGURE_Q12);
        list_triangles(f, (figure_size)size, FIGURE_Q16);
    }
    f->size = FIGURE_500;
    f->precision = FIGURE_Q12;
    f->unit_normals = false;
}

/// Code /////////////////////////////////////////////////////////////////////////////////////////

/* From the linker: what only one precision needs, one place for both (boards/gba/link.ld.in). */
extern const uint32_t __load_start_hot_q12[], __load_stop_hot_q12[];
extern const uint32_t __load_start_hot_q16[], __load_stop_hot_q16[];
extern uint32_t hot_overlay[];

void figure_load(figure_precision precision)
{
    static bool is_loaded;
    static figure_precision loaded;
    const uint32_t *from = precision == FIGURE_Q12 ? __load_start_hot_q12 : __load_start_hot_q16;
    const uint32_t *end = precision == FIGURE_Q12 ? __load_stop_hot_q12 : __load_stop_hot_q16;

    if (!is_loaded || loaded != precision) {
        memcpy(hot_overlay, from, (size_t)(end - from) * 4u);
        is_loaded = true;
        loaded = precision;
        in_use = NULL;
    }
}

/// Posing ///////////////////////////////////////////////////////////////////////////////////////

/* Both have the memory of this frame only; opening is when they are checked. */
static void place(const pelt_model *model)
{
    pelt_arena work, fast;
    uint32_t skin;

    figure_need(pelt_arena_init(&work, figure_work, sizeof figure_work), "work");
    figure_need(pelt_arena_init(&fast, palette_memory, sizeof palette_memory), "fast");
    figure_need(pelt_pose_alloc_q16(&pose, model, &work), "pose");
    figure_need(pelt_pose_alloc_q16(&other_pose, model, &work), "other pose");
    figure_need(pelt_joints_alloc_q16(&joints, model, &work), "joints");
    for (skin = 0; skin < model->skin_count; skin++) {
        figure_need(pelt_palette_alloc_q16(&palettes[skin], model, skin, &fast), "palette");
    }
}

/* Less what nothing takes. */
static uint32_t count(figure *f, figure_stage stage, uint32_t start)
{
    static uint32_t nothing;
    const uint32_t end = board_counter();

    if (nothing == 0u) {
        const uint32_t before = board_counter();

        nothing = board_counter() - before;
    }
    f->cycles[stage] = end - start - nothing;
    return board_counter();
}

static void pose_at(pelt_pose_q16 *to, uint32_t clip, pelt_time time)
{
    figure_need(clip == PELT_NONE ? pelt_pose_rest_q16(to) : pelt_pose_sample_q16(to, clip, time),
                "sample");
}

/* All meshes, one behind the other. Of meshes without normals they stay what they are: zero. */
static void skin_meshes(bool unit_normals)
{
    pelt_output_q16 out = { figure_work, figure_work + 3, 24, unit_normals ? 0u : PELT_RAW_NORMALS };
    pelt_mesh_info mesh;
    uint32_t i, v;

    for (i = 0; i < fast_model.mesh_count; i++) {
        figure_need(pelt_mesh_get(&mesh, &fast_model, i), "mesh");
        out.normals = mesh.has_normals ? out.positions + 3 : NULL;
        figure_need(pelt_mesh_skin_q16(&out, i, &palettes[mesh.skin], NULL, 0, mesh.vertex_count),
                    "skin");
        for (v = 0; v < mesh.vertex_count && !mesh.has_normals; v++) {
            memset(out.positions + 6u * v + 3u, 0, 12);
        }
        out.positions += 6u * mesh.vertex_count;
    }
}

void figure_skin(figure *f, const figure_moment *moment)
{
    uint32_t start, skin;

    if (in_use != figure_model(f)) {
        figure_load(f->precision);
        in_use = figure_model(f);
        fast_model = *in_use;
        place(&fast_model);
    }
    start = board_counter();
    pose_at(&pose, moment->clip, moment->time);
    start = count(f, STAGE_SAMPLE, start);
    if (moment->other_weight != 0) {
        pose_at(&other_pose, moment->other_clip, moment->other_time);
        figure_need(pelt_pose_blend_q16(&pose, &other_pose, moment->other_weight, NULL), "blend");
    }
    start = count(f, STAGE_BLEND, start);
    view_turn(&pose, moment->yaw);
    start = count(f, STAGE_TURN, start);
    figure_need(pelt_joints_build_q16(&joints, &pose), "joints");
    start = count(f, STAGE_JOINTS, start);
    for (skin = 0; skin < fast_model.skin_count; skin++) {
        figure_need(pelt_palette_build_q16(&palettes[skin], &joints), "palette");
    }
    start = count(f, STAGE_PALETTE, start);
    skin_meshes(f->unit_normals);
    (void)count(f, STAGE_SKIN, start);
}
