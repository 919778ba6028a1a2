/* SPDX-License-Identifier: MIT */
/* The RP2040's second core: it waits for words and passes each to a function. */
#pragma once

#include <stdint.h>

#define CORE1_STACK_BYTES 4096u

/* Must be called once. `run` is called on core 1, where text that it prints and files are lost. */
void core1_start(void (*run)(uint32_t word));

/* Hands core 1 a word; at most eight can wait. */
void core1_give(uint32_t word);

/* Waits until run() has returned for the next of the given words. */
void core1_wait(void);
