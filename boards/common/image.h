/* SPDX-License-Identifier: MIT */
/* Addresses that link.ld.in sets, and declarations that the files of the board code share. */
#pragma once

#include <stdint.h>

extern uint32_t image_flash_start[], image_flash_end[], image_code_end[];
extern uint32_t image_ram_start[], image_ram_end[], image_used_end[];
extern uint32_t image_stack_start[], image_stack_end[];
extern uint32_t image_hot_load[], image_hot_start[], image_hot_end[];
extern uint32_t image_data_load[], image_data_start[], image_data_end[];
extern uint32_t image_bss_start[], image_bss_end[];

/* The first C code, on the board's stack, before anything is initialised. */
__attribute__((noreturn)) void board_start(void);

/* Leaves the emulator, or tells the debugger; does not look at the stack. */
__attribute__((noreturn)) void board_leave(int status);

/* Starts the timer that board_counter() reads; there is one file for each kind of timer. */
void board_counter_start(void);
