/* SPDX-License-Identifier: MIT */
/* The player as an image: what lies behind it, in all memory that is left. */
#include <stdint.h>

#include "player.h"
#include "slot.h"

int main(void)
{
    size_t blob_bytes;
    const void *const blob = slot_blob(&blob_bytes);
    const uintptr_t start = (uintptr_t)player_image.ram, end = (uintptr_t)player_image.ram_end;

    return player_run(blob, blob_bytes, slot_title(), (void *)start, end - start);
}
