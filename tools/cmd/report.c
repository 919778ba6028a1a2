/* SPDX-License-Identifier: MIT */
/* Prints the report of a bake. */
#include "cmd/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bake/job/traits.h"
#include "blob/table.h"
#include "cmd/json_out.h"
#include "cmd/limbs.h"
#include "play/play.h"
#include "scene/eval.h"
#include "scene/root_place.h"

/// In words //////////////////////////////////////////////////////////////////////////////////////

static void print_flash(const report *r, const blob_table *table)
{
    const bake_stats *stats = &r->baked->stats;
    const size_t map = blob_section_bytes(table, FORMAT_SOURCE);
    size_t meshes = 0, clips = 0, clips_in = 0;
    for (uint32_t i = 0; i < stats->mesh_count; i++)
        meshes += stats->meshes[i].bytes;
    for (uint32_t i = 0; i < stats->clip_count; i++) {
        clips += stats->clips[i].bytes_out;
        clips_in += stats->clips[i].bytes_in;
    }
    printf("flash      %zu bytes: meshes %zu (in the glTF %zu), clips %zu (%zu), joints and all "
           "else %zu\n",
           r->baked->bytes - map, meshes, stats->mesh_bytes_in, clips, clips_in,
           r->baked->bytes - map - meshes - clips);
    if (r->whole_bytes > 0)
        printf("           %zu bytes in all, with all %s %zu\n", r->baked->bytes,
               r->lost->triangles.before > 0 ? "joints, influences and triangles"
                                             : "joints and influences",
               r->whole_bytes);
    if (map > 0)
        printf("           %zu more are the map back to the glTF, for `pelt dump`: leave it out "
               "with --strip\n",
               map);
    printf("RAM        %zu bytes a character, and 24 for each vertex that is kept when skinned\n",
           r->baked->stats.arena_bytes);
}

/* Clips or meshes that are listed unless --verbose is given, so that the report fits a screen. */
#define LISTED 8u

static bool folds(const report *r, uint32_t count)
{
    return count > LISTED && !r->verbose;
}

static void print_triangles(const simplify_stats *t)
{
    if (t->before > 0)
        printf("triangles  %" PRIu64 " of %" PRIu64 "; the surface is up to %.2e of the size from "
               "the source's vertices, %.2e in the mean\n",
               t->after, t->before, t->largest, t->mean);
}

static void print_meshes(const report *r)
{
    const bake_stats *stats = &r->baked->stats;
    if (folds(r, stats->mesh_count)) {
        uint32_t triangles = 0;
        for (uint32_t i = 0; i < stats->mesh_count; i++)
            triangles += stats->meshes[i].triangles;
        printf("meshes     %u, %u triangles in all; --verbose lists them\n", stats->mesh_count,
               triangles);
        return;
    }
    for (uint32_t i = 0; i < stats->mesh_count; i++) {
        const bake_mesh_stats *mesh = &stats->meshes[i];
        char name[DIAG_NAME_BYTES];
        diag_printable(name, sizeof name, scene_mesh_name(r->scene, mesh->node));
        printf("mesh %-5u \"%s\": %u vertices, %u triangles, %zu bytes\n", i, name, mesh->vertices,
               mesh->triangles, mesh->bytes);
    }
}

/* More than one if a window skins vertices again. */
static double skins_per_vertex(const bake_stats *stats)
{
    const uint32_t distinct = stats->vertices_out - stats->vertices_again;
    return distinct == 0 ? 1 : (double)stats->vertices_out / distinct;
}

static void print_vertices(const bake_stats *stats)
{
    const uint32_t *moved = stats->influence_runs;
    const uint32_t merged = stats->vertices_in + stats->vertices_doubled + stats->vertices_cut +
                            stats->vertices_again - stats->vertices_out;
    printf("vertices   %u, moved by 1/2/3/4 joints %u/%u/%u/%u", stats->vertices_out, moved[0],
           moved[1], moved[2], moved[3]);
    if (merged > 0)
        printf("; %u that equal others are stored once", merged);
    putchar('\n');
    if (stats->vertices_doubled > 0)
        printf("           %u are stored again, as a skin has too many joints for one palette\n",
               stats->vertices_doubled);
    if (stats->part_joints > 0)
        printf("parts      %u, of at most %u joints each; %u vertices are stored again, as several "
               "parts have them\n",
               stats->part_count, stats->part_joints, stats->vertices_of_parts);
    if (stats->window > 0)
        printf("window     of %u: %u vertices are stored again, %.3f are skinned for each\n",
               stats->window, stats->vertices_again, skins_per_vertex(stats));
    if (stats->morph_bytes > 0)
        printf("morphs     of %u vertices, %zu bytes (in the glTF %zu)\n", stats->vertices_morphed,
               stats->morph_bytes, stats->morph_bytes_in);
    printf("joints     %u", stats->joint_count);
    if (stats->helper_count > 0)
        printf(", %u of them added, as matrices of nodes shear", stats->helper_count);
    putchar('\n');
}

