/* SPDX-License-Identifier: MIT */
/* Checks in-betweens. Only families of volume name it, so programs with other families do not link it. */
#include "../kernel/family.h"
#include "content.h"

static bool between_valid(const content *c, uint32_t at, uint32_t entries)
{
    const uint32_t part = pelt_content_half(c, at + 4u);
    if (pelt_content_half(c, at) >= entries || pelt_content_half(c, at + 2u) >= entries ||
        part < 1u || part > INT16_MAX || pelt_content_half(c, at + 6u) != 0u)
        return false;
    if (!c->fixed)
        return pelt_content_numbers(c, at + 8u, 3, 0);
    for (uint32_t i = 8; i < sizeof(format_between_q16); i += 4u)
        if (pelt_content_word(c, at + i) + 0x8000u > 0xFFFFu)
            return false;
    return true;
}

/* Ordinals ascend from 0 to the number of records, so that all skins take no more steps than there are
 * records. The entries that remain are at least one. */
bool pelt_validate_betweens(const content *c, uint32_t skin, uint32_t *entries)
{
    const section_view *words = &c->sections[SECTION_BETWEENS];
    const uint32_t skins = c->sections[SECTION_SKINS].count, bytes = sizeof(format_between_q16);
    if (words->count <= skins)
        return false;
    const uint32_t records = words->count - skins - 1u, at = words->offset + 4u * skin;
    const uint32_t first = pelt_content_word(c, at), end = pelt_content_word(c, at + 4u);
    if ((skin == 0u && first != 0u) || end < first || end - first >= *entries ||
        end > records / (bytes / 4u) || (skin + 1u == skins && end * (bytes / 4u) != records))
        return false;
    *entries -= end - first;
    for (uint32_t i = first; i < end; i++)
        if (!between_valid(c, words->offset + 4u * (skins + 1u) + i * bytes, *entries))
            return false;
    return true;
}
