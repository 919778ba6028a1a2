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
    for (uint32_t i = 0; i < entries->count; i++) {
        const uint32_t at = record(c, SECTION_ENTRIES, i, sizeof(format_entry_q16));
        const uint32_t shift = half(c, at + 2u);
        if (half(c, at) >= section(c, SECTION_JOINTS)->count)
            return false;
        const uint32_t largest = c->lean ? FORMAT_ENTRY_MAX_SHIFT_Q12 : FORMAT_ENTRY_MAX_SHIFT;
        if (c->fixed ? shift < FORMAT_ENTRY_MIN_SHIFT || shift > largest
                   : !components_valid(c, at + 4u, 12, 0))
            return false;
    }
    return true;
}

bool pelt_validate_sections(const blob_view *blob, const section_view sections[SECTION_COUNT],
                            uint32_t flavour)
{
    const context c = {blob, sections, flavour != PELT_F32, flavour == PELT_Q12};
    const section_view *names = section(&c, SECTION_NAMES);
    const uint32_t last = names->offset + names->bytes - 1u;
    if (names->bytes < 1u || last >= blob->bytes || blob->memory[last] != 0u)
        return false;
    return joints_valid(&c) && skins_valid(&c) && pelt_validate_blends(&c) &&
           pelt_validate_meshes(&c) && pelt_validate_clips(&c);
}
