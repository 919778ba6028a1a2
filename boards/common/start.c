/* SPDX-License-Identifier: MIT */
/* Initialises memory before main(), and reports on its use afterwards. */
#include "board.h"
#include "image.h"

#define STACK_PAINT 0x5ac35ac3u

static void copy_words(uint32_t *to, const uint32_t *end, const uint32_t *from)
{
    if (to == from) /* linked at the address where it is loaded */
        return;
    while (to < end)
        *to++ = *from++;
}

__attribute__((noreturn)) void board_start(void)
{
    /* Nothing below the current frame is live; the margin covers functions called from here. */
    const uint32_t *paint_end = (const uint32_t *)__builtin_frame_address(0) - 16;
    uint32_t *word;
    for (word = image_stack_start; word < paint_end; word++)
        *word = STACK_PAINT;
    copy_words(image_hot_start, image_hot_end, image_hot_load);
    copy_words(image_data_start, image_data_end, image_data_load);
    for (word = image_bss_start; word < image_bss_end; word++)
        *word = 0;
    board_exit(main());
}

__attribute__((noreturn)) void board_exit(int status)
{
    if (status == 0 && image_stack_start[0] != STACK_PAINT) {
        board_puts("STACK used to its last word\n");
        status = BOARD_STATUS_STACK;
    }
    board_leave(status);
}

static uint32_t distance_bytes(const uint32_t *start, const uint32_t *end)
{
    return (uint32_t)((uintptr_t)end - (uintptr_t)start);
}

uint32_t board_stack_used(void)
{
    const uint32_t *word = image_stack_start;
    while (word < image_stack_end && *word == STACK_PAINT)
        word++;
    return distance_bytes(word, image_stack_end);
}

uint32_t board_stack_bytes(void)
{
    return distance_bytes(image_stack_start, image_stack_end);
}

uint32_t board_code_bytes(void)
{
    const uint32_t code_bytes = distance_bytes(image_flash_start, image_code_end);
    return code_bytes + distance_bytes(image_hot_start, image_hot_end);
}

uint32_t board_flash_bytes(void)
{
    return distance_bytes(image_flash_start, image_flash_end);
}

uint32_t board_ram_used_bytes(void)
{
    return distance_bytes(image_ram_start, image_used_end);
}

uint32_t board_ram_bytes(void)
{
    return distance_bytes(image_ram_start, image_ram_end);
}

void *board_free_ram(size_t *bytes)
{
    *bytes = distance_bytes(image_used_end, image_ram_end);
    return image_used_end;
}
