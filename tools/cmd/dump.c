/* SPDX-License-Identifier: MIT */
/* pelt dump: prints the results of the device library for a file, vertex by vertex, as text. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blob/source_map.h"
#include "cmd/commands.h"
#include "common/choice.h"
#include "common/compare.h"
#include "common/output.h"
#include "common/region.h"
#include "pelt/gpu.h"
#include "play/play.h"
#include "scene/box.h"
#include "scene/moments.h"
#include "src/blob/format.h"

/* Checks the options against --what: results of a span of time need --to and a clip and take no pose, those of
 * a moment take no --to. */
static bool check_span(const command_line *o, diag *d)
{
    if (o->what != DUMP_SPRINGS && (o->rate_hz > 0 || o->frame_count > 0))
        return diag_fail(d, DIAG_USAGE, "%s needs --what springs, command line, see --help",
                         o->rate_hz > 0 ? "--hz" : "--frames");
    const bool between = o->what == DUMP_EVENTS || o->what == DUMP_ROOT;
    if (between && (o->pose.pose != NULL || o->pose.edit_count > 0 || o->morph != NULL))
        return diag_fail(d, DIAG_USAGE,
                         "%s with --what %s, command line, leave it out: these are results of a "
                         "clip, not of a pose",
                         o->pose.pose != NULL                ? "--pose"
                         : o->pose.edit_count == 0           ? "--morph"
                         : o->pose.edits[0].kind == PLAY_AIM ? "--aim"
                                                             : "--ik",
                         o->what == DUMP_EVENTS ? "events" : "root");
    if (!between && (o->has_to || o->loop))
        return diag_fail(d, DIAG_USAGE,
                         "%s needs --what events or --what root, command line, see --help",
                         o->loop ? "--loop" : "--to");
    if (between && !o->has_to)
        return diag_fail(d, DIAG_USAGE,
                         "--to is missing, command line, give the time at which the span ends");
    if (between && (o->clip == NULL || strcmp(o->clip, "rest") == 0 || clip_is_bind(o->clip)))
        return diag_fail(d, DIAG_USAGE, "the %s pose has no span of time, --clip, give a clip",
                         o->clip == NULL ? "rest" : o->clip);
    return true;
}

/* Prints ten significant digits; adding 0.0 turns -0 into 0. */
static void print_numbers(const double *v, int count)
{
    for (int i = 0; i < count; i++)
        printf(" %.9e", v[i] + 0.0);
}

/* The results of the device library for one mesh of the blob; attributes that it lacks are NULL. */
typedef struct played_mesh {
    pelt_mesh_info info;
    uint32_t texture;         /* of the primitive that is being printed, or PELT_NONE */
    pelt_texture_shift shift; /* of that texture in the pose */
    double (*positions)[3], (*normals)[3], (*tangents)[4];
} played_mesh;

static bool get_mesh(pelt_mesh_info *out, const play *p, uint32_t mesh, diag *d)
{
    return pelt_mesh_lod(out, &p->lods, mesh, p->level) == PELT_OK ||
           diag_fail(d, DIAG_INVALID, "mesh %u cannot be read, blob, bake it again", mesh);
}

static bool play_whole(played_mesh *out, region *memory, play *p, uint32_t mesh, bool tangents,
                       diag *d)
{
    if (!get_mesh(&out->info, p, mesh, d))
        return false;
    const pelt_mesh_info info = out->info;
    out->positions = region_calloc(memory, info.vertex_count, sizeof *out->positions);
    if (info.has_normals)
        out->normals = region_calloc(memory, info.vertex_count, sizeof *out->normals);
    if (info.has_tangents && tangents)
        out->tangents = region_calloc(memory, info.vertex_count, sizeof *out->tangents);
    return play_mesh(p, mesh, out->positions, out->normals, d) &&
           (out->tangents == NULL || play_tangents(p, mesh, out->tangents, d));
}

static void print_optional(const double *v, int count)
{
    if (v != NULL)
        print_numbers(v, count);
    for (int i = 0; i < count && v == NULL; i++)
        fputs(" -", stdout);
}

