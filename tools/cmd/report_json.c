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
            json_pack("{s:I, s:o, s:o, s:o, s:I, s:I, s:I, s:o}", "index",
                      (json_int_t)source->index, "name", json_out_text(clip->name), "start",
                      json_out_number(source->start_s), "end", json_out_number(source->end_s),
                      "tracks", (json_int_t)clip->tracks_out, "keys", (json_int_t)clip->keys_out,
                      "bytes", (json_int_t)clip->bytes_out, "error", json_out_number(clip->error));
        if (r->scene->root != NULL) {
            double farthest;
            const root_place end = report_root_end(&farthest, r, i);
            json_object_set_new(told, "travel",
                                json_pack("[o, o, o]", json_out_number(end.x),
                                          json_out_number(end.z),
                                          json_out_number(360 * end.turns)));
        }
        json_array_append_new(clips, told);
    }
    return clips;
}

static json_t *meshes_json(const report *r)
{
    json_t *meshes = json_array();
    for (uint32_t i = 0; i < r->baked->stats.mesh_count; i++) {
        const bake_mesh_stats *mesh = &r->baked->stats.meshes[i];
        json_array_append_new(
            meshes, json_pack("{s:I, s:o, s:I, s:I, s:I}", "node", (json_int_t)mesh->node, "name",
                              json_out_text(scene_mesh_name(r->scene, mesh->node)), "vertices",
                              (json_int_t)mesh->vertices, "triangles", (json_int_t)mesh->triangles,
                              "bytes", (json_int_t)mesh->bytes));
    }
    return meshes;
}

static json_t *triangles_json(const simplify_stats *t)
{
    return json_pack("{s:I, s:I, s:o}", "from", (json_int_t)t->before, "to", (json_int_t)t->after,
                     "error", json_out_number(t->largest));
}

static json_t *volume_json(const report *r, double worst)
{
    const volume_stats *v = &r->lost->volume;
    const char *core;
    return json_pack("{s:o, s:o, s:I, s:o, s:o, s:o, s:o}", "before", json_out_number(v->before),
                     "after", json_out_number(worst), "entries", (json_int_t)v->entries,
                     "posed_before", json_out_number(v->posed[0]), "posed_after",
                     json_out_number(v->posed[1]), "cycles_before",
                     json_out_number(report_cycles(r, r->linear_cost, &core)), "cycles_after",
                     json_out_number(report_cycles(r, r->baked->stats.cost, &core)));
}

