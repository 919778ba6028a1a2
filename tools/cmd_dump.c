/* SPDX-License-Identifier: MIT */
/* pelt dump: what the device library makes of a file, vertex by vertex, as text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "options.h"
#include "play.h"
#include "source_map.h"
#include "view.h"

static const char usage[] =
    "usage: pelt dump FILE [--precision q16|f32] [--clip INDEX|rest|bind] [--time SECONDS]\n"
    "                 [--what vertices|joints|palette]\n"
    "\n"
    "Plays FILE (glTF or .pelt) with the device library and prints, in glTF units,\n"
    "  vertices   NODE PRIMITIVE VERTEX X Y Z NX NY NZ   (the default; - - - without normals)\n"
    "  joints     NODE m00 m01 m02 tx m10 ... tz         model matrices\n"
    "  palette    SKIN ENTRY NODE m00 ... tz             model matrix x inverse bind matrix\n"
    "Defaults: q16 (a .pelt: its own flavour), the rest pose, time 0.\n";

typedef enum dump_what { DUMP_VERTICES, DUMP_JOINTS, DUMP_PALETTE } dump_what;

typedef struct dump_options {
    const char *file;
    int flavour; /* 0: not given */
    int clip;
    double time_s;
    dump_what what;
    bool help;
} dump_options;

static bool parse(dump_options *o, int argc, char **argv, diag *d)
{
    *o = (dump_options){.clip = PLAY_REST};
    for (int i = 0; i < argc; i++) {
        const char *name = argv[i];
        if (strcmp(name, "--help") == 0) {
            o->help = true;
            return true;
        }
        if (strncmp(name, "--", 2) != 0) {
            if (o->file != NULL)
                return diag_fail(d, DIAG_USAGE, "second file %s, command line, give one", name);
            o->file = name;
            continue;
        }
        const char *value = option_value(argc, argv, &i, d);
        if (value == NULL)
            return false;
        if (strcmp(name, "--precision") == 0) {
            pelt_flavour flavour;
            if (!option_precision(&flavour, value, d))
                return false;
            o->flavour = (int)flavour;
        } else if (strcmp(name, "--clip") == 0) {
            long clip;
            if (strcmp(value, "rest") == 0)
                o->clip = PLAY_REST;
            else if (strcmp(value, "bind") == 0)
                o->clip = PLAY_BIND;
            else if (option_integer(&clip, name, value, 0, 65535, d))
                o->clip = (int)clip;
            else
                return false;
        } else if (strcmp(name, "--time") == 0) {
            if (!option_number(&o->time_s, name, value, d))
                return false;
        } else if (strcmp(name, "--what") == 0) {
            if (strcmp(value, "vertices") == 0)
                o->what = DUMP_VERTICES;
            else if (strcmp(value, "joints") == 0)
                o->what = DUMP_JOINTS;
            else if (strcmp(value, "palette") == 0)
                o->what = DUMP_PALETTE;
            else
                return diag_fail(d, DIAG_USAGE, "unknown --what %s, command line, see --help",
                                 value);
        } else {
            return diag_fail(d, DIAG_USAGE, "unknown option %s, command line, see --help", name);
        }
    }
    if (o->file == NULL)
        return diag_fail(d, DIAG_USAGE, "no input file, command line, see --help");
    return true;
}

/* Ten significant digits; + 0.0 turns -0 into 0. */
static void print_numbers(const double *v, int count)
{
    for (int i = 0; i < count; i++)
        printf(" %.9e", v[i] + 0.0);
}

/* A glTF primitive and where its vertices went. */
typedef struct row_source {
    int32_t node;
    uint32_t mesh;
    const source_primitive *primitive;
} row_source;

static int by_node_and_primitive(const void *left, const void *right)
{
    const row_source *a = left, *b = right;
    if (a->node != b->node)
        return a->node < b->node ? -1 : 1;
    return (a->primitive->primitive > b->primitive->primitive) -
           (a->primitive->primitive < b->primitive->primitive);
}