/* A row of the output, by what it is ordered: a node and its primitive, a skin and its joint, and so on. */
typedef struct row {
    uint32_t outer, inner; /* glTF */
    uint32_t of, entry;    /* indices in the blob */
} row;

typedef struct row_list {
    row *rows; /* [count] */
    uint32_t count;
} row_list;

static void rows_free(row_list *list)
{
    free(list->rows);
}

/* Adds a row for a thing of the glTF file; things that are only in the blob get none. */
static void add_row(row_list *to, int32_t outer, int32_t inner, uint32_t of, uint32_t entry)
{
    if (outer < 0 || inner < 0)
        return;
    to->rows = diag_grow(to->rows, to->count, sizeof *to->rows);
    to->rows[to->count++] = (row){(uint32_t)outer, (uint32_t)inner, of, entry};
}

COMPARE_BY(compare_rows, uint32_t, 3)

static void sort_rows(row_list *list)
{
    if (list->count > 0)
        qsort(list->rows, list->count, sizeof *list->rows, compare_rows);
}

/* Whether the row before is of the same thing, which may be in several parts of the blob. */
static bool is_again(const row_list *list, uint32_t i)
{
    const row *at = &list->rows[i];
    return i > 0 && at->outer == at[-1].outer && at->inner == at[-1].inner;
}

/* Prints one vertex of a mesh, behind the numbers that identify it. */
typedef void print_vertex(const played_mesh *mesh, uint32_t vertex);

static void print_played(const played_mesh *mesh, uint32_t vertex)
{
    print_numbers(mesh->positions[vertex], 3);
    print_optional(mesh->normals == NULL ? NULL : mesh->normals[vertex], 3);
}

static void print_tangent(const played_mesh *mesh, uint32_t vertex)
{
    print_played(mesh, vertex);
    print_optional(mesh->tangents == NULL ? NULL : mesh->tangents[vertex], 4);
}

/* A mesh without colours is white. */
static void print_colour(const played_mesh *mesh, uint32_t vertex)
{
    const uint8_t *colour = pelt_mesh_colour_get(&mesh->info, vertex);
    for (int c = 0; c < 4; c++)
        printf(" %u", colour == NULL ? 255u : colour[c]);
}

/* The texture of a vertex's part, and where in it. */
static void print_uv(const played_mesh *mesh, uint32_t vertex)
{
    const pelt_mesh_info *info = &mesh->info;
    double uv[2] = {mesh->shift.u / (double)FORMAT_SHIFT_ONE,
                    mesh->shift.v / (double)FORMAT_SHIFT_ONE};
    if (mesh->texture == PELT_NONE) {
        fputs(" - - -", stdout);
        return;
    }
    for (uint32_t i = 0; i < 2u; i++)
        uv[i] += info->uvs_f32 != NULL ? (double)info->uvs_f32[2u * vertex + i]
                 : info->uvs_i16 != NULL
                     ? (double)info->uvs_i16[2u * vertex + i] / (1u << info->uv_bits)
                     : 0;
    printf(" %u", mesh->texture);
    print_numbers(uv, 2);
}

/* Returns the texture of a glTF primitive, and its shift: those of its part in the blob. If it was cut into
 * several parts, one that has no vertices of other primitives tells. */
static uint32_t texture_of(pelt_texture_shift *shift, const play *p, const source_map *map,
                           const row *source)
{
    const source_mesh *mesh = &map->meshes[source->of];
    const source_primitive *primitive = &mesh->primitives[source->entry];
    pelt_mesh_info info;
    pelt_part_info part = {.texture = PELT_NONE};
    if (pelt_mesh_get(&info, &p->model, source->of) != PELT_OK)
        return PELT_NONE;
    FREED bool *own = diag_calloc(info.vertex_count, sizeof *own);
    bool found = false;
    for (uint32_t v = 0; v < primitive->vertex_count; v++)
        if (primitive->vertices[v] != SOURCE_NONE)
            own[primitive->vertices[v]] = true;
    for (uint32_t i = source->entry; i < info.part_count && !found; i++) {
        found = pelt_part_get(&part, &p->model, source->of, i) == PELT_OK;
        for (uint32_t k = 0, v; found && k < part.index_count; k++)
            found = pelt_indices_get(&v, &part, k, 1) == PELT_OK && own[v];
    }
    if (found && part.material < p->shift_count)
        *shift = p->shifts[part.material];
    return found ? part.texture : PELT_NONE;
}

