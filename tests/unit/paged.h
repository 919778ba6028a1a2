/* SPDX-License-Identifier: MIT */
/* Models that take the clips of "tiny", and clips in pages: a file in memory, and a reader that counts
 * and can be made to fail. */
#pragma once

#include "patient.h"
#include "pelt/pages.h"

typedef struct paged_file {
    const uint8_t *bytes;
    uint32_t reads;
    uint32_t ahead; /* bytes that it reads further on than it is asked to */
    int answer;
} paged_file;

extern paged_file test_paged;

static inline int read_paged(void *user, void *page, uint32_t offset, uint32_t bytes)
{
    paged_file *file = user;
    file->reads++;
    memcpy(page, file->bytes + offset + file->ahead, bytes);
    return file->answer;
}

/* Clears what says that vertices rely on scales that stay, as the clips scale the tip. */
static inline void allow_scales(patient *p)
{
    const format_mesh *last = stored_mesh(&p->model, 1);
    for (uint32_t i = 0; i < last->first_run + last->run_count; i++)
        put16(p, RUN_FIELD(&p->model, i, flags),
              stored_run(&p->model, i)->flags & ~FORMAT_RUN_UNIT_NORMALS);
}

static inline const format_pages *pages_section(const pelt_model *store)
{
    uint32_t bytes;
    return pelt_section_find(&bytes, store, FORMAT_PAGES);
}

/* Opens a store with so many buffers. */
static inline void open_pages(pelt_pages *pages, pelt_model *store, const uint32_t *blob,
                              uint32_t buffers)
{
    open_blob(store, blob);
    test_paged = (paged_file){(const uint8_t *)blob, 0, 0, 0};
    const uint32_t bytes = buffers * pages_section(store)->page_bytes;
    REQUIRE(pelt_pages_open(pages, store, read_paged, &test_paged, test_take(bytes), bytes) ==
            PELT_OK);
}
