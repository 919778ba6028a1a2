/* SPDX-License-Identifier: MIT */
/* Which parts of a model a layer is for. */
#include "../base/memory.h"
#include "../blob/stored.h"
#include "pelt/motion.h"

pelt_status pelt_mask_set(uint8_t *mask, uint32_t mask_bytes, const pelt_model *model,
                          uint32_t joint, uint32_t weight)
{
    if (mask == NULL || model == NULL || weight > 255u)
        return PELT_E_ARGUMENT;
    if (mask_bytes != PELT_MASK_BYTES(model))
        return PELT_E_MISMATCH;
    pelt_joint_info root;
    const pelt_status status = pelt_joint_get(&root, model, joint);
    if (status != PELT_OK)
        return status;
    for (uint32_t i = joint; i < root.end; i++)
        mask[i] = (uint8_t)weight;
    pelt_mesh_info info;
    for (uint32_t m = 0; pelt_mesh_get(&info, model, m) == PELT_OK; m++)
        if (info.joint >= joint && info.joint < root.end)
            mask[model->joint_count + m] = (uint8_t)weight;
    return PELT_OK;
}

/* Opening has not looked at the section: only whole records in it count. */
const uint8_t *pelt_mask_find(const pelt_model *model, const char *name)
{
    uint32_t bytes;
    const uint8_t *at =
        name == NULL ? NULL : (const uint8_t *)pelt_section_find(&bytes, model, FORMAT_MASKS);
    if (at == NULL)
        return NULL;
    const uint32_t record_bytes = format_mask_bytes(PELT_MASK_BYTES(model));
    for (; bytes >= record_bytes; bytes -= record_bytes, at += record_bytes) {
        uint32_t offset;
        memcpy(&offset, at, sizeof offset);
        if (offset < model->names_bytes && same_name(stored_name(model, offset), name))
            return at + sizeof offset;
    }
    return NULL;
}