static bool print_primitive(const row *source, played_mesh *meshes, const play *p,
                            const source_map *map, print_vertex *print, diag *d)
{
    uint32_t vertex_count;
    pelt_texture_shift shift = {0, 0};
    const uint32_t texture = texture_of(&shift, p, map, source);
    for (uint32_t m = 0; m < map->mesh_count; m++) { /* its vertices may be in several meshes */
        meshes[m].texture = texture;
        meshes[m].shift = shift;
    }
    FREED source_place *places = source_map_find(&vertex_count, map, source->outer, source->inner);
    if (places == NULL)
        return diag_fail(d, DIAG_INVALID,
                         "primitive %u of node %u is not whole, section SRCE, bake it again",
                         source->inner, source->outer);
    for (uint32_t v = 0; v < vertex_count; v++) {
        if (places[v].mesh == SOURCE_NONE ||
            places[v].vertex >= meshes[places[v].mesh].info.vertex_count)
            continue; /* --triangles removed it, or the level has none of it */
        printf("%u %u %u", source->outer, source->inner, v);
        print(&meshes[places[v].mesh], places[v].vertex);
        putchar('\n');
    }
    return true;
}

static bool dump_vertices(play *p, const source_map *map, print_vertex *print, diag *d)
{
    FREED_BY(rows_free) row_list list = {0};
    FREED_BY(region_free) region memory = {0};
    played_mesh *meshes = region_calloc(&memory, map->mesh_count, sizeof *meshes);
    bool ok = true;
    for (uint32_t m = 0; m < map->mesh_count && ok; m++)
        ok = print == print_colour || print == print_uv
                 ? get_mesh(&meshes[m].info, p, m, d)
                 : play_whole(&meshes[m], &memory, p, m, print == print_tangent, d);
    for (uint32_t m = 0; m < map->mesh_count; m++)
        for (uint32_t i = 0; i < map->meshes[m].primitive_count; i++)
            add_row(&list, map->meshes[m].node, (int32_t)map->meshes[m].primitives[i].primitive, m,
                    i);
    sort_rows(&list);
    for (uint32_t i = 0; i < list.count && ok; i++)
        ok = is_again(&list, i) || print_primitive(&list.rows[i], meshes, p, map, print, d);
    return ok;
}

static void dump_joints(const play *p, const source_map *map)
{
    FREED_BY(rows_free) row_list list = {0};
    for (uint32_t j = 0; j < map->joint_count; j++)
        add_row(&list, map->nodes[j], 0, j, 0);
    sort_rows(&list);
    for (uint32_t i = 0; i < list.count; i++) {
        const mat34 m = play_joint(p, list.rows[i].of);
        printf("%u", list.rows[i].outer);
        print_numbers(&m.m[0][0], 12);
        putchar('\n');
    }
}

/* Removes the grid from an entry; see source_map.h. */
static mat34 unfold(const play *p, uint32_t skin, uint32_t entry, const source_entry *source)
{
    mat34 m = play_entry(p, skin, entry);
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            m.m[r][c] /= source->step;
            m.m[r][3] -= m.m[r][c] * source->origin[c];
        }
    }
    return m;
}

/* A glTF skin may be in the blob several times, on other grids or in parts; each entry is
 * printed once. */
static void dump_palette(const play *p, const source_map *map)
{
    FREED_BY(rows_free) row_list list = {0};
    for (uint32_t s = 0; s < map->skin_count; s++)
        for (uint32_t e = 0; e < map->skins[s].entry_count; e++)
            add_row(&list, map->skins[s].skin, map->skins[s].entries[e].joint, s, e);
    sort_rows(&list);
    for (uint32_t i = 0; i < list.count; i++) {
        const row *at = &list.rows[i];
        if (is_again(&list, i))
            continue;
        const mat34 m = unfold(p, at->of, at->entry, &map->skins[at->of].entries[at->entry]);
        printf("%u %u %d", at->outer, at->inner,
               (int)map->nodes[pelt_palette_joint_get(&p->model, at->of, at->entry)]);
        print_numbers(&m.m[0][0], 12);
        putchar('\n');
    }
}

