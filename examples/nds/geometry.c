/* SPDX-License-Identifier: MIT */
/*
 * Draws the character on the Nintendo DS by its geometry engine. The engine transforms vertices of
 * one influence as they are stored, with the palette in its matrix stack; the ARM9 skins the others
 * to 4.12 coordinates. On a console it plays for ever. With a host (tests/emulators/run) it
 * compares the engine's results with the library's, shows FRAMES of the show and ends.
 */
#include <stdbool.h>

#include "board.h"
#include "engine.h"
#include "hero_model.h"
#include "pelt/gpu.h"
#include "pelt/nds.h"
#include "show.h"
#include "text.h"
#include "engine_camera.h"

#define FRAMES 41u /* in the last one the character waves */
#define PITCH 1900u
#define MESHES_MAX 64u /* of meshes and of skins */
#define GROUND_CORNERS 32
#define VERTICES_MAX 2000u

#define SKINNED                                                                                    \
    (PELT_NDS_STACK - 1u) /* place of the matrix for skinned vertices: the stack's last */
#define SKINNED_SHIFT                                                                              \
    4 /* they are sent in 2^this model units, of which 32 to 64 fit VTX_16's +-8 */

int main(void);

typedef struct corner {
    pelt_nds_vertex vertex;
    uint32_t material; /* parameter of DIF_AMB */
} corner;

/* A mesh of the model. Its parts need at most SKINNED entries each (`bake --max-palette`), which
 * are in the engine's stack only while a part is drawn. */
typedef struct figure {
    pelt_mesh_info mesh;
    pelt_palette_q16 *palette;
    int32_t (*words)[6];
    corner *corners;      /* their entries are places in the stack */
    uint32_t rigid_count; /* the first vertices, of one influence */
} figure;

static uint64_t memory[(HERO_MODEL_STAGES_BYTES + 7u) / 8u];
static int32_t words[VERTICES_MAX][6];
static corner corners[VERTICES_MAX];

static pelt_model model;
static figure figures[MESHES_MAX];
static pelt_arena arena;
static pelt_pose_q16 pose;
static pelt_joints_q16 joints;
static pelt_palette_q16 palettes[MESHES_MAX]; /* by skin */
static pelt_camera cam;

static void expect(bool ok, const char *what)
{
    if (!ok) {
        board_puts("FAIL geometry: ");
        board_puts(what);
        board_puts("\n");
        board_exit(1);
    }
}

/// Set-up ///////////////////////////////////////////////////////////////////////////////////////

/* Converts linear light to 5 display bits: about the square root. */
static uint32_t shown(uint32_t linear)
{
    uint32_t value = 0;

    while (value < 31u && (value + 1u) * (value + 1u) * 255u <= linear * 961u)
        value++;
    return value;
}

/* The diffuse colour, and a third of it as ambient. */
static uint32_t material(const uint8_t *linear)
{
    const uint32_t r = shown(linear[0]), g = shown(linear[1]), b = shown(linear[2]);

    return RGB5(r, g, b) | RGB5(r / 3u, g / 3u, b / 3u) << 16;
}

/* Finds the palette entries that a part needs; returns how many. */
static uint32_t list_entries(const uint16_t **entries, uint32_t mesh, uint32_t part)
{
    uint32_t count;

    expect(pelt_part_joints_get(entries, &count, &model, mesh, part) == PELT_OK && count <= SKINNED,
           "no model for this demo: bake it with --max-palette 30");
    return count;
}

/* The place of a vertex's entry in the engine's stack while its part is drawn. */
static uint32_t place_of(uint32_t entry, uint32_t mesh, uint32_t vertex)
{
    const uint16_t *entries;
    const uint32_t count = list_entries(&entries, mesh, pelt_vertex_part_get(&model, mesh, vertex));
    uint32_t place = 0;

    while (place < count && entries[place] != entry)
        place++;
    expect(place < count, "a part's list lacks an entry");
    return place;
}

