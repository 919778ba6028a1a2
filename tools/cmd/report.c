/* SPDX-License-Identifier: MIT */
/* Reports a bake: as JSON, or in words on at most twelve lines, to which --verbose adds lists of meshes,
 * clips and limbs. */
#include "cmd/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bake/job/job.h"
#include "blob/pages.h"
#include "blob/table.h"
#include "cmd/json_out.h"
#include "cmd/limbs.h"
#include "common/output.h"
#include "pelt/pages.h"
#include "play/play.h"
#include "scene/eval.h"
#include "scene/root_place.h"

/* The report in words, as json_out_tell takes it. */
static const char form[] =
    "{output:p}: {encoding}, {.endian}-endian, unit 2^{.unit_shift}, {bytes} bytes\n"
    "flash      {.flash} bytes: meshes {.mesh_bytes}, clips {.clip_bytes}, joints and all else "
    "{.else_bytes}<.map?; {.map} more for `pelt dump`, without --strip>\n"
    "RAM        {.ram} bytes a character, and 24 for each vertex that is kept when skinned\n"
    "<pages*pages      {count} of {page_bytes} bytes behind it in the file, {.seconds:%.3f} s of a "
    "clip each in the mean; a sample of a clip needs at most {per_sample}\n>"
    "model      {.meshes} mesh{.meshes:es}, {.vertices} vertices, {.triangles} "
    "triangle{.triangles:s}, {joints} joint{joints:s}, {.clips} clip{.clips:s} of {.seconds:%.3f} "
    "s\n"
    "<.part_joints?parts      {parts}, of at most {.part_joints} joints each; {vertices_of_parts} "
    "vertices are stored again, as several parts have them\n>"
    "<.window?window     of {.window}: {.again} vertices are stored again, {skins_per_vertex:%.3f} "
    "are skinned for each\n>"
    "<springs?springs    {springs} joint{springs:s} swing{springs:!s}, {.colliders} "
    "collider{.colliders:s}; {.spring_bytes} bytes of state: pelt/springs.h\n>"
    "<.faces?face       {.faces} expression{.faces:s}: {.face}\n>"
    "<.gaze#gaze       {.gaze}\n>"
    "<triangles*<from?triangles  {to} of {from}; the surface is up to {error:%.2e} of the size "
    "from "
    "the source's vertices, {.mean:%.2e} in the mean\n>>"
    "<levels*level {.level}    {triangles} triangles, {vertices} vertices to skin, {bytes} bytes; "
    "the surface is up to {error:%.2e} of the size off, {mean:%.2e} in the mean\n>"
    "<volume*volume     at most {after:%.2e} of the size from dual quaternions, linear blending "
    "{before:%.2e}; in test poses {posed_after:%.2e}, {posed_before:%.2e}; {entries} "
    "in-between{entries:s}; skinning takes {cycles_after:%.0f} {.unit} on {.core}, not "
    "{cycles_before:%.0f} (estimate)\n>"
    "accuracy   error {error:%.2e} of the size at most, {.worst}; {.allowed:%.2e} is allowed\n"
    "<colour*<.measured?colour     {mean:%.3f} from the source's in the mean, {p95:%.3f} at 95 % "
    "(OKLab; black to white is 1); <.textures!without textures {.less:%.0f} % of the surface loses "
    "detail\n><.textures?{.textures} texture{.textures:s} of up to {.side} texels, {.bytes} "
    "bytes\n>>>"
    "<.dropped#dropped    {.dropped}\n>"
    "<.verbose?"
    "meshes     vertices  triangles     bytes  name        (in the glTF {.mesh_bytes_in} bytes)\n"
    "<meshes*  {#:-8} {vertices:8} {triangles:10} {bytes:9}  {name:q}\n>"
    "vertices   {.vertices}, moved by 1/2/3/4 joints {.influences}<.merged?; {.merged} that equal "
    "others are stored once>\n"
    "<.doubled?           {.doubled} are stored again, as a skin has too many joints for one "
    "palette\n>"
    "<.morph_bytes?morphs     of {.morphed} vertices, {.morph_bytes} bytes (in the glTF "
    "{.morph_bytes_in})\n>"
    "<.helpers?           {.helpers} joints are added, as matrices of nodes shear\n>"
    "<.cost*cost       skinning takes {percent:%.0f} % {less} on {core} (estimate), as vertices "
    "share work: {set} have the joints of others, {copied} all but colour and texture\n>"
    "<limbs*limb       {.upper:q}, {.middle:q}, {.end:q}<.between#; {.between:q} is between: name "
    "all three (PELT_LIMB_JOINTS)><.uneven#; the scale of {.uneven:q} differs by axis: it does not "
    "reach exactly>\n>"
    "clips       seconds    keys  in glTF   bytes  in glTF     error  name\n"
    "  rest                                              {.rest_error:%.2e}\n"
    "<clips*  {index:-8} {.seconds:%8.3f} {keys:7} {.keys_in:8} {bytes:7} {.bytes_in:8}  "
    "{error:%.2e}  {name:q}<.moved?, clip {#} of the blob>\n"
    "<.inserted?           larger than in the glTF: {.inserted} keys are added to stay within the "
    "error\n><.root#           {.root}\n>>>"
    "<.targets*target {board}: <fits?fits><fits!does not fit>, {.needs}, {fps:%.1f} fps at "
    "{width}x{height} (pose and skin alone {fps_pose_skin:%.1f}) at {.mhz} MHz ({basis})\n"
    "<advice#           {.advice}\n>>"
    "<.next?next       <.hands?{.hands} mesh{.hands:es} more than hands can hold; without "
    "them:{.without}\n><.hands!`pelt view` shows it<.targets!, --target BOARD says whether it fits "
    "a board>; --verbose lists meshes, clips and limbs\n>>";

