/* SPDX-License-Identifier: MIT */
#include "figure.h"

#include <string.h>

#include "board.h"
#include "console.h"
#include "draw.h"
#include "ramps.h"
#include "text.h"
#include "view.h"

int32_t *figure_work;
static figure_memory memory;

static CONSOLE_FAST pelt_model fast_model; /* a copy of the one in use */
static const pelt_model *in_use;
static CONSOLE_FAST pelt_pose_q16 pose, other_pose;
static CONSOLE_FAST pelt_joints_q16 joints;
static pelt_palette_q16 palettes[FIGURE_MESHES_MAX]; /* by skin */
static pelt_morph_q16 morphs[FIGURE_MESHES_MAX];     /* by mesh; records NULL: none */

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

/* What this is not for: the sentence goes to the emulator's log. */
static void need_at_most(uint32_t count, uint32_t most, const char *what)
{
    if (count > most) {
        board_puts("at most ");
        board_put_u32(most);
        board_puts(" ");
        board_puts(what);
        board_puts(", the character has ");
        board_put_u32(count);
        board_puts("\n");
        figure_need(PELT_E_RANGE, what);
    }
}

void figure_use(const figure_memory *given)
{
    memory = *given;
    figure_work = (int32_t *)given->work;
}

static bool is_drawn(const pelt_part_info *part)
{
    return part->indices16 != NULL && part->corners == 3u;
}

void figure_add(figure *f, figure_size size, figure_precision precision,
                const pelt_family *family, const void *blob, size_t bytes)
{
    pelt_model *model = &f->models[size][precision];
    pelt_mesh_info mesh;
    pelt_part_info part;
    uint32_t vertices = 0, triangles = 0;
    uint32_t i, p;

    figure_need(pelt_model_open(model, blob, bytes, family), "open");
    for (i = 0; i < model->mesh_count; i++) {
        figure_need(pelt_mesh_get(&mesh, model, i), "mesh");
        vertices += mesh.vertex_count;
        for (p = 0; p < mesh.part_count; p++) {
            figure_need(pelt_part_get(&part, model, i, p), "part");
            triangles += is_drawn(&part) ? part.index_count / 3u : 0u;
        }
    }
    need_at_most(vertices, FIGURE_VERTICES_MAX, "vertices");
    need_at_most(triangles, FIGURE_TRIANGLES_MAX, "triangles");
    need_at_most(model->joint_count, FIGURE_JOINTS_MAX, "joints");
    need_at_most(model->mesh_count, FIGURE_MESHES_MAX, "meshes");
    need_at_most(model->skin_count, FIGURE_MESHES_MAX, "skins");
    f->vertex_counts[size][precision] = vertices;
    f->triangle_counts[size][precision] = triangles;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

uint32_t figure_work_bytes(const figure *f, figure_size size, figure_precision precision)
{
    const pelt_model *model = &f->models[size][precision];
    const uint32_t vertices = f->vertex_counts[size][precision];

    return larger(larger(24u * vertices,
                         draw_work_bytes(vertices, f->triangle_counts[size][precision])),
                  (uint32_t)(2u * pelt_pose_bytes_q16(model) + pelt_joints_bytes_q16(model)));
}

/* Each four bytes: of what has no colours grey. */
static const uint8_t *colour_of(const pelt_mesh_info *mesh, uint32_t vertex)
{
    static const uint8_t grey[4] = { 130, 130, 130, 255 };

    return mesh->colours == NULL ? grey : pelt_mesh_colour(mesh, vertex);
}

/* Vertices have another order in another precision. */
void figure_list(figure *f, figure_size size, figure_precision precision, figure_triangle *to,
                 uint8_t (*colours)[4], uint32_t *off, bool chooses_ramps)
{
    const pelt_model *model = &f->models[size][precision];
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
            for (v = 0; is_drawn(&part) && v + 2u < part.index_count; v += 3u, count++) {
                const uint16_t *corner = part.indices16 + v;

                to[count].a_b = (first + corner[0]) * 8u | (first + corner[1]) << 19;
                to[count].c_ramp = (first + corner[2]) * 8u;
            }
        }
        first += mesh.vertex_count;
    }
    f->triangles[size][precision] = to;
    if (chooses_ramps) {
        ramps_choose(f->ramps, to, count, colours[0], off);
    }
    ramps_assign(to, count, colours[0], (const uint8_t(*)[3])f->ramps);
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
    uint32_t skin, mesh;

    figure_need(pelt_arena_init(&work, memory.work, memory.work_bytes), "work");
    figure_need(pelt_arena_init(&fast, memory.palettes, memory.palette_bytes), "fast");
    figure_need(pelt_pose_alloc_q16(&pose, model, &work), "pose");
    figure_need(pelt_pose_alloc_q16(&other_pose, model, &work), "other pose");
    figure_need(pelt_joints_alloc_q16(&joints, model, &work), "joints");
    for (skin = 0; skin < model->skin_count; skin++) {
        figure_need(pelt_palette_alloc_q16(&palettes[skin], model, skin, &fast), "palette");
    }
    for (mesh = 0; mesh < model->mesh_count; mesh++) {
        morphs[mesh].records = NULL;
        if (model->target_count != 0u && pelt_morph_bytes_q16(model, mesh) != 0u) {
            figure_need(pelt_morph_alloc_q16(&morphs[mesh], model, mesh, &fast), "morph");
        }
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

/* Before poses give way to vertices. */
static void move_targets(void)
{
    pelt_mesh_info mesh;
    uint32_t i;

    for (i = 0; i < fast_model.mesh_count && fast_model.target_count != 0u; i++) {
        if (morphs[i].records != NULL) {
            figure_need(pelt_mesh_get(&mesh, &fast_model, i), "mesh");
            figure_need(pelt_morph_build_q16(&morphs[i], pose.weights + mesh.first_target,
                                             mesh.target_count, 0, 0, mesh.vertex_count), "morph");
        }
    }
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
        figure_need(pelt_mesh_skin_q16(&out, i, &palettes[mesh.skin],
                                       morphs[i].records == NULL ? NULL : &morphs[i], 0,
                                       mesh.vertex_count), "skin");
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
    move_targets();
    start = count(f, STAGE_PALETTE, start);
    skin_meshes(f->unit_normals);
    (void)count(f, STAGE_SKIN, start);
}
