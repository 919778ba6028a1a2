/* SPDX-License-Identifier: MIT */
/* Whether a blob's content is in range; here joints and skins. */
#include "validate_content.h"

/* Rotation |c| <= 1, translation |t| < 1024, scale |s| < 2: in Q30 and Q20, see pelt_local_q16. */
static bool locals_valid(const context *c, section_index which)
{
    for (uint32_t i = 0; i < section(c, which)->count; i++) {
        const uint32_t at = record(c, which, i, sizeof(pelt_local_q16));
        if (c->fixed) {
            for (uint32_t k = 0; k < 4u; k++)
                if (word(c, at + 4u * k) + (1u << 30) > 1u << 31)
                    return false;
            if (!components_valid(c, at + 16u, 3, 30))
                return false;
        } else if (!components_valid(c, at, 10, 0)) {
            return false;
        }
    }
    return true;
}

static bool joints_valid(const context *c)
{
    const uint32_t count = section(c, SECTION_JOINTS)->count;
    if (count > PELT_MAX_JOINTS)
        return false;
    if (section(c, SECTION_REST)->count != count || section(c, SECTION_BIND)->count != count)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = record(c, SECTION_JOINTS, i, sizeof(format_joint));
        const uint32_t parent = half(c, at);
        if (parent != PELT_NO_JOINT && parent >= i)
            return false;
        if (!name_valid(c, word(c, at + 4u)))
            return false;
    }
    return locals_valid(c, SECTION_REST) && locals_valid(c, SECTION_BIND);
}

/* Whether a column of an entry is shorter than 2^18: ports rely on it. Squares in 32 bits, of parts
 * of nine bits: sum of (2^9 h + l)^2 = 2^18 sum(h h) + 2^10 sum(h l) + sum(l l), of which only what
 * reaches 2^36 matters. */
static bool column_valid_q12(const context *c, uint32_t at)
{
    uint32_t high = 0, mixed = 0, low = 0; /* each below 3 * 2^18 */
    for (uint32_t r = 0; r < 3u; r++) {
        const uint32_t stored = word(c, at + 16u * r);
        const uint32_t length = stored >> 31 != 0u ? 0u - stored : stored;
        const uint32_t h = length >> 9, l = length & 511u;
        if (length >= (uint32_t)1 << 18)
            return false;
        high += h * h;
        mixed += h * l;
        low += l * l;
    }
    return high + (((mixed << 10) + low) >> 18) < (uint32_t)1 << 18;
}

static bool entry_valid(const context *c, uint32_t at)
{
    if (half(c, at) >= section(c, SECTION_JOINTS)->count)
        return false;
    if (!c->fixed)
        return components_valid(c, at + 4u, 12, 0);
    const uint32_t largest = c->lean ? FORMAT_ENTRY_MAX_SHIFT_Q12 : FORMAT_ENTRY_MAX_SHIFT;
    const uint32_t shift = half(c, at + 2u);
    if (shift < FORMAT_ENTRY_MIN_SHIFT || shift > largest)
        return false;
    return !c->lean || (column_valid_q12(c, at + 4u) && column_valid_q12(c, at + 8u) &&
                        column_valid_q12(c, at + 12u));
}

static bool skins_valid(const context *c)
{
    const section_view *entries = section(c, SECTION_ENTRIES);
    if (section(c, SECTION_SKINS)->count > UINT16_MAX)
        return false;
    const uint32_t most = c->fixed ? FORMAT_MAX_ENTRIES_Q16 : FORMAT_MAX_ENTRIES_F32;
    for (uint32_t i = 0; i < section(c, SECTION_SKINS)->count; i++) {
        const uint32_t at = record(c, SECTION_SKINS, i, sizeof(format_skin));
        const uint32_t count = word(c, at + 4u);
        if (count < 1u || count > most || !range(word(c, at), count, entries->count))
            return false;
    }
    for (uint32_t i = 0; i < entries->count; i++)
        if (!entry_valid(c, record(c, SECTION_ENTRIES, i, sizeof(format_entry_q16))))
            return false;
    return true;
}

bool pelt_validate_sections(const blob_view *blob, const section_view sections[SECTION_COUNT],
                            uint32_t flavour)
{
    uint32_t words_left = blob->bytes;
    const context c = {blob, sections, flavour != PELT_F32, flavour == PELT_Q12, &words_left};
    const section_view *names = section(&c, SECTION_NAMES);
    const uint32_t last = names->offset + names->bytes - 1u;
    if (names->bytes < 1u || last >= blob->bytes || blob->memory[last] != 0u)
        return false;
    return joints_valid(&c) && skins_valid(&c) && pelt_validate_blends(&c) &&
           pelt_validate_meshes(&c) && pelt_validate_clips(&c);
}
