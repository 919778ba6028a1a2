/* SPDX-License-Identifier: MIT */
#include "cmd/report.h"

#include <stdio.h>

#include "blob/table.h"
#include "cmd/options.h"
#include "play/error.h"

#define ERROR_MOMENTS 9u                      /* of each clip */
#define MAX_ERROR_COST ((uint64_t)40000000u)  /* vertices x moments of all clips */

static bool host_is_big_endian(void)
{
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 0;
}

static void print_vertices(const bake_stats *stats)
{
    const uint32_t *runs = stats->influence_runs;
    printf("vertices   %u in, %u stored, %u merged; with 1/2/3/4 influences %u/%u/%u/%u\n",
           stats->vertices_in, stats->vertices_out,
           stats->vertices_in + stats->vertices_doubled - stats->vertices_out, runs[0], runs[1],
           runs[2], runs[3]);
    if (stats->vertices_doubled > 0)
        printf("skins      split for their number of joints, %u vertices doubled at the seams\n",
               stats->vertices_doubled);
    if (stats->over_four > 0)
        printf("influences %u dropped from %u vertices, which moves them by up to %.3g\n",
               stats->influences_dropped, stats->over_four, stats->dropped_shift);
    if (stats->weights_repaired > 0)
        printf("weights    %u vertices scaled to the sum 1\n", stats->weights_repaired);
    if (stats->weights_missing > 0)
        printf("weights    %u vertices without any, bound to their node\n", stats->weights_missing);
    if (stats->morph_bytes > 0)
        printf("morphs     %u deltas on %u vertices, %zu bytes (source %zu)\n", stats->delta_count,
               stats->vertices_morphed, stats->morph_bytes, stats->morph_bytes_in);
    printf("joints     %u", stats->joint_count);
    if (stats->helper_count > 0)
        printf(", %u of them for sheared matrices", stats->helper_count);
    printf("; %u palette entries\n", stats->entry_count);
}

/* What order and sharing are worth, by the cost tables of the core. */
static void print_order(const bake_stats *stats, const bake_order *order)
{
    const bake_cost *cost = order->cost == NULL ? bake_cost_default : order->cost;
    const char *separator = "order      ";
    if (stats->set_runs > 0) {
        printf("%s%u vertices in %u run%s of one joint set", separator, stats->set_vertices,
               stats->set_runs, stats->set_runs == 1 ? "" : "s");
        separator = ", ";
    }
    if (stats->copied_vertices > 0) {
        printf("%s%u copies", separator, stats->copied_vertices);
        separator = ", ";
    }
    if (stats->mix_count > 0) {
        printf("%s%u mixes of entries for %u vertices", separator, stats->mix_count,
               stats->mixed_vertices);
        separator = ", ";
    }
    const double saved = 1 - stats->cost / stats->cost_plain; /* negative where bytes counted more */
    if (separator[0] == ',')
        printf(": skinning costs %.0f %% %s on %s (estimate)\n", 100 * fabs(saved),
               saved < 0 ? "more" : "less", cost->core);
}

static void print_sections(const blob_table *table, const bake_stats *stats, const scene *s)
{
    static const uint32_t mesh_tags[] = {FORMAT_MIXES,  FORMAT_MESHES,  FORMAT_RUNS,
                                         FORMAT_PARTS,   FORMAT_RECORDS, FORMAT_STREAMS,
                                         FORMAT_INDICES, FORMAT_MORPHS,  FORMAT_DELTAS};
    static const uint32_t clip_tags[] = {FORMAT_CLIPS, FORMAT_TRACKS, FORMAT_KEYS};
    size_t mesh_bytes = 0, clip_bytes = 0, clip_bytes_in = 0;
    printf("sections  ");
    for (uint32_t i = 0; i < table->section_count; i++) {
        const uint32_t tag = table->sections[i].tag;
        printf(" %c%c%c%c %u", (int)(tag & 127), (int)(tag >> 8 & 127), (int)(tag >> 16 & 127),
               (int)(tag >> 24 & 127), table->sections[i].bytes);
        if (i % 8 == 7 && i + 1 < table->section_count)
            printf("\n          ");
    }
    printf("\n");
    for (size_t i = 0; i < sizeof mesh_tags / sizeof *mesh_tags; i++)
        mesh_bytes += blob_section_bytes(table, mesh_tags[i]);
    for (size_t i = 0; i < sizeof clip_tags / sizeof *clip_tags; i++)
        clip_bytes += blob_section_bytes(table, clip_tags[i]);
    for (uint32_t i = 0; i < stats->clip_count; i++)
        clip_bytes_in += stats->clips[i].bytes_in;
    printf(
        "bytes      meshes %zu (source %zu), clips %zu (source %zu), all %u (source files %llu)\n",
        mesh_bytes, stats->mesh_bytes_in, clip_bytes, clip_bytes_in, table->header.blob_bytes,
        (unsigned long long)s->source_bytes);
}

