/* SPDX-License-Identifier: MIT */
/* Prints the report of a bake in words: at most twelve lines, and with --verbose what they hold. */
#include "cmd/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bake/job/traits.h"
#include "blob/pages.h"
#include "blob/table.h"
#include "cmd/limbs.h"
#include "pelt/pages.h"
#include "play/play.h"

/// --verbose /////////////////////////////////////////////////////////////////////////////////////

static void print_meshes(const report *r)
{
    const bake_stats *stats = &r->baked->stats;
    printf("meshes     vertices  triangles     bytes  name        (in the glTF %zu bytes)\n",
           stats->mesh_bytes_in);
    for (uint32_t i = 0; i < stats->mesh_count; i++) {
        const bake_mesh_stats *mesh = &stats->meshes[i];
        printf("  %-8u %8u %10u %9zu  \"%s\"\n", i, mesh->vertices, mesh->triangles, mesh->bytes,
               diag_name(scene_mesh_name(r->scene, mesh->node)));
    }
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
    if (stats->morph_bytes > 0)
        printf("morphs     of %u vertices, %zu bytes (in the glTF %zu)\n", stats->vertices_morphed,
               stats->morph_bytes, stats->morph_bytes_in);
    if (stats->helper_count > 0)
        printf("           %u joints are added, as matrices of nodes shear\n", stats->helper_count);
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

static void print_root(const report *r, uint32_t clip)
{
    double farthest;
    if (r->scene->root == NULL)
        return;
    const root_place end = report_root_end(&farthest, r, clip);
    if (r->scene->root->tracks[clip].key_count == 0)
        puts("           stays in place: no root motion to take out");
    else
        printf("           root motion taken out: %.4g units and %.4g degrees from start to end, "
               "at most %.4g units away\n",
               hypot(end.x, end.z), 360 * end.turns, farthest);
}

static void print_clips(const report *r)
{
    printf("clips       seconds    keys  in glTF   bytes  in glTF     error  name\n"
           "  rest                                              %.2e\n",
           r->baked->stats.rest_error);
    for (uint32_t i = 0; i < r->scene->clip_count; i++) {
        const bake_clip_stats *clip = &r->baked->stats.clips[i];
        const scene_clip *source = &r->scene->clips[i];
        printf("  %-8u %8.3f %7u %8u %7zu %8zu  %.2e  \"%s\"", source->index,
               source->end_s - source->start_s, clip->keys_out, clip->keys_in, clip->bytes_out,
               clip->bytes_in, clip->error, diag_name(clip->name));
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
    printf("%s\"%s\"", before, diag_name(s->nodes[node].name));
}

/* What limbs and --ik can turn, and what is in their way. */
static void print_limbs(const report *r)
{
    uint32_t count;
    FREED likely_limb *limbs = limbs_find(&count, r->scene);
    for (uint32_t i = 0; i < count; i++) {
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
}

static void print_details(const report *r)
{
    print_meshes(r);
    print_vertices(&r->baked->stats);
    print_cost(&r->baked->stats, &r->options->order);
    print_limbs(r);
    print_clips(r);
}

/// In twelve lines ///////////////////////////////////////////////////////////////////////////////

/* The ending of a word behind a number. */
static const char *plural(uint32_t count)
{
    return count == 1 ? "" : "s";
}

static double clip_seconds(const report *r)
{
    double length_s = 0;
    for (uint32_t i = 0; i < r->scene->clip_count; i++)
        length_s += r->scene->clips[i].end_s - r->scene->clips[i].start_s;
    return length_s;
}

static void print_sizes(const report *r, const blob_table *table)
{
    const bake_stats *stats = &r->baked->stats;
    const size_t map = blob_section_bytes(table, FORMAT_SOURCE);
    size_t meshes = 0, clips = 0;
    for (uint32_t i = 0; i < stats->mesh_count; i++)
        meshes += stats->meshes[i].bytes;
    for (uint32_t i = 0; i < stats->clip_count && r->pages->count == 0; i++)
        clips += stats->clips[i].bytes_out;
    printf("flash      %zu bytes: meshes %zu, clips %zu, joints and all else %zu",
           r->baked->bytes - map, meshes, clips, r->baked->bytes - map - meshes - clips);
    if (map > 0)
        printf("; %zu more for `pelt dump`, without --strip", map);
    printf("\nRAM        %zu bytes a character, and 24 for each vertex that is kept when skinned\n",
           stats->arena_bytes);
    if (r->pages->count > 0)
        printf(
            "pages      %u of %u bytes behind it in the file, %.3f s of a clip each in the mean; a "
            "sample of a clip needs at most %u\n",
            r->pages->count, r->pages->page_bytes, clip_seconds(r) / r->pages->count,
            PELT_PAGES_PER_SAMPLE);
}

static void print_contents(const report *r)
{
    const bake_stats *stats = &r->baked->stats;
    const uint32_t clips = r->scene->clip_count;
    printf("model      %u mesh%s, %u vertices, %" PRIu64
           " triangles, %u joint%s, %u clip%s of %.3f s\n",
           stats->mesh_count, stats->mesh_count == 1 ? "" : "es", stats->vertices_out,
           bake_stats_triangles(stats), stats->joint_count, plural(stats->joint_count), clips,
           plural(clips), clip_seconds(r));
    if (stats->part_joints > 0)
        printf("parts      %u, of at most %u joints each; %u vertices are stored again, as several "
               "parts have them\n",
               stats->part_count, stats->part_joints, stats->vertices_of_parts);
    if (stats->window > 0)
        printf("window     of %u: %u vertices are stored again, %.3f are skinned for each\n",
               stats->window, stats->vertices_again, report_skins_per_vertex(stats));
}

static void print_springs(const scene *s)
{
    if (s->spring_count > 0)
        printf("springs    %u joint%s swing%s, %u collider%s; %u bytes of state: pelt/springs.h\n",
               s->spring_count, plural(s->spring_count), s->spring_count == 1 ? "s" : "",
               s->collider_count, plural(s->collider_count),
               s->spring_count * (uint32_t)sizeof(pelt_tail_q16));
}

/* Names of expressions, as many as a line holds. */
static void print_face(const scene *s)
{
    char names[72] = "";
    size_t used = 0;
    for (uint32_t i = 0; i < s->expression_count && used + 2 < sizeof names; i++) {
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? " " : "",
                                 diag_name(s->expressions[i].name));
    }
    if (s->expression_count > 0)
        printf("face       %u expression%s: %s%s\n", s->expression_count,
               plural(s->expression_count), names, used >= sizeof names ? "..." : "");
    if (s->gaze != NULL)
        printf("gaze       %s\n", s->gaze->turns ? "eyes turn" : "by expressions");
}

static void print_triangles(const simplify_stats *t)
{
    if (t->before > 0)
        printf("triangles  %" PRIu64 " of %" PRIu64 "; the surface is up to %.2e of the size from "
               "the source's vertices, %.2e in the mean\n",
               t->after, t->before, t->largest, t->mean);
}

static void print_levels(const report *r)
{
    const bake_stats *stats = &r->baked->stats;
    for (uint32_t i = 0; i + 1 < stats->level_count; i++) {
        const simplify_stats *t = &r->lost->levels[i];
        printf(
            "level %u    %" PRIu64 " triangles, %u vertices to skin, %zu bytes; the surface is up "
            "to %.2e of the size off, %.2e in the mean\n",
            i + 1, t->after, stats->level_vertices[i], stats->level_bytes[i], t->largest, t->mean);
    }
}

static void print_volume(const report *r)
{
    const volume_stats *v = &r->lost->volume;
    const char *core;
    uint32_t clip;
    const double now = report_cycles(r, r->baked->stats.cost, &core);
    if (r->asked->volume == 0)
        return;
    printf("volume     at most %.2e of the size from dual quaternions, linear blending %.2e; in "
           "test poses %.2e, %.2e; %u in-between%s; skinning takes %.0f %s on %s, not %.0f "
           "(estimate)\n",
           report_worst(r, &clip), v->before, v->posed[1], v->posed[0], v->entries,
           plural(v->entries), now, strcmp(core, "x86") == 0 ? "units" : "cycles", core,
           report_cycles(r, r->linear_cost, &core));
}

static void print_error(const report *r)
{
    uint32_t clip;
    char name[DIAG_NAME_BYTES + 8] = "at rest";
    const double worst = report_worst(r, &clip);
    if (clip != SCENE_NONE)
        snprintf(name, sizeof name, "in \"%s\"", diag_name(r->baked->stats.clips[clip].name));
    printf("accuracy   error %.2e of the size at most, %s; %.2e is allowed\n", worst, name,
           r->scene->volume > 0 ? r->scene->volume : bake_first_budget(r->options).error);
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
        printf("%u texture%s of up to %u texels, %zu bytes\n", c->texture_count,
               plural(c->texture_count), c->texture_side, c->texture_bytes);
}

/* What is not as in the file, in one line. */
static void print_dropped(const report *r)
{
    const bake_stats *stats = &r->baked->stats;
    char all[512] = "", more[80];
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
    if (all[0] != '\0')
        printf("dropped    %s\n", all);
}

/* What to do next: unless a board is too small, which names the remedy itself. */
static void print_next(const report *r)
{
    for (size_t i = 0; i < r->target_count; i++)
        if (r->target[i].advice[0] != '\0')
            return;
    if (r->empty_hands > 0)
        printf("next       %u mesh%s more than hands can hold; without them:%s\n", r->empty_hands,
               r->empty_hands == 1 ? "" : "es", r->next);
    else
        printf("next       `pelt view` shows it%s; --verbose lists meshes, clips and limbs\n",
               r->target_count > 0 ? "" : ", --target BOARD says whether it fits a board");
}

void report_print(const report *r)
{
    blob_table table;
    char path[512];
    blob_table_read(&table, r->baked->blob, r->baked->bytes);
    printf("%s: %s, %s-endian, unit 2^%d, %zu bytes\n",
           diag_printable(path, sizeof path, r->out_path), traits_of(r->options->encoding)->name,
           r->options->big_endian ? "big" : "little", (int)table.header.unit_shift,
           r->baked->bytes);
    print_sizes(r, &table);
    print_contents(r);
    print_springs(r->scene);
    print_face(r->scene);
    if (r->lost != NULL)
        print_triangles(&r->lost->triangles);
    if (r->lost != NULL)
        print_levels(r);
    if (r->lost != NULL)
        print_volume(r);
    print_error(r);
    print_colour(&r->baked->stats.colour);
    print_dropped(r);
    if (r->verbose)
        print_details(r);
    for (size_t i = 0; i < r->target_count; i++)
        target_print(&r->target[i]);
    if (!r->verbose)
        print_next(r);
}
