/* SPDX-License-Identifier: MIT */
/* Starts the RP2040's second core and exchanges words with it. */
#include "core1.h"

#include "image.h"

#define SIO 0xd0000000u
#define FIFO_STATUS (*(volatile uint32_t *)(SIO + 0x50u))
#define FIFO_WRITE (*(volatile uint32_t *)(SIO + 0x54u))
#define FIFO_READ (*(volatile uint32_t *)(SIO + 0x58u))
#define CAN_READ 1u
#define CAN_WRITE 2u

#define VECTORS (image_flash_start + 64) /* behind the second boot stage, 256 bytes */

static uint64_t stack[CORE1_STACK_BYTES / 8u];
static void (*run_word)(uint32_t word);

/* The barriers keep earlier writes before the word, for the compiler and the core. */
static void put(uint32_t word)
{
    while (!(FIFO_STATUS & CAN_WRITE)) {
    }
    __asm__ volatile("dmb" : : : "memory");
    FIFO_WRITE = word;
    __asm__ volatile("sev");
}

static uint32_t get(void)
{
    uint32_t word;
    while (!(FIFO_STATUS & CAN_READ)) {
    }
    word = FIFO_READ;
    __asm__ volatile("dmb" : : : "memory");
    return word;
}

static void serve(void)
{
    for (;;) {
        const uint32_t word = get();
        run_word(word);
        put(word);
    }
}

/* Core 1 sleeps in the chip's ROM until it receives these words, each of which it sends back. */
void core1_start(void (*run)(uint32_t word))
{
    const uint32_t words[6] = {0,
                               0,
                               1,
                               (uint32_t)(uintptr_t)VECTORS,
                               (uint32_t)(uintptr_t)stack + sizeof stack,
                               (uint32_t)(uintptr_t)serve};
    uint32_t at = 0;
    run_word = run;
    while (at < 6u) {
        if (words[at] == 0u) {
            while (FIFO_STATUS & CAN_READ)
                (void)FIFO_READ;
            __asm__ volatile("sev");
        }
        put(words[at]);
        at = get() == words[at] ? at + 1u : 0u;
    }
}

void core1_give(uint32_t word)
{
    put(word);
}

void core1_wait(void)
{
    (void)get();
}
