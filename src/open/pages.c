/* SPDX-License-Identifier: MIT */
/* Clips in pages: which page has a moment, which buffer has the page, and whether what was brought
 * there may be sampled. */
#include "pelt/pages.h"

#include "../base/divide.h"
#include "../base/fixed.h"
#include "../base/memory.h"
#include "content.h"

/* The lists of the section PAGE. */
typedef struct page_lists {
    const uint32_t *first;  /* [clip_count + 1] */
    const uint32_t *starts; /* [page_count] */
} page_lists;

static page_lists lists_of(const format_pages *section, uint32_t clip_count)
{
    const uint32_t *first = (const uint32_t *)(const void *)(section + 1);
    const page_lists lists = {first, first + clip_count + 1u};
    return lists;
}

/* Whether a section of so many bytes has the lists, and these name every page once, by time. */
static bool is_valid(const format_pages *section, uint32_t bytes, uint32_t clip_count)
{
    uint32_t size;
    const uint32_t heads = (uint32_t)sizeof *section / 4u + clip_count + 1u; /* < 2^17 */
    if (bytes / 4u < heads || bytes / 4u - heads != section->page_count ||
        section->page_bytes % 4u != 0u || section->page_bytes < FORMAT_MIN_PAGE_BYTES ||
        section->page_bytes > FORMAT_MAX_PAGE_BYTES ||
        fx_multiply(section->page_count, section->page_bytes, &size) != 0u ||
        size > UINT32_MAX - section->offset)
        return false;
    const page_lists lists = lists_of(section, clip_count);
    uint32_t page = 0;
    for (uint32_t i = 0; i < clip_count; i++) {
        const uint32_t end = lists.first[i + 1u];
        if (lists.first[i] != page || end < page || end > section->page_count)
            return false;
        for (; page < end; page++)
            if (page == lists.first[i] ? lists.starts[page] != 0u
                                       : lists.starts[page] <= lists.starts[page - 1u])
                return false;
    }
    return lists.first[clip_count] == page && page == section->page_count;
}

/// Buffers ///////////////////////////////////////////////////////////////////////////////////////

/* Its crc is 0 while it holds no page. */
static format_page *buffer_at(const pelt_pages *pages, uint32_t index)
{
    return (format_page *)(void *)(pages->buffers + index * pages->page_bytes);
}

/* Whether tracks and keys of a page whose CRC is right are in range, as those of a blob. */
static bool page_valid(const format_page *page, const pelt_pages *pages)
{
    const pelt_model *store = pages->store;
    uint32_t bytes = 0;
    (void)pelt_section_find(&bytes, store, FORMAT_TRACKS);
    const uint32_t tracks = page->track_count, room = pages->page_bytes - (uint32_t)sizeof *page;
    /* no more than the store has paths, for which models have memory */
    if (tracks > bytes / (uint32_t)sizeof(format_track) ||
        tracks > room / (uint32_t)sizeof(format_track))
        return false;
    content c;
    memset(&c, 0, sizeof c);
    c.memory = (const uint8_t *)page;
    c.bytes = pages->page_bytes;
    c.words_left = c.bytes; /* four times its words: tracks may share timelines and constants */
    c.fixed = store->encoding != PELT_FLOAT;
    c.sections[SECTION_JOINTS].count = store->joint_count;
    if (pelt_section_find(&bytes, store, FORMAT_TARGETS) != NULL)
        c.sections[SECTION_TARGETS].count = bytes / 4u;
    c.sections[SECTION_TRACKS].offset = (uint32_t)sizeof *page;
    c.sections[SECTION_TRACKS].count = tracks;
    c.sections[SECTION_KEYS].offset = (uint32_t)(sizeof *page + tracks * sizeof(format_track));
    c.sections[SECTION_KEYS].count = (c.bytes - c.sections[SECTION_KEYS].offset) / 4u;
    return pelt_validate_clips(&c);
}

static pelt_status read_page(format_page *page, const pelt_pages *pages, uint32_t number)
{
    const uint32_t bytes = pages->page_bytes;
    if (pages->read(pages->user, page, pages->offset + number * bytes, bytes) != 0)
        return PELT_E_PAGE;
    const uint32_t *words = (const uint32_t *)(const void *)page;
    if (pelt_crc32_update(0, words + 1, bytes / 4u - 1u) != page->crc)
        return PELT_E_CRC;
    const format_header *header = (const format_header *)(const void *)pages->store->blob;
    if (page->store != header->crc || page->number != number)
        return PELT_E_MISMATCH;
    return page_valid(page, pages) ? PELT_OK : PELT_E_CORRUPT;
}