/* error: NULL where it was not measured */
static void print_clip(const bake_clip_stats *clip, uint32_t index, const play_error *error)
{
    printf("clip %u     \"%s\": %u tracks of %u channels, %u keys of %u, %zu bytes of %zu, ", index,
           clip->name, clip->tracks_out, clip->channels_in, clip->keys_out, clip->keys_in,
           clip->bytes_out, clip->bytes_in);
    if (error == NULL)
        printf("error not measured: see pelt verify\n");
    else
        printf("error %.2e of the size\n", error->relative);
    if (clip->bytes_out <= clip->bytes_in)
        return;
    if (clip->keys_inserted > 0)
        printf("           larger than its source: %u keys added to stay within the tolerance\n",
               clip->keys_inserted);
    else
        printf("           larger than its source: every key is needed within the tolerance, and "
               "each track takes 12 bytes, each segment's reciprocal 4\n");
}

/* What play_error_clip takes for one moment: vertices, their deltas, and finding the primitives. */
static uint64_t error_cost(const scene *s)
{
    uint64_t cost = 1 + (uint64_t)s->instance_count * s->instance_count / 8;
    for (uint32_t i = 0; i < s->instance_count; i++) {
        const scene_primitive *primitive = scene_instance_primitive(s, &s->instances[i]);
        cost += (uint64_t)primitive->vertex_count * (1 + primitive->target_count);
    }
    return cost;
}

static void print_clips(const bake_stats *stats, play *p, const source_map *map, const scene *s,
                        bool *ok, diag *d)
{
    const uint64_t cost = error_cost(s);
    uint64_t left = MAX_ERROR_COST;
    play_error error;
    *ok = play_error_clip(&error, p, map, s, PLAY_REST, 1, d);
    if (*ok)
        printf("rest pose  error %.2e of the size\n", error.relative);
    for (uint32_t i = 0; *ok && i < stats->clip_count; i++) {
        char name[DIAG_NAME_BYTES];
        bake_clip_stats clip = stats->clips[i];
        clip.name = diag_printable(name, sizeof name, clip.name);
        const bool affordable = cost <= left / ERROR_MOMENTS;
        if (affordable) {
            *ok = play_error_clip(&error, p, map, s, (int)i, ERROR_MOMENTS, d);
            left -= cost * ERROR_MOMENTS;
        }
        if (*ok)
            print_clip(&clip, i, affordable ? &error : NULL);
    }
}

bool bake_report(const bake_result *result, const scene *s, const bake_options *options,
                 const char *out_path, diag *d)
{
    blob_table table;
    blob_table_read(&table, result->blob, result->bytes);
    char path[512];
    printf("%s: %s, %s-endian, unit 2^%d, %zu bytes\n", diag_printable(path, sizeof path, out_path),
           flavour_name(options->encoding), options->big_endian ? "big" : "little",
           (int)table.header.unit_shift, result->bytes);
    print_vertices(&result->stats);
    print_order(&result->stats, &options->order);
    print_sections(&table, &result->stats, s);

    bake_result twin = {0};
    const bake_result *playable = result;
    bool ok = true;
    if (options->strip || options->big_endian != host_is_big_endian()) {
        bake_options native = *options;
        native.strip = false;
        native.big_endian = host_is_big_endian();
        diag_set_warnings(false);
        ok = bake_scene(&twin, s, &native, d);
        diag_set_warnings(true);
        playable = &twin;
    }
    play p;
    source_map map = {0};
    if (ok && play_open(&p, playable->blob, playable->bytes, d)) {
        printf("arena      %zu bytes for the stages: pose, joints, palettes, morphed meshes\n",
               play_arena_bytes(&p.model));
        ok = source_map_open(&map, &p.model, d);
        if (ok)
            print_clips(&result->stats, &p, &map, s, &ok, d);
        source_map_free(&map);
        play_close(&p);
    } else {
        ok = false;
    }
    bake_result_free(&twin);
    return ok;
}