static bool dump_vertices(play *p, const source_map *map, diag *d)
{
    size_t source_count = 0, next = 0;
    for (uint32_t m = 0; m < map->mesh_count; m++)
        source_count += map->meshes[m].primitive_count;
    row_source *sources = diag_calloc(source_count + 1, sizeof *sources);
    double (**positions)[3] = diag_calloc(map->mesh_count + 1u, sizeof *positions);
    double (**normals)[3] = diag_calloc(map->mesh_count + 1u, sizeof *normals);
    bool ok = true;
    for (uint32_t m = 0; m < map->mesh_count && ok; m++) {
        pelt_mesh_info info;
        ok = pelt_mesh_get(&info, &p->model, m) == PELT_OK;
        positions[m] = diag_calloc(info.vertex_count + 1u, sizeof **positions);
        normals[m] = info.has_normals ? diag_calloc(info.vertex_count + 1u, sizeof **normals) : NULL;
        ok = ok && play_mesh(p, m, positions[m], normals[m], d);
        for (uint32_t i = 0; i < map->meshes[m].primitive_count; i++)
            sources[next++] =
                (row_source){map->meshes[m].node, m, &map->meshes[m].primitives[i]};
    }
    qsort(sources, next, sizeof *sources, by_node_and_primitive);
    for (size_t i = 0; i < next && ok; i++) {
        const source_primitive *primitive = sources[i].primitive;
        const uint32_t m = sources[i].mesh;
        for (uint32_t v = 0; v < primitive->vertex_count; v++) {
            const uint32_t at = primitive->vertices[v];
            printf("%d %u %u", sources[i].node, primitive->primitive, v);
            print_numbers(positions[m][at], 3);
            if (normals[m] != NULL)
                print_numbers(normals[m][at], 3);
            else
                fputs(" - - -", stdout);
            putchar('\n');
        }
    }
    for (uint32_t m = 0; m < map->mesh_count; m++) {
        free(positions[m]);
        free(normals[m]);
    }
    free(positions);
    free(normals);
    free(sources);
    return ok;
}

static void dump_joints(const play *p, const source_map *map)
{
    int32_t last = -1;
    for (uint32_t printed = 0; printed < map->joint_count; printed++) {
        /* The next larger node; joint counts are small. */
        uint32_t joint = UINT32_MAX;
        for (uint32_t j = 0; j < map->joint_count; j++)
            if (map->nodes[j] > last && (joint == UINT32_MAX || map->nodes[j] < map->nodes[joint]))
                joint = j;
        if (joint == UINT32_MAX)
            return;
        last = map->nodes[joint];
        const mat34 m = play_joint(p, joint);
        printf("%d", last);
        print_numbers(&m.m[0][0], 12);
        putchar('\n');
    }
}

/* The entry without its grid; see source_map.h. */
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

/* glTF node of the joint that an entry belongs to. Either flavour's entry starts with the joint. */
static int32_t entry_node(const play *p, const source_map *map, uint32_t skin, uint32_t entry)
{
    const uint8_t *entries = p->model.blob + p->model.entries;
    const size_t index = (size_t)view_skin(&p->model, skin)->first_entry + entry;
    uint16_t joint;
    memcpy(&joint, entries + index * sizeof(format_entry_q16), sizeof joint);
    return map->nodes[joint];
}

static void dump_palette(const play *p, const source_map *map)
{
    for (uint32_t s = 0; s < map->skin_count; s++) {
        const source_skin *skin = &map->skins[s];
        bool seen = skin->skin < 0;
        for (uint32_t before = 0; before < s && !seen; before++)
            seen = map->skins[before].skin == skin->skin; /* the same skin on another grid */
        for (uint32_t e = 0; e < skin->entry_count && !seen; e++) {
            if (skin->entries[e].joint < 0)
                continue;
            const mat34 m = unfold(p, s, e, &skin->entries[e]);
            printf("%d %d %d", skin->skin, skin->entries[e].joint, entry_node(p, map, s, e));
            print_numbers(&m.m[0][0], 12);
            putchar('\n');
        }
    }
}

int cmd_dump(int argc, char **argv)
{
    diag d = {0};
    dump_options o;
    loaded_blob blob = {0};
    play p = {0};
    source_map map = {0};
    bool ok = parse(&o, argc, argv, &d);
    if (ok && o.help) {
        fputs(usage, stdout);
        return DIAG_OK;
    }
    ok = ok && load_blob(&blob, o.file, o.flavour, &d);
    ok = ok && play_open(&p, blob.bytes, blob.size_bytes, &d);
    if (ok && o.clip >= (int)p.model.clip_count)
        ok = diag_fail(&d, DIAG_USAGE, "no clip %d, of %u, choose another with --clip", o.clip,
                       (unsigned)p.model.clip_count);
    ok = ok && source_map_open(&map, &p.model, &d);
    ok = ok && play_pose(&p, o.clip, play_ticks(o.time_s), &d);
    if (ok) {
        switch (o.what) {
        case DUMP_VERTICES: ok = dump_vertices(&p, &map, &d); break;
        case DUMP_JOINTS: dump_joints(&p, &map); break;
        case DUMP_PALETTE: dump_palette(&p, &map); break;
        }
        if (ok && fflush(stdout) != 0)
            ok = diag_fail(&d, DIAG_IO, "cannot write, standard output, check the disk");
    }
    source_map_free(&map);
    play_close(&p);
    free(blob.bytes);
    if (!ok)
        diag_print(&d, o.file == NULL ? "dump" : o.file);
    return d.exit_code;
}