/* Prints a box for each node; if its mesh is in several parts, the box of all. */
static bool dump_bounds(play *p, const source_map *map, diag *d)
{
    FREED_BY(rows_free) row_list list = {0};
    for (uint32_t m = 0; m < map->mesh_count; m++)
        add_row(&list, map->meshes[m].node, 0, m, 0);
    sort_rows(&list);
    box3 whole = box3_empty(), part;
    for (uint32_t i = 0; i < list.count; i++) {
        if (!play_bounds(p, list.rows[i].of, part.low, part.high, d))
            return false;
        box3_extend(&whole, part.low, part.high);
        if (i + 1 < list.count && is_again(&list, i + 1))
            continue;
        printf("%u", list.rows[i].outer);
        print_numbers(whole.low, 3);
        print_numbers(whole.high, 3);
        putchar('\n');
        whole = box3_empty();
    }
    return true;
}

static bool dump_checksum(play *p, diag *d)
{
    uint32_t crc;
    const bool ok = play_checksum(&crc, p, d);
    if (ok)
        printf("%08" PRIx32 "\n", crc);
    return ok;
}

/* How far aims and limbs are from their targets, each after its own turn: - where none was. */
static void dump_residual(const pose_options *options)
{
    for (uint32_t i = 0; i < options->edit_count; i++) {
        const play_edit *edit = &options->edits[i];
        printf("%s %s", edit->kind == PLAY_AIM ? "aim" : "ik", pose_option_joint(edit));
        print_optional(isnan(edit->missed) ? NULL : &edit->missed, 1);
        putchar('\n');
    }
}

/* Every texture, texel by texel. */
static bool dump_textures(const pelt_model *model, diag *d)
{
    pelt_texture_info t;
    pelt_status status = PELT_OK;
    for (uint32_t i = 0; (status = pelt_texture_get(&t, model, i)) == PELT_OK; i++) {
        printf("texture %u %u %u %s %s %s %s\n", i, t.width, t.height, play_texels[t.texels],
               play_wraps[t.wrap_across], play_wraps[t.wrap_down], t.image_name);
        for (uint32_t k = 0; k < t.width * t.height; k++) {
            uint8_t rgba[4];
            play_texel(rgba, &t, k);
            printf("%02X%02X%02X%02X%c", rgba[0], rgba[1], rgba[2], rgba[3],
                   (k + 1) % t.width == 0 ? '\n' : ' ');
        }
    }
    return status == PELT_E_RANGE ||
           diag_fail(d, DIAG_INVALID,
                     "textures are not what they claim to be, section TXTR, bake it again");
}

/* Steps springs through a clip, which repeats, and prints the end of each bone after each step. */
static bool dump_springs(const command_line *o, play *p, const source_map *map, int clip, diag *d)
{
    const uint32_t rate = o->rate_hz > 0 ? o->rate_hz : 60;
    pelt_clip_info info = {0};
    FREED_BY(rows_free) row_list list = {0};
    double at[3];
    uint32_t joint;
    bool ok = play_swing(p, rate, d);
    if (clip >= 0)
        (void)pelt_clip_get(&info, &p->model, (uint32_t)clip);
    const double length_s = ((double)info.end - info.start) / PELT_TICKS_PER_SECOND;
    for (uint32_t i = 0; ok && play_tail(&joint, at, p, i); i++)
        add_row(&list, map->nodes[joint], 0, i, 0);
    sort_rows(&list);
    if (ok && list.count == 0)
        ok = diag_fail(d, DIAG_INVALID,
                       "no joint swings, --what springs, give --spring or a file "
                       "with VRMC_springBone");
    p->steps = true;
    for (uint32_t k = 0; k < (o->frame_count > 0 ? o->frame_count : 600) && ok; k++) {
        const double time_s = length_s > 0 ? fmod((double)k / rate, length_s) : 0;
        ok = play_pose(p, clip, info.start + scene_ticks(time_s), d);
        for (uint32_t i = 0; i < list.count && ok; i++) {
            (void)play_tail(&joint, at, p, list.rows[i].of);
            printf("%u %u", k, list.rows[i].outer);
            print_numbers(at, 3);
            putchar('\n');
        }
    }
    return ok;
}

