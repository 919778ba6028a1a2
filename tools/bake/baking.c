/* SPDX-License-Identifier: MIT */
/* Runs the stages of a bake in order. Each stage computes one value from earlier ones, and no value
 * changes afterwards:
 *   textures  that are stored, and colours of vertices, with the textures around them where these are not
 *   meshes    instances -> blob meshes, at most four influences; those with too many joints split,
 *             parts with more joints than wanted cut
 *   morphs    weights of their targets and the boxes they fill
 *   joints    nodes -> blob joints with rest transforms
 *   masks     of joints and meshes, for layers of poses
 *   skins     palette entries and the finest grids of vertices
 *   extremes  of all of these over rest and clips, and of q12's sums
 *   units     powers of two: joint frames and the unit, with the pose that the inverse binds undo and the
 *             grids that are stored
 * Then the sections are written. Until then everything is double precision in glTF units. */
#include "bake/baking.h"

#include <stdlib.h>

#include "bake/write/sections.h"
#include "common/progress.h"

static void warn_of_weights(const bake_stats *stats, const char *file)
{
    if (stats->weights_repaired > 0)
        diag_warn(file, "the weights of %u vertices do not sum to 1 and were scaled to it",
                  stats->weights_repaired);
    if (stats->weights_missing > 0)
        diag_warn(file,
                  "%u vertices of skinned meshes have no weights and were bound to their node",
                  stats->weights_missing);
    if (stats->over_four > 0)
        diag_warn(file,
                  "%u vertices have more than 4 influences, 4 remain: over rest and clips they "
                  "move by up to %.2g of the model's size",
                  stats->over_four, stats->dropped_shift);
}

static bool clip_moves(const scene_clip *clip, const bake_model *m)
{
    for (uint32_t i = 0; i < clip->channel_count; i++)
        if (channel_is_used(m, &clip->channels[i]))
            return true;
    return clip->shift_count > 0;
}

static void warn_of_idle_clips(const bake_model *m)
{
    const scene *s = m->job.scene;
    uint32_t count = 0, first = 0;
    for (uint32_t i = s->clip_count; i-- > 0;) {
        if (clip_moves(&s->clips[i], m))
            continue;
        first = i;
        count++;
    }
    if (count > 0)
        diag_warn(m->job.options->file,
                  "%u of %u clips move nothing that is drawn, /animations/%u first: does the mesh "
                  "have its skin?",
                  count, s->clip_count, s->clips[first].index);
}

/* Meshes without a skin move with their node, if anything does. */
static void warn_of_still_meshes(const bake_model *m)
{
    const scene *s = m->job.scene;
    FREED bool *moves = diag_calloc(s->node_count, sizeof *moves);
    uint32_t count = 0, first = 0;
    for (uint32_t c = 0; c < s->clip_count; c++)
        for (uint32_t i = 0; i < s->clips[c].channel_count; i++)
            moves[s->clips[c].channels[i].node] = true;
    for (uint32_t i = m->meshes.count; i-- > 0 && s->clip_count > 0;) {
        uint32_t node = m->meshes.meshes[i].node;
        while (node != SCENE_NONE && !moves[node])
            node = s->nodes[node].parent;
        if (node != SCENE_NONE || m->meshes.meshes[i].skin != BAKE_NONE)
            continue;
        first = m->meshes.meshes[i].node;
        count++;
    }
    if (count > 0)
        diag_warn(m->job.options->file,
                  "%u of %u meshes have no skin and no clip moves them, /nodes/%u first, bind them "
                  "to the armature if they belong to the character",
                  count, m->meshes.count, first);
}

static bool make_model(bake_model *m)
{
    const bake_job *job = &m->job;
    progress("preparing meshes", 0, 3);
    m->textures = textures_make(job);
    progress("preparing meshes", 1, 3);
    if (!meshes_make(&m->meshes, job, &m->textures))
        return false;
    progress("preparing meshes", 2, 3);
    morphs_make(m);
    if (!joints_make(m) || !masks_make(m) || !skins_make(m))
        return false;
    warn_of_weights(&m->meshes.stats, job->options->file);
    warn_of_idle_clips(m);
    warn_of_still_meshes(m);
    if (!extremes_make(m) || !units_make(m))
        return false;
    progress("ordering vertices", 0, 1);
    if (!m->options.no_boxes)
        m->stored_entries = boxes_entries(m);
    m->boxes = job_calloc(job, m->meshes.count, sizeof *m->boxes);
    return true;
}

/* The statistics that are known before writing; their arrays are in the job's memory. */
static bake_stats stats_of(const bake_model *m)
{
    bake_stats stats = m->meshes.stats;
    stats.window = m->job.options->order.window;
    stats.joint_count = m->joints.count;
    stats.helper_count = m->joints.helper_count;
    stats.entry_count = m->skins.entry_count;
    for (uint32_t i = 0; i < m->skins.count; i++)
        stats.between_count += m->skins.skins[i].between_count;
    stats.model_size = m->extremes.model_size;
    stats.level_count = m->job.scene->level_count;
    stats.clip_count = m->job.scene->clip_count;
    stats.clips = job_calloc(&m->job, stats.clip_count, sizeof *stats.clips);
    stats.mesh_count = m->options.part == BAKE_CLIPS ? 0 : m->meshes.count;
    stats.meshes = job_calloc(&m->job, stats.mesh_count, sizeof *stats.meshes);
    for (uint32_t i = 0; i < stats.mesh_count; i++)
        stats.meshes[i].node = m->meshes.meshes[i].node;
    return stats;
}

/// Sections //////////////////////////////////////////////////////////////////////////////////////

