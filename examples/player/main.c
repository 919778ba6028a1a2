/* SPDX-License-Identifier: MIT */
/* The player as an image: what lies behind it, in all memory that is left. */
#include "board.h"
#include "player.h"
#include "slot.h"

int main(void)
{
    size_t blob_bytes, memory_bytes;
    const void *const blob = slot_blob(&blob_bytes);
    void *const memory = board_free_ram(&memory_bytes);

    return player_run(blob, blob_bytes, slot_title(), memory, memory_bytes);
}