static bool print_what(const command_line *o, play *p, const source_map *map, int clip, diag *d)
{
    switch ((dump_what)o->what) {
    case DUMP_VERTICES: return dump_vertices(p, map, o->tangents ? print_tangent : print_played, d);
    case DUMP_COLOURS: return dump_vertices(p, map, print_colour, d);
    case DUMP_JOINTS: dump_joints(p, map); return true;
    case DUMP_PALETTE: dump_palette(p, map); return true;
    case DUMP_BOUNDS: return dump_bounds(p, map, d);
    case DUMP_CHECKSUM: return dump_checksum(p, d);
    case DUMP_EVENTS:
    case DUMP_ROOT: return dump_motion(&p->model, (uint32_t)clip, o, d);
    case DUMP_RESIDUAL: dump_residual(&o->pose); return true;
    case DUMP_TEXTURES: return dump_textures(&p->model, d);
    case DUMP_SPRINGS: return dump_springs(o, p, map, clip, d);
    case DUMP_UVS: return dump_vertices(p, map, print_uv, d);
    }
    return true;
}

/* Parses the weights of --morph; free() them. */
static bool read_morph(double **weights, uint32_t *count, const char *text, diag *d)
{
    if (text == NULL)
        return true;
    const uint32_t most = (uint32_t)strlen(text) / 2 + 1;
    *weights = diag_calloc(most, sizeof **weights);
    *count = choice_numbers(*weights, most, text);
    return *count > 0 || diag_fail(d, DIAG_USAGE,
                                   "--morph %s is not a list W0,W1,... of numbers, "
                                   "command line, see --help",
                                   text);
}

bool cmd_dump(command_line *o, diag *d)
{
    FREED_BY(loaded_blob_free) loaded_blob blob = {0};
    FREED_BY(play_close) play p = {0};
    FREED_BY(source_map_free) source_map map = {0};
    const model_names names = {&p.model, &map, o->in};
    FREED double *weights = NULL;
    uint32_t weight_count = 0;
    const char *name = o->clip == NULL ? "rest" : o->clip;
    bool ok = check_span(o, d) && pose_options_check(&o->pose, o->clip != NULL || o->has_time, d) &&
              read_morph(&weights, &weight_count, o->morph, d);
    o->load.bake.bind |= clip_is_bind(name) || pose_options_take_bind(&o->pose);
    /* Choosing textures takes time; the order of vertices, and so the checksum, depends on it. */
    if (o->load.bake.texture_side == BAKE_AUTO && o->what != DUMP_TEXTURES && o->what != DUMP_UVS &&
        o->what != DUMP_COLOURS && o->what != DUMP_CHECKSUM)
        o->load.bake.texture_side = 0;
    int clip = PLAY_REST;
    ok = ok && load_blob(&blob, o->in, &o->load, d) &&
         play_open(&p, blob.bytes, blob.size_bytes, d) && play_take_level(&p, o->lod, d) &&
         /* A checksum needs no map to glTF; clips then have the blob's indices. */
         ((o->what == DUMP_CHECKSUM && !source_map_exists(&p.model)) ||
          source_map_open(&map, &p.model, d)) &&
         load_store(&p, &map, &blob, &o->load, d) &&
         choose_clip(&clip, "--clip", name, &names, d) &&
         pose_options_find(&o->pose, &p, &names, d);
    if (ok)
        play_set_morph(&p, weights, weight_count);
    ok = ok && play_pose(&p, clip, scene_ticks(o->time_s), d) && print_what(o, &p, &map, clip, d) &&
         output_flush(d);
    return ok;
}
