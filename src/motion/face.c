/* SPDX-License-Identifier: MIT */
/* What expressions there are, and when eyes blink. */
#include "pelt/face.h"

#include "../base/divide.h"
#include "../base/fixed.h"
#include "../blob/stored.h"
#include "faces.h"

pelt_status pelt_expression_get(pelt_expression_info *info, const pelt_model *model, uint32_t index)
{
    stored_faces faces;
    if (info == NULL || model == NULL)
        return PELT_E_ARGUMENT;
    const pelt_status status = stored_faces_of(&faces, model);
    if (status != PELT_OK)
        return status;
    if (index >= faces.expression_count)
        return PELT_E_RANGE;
    const format_expression *stored = &faces.expressions[index];
    info->name = stored->name < model->names_bytes ? stored_name(model, stored->name) : "";
    info->kind = stored->flags & 3u;
    info->is_binary = (stored->flags & FORMAT_EXPRESSION_BINARY) != 0u;
    for (uint32_t i = 0; i < 3u; i++)
        info->overrides[i] = stored->flags >> (FORMAT_EXPRESSION_OVERRIDES + 2u * i) & 3u;
    return PELT_OK;
}

uint32_t pelt_expression_find(const pelt_model *model, const char *name)
{
    pelt_expression_info info;
    if (name == NULL)
        return PELT_NONE;
    for (uint32_t i = 0; pelt_expression_get(&info, model, i) == PELT_OK; i++)
        if (same_name(info.name, name))
            return i;
    return PELT_NONE;
}

/// Blinks ////////////////////////////////////////////////////////////////////////////////////////

/* A blink is a quarter of a second: in 1024ths it closes up to BLINK_SHUT, and opens from BLINK_OPENS on. */
#define BLINK_SHUT 384u
#define BLINK_OPENS 512u

/* Open for two to six seconds, then a blink; Marsaglia's xorshift, whose period is 2^32 - 1. */
static void begin(pelt_blinker *b)
{
    b->random ^= b->random << 13;
    b->random ^= b->random >> 17;
    b->random ^= b->random << 5;
    const uint32_t chance = b->random >> 16; /* Q16, of four seconds: at most 2^26 units */
    b->length = 2u * b->clock_hz + fx_mulwu(4u * b->clock_hz, (uint16_t)chance) + b->clock_hz / 4u;
}

pelt_status pelt_blinker_open(pelt_blinker *blinker, uint32_t clock_hz, uint32_t seed)
{
    if (blinker == NULL)
        return PELT_E_ARGUMENT;
    if (clock_hz < 8u || clock_hz > (uint32_t)1 << 24)
        return PELT_E_RANGE;
    blinker->random = (seed + 1u) * 0x9E3779B9u; /* spreads small seeds; 0 for 2^32 - 1 alone */
    if (blinker->random == 0u)
        blinker->random = 1;
    blinker->clock_hz = clock_hz;
    blinker->at = 0;
    begin(blinker);
    return PELT_OK;
}

int32_t pelt_blinker_step(pelt_blinker *blinker, uint32_t elapsed)
{
    if (blinker == NULL || blinker->clock_hz == 0u)
        return 0;
    const uint32_t most = 16u * blinker->clock_hz,
                   blink = blinker->clock_hz / 4u; /* <= 2^28, 2^22 */
    blinker->at += elapsed < most ? elapsed : most;
    while (blinker->at >= blinker->length) {
        blinker->at -= blinker->length;
        begin(blinker);
    }
    if (blinker->length - blinker->at > blink)
        return 0;
    const uint32_t at = pelt_divide((blink - (blinker->length - blinker->at)) << 10, blink);
    return at < BLINK_SHUT    ? (int32_t)(at * 65536u / BLINK_SHUT)
           : at < BLINK_OPENS ? 65536
                              : (int32_t)((1024u - at) * 65536u / (1024u - BLINK_OPENS));
}
