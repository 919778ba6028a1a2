/* SPDX-License-Identifier: MIT */
/* The RP2040's second core: it waits for words, and does what a function makes of each. */
#ifndef PELT_BOARD_CORE1_H
#define PELT_BOARD_CORE1_H

#include <stdint.h>

#define CORE1_STACK_BYTES 4096u

/* Once. `run` is called on core 1, whose text and files go nowhere. */
void core1_start(void (*run)(uint32_t word));

/* Hands core 1 a word; at most eight wait. */
void core1_give(uint32_t word);

/* Waits until run() has returned for the next of the words given. */
void core1_wait(void);

#endif
