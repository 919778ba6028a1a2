/* SPDX-License-Identifier: MIT */
/* Measures the stack that a call uses: the free part of the stack is painted before the call and
 * examined after it. */
#pragma once

#ifdef BENCH_TIMES
#define STACK_BYTES_OF(result, statement) ((result) = 0, (void)(statement))
#else

#include "image.h"

/* The pattern of the start-up code, which checks the stack's last word at the end. */
#define STACK_PAINT 0x5AC35AC3u

static inline uint32_t *stack_pointer(void)
{
    uint32_t *top;
#if defined(__arm__)
    __asm__ volatile("mov %0, sp" : "=r"(top));
#elif defined(__riscv)
    __asm__ volatile("mv %0, sp" : "=r"(top));
#elif defined(__xtensa__)
    __asm__ volatile("mov %0, a1" : "=r"(top));
#elif defined(__m68k__)
    __asm__ volatile("move.l %%sp, %0" : "=r"(top));
#else
    __asm__ volatile("move %0, $sp" : "=r"(top));
#endif
    return top;
}

/* The bytes below the caller's frame that the statement writes. The stack pointer does not move
 * within a function, as arguments are passed in room that its frame has. */
#define STACK_BYTES_OF(result, statement)                                                          \
    do {                                                                                           \
        uint32_t *const stack_top = stack_pointer();                                               \
        for (volatile uint32_t *word = image_stack_start; word < stack_top; word++)                \
            *word = STACK_PAINT;                                                                   \
        statement;                                                                                 \
        const volatile uint32_t *deepest = image_stack_start;                                      \
        while (deepest < stack_top && *deepest == STACK_PAINT)                                     \
            deepest++;                                                                             \
        (result) = (uint32_t)((uintptr_t)stack_top - (uintptr_t)deepest);                          \
    } while (0)

#endif
