/* SPDX-License-Identifier: MIT */
/* Clips that are not in memory. `bake --as-clips --pages BYTES` writes a store whose file is a blob,
 * with joints, names, times, events and root motion, and behind it pages of one size with the keys. Each
 * page is valid by itself and holds all that a sample of one clip within its span of time needs. A
 * function of the program brings pages into its buffers, from an SD card or a serial flash:
 *
 *   static uint32_t buffers[2 * MOVES_PAGE_BYTES / 4];
 *
 *   pelt_model_open(&moves, moves_blob, MOVES_BLOB_BYTES, MOVES_FAMILY);
 *   pelt_pages_open(&pages, &moves, read_card, &card, buffers, sizeof buffers);
 *   pelt_clips_open(&model, &moves, &arena);   or pelt_character_clips_open_*
 *
 * From then on everything plays as with the store in memory, to the bit: poses, players, characters,
 * layers, events, root motion. Where a page cannot be had, the call that samples says so and leaves the
 * pose as it was. A program that does not call this links none of it. */
#ifndef PELT_PAGES_H
#define PELT_PAGES_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The pages that one sample of one clip needs at most. A pose of several clips samples one after
 * another: with as many buffers as clips play at once each page is read once, and with fewer, of
 * which one is enough, more often. */
#define PELT_PAGES_PER_SAMPLE 1u

/* Brings bytes of the store's file. Waiting in it is waiting in the call that samples; pelt_pages_seek
 * brings pages before they are needed.
 * page    4-byte aligned, [bytes]
 * offset  from the blob's start; a multiple of the page's size
 * Returns 0 when all are there; any other number: they are not, and the page counts as missing. */
typedef int (*pelt_page_read)(void *user, void *page, uint32_t offset, uint32_t bytes);

/* Pages of a store, and the buffers that hold some of them: for reading. The models that have its
 * clips belong to one thread. */
typedef struct pelt_pages {
    const pelt_model *store;
    pelt_page_read read;
    void *user;
    uint8_t *buffers;
    uint32_t buffer_count, page_bytes, page_count;
    uint32_t offset; /* of the first page in the file */
    uint32_t uses;   /* how often a page was used; the one that was not for longest goes first */
} pelt_pages;

/* Opens the pages of a store that was opened; before models get its clips. Both, and the memory, must
 * stay in place while in use; a store that moved is opened anew. Nothing is read yet.
 * memory  buffers, 4-byte aligned, of pages->page_bytes each, at least one: PELT_E_ARENA
 * PELT_E_RANGE: the store has no pages. PELT_E_CORRUPT: its list of them contradicts itself. */
pelt_status pelt_pages_open(pelt_pages *pages, pelt_model *store, pelt_page_read read, void *user,
                            void *memory, size_t memory_bytes);

/* Makes sure that the page of a moment of a clip is in a buffer, as sampling does.
 * time  glTF time, clamped to the clip
 * PELT_E_PAGE      it was not brought
 * PELT_E_CRC       it is damaged
 * PELT_E_MISMATCH  it is another page, or of another store
 * PELT_E_CORRUPT   its CRC is right, but its content contradicts itself, or (only when a model of
 *                  another unit samples it) its lengths leave their format */
pelt_status pelt_pages_seek(pelt_pages *pages, uint32_t clip, pelt_time time);

#ifdef __cplusplus
}
#endif

#endif