/* A mesh without colours is white; without normals it is lit as if from its front. */
static void open_figure(figure *f, uint32_t index)
{
    static const uint8_t white[4] = {255, 255, 255, 255};

    f->rigid_count = 0;
    for (uint32_t i = 0; i < f->mesh.vertex_count; i++) {
        corner *c = &f->corners[i];

        c->material = material(f->mesh.colours == NULL ? white : pelt_mesh_colour_get(&f->mesh, i));
        if (i == f->rigid_count && pelt_nds_vertex_get(&c->vertex, &model, index, i) == PELT_OK) {
            c->vertex.entry = place_of(c->vertex.entry, index, i);
            f->rigid_count++;
        } else {
            c->vertex.entry = SKINNED;
        }
    }
}

static void open_model(void)
{
    uint32_t first = 0;

    expect(pelt_model_open(&model, hero_model_blob, sizeof hero_model_blob, &pelt_exact) ==
                   PELT_OK &&
               model.mesh_count <= MESHES_MAX && model.skin_count <= MESHES_MAX,
           "no model for this demo: at most 64 meshes");
    expect(pelt_arena_init(&arena, memory, sizeof memory) == PELT_OK &&
               pelt_pose_alloc_q16(&pose, &model, &arena) == PELT_OK &&
               pelt_joints_alloc_q16(&joints, &model, &arena) == PELT_OK,
           "too little memory");
    for (uint32_t i = 0; i < model.skin_count; i++)
        expect(pelt_palette_alloc_q16(&palettes[i], &model, i, &arena) == PELT_OK,
               "too little memory");
    for (uint32_t i = 0; i < model.mesh_count; i++) {
        figure *f = &figures[i];

        expect(pelt_mesh_get(&f->mesh, &model, i) == PELT_OK &&
                   f->mesh.vertex_count <= VERTICES_MAX - first,
               "no model for this demo: at most 2000 vertices");
        f->palette = &palettes[f->mesh.skin];
        f->words = words + first;
        f->corners = corners + first;
        first += f->mesh.vertex_count;
        open_figure(f, i);
    }
}

static void pose_at(const actor_moment *moment)
{
    expect(pelt_pose_sample_q16(&pose, moment->clip, moment->time) == PELT_OK &&
               pelt_joints_build_q16(&joints, &pose) == PELT_OK,
           "a pose cannot be built");
    for (uint32_t i = 0; i < model.skin_count; i++)
        expect(pelt_palette_build_q16(&palettes[i], &joints) == PELT_OK,
               "a palette cannot be built");
}

static void skin(const figure *f, uint32_t first)
{
    int32_t *to = f->words[first];
    const pelt_output_q16 out = {to, f->mesh.has_normals ? to + 3 : NULL, sizeof words[0], 0};

    expect(pelt_mesh_skin_q16(&out, (uint32_t)(f - figures), f->palette, NULL, first,
                              f->mesh.vertex_count - first) == PELT_OK,
           "skinning fails");
}

static void find_camera(const show *plan)
{
    pelt_box_q16 box;
    shot s;

    pelt_box_clear_q16(&box);
    for (uint32_t frame = 0; frame < plan->frame_count; frame += 4u) {
        show_at(&s, plan, &model, frame);
        pose_at(&s.moment);
        for (uint32_t mesh = 0; mesh < model.mesh_count; mesh++) {
            skin(&figures[mesh], 0);
            for (uint32_t i = 0; i < figures[mesh].mesh.vertex_count; i++)
                pelt_box_add_q16(&box, figures[mesh].words[i]);
        }
    }
    pelt_camera_frame(&cam, &box, ENGINE_WIDTH, ENGINE_HEIGHT);
}

/// A frame //////////////////////////////////////////////////////////////////////////////////////

