/* SPDX-License-Identifier: MIT */
/* What packed arrays have in either arithmetic. */
#include "pelt/arrays.h"

pelt_status pelt_arrays_packed_indices_get(uint16_t *out, const pelt_arrays_packed *packed,
                                           const uint16_t *indices, uint32_t count)
{
    if (out == NULL || packed == NULL || packed->places == NULL || indices == NULL)
        return PELT_E_ARGUMENT;
    for (uint32_t i = 0; i < count; i++)
        if (indices[i] >= packed->vertex_count || packed->places[indices[i]] > UINT16_MAX)
            return PELT_E_RANGE;
    for (uint32_t i = 0; i < count; i++)
        out[i] = (uint16_t)packed->places[indices[i]];
    return PELT_OK;
}
