/* SPDX-License-Identifier: MIT */
/* Plays a store of many clips from a file as from an SD card, in sectors, through 4 KB of buffers: the
 * same bits as the store in memory. tests/unit/test_pages.c has what is refused.
 *
 *   test_card MODEL.pelt STORE.pelt PAGES.pelt     exact; last line: N passed, N failed */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "pelt/motion.h"
#include "pelt/pages.h"

#define SECTOR_BYTES 512u
#define BUFFER_BYTES 4096u
#define FILE_BYTES (1u << 20)

typedef struct card {
    FILE *file;
    uint32_t sectors, most; /* read so far; of the card: those behind them are not there */
} card;

static uint32_t pages_read;

static int read_card(void *user, void *page, uint32_t offset, uint32_t bytes)
{
    card *from = user;
    pages_read++;
    if (offset % SECTOR_BYTES != 0 || fseek(from->file, (long)offset, SEEK_SET) != 0)
        return 1;
    for (uint32_t done = 0; done < bytes; done += SECTOR_BYTES, from->sectors++)
        if ((offset + done) / SECTOR_BYTES >= from->most ||
            fread((uint8_t *)page + done, 1, SECTOR_BYTES, from->file) != SECTOR_BYTES)
            return 1;
    return 0;
}

static size_t read_whole(void *memory, const char *path)
{
    FILE *file = fopen(path, "rb");
    const size_t bytes = file == NULL ? 0 : fread(memory, 1, FILE_BYTES, file);
    if (file != NULL)
        fclose(file);
    check(bytes > 0 && bytes < FILE_BYTES, "%s cannot be read", path);
    return bytes;
}

/* Two characters of a model, with the clips of a store. */
static void open_characters(pelt_character_q16 characters[2], const void *blob, size_t bytes,
                            const pelt_model *store)
{
    pelt_model model;
    pelt_arena arena;
    check(pelt_model_open(&model, blob, bytes, &pelt_exact) == PELT_OK, "the model opens");
    const size_t size = pelt_character_bytes_get(&model), clips = pelt_clips_bytes_get(store);
    const size_t pose = pelt_pose_bytes_get(&model);
    check(pelt_character_open_q16(characters, blob, bytes, &pelt_exact, calloc(1, size), size) ==
                  PELT_OK &&
              pelt_arena_init(&arena, calloc(1, clips), clips) == PELT_OK &&
              pelt_character_clips_open_q16(characters, store, &arena) == PELT_OK &&
              pelt_character_share_q16(characters + 1, characters, calloc(1, pose), pose) ==
                  PELT_OK,
          "the characters open");
}

static bool same_pose(const pelt_pose_q16 *a, const pelt_pose_q16 *b)
{
    return memcmp(a->locals, b->locals, a->model->joint_count * sizeof *a->locals) == 0;
}

static uint32_t drawn(uint32_t below)
{
    static uint32_t seed = 1;
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)seed * below >> 32);
}

