/* SPDX-License-Identifier: MIT */
/* Where clips move textures, see pelt/face.h. */
#include "pelt/face.h"

#include "clip_records.h"

pelt_status pelt_texture_shifts_get(pelt_texture_shift *shifts, uint32_t count,
                                    const pelt_model *model, uint32_t clip, pelt_time time)
{
    pelt_clip_info info;
    if ((shifts == NULL && count != 0u) || model == NULL)
        return PELT_E_ARGUMENT;
    const pelt_status status = pelt_clip_get(&info, model, clip);
    if (status != PELT_OK)
        return status;
    uint32_t records;
    const format_shift *at =
        (const format_shift *)clip_records(&records, model, FORMAT_SHIFTS, sizeof *at / 4u, clip);
    for (; records > 0u; records--, at++)
        /* Before its start a clip is shown as at its start. */
        if (at->material < count && (at->time <= time || at->time <= info.start)) {
            shifts[at->material].u = at->u;
            shifts[at->material].v = at->v;
        }
    return PELT_OK;
}