static void print_dropped(const bake_stats *stats)
{
    if (stats->over_four > 0)
        printf(
            "dropped    %u joints of %u vertices that had more than 4: moves them by up to %.2g of "
            "the size\n",
            stats->influences_dropped, stats->over_four, stats->dropped_shift);
    if (stats->influences_too_small > 0)
        printf("dropped    %u weights too small to tell within the error\n",
               stats->influences_too_small);
    if (stats->weights_repaired > 0)
        printf("repaired   weights of %u vertices, scaled to the sum 1\n", stats->weights_repaired);
    if (stats->weights_missing > 0)
        printf("repaired   %u vertices without weights, bound to their node\n",
               stats->weights_missing);
}

/* Prints the gain of order and sharing by the cost table of the core. */
static void print_cost(const bake_stats *stats, const bake_order *order)
{
    const bake_cost *cost = order->cost == NULL ? bake_cost_default : order->cost;
    const uint32_t sharing = stats->set_vertices + stats->copied_vertices;
    if (sharing == 0)
        return;
    /* Negative if sharing saved bytes at the cost of time. */
    const double less = 100 * (1 - stats->cost / stats->cost_plain);
    printf("cost       skinning takes %.0f %% %s on %s (estimate), as vertices share work: %u have "
           "the joints of others, %u all but colour and texture\n",
           less < 0 ? -less : less, less < 0 ? "more" : "less", cost->core, stats->set_vertices,
           stats->copied_vertices);
}

/* What root motion took out of a clip: where it ends, and how far away it was. */
static root_place root_end(double *farthest, const report *r, uint32_t clip)
{
    const scene_root_track *track = &r->scene->root->tracks[clip];
    *farthest = 0;
    for (uint32_t k = 0; k < track->key_count; k++)
        *farthest = fmax(*farthest, hypot(track->keys[k].x, track->keys[k].z));
    return root_at(track, HUGE_VAL);
}

static void print_root(const report *r, uint32_t clip)
{
    double farthest;
    if (r->scene->root == NULL)
        return;
    const root_place end = root_end(&farthest, r, clip);
    if (r->scene->root->tracks[clip].key_count == 0)
        puts("           stays in place: no root motion to take out");
    else
        printf("           root motion taken out: %.4g units and %.4g degrees from start to end, "
               "at most %.4g units away\n",
               hypot(end.x, end.z), 360 * end.turns, farthest);
}

static void print_root_sum(const report *r)
{
    uint32_t travelling = 0, most = 0;
    double farthest, far = -1;
    char name[DIAG_NAME_BYTES];
    for (uint32_t i = 0; r->scene->root != NULL && i < r->scene->clip_count; i++) {
        (void)root_end(&farthest, r, i);
        travelling += r->scene->root->tracks[i].key_count > 0;
        most = farthest > far ? i : most;
        far = fmax(far, farthest);
    }
    if (travelling > 0)
        printf("           root motion taken out of %u of them, at most %.4g units in \"%s\"; the "
               "others stay in place\n",
               travelling, far,
               diag_printable(name, sizeof name, r->baked->stats.clips[most].name));
    else if (r->scene->root != NULL)
        puts("           all stay in place: no root motion to take out");
}

static void print_clip_sum(const report *r)
{
    const bake_clip_stats *clips = r->baked->stats.clips;
    uint32_t keys_out = 0, keys_in = 0, worst = 0;
    double length_s = 0;
    char name[DIAG_NAME_BYTES];
    for (uint32_t i = 0; i < r->scene->clip_count; i++) {
        keys_out += clips[i].keys_out;
        keys_in += clips[i].keys_in;
        length_s += r->scene->clips[i].end_s - r->scene->clips[i].start_s;
        worst = clips[i].error > clips[worst].error ? i : worst;
    }
    printf("clips      %u, %.3f s, %u keys of %u, error %.2e of the size at most, in \"%s\"; "
           "--verbose lists them\n",
           r->scene->clip_count, length_s, keys_out, keys_in, clips[worst].error,
           diag_printable(name, sizeof name, clips[worst].name));
    print_root_sum(r);
}

static void print_clips(const report *r)
{
    if (folds(r, r->scene->clip_count)) {
        print_clip_sum(r);
        return;
    }
    for (uint32_t i = 0; i < r->scene->clip_count; i++) {
        const bake_clip_stats *clip = &r->baked->stats.clips[i];
        const scene_clip *source = &r->scene->clips[i];
        char name[DIAG_NAME_BYTES];
        printf(
            "clip %-5u \"%s\": %.3f s, %u keys of %u, %zu bytes (in the glTF %zu), error %.2e of "
            "the size",
            source->index, diag_printable(name, sizeof name, clip->name),
            source->end_s - source->start_s, clip->keys_out, clip->keys_in, clip->bytes_out,
            clip->bytes_in, clip->error);
        if (source->index == i)
            putchar('\n');
        else
            printf(", clip %u of the blob\n", i);
        if (clip->keys_inserted > 0 && clip->bytes_out > clip->bytes_in)
            printf(
                "           larger than in the glTF: %u keys are added to stay within the error\n",
                clip->keys_inserted);
        print_root(r, i);
    }
}