/* The largest error, and its clip, or SCENE_NONE for the rest pose. */
static double worst_of(const report *r, uint32_t *clip)
{
    const bake_stats *stats = &r->baked->result.stats;
    double worst = stats->rest_error;
    *clip = SCENE_NONE;
    for (uint32_t i = 0; i < r->baked->s.clip_count; i++)
        if (stats->clips[i].error > worst) {
            worst = stats->clips[i].error;
            *clip = i;
        }
    return worst;
}

/* The cost table of the core for which it was baked. */
static const bake_cost *cost_of(const report *r)
{
    return r->line->load.bake.order.cost == NULL ? bake_cost_default
                                                 : r->line->load.bake.order.cost;
}

/* Skinning in cycles, or in instructions. */
static double cycles_of(const report *r, double cost)
{
    const bake_cost *by = cost_of(r);
    return by->cycles_percent == 0 ? cost : cost * by->cycles_percent / 100;
}

/// Lists /////////////////////////////////////////////////////////////////////////////////////////

/* What root motion took out of a clip. */
static void add_root(json_t *to, const report *r, uint32_t clip)
{
    char text[160] = "stays in place: no root motion to take out";
    double farthest = 0;
    if (r->baked->s.root == NULL)
        return;
    const scene_root_track *track = &r->baked->s.root->tracks[clip];
    const root_place end = root_at(track, HUGE_VAL);
    for (uint32_t k = 0; k < track->key_count; k++)
        farthest = fmax(farthest, hypot(track->keys[k].x, track->keys[k].z));
    if (track->key_count > 0)
        snprintf(text, sizeof text,
                 "root motion taken out: %.4g units and %.4g degrees from start to end, at most "
                 "%.4g units away",
                 hypot(end.x, end.z), 360 * end.turns, farthest);
    json_out_add(to, "travel:j .root:t", json_pack("[f, f, f]", end.x, end.z, 360 * end.turns),
                 text);
}

static json_t *clips_json(const report *r)
{
    json_t *clips = json_array();
    for (uint32_t i = 0; i < r->baked->s.clip_count; i++) {
        const bake_clip_stats *clip = &r->baked->result.stats.clips[i];
        const scene_clip *source = &r->baked->s.clips[i];
        json_t *told = json_out_add(
            clips,
            "index:u name:t start:n end:n tracks:u keys:u bytes:z error:n .seconds:n .keys_in:u "
            ".bytes_in:z .moved:b .inserted:u",
            source->index, clip->name, source->start_s, source->end_s, clip->tracks_out,
            clip->keys_out, clip->bytes_out, clip->error, source->end_s - source->start_s,
            clip->keys_in, clip->bytes_in, source->index != i,
            clip->bytes_out > clip->bytes_in ? clip->keys_inserted : 0);
        add_root(told, r, i);
    }
    return clips;
}

static json_t *meshes_json(const report *r)
{
    json_t *meshes = json_array();
    for (uint32_t i = 0; i < r->baked->result.stats.mesh_count; i++) {
        const bake_mesh_stats *mesh = &r->baked->result.stats.meshes[i];
        json_out_add(meshes, "node:u name:t vertices:u triangles:u bytes:z", mesh->node,
                     scene_mesh_name(&r->baked->s, mesh->node), mesh->vertices, mesh->triangles,
                     mesh->bytes);
    }
    return meshes;
}