/* Loads the entries of a part: first directions, in MODE_BOTH, then positions alone. */
static void load_part(const figure *f, uint32_t part)
{
    const uint16_t *entries;
    const uint32_t count = list_entries(&entries, (uint32_t)(f - figures), part);
    pelt_nds_matrix positions, directions;

    for (uint32_t i = 0; i < count; i++) {
        (void)pelt_nds_matrices_get(&positions, &directions, f->palette, entries[i],
                                    f->mesh.raw_normal_bits);
        MTX_MODE = MODE_BOTH;
        engine_load_4x3(directions.m);
        MTX_MODE = MODE_POSITION;
        engine_load_4x3(positions.m);
        MTX_MODE = MODE_BOTH;
        MTX_STORE = i;
    }
}

/* Loads the matrix for vertices that the ARM9 has skinned. */
static void load_skinned(void)
{
    static const int32_t scale[12] = {4096 << SKINNED_SHIFT, 0, 0, 0,
                                      4096 << SKINNED_SHIFT, 0, 0, 0,
                                      4096 << SKINNED_SHIFT, 0, 0, 0};

    MTX_MODE = MODE_BOTH;
    MTX_IDENTITY = 0;
    MTX_MODE = MODE_POSITION;
    engine_load_4x3(scale);
    MTX_MODE = MODE_BOTH;
    MTX_STORE = SKINNED;
}

/* Converts Q16.16 of model units to 4.12 of 2^SKINNED_SHIFT model units. */
static uint32_t coordinate(int32_t word)
{
    return (uint32_t)((word >> (3 + SKINNED_SHIFT)) + 1) >> 1 & 0xffffu;
}

static void skin_others(const figure *f)
{
    if (f->rigid_count == f->mesh.vertex_count)
        return;
    skin(f, f->rigid_count);
    for (uint32_t i = f->rigid_count; i < f->mesh.vertex_count; i++) {
        pelt_nds_vertex *vertex = &f->corners[i].vertex;
        const int32_t *from = f->words[i];

        vertex->xy = coordinate(from[0]) | coordinate(from[1]) << 16;
        vertex->z = coordinate(from[2]);
        vertex->normal = PELT_NDS_NORMAL(from + 3);
    }
}

static void send(const corner *c, uint32_t *entry)
{
    if (c->vertex.entry != *entry) {
        *entry = c->vertex.entry;
        MTX_RESTORE = *entry;
    }
    DIF_AMB = c->material;
    NORMAL = c->vertex.normal;
    VTX_16 = c->vertex.xy;
    VTX_16 = c->vertex.z;
}

/* A disc under the feet, not lit, in camera units from the model's centre. */
static void ground_corner(uint32_t angle, int32_t radius)
{
    const int32_t at[3] = {cam.centre[0] + (radius * pelt_sine_get(angle) >> 14),
                           cam.centre[1] + cam.ground,
                           cam.centre[2] + (radius * pelt_sine_get(angle + PELT_TURN / 4) >> 14)};
    uint32_t v[3];

    for (unsigned i = 0; i < 3u; i++)
        v[i] = coordinate(at[i] * (1 << cam.shift));
    VTX_16 = v[0] | v[1] << 16;
    VTX_16 = v[2];
}

static void draw_ground(void)
{
    MTX_RESTORE = SKINNED;
    POLYGON_ATTR = POLYGON_PLAIN;
    BEGIN_VTXS = TRIANGLES;
    for (uint32_t i = 0; i < GROUND_CORNERS; i++) {
        const uint32_t angle = PELT_TURN / GROUND_CORNERS * i;

        COLOR = i % 2u == 0u ? RGB5(11, 19, 11) : RGB5(13, 21, 12);
        ground_corner(0, 0);
        ground_corner(angle, cam.radius);
        ground_corner(angle + PELT_TURN / GROUND_CORNERS, cam.radius);
    }
    END_VTXS = 0;
}

