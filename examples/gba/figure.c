/* SPDX-License-Identifier: MIT */
#include "figure.h"

#include <string.h>

#include "board.h"
#include "console.h"
#include "hero250_q12.h"
#include "hero250_q16.h"
#include "hero500_q12.h"
#include "hero500_q16.h"
#include "ramps.h"
#include "view.h"

/* Slow memory: what the cartridge holds. */
static uint32_t blob_500_q12[sizeof hero500_q12_blob / 4u];
static uint32_t blob_500_q16[sizeof hero500_q16_blob / 4u];
static uint32_t blob_250_q12[sizeof hero250_q12_blob / 4u];
static uint32_t blob_250_q16[sizeof hero250_q16_blob / 4u];

CONSOLE_FAST __attribute__((aligned(8))) int32_t figure_work[FIGURE_VERTICES_MAX * 6u];
static CONSOLE_FAST uint64_t palette_memory[FIGURE_ENTRIES_MAX * 6u + 2u]; /* padding: 16 bytes */

static CONSOLE_FAST pelt_model fast_model; /* a copy of the one in use */
static const pelt_model *in_use;
static CONSOLE_FAST pelt_pose_q16 pose, other_pose;
static CONSOLE_FAST pelt_joints_q16 joints;
static CONSOLE_FAST pelt_palette_q16 palette;

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

static void open_blob(figure *f, figure_size size, figure_precision precision, uint32_t *to,
                      const uint32_t *from, uint32_t bytes)
{
    const pelt_family *family = precision == FIGURE_Q12 ? &pelt_lean_wide : &pelt_exact;
    pelt_model *model = &f->models[size][precision];
    pelt_mesh_info mesh;

    memcpy(to, from, bytes);
    figure_need(pelt_model_open(model, to, bytes, family), "open");
    figure_need(pelt_mesh_get(&mesh, model, 0), "mesh");
    if (mesh.vertex_count > FIGURE_VERTICES_MAX || model->joint_count > FIGURE_JOINTS_MAX ||
        model->mesh_count != 1u || mesh.part_count != 1u || !mesh.has_normals ||
        mesh.colours == NULL) {
        figure_need(PELT_E_RANGE, "the character is not what this demo is for");
    }
}

/* Vertices have another order in another precision. */
static void list_triangles(figure *f, figure_size size, figure_precision precision)
{
    const pelt_model *model = &f->models[size][precision];
    figure_triangle *to = f->triangles[size][precision];
    pelt_mesh_info mesh;
    pelt_part_info part;
    uint32_t i;

    figure_need(pelt_mesh_get(&mesh, model, 0), "mesh");
    figure_need(pelt_part_get(&part, model, 0, 0), "part");
    if (part.indices16 == NULL || part.corners != 3u ||
        part.index_count > 3u * FIGURE_TRIANGLES_MAX) {
        figure_need(PELT_E_RANGE, "triangles");
    }
    f->triangle_counts[size] = part.index_count / 3u;
    for (i = 0; i + 2u < part.index_count; i += 3u) {
        to[i / 3u].a_b = part.indices16[i] * 8u | (uint32_t)part.indices16[i + 1u] << 19;
        to[i / 3u].c_ramp = part.indices16[i + 2u] * 8u;
    }
    if (size == FIGURE_500 && precision == FIGURE_Q12) {
        ramps_choose(f->ramps, to, f->triangle_counts[size], mesh.colours);
    }
    ramps_assign(to, f->triangle_counts[size], mesh.colours, (const uint8_t(*)[3])f->ramps);
}

void figure_open(figure *f)
{
    open_blob(f, FIGURE_500, FIGURE_Q12, blob_500_q12, hero500_q12_blob, sizeof hero500_q12_blob);
    open_blob(f, FIGURE_500, FIGURE_Q16, blob_500_q16, hero500_q16_blob, sizeof hero500_q16_blob);
    open_blob(f, FIGURE_250, FIGURE_Q12, blob_250_q12, hero250_q12_blob, sizeof hero250_q12_blob);
    open_blob(f, FIGURE_250, FIGURE_Q16, blob_250_q16, hero250_q16_blob, sizeof hero250_q16_blob);
    list_triangles(f, FIGURE_500, FIGURE_Q12);
    list_triangles(f, FIGURE_500, FIGURE_Q16);
    list_triangles(f, FIGURE_250, FIGURE_Q12);
    list_triangles(f, FIGURE_250, FIGURE_Q16);
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

    figure_need(pelt_arena_init(&work, figure_work, sizeof figure_work), "work");
    figure_need(pelt_arena_init(&fast, palette_memory, sizeof palette_memory), "fast");
    figure_need(pelt_pose_alloc_q16(&pose, model, &work), "pose");
    figure_need(pelt_pose_alloc_q16(&other_pose, model, &work), "other pose");
    figure_need(pelt_joints_alloc_q16(&joints, model, &work), "joints");
    figure_need(pelt_palette_alloc_q16(&palette, model, 0, &fast), "palette");
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

void figure_skin(figure *f, const figure_moment *moment)
{
    const pelt_output_q16 out = { figure_work, figure_work + 3, 24,
                                  f->unit_normals ? 0u : PELT_RAW_NORMALS };
    pelt_mesh_info mesh;
    uint32_t start;

    if (in_use != figure_model(f)) {
        figure_load(f->precision);
        in_use = figure_model(f);
        fast_model = *in_use;
        place(&fast_model);
    }
    figure_need(pelt_mesh_get(&mesh, &fast_model, 0), "mesh");
    start = board_counter();
    figure_need(pelt_pose_sample_q16(&pose, moment->clip, moment->time), "sample");
    start = count(f, STAGE_SAMPLE, start);
    if (moment->other_weight != 0) {
        figure_need(pelt_pose_sample_q16(&other_pose, moment->other_clip, moment->other_time),
                    "sample");
        figure_need(pelt_pose_blend_q16(&pose, &other_pose, moment->other_weight), "blend");
    }
    start = count(f, STAGE_BLEND, start);
    view_turn(&pose, moment->yaw);
    start = count(f, STAGE_TURN, start);
    figure_need(pelt_joints_build_q16(&joints, &pose), "joints");
    start = count(f, STAGE_JOINTS, start);
    figure_need(pelt_palette_build_q16(&palette, &joints), "palette");
    start = count(f, STAGE_PALETTE, start);
    figure_need(pelt_mesh_skin_q16(&out, 0, &palette, NULL, 0, mesh.vertex_count), "skin");
    (void)count(f, STAGE_SKIN, start);
}