static json_t *levels_json(const report *r)
{
    const bake_stats *stats = &r->baked->stats;
    json_t *levels = json_array();
    for (uint32_t i = 0; i + 1 < stats->level_count; i++) {
        const simplify_stats *t = &r->lost->levels[i];
        json_array_append_new(
            levels, json_pack("{s:I, s:I, s:I, s:o, s:o}", "triangles", (json_int_t)t->after,
                              "vertices", (json_int_t)stats->level_vertices[i], "bytes",
                              (json_int_t)stats->level_bytes[i], "error",
                              json_out_number(t->largest), "mean", json_out_number(t->mean)));
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
    return json_pack("{s:I, s:o, s:I, s:o, s:o, s:o, s:I, s:I, s:I, s:o, s:o}", "joints_before",
                     (json_int_t)(r->baked->stats.joint_count + lost->folded_count), "folded",
                     folded, "vertices", (json_int_t)lost->vertices_fitted, "bytes_before",
                     r->whole_bytes > 0 ? json_integer((json_int_t)r->whole_bytes) : json_null(),
                     "moved", json_out_number(lost->relative), "units",
                     json_out_number(lost->units), "node", (json_int_t)lost->node, "primitive",
                     (json_int_t)lost->primitive, "vertex", (json_int_t)lost->vertex, "clip",
                     is_rest ? json_null() : json_integer(r->scene->clips[lost->clip].index),
                     "time", is_rest ? json_null() : json_out_number(lost->time_s));
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
        json_array_append_new(
            limbs,
            json_pack("{s:o, s:o, s:o, s:o, s:o}", "upper", node_json(found[i].upper), "middle",
                      node_json(found[i].middle), "end", node_json(found[i].end), "between",
                      node_json(found[i].between), "uneven", node_json(found[i].uneven)));
    return limbs;
}

static json_t *textures_json(const report *r)
{
    json_t *textures = json_array();
    pelt_model model;
    pelt_texture_info t;
    const uint8_t *blob = r->baked->little != NULL ? r->baked->little : r->baked->blob;
    if (play_open_model(&model, blob, r->baked->bytes) != PELT_OK)
        return textures;
    for (uint32_t i = 0; pelt_texture_get(&t, &model, i) == PELT_OK; i++)
        json_array_append_new(
            textures, json_pack("{s:I, s:I, s:s, s:I, s:o}", "width", (json_int_t)t.width, "height",
                                (json_int_t)t.height, "texels", play_texels[t.texels], "bytes",
                                (json_int_t)(t.row_bytes * t.height + 2u * t.colour_count), "image",
                                json_out_text(t.image_name)));
    return textures;
}

bool report_print_json(const report *r, diag *d)
{
    uint32_t clip;
    const double worst = report_worst(r, &clip);
    json_t *object = json_pack(
        "{s:o, s:o, s:I, s:s, s:s, s:o, s:o, s:o, s:I, s:I, s:o, s:I, s:o}", "input",
        json_out_text(r->options->file), "output", json_out_text(r->out_path), "bytes",
        (json_int_t)r->baked->bytes, "encoding", traits_of(r->options->encoding)->name, "precision",
        traits_of(r->options->encoding)->number, "error", json_out_number(worst), "clips",
        clips_json(r), "meshes", meshes_json(r), "parts", (json_int_t)r->baked->stats.part_count,
        "vertices_of_parts", (json_int_t)r->baked->stats.vertices_of_parts, "skins_per_vertex",
        json_out_number(report_skins_per_vertex(&r->baked->stats)), "joints",
        (json_int_t)r->baked->stats.joint_count, "warnings", json_out_warnings());
    if (r->scene->spring_count > 0)
        json_object_set_new(object, "springs", json_integer(r->scene->spring_count));
    json_t *expressions = json_array();
    for (uint32_t i = 0; i < r->scene->expression_count; i++)
        json_array_append_new(expressions, json_out_text(r->scene->expressions[i].name));
    if (r->scene->expression_count > 0)
        json_object_set(object, "expressions", expressions);
    json_decref(expressions);
    json_object_set_new(object, "limbs", limbs_json(r));
    json_object_set_new(object, "colour",
                        json_pack("{s:o, s:o}", "mean",
                                  json_out_number(r->baked->stats.colour.mean), "p95",
                                  json_out_number(r->baked->stats.colour.p95)));
    json_object_set_new(object, "textures", textures_json(r));
    if (r->pages->count > 0)
        json_object_set_new(object, "pages",
                            json_pack("{s:I, s:I, s:I, s:I}", "count", (json_int_t)r->pages->count,
                                      "page_bytes", (json_int_t)r->pages->page_bytes, "file_bytes",
                                      (json_int_t)r->pages->file.count, "per_sample",
                                      (json_int_t)PELT_PAGES_PER_SAMPLE));
    if (r->lost != NULL && r->asked->triangles > 0)
        json_object_set_new(object, "triangles", triangles_json(&r->lost->triangles));
    if (r->lost != NULL && r->asked->volume > 0)
        json_object_set_new(object, "volume", volume_json(r, worst));
    if (r->lost != NULL && r->asked->levels > 0)
        json_object_set_new(object, "levels", levels_json(r));
    if (r->lost != NULL && r->asked->joints + r->asked->influences > 0)
        json_object_set_new(object, "reduced", reduced_json(r));
    if (r->target_count == 1) {
        json_object_set_new(object, "target", target_json(r->target));
    } else if (r->target_count > 1) {
        json_t *targets = json_array();
        for (size_t i = 0; i < r->target_count; i++)
            json_array_append_new(targets, target_json(&r->target[i]));
        json_object_set_new(object, "targets", targets);
    }
    return json_out_print(object, d);
}