/* Draws the triangles; returns how many. */
static uint32_t draw(const figure *f)
{
    uint32_t triangles = 0;

    SPE_EMI = 0;
    for (uint32_t part = 0; part < f->mesh.part_count; part++) {
        uint32_t entry = UINT32_MAX;
        pelt_part_info info;

        if (pelt_part_get(&info, &model, (uint32_t)(f - figures), part) != PELT_OK ||
            info.indices16 == NULL || info.corners != 3u)
            continue;
        load_part(f, part);
        POLYGON_ATTR = POLYGON_LIT(3u);
        BEGIN_VTXS = TRIANGLES;
        for (uint32_t i = 0; i < info.index_count; i++)
            send(&f->corners[info.indices16[i]], &entry);
        END_VTXS = 0;
        triangles += info.index_count / 3u;
    }
    return triangles;
}

static uint32_t show_frame(const show *plan, uint32_t frame)
{
    shot s;
    uint32_t triangles = 0;

    show_at(&s, plan, &model, frame);
    pelt_camera_turn(&cam, s.yaw, PITCH);
    pose_at(&s.moment);
    engine_camera_load(&cam);
    load_skinned();
    draw_ground();
    for (uint32_t i = 0; i < model.mesh_count; i++) {
        skin_others(&figures[i]);
        triangles += draw(&figures[i]);
    }
    engine_show();
    return triangles;
}

/// The engine and the library ///////////////////////////////////////////////////////////////////

static int32_t distance(int32_t a, int32_t b)
{
    return a > b ? a - b : b - a;
}

/* Compares rigid vertices with the library's; returns the largest difference of a coordinate, in
 * Q16.16. */
static int32_t compare(const figure *f)
{
    uint32_t part = UINT32_MAX;
    int32_t worst = 0;

    skin(f, 0);
    MTX_MODE = MODE_PROJECTION;
    MTX_IDENTITY = 0;
    for (uint32_t i = 0; i < f->rigid_count; i++) {
        const uint32_t own = pelt_vertex_part_get(&model, (uint32_t)(f - figures), i);
        int32_t out[4];

        if (own != part) {
            part = own;
            load_part(f, part);
        }
        MTX_RESTORE = f->corners[i].vertex.entry;
        engine_test(out, f->corners[i].vertex.xy, f->corners[i].vertex.z);
        for (uint32_t c = 0; c < 3u; c++) {
            const int32_t far = distance(out[c] * 16, f->words[i][c]);

            worst = far > worst ? far : worst;
        }
    }
    return worst;
}

static int32_t compare_all(const show *plan, uint32_t frame)
{
    shot s;
    int32_t worst = 0;

    show_at(&s, plan, &model, frame);
    pose_at(&s.moment);
    for (uint32_t i = 0; i < model.mesh_count; i++) {
        const int32_t far = compare(&figures[i]);

        worst = far > worst ? far : worst;
    }
    return worst;
}

int main(void)
{
    char text[64];
    const bool has_host = board_command_line(text, sizeof text);
    show plan;
    uint32_t triangles = 0, vertices = 0, rigid = 0, entries = 0;
    int32_t worst = 0;

    open_model();
    show_plan(&plan, &model);
    find_camera(&plan);
    engine_start(RGB5(9, 11, 18));
    for (uint32_t frame = 0; has_host && frame < plan.frame_count; frame += 8u) {
        const int32_t far = compare_all(&plan, frame);

        worst = far > worst ? far : worst;
    }
    for (uint32_t frame = 0; !has_host || frame < FRAMES; frame++)
        triangles = show_frame(&plan, frame % plan.frame_count);
    engine_show(); /* the last picture has been shown */
    for (uint32_t i = 0; i < model.mesh_count; i++) {
        vertices += figures[i].mesh.vertex_count;
        rigid += figures[i].rigid_count;
        for (uint32_t part = 0; part < figures[i].mesh.part_count; part++) {
            const uint16_t *list;

            entries += list_entries(&list, i, part);
        }
    }
    board_put_number("triangles", triangles);
    board_put_number("vertices", vertices);
    board_put_number("rigid", rigid);
    board_put_number("entries", entries);
    board_put_number("distance_in_65536ths", (uint32_t)worst);
    expect(rigid > 0u && worst <= PELT_NDS_ERROR * 16, "the engine disagrees");
    board_puts("PASS geometry\n");
    return 0;
}
