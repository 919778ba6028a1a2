/* SPDX-License-Identifier: MIT */
/* Prints the report of a bake as JSON. */
#include <math.h>

#include "bake/job/traits.h"
#include "blob/pages.h"
#include "cmd/json_out.h"
#include "cmd/limbs.h"
#include "cmd/report.h"
#include "pelt/pages.h"
#include "play/play.h"
#include "scene/eval.h"

double report_skins_per_vertex(const bake_stats *stats)
{
    const uint32_t distinct = stats->vertices_out - stats->vertices_again;
    return distinct == 0 ? 1 : (double)stats->vertices_out / distinct;
}

double report_worst(const report *r, uint32_t *clip)
{
    const bake_stats *stats = &r->baked->stats;
    double worst = stats->rest_error;
    *clip = SCENE_NONE;
    for (uint32_t i = 0; i < r->scene->clip_count; i++)
        if (stats->clips[i].error > worst) {
            worst = stats->clips[i].error;
            *clip = i;
        }
    return worst;
}

double report_cycles(const report *r, double cost, const char **core)
{
    const bake_cost *by = r->options->order.cost;
    by = by == NULL ? bake_cost_default : by;
    *core = by->core;
    return by->cycles_percent == 0 ? cost : cost * by->cycles_percent / 100;
}

root_place report_root_end(double *farthest, const report *r, uint32_t clip)
{
    const scene_root_track *track = &r->scene->root->tracks[clip];
    *farthest = 0;
    for (uint32_t k = 0; k < track->key_count; k++)
        *farthest = fmax(*farthest, hypot(track->keys[k].x, track->keys[k].z));
    return root_at(track, HUGE_VAL);
}

static json_t *clips_json(const report *r)
{
    json_t *clips = json_array();
    for (uint32_t i = 0; i < r->scene->clip_count; i++) {
        const bake_clip_stats *clip = &r->baked->stats.clips[i];
        const scene_clip *source = &r->scene->clips[i];
        json_t *told =
            json_out_add(clips, "index:u name:t start:n end:n tracks:u keys:u bytes:z error:n",
                         source->index, clip->name, source->start_s, source->end_s,
                         clip->tracks_out, clip->keys_out, clip->bytes_out, clip->error);
        if (r->scene->root != NULL) {
            double farthest;
            const root_place end = report_root_end(&farthest, r, i);
            json_out_add(told, "travel:j", json_pack("[f, f, f]", end.x, end.z, 360 * end.turns));
        }
    }
    return clips;
}

static json_t *meshes_json(const report *r)
{
    json_t *meshes = json_array();
    for (uint32_t i = 0; i < r->baked->stats.mesh_count; i++) {
        const bake_mesh_stats *mesh = &r->baked->stats.meshes[i];
        json_out_add(meshes, "node:u name:t vertices:u triangles:u bytes:z", mesh->node,
                     scene_mesh_name(r->scene, mesh->node), mesh->vertices, mesh->triangles,
                     mesh->bytes);
    }
    return meshes;
}

static json_t *volume_json(const report *r, double worst)
{
    const volume_stats *v = &r->lost->volume;
    const char *core;
    return json_out_add(
        json_object(),
        "before:n after:n entries:u posed_before:n posed_after:n cycles_before:n cycles_after:n",
        v->before, worst, v->entries, v->posed[0], v->posed[1],
        report_cycles(r, r->linear_cost, &core), report_cycles(r, r->baked->stats.cost, &core));
}

static json_t *levels_json(const report *r)
{
    const bake_stats *stats = &r->baked->stats;
    json_t *levels = json_array();
    for (uint32_t i = 0; i + 1 < stats->level_count; i++) {
        const simplify_stats *t = &r->lost->levels[i];
        json_out_add(levels, "triangles:l vertices:u bytes:z error:n mean:n", t->after,
                     stats->level_vertices[i], stats->level_bytes[i], t->largest, t->mean);
    }
    return levels;
}