static json_t *volume_json(const report *r, double worst)
{
    const volume_stats *v = &r->baked->lost.volume;
    const char *core = cost_of(r)->core;
    return json_out_add(json_object(),
                        "before:n after:n entries:u posed_before:n posed_after:n cycles_before:n "
                        "cycles_after:n .core:t .unit:t",
                        v->before, worst, v->entries, v->posed[0], v->posed[1],
                        cycles_of(r, r->linear_cost), cycles_of(r, r->baked->result.stats.cost),
                        core, strcmp(core, "x86") == 0 ? "units" : "cycles");
}

static json_t *levels_json(const report *r)
{
    const bake_stats *stats = &r->baked->result.stats;
    json_t *levels = json_array();
    for (uint32_t i = 0; i + 1 < stats->level_count; i++) {
        const simplify_stats *t = &r->baked->lost.levels[i];
        json_out_add(levels, "triangles:l vertices:u bytes:z error:n mean:n .level:u", t->after,
                     stats->level_vertices[i], stats->level_bytes[i], t->largest, t->mean, i + 1);
    }
    return levels;
}

/* The cost of --joints and --influences. */
static json_t *reduced_json(const report *r)
{
    const reduce_stats *lost = &r->baked->lost;
    const bool is_rest = lost->clip == EVAL_REST;
    json_t *folded = json_array();
    for (uint32_t i = 0; i < lost->folded_count; i++)
        json_array_append_new(folded, json_integer(lost->folded[i]));
    return json_out_add(
        json_object(),
        "joints_before:u folded:j vertices:u bytes_before:j moved:n units:n node:u primitive:u "
        "vertex:u clip:x time:n",
        r->baked->result.stats.joint_count + lost->folded_count, folded, lost->vertices_fitted,
        r->whole_bytes > 0 ? json_integer((json_int_t)r->whole_bytes) : json_null(), lost->relative,
        lost->units, lost->node, lost->primitive, lost->vertex,
        is_rest ? SCENE_NONE : r->baked->s.clips[lost->clip].index,
        is_rest ? (double)NAN : lost->time_s);
}

/* What limbs and --ik can turn, and what is in their way. */
static json_t *limbs_json(const report *r)
{
    const scene_node *nodes = r->baked->s.nodes;
    uint32_t count;
    FREED likely_limb *found = limbs_find(&count, &r->baked->s);
    json_t *limbs = json_array();
    for (uint32_t i = 0; i < count; i++) {
        const likely_limb *l = &found[i];
        json_out_add(limbs,
                     "upper:x middle:x end:x between:x uneven:x .upper:t .middle:t .end:t "
                     ".between:t .uneven:t",
                     l->upper, l->middle, l->end, l->between, l->uneven, nodes[l->upper].name,
                     nodes[l->middle].name, nodes[l->end].name,
                     l->between == SCENE_NONE ? NULL : nodes[l->between].name,
                     l->uneven == SCENE_NONE ? NULL : nodes[l->uneven].name);
    }
    return limbs;
}

static json_t *textures_json(const report *r)
{
    json_t *textures = json_array();
    pelt_model model;
    pelt_texture_info t;
    if (play_open_model(&model, bake_result_native(&r->baked->result), r->baked->result.bytes) !=
        PELT_OK)
        return textures;
    for (uint32_t i = 0; pelt_texture_get(&t, &model, i) == PELT_OK; i++)
        json_out_add(textures, "width:u height:u texels:t bytes:u image:t", t.width, t.height,
                     play_texels[t.texels], t.row_bytes * t.height + 2u * t.colour_count,
                     t.image_name);
    return textures;
}

static json_t *colour_json(const bake_colour_stats *c)
{
    return json_out_add(json_object(),
                        "mean:n p95:n .measured:b .textures:u .side:u .bytes:z .less:n", c->mean,
                        c->p95, c->measured, c->texture_count, c->texture_side, c->texture_bytes,
                        100 * c->less_detail);
}

/// What only text has ////////////////////////////////////////////////////////////////////////////

static double clip_seconds(const report *r)
{
    double length_s = 0;
    for (uint32_t i = 0; i < r->baked->s.clip_count; i++)
        length_s += r->baked->s.clips[i].end_s - r->baked->s.clips[i].start_s;
    return length_s;
}

