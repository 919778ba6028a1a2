/* SPDX-License-Identifier: MIT */
/* Gives the stages and motion typed pointers into an opened model's blob. The functions check
 * nothing: pelt_model_open has validated the blob, and callers pass only indices that lie within
 * the counts of the model. */
#ifndef PELT_BLOB_STORED_H
#define PELT_BLOB_STORED_H

#include <stdbool.h>

#include "format.h"
#include "pelt.h"

static inline const format_joint *stored_joints(const pelt_model *model)
{
    return (const format_joint *)(const void *)(model->blob + model->joints);
}

/* A joint's rotation and translation at rest, words of either arithmetic. */
static inline const void *stored_rest(const pelt_model *model, uint32_t joint)
{
    return model->blob + model->rest + 4u + 4u * FORMAT_LOCAL_WORDS * (size_t)joint;
}

/* The name at an offset of NAMES, which ends in 0. */
static inline const char *stored_name(const pelt_model *model, uint32_t offset)
{
    return (const char *)(model->blob + model->names + offset);
}

static inline bool same_name(const char *a, const char *b)
{
    for (; *a != '\0' && *a == *b; a++)
        b++;
    return *a == *b;
}

/* Where a joint's descendants end: joints are in depth-first order. */
static inline uint32_t stored_joint_end(const pelt_model *model, uint32_t joint)
{
    const format_joint *joints = stored_joints(model);
    uint32_t end = joint + 1u;
    while (end < model->joint_count && joints[end].parent >= joint &&
           joints[end].parent != PELT_NO_JOINT)
        end++;
    return end;
}

/* Defines a function `name` that returns the record of an index in a section. */
#define STORED(name, type, section)                                                                \
    static inline const type *name(const pelt_model *model, uint32_t index)                        \
    {                                                                                              \
        return (const type *)(const void *)(model->blob + model->section) + index;                 \
    }
STORED(stored_skin, format_skin, skins)
STORED(stored_mesh, format_mesh, meshes)
STORED(stored_run, format_run, runs)
STORED(stored_part, format_part, parts)
STORED(stored_material, format_material, materials)
STORED(stored_morph, format_morph, morphs)

/* A skin's in-betweens, in a model with BTWN. Records of both arithmetics have the same size. */
typedef struct stored_list {
    const void *first;
    uint32_t count, entries; /* entries: those of the skin in ENTR */
} stored_list;

static inline stored_list stored_betweens(const pelt_model *model, uint32_t skin)
{
    const uint32_t *firsts = (const uint32_t *)(const void *)(model->blob + model->betweens);
    const format_between_q16 *all =
        (const format_between_q16 *)(const void *)(firsts + model->skin_count + 1u);
    const uint32_t count = firsts[skin + 1u] - firsts[skin];
    const stored_list list = {all + firsts[skin], count,
                              stored_skin(model, skin)->entry_count - count};
    return list;
}

/* The entry in ENTR whose joint an entry of a palette has: its own, or an in-between's target. */
static inline uint32_t stored_entry(const pelt_model *model, uint32_t skin, uint32_t entry)
{
    if (model->betweens != 0u) {
        const stored_list list = stored_betweens(model, skin);
        if (entry >= list.entries)
            entry = ((const format_between_q16 *)list.first)[entry - list.entries].target;
    }
    return stored_skin(model, skin)->first_entry + entry;
}

/* The model that has the clips of a model, with their names and sections. */
static inline const pelt_model *stored_motion(const pelt_model *model)
{
    return model->store != NULL ? model->store : model;
}

static inline const format_clip *stored_clip(const pelt_model *model, uint32_t index)
{
    return (const format_clip *)(const void *)(stored_motion(model)->blob + model->clips) + index;
}

static inline const format_track *stored_track(const pelt_model *model, uint32_t index)
{
    const void *tracks =
        model->moved != NULL ? model->moved : stored_motion(model)->blob + model->tracks;
    return (const format_track *)tracks + index;
}

/* The values of tracks. */
static inline const uint8_t *stored_keys(const pelt_model *model)
{
    return stored_motion(model)->blob + model->keys;
}

/* The tracks of a clip at a moment: all that it has, or those that a page has. */
typedef struct pelt_tracks {
    const format_track *tracks;
    const uint8_t *keys; /* where the offsets of their values begin */
    uint32_t count;
} stored_tracks;

/* The last argument of a skin kernel (kernel.h): for a run of one joint set the palette offsets in
 * front of its records, for a packed run the end of its packed records, for any other NULL. */
static inline const void *stored_offsets(const pelt_model *model, const format_run *run)
{
    const uint8_t *records = model->blob + model->records + run->records;
    if ((run->flags & FORMAT_RUN_PACKED) != 0u)
        return records + format_packed_bytes(run->influences) * run->vertex_count;
    return (run->flags & FORMAT_RUN_SAME_JOINTS) != 0u ? records : NULL;
}

/* The morph record of a mesh, or NULL if the mesh has no morph targets. */
static inline const format_morph *stored_targets(const pelt_model *model, uint32_t mesh)
{
    if (model->morphs == 0u || stored_morph(model, mesh)->target_count == 0u)
        return NULL;
    return stored_morph(model, mesh);
}

#endif
