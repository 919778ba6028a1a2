/* SPDX-License-Identifier: MIT */
/* The showcase as an image: plays the character behind it, in all memory that is left. */
#include <stdint.h>

#include "board.h"
#include "showcase.h"
#include "slot.h"

int main(void)
{
    size_t blob_bytes;
    const void *const blob = slot_blob(&blob_bytes);
    const uintptr_t start = (uintptr_t)rom_slot_image.ram, end = (uintptr_t)rom_slot_image.ram_end;
    return showcase_run(blob, blob_bytes, slot_title(), (void *)start, end - start);
}