static void add_sizes(json_t *to, const report *r)
{
    const bake_stats *stats = &r->baked->result.stats;
    blob_table table;
    blob_table_read(&table, r->baked->result.blob, r->baked->result.bytes);
    const size_t map = blob_section_bytes(&table, FORMAT_SOURCE),
                 flash = r->baked->result.bytes - map;
    size_t meshes = 0, clips = 0;
    for (uint32_t i = 0; i < stats->mesh_count; i++)
        meshes += stats->meshes[i].bytes;
    for (uint32_t i = 0; i < stats->clip_count && r->pages->count == 0; i++)
        clips += stats->clips[i].bytes_out;
    json_out_add(
        to,
        ".endian:t .unit_shift:i .flash:z .mesh_bytes:z .clip_bytes:z .else_bytes:z .map:z "
        ".ram:z .meshes:u .vertices:u .triangles:l .clips:u .seconds:n .part_joints:u "
        ".window:u .again:u .verbose:b",
        r->line->load.bake.big_endian ? "big" : "little", (int)table.header.unit_shift, flash,
        meshes, clips, flash - meshes - clips, map, stats->arena_bytes, stats->mesh_count,
        stats->vertices_out, bake_stats_triangles(stats), r->baked->s.clip_count, clip_seconds(r),
        stats->part_joints, stats->window, stats->vertices_again, r->line->verbose);
}

/* Names of expressions, as many as a line holds, and how eyes follow a place. */
static void add_face(json_t *to, const scene *s)
{
    char names[72] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < s->expression_count && used + 2 < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? " " : "",
                                 diag_name(s->expressions[i].name));
    char text[80];
    snprintf(text, sizeof text, "%s%s", names, used >= sizeof names ? "..." : "");
    json_out_add(to, ".faces:u .face:t .gaze:t", s->expression_count, text,
                 s->gaze == NULL  ? NULL
                 : s->gaze->turns ? "eyes turn"
                                  : "by expressions");
}

/* The largest error, and what is not as in the file, in one line. */
static void add_loss(json_t *to, const report *r, uint32_t worst)
{
    const bake_stats *stats = &r->baked->result.stats;
    char all[512] = "", more[80], name[DIAG_NAME_BYTES + 8] = "at rest";
    snprintf(more, sizeof more, " (moves them by up to %.2g of the size)", stats->dropped_shift);
    const struct {
        size_t count;
        const char *before, *after;
    } items[] = {
        {stats->over_four, "joints of ", " vertices that had more than 4"},
        {stats->influences_too_small, "", " weights too small to tell within the error"},
        {r->whole_bytes, "with all joints, influences and triangles it has ", " bytes"},
        {stats->weights_repaired, "repaired weights of ", " vertices, scaled to the sum 1"},
        {stats->weights_missing, "repaired ", " vertices without weights, bound to their node"},
    };
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        if (items[i].count > 0)
            diag_append(all, sizeof all, "%s%s%zu%s%s", all[0] != '\0' ? "; " : "", items[i].before,
                        items[i].count, items[i].after, i == 0 ? more : "");
    if (worst != SCENE_NONE)
        snprintf(name, sizeof name, "in \"%s\"", diag_name(stats->clips[worst].name));
    json_out_add(to, ".worst:t .allowed:n .dropped:t .rest_error:n", name,
                 r->baked->s.volume > 0 ? r->baked->s.volume
                                        : bake_first_budget(&r->line->load.bake).error,
                 all[0] != '\0' ? all : NULL, stats->rest_error);
}

/* How vertices are stored, and the gain of order and sharing by the cost table of the core. */
static void add_vertices(json_t *to, const report *r)
{
    const bake_stats *stats = &r->baked->result.stats;
    const uint32_t *moved = stats->influence_runs;
    const uint32_t merged = stats->vertices_in + stats->vertices_doubled + stats->vertices_cut +
                            stats->vertices_again - stats->vertices_out;
    /* Negative if sharing saved bytes at the cost of time. */
    const double less = 100 * (1 - stats->cost / stats->cost_plain);
    char influences[64];
    snprintf(influences, sizeof influences, "%u/%u/%u/%u", moved[0], moved[1], moved[2], moved[3]);
    json_out_add(to,
                 ".mesh_bytes_in:z .influences:t .merged:u .doubled:u .morphed:u .morph_bytes:z "
                 ".morph_bytes_in:z .helpers:u",
                 stats->mesh_bytes_in, influences, merged, stats->vertices_doubled,
                 stats->vertices_morphed, stats->morph_bytes, stats->morph_bytes_in,
                 stats->helper_count);
    if (stats->set_vertices + stats->copied_vertices > 0)
        json_out_add(to, ".cost:j",
                     json_out_add(json_object(), "percent:n less:t core:t set:u copied:u",
                                  fabs(less), less < 0 ? "more" : "less", cost_of(r)->core,
                                  stats->set_vertices, stats->copied_vertices));
}