int main(int count, char **paths)
{
    static uint32_t model[FILE_BYTES / 4], whole[FILE_BYTES / 4], cut[FILE_BYTES / 4];
    static uint32_t buffers[BUFFER_BYTES / 4];
    if (count != 4)
        return 2;
    pelt_model in_memory, index;
    pelt_pages pages;
    const size_t model_bytes = read_whole(model, paths[1]);
    check(pelt_model_open(&in_memory, whole, read_whole(whole, paths[2]), &pelt_exact) == PELT_OK,
          "the store opens");
    const size_t file_bytes = read_whole(cut, paths[3]);
    check(pelt_model_open(&index, cut, file_bytes, &pelt_exact) == PELT_OK, "the index opens");
    memset((uint8_t *)cut + index.blob_bytes, 0xA5, sizeof cut - index.blob_bytes);
    card from = {fopen(paths[3], "rb"), 0, UINT32_MAX};
    if (!check(pelt_pages_open(&pages, &index, read_card, &from, buffers, sizeof buffers) ==
                   PELT_OK,
               "the pages open"))
        return check_end();
    check(pages.buffer_count == 2 && index.clip_count == 76 && in_memory.clip_count == 76,
          "two buffers and 76 clips");

    /* Two characters, each with a clip of its own for a while, as a program plays them. */
    pelt_character_q16 own[2], streamed[2];
    open_characters(own, model, model_bytes, &in_memory);
    open_characters(streamed, model, model_bytes, &index);
    uint32_t frames = 0, clips[2] = {0, 1};
    bool same = true;
    for (uint32_t ms = 0; frames < 20000u; frames++, ms += 16u)
        for (int i = 0; i < 2; i++) {
            if (drawn(90) == 0)
                clips[i] = drawn(76);
            same = same && pelt_character_play_q16(&own[i], clips[i], ms, PELT_LOOP) == PELT_OK &&
                   pelt_character_play_q16(&streamed[i], clips[i], ms, PELT_LOOP) == PELT_OK &&
                   same_pose(&own[i].pose, &streamed[i].pose);
        }
    check(same, "characters play other bits");
    printf("%u frames of two characters: %u pages in %u sectors\n", frames, pages_read,
           from.sectors);
    check(pages_read < frames / 8u, "%u pages for %u frames", pages_read, frames);

    /* Any moment of any clip, and layers of two by a mask. */
    pelt_pose_q16 *a = &own[0].pose, *b = &streamed[0].pose, *c = &own[1].pose,
                  *d = &streamed[1].pose;
    uint8_t mask[256] = {0};
    check(pelt_mask_set(mask, (uint32_t)PELT_MASK_BYTES(&in_memory), &in_memory, 3, 200) == PELT_OK,
          "a mask");
    for (uint32_t i = 0; i < 20000u && same; i++) {
        const uint32_t one = drawn(76), two = drawn(76);
        const pelt_time at = (pelt_time)drawn(4u << 20) - (1 << 20),
                        then = (pelt_time)drawn(4u << 20);
        same = pelt_pose_sample_q16(a, one, at) == PELT_OK &&
               pelt_pose_sample_q16(b, one, at) == PELT_OK && same_pose(a, b) &&
               pelt_pose_sample_q16(c, two, then) == PELT_OK &&
               pelt_pose_sample_q16(d, two, then) == PELT_OK &&
               pelt_pose_blend_q16(a, c, 40000, mask) == PELT_OK &&
               pelt_pose_blend_q16(b, d, 40000, mask) == PELT_OK && same_pose(a, b);
    }
    check(same, "moments are other bits");

    /* Events and root motion of a player. */
    uint32_t fired = 0;
    for (uint32_t clip = 0; clip < 76u; clip++) {
        pelt_player here, there;
        pelt_root_q16 way, other;
        same =
            same &&
            pelt_player_start(&here, own[0].pose.model, clip, 1000, 0, PELT_LOOP) == PELT_OK &&
            pelt_player_start(&there, streamed[0].pose.model, clip, 1000, 0, PELT_LOOP) == PELT_OK;
        for (uint32_t ms = 0; ms < 9000u && same; ms += 90u) {
            same = pelt_player_update(&here, ms) == PELT_OK &&
                   pelt_player_update(&there, ms) == PELT_OK &&
                   pelt_character_follow_q16(&own[0], &here) == PELT_OK &&
                   pelt_character_follow_q16(&streamed[0], &there) == PELT_OK && same_pose(a, b) &&
                   pelt_player_root_get_q16(&way, &here) == PELT_OK &&
                   pelt_player_root_get_q16(&other, &there) == PELT_OK &&
                   memcmp(&way, &other, sizeof way) == 0;
            const char *name;
            for (uint32_t i = 0; (name = pelt_player_event_get(&here, i)) != NULL; i++, fired++)
                same = same && strcmp(name, pelt_player_event_get(&there, i)) == 0;
        }
    }
    check(same && fired > 76u, "players differ, %u events", fired);

    /* A card that was pulled out: the pose stays until it is back. */
    check(pelt_pose_sample_q16(a, 0, 0) == PELT_OK && pelt_pose_sample_q16(b, 0, 0) == PELT_OK,
          "a sample before");
    from.most = pages.offset / SECTOR_BYTES;
    uint32_t refused = 0;
    for (uint32_t clip = 1; clip < 76u; clip++)
        refused += pelt_pose_sample_q16(b, clip, 0) == PELT_E_PAGE && same_pose(a, b);
    check(refused >= 74u, "%u clips of a missing card refused", refused);
    from.most = UINT32_MAX;
    check(pelt_pose_sample_q16(a, 75, 99999) == PELT_OK &&
              pelt_pose_sample_q16(b, 75, 99999) == PELT_OK && same_pose(a, b),
          "the card is back");
    fclose(from.file);
    return check_end();
}