/* Writes what comes before the clips, and does not depend on the budget of the tracks. */
static bool write_still(bake_model *m)
{
    const bake_options *options = m->job.options;
    sections *out = job_calloc(&m->job, 1, sizeof *out);
    m->written = out;
    out->writer = (blob_writer){.big_endian = options->big_endian,
                                .encoding = (uint16_t)options->encoding,
                                .unit_shift = m->units.unit_shift};
    out->part = options->part;
    out->stats = stats_of(m);
    out->stored = job_calloc(&m->job, m->meshes.count, sizeof *out->stored);
    out->names.buffer = section_add(out, FORMAT_NAMES);
    write_name(out, ""); /* offset 0 */
    /* BOXS stands early in the section table, because the library looks it up for every box. */
    if (!options->no_boxes && out->part != BAKE_CLIPS)
        out->boxes = section_add_optional(out, FORMAT_BOXES);
    write_joints(out, m);
    if (out->part == BAKE_CLIPS)
        write_no_meshes(out);
    else
        write_skins(out, m);
    const bool ok = out->part == BAKE_CLIPS || write_meshes(out, m);
    out->still_count = ok ? out->writer.section_count : 0;
    return ok;
}

static bool write_others(sections *out, const bake_model *model)
{
    const bake_part part = model->job.options->part;
    if (part != BAKE_WHOLE)
        write_target_names(out, model);
    if (part == BAKE_WITHOUT_CLIPS)
        write_no_clips(out, model);
    else if (!write_clips(out, model) || !write_root(out, model))
        return false;
    if (out->boxes != NULL)
        write_boxes(out, model);
    if (part != BAKE_WITHOUT_CLIPS && !write_events(out, model))
        return false;
    if (part != BAKE_CLIPS) {
        write_masks(out, model);
        write_textures(out, &model->textures);
        if (part != BAKE_WITHOUT_CLIPS)
            write_shifts(out, model);
        if (!write_springs(out, model) || !write_face(out, model))
            return false;
    }
    if (!model->job.options->strip)
        write_source(out, model);
    return true;
}

static void free_written(const bake_model *m)
{
    if (m->written != NULL) {
        pool_free(&m->written->names);
        blob_writer_free(&m->written->writer);
    }
}

/* Writes the blob of a model; what comes before the clips stays written for the next one, if that is of
 * the same part in the same byte order. Returns false with a message in the job's `d`. buffer_free
 * releases *out. */
static bool write_blob(byte_buffer *out, bake_model *m)
{
    const bake_options *options = m->job.options;
    const sections *before = m->written;
    bool ok = true;
    if (before == NULL || before->still_count == 0 || before->part != options->part ||
        before->writer.big_endian != options->big_endian) {
        free_written(m);
        ok = write_still(m);
    }
    sections *all = m->written;
    ok = ok && write_others(all, m);
    if (ok && !blob_finish(out, &all->writer))
        ok = diag_fail(m->job.d, DIAG_INVALID,
                       "the blob would exceed 2^31 bytes, all sections together, split the model");
    /* The names of clips stay too, as the next blob has the same ones. */
    blob_writer_cut(&all->writer, all->still_count);
    if (all->boxes != NULL)
        all->boxes->count = 0;
    return ok;
}

/// In two steps //////////////////////////////////////////////////////////////////////////////////

bake_model *bake_open(const scene *s, const bake_options *options, const bake_budget *budget,
                      diag *d)
{
    bake_model *m = diag_calloc(1, sizeof *m);
    m->options = *options;
    m->job = (bake_job){s, &m->options, traits_of(options->encoding), *budget, NULL, &m->memory, d};
    if (make_model(m))
        return m;
    bake_close(m);
    return NULL;
}

void bake_close(bake_model *m)
{
    if (m != NULL) {
        free_written(m);
        region_free(&m->memory);
    }
    free(m);
}

static void *copy_of(const void *items, size_t count, size_t size)
{
    void *copy = diag_calloc(count, size);
    memcpy(copy, items, count * size);
    return copy;
}

bool bake_write(bake_result *out, bake_model *m, const bake_budget *budget, const box3 *clip_boxes,
                bake_part part, bool strip, bool big_endian)
{
    byte_buffer blob = {0};
    m->job.clip_boxes = clip_boxes;
    m->job.budget = *budget;
    m->options.part = part;
    m->options.strip = strip;
    m->options.big_endian = big_endian;
    *out = (bake_result){0};
    if (!write_blob(&blob, m))
        return false;
    *out = (bake_result){.blob = blob.bytes, .bytes = blob.count, .stats = m->written->stats};
    bake_stats *stats = &out->stats;
    stats->clips = copy_of(stats->clips, stats->clip_count, sizeof *stats->clips);
    stats->meshes = copy_of(stats->meshes, stats->mesh_count, sizeof *stats->meshes);
    return true;
}

bake_budget bake_first_budget(const bake_options *options)
{
    const double error =
        options->error > 0 ? options->error : traits_of(options->encoding)->default_error;
    return (bake_budget){
        .error = error, .tracks = error / 10, .weights = error / 10, .layers = error};
}

bool bake_scene(bake_result *out, const scene *s, const bake_options *options, diag *d)
{
    const bake_budget budget = bake_first_budget(options);
    bake_model *m = bake_open(s, options, &budget, d);
    *out = (bake_result){0};
    const bool ok = m != NULL && bake_write(out, m, &budget, NULL, options->part, options->strip,
                                            options->big_endian);
    bake_close(m);
    progress_clear();
    return ok;
}

void bake_result_free(bake_result *result)
{
    free(result->blob);
    free(result->little);
    free(result->stats.clips);
    free(result->stats.meshes);
    *result = (bake_result){0};
}