/* What to do next, unless a board is too small: its line names the remedy. */
static void add_next(json_t *to, const report *r)
{
    bool advised = false;
    for (size_t i = 0; i < r->target_count; i++)
        advised |= r->target[i].advice[0] != '\0';
    json_out_add(to, ".next:b .hands:u .without:r", !r->line->verbose && !advised, r->empty_hands,
                 r->next);
}

/// All of it /////////////////////////////////////////////////////////////////////////////////////

static json_t *report_json(const report *r)
{
    uint32_t clip;
    const double worst = worst_of(r, &clip);
    const bake_stats *stats = &r->baked->result.stats;
    const encoding_traits *encoding = traits_of(r->line->load.bake.encoding);
    const uint32_t distinct = stats->vertices_out - stats->vertices_again;
    json_t *object = json_out_add(
        json_object(),
        "input:t output:t bytes:z encoding:t precision:t error:n clips:j meshes:j parts:u "
        "vertices_of_parts:u skins_per_vertex:n joints:u warnings:j",
        r->line->load.bake.file, r->line->out, r->baked->result.bytes, encoding->name,
        encoding->number, worst, clips_json(r), meshes_json(r), stats->part_count,
        stats->vertices_of_parts, distinct == 0 ? 1 : (double)stats->vertices_out / distinct,
        stats->joint_count, json_out_warnings());
    json_t *expressions = json_array(), *targets = json_array();
    for (uint32_t i = 0; i < r->baked->s.expression_count; i++)
        json_array_append_new(expressions, json_out_text(r->baked->s.expressions[i].name));
    uint32_t colliders = 0;
    for (uint32_t i = 0; i < r->baked->s.collider_count; i++)
        colliders += r->baked->s.colliders[i].is_used;
    if (r->baked->s.spring_count > 0)
        json_out_add(object, "springs:u .colliders:u .spring_bytes:u", r->baked->s.spring_count,
                     colliders, r->baked->s.spring_count * (uint32_t)sizeof(pelt_tail_q16));
    json_out_add(r->baked->s.expression_count > 0 ? object : NULL, "expressions:j", expressions);
    json_out_add(object, "limbs:j colour:j textures:j", limbs_json(r), colour_json(&stats->colour),
                 textures_json(r));
    if (r->pages->count > 0)
        json_out_add(object, "pages:j",
                     json_out_add(json_object(),
                                  "count:u page_bytes:u file_bytes:z per_sample:u .seconds:n",
                                  r->pages->count, r->pages->page_bytes, r->pages->file.count,
                                  PELT_PAGES_PER_SAMPLE, clip_seconds(r) / r->pages->count));
    if (r->line->load.reduce.triangles > 0)
        json_out_add(object, "triangles:j",
                     json_out_add(json_object(), "from:l to:l error:n .mean:n",
                                  r->baked->lost.triangles.before, r->baked->lost.triangles.after,
                                  r->baked->lost.triangles.largest, r->baked->lost.triangles.mean));
    if (r->line->load.reduce.volume > 0)
        json_out_add(object, "volume:j", volume_json(r, worst));
    if (r->line->load.reduce.levels > 0)
        json_out_add(object, "levels:j", levels_json(r));
    if (r->line->load.reduce.joints + r->line->load.reduce.influences > 0)
        json_out_add(object, "reduced:j", reduced_json(r));
    for (size_t i = 0; i < r->target_count; i++)
        json_array_append_new(targets, target_json(&r->target[i]));
    if (r->target_count == 1)
        json_out_add(object, "target:j fps:n fps_pose_skin:n",
                     json_incref(json_array_get(targets, 0)), r->target[0].fps,
                     r->target[0].frames);
    else if (r->target_count > 1)
        json_out_add(object, "targets:j", json_incref(targets));
    json_out_add(object, ".targets:j", targets);
    add_sizes(object, r);
    add_face(object, &r->baked->s);
    add_loss(object, r, clip);
    add_vertices(object, r);
    add_next(object, r);
    return object;
}

bool report_print(const report *r, diag *d)
{
    json_auto_t *facts = report_json(r);
    if (r->line->json)
        return json_out_print(facts, d);
    json_out_tell(facts, form);
    return output_flush(d);
}
