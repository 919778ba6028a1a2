/* SPDX-License-Identifier: MIT */
/*
 * Typed access to an opened model's sections. Only for data that pelt_model_open has checked: an
 * index here must come from a range that it established.
 */
#ifndef PELT_BLOB_STORED_H
#define PELT_BLOB_STORED_H

#include "format.h"
#include "pelt.h"

static inline const format_joint *stored_joints(const pelt_model *model)
{
    return (const format_joint *)(const void *)(model->blob + model->joints);
}

static inline const format_skin *stored_skin(const pelt_model *model, uint32_t skin)
{
    return (const format_skin *)(const void *)(model->blob + model->skins) + skin;
}

static inline const format_mesh *stored_mesh(const pelt_model *model, uint32_t mesh)
{
    return (const format_mesh *)(const void *)(model->blob + model->meshes) + mesh;
}

static inline const format_run *stored_run(const pelt_model *model, uint32_t run)
{
    return (const format_run *)(const void *)(model->blob + model->runs) + run;
}

/* What a run of one joint set begins with, where packed records end; NULL of other runs. */
static inline const void *stored_offsets(const pelt_model *model, const format_run *run)
{
    const uint8_t *records = model->blob + model->records + run->records;
    if ((run->flags & FORMAT_RUN_PACKED) != 0u)
        return records + format_packed_bytes(run->influences) * run->vertex_count;
    return (run->flags & FORMAT_RUN_SAME_JOINTS) != 0u ? records : NULL;
}

/* A record of one influence in an exact model, as it is stored. */
static inline const uint8_t *stored_rigid_q16(const pelt_model *model, const format_run *run,
                                              uint32_t vertex)
{
    const uint8_t *first = model->blob + model->records + run->records;
    const size_t k = vertex - run->first_vertex;
    if ((run->flags & FORMAT_RUN_PACKED) != 0u)
        return first + format_packed_bytes(1) * k;
    return (run->flags & FORMAT_RUN_SAME_JOINTS) != 0u
               ? first + format_offset_bytes_q16(1) + format_set_bytes_q16(1) * k
               : first + format_record_bytes_q16(1) * k;
}

static inline const format_part *stored_part(const pelt_model *model, uint32_t part)
{
    return (const format_part *)(const void *)(model->blob + model->parts) + part;
}

static inline const format_material *stored_material(const pelt_model *model, uint32_t material)
{
    return (const format_material *)(const void *)(model->blob + model->materials) + material;
}

static inline const format_morph *stored_morph(const pelt_model *model, uint32_t mesh)
{
    return (const format_morph *)(const void *)(model->blob + model->morphs) + mesh;
}

/* The same, NULL where the mesh has no targets. */
static inline const format_morph *stored_targets(const pelt_model *model, uint32_t mesh)
{
    if (model->morphs == 0u || stored_morph(model, mesh)->target_count == 0u)
        return NULL;
    return stored_morph(model, mesh);
}

static inline const format_clip *stored_clip(const pelt_model *model, uint32_t clip)
{
    return (const format_clip *)(const void *)(model->blob + model->clips) + clip;
}

static inline const format_track *stored_track(const pelt_model *model, uint32_t track)
{
    return (const format_track *)(const void *)(model->blob + model->tracks) + track;
}

#endif