/* The cost of --joints and --influences. */
static json_t *reduced_json(const report *r)
{
    const reduce_stats *lost = r->lost;
    const bool is_rest = lost->clip == EVAL_REST;
    json_t *folded = json_array();
    for (uint32_t i = 0; i < lost->folded_count; i++)
        json_array_append_new(folded, json_integer(lost->folded[i]));
    return json_out_add(
        json_object(),
        "joints_before:u folded:j vertices:u bytes_before:j moved:n units:n node:u primitive:u "
        "vertex:u clip:j time:j",
        r->baked->stats.joint_count + lost->folded_count, folded, lost->vertices_fitted,
        r->whole_bytes > 0 ? json_integer((json_int_t)r->whole_bytes) : json_null(), lost->relative,
        lost->units, lost->node, lost->primitive, lost->vertex,
        is_rest ? json_null() : json_integer(r->scene->clips[lost->clip].index),
        is_rest ? json_null() : json_out_number(lost->time_s));
}

static json_t *node_json(uint32_t node)
{
    return node == SCENE_NONE ? json_null() : json_integer((json_int_t)node);
}

static json_t *limbs_json(const report *r)
{
    uint32_t count;
    FREED likely_limb *found = limbs_find(&count, r->scene);
    json_t *limbs = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_out_add(limbs, "upper:j middle:j end:j between:j uneven:j", node_json(found[i].upper),
                     node_json(found[i].middle), node_json(found[i].end),
                     node_json(found[i].between), node_json(found[i].uneven));
    return limbs;
}

static json_t *textures_json(const report *r)
{
    json_t *textures = json_array();
    pelt_model model;
    pelt_texture_info t;
    if (play_open_model(&model, bake_result_native(r->baked), r->baked->bytes) != PELT_OK)
        return textures;
    for (uint32_t i = 0; pelt_texture_get(&t, &model, i) == PELT_OK; i++)
        json_out_add(textures, "width:u height:u texels:t bytes:u image:t", t.width, t.height,
                     play_texels[t.texels], t.row_bytes * t.height + 2u * t.colour_count,
                     t.image_name);
    return textures;
}

static json_t *targets_json(const report *r)
{
    json_t *targets = json_array();
    for (size_t i = 0; i < r->target_count; i++)
        json_array_append_new(targets, target_json(&r->target[i]));
    return targets;
}

bool report_print_json(const report *r, diag *d)
{
    uint32_t clip;
    const double worst = report_worst(r, &clip);
    const bake_stats *stats = &r->baked->stats;
    const encoding_traits *encoding = traits_of(r->options->encoding);
    json_t *object = json_out_add(
        json_object(),
        "input:t output:t bytes:z encoding:t precision:t error:n clips:j meshes:j parts:u "
        "vertices_of_parts:u skins_per_vertex:n joints:u warnings:j",
        r->options->file, r->out_path, r->baked->bytes, encoding->name, encoding->number, worst,
        clips_json(r), meshes_json(r), stats->part_count, stats->vertices_of_parts,
        report_skins_per_vertex(stats), stats->joint_count, json_out_warnings());
    json_t *expressions = json_array();
    for (uint32_t i = 0; i < r->scene->expression_count; i++)
        json_array_append_new(expressions, json_out_text(r->scene->expressions[i].name));
    if (r->scene->spring_count > 0)
        json_out_add(object, "springs:u", r->scene->spring_count);
    json_out_add(r->scene->expression_count > 0 ? object : NULL, "expressions:j", expressions);
    json_out_add(object, "limbs:j colour:j textures:j", limbs_json(r),
                 json_out_add(json_object(), "mean:n p95:n", stats->colour.mean, stats->colour.p95),
                 textures_json(r));
    if (r->pages->count > 0)
        json_out_add(object, "pages:j",
                     json_out_add(json_object(), "count:u page_bytes:u file_bytes:z per_sample:u",
                                  r->pages->count, r->pages->page_bytes, r->pages->file.count,
                                  PELT_PAGES_PER_SAMPLE));
    if (r->lost != NULL && r->asked->triangles > 0)
        json_out_add(object, "triangles:j",
                     json_out_add(json_object(), "from:l to:l error:n", r->lost->triangles.before,
                                  r->lost->triangles.after, r->lost->triangles.largest));
    if (r->lost != NULL && r->asked->volume > 0)
        json_out_add(object, "volume:j", volume_json(r, worst));
    if (r->lost != NULL && r->asked->levels > 0)
        json_out_add(object, "levels:j", levels_json(r));
    if (r->lost != NULL && r->asked->joints + r->asked->influences > 0)
        json_out_add(object, "reduced:j", reduced_json(r));
    if (r->target_count == 1)
        json_out_add(object, "target:j", target_json(r->target));
    else if (r->target_count > 1)
        json_out_add(object, "targets:j", targets_json(r));
    return json_out_print(object, d);
}
