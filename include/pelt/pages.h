/* SPDX-License-Identifier: MIT */
/* Plays clips that are not in memory. `bake --as-clips --pages BYTES` writes a store: a file with a
 * blob (joints, names, times, events, root motion), and behind it pages of one size with the keys.
 * A page is valid by itself and has all that a sample of one clip within its span of time needs. A
 * function of the program reads pages into its buffers, from an SD card or a serial flash:
 *
 *   static uint32_t buffers[2 * MOVES_PAGE_BYTES / 4];
 *
 *   pelt_model_open(&moves, moves_blob, MOVES_BLOB_BYTES, MOVES_FAMILY);
 *   pelt_pages_open(&pages, &moves, read_card, &card, buffers, sizeof buffers);
 *   pelt_clips_open(&model, &moves, &arena);   or pelt_character_clips_open_*
 *
 * From then on everything plays as with the store in memory, to the bit: poses, players,
 * characters, layers, events, root motion. If a page cannot be read, the call that samples returns
 * an error and leaves the pose as it was, or at a change of clips in one of both. A program that
 * does not call this links none of it. */
#ifndef PELT_PAGES_H
#define PELT_PAGES_H

#include "../pelt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The most pages that one sample of one clip needs. A pose of several clips samples them one after
 * another. One buffer is enough; with as many buffers as clips play at once each page is read only
 * once. */
#define PELT_PAGES_PER_SAMPLE 1u

/* Your function: reads bytes of the store's file into a buffer. The call that samples waits for it;
 * pelt_pages_seek reads pages before they are needed.
 * page    the buffer, 4-byte aligned, [bytes]
 * offset  from the blob's start; a multiple of the page's size
 * Returns 0 when all bytes are there; after any other number the page counts as missing. */
typedef int (*pelt_page_read)(void *user, void *page, uint32_t offset, uint32_t bytes);

/* Pages of a store, and the buffers that hold some of them. Do not write to it. All models that
 * play the store's clips belong to one thread. */
typedef struct pelt_pages {
    const pelt_model *store;
    pelt_page_read read;
    void *user;
    uint8_t *buffers;
    uint32_t buffer_count, page_bytes, page_count;
    uint32_t offset; /* of the first page in the file */
    uint32_t uses;   /* counts uses of pages; the page unused for longest is replaced first */
} pelt_pages;

/* Opens the pages of an open store; call it before models get the store's clips. Pages, store and
 * memory must stay in place while in use; open a store that moved again. Nothing is read yet.
 * Before this call poses of the store itself rest, whatever clip is sampled.
 * memory  for buffers of pages->page_bytes each, 4-byte aligned; less than one: PELT_E_ARENA
 * PELT_E_RANGE: the store has no pages. PELT_E_CORRUPT: its list of them contradicts itself. */
pelt_status pelt_pages_open(pelt_pages *pages, pelt_model *store, pelt_page_read read, void *user,
                            void *memory, size_t memory_bytes);

/* Reads the page of a clip's moment unless a buffer holds it, as sampling does.
 * time  glTF time, clamped to the clip
 * PELT_E_PAGE      the program's function did not read it
 * PELT_E_CRC       it is damaged
 * PELT_E_MISMATCH  it is another page, or of another store
 * PELT_E_CORRUPT   its CRC is right, but its content contradicts itself, or (only when a model of
 *                  another unit samples it) its lengths leave their format */
pelt_status pelt_pages_seek(pelt_pages *pages, uint32_t clip, pelt_time time);

#ifdef __cplusplus
}
#endif

#endif