/* Finds a page in a buffer, or brings it to the one that was not used for longest. */
static pelt_status take_page(const format_page **out, pelt_pages *pages, uint32_t number)
{
    format_page *page = buffer_at(pages, 0);
    for (uint32_t i = 0; i < pages->buffer_count; i++) {
        format_page *other = buffer_at(pages, i);
        if (other->crc != 0u && other->number == number) {
            page = other;
            break;
        }
        if (other->crc < page->crc)
            page = other;
    }
    if (page->crc == 0u || page->number != number) {
        const pelt_status status = read_page(page, pages, number);
        if (status != PELT_OK) {
            page->crc = 0;
            return status;
        }
    }
    pages->uses++;
    if (pages->uses == 0u) { /* counts anew: all pages here were used before all that follow */
        for (uint32_t i = 0; i < pages->buffer_count; i++)
            buffer_at(pages, i)->crc = buffer_at(pages, i)->crc != 0u;
        pages->uses = 2;
    }
    page->crc = pages->uses;
    *out = page;
    return PELT_OK;
}

/// Moments ///////////////////////////////////////////////////////////////////////////////////////

/* The page of a moment of a clip that exists; NULL where the clip has no tracks. */
static pelt_status page_of(const format_page **out, pelt_pages *pages, uint32_t clip,
                           pelt_time time)
{
    uint32_t bytes;
    const format_clip *info = stored_clip(pages->store, clip);
    const pelt_time inside = time < info->start ? info->start : time > info->end ? info->end : time;
    const uint32_t tick = (uint32_t)inside - (uint32_t)info->start;
    const page_lists lists =
        lists_of((const format_pages *)pelt_section_find(&bytes, pages->store, FORMAT_PAGES),
                 pages->store->clip_count);
    uint32_t low = lists.first[clip], high = lists.first[clip + 1u];
    *out = NULL;
    if (low == high)
        return PELT_OK;
    while (high - low > 1u) { /* starts[low] <= tick, the first being 0 */
        const uint32_t middle = low + ((high - low) >> 1);
        if (lists.starts[middle] <= tick)
            low = middle;
        else
            high = middle;
    }
    return take_page(out, pages, low);
}

/* See pelt_model.find. */
static pelt_status find_tracks(stored_tracks *from, const pelt_model *model, uint32_t clip,
                               pelt_time time)
{
    const format_page *page;
    const pelt_status status = page_of(&page, model->pages, clip, time);
    if (status != PELT_OK || page == NULL)
        return status;
    from->tracks = (const format_track *)(const void *)(page + 1);
    from->count = page->track_count;
    from->keys = (const uint8_t *)(from->tracks + from->count);
    if ((model->moved != NULL || model->store_shift > 0) && !pelt_content_move(from, model))
        return PELT_E_CORRUPT;
    return PELT_OK;
}

pelt_status pelt_pages_open(pelt_pages *pages, pelt_model *store, pelt_page_read read, void *user,
                            void *memory, size_t memory_bytes)
{
    uint32_t bytes;
    if (pages == NULL || store == NULL || store->blob == NULL || read == NULL || memory == NULL)
        return PELT_E_ARGUMENT;
    if ((uintptr_t)memory % 4u != 0u)
        return PELT_E_ALIGNMENT;
    const format_pages *section =
        (const format_pages *)pelt_section_find(&bytes, store, FORMAT_PAGES);
    if (section == NULL)
        return PELT_E_RANGE;
    if (bytes < sizeof *section || !is_valid(section, bytes, store->clip_count))
        return PELT_E_CORRUPT;
    const uint32_t room = memory_bytes < UINT32_MAX ? (uint32_t)memory_bytes : UINT32_MAX;
    if (room < section->page_bytes)
        return PELT_E_ARENA;
    pages->store = store;
    pages->read = read;
    pages->user = user;
    pages->buffers = (uint8_t *)memory;
    pages->page_bytes = section->page_bytes;
    pages->page_count = section->page_count;
    pages->offset = section->offset;
    pages->buffer_count = pelt_divide(room, pages->page_bytes);
    pages->uses = 0;
    for (uint32_t i = 0; i < pages->buffer_count; i++)
        buffer_at(pages, i)->crc = 0;
    store->pages = pages;
    store->find = find_tracks;
    return PELT_OK;
}

pelt_status pelt_pages_seek(pelt_pages *pages, uint32_t clip, pelt_time time)
{
    const format_page *page;
    if (pages == NULL || pages->store == NULL || pages->buffers == NULL)
        return PELT_E_ARGUMENT;
    if (clip >= pages->store->clip_count)
        return PELT_E_RANGE;
    return page_of(&page, pages, clip, time);
}
