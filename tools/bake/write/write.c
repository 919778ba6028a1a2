/* SPDX-License-Identifier: MIT */
#include "bake/write/write.h"

#include "bake/write/sections.h"
#include "src/blob/format.h"

static bool write_sections(sections *out, const bake_model *model)
{
    out->names.buffer = section_add(out, FORMAT_NAMES);
    write_name(out, ""); /* offset 0 */
    /* Early in the table: it is looked up for every box. */
    if (!model->job->options->no_boxes)
        out->boxes = section_add_optional(out, FORMAT_BOXES);
    write_joints(out, model);
    write_skins(out, model);
    if (!write_meshes(out, model) || !write_clips(out, model) || !write_root(out, model))
        return false;
    if (out->boxes != NULL)
        write_boxes(out, model);
    if (!write_events(out, model))
        return false;
    write_masks(out, model);
    if (!model->job->options->strip)
        write_source(out, model);
    return true;
}

bool write_blob(byte_buffer *out, bake_stats *stats, const bake_model *model)
{
    const bake_options *options = model->job->options;
    sections all = {.writer = {.big_endian = options->big_endian,
                               .encoding = (uint16_t)options->encoding,
                               .unit_shift = model->units.unit_shift},
                    .stats = stats};
    all.stored = job_calloc(model->job, model->meshes.count, sizeof *all.stored);
    bool ok = write_sections(&all, model);
    if (ok && !blob_finish(out, &all.writer))
        ok = diag_fail(model->job->d, DIAG_INVALID,
                       "the blob would exceed 2^31 bytes, all sections together, split the model");
    pool_free(&all.names);
    blob_writer_free(&all.writer);
    return ok;
}