/* A node's name in quotes, behind what is said before it. */
static void print_name(const char *before, const scene *s, uint32_t node)
{
    char name[DIAG_NAME_BYTES];
    printf("%s\"%s\"", before, diag_printable(name, sizeof name, s->nodes[node].name));
}

/* What limbs and --ik can turn, and what is in their way. */
static void print_limbs(const report *r)
{
    uint32_t count;
    likely_limb *limbs = limbs_find(&count, r->scene);
    for (uint32_t i = 0; i < count && !folds(r, count); i++) {
        print_name("limb       ", r->scene, limbs[i].upper);
        print_name(", ", r->scene, limbs[i].middle);
        print_name(", ", r->scene, limbs[i].end);
        if (limbs[i].between != SCENE_NONE) {
            print_name("; ", r->scene, limbs[i].between);
            printf(" is between: name all three (PELT_LIMB_JOINTS)");
        }
        if (limbs[i].uneven != SCENE_NONE) {
            print_name("; the scale of ", r->scene, limbs[i].uneven);
            printf(" differs by axis: it does not reach exactly");
        }
        putchar('\n');
    }
    if (folds(r, count))
        printf("limbs      %u; --verbose lists them\n", count);
    free(limbs);
}

static void print_colour(const bake_colour_stats *c)
{
    if (!c->measured)
        return;
    printf("colour     %.3f from the source's in the mean, %.3f at 95 %% (OKLab; black to white is "
           "1); ",
           c->mean, c->p95);
    if (c->texture_count == 0)
        printf("without textures %.0f %% of the surface loses detail\n", 100 * c->less_detail);
    else
        printf("%u textures of up to %u texels, %zu bytes\n", c->texture_count, c->texture_side,
               c->texture_bytes);
}

void report_print(const report *r)
{
    const bake_stats *stats = &r->baked->stats;
    blob_table table;
    char path[512];
    blob_table_read(&table, r->baked->blob, r->baked->bytes);
    printf("%s: %s, %s-endian, unit 2^%d, %zu bytes\n",
           diag_printable(path, sizeof path, r->out_path), traits_of(r->options->encoding)->name,
           r->options->big_endian ? "big" : "little", (int)table.header.unit_shift,
           r->baked->bytes);
    print_flash(r, &table);
    print_meshes(r);
    if (r->lost != NULL)
        print_triangles(&r->lost->triangles);
    print_vertices(stats);
    print_colour(&stats->colour);
    print_limbs(r);
    print_dropped(stats);
    print_cost(stats, &r->options->order);
    printf("rest pose  error %.2e of the size\n", r->baked->stats.rest_error);
    print_clips(r);
    for (size_t i = 0; i < r->target_count; i++)
        target_print(&r->target[i]);
}

/// As JSON ///////////////////////////////////////////////////////////////////////////////////////

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
            const root_place end = root_end(&farthest, r, i);
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
    likely_limb *found = limbs_find(&count, r->scene);
    json_t *limbs = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(
            limbs,
            json_pack("{s:o, s:o, s:o, s:o, s:o}", "upper", node_json(found[i].upper), "middle",
                      node_json(found[i].middle), "end", node_json(found[i].end), "between",
                      node_json(found[i].between), "uneven", node_json(found[i].uneven)));
    free(found);
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
    double worst = r->baked->stats.rest_error;
    for (uint32_t i = 0; i < r->scene->clip_count; i++)
        worst = fmax(worst, r->baked->stats.clips[i].error);
    json_t *object = json_pack(
        "{s:o, s:o, s:I, s:s, s:s, s:o, s:o, s:o, s:I, s:I, s:o, s:I, s:o}", "input",
        json_out_text(r->options->file), "output", json_out_text(r->out_path), "bytes",
        (json_int_t)r->baked->bytes, "encoding", traits_of(r->options->encoding)->name, "precision",
        traits_of(r->options->encoding)->number, "error", json_out_number(worst), "clips",
        clips_json(r), "meshes", meshes_json(r), "parts", (json_int_t)r->baked->stats.part_count,
        "vertices_of_parts", (json_int_t)r->baked->stats.vertices_of_parts, "skins_per_vertex",
        json_out_number(skins_per_vertex(&r->baked->stats)), "joints",
        (json_int_t)r->baked->stats.joint_count, "warnings", json_out_warnings());
    json_object_set_new(object, "limbs", limbs_json(r));
    json_object_set_new(object, "colour",
                        json_pack("{s:o, s:o}", "mean",
                                  json_out_number(r->baked->stats.colour.mean), "p95",
                                  json_out_number(r->baked->stats.colour.p95)));
    json_object_set_new(object, "textures", textures_json(r));
    if (r->lost != NULL && r->asked->triangles > 0)
        json_object_set_new(object, "triangles", triangles_json(&r->lost->triangles));
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
