/* SPDX-License-Identifier: MIT */
/* Reads a showcase and fills its slot. */
#include "rom/slot.h"

#include <string.h>

#include "blob/table.h"
#include "common/files.h"

/* The words between the magic and the texts. */
#define FIRST_WORD offsetof(rom_slot, order)
#define WORDS ((offsetof(rom_slot, board) - FIRST_WORD) / 4)

static bool find_slot(rom_showcase *p)
{
    for (size_t at = 0; at + sizeof(rom_slot) <= p->image_bytes; at += 2) {
        if (memcmp(p->image + at, SLOT_MAGIC, sizeof p->slot.magic) != 0)
            continue;
        p->at = at;
        p->big_endian = blob_word(p->image + at + FIRST_WORD, true) == SLOT_ORDER;
        if (p->big_endian || blob_word(p->image + at + FIRST_WORD, false) == SLOT_ORDER)
            return true; /* else it is a text that is alike */
    }
    return false;
}

bool rom_showcase_read(rom_showcase *out, const uint8_t *image, size_t bytes, diag *d)
{
    *out = (rom_showcase){.image = image, .image_bytes = bytes};
    if (!find_slot(out))
        return diag_fail(d, DIAG_INVALID,
                         "the showcase has no slot, build it again: make showcases");
    rom_slot *slot = &out->slot;
    uint32_t words[WORDS];
    for (size_t i = 0; i < WORDS; i++)
        words[i] = blob_word(image + out->at + FIRST_WORD + 4 * i, out->big_endian);
    memcpy(slot, image + out->at, sizeof *slot);
    memcpy((uint8_t *)slot + FIRST_WORD, words, sizeof words);
    if (slot->format != PELT_FORMAT_VERSION)
        return diag_fail(d, DIAG_INVALID,
                         "the showcase is older or newer than this tool and opens "
                         "other blobs, build it again: make showcases");
    slot->board[sizeof slot->board - 1] = '\0';
    slot->bake[sizeof slot->bake - 1] = '\0';
    if (slot->model < slot->file || slot->model - slot->file < bytes || slot->model % 8 != 0 ||
        slot->room_end < slot->model || slot->ram_end < slot->ram)
        return diag_fail(d, DIAG_INVALID,
                         "the showcase's slot is not of this image, build it again: "
                         "make showcases");
    return true;
}

uint32_t rom_showcase_room(const rom_showcase *showcase)
{
    const uint32_t all = showcase->slot.room_end - showcase->slot.model;
    return all < SLOT_TITLE_BYTES ? 0 : all - SLOT_TITLE_BYTES;
}

/* Makes the title as examples/images.mk does: bytes that are not printable ASCII become question
 * marks. */
static void make_title(uint8_t title[SLOT_TITLE_BYTES], const char *path)
{
    const char *name = path_name(path);
    const char *dot = strrchr(name, '.');
    const size_t length = dot == NULL ? strlen(name) : (size_t)(dot - name);
    memset(title, 0, SLOT_TITLE_BYTES);
    for (size_t i = 0, n = 0; i < length && n < SLOT_TITLE_BYTES - 1; i++)
        if (((uint8_t)name[i] & 0xc0) != 0x80) /* UTF-8: one question mark for each character */
            title[n++] = name[i] < ' ' || name[i] > '~' ? '?' : (uint8_t)name[i];
}

void rom_showcase_fill(byte_buffer *out, const rom_showcase *showcase, const char *name,
                       const uint8_t *blob, size_t bytes)
{
    const rom_slot *slot = &showcase->slot;
    const size_t model = slot->model - slot->file;
    uint8_t title[SLOT_TITLE_BYTES];
    make_title(title, name);
    buffer_bytes(out, showcase->image, showcase->image_bytes);
    while (out->count < model)
        buffer_u8(out, 0);
    buffer_bytes(out, title, sizeof title);
    buffer_bytes(out, blob, bytes);
    put_bytes(out->bytes + showcase->at + offsetof(rom_slot, model_end),
              slot->model + (uint32_t)(out->count - model), 4, showcase->big_endian);
}
