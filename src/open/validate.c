/* SPDX-License-Identifier: MIT */
/* Checks that a blob's content is in range. This file checks joints and skins and calls the files
 * that check the other sections. */
#include "../kernel/family.h"
#include "content.h"

/* Checks |c| <= 1 of rotations and |t| < 1024 of translations, in Q30 and Q20; a scale |s| < 2 is
 * any Q30. The caller has checked that the section has whole records for all joints. */
static bool locals_valid(const content *c, section_index which)
{
    const uint32_t joints = c->sections[SECTION_JOINTS].count; /* no more than FORMAT_MAX_JOINTS */
    uint32_t at = c->sections[which].offset;
    const uint32_t scales = pelt_content_word(c, at);
    if (scales > joints ||
        c->sections[which].count != 1u + FORMAT_LOCAL_WORDS * joints + FORMAT_SCALE_WORDS * scales)
        return false;
    at += 4u;
    for (uint32_t i = 0; i < joints; i++, at += 4u * FORMAT_LOCAL_WORDS)
        if (!pelt_content_numbers(c, at, 4, 1u << 30) ||
            !pelt_content_numbers(c, at + 16u, 3, VALUE_LIMIT))
            return false;
    for (uint32_t i = 0; i < scales; i++, at += 4u * FORMAT_SCALE_WORDS)
        if (pelt_content_word(c, at) >= joints ||
            (!c->fixed && !pelt_content_numbers(c, at + 4u, 3, 0)))
            return false;
    return true;
}

/* Checks that joints are stored depth first: a joint's parent is the joint before it, or an
 * ancestor of that, or none. The walk up takes as many steps as the depth decreases, so all walks
 * together take no more steps than there are joints. */
static bool joints_valid(const content *c)
{
    const uint32_t bytes = sizeof(format_joint), count = c->sections[SECTION_JOINTS].count;
    const uint32_t start = c->sections[SECTION_JOINTS].offset; /* parent, scale_shift, name */
    uint32_t before = PELT_NO_JOINT;
    if (count > FORMAT_MAX_JOINTS)
        return false;
    for (uint32_t i = 0; i < count; before = i++) {
        const uint32_t parent = pelt_content_half(c, start + i * bytes);
        for (; before != parent; before = pelt_content_half(c, start + before * bytes))
            if (before == PELT_NO_JOINT)
                return false;
        if (!name_valid(c, pelt_content_word(c, start + i * bytes + 4u)))
            return false;
    }
    return locals_valid(c, SECTION_REST) &&
           (c->sections[SECTION_BIND].offset == 0u || locals_valid(c, SECTION_BIND));
}

/* Whether a column of a q12 entry, every fourth element of m, is shorter than 2^18; ports rely on
 * this. The squares are computed in 32 bits from parts of nine bits: the sum of (2^9 h + l)^2 is
 * 2^18 sum(h h) + 2^10 sum(h l) + sum(l l). Only the part from 2^36 on matters. */
static bool column_valid_q12(const int32_t *m)
{
    uint32_t high = 0, mixed = 0, low = 0; /* each below 3 * 2^18 */
    for (unsigned r = 0; r < 12u; r += 4u) {
        const uint32_t length = m[r] < 0 ? 0u - (uint32_t)m[r] : (uint32_t)m[r];
        const uint32_t h = length >> 9, l = length & 511u;
        if (length >= (uint32_t)1 << 18)
            return false;
        high += h * h;
        mixed += h * l;
        low += l * l;
    }
    return high + (((mixed << 10) + low) >> 18) < (uint32_t)1 << 18;
}

static bool entry_valid(const content *c, uint32_t index)
{
    format_entry_q16 entry; /* f32 has the same size and another type */
    pelt_content_record(c, &entry, SECTION_ENTRIES, index, sizeof entry);
    if (entry.joint >= c->sections[SECTION_JOINTS].count)
        return false;
    const uint32_t at =
        c->sections[SECTION_ENTRIES].offset + index * (uint32_t)sizeof entry + 4u; /* m */
    if (!c->fixed)
        return pelt_content_numbers(c, at, 12, 0);
    const uint32_t largest = c->lean ? FORMAT_ENTRY_MAX_SHIFT_Q12 : FORMAT_ENTRY_MAX_SHIFT;
    if (entry.shift < FORMAT_ENTRY_MIN_SHIFT || entry.shift > largest)
        return false;
    for (unsigned i = 0; c->lean && i < 3u; i++) /* column i and element i of the translation */
        if (!column_valid_q12(entry.m + i) ||
            !pelt_content_numbers(c, at + 16u * i + 12u, 1, VALUE_LIMIT))
            return false;
    return true;
}

/* Not inlined, so that its record is not on the stack of the checks of meshes, which go deeper. */
PELT_NOINLINE
static bool skins_valid(const content *c)
{
    const uint32_t entries = c->sections[SECTION_ENTRIES].count;
    const uint32_t most = c->fixed ? FORMAT_MAX_ENTRIES_Q16 : FORMAT_MAX_ENTRIES_F32;
    if (c->sections[SECTION_SKINS].count > UINT16_MAX)
        return false;
    for (uint32_t i = 0; i < c->sections[SECTION_SKINS].count; i++) {
        format_skin skin;
        pelt_content_record(c, &skin, SECTION_SKINS, i, sizeof skin);
        if (skin.entry_count < 1u || skin.entry_count > most ||
            (c->sections[SECTION_BETWEENS].offset != 0u &&
             (c->family->check_betweens == NULL || /* opening has refused it */
              !c->family->check_betweens(c, i, &skin.entry_count))) ||
            !range(skin.first_entry, skin.entry_count, entries))
            return false;
    }
    for (uint32_t i = 0; i < entries; i++)
        if (!entry_valid(c, i))
            return false;
    return true;
}

bool pelt_content_valid(content *c)
{
    const section_view *names = &c->sections[SECTION_NAMES];
    if (names->count < 1u || pelt_content_byte(c, names->offset + names->count - 1u) != 0u)
        return false;
    for (uint32_t i = 0; i < c->sections[SECTION_TARGETS].count; i++)
        if (!name_valid(c, pelt_content_word(c, c->sections[SECTION_TARGETS].offset + 4u * i)))
            return false;
    return joints_valid(c) && skins_valid(c) && pelt_validate_meshes(c) && pelt_validate_clips(c);
}
